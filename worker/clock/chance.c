/* Draws random numbers from the node's seed, so that they are the same in each execution. Also
 * replaces system calls that programs make without the C library's own functions. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "worker/clock/clock.h"

/* Returns the next random number (SplitMix64). Threads may call this at the same time. */
static uint64_t draw(void) {
  const uint64_t step = UINT64_C(0x9e3779b97f4a7c15);
  uint64_t out =
      ldfi_page->seed + step * __atomic_add_fetch(&ldfi_page->drawn, 1, __ATOMIC_SEQ_CST);
  out = (out ^ out >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  out = (out ^ out >> 27) * UINT64_C(0x94d049bb133111eb);
  return out ^ out >> 31;
}

static void fill(void* bytes, size_t count) {
  unsigned char* out = bytes;
  while (count > 0) {
    const uint64_t word = draw();
    const size_t some = count < sizeof word ? count : sizeof word;
    memcpy(out, &word, some);
    out += some;
    count -= some;
  }
}

ssize_t getrandom(void* bytes, size_t count, unsigned flags) {
  if (ldfi_page == NULL) return ldfi_call(SYS_getrandom, bytes, count, flags);
  fill(bytes, count);
  return (ssize_t)count;
}

int getentropy(void* bytes, size_t count) {
  LDFI_REAL(getentropy)
  if (ldfi_page == NULL || count > 256) return real(bytes, count);
  fill(bytes, count);
  return 0;
}

void arc4random_buf(void* bytes, size_t count) {
  while (count > 0) {
    const ssize_t got = getrandom(bytes, count < 256 ? count : 256, 0);
    if (got < 0) abort();
    bytes = (char*)bytes + got;
    count -= (size_t)got;
  }
}

uint32_t arc4random(void) {
  uint32_t out = 0;
  arc4random_buf(&out, sizeof out);
  return out;
}

uint32_t arc4random_uniform(uint32_t bound) {
  if (bound < 2) return 0;
  const uint32_t unfair = -bound % bound;
  uint32_t out = arc4random();
  while (out < unfair) out = arc4random();
  return out % bound;
}

/* Replaces a function of the C++ library. std::random_device reads random numbers from the
   processor, so replacing functions of the C library has no effect on it. */
unsigned random_device_value(const void* self) __asm__("_ZNSt13random_device9_M_getvalEv");
unsigned random_device_value(const void* self) {
  (void)self;
  return arc4random();
}

typedef long (*call_function)(long, ...);

static call_function real_syscall(void) {
  static call_function real;
  if (real == NULL) {
    void* const found = dlsym(RTLD_NEXT, "syscall");
    memcpy((void*)&real, (const void*)&found, sizeof real);
  }
  return real;
}

#define ARGUMENTS(of)                                      \
  va_list all;                                             \
  va_start(all, of);                                       \
  const long a = va_arg(all, long), b = va_arg(all, long); \
  const long c = va_arg(all, long), d = va_arg(all, long); \
  const long e = va_arg(all, long), f = va_arg(all, long); \
  va_end(all);

long ldfi_call(long number, ...) {
  ARGUMENTS(number)
  return real_syscall()(number, a, b, c, d, e, f);
}

static int waits_until(long operation, long time) {
  const long command = operation & FUTEX_CMD_MASK;
  return time != 0 && (command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET);
}

/* Rust and other runtimes use this function of the C library to wait and to draw random numbers. */
long syscall(long number, ...) {
  ARGUMENTS(number)
  if (ldfi_page != NULL && number == SYS_getrandom) return getrandom((void*)a, (size_t)b, 0);
  if (ldfi_page != NULL && number == SYS_clock_gettime) {
    return clock_gettime((clockid_t)a, (struct timespec*)b);
  }
  if (ldfi_page != NULL && number == SYS_futex && waits_until(b, d)) {
    const long command = b & FUTEX_CMD_MASK;
    const uint32_t bits = command == FUTEX_WAIT ? FUTEX_BITSET_MATCH_ANY : (uint32_t)f;
    return ldfi_futex_until((uint32_t*)a, (int)b, (uint32_t)c, (const struct timespec*)d, bits);
  }
  return real_syscall()(number, a, b, c, d, e, f);
}
