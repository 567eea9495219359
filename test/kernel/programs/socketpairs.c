/* socketpair, and what both ends of a connected pair do. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/uio.h>

#include "sockets.h"

static int ends[2];
static char text[64];

static void show_making(void) {
  struct stat about;
  SHOW(socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
  SHOW(fcntl(ends[0], F_GETFL) & O_NONBLOCK);
  SHOW(fcntl(ends[0], F_GETFD));
  SHOW(fstat(ends[0], &about));
  SHOW(about.st_mode);
  SHOW(close(ends[0]) + close(ends[1]));
  SHOW(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends));
  SHOW((fcntl(ends[1], F_GETFL) & O_NONBLOCK) != 0);
  SHOW(fcntl(ends[1], F_GETFD));
  SHOW(fcntl(ends[1], F_GETFL) & O_ACCMODE);
  SHOW(read(ends[0], text, 8));
  SHOW(lseek(ends[0], 0, SEEK_SET));
  SHOW(pread(ends[0], text, 8, 0));
  SHOW(close(ends[0]) + close(ends[1]));
  int other[2];
  SHOW(socketpair(AF_INET, SOCK_STREAM, 0, other));
  SHOW(socketpair(AF_UNIX, 77, 0, other));
  SHOW(socketpair(AF_UNIX, SOCK_STREAM, 77, other));
  SHOW(socketpair(AF_UNIX, SOCK_STREAM | 0x100, 0, other));
  SHOW(socket(AF_UNIX, 9, 0));
  SHOW(socket(AF_INET, SOCK_STREAM, IPPROTO_UDP));
}

static void* write_later(void* unused) {
  usleep(20000);
  if (write(ends[1], "abc", 3) != 3) abort();
  usleep(20000);
  if (write(ends[1], "defgh", 5) != 5) abort();
  return unused;
}

static void show_transfer(void) {
  struct iovec pieces[2] = {{text, 2}, {text + 8, 10}};
  SHOW(socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
  SHOW_EVENTS(ends[0]);
  SHOW(write(ends[1], "hello", 5));
  SHOW(write(ends[1], " world", 6));
  SHOW_EVENTS(ends[0]);
  int waiting = 0;
  SHOW(ioctl(ends[0], FIONREAD, &waiting));
  SHOW(waiting);
  SHOW(recv(ends[0], text, 8, MSG_PEEK));
  SHOW(recv(ends[0], text, 3, 0));
  SHOW(readv(ends[0], pieces, 2));
  SHOW(memcmp(text, "lo", 2) + memcmp(text + 8, " world", 6));
  SHOW(recv(ends[0], text, 8, MSG_DONTWAIT));
  SHOW(send(ends[1], "", 0, 0));
  SHOW(read(ends[0], text, 0));
  SHOW(writev(ends[1], (struct iovec[]){{"xy", 2}, {"z", 1}}, 2));
  SHOW(recv(ends[0], text, 64, 0));
  pthread_t thread;
  pthread_create(&thread, NULL, write_later, NULL);
  SHOW(recv(ends[0], text, 8, MSG_WAITALL));
  SHOW(memcmp(text, "abcdefgh", 8));
  pthread_join(thread, NULL);
  SHOW(write(ends[0], (void*)8, 3));
  SHOW(write(ends[1], "x", 1));
  SHOW(read(ends[0], (void*)8, 1));
  SHOW(read(ends[0], text, 1));
}

static void show_half_close(void) {
  SHOW(write(ends[1], "rest", 4));
  SHOW(shutdown(ends[1], SHUT_WR));
  SHOW_EVENTS(ends[0]);
  SHOW_EVENTS(ends[1]);
  SHOW(write(ends[1], "x", 1));
  SHOW(caught);
  SHOW(send(ends[1], "x", 1, MSG_NOSIGNAL));
  SHOW(caught);
  SHOW(read(ends[0], text, 64));
  SHOW(read(ends[0], text, 64));
  SHOW(write(ends[0], "back", 4));
  SHOW(read(ends[1], text, 64));
  SHOW(shutdown(ends[0], 7));
  SHOW(shutdown(ends[0], SHUT_RDWR));
  SHOW_EVENTS(ends[0]);
  SHOW_EVENTS(ends[1]);
  SHOW(read(ends[1], text, 64));
  SHOW(close(ends[0]));
  SHOW_EVENTS(ends[1]);
  SHOW(close(ends[1]));
}

static void show_close(void) {
  SHOW(socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
  SHOW(write(ends[1], "unread", 6));
  SHOW(write(ends[0], "kept", 4));
  SHOW(close(ends[0]));
  SHOW_EVENTS(ends[1]);
  SHOW(read(ends[1], text, 64));
  SHOW(read(ends[1], text, 64));
  SHOW(read(ends[1], text, 64));
  SHOW(write(ends[1], "x", 1));
  SHOW(caught);
  SHOW_EVENTS(ends[1]);
  SHOW(close(ends[1]));
  SHOW(socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
  SHOW(close(ends[0]));
  SHOW(pending_error(ends[1]));
  SHOW(read(ends[1], text, 64));
  SHOW(close(ends[1]));
}

static void show_full(void) {
  static char block[4096];
  SHOW(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends));
  long written = 0;
  for (long got = 0; got >= 0; written += got > 0 ? got : 0) got = write(ends[0], block, sizeof block);
  SHOW(errno == EAGAIN);
  SHOW(written > 50000 && written < 400000);
  SHOW_EVENTS(ends[0]);
  long found = 0;
  for (long got = 1; got > 0; found += got > 0 ? got : 0) got = read(ends[1], block, sizeof block);
  SHOW(found == written);
  SHOW_EVENTS(ends[0]);
  SHOW(close(ends[0]) + close(ends[1]));
}

static void* read_all(void* unused) {
  static char block[1000];
  long found = 0;
  for (long got = 1; got > 0; found += got) got = read(ends[1], block, sizeof block);
  return (void*)found;
}

static void show_long_write(void) {
  static char block[1000000];
  SHOW(socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
  pthread_t thread;
  pthread_create(&thread, NULL, read_all, NULL);
  SHOW(write(ends[0], block, sizeof block));
  SHOW(shutdown(ends[0], SHUT_WR));
  void* found = NULL;
  pthread_join(thread, &found);
  SHOW(found);
  SHOW(close(ends[0]) + close(ends[1]));
}

int main(void) {
  catch_pipes();
  show_making();
  show_transfer();
  show_half_close();
  show_close();
  show_full();
  show_long_write();
  return 0;
}
