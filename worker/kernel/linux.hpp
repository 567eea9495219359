// Calls of Linux, made without the C library. The library kernel runs while the guest's thread-local
// storage is in place, so it has none of its own: no errno, no allocator and no locks of a C library.
// Headers of the C library serve for constants and structures only.
#pragma once

#include <sys/syscall.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>

namespace ldfi::kernel {

/// Calls Linux. Returns what Linux returns: a negative error number, or the result. Linux lets the call
/// pass because the instruction lies within the library kernel's text.
inline long linux_call(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0,
                       long f = 0) {
  long out = 0;
  register long fourth asm("r10") = d;
  register long fifth asm("r8") = e;
  register long sixth asm("r9") = f;
  asm volatile("syscall"
               : "=a"(out)
               : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth), "r"(fifth), "r"(sixth)
               : "rcx", "r11", "memory");
  return out;
}

/// The address of an object, as calls expect it.
template <typename T>
long address_of(T* pointer) {
  return reinterpret_cast<long>(pointer);
}

/// The object at an address.
template <typename T>
T* at_address(std::uint64_t address) {
  return reinterpret_cast<T*>(address);
}

/// True if the result of a call of Linux is an error number.
constexpr bool is_error(long result) {
  constexpr long last_error = 4095;
  return result < 0 && result >= -last_error;
}

}  // namespace ldfi::kernel
