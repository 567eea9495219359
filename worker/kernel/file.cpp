#include "worker/kernel/file.hpp"

#include <fcntl.h>

#include "worker/kernel/descriptors.hpp"
#include "worker/kernel/epoll.hpp"

namespace ldfi::kernel {
namespace {

/// Copies between the pieces and `other`, in the direction that `step` chooses.
template <typename Step>
long each_part(const Pieces& pieces, std::size_t offset, std::size_t count, const Step& step) {
  std::size_t done = 0;
  for (int i = 0; i < pieces.count && done < count; ++i) {
    const std::size_t length = pieces.items[i].iov_len;
    if (offset >= length) {
      offset -= length;
      continue;
    }
    const std::size_t here = length - offset < count - done ? length - offset : count - done;
    char* const at = static_cast<char*>(pieces.items[i].iov_base) + offset;
    if (const long error = step(at, done, here); error != 0) return error;
    done += here;
    offset = 0;
  }
  return 0;
}

}  // namespace

std::size_t Pieces::bytes() const {
  std::size_t out = 0;
  for (int i = 0; i < count; ++i) out += items[i].iov_len;
  return out;
}

void Pieces::skip(std::size_t bytes) {
  for (int i = 0; i < count && bytes > 0; ++i) {
    const std::size_t here = items[i].iov_len < bytes ? items[i].iov_len : bytes;
    items[i].iov_base = static_cast<char*>(items[i].iov_base) + here;
    items[i].iov_len -= here;
    bytes -= here;
  }
}

long Pieces::put(std::size_t offset, const void* from, std::size_t many) const {
  const auto* const bytes = static_cast<const char*>(from);
  return each_part(*this, offset, many, [bytes](char* at, std::size_t done, std::size_t here) {
    return ldfi_copy(at, bytes + done, here);
  });
}

long Pieces::take(std::size_t offset, void* to, std::size_t many) const {
  auto* const bytes = static_cast<char*>(to);
  return each_part(*this, offset, many, [bytes](char* at, std::size_t done, std::size_t here) {
    return ldfi_copy(bytes + done, at, here);
  });
}

bool File::is_blocking() const {
  return (status & O_NONBLOCK) == 0;
}

void File::notify(std::uint32_t changed) {
  for (Watch* one = watches; one != nullptr; one = one->next_of_file) {
    if (changed == all_events || (one->events & changed) != 0) one->epoll->queue(*one);
  }
  for (Waiter* one = waiters; one != nullptr; one = one->next) wake(*one->context);
}

Outcome wait_for(File* const* files, int count, std::uint64_t deadline) {
  const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(Waiter);
  auto* const waiters = count == 0 ? nullptr : static_cast<Waiter*>(allocate(bytes));
  for (int i = 0; i < count; ++i) {
    if (files[i] == nullptr) continue;
    waiters[i] = {&current(), files[i], nullptr};
    ++files[i]->references;  // another thread may close its descriptor meanwhile
    Waiter** place = &files[i]->waiters;
    while (*place != nullptr) place = &(*place)->next;
    *place = &waiters[i];
  }
  const Outcome out = wait_until(deadline);
  for (int i = 0; i < count; ++i) {
    if (files[i] == nullptr) continue;
    Waiter** place = &files[i]->waiters;
    while (*place != &waiters[i]) place = &(*place)->next;
    *place = waiters[i].next;
    drop(*files[i]);
  }
  if (waiters != nullptr) release(waiters, bytes);
  return out;
}

}  // namespace ldfi::kernel
