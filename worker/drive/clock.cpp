#include "worker/drive/clock.hpp"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <fstream>
#include <system_error>
#include <utility>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"

// CMake includes the bytes of the clock library here (worker/clock/library.S).
extern "C" {
extern const char ldfi_clock_library[];
extern const char ldfi_clock_library_end[];
}

namespace ldfi::drive {
namespace {

static_assert(sizeof(ldfi_page) <= ldfi_page_bytes);

[[noreturn]] void fail(const std::string& call) {
  throw EnvironmentError(call + ": " + std::generic_category().message(errno));
}

}  // namespace

void Clock::unpack(const std::string& library) {
  std::ofstream file(library, std::ios::binary);
  file.write(ldfi_clock_library, ldfi_clock_library_end - ldfi_clock_library);
  file.close();
  if (!file) fail("write " + library);
}

Clock::Clock(const std::string& folder, const std::string& seen, std::uint64_t seed)
    : file_(seen + "/page"),
      shared_(folder + "/page", ldfi_page_bytes),
      page_(static_cast<ldfi_page*>(shared_.memory())),
      bell_(make_fifo(folder + "/bell")) {
  std::atomic_ref(page_->seed).store(seed);
}

std::string Clock::preload(const std::string& library) {
  const char* before = std::getenv("LD_PRELOAD");
  const std::string others = before != nullptr && *before != '\0' ? std::string(":") + before : "";
  return "LD_PRELOAD=" + library + others;
}

std::string Clock::variable(const std::string& folder) {
  return "LDFI_CLOCK=" + folder;
}

bool Clock::is_of(pid_t process) const {
  std::ifstream maps("/proc/" + std::to_string(process) + "/maps");
  for (std::string line; std::getline(maps, line);) {
    if (line.ends_with(file_)) return true;
  }
  return false;
}

bool Clock::is_damaged() const {
  return shared_.is_lost();
}

std::int64_t Clock::now() const {
  return std::atomic_ref(page_->now).load();
}

void Clock::set(std::int64_t now, std::int64_t lease) {
  LDFI_REQUIRE(lease >= now, "a lease ends after it begins");
  std::atomic_ref(page_->now).store(std::max(now, this->now()));
  std::atomic_ref(page_->lease).store(lease);
}

void Clock::end_lease() {
  std::atomic_ref(page_->lease).store(0);
}

std::optional<std::int64_t> Clock::deadline() const {
  std::optional<std::int64_t> out;
  for (ldfi_sleeper& one : page_->sleepers) {
    if (std::atomic_ref(one.thread).load() == 0) continue;
    const std::int64_t until = std::atomic_ref(one.until).load();
    if (until > 0 && (!out || until < *out)) out = until;
  }
  return out;
}

bool Clock::release() {
  ldfi_sleeper* first = nullptr;
  const auto key = [](ldfi_sleeper& one) {
    return std::pair(std::atomic_ref(one.until).load(), std::atomic_ref(one.order).load());
  };
  for (ldfi_sleeper& one : page_->sleepers) {
    const std::int64_t until = std::atomic_ref(one.until).load();
    if (std::atomic_ref(one.thread).load() == 0 || until == 0 || until > now()) continue;
    if (first == nullptr || key(one) < key(*first)) first = &one;
  }
  if (first == nullptr) return false;
  // Read before the release: once it runs, the thread may give its entry to another thread.
  const bool polls = std::atomic_ref(first->polls).load() != 0;
  std::atomic_ref(first->released).store(1);
  std::atomic_ref(page_->turn).fetch_add(1);
  ::syscall(SYS_futex, &page_->turn, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
  if (!polls) return true;
  const char one = 1;
  // A write fails if the FIFO is full, but then the FIFO wakes the thread anyway.
  [[maybe_unused]] const ssize_t rung = ::write(bell_.get(), &one, 1);
  return true;
}

void Clock::forget_all_but(const std::set<int>& threads) {
  for (ldfi_sleeper& one : page_->sleepers) {
    const std::int32_t thread = std::atomic_ref(one.thread).load();
    if (thread == 0 || threads.contains(thread)) continue;
    std::atomic_ref(one.until).store(0);
    std::atomic_ref(one.released).store(0);
    std::atomic_ref(one.thread).store(0);
  }
}

}  // namespace ldfi::drive
