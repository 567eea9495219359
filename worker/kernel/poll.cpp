// Calls that wait for several files.
#include <fcntl.h>
#include <poll.h>
#include <sys/select.h>

#include "worker/kernel/call.hpp"
#include "worker/kernel/descriptors.hpp"
#include "worker/kernel/epoll.hpp"
#include "worker/kernel/signals.hpp"

namespace ldfi::kernel {
namespace {

/// A deadline from a time in memory, or `never` if the address is 0. Returns 0 or an error.
long deadline_of(std::uint64_t address, std::uint64_t& out) {
  out = never;
  timespec time{};
  std::uint64_t span = 0;
  if (address == 0) return 0;
  if (read_guest(time, address) != 0) return -EFAULT;
  if (!span_of(time, span)) return -EINVAL;
  out = after(span);
  return 0;
}

std::uint64_t deadline_of_ms(int ms) {
  constexpr std::uint64_t each = 1'000'000;
  return ms < 0 ? never : after(static_cast<std::uint64_t>(ms) * each);
}

int look_at(pollfd& one) {
  one.revents = 0;
  if (one.fd < 0) return 0;
  File* const file = file_at(one.fd);
  const auto wanted = static_cast<std::uint32_t>(one.events) | POLLERR | POLLHUP;
  one.revents = static_cast<short>(file == nullptr ? POLLNVAL : file->events() & wanted);
  return one.revents != 0 ? 1 : 0;
}

/// Waits for files until `look` returns something other than 0. Returns this, or 0 at the deadline.
template <typename Look>
long wait_and_look(File* const* files, int count, std::uint64_t deadline, const Look& look) {
  for (;;) {
    const long found = look();
    if (found != 0 || deadline <= now()) return found;
    const Outcome outcome = wait_for(files, count, deadline);
    if (outcome == Outcome::interrupted) return -EINTR;
    if (outcome == Outcome::timed_out) return look();
  }
}

long poll_until(const Call& call, std::uint64_t deadline) {
  const std::uint64_t count = call[1];
  if (count > static_cast<std::uint64_t>(most_descriptors())) return -EINVAL;
  const std::size_t bytes = count * sizeof(pollfd);
  auto* const all = static_cast<pollfd*>(allocate(bytes + 1));
  auto* const files = static_cast<File**>(allocate(count * sizeof(File*) + 1));
  long out = ldfi_copy(all, at_address<void>(call[0]), bytes);
  if (out == 0) {
    for (std::size_t i = 0; i < count; ++i) files[i] = file_at(all[i].fd);
    out = wait_and_look(files, static_cast<int>(count), deadline, [&] {
      long found = 0;
      for (std::size_t i = 0; i < count; ++i) found += look_at(all[i]);
      return found;
    });
    if (out >= 0 && ldfi_copy(at_address<void>(call[0]), all, bytes) != 0) out = -EFAULT;
  }
  release(files, count * sizeof(File*) + 1);
  release(all, bytes + 1);
  return out;
}

long poll_call(const Call& call) {
  return poll_until(call, deadline_of_ms(call.number_at(2)));
}

long ppoll_call(const Call& call) {
  std::uint64_t deadline = never;
  if (const long error = deadline_of(call[2], deadline); error != 0) return error;
  if (const long error = set_mask_for_wait(call[3], call[4]); error != 0) return error;
  return end_wait_with_mask(poll_until(call, deadline));
}

/// The three sets of select(), as the guest has them, and as they are found.
struct Sets {
  static constexpr int kinds = 3;
  static constexpr std::size_t words = FD_SETSIZE / 64;
  std::uint64_t wanted[kinds][words] = {};
  std::uint64_t found[kinds][words] = {};
  std::uint64_t addresses[kinds] = {};

