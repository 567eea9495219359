/* Processes: fork, exit, wait, and what a child inherits. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "show.h"

static int value = 1;

/* Forks a child that ends with the result of `work`. */
static pid_t start(int (*work)(void)) {
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) _exit(work());
  return child;
}

static void show_status(int status) {
  printf("exited %d, code %d, signaled %d, signal %d\n", WIFEXITED(status), WEXITSTATUS(status),
         WIFSIGNALED(status), WTERMSIG(status));
  fflush(stdout);
}

static void wait_for(pid_t child) {
  int status = 0;
  SHOW(waitpid(child, &status, 0) == child);
  show_status(status);
}

static int change(void) {
  ++value;
  return value;
}
static int code(void) {
  return 300 + 7;
}
static int fault(void) {
  *(volatile int*)8 = 1;
  return 0;
}
static int terminate(void) {
  kill(getpid(), SIGTERM);
  return 1;
}
static int late(void) {
  usleep(300000);
  return 4;
}
static int grandchildren(void) {
  int sum = 0;
  for (int i = 1; i <= 3; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      usleep(300000 * (4 - i));
      _exit(i);
    }
  }
  int status = 0;
  while (wait(&status) > 0) sum = 10 * sum + WEXITSTATUS(status);
  return sum % 256;
}
static void* leave_later(void* argument) {
  usleep(200000);
  exit(9);
  return argument;
}
static int threads(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, leave_later, NULL);
  for (;;) pause();
}
static void* end_later(void* argument) {
  usleep(200000);
  syscall(SYS_exit, 9);
  return argument;
}
/* The status is that of the thread that ends last. */
static int last_thread(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, end_later, NULL);
  syscall(SYS_exit, 6);
  return 0;
}

static void show_ends(void) {
  wait_for(start(change));
  SHOW(value);
  wait_for(start(code));
  wait_for(start(fault));
  wait_for(start(terminate));
  wait_for(start(grandchildren));
  wait_for(start(threads));
  wait_for(start(last_thread));
}

static void show_waits(void) {
  int status = 0;
  siginfo_t info;
  SHOW(wait(&status));
  SHOW(waitpid(getpid(), &status, 0));
  SHOW(waitpid(-1, &status, 0x4000));
  SHOW(waitid(P_ALL, 0, &info, WNOHANG));
  const pid_t child = start(late);
  SHOW(waitpid(child, &status, WNOHANG));
  SHOW(waitpid(child + 1000000, &status, 0));
  SHOW(waitpid(0, &status, WNOHANG));
  SHOW(waitpid(-1, (int*)8, WNOHANG));
  memset(&info, 77, sizeof info);
  SHOW(waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG));
  SHOW(info.si_pid);
  SHOW(waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT));
  SHOW(info.si_pid == child && info.si_signo == SIGCHLD);
  SHOW(info.si_code);
  SHOW(info.si_status);
  SHOW(kill(child, 0));
  SHOW(waitid(P_ALL, 0, &info, WEXITED));
  SHOW(info.si_status);
  SHOW(kill(child, 0));
  SHOW(waitid(P_ALL, 0, &info, WEXITED));
  wait_for(start(late));
}

static int inherited(void) {
  sigset_t mask;
  struct sigaction action;
  struct itimerval timer;
  char name[16];
  SHOW(getppid() > 1);
  SHOW(getpid() == syscall(SYS_gettid));
  SHOW(getpgrp() == getppid());
  sigprocmask(SIG_SETMASK, NULL, &mask);
  SHOW(sigismember(&mask, SIGUSR2));
  sigpending(&mask);
  SHOW(sigismember(&mask, SIGUSR2));
  sigaction(SIGUSR1, NULL, &action);
  SHOW(action.sa_handler == SIG_IGN);
  getitimer(ITIMER_REAL, &timer);
  SHOW(timer.it_value.tv_sec);
  prctl(PR_GET_NAME, name);
  SHOW(strcmp(name, "inherited"));
  SHOW(fcntl(5, F_GETFD));
  SHOW(fcntl(5, F_GETFL) & O_ACCMODE);
  SHOW(lseek(5, 2, SEEK_CUR));
  SHOW(close(5));
  SHOW(chdir("/"));
  return umask(0);
}

static void show_inheritance(void) {
  sigset_t one;
  char folder[256];
  sigemptyset(&one);
  sigaddset(&one, SIGUSR2);
  sigprocmask(SIG_BLOCK, &one, NULL);
  raise(SIGUSR2);
  signal(SIGUSR1, SIG_IGN);
  alarm(100);
  prctl(PR_SET_NAME, "inherited");
  umask(027);
  const int file = open("file", O_RDWR | O_CREAT | O_TRUNC, 0600);
  SHOW(write(file, "abcdef", 6));
  SHOW(lseek(file, 1, SEEK_SET));
  SHOW(dup3(file, 5, O_CLOEXEC));
  fflush(stdout);
  wait_for(start(inherited));
  SHOW(lseek(file, 0, SEEK_CUR));
  SHOW(fcntl(5, F_GETFD));
  SHOW(alarm(0));
  SHOW(strcmp(getcwd(folder, sizeof folder), "/") != 0);
  SHOW(umask(0));
}

static volatile int childs;

static void count(int signal) {
  (void)signal;
  ++childs;
}

static void show_signals_of_ends(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = count;
  SHOW(sigaction(SIGCHLD, &action, NULL));
  wait_for(start(late));
  SHOW(childs);
  start(late);
  SHOW(sleep(3) > 0);
  SHOW(childs);
  SHOW(wait(NULL) > 0);
  SHOW(signal(SIGCHLD, SIG_IGN) == count);
  start(late);
  SHOW(wait(NULL));
  SHOW(signal(SIGCHLD, SIG_DFL) == SIG_IGN);
}

int main(void) {
  setpgid(0, 0);
  show_ends();
  show_waits();
  show_inheritance();
  show_signals_of_ends();
  const pid_t parent = getpid();
  fflush(stdout);
  if (vfork() == 0) {
    value = getppid() == parent ? 50 : 51;
    _exit(3);
  }
  SHOW(value);
  int status = 0;
  SHOW(wait(&status) > 0);
  show_status(status);
  return 0;
}
