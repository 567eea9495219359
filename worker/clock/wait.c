/* Functions that wait for other threads, with a time limit. In virtual time, the thread waits
 * without a limit for its condition or futex. When the time limit has come, a special thread of
 * this library wakes it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <threads.h>

#include "worker/clock/clock.h"

/* The entry of a thread that waits with a time limit. */
struct waiter {
  /* Condition that the thread waits for, or NULL if it waits for a futex. */
  pthread_cond_t* condition;
  uint32_t* futex;
  int is_private;             /* the futex belongs to this process alone */
  struct ldfi_sleeper* place; /* NULL if this entry is free */
};

static struct waiter waiters[ldfi_sleepers];
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int waking; /* 1 if this process has a thread that wakes the others, else 0 */

static void wake_those_due(void) {
  pthread_mutex_lock(&guard);
  for (int i = 0; i < ldfi_sleepers; ++i) {
    const struct waiter* const one = &waiters[i];
    if (one->place == NULL || !ldfi_is_released(one->place)) continue;
    if (one->condition != NULL) {
      pthread_cond_broadcast(one->condition);
    } else {
      ldfi_futex(one->futex, FUTEX_WAKE | one->is_private, INT_MAX, NULL);
    }
  }
  pthread_mutex_unlock(&guard);
}

static void* wake_for_ever(void* nothing) {
  uint32_t turn = 0;
  for (;;) {
    turn = __atomic_load_n(&ldfi_page->turn, __ATOMIC_SEQ_CST);
    wake_those_due();
    ldfi_futex(&ldfi_page->turn, FUTEX_WAIT, turn, NULL);
  }
  return nothing;
}

/* Called in the child of a fork. It has only one thread, so none that wakes the others. */
static void in_the_child(void) {
  waking = 0;
  memset(waiters, 0, sizeof waiters);
  pthread_mutex_init(&guard, NULL);
}

static void start(void) {
  static int knows_forks;
  if (!knows_forks) pthread_atfork(NULL, NULL, in_the_child);
  knows_forks = 1;
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  /* Signals are blocked in the new thread, because the program's own threads should handle them. */
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  waking = pthread_create(&thread, NULL, wake_for_ever, NULL) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (waking) pthread_detach(thread);
}

static struct waiter* begin_wait(struct waiter what) {
  pthread_mutex_lock(&guard);
  if (!waking) start();
  struct waiter* out = waiters;
  /* There are as many entries as in the page, so this loop finds a free one. */
  while (out->place != NULL) ++out;
  *out = what;
  pthread_mutex_unlock(&guard);
  return out;
}

static void end_wait(struct waiter* one) {
  pthread_mutex_lock(&guard);
  one->place = NULL;
  pthread_mutex_unlock(&guard);
}

static int condition_until(pthread_cond_t* condition, pthread_mutex_t* mutex, int64_t until) {
  ldfi_waited();
  if (until <= ldfi_now()) return ETIMEDOUT;
  struct ldfi_sleeper* const place = ldfi_enter(until, 0);
  struct waiter* const one = begin_wait((struct waiter){condition, NULL, 0, place});
  const int out = pthread_cond_wait(condition, mutex);
  const int released = ldfi_is_released(place);
  end_wait(one);
  ldfi_leave(place);
  if (out != 0) return out;
  return released ? ETIMEDOUT : 0;
}

int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                           const struct timespec* time) {
  LDFI_REAL(pthread_cond_clockwait)
  if (ldfi_page == NULL) return real(condition, mutex, clock, time);
  return condition_until(condition, mutex, ldfi_moment(clock, time));
}

/* The clock that the condition uses is not known. It is guessed from the value of `time`, because
   the two possible clocks show values that are far apart. */
int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                           const struct timespec* time) {
  LDFI_REAL(pthread_cond_timedwait)
  if (ldfi_page == NULL) return real(condition, mutex, time);
  const clockid_t clock = ldfi_span(time) > ldfi_day / 2 ? CLOCK_REALTIME : CLOCK_MONOTONIC;
  return condition_until(condition, mutex, ldfi_moment(clock, time));
}

