/* poll, select and epoll. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

#include "show.h"

static int ends[2];
static int others[2];

static long since(const struct timespec* begin) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (now.tv_sec - begin->tv_sec) * 1000 + (now.tv_nsec - begin->tv_nsec) / 1000000;
}

static void show_wait(int epoll, int most, int ms) {
  struct epoll_event events[8];
  memset(events, 0, sizeof events);
  const int count = epoll_wait(epoll, events, most, ms);
  printf("epoll_wait: %d", count);
  for (int i = 0; i < count; ++i) printf(" %x:%u", events[i].events, events[i].data.u32);
  printf("\n");
  fflush(stdout);
}

static int control(int epoll, int operation, int file, unsigned events, unsigned data) {
  struct epoll_event one = {.events = events, .data = {.u32 = data}};
  return epoll_ctl(epoll, operation, file, &one);
}

static void* write_later(void* argument) {
  usleep(30000);
  if (write(*(int*)argument, "x", 1) != 1) abort();
  return NULL;
}

static void show_select(int count, long ms) {
  fd_set reads;
  fd_set writes;
  FD_ZERO(&reads);
  FD_ZERO(&writes);
  FD_SET(ends[0], &reads);
  FD_SET(others[0], &reads);
  FD_SET(ends[1], &writes);
  struct timeval time = {0, ms * 1000};
  const int out = select(count, &reads, &writes, NULL, &time);
  printf("select: %d %d %d %d\n", out, FD_ISSET(ends[0], &reads), FD_ISSET(others[0], &reads),
         FD_ISSET(ends[1], &writes));
  fflush(stdout);
}

static void show_polls(void) {
  char text[8];
  struct timespec begin;
  struct pollfd three[3] = {{ends[0], POLLIN, 7}, {-1, POLLIN, 7}, {42, POLLIN, 7}};
  SHOW(poll(three, 3, 0));
  SHOW(three[0].revents);
  SHOW(three[1].revents);
  SHOW(three[2].revents);
  clock_gettime(CLOCK_MONOTONIC, &begin);
  SHOW(poll(three, 1, 40));
  SHOW(since(&begin) >= 40 && since(&begin) < 1000);
  SHOW(poll(NULL, 0, 10));
  pthread_t thread;
  pthread_create(&thread, NULL, write_later, &ends[1]);
  SHOW(poll(three, 1, -1));
  SHOW(three[0].revents);
  pthread_join(thread, NULL);
  SHOW(read(ends[0], text, 8));
  const struct timespec wrong = {0, -1};
  SHOW(ppoll(three, 1, &wrong, NULL));
  const struct timespec little = {0, 1000000};
  SHOW(ppoll(three, 1, &little, NULL));
  SHOW(poll((struct pollfd*)8, 1, 0));
  show_select(ends[1] + 1, 10);
  show_select(ends[0] + 1, 10);
  SHOW(write(others[1], "x", 1));
  show_select(others[1] + 1, 10);
  SHOW(read(others[0], text, 8));
  SHOW(pselect(0, NULL, NULL, NULL, &little, NULL));
  fd_set closed;
  FD_ZERO(&closed);
  FD_SET(42, &closed);
  SHOW(select(43, &closed, NULL, NULL, NULL));
  SHOW(select(-1, NULL, NULL, NULL, NULL));
}

static void show_triggers(int epoll) {
  char text[8];
  SHOW(control(epoll, EPOLL_CTL_ADD, ends[0], EPOLLIN, 1));
  SHOW(control(epoll, EPOLL_CTL_ADD, others[0], EPOLLIN | EPOLLET, 2));
  show_wait(epoll, 8, 10);
  SHOW(write(others[1], "ab", 2));
  SHOW(write(ends[1], "ab", 2));
  show_wait(epoll, 1, 10);
  show_wait(epoll, 8, 10);
  show_wait(epoll, 8, 10);
  SHOW(write(others[1], "c", 1));
  show_wait(epoll, 8, 10);
  SHOW(read(ends[0], text, 8));
  SHOW(read(others[0], text, 1));
  show_wait(epoll, 8, 10);
  SHOW(control(epoll, EPOLL_CTL_MOD, others[0], EPOLLIN | EPOLLONESHOT, 3));
  show_wait(epoll, 8, 10);
  show_wait(epoll, 8, 10);
  SHOW(control(epoll, EPOLL_CTL_MOD, others[0], EPOLLIN, 4));
  show_wait(epoll, 8, 10);
  SHOW(read(others[0], text, 8));
  SHOW(control(epoll, EPOLL_CTL_DEL, others[0], 0, 0));
  SHOW(write(others[1], "d", 1));
  show_wait(epoll, 8, 10);
}

static void show_epoll(void) {
  const int epoll = epoll_create1(EPOLL_CLOEXEC);
  SHOW(epoll);
  SHOW(epoll_create(0));
  show_triggers(epoll);
  SHOW(control(epoll, EPOLL_CTL_ADD, ends[0], EPOLLIN, 1));
  SHOW(control(epoll, EPOLL_CTL_DEL, others[0], 0, 0));
  SHOW(control(epoll, EPOLL_CTL_ADD, epoll, EPOLLIN, 1));
  SHOW(control(epoll, EPOLL_CTL_ADD, 42, EPOLLIN, 1));
  SHOW(control(ends[0], EPOLL_CTL_ADD, ends[1], EPOLLIN, 1));
  SHOW(epoll_wait(ends[0], (struct epoll_event[1]){{0}}, 1, 0));
  SHOW(epoll_wait(epoll, NULL, 0, 0));
  const int outer = epoll_create1(0);
  SHOW(control(outer, EPOLL_CTL_ADD, epoll, EPOLLIN, 9));
  SHOW(control(epoll, EPOLL_CTL_ADD, outer, EPOLLIN, 9));
  show_wait(outer, 8, 10);
  pthread_t thread;
  pthread_create(&thread, NULL, write_later, &ends[1]);
  show_wait(outer, 8, -1);
  pthread_join(thread, NULL);
  show_wait(epoll, 8, 0);
  SHOW(close(ends[1]));
  show_wait(epoll, 8, 10);
  SHOW(close(ends[0]));
  show_wait(epoll, 8, 10);
  const int file = open("/dev/null", O_RDONLY);
  const int regular = open("regular", O_RDWR | O_CREAT, 0600);
  SHOW(control(epoll, EPOLL_CTL_ADD, regular, EPOLLIN, 1));
  SHOW(close(file) + close(regular) + unlink("regular"));
}

int main(void) {
  SHOW(pipe2(ends, O_NONBLOCK));
  SHOW(pipe2(others, O_NONBLOCK));
  show_polls();
  show_epoll();
  return 0;
}
