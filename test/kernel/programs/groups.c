/* Signals between processes, groups of processes, zombies and orphans. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "show.h"

static volatile int handled;
static volatile int sender;

static void handle(int signal, siginfo_t* info, void* context) {
  (void)context;
  handled = signal;
  sender = info->si_code == SI_USER ? info->si_pid : -1;
}

static void install(int signal) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO;
  sigaction(signal, &action, NULL);
}

/* Forks a child that waits for ever. */
static pid_t sleeper(int group) {
  fflush(stdout);
  const pid_t out = fork();
  if (out == 0) {
    if (group >= 0) setpgid(0, group);
    for (;;) pause();
  }
  if (group >= 0) setpgid(out, group);
  return out;
}

static void show_end(pid_t child) {
  int status = 0;
  SHOW(waitpid(child, &status, 0) == child);
  printf("code %d, signal %d\n", WEXITSTATUS(status), WTERMSIG(status));
  fflush(stdout);
}

static void show_kills(void) {
  const int signals[] = {SIGTERM, SIGKILL, SIGINT, SIGUSR1};
  for (int i = 0; i < 4; ++i) {
    const pid_t child = sleeper(-1);
    usleep(100000);
    SHOW(kill(child, 0));
    SHOW(kill(child, signals[i]));
    show_end(child);
    SHOW(kill(child, 0));
  }
  SHOW(kill(1999999, SIGTERM));
  SHOW(kill(-1999999, SIGTERM));
}

/* Both send a signal to each other, and see who sent it. */
static void show_exchange(void) {
  const pid_t parent = getpid();
  sigset_t all;
  sigset_t none;
  sigemptyset(&none);
  sigfillset(&all);
  install(SIGUSR1);
  install(SIGUSR2);
  sigprocmask(SIG_SETMASK, &all, NULL);
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    kill(parent, SIGUSR1);
    sigsuspend(&none);
    _exit(handled == SIGUSR2 && sender == parent ? 20 : 21);
  }
  SHOW(sigsuspend(&none));
  SHOW(handled == SIGUSR1 && sender == child);
  SHOW(kill(child, SIGUSR2));
  show_end(child);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

static void* wait_for_ever(void* argument) {
  for (;;) pause();
  return argument;
}

/* A signal ends all threads of the other process. */
static void show_threads(void) {
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    pthread_t threads[3];
    for (int i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, wait_for_ever, NULL);
    wait_for_ever(NULL);
  }
  usleep(200000);
  SHOW(syscall(SYS_tgkill, child, child, SIGTERM));
  show_end(child);
}

static void show_groups(void) {
  SHOW(getpgid(0) == getpgrp());
  SHOW(getpgid(1999999));
  const pid_t first = sleeper(0);
  const pid_t second = sleeper(first);
  SHOW(getpgid(first) == first);
  SHOW(getpgid(second) == first);
  SHOW(setpgid(second, 1999999));
  SHOW(setpgid(first, -1));
  SHOW(setpgid(1999999, 0));
  SHOW(waitpid(-first, NULL, WNOHANG));
  SHOW(waitpid(0, NULL, WNOHANG));
  SHOW(kill(-first, SIGTERM));
  show_end(first);
  show_end(second);
  SHOW(kill(-first, SIGTERM));
  fflush(stdout);
  const pid_t leader = fork();
  if (leader == 0) {
    SHOW(setsid() == getpid());
    SHOW(getsid(0) == getpid());
    SHOW(getpgrp() == getpid());
    SHOW(setsid());
    SHOW(setpgid(0, 0));
    _exit(0);
  }
  show_end(leader);
  const pid_t other = fork();
  if (other == 0) {
    execl("/bin/sleep", "sleep", "10", NULL);
    _exit(1);
  }
  usleep(300000);
  SHOW(setpgid(other, other));
  SHOW(kill(other, SIGKILL));
  show_end(other);
}

/* A grandchild outlives its parent, and tells who is its parent then. */
static void show_orphan(void) {
  int ends[2];
  int after = 0;
  SHOW(pipe(ends));
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    const pid_t parent = getpid();
    if (fork() == 0) {
      usleep(300000);
      after = getppid() != parent;
      if (write(ends[1], &after, sizeof after) != sizeof after) abort();
      _exit(0);
    }
    if (fork() == 0) _exit(0);
    usleep(100000);
    _exit(5);
  }
  close(ends[1]);
  show_end(child);
  SHOW(read(ends[0], &after, sizeof after));
  SHOW(after);
  SHOW(read(ends[0], &after, sizeof after));
  SHOW(wait(NULL));
  close(ends[0]);
}

int main(void) {
  show_kills();
  show_exchange();
  show_threads();
  show_groups();
  show_orphan();
  return 0;
}
