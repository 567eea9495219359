/* Functions that wait for descriptors with a time limit. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <unistd.h>

#include "worker/clock/clock.h"

static int real_ppoll(struct pollfd* all, nfds_t count, const struct timespec* time,
                      const sigset_t* mask) {
  LDFI_REAL(ppoll)
  return real(all, count, time, mask);
}

static int poll_now(struct pollfd* all, nfds_t count, const sigset_t* mask) {
  const struct timespec none = {0, 0};
  return real_ppoll(all, count, &none, mask);
}

/* Waits for the descriptors until the time `until`. `with_bell` has room for one more descriptor,
   which becomes readable when the worker releases the thread. */
static int wait_until(struct pollfd* all, nfds_t count, int64_t until, const sigset_t* mask,
                      struct pollfd* with_bell) {
  struct pollfd* const rings = &with_bell[count];
  struct ldfi_sleeper* const place = ldfi_enter(until, 1);
  int out = 0;
  for (;;) {
    if (count > 0) memcpy(with_bell, all, count * sizeof *all);
    *rings = (struct pollfd){ldfi_bell(), POLLIN, 0};
    out = real_ppoll(with_bell, count + 1, NULL, mask);
    if (out < 0) break;
    if (rings->revents != 0) --out;
    const int released = ldfi_is_released(place);
    if (out == 0 && !released) sched_yield(); /* the bell rings for another thread */
    if (out > 0 || released) {
      for (nfds_t i = 0; i < count; ++i) all[i].revents = with_bell[i].revents;
      break;
    }
  }
  const int why = errno;
  if (ldfi_is_released(place)) ldfi_hear_bell();
  ldfi_leave(place);
  errno = why;
  return out;
}

static int poll_until(struct pollfd* all, nfds_t count, int64_t until, const sigset_t* mask) {
  const int ready = poll_now(all, count, mask);
  if (ready != 0 || until <= ldfi_now()) return ready;
  ldfi_waited();
  if (ldfi_advance(until)) return 0;
  struct pollfd few[64];
  if (count < sizeof few / sizeof *few) return wait_until(all, count, until, mask, few);
  struct pollfd* const many = malloc((count + 1) * sizeof *many);
  if (many == NULL) {
    errno = ENOMEM;
    return -1;
  }
  const int out = wait_until(all, count, until, mask, many);
  const int why = errno;
  free(many);
  errno = why;
  return out;
}

int ppoll(struct pollfd* all, nfds_t count, const struct timespec* time, const sigset_t* mask) {
  if (ldfi_page == NULL) return real_ppoll(all, count, time, mask);
  if (time == NULL) {
    ldfi_waited();
    return real_ppoll(all, count, NULL, mask);
  }
  const int64_t span = ldfi_span(time);
  if (span > 0) return poll_until(all, count, ldfi_after(span), mask);
  const int out = poll_now(all, count, mask);
  if (out == 0) ldfi_asked_in_vain();
  return out;
}

static struct timespec of_milliseconds(int time) {
  return (struct timespec){time / 1000, time % 1000 * 1000000L};
}

int poll(struct pollfd* all, nfds_t count, int time) {
  const struct timespec span = of_milliseconds(time);
  return ppoll(all, count, time < 0 ? NULL : &span, NULL);
}

/* Programs that were compiled with checks of buffer sizes call these functions instead of poll()
   and ppoll(). */
int __poll_chk(struct pollfd* all, nfds_t count, int time, size_t room);
int __ppoll_chk(struct pollfd* all, nfds_t count, const struct timespec* time, const sigset_t* mask,
                size_t room);

int __poll_chk(struct pollfd* all, nfds_t count, int time, size_t room) {
  if (room / sizeof *all < count) abort();
  return poll(all, count, time);
}

int __ppoll_chk(struct pollfd* all, nfds_t count, const struct timespec* time, const sigset_t* mask,
                size_t room) {
  if (room / sizeof *all < count) abort();
  return ppoll(all, count, time, mask);
}

/* Writes the descriptors that select() watches to `out`, in the form of poll(). Returns their
   number. */
static nfds_t watched(int count, const fd_set* reads, const fd_set* writes, const fd_set* rest,
                      struct pollfd* out) {
  nfds_t found = 0;
  for (int i = 0; i < count && i < FD_SETSIZE; ++i) {
    const int reading = reads != NULL && FD_ISSET(i, reads) ? POLLIN : 0;
    const int writing = writes != NULL && FD_ISSET(i, writes) ? POLLOUT : 0;
    const int urgent = rest != NULL && FD_ISSET(i, rest) ? POLLPRI : 0;
    if (reading + writing + urgent == 0) continue;
    out[found++] = (struct pollfd){i, (short)(reading | writing | urgent), 0};
  }
  return found;
}

