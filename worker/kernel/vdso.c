/* The vDSO of guests: the clock without a system call. Each look takes time, so a guest that waits for a
 * time in a loop reaches it. */
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>

#include "worker/kernel/clock_page.h"

/* See clock_page_begin in layout.hpp. */
#define PAGE ((volatile struct ldfi_clock_page*)0x5f1000000000)

static const uint64_t second = 1000000000;

static long call(long number, long a, long b) {
  long out;
  __asm__ volatile("syscall" : "=a"(out) : "a"(number), "D"(a), "S"(b) : "rcx", "r11", "memory");
  return out;
}

static uint64_t look(void) {
  return PAGE->now += PAGE->cost;
}

static int is_of_the_day(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
}

/* Clocks of processor time, and those that do not exist, belong to the library kernel. */
static int is_here(clockid_t clock) {
  return is_of_the_day(clock) || clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW ||
         clock == CLOCK_MONOTONIC_COARSE || clock == CLOCK_BOOTTIME;
}

int __vdso_clock_gettime(clockid_t clock, struct timespec* out);
int __vdso_clock_gettime(clockid_t clock, struct timespec* out) {
  if (!is_here(clock)) return (int)call(SYS_clock_gettime, clock, (long)out);
  const uint64_t time = look() + (is_of_the_day(clock) ? PAGE->day : PAGE->machine);
  out->tv_sec = (time_t)(time / second);
  out->tv_nsec = (long)(time % second);
  return 0;
}

int __vdso_gettimeofday(struct timeval* out, void* zone);
int __vdso_gettimeofday(struct timeval* out, void* zone) {
  if (zone != NULL) return (int)call(SYS_gettimeofday, (long)out, (long)zone);
  const uint64_t time = look() + PAGE->day;
  if (out != NULL) {
    out->tv_sec = (time_t)(time / second);
    out->tv_usec = (suseconds_t)(time % second / 1000);
  }
  return 0;
}

time_t __vdso_time(time_t* out);
time_t __vdso_time(time_t* out) {
  const time_t time = (time_t)((look() + PAGE->day) / second);
  if (out != NULL) *out = time;
  return time;
}

int __vdso_clock_getres(clockid_t clock, struct timespec* out);
int __vdso_clock_getres(clockid_t clock, struct timespec* out) {
  return (int)call(SYS_clock_getres, clock, (long)out);
}

long __vdso_getcpu(unsigned* processor, unsigned* node, void* unused);
long __vdso_getcpu(unsigned* processor, unsigned* node, void* unused) {
  (void)unused;
  if (processor != NULL) *processor = 0;
  if (node != NULL) *node = 0;
  return 0;
}
