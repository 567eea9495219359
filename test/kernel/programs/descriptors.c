/* Descriptors: numbers, copies, flags and limits. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "show.h"

#ifndef CLOSE_RANGE_CLOEXEC /* musl has no name for it */
#define CLOSE_RANGE_CLOEXEC 4
#define close_range(first, last, flags) syscall(SYS_close_range, first, last, flags)
#endif

int main(void) {
  SHOW(open("/dev/null", O_RDWR));
  SHOW(dup(3));
  SHOW(dup2(3, 9));
  SHOW(dup2(9, 9));
  SHOW(dup2(8, 9));
  SHOW(dup2(8, 8));
  SHOW(dup2(3, -1));
  SHOW(dup2(3, 100000));
  SHOW(dup3(3, 3, 0));
  SHOW(dup3(3, 5, O_CLOEXEC));
  SHOW(dup3(3, 5, O_APPEND));
  SHOW(fcntl(5, F_GETFD));
  SHOW(fcntl(4, F_GETFD));
  SHOW(fcntl(4, F_SETFD, FD_CLOEXEC));
  SHOW(fcntl(4, F_GETFD));
  SHOW(fcntl(4, F_DUPFD, 6));
  SHOW(fcntl(4, F_DUPFD_CLOEXEC, 6));
  SHOW(fcntl(7, F_GETFD));
  SHOW(fcntl(4, F_DUPFD, -1));
  SHOW(fcntl(4, F_GETFL) & (O_ACCMODE | O_NONBLOCK));
  SHOW(fcntl(4, F_SETFL, O_NONBLOCK));
  SHOW(fcntl(3, F_GETFL) & (O_ACCMODE | O_NONBLOCK));
  SHOW(fcntl(42, F_GETFL));
  SHOW(close(4));
  SHOW(close(4));
  SHOW(open("/dev/null", O_RDONLY));
  SHOW(write(4, "x", 1));
  SHOW(open("/dev/null", O_WRONLY));
  SHOW(read(10, "x", 1));
  SHOW(read(42, NULL, 0));
  SHOW(write(3, (void*)8, 1));
  SHOW(readv(3, NULL, -1));
  SHOW(readv(3, NULL, 0));
  SHOW(readv(3, NULL, 2000));
  SHOW(writev(3, NULL, 1));
  SHOW(lseek(42, 0, SEEK_SET));
  SHOW(close_range(5, 7, 0));
  SHOW(fcntl(6, F_GETFD));
  SHOW(close_range(9, 8, 0));
  SHOW(close_range(3, ~0U, CLOSE_RANGE_CLOEXEC));
  SHOW(fcntl(9, F_GETFD));
  const struct rlimit few = {12, 1024};
  SHOW(setrlimit(RLIMIT_NOFILE, &few));
  int last = 0;
  for (int one = dup(3); one >= 0; one = dup(3)) last = one;
  SHOW(last);
  SHOW(dup(3));
  SHOW(fcntl(3, F_DUPFD, 12));
  SHOW(dup2(3, 12));
  struct rlimit now;
  SHOW(getrlimit(RLIMIT_NOFILE, &now));
  SHOW(now.rlim_cur);
  SHOW(isatty(3));
  return 0;
}
