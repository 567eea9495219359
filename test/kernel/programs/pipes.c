/* Pipes: blocking, partial, closed. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>

#include "show.h"

static int ends[2];
static char large[300000];

static void show_events(void) {
  struct pollfd both[2] = {{ends[0], POLLIN | POLLOUT, 0}, {ends[1], POLLIN | POLLOUT, 0}};
  const int count = poll(both, 2, 0);
  printf("events: %d %x %x\n", count, (unsigned)both[0].revents, (unsigned)both[1].revents);
  fflush(stdout);
}

static void* drain(void* argument) {
  long all = 0;
  static char part[7000];
  for (long got = read(ends[0], part, sizeof part); got > 0;
       got = read(ends[0], part, sizeof part)) {
    for (long i = 0; i < got; ++i) {
      if (part[i] != (char)((all + i) % 251)) printf("wrong byte %ld\n", all + i);
    }
    all += got;
  }
  *(long*)argument = all;
  return NULL;
}

static void* write_later(void* argument) {
  usleep(20000);
  if (write(ends[1], "late", 4) != 4) abort();
  return argument;
}

int main(void) {
  char text[16] = {0};
  signal(SIGPIPE, SIG_IGN);
  SHOW(pipe2(ends, O_NONBLOCK));
  SHOW(ends[0]);
  SHOW(ends[1]);
  SHOW(read(ends[0], text, 4));
  SHOW(read(ends[0], text, 0));
  show_events();
  SHOW(write(ends[1], "abcdef", 6));
  show_events();
  SHOW(read(ends[0], text, 4));
  SHOW(read(ends[0], text, 4));
  SHOW(write(ends[0], "x", 1));
  SHOW(read(ends[1], text, 1));
  SHOW(lseek(ends[0], 0, SEEK_SET));
  SHOW(write(ends[1], large, 65536));
  SHOW(write(ends[1], large, 1));
  show_events();
  SHOW(read(ends[0], large, 4095));
  SHOW(write(ends[1], large, 4096));
  SHOW(read(ends[0], large, 1));
  SHOW(write(ends[1], large, 4096));
  SHOW(read(ends[0], large, 65536));
  const struct iovec parts[3] = {{"ab", 2}, {NULL, 0}, {"cde", 3}};
  SHOW(writev(ends[1], parts, 3));
  char one[2];
  char two[8];
  const struct iovec to[2] = {{one, 2}, {two, 8}};
  SHOW(readv(ends[0], to, 2));
  SHOW(memcmp(two, "cde", 3));
  SHOW(write(ends[1], (void*)8, 4));
  SHOW(close(ends[1]));
  show_events();
  SHOW(read(ends[0], text, 4));
  SHOW(close(ends[0]));
  SHOW(pipe(ends));
  SHOW(close(ends[0]));
  show_events();
  SHOW(write(ends[1], "x", 1));
  SHOW(close(ends[1]));
  SHOW(pipe(ends));
  pthread_t thread;
  pthread_create(&thread, NULL, write_later, NULL);
  SHOW(read(ends[0], text, 16));
  pthread_join(thread, NULL);
  long drained = 0;
  for (unsigned i = 0; i < sizeof large; ++i) large[i] = (char)(i % 251);
  pthread_create(&thread, NULL, drain, &drained);
  SHOW(write(ends[1], large, sizeof large));
  SHOW(close(ends[1]));
  pthread_join(thread, NULL);
  SHOW(drained);
  SHOW(pipe2(ends, 0x40));
  SHOW(pipe((int*)8));
  SHOW(pipe(ends));
  SHOW(fcntl(ends[0], F_GETPIPE_SZ));
  SHOW(fcntl(ends[1], F_SETPIPE_SZ, 65536));
  SHOW(fcntl(ends[0], 9999));
  struct flock lock = {.l_type = F_WRLCK};
  const int file = open("lock", O_RDWR | O_CREAT, 0600);
  SHOW(fcntl(file, F_GETPIPE_SZ));
  SHOW(fcntl(file, F_GETLK, &lock));
  SHOW(lock.l_type == F_UNLCK);
  SHOW(fcntl(file, F_GETLK, &lock));
  return 0;
}
