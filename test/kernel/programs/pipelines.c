/* Pipes and descriptors between processes. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "show.h"

static char large[300000];

static void wait_for_child(void) {
  int status = 0;
  SHOW(wait(&status) > 0);
  printf("code %d, signal %d\n", WEXITSTATUS(status), WTERMSIG(status));
  fflush(stdout);
}

static void show_transfer(void) {
  int ends[2];
  SHOW(pipe(ends));
  if (fork() == 0) {
    close(ends[0]);
    for (unsigned i = 0; i < sizeof large; ++i) large[i] = (char)(i % 251);
    _exit(write(ends[1], large, sizeof large) != (long)sizeof large);
  }
  close(ends[1]);
  long all = 0;
  long wrong = 0;
  static char part[5000];
  for (long got = read(ends[0], part, sizeof part); got > 0;
       got = read(ends[0], part, sizeof part)) {
    for (long i = 0; i < got; ++i) wrong += part[i] != (char)((all + i) % 251);
    all += got;
  }
  SHOW(all);
  SHOW(wrong);
  SHOW(close(ends[0]));
  wait_for_child();
}

/* The end of a pipe is seen when the last process closes it, not before. */
static void show_ends(void) {
  int ends[2];
  char byte = 0;
  SHOW(pipe(ends));
  for (int i = 1; i <= 2; ++i) {
    if (fork() != 0) continue;
    usleep((useconds_t)(200000 * i));
    _exit(write(ends[1], "ab" + i - 1, 1) != 1);
  }
  SHOW(close(ends[1]));
  while (read(ends[0], &byte, 1) == 1) printf("read %c\n", byte);
  wait_for_child();
  wait_for_child();
  SHOW(close(ends[0]));
}

static void show_broken(void) {
  int ends[2];
  SHOW(pipe(ends));
  fflush(stdout);
  if (fork() == 0) {
    close(ends[0]);
    usleep(300000);
    if (write(ends[1], "x", 1) != 1) _exit(1);
    _exit(0);
  }
  SHOW(close(ends[0]));
  SHOW(close(ends[1]));
  wait_for_child();
}

static void show_shared_descriptors(void) {
  const int file = open("lines", O_RDWR | O_CREAT | O_TRUNC, 0600);
  const int counter = eventfd(0, 0);
  unsigned long count = 5;
  fflush(stdout);
  if (fork() == 0) {
    if (write(file, "child", 5) != 5 || write(counter, &count, 8) != 8) _exit(1);
    close(file);
    const int other = open("other", O_RDWR | O_CREAT | O_TRUNC, 0600);
    _exit(write(other, "other", 5) == 5 ? other : 99);
  }
  SHOW(read(counter, &count, 8));
  SHOW(count);
  int status = 0;
  SHOW(wait(&status) > 0);
  SHOW(WEXITSTATUS(status) == file);
  SHOW(write(file, "parent", 6));
  SHOW(lseek(file, 0, SEEK_END));
  SHOW(close(file));
  SHOW(close(counter));
}

static void show_polls(void) {
  int ends[2];
  SHOW(pipe(ends));
  fflush(stdout);
  if (fork() == 0) {
    usleep(200000);
    if (write(ends[1], "x", 1) != 1) _exit(1);
    usleep(200000);
    _exit(0);
  }
  SHOW(close(ends[1]));
  const int epoll = epoll_create1(0);
  struct epoll_event event = {EPOLLIN, {.u32 = 3}};
  SHOW(epoll_ctl(epoll, EPOLL_CTL_ADD, ends[0], &event));
  SHOW(epoll_wait(epoll, &event, 1, 10000));
  char byte = 0;
  SHOW(read(ends[0], &byte, 1));
  struct pollfd one = {ends[0], POLLIN, 0};
  SHOW(poll(&one, 1, 10000));
  SHOW(one.revents);
  SHOW(close(epoll));
  SHOW(close(ends[0]));
  wait_for_child();
}

/* a | b | c, as a shell starts it. */
static void show_pipeline(void) {
  char* const commands[3][4] = {
      {"printf", "c\\nb\\na\\n", NULL}, {"sort", NULL}, {"tr", "a-z", "A-Z", NULL}};
  int input = -1;
  int ends[2];
  fflush(stdout);
  for (int i = 0; i < 3; ++i) {
    if (i < 2 && pipe(ends) != 0) abort();
    if (fork() == 0) {
      if (input >= 0) dup2(input, 0);
      if (i < 2) dup2(ends[1], 1);
      for (int j = 3; j < 12; ++j) close(j);
      execvp(commands[i][0], commands[i]);
      _exit(96);
    }
    if (input >= 0) close(input);
    if (i < 2) close(ends[1]);
    input = ends[0];
  }
  int all = 0;
  for (int i = 0; i < 3; ++i) {
    int status = 0;
    if (wait(&status) < 0) abort();
    all |= status;
  }
  SHOW(all);
}

int main(void) {
  show_transfer();
  show_ends();
  show_broken();
  show_shared_descriptors();
  show_polls();
  show_pipeline();
  return 0;
}