static int mark(const struct pollfd* one, int asked, int heard, fd_set* set) {
  if (set == NULL || (one->events & asked) == 0 || (one->revents & heard) == 0) return 0;
  FD_SET(one->fd, set);
  return 1;
}

/* Writes the result of poll() into the sets of select(). Returns the number of bits that are set.
   */
static int marked(const struct pollfd* all, nfds_t count, fd_set* reads, fd_set* writes,
                  fd_set* rest) {
  if (reads != NULL) FD_ZERO(reads);
  if (writes != NULL) FD_ZERO(writes);
  if (rest != NULL) FD_ZERO(rest);
  int out = 0;
  for (nfds_t i = 0; i < count; ++i) {
    if ((all[i].revents & POLLNVAL) != 0) {
      errno = EBADF;
      return -1;
    }
    out += mark(&all[i], POLLIN, POLLIN | POLLHUP | POLLERR, reads);
    out += mark(&all[i], POLLOUT, POLLOUT | POLLERR, writes);
    out += mark(&all[i], POLLPRI, POLLPRI, rest);
  }
  return out;
}

static int select_for(int count, fd_set* reads, fd_set* writes, fd_set* rest, int64_t span,
                      const sigset_t* mask) {
  struct pollfd all[FD_SETSIZE];
  const nfds_t found = watched(count, reads, writes, rest, all);
  const int ready =
      span > 0 ? poll_until(all, found, ldfi_after(span), mask) : poll_now(all, found, mask);
  if (ready < 0) return -1;
  if (ready == 0 && span <= 0) ldfi_asked_in_vain();
  return marked(all, found, reads, writes, rest);
}

int select(int count, fd_set* reads, fd_set* writes, fd_set* rest, struct timeval* time) {
  LDFI_REAL(select)
  if (ldfi_page != NULL && time == NULL) ldfi_waited();
  if (ldfi_page == NULL || time == NULL) return real(count, reads, writes, rest, time);
  const struct timespec span = {time->tv_sec, time->tv_usec * 1000};
  return select_for(count, reads, writes, rest, ldfi_span(&span), NULL);
}

int pselect(int count, fd_set* reads, fd_set* writes, fd_set* rest, const struct timespec* time,
            const sigset_t* mask) {
  LDFI_REAL(pselect)
  if (ldfi_page != NULL && time == NULL) ldfi_waited();
  if (ldfi_page == NULL || time == NULL) return real(count, reads, writes, rest, time, mask);
  return select_for(count, reads, writes, rest, ldfi_span(time), mask);
}

static int real_epoll(int set, struct epoll_event* events, int most, int time,
                      const sigset_t* mask) {
  LDFI_REAL(epoll_pwait)
  return real(set, events, most, time, mask);
}

/* Waits for events for at most `span` nanoseconds, or without a limit if `span` is negative. */
static int epoll_for(int set, struct epoll_event* events, int most, int64_t span,
                     const sigset_t* mask) {
  if (span < 0) {
    ldfi_waited();
    return real_epoll(set, events, most, -1, mask);
  }
  if (span > 0) {
    struct pollfd one = {set, POLLIN, 0};
    if (poll_until(&one, 1, ldfi_after(span), mask) < 0) return -1;
    return real_epoll(set, events, most, 0, mask);
  }
  const int out = real_epoll(set, events, most, 0, mask);
  if (out == 0) ldfi_asked_in_vain();
  return out;
}

int epoll_pwait(int set, struct epoll_event* events, int most, int time, const sigset_t* mask) {
  if (ldfi_page == NULL) return real_epoll(set, events, most, time, mask);
  return epoll_for(set, events, most, time < 0 ? -1 : time * INT64_C(1000000), mask);
}

int epoll_wait(int set, struct epoll_event* events, int most, int time) {
  return epoll_pwait(set, events, most, time, NULL);
}

int epoll_pwait2(int set, struct epoll_event* events, int most, const struct timespec* time,
                 const sigset_t* mask) {
  LDFI_REAL(epoll_pwait2)
  if (ldfi_page == NULL) return real(set, events, most, time, mask);
  return epoll_for(set, events, most, time == NULL ? -1 : ldfi_span(time), mask);
}
