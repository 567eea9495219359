/* What the parts of the clock library share. It is loaded into a node before its C library
 * (LD_PRELOAD), and answers in its place: the time is that of the page, and whoever waits for a time
 * waits for the worker (docs/explanation/virtual-time.md). Without a page every call goes to the C library. */
#ifndef LDFI_WORKER_CLOCK_CLOCK_H
#define LDFI_WORKER_CLOCK_CLOCK_H

#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "worker/clock/page.h"

/* What the C library would have done. The name of a static variable is that of the function. */
#define LDFI_REAL(name)                                               \
  static __typeof__(name)* real;                                      \
  if (real == NULL) {                                                 \
    void* const found = dlsym(RTLD_NEXT, #name);                      \
    __builtin_memcpy((void*)&real, (const void*)&found, sizeof real); \
  }

/* The page; NULL: there is none, and time is real. */
extern struct ldfi_page* ldfi_page;
#pragma GCC visibility push(hidden)

/* When time began: what the clocks of the day and of the machine say at virtual time 0. */
extern const int64_t ldfi_day;
extern const int64_t ldfi_machine;

int64_t ldfi_now(void);
/* Nanoseconds; what is too long for an execution is cut. */
int64_t ldfi_span(const struct timespec* time);
int64_t ldfi_after(int64_t span);
/* Virtual time of a moment on this clock. */
int64_t ldfi_moment(clockid_t clock, const struct timespec* time);

/* Enters the calling thread into the page; leave with what it returns. */
struct ldfi_sleeper* ldfi_enter(int64_t until, int polls);
int ldfi_is_released(const struct ldfi_sleeper* place);
void ldfi_leave(struct ldfi_sleeper* place);
/* True if time is `until` now, because a lease covers it. */
int ldfi_advance(int64_t until);
void ldfi_end_lease(void);
/* 0, or -1 and EINTR. */
int ldfi_sleep_until(int64_t until);
/* Nobody looks at the clock again and again without ever waiting, either. */
void ldfi_looked(void);
/* Nobody asks again and again without ever waiting: from some point on, each asking takes time. */
void ldfi_asked_in_vain(void);
void ldfi_waited(void);
/* Of the calling thread among those of the node: by when they were made, which does not depend on
 * which of them is faster. */
uint64_t ldfi_thread(void);
void ldfi_begin_process(void);
/* A descriptor that can be read when the worker has released one that polls, until that hears it. */
int ldfi_bell(void);
void ldfi_hear_bell(void);
/* Past this library. */
long ldfi_call(long number, ...);
long ldfi_futex(uint32_t* address, int operation, uint32_t value, const struct timespec* timeout);
/* FUTEX_WAIT and FUTEX_WAIT_BITSET, until a time. */
long ldfi_futex_until(uint32_t* address, int operation, uint32_t value,
                      const struct timespec* timeout, uint32_t bits);

#pragma GCC visibility pop
#endif
