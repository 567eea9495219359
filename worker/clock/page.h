/* The page of memory that a node shares with the worker, which is its clock. It is read by C and C++.
 * Times are nanoseconds of virtual time since the start of the execution. The processes of one node and
 * the worker access every member atomically. */
#ifndef LDFI_WORKER_CLOCK_PAGE_H
#define LDFI_WORKER_CLOCK_PAGE_H

#include <stdint.h>

enum {
  ldfi_page_bytes = 32768,
  ldfi_sleepers = 1000, /* threads of a node that may wait for a time at once */
  ldfi_processes = 1000 /* processes of a node that can be signalled by their numbers */
};

/* A thread that waits until a time. When that time has come, the worker releases such threads one
 * after the other: if they ran together, the faster one would be random. */
struct ldfi_sleeper {
  int64_t until;
  uint64_t order; /* number of the thread in the order of creation */
  int32_t thread; /* its number in the system; 0 if the place is free */
  uint16_t released;
  uint16_t polls; /* it must hear the bell */
};

struct ldfi_page {
  int64_t now;
  /* The time until which a node with one thread may set `now` itself, when it sleeps and has said
   * nothing. */
  int64_t lease;
  /* Increased by the worker when it has set `now`; sleepers wait for it (futex). */
  uint32_t turn;
  uint32_t processes;     /* number of processes that have got their numbers */
  uint64_t seed;          /* seed of the node's random numbers */
  uint64_t drawn;         /* random words drawn so far */
  uint64_t threads;       /* threads created so far */
  uint32_t at_semaphores; /* threads that wait at a semaphore for a time: sem_post wakes them */
  uint32_t reserved;      /* for alignment */
  struct ldfi_sleeper sleepers[ldfi_sleepers];
  int32_t
      numbers[ldfi_processes]; /* numbers of the processes in the system, ordered by own numbers */
};

#endif
