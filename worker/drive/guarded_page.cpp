#include "worker/drive/guarded_page.hpp"

#include <signal.h>
#include <sys/mman.h>

#include <array>
#include <atomic>
#include <cstdint>

#include "common/base/contract.hpp"

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

}  // namespace ldfi::drive
