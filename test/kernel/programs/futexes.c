/* Futexes, without the C library in between. */
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "show.h"

static uint32_t word;
static uint32_t other;
static int awake;

static long futex(uint32_t* at, int operation, uint32_t value, const void* time, uint32_t* second,
                  uint32_t third) {
  return syscall(SYS_futex, at, operation, value, time, second, third);
}

static void* wait_for_word(void* bits) {
  const long out = futex(&word, FUTEX_WAIT_BITSET_PRIVATE, 0, NULL, NULL, (uint32_t)(long)bits);
  __atomic_add_fetch(&awake, 1, __ATOMIC_SEQ_CST);
  return (void*)out;
}

static void begin(pthread_t* all, int count, long bits) {
  awake = 0;
  for (int i = 0; i < count; ++i) pthread_create(&all[i], NULL, wait_for_word, (void*)bits);
  usleep(200000);
}

static int awake_soon(void) {
  usleep(200000);
  return __atomic_load_n(&awake, __ATOMIC_SEQ_CST);
}

int main(void) {
  pthread_t all[4];
  const struct timespec little = {0, 10000000};
  const struct timespec wrong = {0, 1000000000};
  const struct timespec past = {1, 0};
  SHOW(futex(&word, FUTEX_WAIT, 1, NULL, NULL, 0));
  SHOW(futex(&word, FUTEX_WAIT, 0, &little, NULL, 0));
  SHOW(futex(&word, FUTEX_WAIT, 0, &wrong, NULL, 0));
  SHOW(futex(&word, FUTEX_WAIT_BITSET, 0, &past, NULL, 1));
  SHOW(futex(&word, FUTEX_WAIT_BITSET | FUTEX_CLOCK_REALTIME, 0, &past, NULL, 1));
  SHOW(futex(&word, FUTEX_WAIT_BITSET, 0, NULL, NULL, 0));
  SHOW(futex((uint32_t*)((char*)&word + 1), FUTEX_WAIT, 0, NULL, NULL, 0));
  SHOW(futex((uint32_t*)8, FUTEX_WAIT, 0, NULL, NULL, 0));
  SHOW(futex(&word, FUTEX_WAKE, 5, NULL, NULL, 0));
  begin(all, 3, 1);
  SHOW(futex(&word, FUTEX_WAKE_BITSET_PRIVATE, 5, NULL, NULL, 2));
  SHOW(futex(&word, FUTEX_WAKE_PRIVATE, 2, NULL, NULL, 0));
  SHOW(awake_soon());
  SHOW(futex(&word, FUTEX_WAKE_BITSET_PRIVATE, 5, NULL, NULL, 3));
  SHOW(awake_soon());
  for (int i = 0; i < 3; ++i) pthread_join(all[i], NULL);
  begin(all, 4, 1);
  SHOW(futex(&word, FUTEX_CMP_REQUEUE_PRIVATE, 1, (void*)2, &other, 1));
  SHOW(futex(&word, FUTEX_CMP_REQUEUE_PRIVATE, 1, (void*)2, &other, 0));
  SHOW(awake_soon());
  SHOW(futex(&word, FUTEX_WAKE_PRIVATE, 5, NULL, NULL, 0));
  SHOW(futex(&other, FUTEX_WAKE_PRIVATE, 5, NULL, NULL, 0));
  SHOW(awake_soon());
  for (int i = 0; i < 4; ++i) pthread_join(all[i], NULL);
  begin(all, 2, 1);
  other = 5;
  SHOW(futex(&other, FUTEX_WAKE_OP_PRIVATE, 1, (void*)1, &word,
             (uint32_t)FUTEX_OP(FUTEX_OP_ADD, 3, FUTEX_OP_CMP_GT, 0)));
  SHOW(word);
  SHOW(futex(&other, FUTEX_WAKE_OP_PRIVATE, 1, (void*)1, &word,
             (uint32_t)FUTEX_OP(FUTEX_OP_SET, 9, FUTEX_OP_CMP_EQ, 3)));
  SHOW(word);
  SHOW(awake_soon());
  SHOW(futex(&other, FUTEX_WAKE_OP_PRIVATE, 1, (void*)1, &word,
             (uint32_t)FUTEX_OP(FUTEX_OP_ANDN, 1, FUTEX_OP_CMP_NE, 9)));
  SHOW(word);
  SHOW(futex(&word, FUTEX_WAKE_PRIVATE, 5, NULL, NULL, 0));
  for (int i = 0; i < 2; ++i) pthread_join(all[i], NULL);
  return 0;
}
