/* The declarations that the parts of the clock library share. The library is loaded into a node
 * before the C library (LD_PRELOAD), and replaces some of its functions. They read the time from a
 * page of memory that the worker sets. A thread that waits for a time waits until the worker
 * releases it (docs/explanation/virtual-time.md). If there is no page, every call goes to the C
 * library. */
#ifndef LDFI_WORKER_CLOCK_CLOCK_H
#define LDFI_WORKER_CLOCK_CLOCK_H

#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "worker/clock/page.h"

/* Declares `real`, the function of this name in the C library. */
#define LDFI_REAL(name)                                               \
  static __typeof__(name)* real;                                      \
  if (real == NULL) {                                                 \
    void* const found = dlsym(RTLD_NEXT, #name);                      \
    __builtin_memcpy((void*)&real, (const void*)&found, sizeof real); \
  }

/* The page of memory with the virtual time, or NULL if there is none and time is real. */
extern struct ldfi_page* ldfi_page;
#pragma GCC visibility push(hidden)

/* The values that CLOCK_REALTIME and the machine's other clocks show at virtual time 0. */
extern const int64_t ldfi_day;
extern const int64_t ldfi_machine;

int64_t ldfi_now(void);
/* Converts a time span to nanoseconds. A span that is too long for any execution is shortened. */
int64_t ldfi_span(const struct timespec* time);
int64_t ldfi_after(int64_t span);
/* Returns the virtual time, in nanoseconds, at which this clock shows `time`. */
int64_t ldfi_moment(clockid_t clock, const struct timespec* time);

/* Notes in the page that the calling thread waits until the time `until`. Pass the returned entry
   to ldfi_leave() after the wait. */
struct ldfi_sleeper* ldfi_enter(int64_t until, int polls);
int ldfi_is_released(const struct ldfi_sleeper* place);
void ldfi_leave(struct ldfi_sleeper* place);
/* Sets the virtual time to `until` and returns true, if the worker has allowed that in advance (a
 * lease). */
int ldfi_advance(int64_t until);
void ldfi_end_lease(void);
/* Waits until the virtual time `until`. Returns 0, or -1 with errno EINTR. */
int ldfi_sleep_until(int64_t until);
/* Called when a thread reads the clock. If a thread reads the clock very often without waiting,
 * makes it sleep, so that virtual time passes. */
void ldfi_looked(void);
/* Called when a poll with a time limit of 0 found nothing. After many such polls, each further one
 * lets time pass, because a polling node would otherwise run forever at the same time. */
void ldfi_asked_in_vain(void);
void ldfi_waited(void);
/* Returns the number of the calling thread among the node's threads. Threads are numbered in the
 * order in which they are created, which is the same in each execution. */
uint64_t ldfi_thread(void);
void ldfi_begin_process(void);
/* Returns the descriptor that becomes readable when the worker releases a polling thread (the
 * bell). */
int ldfi_bell(void);
void ldfi_hear_bell(void);
/* Makes a system call that this library does not replace. */
long ldfi_call(long number, ...);
long ldfi_futex(uint32_t* address, int operation, uint32_t value, const struct timespec* timeout);
/* Waits like FUTEX_WAIT or FUTEX_WAIT_BITSET, until a virtual time. */
long ldfi_futex_until(uint32_t* address, int operation, uint32_t value,
                      const struct timespec* timeout, uint32_t bits);

#pragma GCC visibility pop
#endif
