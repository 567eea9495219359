/* eventfd and timerfd. */
#include <poll.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "show.h"

static uint64_t count;

static int events(int file) {
  struct pollfd one = {file, POLLIN | POLLOUT, 0};
  poll(&one, 1, 0);
  return one.revents;
}

int main(void) {
  SHOW(eventfd(0, EFD_NONBLOCK));
  SHOW(read(3, &count, 8));
  SHOW(events(3));
  count = 5;
  SHOW(write(3, &count, 8));
  SHOW(write(3, &count, 8));
  SHOW(events(3));
  SHOW(read(3, &count, 4));
  SHOW(read(3, &count, 8));
  SHOW(count);
  count = UINT64_MAX;
  SHOW(write(3, &count, 8));
  count = UINT64_MAX - 1;
  SHOW(write(3, &count, 8));
  SHOW(events(3));
  SHOW(write(3, &count, 8));
  SHOW(eventfd(2, EFD_SEMAPHORE | EFD_NONBLOCK));
  SHOW(read(4, &count, 8));
  SHOW(count);
  SHOW(read(4, &count, 8));
  SHOW(read(4, &count, 8));
  SHOW(eventfd(0, 64));
  SHOW(timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK));
  SHOW(read(5, &count, 8));
  SHOW(timerfd_create(99, 0));
  struct itimerspec setting = {{0, 0}, {0, 30000000}};
  SHOW(timerfd_settime(5, 0, &setting, NULL));
  SHOW(read(5, &count, 8));
  struct pollfd one = {5, POLLIN, 0};
  SHOW(poll(&one, 1, 2000));
  SHOW(read(5, &count, 8));
  SHOW(count);
  struct itimerspec left;
  SHOW(timerfd_gettime(5, &left));
  SHOW(left.it_value.tv_sec + left.it_value.tv_nsec);
  setting.it_interval.tv_nsec = 400000000;
  SHOW(timerfd_settime(5, 0, &setting, NULL));
  usleep(600000); /* it expires after 30 and 430 ms */
  SHOW(read(5, &count, 8));
  SHOW(count);
  SHOW(timerfd_gettime(5, &left));
  SHOW(left.it_interval.tv_nsec);
  SHOW(left.it_value.tv_nsec > 0 && left.it_value.tv_nsec <= 400000000);
  setting.it_value.tv_nsec = 0;
  SHOW(timerfd_settime(5, 0, &setting, &left));
  SHOW(read(5, &count, 8));
  setting.it_value.tv_nsec = 1000000000;
  SHOW(timerfd_settime(5, 0, &setting, NULL));
  SHOW(timerfd_settime(3, 0, &setting, NULL));
  SHOW(timerfd_settime(42, 0, &setting, NULL));
  SHOW(timerfd_create(CLOCK_REALTIME, 0));
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  setting = (struct itimerspec){{0, 0}, {now.tv_sec - 5, 0}};
  SHOW(timerfd_settime(6, TFD_TIMER_ABSTIME, &setting, NULL));
  SHOW(read(6, &count, 8));
  SHOW(count);
  return 0;
}
