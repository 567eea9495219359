/* Signals of the process to itself, and faults. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "show.h"

static volatile sig_atomic_t handled[NSIG];
static volatile int on_own_stack;
static sigjmp_buf back;
static char stack[65536];

static void count(int signal) {
  ++handled[signal];
}

static void inspect(int signal, siginfo_t* info, void* context) {
  char here;
  (void)context;
  ++handled[signal];
  on_own_stack = &here > stack && &here < stack + sizeof stack;
  if (info->si_signo != signal) abort();
}

static void leave(int signal) {
  siglongjmp(back, signal);
}

static void nested(int signal) {
  ++handled[signal];
  raise(SIGUSR2);
  printf("in the handler: %d\n", handled[SIGUSR2]);
  fflush(stdout);
}

static void install(int signal, void (*handler)(int), int flags) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = flags;
  SHOW(sigaction(signal, &action, NULL));
}

static void show_masks(void) {
  sigset_t one;
  sigset_t pending;
  sigset_t none;
  sigemptyset(&none);
  sigemptyset(&one);
  sigaddset(&one, SIGUSR1);
  install(SIGUSR1, count, 0);
  SHOW(raise(SIGUSR1));
  SHOW(handled[SIGUSR1]);
  SHOW(sigprocmask(SIG_BLOCK, &one, NULL));
  SHOW(kill(getpid(), SIGUSR1));
  SHOW(kill(getpid(), SIGUSR1));
  SHOW(handled[SIGUSR1]);
  SHOW(sigpending(&pending));
  SHOW(sigismember(&pending, SIGUSR1));
  SHOW(sigsuspend(&none));
  SHOW(handled[SIGUSR1]);
  SHOW(sigpending(&pending));
  SHOW(sigismember(&pending, SIGUSR1));
  SHOW(raise(SIGUSR1));
  SHOW(sigprocmask(SIG_UNBLOCK, &one, NULL));
  SHOW(handled[SIGUSR1]);
  SHOW(sigprocmask(77, &one, NULL));
  SHOW(sigaction(SIGKILL, &(struct sigaction){.sa_handler = count}, NULL));
  SHOW(sigaction(99, NULL, NULL));
  SHOW(kill(getpid(), 0));
  SHOW(kill(getpid(), 99));
  SHOW(raise(SIGCHLD));
  SHOW(raise(SIGURG));
}

static void show_handlers(void) {
  sigset_t block;
  sigemptyset(&block);
  sigaddset(&block, SIGUSR2);
  install(SIGUSR2, count, 0);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = nested;
  action.sa_mask = block;
  SHOW(sigaction(SIGUSR1, &action, NULL));
  SHOW(raise(SIGUSR1));
  SHOW(handled[SIGUSR2]);
  const stack_t own = {stack, 0, sizeof stack};
  SHOW(sigaltstack(&own, NULL));
  memset(&action, 0, sizeof action);
  action.sa_sigaction = inspect;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  SHOW(sigaction(SIGUSR1, &action, NULL));
  SHOW(raise(SIGUSR1));
  SHOW(on_own_stack);
  action.sa_flags = SA_SIGINFO;
  SHOW(sigaction(SIGUSR1, &action, NULL));
  SHOW(raise(SIGUSR1));
  SHOW(on_own_stack);
  install(SIGUSR1, count, SA_RESETHAND);
  SHOW(raise(SIGUSR1));
  SHOW(sigaction(SIGUSR1, NULL, &action));
  SHOW(action.sa_handler == SIG_DFL);
  const stack_t small = {stack, 0, 100};
  SHOW(sigaltstack(&small, NULL));
}

static void show_faults(void) {
  install(SIGSEGV, leave, SA_NODEFER);
  install(SIGFPE, leave, 0);
  int got = sigsetjmp(back, 1);
  if (got == 0) *(volatile int*)8 = 1;
  SHOW(got);
  volatile int zero = 0;
  got = sigsetjmp(back, 1);
  if (got == 0) zero = 1 / zero;
  SHOW(got);
  char* const page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  got = sigsetjmp(back, 1);
  if (got == 0) page[5] = 1;
  SHOW(got);
  install(SIGILL, leave, 0);
  got = sigsetjmp(back, 1);
  if (got == 0) __builtin_trap();
  SHOW(got);
  volatile double kept = 1.5;
  install(SIGUSR1, count, 0);
  raise(SIGUSR1);
  SHOW(kept * 2 == 3);
}

static void* interrupt(void* thread) {
  usleep(30000);
  if (pthread_kill(*(pthread_t*)thread, SIGUSR1) != 0) abort();
  return NULL;
}

static void interrupted(int flags, int (*call)(void)) {
  install(SIGUSR1, count, flags);
  pthread_t self = pthread_self();
  pthread_t thread;
  pthread_create(&thread, NULL, interrupt, &self);
  SHOW(call());
  pthread_join(thread, NULL);
}

static int ends[2];

static int read_pipe(void) {
  char byte;
  return (int)read(ends[0], &byte, 1);
}

static int sleep_long(void) {
  struct timespec rest = {0, 0};
  const int out = nanosleep(&(struct timespec){5, 0}, &rest);
  const int error = errno;
  SHOW(rest.tv_sec);
  errno = error;
  return out;
}

static void write_byte(int signal) {
  ++handled[signal];
  if (write(ends[1], "x", 1) != 1) abort();
}

static void show_interruptions(void) {
  SHOW(pipe(ends));
  interrupted(0, read_pipe);
  interrupted(0, sleep_long);
  interrupted(SA_RESTART, sleep_long);
  install(SIGALRM, write_byte, SA_RESTART);
  struct itimerval once = {{0, 0}, {0, 30000}};
  SHOW(setitimer(ITIMER_REAL, &once, NULL));
  SHOW(read_pipe());
  SHOW(handled[SIGALRM]);
  SHOW(alarm(10));
  SHOW(alarm(0));
  struct itimerval often = {{0, 10000}, {0, 10000}};
  SHOW(setitimer(ITIMER_REAL, &often, NULL));
  while (handled[SIGALRM] < 5) pause();
  memset(&often, 0, sizeof often);
  SHOW(setitimer(ITIMER_REAL, &often, NULL));
  SHOW(handled[SIGALRM] >= 5);
}

int main(void) {
  show_masks();
  show_handlers();
  show_faults();
  show_interruptions();
  install(SIGTERM, SIG_IGN, 0);
  SHOW(raise(SIGTERM));
  signal(SIGABRT, SIG_DFL);
  abort();
}
