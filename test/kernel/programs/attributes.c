/* Owners, links and attributes of files, and calls that read and write several pieces at a place. */
#define _GNU_SOURCE
#include "show.h"

#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <unistd.h>

static void owners(void) {
  const uid_t user = getuid();
  const gid_t group = getgid();
  const int folder = open(".", O_RDONLY | O_DIRECTORY);
  const int file = open("file", O_RDWR | O_CREAT, 0600);
  SHOW(chown("file", user, group));
  SHOW(lchown("file", (uid_t)-1, (gid_t)-1));
  SHOW(fchown(file, user, (gid_t)-1));
  SHOW(fchownat(folder, "file", user, group, AT_SYMLINK_NOFOLLOW));
  SHOW(fchownat(AT_FDCWD, "none", user, group, 0));
  SHOW(chown("none", user, group));
  SHOW(fchown(77, user, group));
}

static void links(void) {
  struct stat about;
  const int folder = open(".", O_RDONLY | O_DIRECTORY);
  SHOW(linkat(folder, "file", AT_FDCWD, "other", 0));
  SHOW(linkat(77, "file", AT_FDCWD, "third", 0));
  SHOW(stat("other", &about));
  SHOW(about.st_nlink);
  SHOW(symlinkat("file", folder, "soft"));
  SHOW(symlinkat("file", folder, "soft"));
  SHOW(symlinkat("file", 77, "softer"));
  SHOW(access("soft", R_OK));
}

static void times(void) {
  const struct timespec at[2] = {{1000, 5}, {2000, 6}};
  const struct timespec wrong[2] = {{1000, 5}, {2000, -6}};
  const int file = open("file", O_RDWR);
  SHOW(utimensat(AT_FDCWD, "file", at, 0));
  SHOW(utimensat(AT_FDCWD, "none", at, 0));
  SHOW(utimensat(AT_FDCWD, "file", wrong, 0));
  SHOW(futimens(file, NULL));
  SHOW(futimens(77, NULL));
}

static void attributes(void) {
  char text[99];
  const int file = open("file", O_RDWR);
  SHOW(getxattr("file", "user.none", text, sizeof text));
  SHOW(lgetxattr("none", "user.none", text, sizeof text));
  SHOW(fgetxattr(file, "user.none", text, sizeof text));
  SHOW(listxattr("file", text, sizeof text));
  SHOW(llistxattr("none", text, sizeof text));
  SHOW(flistxattr(77, text, sizeof text));
}

static void pieces(void) {
  char one[3] = {0};
  char other[9] = {0};
  int ends[2];
  const struct iovec in[2] = {{"abc", 3}, {"defgh", 5}};
  const struct iovec out[2] = {{one, 2}, {other, 8}};
  const int file = open("pieces", O_RDWR | O_CREAT, 0600);
  SHOW(pwritev(file, in, 2, 4));
  SHOW(preadv(file, out, 2, 5));
  SHOW(strcmp(one, "bc") | strcmp(other, "defgh"));
  SHOW(lseek(file, 0, SEEK_CUR));
  SHOW(preadv(file, out, 2, -1));
  SHOW(preadv(file, out, -1, 0));
  SHOW(preadv(77, out, 2, 0));
  pipe(ends);
  SHOW(pwritev(ends[1], in, 2, 0));
  SHOW(syncfs(file));
  SHOW(syncfs(77));
  SHOW(sync_file_range(file, 0, 0, 0));
  SHOW(sync_file_range(77, 0, 0, 0));
}

int main(void) {
  owners();
  links();
  times();
  attributes();
  pieces();
  SHOW(sched_get_priority_max(SCHED_OTHER));
  SHOW(sched_get_priority_max(SCHED_FIFO));
  SHOW(sched_get_priority_min(SCHED_RR));
  SHOW(sched_get_priority_min(SCHED_BATCH));
  SHOW(sched_get_priority_max(4));
  SHOW(sched_get_priority_max(99));
  SHOW(munlockall());
  return 0;
}
