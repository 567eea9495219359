/* Who the process is, and chance. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "show.h"

int main(int count, char** words) {
  char text[64] = {0};
  char more[64] = {0};
  struct utsname name;
  SHOW(count);
  SHOW(strcmp(words[1], "one word"));
  SHOW(uname(&name));
  SHOW(strcmp(name.sysname, "Linux") | strcmp(name.machine, "x86_64"));
  SHOW(getpid() == syscall(SYS_getpid) && getpid() > 1);
  SHOW(getpid() == syscall(SYS_gettid));
  SHOW(getpgid(0) == getpgrp());
  SHOW(getuid() == geteuid() && getgid() == getegid());
  const gid_t groups[] = {getgid(), 7};
  gid_t found[9];
  const int may_set = setgroups(2, groups) == 0;  /* root may */
  SHOW(may_set == (geteuid() == 0));
  SHOW(!may_set || (getgroups(9, found) == 2 && found[0] == groups[0] && found[1] == 7));
  SHOW(setgroups(1 << 20, groups) < 0);
  SHOW(prctl(PR_SET_NAME, "a name that is too long"));
  SHOW(prctl(PR_GET_NAME, text));
  SHOW(strcmp(text, "a name that is "));
  SHOW(prctl(9999));
  SHOW(readlink("/proc/self/exe", text, 1));
  SHOW(text[0]);
  struct rlimit limit;
  SHOW(getrlimit(RLIMIT_STACK, &limit));
  SHOW(getrlimit(99, &limit));
  struct sysinfo about;
  SHOW(sysinfo(&about));
  SHOW(about.totalram > 0);
  SHOW(getrandom(text, 33, 0));
  SHOW(getrandom(more, 33, GRND_NONBLOCK));
  SHOW(memcmp(text, more, 33) != 0);
  SHOW(getrandom(text, 4, 0x100));
  SHOW(getrandom((void*)8, 4, 0));
  const int file = open("/dev/urandom", O_RDONLY);
  SHOW(file);
  SHOW(read(file, more, 64));
  SHOW(memcmp(text, more, 64) != 0);
  SHOW(write(file, "x", 1));
  SHOW(getpriority(PRIO_PROCESS, 0) <= 19);  /* the test may run under nice */
  SHOW(sched_getscheduler(0));
  return 0;
}