int cnd_timedwait(cnd_t* condition, mtx_t* mutex, const struct timespec* time) {
  LDFI_REAL(cnd_timedwait)
  if (ldfi_page == NULL) return real(condition, mutex, time);
  const int out = condition_until((pthread_cond_t*)condition, (pthread_mutex_t*)mutex,
                                  ldfi_moment(CLOCK_REALTIME, time));
  return out == ETIMEDOUT ? thrd_timedout : out == 0 ? thrd_success : thrd_error;
}

int sem_post(sem_t* semaphore) {
  LDFI_REAL(sem_post)
  const int out = real(semaphore);
  if (ldfi_page != NULL && __atomic_load_n(&ldfi_page->at_semaphores, __ATOMIC_SEQ_CST) > 0) {
    __atomic_add_fetch(&ldfi_page->turn, 1, __ATOMIC_SEQ_CST);
    ldfi_futex(&ldfi_page->turn, FUTEX_WAKE, INT_MAX, NULL);
  }
  return out;
}

static int semaphore_until(sem_t* semaphore, int64_t until) {
  if (sem_trywait(semaphore) == 0) return 0;
  ldfi_waited();
  if (until <= ldfi_now()) {
    errno = ETIMEDOUT;
    return -1;
  }
  __atomic_add_fetch(&ldfi_page->at_semaphores, 1, __ATOMIC_SEQ_CST);
  struct ldfi_sleeper* const place = ldfi_enter(until, 0);
  int why = 0;
  for (;;) {
    const uint32_t turn = __atomic_load_n(&ldfi_page->turn, __ATOMIC_SEQ_CST);
    if (sem_trywait(semaphore) == 0) break;
    if (ldfi_is_released(place)) why = ETIMEDOUT;
    if (why != 0) break;
    if (ldfi_futex(&ldfi_page->turn, FUTEX_WAIT, turn, NULL) != 0 && errno == EINTR) why = EINTR;
  }
  ldfi_leave(place);
  __atomic_sub_fetch(&ldfi_page->at_semaphores, 1, __ATOMIC_SEQ_CST);
  errno = why;
  return why == 0 ? 0 : -1;
}

int sem_timedwait(sem_t* restrict semaphore, const struct timespec* restrict time) {
  LDFI_REAL(sem_timedwait)
  if (ldfi_page == NULL) return real(semaphore, time);
  return semaphore_until(semaphore, ldfi_moment(CLOCK_REALTIME, time));
}

int sem_clockwait(sem_t* restrict semaphore, clockid_t clock,
                  const struct timespec* restrict time) {
  LDFI_REAL(sem_clockwait)
  if (ldfi_page == NULL) return real(semaphore, clock, time);
  return semaphore_until(semaphore, ldfi_moment(clock, time));
}

long ldfi_futex_until(uint32_t* address, int operation, uint32_t value, const struct timespec* time,
                      uint32_t bits) {
  const int absolute = (operation & FUTEX_CMD_MASK) == FUTEX_WAIT_BITSET;
  const clockid_t clock =
      (operation & FUTEX_CLOCK_REALTIME) != 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC;
  const int64_t until = absolute ? ldfi_moment(clock, time) : ldfi_after(ldfi_span(time));
  ldfi_waited();
  if (until <= ldfi_now()) {
    errno = ETIMEDOUT;
    return -1;
  }
  struct ldfi_sleeper* const place = ldfi_enter(until, 0);
  const int is_private = operation & FUTEX_PRIVATE_FLAG;
  struct waiter* const one = begin_wait((struct waiter){NULL, address, is_private, place});
  long out =
      ldfi_call(SYS_futex, address, operation & ~FUTEX_CLOCK_REALTIME, value, NULL, NULL, bits);
  int why = errno;
  if (out == 0 && ldfi_is_released(place)) {
    out = -1;
    why = ETIMEDOUT;
  }
  end_wait(one);
  ldfi_leave(place);
  errno = why;
  return out;
}