  [[nodiscard]] bool wants(int kind, int descriptor) const {
    return (wanted[kind][descriptor / 64] >> (descriptor % 64) & 1) != 0;
  }
};

long look_at_sets(Sets& sets, int count) {
  constexpr std::uint32_t events[] = {POLLIN | POLLRDHUP | POLLHUP | POLLERR, POLLOUT | POLLERR,
                                      POLLPRI};
  long found = 0;
  memset(sets.found, 0, sizeof sets.found);
  for (int i = 0; i < count; ++i) {
    for (int kind = 0; kind < Sets::kinds; ++kind) {
      if (!sets.wants(kind, i)) continue;
      File* const file = file_at(i);
      if (file == nullptr) return -EBADF;
      if ((file->events() & events[kind]) == 0) continue;
      sets.found[kind][i / 64] |= std::uint64_t{1} << (i % 64);
      ++found;
    }
  }
  return found;
}

long read_sets(const Call& call, Sets& sets, std::size_t bytes) {
  for (int kind = 0; kind < Sets::kinds; ++kind) {
    sets.addresses[kind] = call[kind + 1];
    if (sets.addresses[kind] == 0) continue;
    if (ldfi_copy(sets.wanted[kind], at_address<void>(sets.addresses[kind]), bytes) != 0)
      return -EFAULT;
  }
  return 0;
}

long select_until(const Call& call, std::uint64_t deadline) {
  int count = call.number_at(0);
  if (count < 0) return -EINVAL;
  if (count > FD_SETSIZE) count = FD_SETSIZE;
  Sets sets;
  const std::size_t bytes = (static_cast<std::size_t>(count) + 63) / 64 * 8;
  if (const long error = read_sets(call, sets, bytes); error != 0) return error;
  File* files[FD_SETSIZE];
  for (int i = 0; i < count; ++i) {
    const bool wanted = sets.wants(0, i) || sets.wants(1, i) || sets.wants(2, i);
    files[i] = wanted ? file_at(i) : nullptr;
  }
  const long out = wait_and_look(files, count, deadline, [&] { return look_at_sets(sets, count); });
  for (int kind = 0; kind < Sets::kinds && out >= 0; ++kind) {
    if (sets.addresses[kind] == 0) continue;
    if (ldfi_copy(at_address<void>(sets.addresses[kind]), sets.found[kind], bytes) != 0)
      return -EFAULT;
  }
  return out;
}

/// Writes the time that is left until the deadline, as select() of Linux does.
template <typename Time>
void write_rest(std::uint64_t address, std::uint64_t deadline, long per_unit) {
  if (address == 0) return;
  const timespec rest = time_of(deadline > now() ? deadline - now() : 0);
  const Time out{rest.tv_sec, rest.tv_nsec / per_unit};
  (void)write_guest(address, out);
}

long select_call(const Call& call) {
  std::uint64_t deadline = never;
  if (call[4] != 0) {
    timeval time{};
    if (read_guest(time, call[4]) != 0) return -EFAULT;
    constexpr long per_unit = 1000;
    constexpr long million = 1'000'000;
    if (time.tv_sec < 0 || time.tv_usec < 0) return -EINVAL;
    std::uint64_t span = 0;
    span_of({time.tv_sec + time.tv_usec / million, time.tv_usec % million * per_unit}, span);
    deadline = after(span);
  }
  const long out = select_until(call, deadline);
  write_rest<timeval>(call[4], deadline, 1000);
  return out;
}

long pselect_call(const Call& call) {
  std::uint64_t deadline = never;
  std::uint64_t mask[2] = {};
  if (const long error = deadline_of(call[4], deadline); error != 0) return error;
  if (call[5] != 0 && read_guest(mask, call[5]) != 0) return -EFAULT;
  if (const long error = set_mask_for_wait(mask[0], mask[1]); error != 0) return error;
  const long out = end_wait_with_mask(select_until(call, deadline));
  write_rest<timespec>(call[4], deadline, 1);
  return out;
}

long epoll_create_call(const Call& call) {
  if (call.number_at(0) <= 0) return -EINVAL;
  return place(*make_file<Epoll>(O_RDWR), false);
}

long epoll_create1_call(const Call& call) {
  if ((call[0] & ~std::uint64_t{EPOLL_CLOEXEC}) != 0) return -EINVAL;
  return place(*make_file<Epoll>(O_RDWR), call[0] != 0);
}

Epoll* epoll_at(int descriptor, long& error) {
  File* const file = file_at(descriptor);
  error = file == nullptr ? -EBADF : -EINVAL;
  return file == nullptr ? nullptr : file->as_epoll();
}

long epoll_ctl_call(const Call& call) {
  const int operation = call.number_at(1);
  epoll_event wanted{};
  if (operation != EPOLL_CTL_DEL && read_guest(wanted, call[3]) != 0) return -EFAULT;
  long error = 0;
  Epoll* const epoll = epoll_at(call.number_at(0), error);
  File* const file = file_at(call.number_at(2));
  if (error == -EBADF || file == nullptr) return -EBADF;
  if (!file->is_watchable()) return -EPERM;
  if (epoll == nullptr || file == epoll) return -EINVAL;
  if (operation < EPOLL_CTL_ADD || operation > EPOLL_CTL_MOD) return -EINVAL;
  if (const Epoll* const inner = file->as_epoll(); inner != nullptr && inner->reaches(*epoll))
    return -ELOOP;
  return epoll->control(operation, call.number_at(2), *file, &wanted);
}

long epoll_until(const Call& call, std::uint64_t deadline) {
  long error = 0;
  Epoll* const epoll = epoll_at(call.number_at(0), error);
  constexpr int most_at_once = 1024;
  int most = call.number_at(2);
  if (most <= 0) return -EINVAL;
  if (epoll == nullptr) return error;
  if (most > most_at_once) most = most_at_once;
  const std::size_t bytes = static_cast<std::size_t>(most) * sizeof(epoll_event);
  auto* const events = static_cast<epoll_event*>(allocate(bytes));
  File* const files[] = {epoll};
  long out = wait_and_look(files, 1, deadline, [&] { return epoll->collect(events, most); });
  if (out > 0 && ldfi_copy(at_address<void>(call[1]), events,
                           static_cast<std::size_t>(out) * sizeof(epoll_event)) != 0) {
    out = -EFAULT;
  }
  release(events, bytes);
  return out;
}

long epoll_wait_call(const Call& call) {
  return epoll_until(call, deadline_of_ms(call.number_at(3)));
}

long epoll_pwait_call(const Call& call) {
  if (const long error = set_mask_for_wait(call[4], call[5]); error != 0) return error;
  return end_wait_with_mask(epoll_until(call, deadline_of_ms(call.number_at(3))));
}

long epoll_pwait2_call(const Call& call) {
  std::uint64_t deadline = never;
  if (const long error = deadline_of(call[3], deadline); error != 0) return error;
  if (const long error = set_mask_for_wait(call[4], call[5]); error != 0) return error;
  return end_wait_with_mask(epoll_until(call, deadline));
}

}  // namespace

constexpr Entry calls_of_polls[] = {{SYS_poll, {"poll", poll_call}},
                                    {SYS_ppoll, {"ppoll", ppoll_call}},
                                    {SYS_select, {"select", select_call}},
                                    {SYS_pselect6, {"pselect6", pselect_call}},
                                    {SYS_epoll_create, {"epoll_create", epoll_create_call}},
                                    {SYS_epoll_create1, {"epoll_create1", epoll_create1_call}},
                                    {SYS_epoll_ctl, {"epoll_ctl", epoll_ctl_call}},
                                    {SYS_epoll_wait, {"epoll_wait", epoll_wait_call}},
                                    {SYS_epoll_pwait, {"epoll_pwait", epoll_pwait_call}},
                                    {SYS_epoll_pwait2, {"epoll_pwait2", epoll_pwait2_call}},
                                    {0, {}}};

}  // namespace ldfi::kernel
