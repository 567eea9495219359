/* The page of memory that a node shares with the worker, and from which the node reads its virtual time.
 * Times are nanoseconds of virtual time since the start of the execution. The processes of one node and
 * the worker access every member atomically. C and C++ code include this file. */
#ifndef LDFI_WORKER_CLOCK_PAGE_H
#define LDFI_WORKER_CLOCK_PAGE_H

#include <stdint.h>

enum {
  ldfi_page_bytes = 32768,
  ldfi_sleepers = 1000, /* most threads of a node that wait for a time together */
  ldfi_processes = 1000 /* most processes of a node that can get signals by their own numbers */
};

/* The entry of a thread that waits until a time. When this time has come, the worker releases the
 * waiting threads one after the other. If they ran together, chance would decide which of them is
 * faster. */
struct ldfi_sleeper {
  int64_t until;
  uint64_t order; /* number of the thread in the order of creation */
  int32_t thread; /* number of the thread in the system; 0 if the entry is free */
  uint16_t released;
  uint16_t polls; /* the thread polls, and is woken by the bell */
};

struct ldfi_page {
  int64_t now;
  /* Until this time, the node may set `now` itself, if its only thread sleeps and its output is
   * read. */
  int64_t lease;
  /* The worker changes this counter after it has set `now`. Sleeping threads wait for a change of
     the counter (futex). */
  uint32_t turn;
  uint32_t processes; /* number of processes that have a number in `numbers` */
  uint64_t seed;      /* seed of the node's random numbers */
  uint64_t drawn;     /* random words drawn so far */
  uint64_t threads;   /* threads created so far */
  /* Number of threads that wait at a semaphore until a time; sem_post() wakes them. */
  uint32_t at_semaphores;
  uint32_t reserved; /* for alignment */
  struct ldfi_sleeper sleepers[ldfi_sleepers];
  /* The system's process numbers, by the number that a process has inside the node. */
  int32_t numbers[ldfi_processes];
};

#endif
