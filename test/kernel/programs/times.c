/* Clocks and sleeps. Prints only what does not depend on how long a call takes. */
#define _GNU_SOURCE
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#include "show.h"

static long long now(clockid_t clock) {
  struct timespec time;
  if (clock_gettime(clock, &time) != 0) return -1;
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void show_sleep(clockid_t clock, long ms) {
  const long long begin = now(CLOCK_MONOTONIC);
  const long long at = now(clock) + ms * 1000000;
  const struct timespec until = {at / 1000000000, at % 1000000000};
  SHOW(clock_nanosleep(clock, TIMER_ABSTIME, &until, NULL));
  const long long slept = now(CLOCK_MONOTONIC) - begin;
  SHOW(slept >= ms * 1000000 && slept < (ms + 1000) * 1000000);
}

int main(void) {
  struct timespec time;
  struct timeval day;
  const clockid_t clocks[] = {
      CLOCK_REALTIME,         CLOCK_MONOTONIC, CLOCK_MONOTONIC_RAW, CLOCK_REALTIME_COARSE,
      CLOCK_MONOTONIC_COARSE, CLOCK_BOOTTIME,  CLOCK_TAI,           CLOCK_PROCESS_CPUTIME_ID,
      CLOCK_THREAD_CPUTIME_ID};
  for (unsigned i = 0; i < sizeof clocks / sizeof *clocks; ++i) {
    const long long first = now(clocks[i]);
    SHOW(first >= 0 && now(clocks[i]) >= first);
  }
  SHOW(clock_gettime(55, &time));
  SHOW(syscall(SYS_clock_gettime, 55, &time));
  SHOW(syscall(SYS_clock_gettime, CLOCK_MONOTONIC, 8));
  SHOW(clock_getres(CLOCK_MONOTONIC, &time));
  SHOW(time.tv_sec);
  SHOW(clock_getres(55, &time));
  SHOW(gettimeofday(&day, NULL));
  clock_gettime(CLOCK_REALTIME, &time);
  SHOW(time.tv_sec - day.tv_sec <= 1);
  SHOW(time.tv_sec - syscall(SYS_time, NULL) <= 1);
  SHOW(now(CLOCK_TAI) / 1000000000 - time.tv_sec < 60);
  long long last = now(CLOCK_MONOTONIC);
  int rises = 1;
  for (int i = 0; i < 1000; ++i) {
    const long long next = now(CLOCK_MONOTONIC);
    if (next < last) rises = 0;
    last = next;
  }
  SHOW(rises);
  show_sleep(CLOCK_MONOTONIC, 20);
  show_sleep(CLOCK_REALTIME, 20);
  show_sleep(CLOCK_MONOTONIC, -20);
  SHOW(usleep(1000));
  SHOW(nanosleep(&(struct timespec){0, 1000000000}, NULL));
  SHOW(nanosleep(&(struct timespec){-1, 0}, NULL));
  SHOW(syscall(SYS_nanosleep, 8, NULL));
  SHOW(nanosleep(&(struct timespec){0, 0}, NULL));
  SHOW(clock_nanosleep(55, 0, &(struct timespec){0, 0}, NULL));
  SHOW(clock_nanosleep(CLOCK_THREAD_CPUTIME_ID, 0, &(struct timespec){0, 0}, NULL));
  const long long before = now(CLOCK_MONOTONIC);
  while (now(CLOCK_MONOTONIC) - before < 3000000) continue; /* a loop that waits for a time ends */
  struct tms used;
  SHOW(times(&used) > 0);
  struct rusage usage;
  SHOW(getrusage(RUSAGE_SELF, &usage));
  SHOW(getrusage(77, &usage));
  return 0;
}
