/* Gives processes and threads the same numbers in each execution. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "worker/clock/clock.h"

static const pid_t first = 10000;
static pid_t shown;
static __thread uint64_t thread_number;

/* Forbids the node to advance the time by itself. Called when another thread or process may soon
   wait for a time. */
void ldfi_end_lease(void) {
  if (ldfi_page != NULL) __atomic_store_n(&ldfi_page->lease, 0, __ATOMIC_SEQ_CST);
}

static void draw_numbers(void) {
  const uint32_t before = __atomic_fetch_add(&ldfi_page->processes, 1, __ATOMIC_SEQ_CST);
  if (before > 0) ldfi_end_lease(); /* the parent may be about to wait for a time */
  shown = first + (pid_t)before;
  if (before < ldfi_processes) {
    __atomic_store_n(&ldfi_page->numbers[before], (int32_t)ldfi_call(SYS_getpid), __ATOMIC_SEQ_CST);
  }
  thread_number = __atomic_add_fetch(&ldfi_page->threads, 1, __ATOMIC_SEQ_CST);
}

void ldfi_begin_process(void) {
  draw_numbers();
  pthread_atfork(NULL, NULL, draw_numbers);
}

uint64_t ldfi_thread(void) {
  return thread_number;
}

/* The argument that pthread_create() gets for a new thread. */
struct beginning {
  void* (*function)(void*);
  void* argument;
  uint64_t number;
};

static void* run_thread(void* argument) {
  const struct beginning beginning = *(struct beginning*)argument;
  free(argument);
  thread_number = beginning.number;
  return beginning.function(beginning.argument);
}

int pthread_create(pthread_t* restrict thread, const pthread_attr_t* restrict attributes,
                   void* (*function)(void*), void* restrict argument) {
  LDFI_REAL(pthread_create)
  ldfi_end_lease();
  struct beginning* const beginning = ldfi_page == NULL ? NULL : malloc(sizeof(struct beginning));
  if (beginning == NULL) return real(thread, attributes, function, argument);
  *beginning = (struct beginning){function, argument,
                                  __atomic_add_fetch(&ldfi_page->threads, 1, __ATOMIC_SEQ_CST)};
  const int out = real(thread, attributes, run_thread, beginning);
  if (out != 0) free(beginning);
  return out;
}

/* Returns a number that is the same in each execution, because programs such as Ruby use it as a
   seed of random numbers. */
pid_t getpid(void) {
  return shown != 0 ? shown : (pid_t)ldfi_call(SYS_getpid);
}

/* Returns the system's number of the process that has the number `own` inside the node, or 0. */
static pid_t number_of(pid_t own) {
  if (ldfi_page == NULL || own < first || own - first >= ldfi_processes) return 0;
  return __atomic_load_n(&ldfi_page->numbers[own - first], __ATOMIC_SEQ_CST);
}

/* Accepts the number that a process has inside the node, which it uses for itself and for its
 * parent. Also accepts the system's number, which fork() has returned for a child. */
int kill(pid_t process, int number) {
  if (shown != 0 && process == shown) process = (pid_t)ldfi_call(SYS_getpid);
  const int before = errno;
  const int out = (int)ldfi_call(SYS_kill, process, number);
  const pid_t other = out != 0 && errno == ESRCH ? number_of(process) : 0;
  if (other == 0) return out;
  errno = before;
  return (int)ldfi_call(SYS_kill, other, number);
}
