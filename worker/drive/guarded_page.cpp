#include "worker/drive/guarded_page.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <system_error>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"

namespace ldfi::drive {
namespace {

struct Guarded {
  std::atomic<std::uintptr_t> begin;
  std::atomic<std::size_t> bytes;
  std::atomic<bool> lost;
};

std::array<Guarded, 1000> guarded;
struct sigaction action_before;

/// Handles SIGBUS. Calls only functions that a signal handler may call.
void replace_page(int number, siginfo_t* about, void* /*context*/) {
  const auto at = reinterpret_cast<std::uintptr_t>(about->si_addr);
  for (Guarded& one : guarded) {
    const std::uintptr_t begin = one.begin.load();
    if (begin == 0 || at < begin || at >= begin + one.bytes.load()) continue;
    void* const page = reinterpret_cast<void*>(begin);
    constexpr int how = MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS;
    if (::mmap(page, one.bytes.load(), PROT_READ | PROT_WRITE, how, -1, 0) == MAP_FAILED) break;
    one.lost.store(true);
    return;
  }
  // The page is not guarded. The earlier action is restored, and applies when the handler returns
  // and the access is repeated.
  ::sigaction(number, &action_before, nullptr);
}

void install() {
  static bool installed = false;
  if (installed) return;
  installed = true;
  struct sigaction action {};
  action.sa_sigaction = replace_page;
  action.sa_flags = SA_SIGINFO;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGBUS, &action, &action_before);
}

[[noreturn]] void fail_call(const std::string& call) {
  throw EnvironmentError(call + ": " + std::generic_category().message(errno));
}

Guarded* find(const void* page) {
  for (Guarded& one : guarded) {
    if (one.begin.load() == reinterpret_cast<std::uintptr_t>(page)) return &one;
  }
  return nullptr;
}

}  // namespace

void guard_page(void* page, std::size_t bytes) {
  LDFI_REQUIRE(page != nullptr && bytes > 0, "the page exists and has at least one byte");
  install();
  Guarded* const free = find(nullptr);
  if (free == nullptr) return;
  free->lost.store(false);
  free->bytes.store(bytes);
  free->begin.store(reinterpret_cast<std::uintptr_t>(page));
}

void forget_page(const void* page) {
  if (Guarded* const one = find(page)) one->begin.store(0);
}

bool is_page_lost(const void* page) {
  const Guarded* const one = find(page);
  return one != nullptr && one->lost.load();
}

SharedPage::SharedPage(const std::string& path, std::size_t bytes) : bytes_(bytes) {
  LDFI_REQUIRE(bytes > 0, "the page has at least one byte");
  const Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (file.get() < 0) fail_call("open " + path);
  // Reserves the space on disk now. If the disk became full later, access to the page would end
  // this process.
  if (const int error = ::posix_fallocate(file.get(), 0, static_cast<off_t>(bytes)); error != 0) {
    errno = error;
    fail_call("write " + path);
  }
  void* const mapped = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
  if (mapped == MAP_FAILED) fail_call("mmap");
  memory_ = mapped;
  guard_page(memory_, bytes_);
}

SharedPage::~SharedPage() {
  forget_page(memory_);
  ::munmap(memory_, bytes_);
}

Descriptor make_fifo(const std::string& path) {
  if (::mkfifo(path.c_str(), 0600) != 0) fail_call("mkfifo " + path);
  Descriptor out(::open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC));
  if (out.get() < 0) fail_call("open " + path);
  return out;
}

}  // namespace ldfi::drive
