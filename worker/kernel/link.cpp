#include "worker/kernel/link.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>

#include "worker/kernel/context.hpp"
#include "worker/kernel/input.hpp"
#include "worker/kernel/layout.hpp"
#include "worker/kernel/link_page.h"
#include "worker/kernel/names.hpp"
#include "worker/kernel/report.hpp"
#include "worker/kernel/sockets/network.hpp"
#include "worker/kernel/trace.hpp"

namespace ldfi::kernel {
namespace {

constinit ldfi_link_page* page = nullptr;
constinit int bell = -1;
constinit int done = -1;
constinit std::uint64_t seed = 0;
constinit std::uint64_t allowance_end = never;
constinit bool has_spoken = false;
constinit std::uint64_t written = 0;

/// A million calls.
constexpr std::uint64_t allowance = 200'000'000;

int open_in(const char* folder, const char* name) {
  Text path;
  path.add(folder).add("/").add(name);
  const long got = linux_call(SYS_openat, AT_FDCWD, address_of(path.text()), O_RDWR | O_CLOEXEC);
  if (is_error(got)) give_up("the library kernel cannot open its link to ldfi-farm");
  return static_cast<int>(got);
}

/// Begins an activation at this time.
void activate(std::int64_t at) {
  const auto time = static_cast<std::uint64_t>(at);
  if (time > clock_page().now) clock_page().now = time;
  allowance_end = now() + allowance;
}

void await_bell() {
  char byte = 0;
  while (linux_call(SYS_read, bell, address_of(&byte), 1) != 1) continue;
  has_spoken = false;
  activate(page->now);
  take_messages();
  notify_input();
}

/// A single wait that the worker need not know of: nothing can reach the node before its end.
bool advance_alone() {
  const std::uint64_t next = is_any_ready() ? now() : next_deadline();
  if (has_spoken || next == never) return false;
  if (static_cast<std::int64_t>(next) > page->lease || page->lease <= page->now) return false;
  page->now = static_cast<std::int64_t>(next);
  activate(page->now);
  return true;
}

void rest_linked() {
  if (advance_alone()) return;
  const std::uint64_t next = is_any_ready() || is_outbox_full() ? now() : next_deadline();
  constexpr std::uint64_t latest = std::uint64_t{1} << 62;
  page->deadline = next > latest ? -1 : static_cast<std::int64_t>(next);
  flush_trace();  // the worker may kill this process as soon as it is done
  const char byte = 0;
  while (linux_call(SYS_write, done, address_of(&byte), 1) != 1) continue;
  await_bell();
}

void rest_alone() {
  flush_trace();
  const std::uint64_t next = next_deadline();
  pollfd input{0, POLLIN, 0};
  const bool waits = is_input_awaited();
  if (next == never) {
    linux_call(SYS_poll, address_of(&input), waits ? 1 : 0, -1);
  } else if (!waits || linux_call(SYS_poll, address_of(&input), 1, 0) == 0) {
    clock_page().now = next;
  }
  if (input.revents != 0) notify_input();
}

}  // namespace

void begin_link(const char* folder) {
  const int file = open_in(folder, "link");
  const long at = linux_call(SYS_mmap, static_cast<long>(link_page_begin), ldfi_link_bytes,
                             PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED_NOREPLACE, file, 0);
  if (is_error(at)) give_up("the library kernel cannot map its link to ldfi-farm");
  linux_call(SYS_close, file);
  page = at_address<ldfi_link_page>(static_cast<std::uint64_t>(at));
  bell = open_in(folder, "bell");
  done = open_in(folder, "done");
  seed = page->seed;
  begin_network(folder);
  begin_names(folder);
  await_bell();
}

void begin_alone(std::uint64_t number) {
  seed = number;
}

std::uint64_t random_seed() {
  return seed;
}

bool may_go_on() {
  return page == nullptr || now() < allowance_end;
}

void rest() {
  page == nullptr ? rest_alone() : rest_linked();
}

void finish_link() {
  while (is_outbox_full()) rest();
}

void report_deviation(const Text& text) {
  report(text);
  if (page == nullptr || page->deviation[0] != 0) return;
  const char* const from = text.text();
  for (int i = 0; i + 1 < ldfi_deviation_bytes && from[i] != 0; ++i) page->deviation[i] = from[i];
}

void note_output() {
  has_spoken = true;
}

void note_written(std::size_t bytes) {
  written += bytes;
}

std::uint64_t written_bytes() {
  return written;
}

}  // namespace ldfi::kernel
