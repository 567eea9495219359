/* Bytes that move between pipes and other files by splice. */
#define _GNU_SOURCE
#include "show.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static char text[100000];

static void files(void) {
  int ends[2];
  loff_t at = 2;
  const int file = open("file", O_RDWR | O_CREAT, 0600);
  const int appends = open("file", O_RDWR | O_APPEND);
  pipe(ends);
  SHOW(write(file, "0123456789", 10));
  SHOW(splice(file, &at, ends[1], NULL, 4, 0));
  SHOW(at);
  SHOW(lseek(file, 1, SEEK_SET));
  SHOW(splice(file, NULL, ends[1], NULL, 3, SPLICE_F_MOVE));
  SHOW(lseek(file, 0, SEEK_CUR));
  SHOW(read(ends[0], text, 99));
  SHOW(strcmp(text, "2345123"));
  SHOW(write(ends[1], "abcdef", 6));
  at = 20;
  SHOW(splice(ends[0], NULL, file, &at, 4, 0));
  SHOW(at);
  SHOW(splice(ends[0], NULL, file, NULL, 99, 0));
  SHOW(lseek(file, 0, SEEK_CUR));
  SHOW(splice(ends[0], NULL, file, NULL, 99, SPLICE_F_NONBLOCK));
  SHOW(splice(ends[0], &at, file, NULL, 99, 0));
  SHOW(splice(file, NULL, file, NULL, 9, 0));
  SHOW(splice(77, NULL, ends[1], NULL, 9, 0));
  SHOW(splice(ends[1], NULL, file, NULL, 9, 0));
  SHOW(splice(file, NULL, ends[0], NULL, 9, 0));
  SHOW(splice(ends[0], NULL, file, NULL, 0, 0));
  SHOW(splice(ends[0], NULL, file, NULL, 9, 99));
  SHOW(write(ends[1], "x", 1));
  SHOW(splice(ends[0], NULL, appends, NULL, 9, 0));
  at = 0;
  SHOW(pread(file, text, 99, 0));
  SHOW(memcmp(text, "0123ef6789\0\0\0\0\0\0\0\0\0\0abcd", 24));
  SHOW(close(ends[1]));
  SHOW(splice(ends[0], NULL, file, NULL, 9, 0));
  SHOW(splice(ends[0], NULL, file, NULL, 9, 0));
}

static void sockets(void) {
  int ends[2];
  int pair[2];
  pipe(ends);
  socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
  SHOW(splice(pair[0], NULL, ends[1], NULL, 9, SPLICE_F_NONBLOCK));
  SHOW(write(pair[1], "hello", 5));
  SHOW(splice(pair[0], NULL, ends[1], NULL, 99, 0));
  SHOW(splice(ends[0], NULL, pair[0], NULL, 3, 0));
  SHOW(splice(ends[0], NULL, pair[0], NULL, 99, 0));
  SHOW(read(pair[1], text, 99));
  fflush(stdout);
  if (fork() == 0) {
    usleep(10000);
    write(pair[1], "late", 4);
    exit(0);
  }
  SHOW(splice(pair[0], NULL, ends[1], NULL, 99, 0));
  wait(NULL);
  if (fork() == 0) {
    read(ends[0], text, 99);
    usleep(10000);
    write(ends[1], "later", 5);
    exit(0);
  }
  wait(NULL);
  SHOW(splice(ends[0], NULL, pair[0], NULL, 99, 0));
  SHOW(close(pair[1]));
  SHOW(splice(pair[0], NULL, ends[1], NULL, 99, 0));
  signal(SIGPIPE, SIG_IGN);
  SHOW(close(ends[0]));
  SHOW(splice(pair[0], NULL, ends[1], NULL, 99, 0));
}

static void between_pipes(void) {
  int ends[2];
  int others[2];
  pipe(ends);
  pipe(others);
  SHOW(write(ends[1], "between", 7));
  SHOW(splice(ends[0], NULL, others[1], NULL, 3, 0));
  SHOW(splice(ends[0], NULL, others[1], NULL, 99, 0));
  SHOW(read(others[0], text, 99));
  SHOW(memcmp(text, "between", 7));
}

int main(void) {
  files();
  sockets();
  between_pipes();
  return 0;
}
