// Calls about the guest's memory. Linux does them; the library kernel's own memory is out of reach.
#include <sys/mman.h>

#include "worker/kernel/call.hpp"
#include "worker/kernel/descriptors.hpp"
#include "worker/kernel/layout.hpp"
#include "worker/kernel/patches.hpp"
#include "worker/kernel/space.hpp"

namespace ldfi::kernel {
namespace {

/// True if a range touches what belongs to the library kernel.
bool is_reserved(std::uint64_t at, std::uint64_t bytes) {
  const std::uint64_t end = at + bytes;
  const bool wraps = end < at;
  return wraps || (at < kernel_end && end > kernel_begin) ||
         (at < vdso_begin + page_bytes && end > clock_page_begin);
}

long pass(const Call& call) {
  return linux_call(call.number, call.signed_at(0), call.signed_at(1), call.signed_at(2),
                    call.signed_at(3), call.signed_at(4), call.signed_at(5));
}

long mmap_call(const Call& call) {
  const int flags = call.number_at(3);
  if ((flags & (MAP_FIXED | MAP_FIXED_NOREPLACE)) != 0 && is_reserved(call[0], call[1]))
    return -ENOMEM;
  Call passed = call;
  if ((flags & MAP_ANONYMOUS) == 0) {
    const long real = real_at(call.number_at(4));
    if (real < 0) return real == -EINVAL ? -ENODEV : real;
    passed.arguments[4] = static_cast<std::uint64_t>(real);
  }
  const long out = pass(passed);
  if (!is_error(out))
    note_map(static_cast<std::uint64_t>(out), call[1], flags, passed.signed_at(4), call[5]);
  if (!is_error(out) && (flags & MAP_PRIVATE) != 0 && (flags & MAP_ANONYMOUS) == 0)
    patch_code({passed.number_at(4), static_cast<std::uint64_t>(out), call[1], call[5],
                call.number_at(2)});
  return out;
}

/// Passes a call about a range of memory.
long range_call(const Call& call) {
  return is_reserved(call[0], call[1]) ? -ENOMEM : pass(call);
}

long munmap_call(const Call& call) {
  const long out = range_call(call);
  if (out == 0) forget_map(call[0], call[1]);
  return out;
}

long mremap_call(const Call& call) {
  if (is_reserved(call[0], call[1])) return -EFAULT;
  if ((call[3] & MREMAP_FIXED) != 0 && is_reserved(call[4], call[2])) return -EINVAL;
  const long out = pass(call);
  if (!is_error(out)) move_map(call[0], call[1], static_cast<std::uint64_t>(out), call[2]);
  return out;
}

/// Moves the end of the data segment. Returns the end, moved or not.
long brk_call(const Call& call) {
  std::uint64_t& break_end = current().space->break_end;
  const std::uint64_t wanted = call[0];
  if (wanted < break_begin || wanted > break_begin + break_bytes)
    return static_cast<long>(break_end);
  const std::uint64_t old_end = page_ceiling(break_end);
  const std::uint64_t new_end = page_ceiling(wanted);
  if (new_end > old_end) {
    const long got = linux_call(SYS_mmap, static_cast<long>(old_end),
                                static_cast<long>(new_end - old_end), PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (is_error(got)) return static_cast<long>(break_end);
  } else if (new_end < old_end) {
    linux_call(SYS_munmap, static_cast<long>(new_end), static_cast<long>(old_end - new_end));
  }
  break_end = wanted;
  return static_cast<long>(break_end);
}

long zero_call(const Call& /*call*/) {
  return 0;
}

}  // namespace

constexpr Entry calls_of_memory[] = {{SYS_mmap, {"mmap", mmap_call}},
                                     {SYS_munmap, {"munmap", munmap_call}},
                                     {SYS_mprotect, {"mprotect", range_call}},
                                     {SYS_madvise, {"madvise", range_call}},
                                     {SYS_msync, {"msync", range_call}},
                                     {SYS_mincore, {"mincore", range_call}},
                                     {SYS_mremap, {"mremap", mremap_call}},
                                     {SYS_brk, {"brk", brk_call}},
                                     {SYS_mlock, {"mlock", zero_call}},
                                     {SYS_munlock, {"munlock", zero_call}},
                                     {SYS_mlockall, {"mlockall", zero_call}},
                                     {SYS_munlockall, {"munlockall", zero_call}},
                                     {SYS_mlock2, {"mlock2", zero_call}},
                                     {SYS_mbind, {"mbind", zero_call}},
                                     {0, {}}};

}  // namespace ldfi::kernel
