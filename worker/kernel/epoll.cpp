#include "worker/kernel/epoll.hpp"

namespace ldfi::kernel {
namespace {

/// Events that are reported whether or not they are wanted.
constexpr std::uint32_t always = EPOLLERR | EPOLLHUP;
/// Bits of a watch that are not events.
constexpr std::uint32_t modes = EPOLLET | EPOLLONESHOT | EPOLLWAKEUP | EPOLLEXCLUSIVE;

std::uint32_t events_now(const Watch& watch) {
  if ((watch.events & ~modes) == 0) return 0;  // it was reported once, as wanted
  return watch.file->events() & (watch.events | always) & ~modes;
}

}  // namespace

Watch* Epoll::find(int descriptor, const File& file) {
  Watch* one = all_;
  while (one != nullptr && (one->descriptor != descriptor || one->file != &file)) {
    one = one->next_of_epoll;
  }
  return one;
}

void Epoll::queue(Watch& watch) {
  if (!watch.queued) {
    watch.queued = true;
    watch.next_in_queue = nullptr;
    (first_ == nullptr ? first_ : last_->next_in_queue) = &watch;
    last_ = &watch;
  }
  notify();
}

Watch* Epoll::take_first() {
  Watch* const out = first_;
  first_ = out->next_in_queue;
  out->queued = false;
  return out;
}

void Epoll::unqueue(const Watch& watch) {
  if (!watch.queued) return;
  Watch* before = nullptr;
  for (Watch* one = first_; one != &watch; one = one->next_in_queue) before = one;
  (before == nullptr ? first_ : before->next_in_queue) = watch.next_in_queue;
  if (last_ == &watch) last_ = before;
}

void Epoll::forget(Watch& watch) {
  unqueue(watch);
  Watch** place = &all_;
  while (*place != &watch) place = &(*place)->next_of_epoll;
  *place = watch.next_of_epoll;
  place = &watch.file->watches;
  while (*place != &watch) place = &(*place)->next_of_file;
  *place = watch.next_of_file;
  release(&watch, sizeof watch);
}

void Epoll::close() {
  while (all_ != nullptr) forget(*all_);
}

long Epoll::control(int operation, int descriptor, File& file, const epoll_event* wanted) {
  Watch* watch = find(descriptor, file);
  if (operation == EPOLL_CTL_ADD) {
    if (watch != nullptr) return -EEXIST;
    watch = allocate_object<Watch>();
    watch->epoll = this;
    watch->file = &file;
    watch->descriptor = descriptor;
    watch->next_of_epoll = all_;
    all_ = watch;
    watch->next_of_file = file.watches;
    file.watches = watch;
  } else if (watch == nullptr) {
    return -ENOENT;
  } else if (operation == EPOLL_CTL_DEL) {
    forget(*watch);
    return 0;
  }
  watch->events = wanted->events;
  watch->data = wanted->data.u64;
  if (events_now(*watch) != 0) queue(*watch);
  return 0;
}

int Epoll::collect(epoll_event* out, int most) {
  int count = 0;
  Watch* const last = last_;  // watches that are queued again below wait for the next call
  while (first_ != nullptr && count < most) {
    Watch* const one = take_first();
    if (const std::uint32_t events = events_now(*one); events != 0) {
      out[count].events = events;
      out[count].data.u64 = one->data;
      ++count;
      if ((one->events & EPOLLONESHOT) != 0) {
        one->events &= modes;
      } else if ((one->events & EPOLLET) == 0) {
        queue(*one);
      }
    }
    if (one == last) break;
  }
  return count;
}

bool Epoll::reaches(const Epoll& other) const {
  if (this == &other) return true;
  for (const Watch* one = all_; one != nullptr; one = one->next_of_epoll) {
    const Epoll* const inner = one->file->as_epoll();
    if (inner != nullptr && inner->reaches(other)) return true;
  }
  return false;
}

std::uint32_t Epoll::events() {
  for (const Watch* one = first_; one != nullptr; one = one->next_in_queue) {
    if (events_now(*one) != 0) return EPOLLIN;
  }
  return 0;
}

}  // namespace ldfi::kernel
