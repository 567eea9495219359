/* Functions that read clocks, and functions that sleep. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <threads.h>
#include <unistd.h>

#include "worker/clock/clock.h"

#define LOAD(what) __atomic_load_n(&(what), __ATOMIC_SEQ_CST)
#define STORE(what, value) __atomic_store_n(&(what), (value), __ATOMIC_SEQ_CST)
#define ADD(what) __atomic_add_fetch(&(what), 1, __ATOMIC_SEQ_CST)

static const int64_t second = 1000000000;
static const int64_t for_ever = INT64_MAX / 4;

const int64_t ldfi_day = INT64_C(1700000000000000000);
const int64_t ldfi_machine = INT64_C(1000000000000);
struct ldfi_page* ldfi_page;

static char bell_path[512];
static int bell = -1;

/* Opens the FIFO that wakes polling threads, with a high descriptor number, because programs may
   expect to get low numbers. */
static int open_bell(void) {
  const int low = open(bell_path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
  const int high = fcntl(low, F_DUPFD_CLOEXEC, 700);
  if (high < 0) return low;
  close(low);
  return high;
}

/* Maps the page of memory with the virtual time from this folder. Returns 0, or -1 if there is no
   page. */
static int open_page(const char* folder) {
  char path[512];
  snprintf(path, sizeof path, "%s/page", folder);
  snprintf(bell_path, sizeof bell_path, "%s/bell", folder);
  const int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0) return -1;
  void* const page = mmap(NULL, ldfi_page_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (page == MAP_FAILED) return -1;
  bell = open_bell();
  ldfi_page = page;
  ldfi_begin_process();
  return 0;
}

__attribute__((constructor)) static void begin(void) {
  const char* const folder = getenv("LDFI_CLOCK");
  if (folder != NULL) open_page(folder);
}

/* Starts virtual time in a process that was forked to become a node. The process that forked it has
   real time (worker/zygote). */
int ldfi_clock_begin(const char* folder);
int ldfi_clock_begin(const char* folder) {
  return ldfi_page == NULL ? open_page(folder) : -1;
}

int ldfi_bell(void) {
  return bell;
}

/* Empties the FIFO that wakes polling threads. Opens it again if the program has closed it, because
   some programs close all descriptors at their start. */
void ldfi_hear_bell(void) {
  uint64_t ignored = 0;
  if (read(bell, &ignored, sizeof ignored) < 0 && errno == EBADF) bell = open_bell();
}

long ldfi_futex(uint32_t* address, int operation, uint32_t value, const struct timespec* timeout) {
  return ldfi_call(SYS_futex, address, operation, value, timeout, NULL, 0);
}

int64_t ldfi_now(void) {
  return LOAD(ldfi_page->now);
}

int64_t ldfi_span(const struct timespec* time) {
  return time->tv_sec >= for_ever / second ? for_ever : time->tv_sec * second + time->tv_nsec;
}

int64_t ldfi_after(int64_t span) {
  return ldfi_now() + span;
}

static int64_t beginning(clockid_t clock) {
  const int of_the_day = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE ||
                         clock == CLOCK_REALTIME_ALARM || clock == CLOCK_TAI;
  return of_the_day ? ldfi_day : ldfi_machine;
}

int64_t ldfi_moment(clockid_t clock, const struct timespec* time) {
  return ldfi_span(time) - beginning(clock);
}

struct ldfi_sleeper* ldfi_enter(int64_t until, int polls) {
  const int32_t self = gettid();
  for (int i = 0; i < ldfi_sleepers; ++i) {
    struct ldfi_sleeper* const place = &ldfi_page->sleepers[i];
    int32_t nobody = 0;
    if (!__atomic_compare_exchange_n(&place->thread, &nobody, self, 0, __ATOMIC_SEQ_CST,
                                     __ATOMIC_SEQ_CST)) {
      continue;
    }
    STORE(place->order, ldfi_thread());
    STORE(place->polls, (uint16_t)polls);
    STORE(place->until, until);
    return place;
  }
  static const char said[] =
      "ldfi-farm: more threads wait for a time than its clock has room for\n";
  if (write(2, said, sizeof said - 1) < 0) abort();
  abort();
}

void ldfi_leave(struct ldfi_sleeper* place) {
  STORE(place->until, 0);
  STORE(place->released, 0);
  STORE(place->thread, 0);
}

int ldfi_is_released(const struct ldfi_sleeper* place) {
  return LOAD(place->released);
}

/* Returns true if the process has children. Then it must not advance the time, because a child that
 * the worker has not seen yet may wait for an earlier time. */
static int has_children(void) {
  siginfo_t ignored;
  return waitid(P_ALL, 0, &ignored, WEXITED | WNOHANG | WNOWAIT) == 0 || errno != ECHILD;
}

int ldfi_advance(int64_t until) {
  /* Nanoseconds that are added to the time for which a thread waits. A thread that waits until the
     clock shows a later time would otherwise wait forever. */
  static const int64_t beyond = 1000;
  /* Output means that the worker must act first. The check comes before the check of the lease,
     because the worker ends the lease before it reads output. */
  int said = 0;
  if (ioctl(1, FIONREAD, &said) != 0 || said > 0) return 0;
  if (until + beyond > LOAD(ldfi_page->lease) || has_children()) return 0;
  STORE(ldfi_page->now, until + beyond);
  return 1;
}

int ldfi_sleep_until(int64_t until) {
  ldfi_waited();
  if (until <= ldfi_now() || ldfi_advance(until)) return 0;
  struct ldfi_sleeper* const place = ldfi_enter(until, 0);
  int out = 0;
  while (out == 0) {
    const uint32_t turn = LOAD(ldfi_page->turn);
    if (ldfi_is_released(place)) break;
    if (ldfi_futex(&ldfi_page->turn, FUTEX_WAIT, turn, NULL) != 0 && errno == EINTR) out = -1;
  }
  ldfi_leave(place);
  if (out != 0) errno = EINTR;
  return out;
}

static uint32_t vain;
static __thread uint32_t looks;

void ldfi_waited(void) {
  STORE(vain, 0);
  looks = 0;
}

void ldfi_looked(void) {
  static const uint32_t many = 1000000;
  static const uint32_t more = 1000;
  static const int64_t each = 1000000;
  if (++looks < many) return;
  ldfi_sleep_until(ldfi_after(each));
  looks = many - more;
}

void ldfi_asked_in_vain(void) {
  static const uint32_t many = 1000;
  static const int64_t each = 1000000;
  if (ldfi_page == NULL || ADD(vain) < many) return;
  ldfi_sleep_until(ldfi_after(each));
  STORE(vain, many);
}

/* Returns true if the sleep is so short that its only purpose is to wait for another thread in a
 * loop. Such sleeps take no virtual time, because their number depends on the machine. */
static int is_moment(int64_t span) {
  static const int64_t shortest = 100000;
  if (span >= shortest) return 0;
  sched_yield();
  ldfi_asked_in_vain();
  return 1;
}

static void tell(clockid_t clock, struct timespec* out) {
  ldfi_looked();
  const int64_t time = ldfi_now() + beginning(clock);
  out->tv_sec = time / second;
  out->tv_nsec = time % second;
}

int clock_gettime(clockid_t clock, struct timespec* out) {
  LDFI_REAL(clock_gettime)
  const int of_a_processor =
      clock < 0 || clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID;
  if (ldfi_page == NULL || of_a_processor || clock > CLOCK_TAI) return real(clock, out);
  tell(clock, out);
  return 0;
}

int timespec_get(struct timespec* out, int base) {
  LDFI_REAL(timespec_get)
  if (ldfi_page == NULL || base != TIME_UTC) return real(out, base);
  tell(CLOCK_REALTIME, out);
  return base;
}

int gettimeofday(struct timeval* restrict out, void* restrict zone) {
  LDFI_REAL(gettimeofday)
  if (ldfi_page == NULL) return real(out, zone);
  struct timespec time;
  tell(CLOCK_REALTIME, &time);
  out->tv_sec = time.tv_sec;
  out->tv_usec = time.tv_nsec / 1000;
  return 0;
}

time_t time(time_t* out) {
  LDFI_REAL(time)
  if (ldfi_page == NULL) return real(out);
  struct timespec now;
  tell(CLOCK_REALTIME, &now);
  if (out != NULL) *out = now.tv_sec;
  return now.tv_sec;
}

static void set_rest(int64_t until, struct timespec* rest) {
  if (rest == NULL) return;
  const int64_t left = until > ldfi_now() ? until - ldfi_now() : 0;
  rest->tv_sec = left / second;
  rest->tv_nsec = left % second;
}

static int is_span(const struct timespec* time) {
  return time->tv_sec >= 0 && time->tv_nsec >= 0 && time->tv_nsec < second;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec* time,
                    struct timespec* rest) {
  LDFI_REAL(clock_nanosleep)
  if (ldfi_page == NULL || !is_span(time)) return real(clock, flags, time, rest);
  const int absolute = (flags & TIMER_ABSTIME) != 0;
  if (!absolute && is_moment(ldfi_span(time))) return 0;
  const int64_t until = absolute ? ldfi_moment(clock, time) : ldfi_after(ldfi_span(time));
  if (ldfi_sleep_until(until) == 0) return 0;
  if (!absolute) set_rest(until, rest);
  return EINTR;
}

int nanosleep(const struct timespec* time, struct timespec* rest) {
  LDFI_REAL(nanosleep)
  if (ldfi_page == NULL || !is_span(time)) return real(time, rest);
  if (is_moment(ldfi_span(time))) return 0;
  const int64_t until = ldfi_after(ldfi_span(time));
  if (ldfi_sleep_until(until) == 0) return 0;
  set_rest(until, rest);
  return -1;
}

int thrd_sleep(const struct timespec* time, struct timespec* rest) {
  return nanosleep(time, rest);
}

int usleep(useconds_t span) {
  LDFI_REAL(usleep)
  if (ldfi_page == NULL) return real(span);
  return is_moment(span * INT64_C(1000)) ? 0 : ldfi_sleep_until(ldfi_after(span * INT64_C(1000)));
}

unsigned sleep(unsigned span) {
  LDFI_REAL(sleep)
  if (ldfi_page == NULL) return real(span);
  const int64_t until = ldfi_after(span * second);
  if (ldfi_sleep_until(until) == 0) return 0;
  return (unsigned)((until - ldfi_now() + second - 1) / second);
}
