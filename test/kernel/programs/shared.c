/* Memory that processes share, and futexes, mutexes and semaphores in it. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "show.h"

enum { page = 4096 };

static long futex(int* word, int operation, int value) {
  const struct timespec longest = {5, 0};
  return syscall(SYS_futex, word, operation, value, operation == FUTEX_WAKE ? NULL : &longest);
}

static int* map(int file, int how) {
  return mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, how | (file < 0 ? MAP_ANONYMOUS : 0), file,
              0);
}

/* Waits in a child, which has mapped the file again if there is one, and wakes it. */
static void show_futex(const char* what, int* word, int* other) {
  printf("%s\n", what);
  fflush(stdout);
  *word = 0;
  if (fork() == 0) {
    int* const seen = other == NULL ? word : other;
    const long got = futex(seen, FUTEX_WAIT, 0);
    _exit(got == 0 ? 10 + *seen : 1);
  }
  usleep(300000);
  *word = 7;
  SHOW(futex(word, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, 9));
  SHOW(futex(word, FUTEX_WAKE, 9));
  int status = 0;
  SHOW(wait(&status) > 0);
  SHOW(WEXITSTATUS(status));
}

static void show_futexes(void) {
  const int file = open("shared", O_RDWR | O_CREAT | O_TRUNC, 0600);
  SHOW(ftruncate(file, 3 * page));
  int* const memory = map(-1, MAP_SHARED);
  show_futex("memory without a file", memory + 5, NULL);
  int* const first = map(file, MAP_SHARED);
  int* const second = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_SHARED, file, page);
  show_futex("the same file, mapped twice", first + page / 4 + 3, second + 3);
  int* const grown = mremap(memory, 2 * page, 64 * page, MREMAP_MAYMOVE);
  show_futex("memory that was moved", grown + 5, NULL);
  SHOW(munmap(grown, page));
  show_futex("memory whose beginning was removed", grown + page / 4 + 5, NULL);
  int* const alone = map(-1, MAP_PRIVATE);
  show_futex("memory that is not shared", alone, NULL);
  int* const one = map(-1, MAP_SHARED);
  int* const other = map(-1, MAP_SHARED);
  show_futex("other memory", one, other);
}

struct Both {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  sem_t semaphore;
  int count;
};

static void count_up(struct Both* both) {
  for (int i = 0; i < 50; ++i) {
    pthread_mutex_lock(&both->mutex);
    const int before = both->count;
    if (i % 10 == 0) usleep(1000);
    both->count = before + 1;
    pthread_cond_broadcast(&both->changed);
    pthread_mutex_unlock(&both->mutex);
  }
  sem_post(&both->semaphore);
}

static void show_locks(void) {
  struct Both* const both = (struct Both*)map(-1, MAP_SHARED);
  pthread_mutexattr_t of_mutex;
  pthread_condattr_t of_condition;
  pthread_mutexattr_init(&of_mutex);
  pthread_condattr_init(&of_condition);
  pthread_mutexattr_setpshared(&of_mutex, PTHREAD_PROCESS_SHARED);
  pthread_condattr_setpshared(&of_condition, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(&both->mutex, &of_mutex);
  pthread_cond_init(&both->changed, &of_condition);
  sem_init(&both->semaphore, 1, 0);
  for (int i = 0; i < 3; ++i) {
    if (fork() != 0) continue;
    count_up(both);
    _exit(0);
  }
  pthread_mutex_lock(&both->mutex);
  while (both->count < 150) pthread_cond_wait(&both->changed, &both->mutex);
  pthread_mutex_unlock(&both->mutex);
  for (int i = 0; i < 3; ++i) SHOW(sem_wait(&both->semaphore));
  SHOW(both->count);
  while (wait(NULL) > 0) continue;
}

static void show_named_semaphore(void) {
  char name[64];
  snprintf(name, sizeof name, "/ldfi-test-%ld", (long)getpid());
  sem_unlink(name);
  sem_t* const own = sem_open(name, O_CREAT | O_EXCL, 0600, 0);
  SHOW(own != SEM_FAILED);
  if (fork() == 0) {
    sem_t* const again = sem_open(name, 0);
    usleep(100000);
    _exit(sem_post(again));
  }
  SHOW(sem_wait(own));
  SHOW(sem_unlink(name));
  SHOW(wait(NULL) > 0);
}

int main(void) {
  show_futexes();
  show_locks();
  show_named_semaphore();
  return 0;
}
