/* Calls that copy between files: sendfile and copy_file_range. */
#define _GNU_SOURCE
#include "show.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static char text[300000];

static long place(int file) {
  return (long)lseek(file, 0, SEEK_CUR);
}

/* Reads until the end of the stream, and prints the number of bytes and a sum of them. */
static void drain(int from) {
  unsigned long sum = 0;
  long all = 0;
  long got = 0;
  while ((got = read(from, text, sizeof text)) > 0) {
    all += got;
    for (long i = 0; i < got; ++i) sum = sum * 31 + (unsigned char)text[i];
  }
  printf("all = %ld, sum = %lu\n", all, sum);
}

static void to_files(int file) {
  off_t at = 100;
  const int other = open("other", O_RDWR | O_CREAT | O_TRUNC, 0600);
  SHOW(sendfile(other, file, &at, 50));
  SHOW(at);
  SHOW(place(file));
  SHOW(place(other));
  SHOW(sendfile(other, file, NULL, 70));
  SHOW(place(file));
  at = 299990;
  SHOW(sendfile(other, file, &at, 50));
  SHOW(sendfile(other, file, &at, 50));
  SHOW(sendfile(other, file, &at, 0));
  at = -1;
  SHOW(sendfile(other, file, &at, 50));
  SHOW(lseek(other, 0, SEEK_SET));
  drain(other);
  SHOW(sendfile(other, 77, NULL, 1));
  SHOW(sendfile(77, other, NULL, 1));
  const int appends = open("other", O_RDWR | O_APPEND);
  SHOW(sendfile(appends, file, NULL, 1));
  const int writes = open("other", O_WRONLY);
  SHOW(sendfile(other, writes, NULL, 1));
  const int reads = open("other", O_RDONLY);
  SHOW(sendfile(reads, file, NULL, 1));
  loff_t from = 10;
  loff_t to = 3;
  SHOW(copy_file_range(file, &from, other, &to, 20, 0));
  SHOW(from);
  SHOW(to);
  SHOW(lseek(file, 0, SEEK_SET));
  SHOW(copy_file_range(file, NULL, other, NULL, 20, 0));
  SHOW(place(file));
  SHOW(copy_file_range(file, NULL, 77, NULL, 20, 0));
  SHOW(copy_file_range(file, NULL, other, NULL, 20, 1));
  SHOW(lseek(other, 0, SEEK_SET));
  drain(other);
}

static void to_sockets(int file) {
  int pair[2];
  int ends[2];
  socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
  lseek(file, 0, SEEK_SET);
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    close(pair[0]);
    drain(pair[1]);
    exit(0);
  }
  close(pair[1]);
  SHOW(sendfile(pair[0], file, NULL, 300000));
  SHOW(place(file));
  close(pair[0]);
  waitpid(child, NULL, 0);
  off_t at = 0;
  pipe(ends);
  SHOW(sendfile(ends[1], file, &at, 5000));
  SHOW(at);
  SHOW(read(ends[0], text, 9999));
  SHOW(sendfile(ends[1], ends[0], NULL, 1));
  SHOW(sendfile(ends[1], ends[0], &at, 1));
  SHOW(copy_file_range(file, NULL, ends[1], NULL, 20, 0));
  socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
  close(pair[1]);
  signal(SIGPIPE, SIG_IGN);
  at = 0;
  SHOW(sendfile(pair[0], file, &at, 10));
  SHOW(at);
  socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair);
  const long some = sendfile(pair[0], file, &at, 300000);
  SHOW(some > 0 && some < 300000 && at == some);
  while (sendfile(pair[0], file, &at, 300000) > 0) continue;
  SHOW(sendfile(pair[0], file, &at, 10));
}

int main(void) {
  const int file = open("file", O_RDWR | O_CREAT | O_TRUNC, 0600);
  for (unsigned i = 0; i < sizeof text; ++i) text[i] = (char)(i * i / 7);
  SHOW(write(file, text, sizeof text));
  SHOW(lseek(file, 0, SEEK_SET));
  to_files(file);
  to_sockets(file);
  return 0;
}
