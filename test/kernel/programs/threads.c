/* Threads as the C library makes them. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "show.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;
static sem_t semaphore;
static long total;
static int turn;
static __thread int own = 7;

static void* add(void* argument) {
  for (int i = 0; i < 1000; ++i) {
    pthread_mutex_lock(&mutex);
    total += *(int*)argument;
    if (i % 100 == 0) sched_yield();
    pthread_mutex_unlock(&mutex);
  }
  own += *(int*)argument;
  return (void*)(long)own;
}

static void* take_turns(void* argument) {
  const int self = *(int*)argument;
  for (int i = 0; i < 3; ++i) {
    pthread_mutex_lock(&mutex);
    while (turn % 4 != self) pthread_cond_wait(&condition, &mutex);
    printf("turn %d of %d\n", turn, self);
    fflush(stdout);
    ++turn;
    pthread_cond_broadcast(&condition);
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

static void* meet(void* argument) {
  usleep(10000 * (unsigned)*(int*)argument);
  const int last = pthread_barrier_wait(&barrier);
  return (void*)(long)(last == PTHREAD_BARRIER_SERIAL_THREAD);
}

static void* post_later(void* argument) {
  usleep(20000);
  sem_post(&semaphore);
  return argument;
}

static void* spin(void* argument) {
  while (__atomic_load_n((int*)argument, __ATOMIC_SEQ_CST) == 0) sched_yield();
  return NULL;
}

static struct timespec in_ms(clockid_t clock, long ms) {
  struct timespec out;
  clock_gettime(clock, &out);
  out.tv_nsec += ms * 1000000;
  out.tv_sec += out.tv_nsec / 1000000000;
  out.tv_nsec %= 1000000000;
  return out;
}

static void run(void* (*what)(void*)) {
  pthread_t all[4];
  int numbers[4] = {0, 1, 2, 3};
  long sum = 0;
  for (int i = 0; i < 4; ++i) pthread_create(&all[i], NULL, what, &numbers[i]);
  for (int i = 0; i < 4; ++i) {
    void* out;
    pthread_join(all[i], &out);
    sum += (long)out;
  }
  SHOW(sum);
}

int main(void) {
  run(add);
  SHOW(total);
  SHOW(own);
  run(take_turns);
  pthread_barrier_init(&barrier, NULL, 4);
  run(meet);
  pthread_mutex_lock(&mutex);
  struct timespec until = in_ms(CLOCK_REALTIME, 20);
  SHOW(pthread_cond_timedwait(&condition, &mutex, &until));
  SHOW(pthread_mutex_unlock(&mutex));
  until = in_ms(CLOCK_MONOTONIC, 20);
  sem_init(&semaphore, 0, 0);
  SHOW(sem_trywait(&semaphore));
  until = in_ms(CLOCK_REALTIME, 20);
  SHOW(sem_timedwait(&semaphore, &until));
  pthread_t thread;
  pthread_create(&thread, NULL, post_later, NULL);
  until = in_ms(CLOCK_REALTIME, 2000);
  SHOW(sem_timedwait(&semaphore, &until));
  pthread_join(thread, NULL);
  int flag = 0;
  pthread_create(&thread, NULL, spin, &flag);
  usleep(5000);
  __atomic_store_n(&flag, 1, __ATOMIC_SEQ_CST);
  SHOW(pthread_join(thread, NULL));
  SHOW(syscall(SYS_gettid) == getpid());
  for (int i = 0; i < 300; ++i) {
    pthread_create(&thread, NULL, add, &(int){0});
    pthread_join(thread, NULL);
  }
  pthread_create(&thread, NULL, post_later, NULL);
  pthread_exit(NULL); /* the process ends with its last thread */
}
