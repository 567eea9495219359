/* The page of memory that a node shares with the worker that is its clock. C and C++ read it.
 * Times are nanoseconds of virtual time since the start of the execution. All of it is accessed
 * atomically, by the processes of one node and by the worker. */
#ifndef LDFI_WORKER_CLOCK_PAGE_H
#define LDFI_WORKER_CLOCK_PAGE_H

#include <stdint.h>

enum {
  ldfi_page_bytes = 32768,
  ldfi_sleepers = 1000, /* threads of a node that wait for a time at once */
  ldfi_processes = 1000 /* processes of a node whose numbers in the system are known */
};

/* A thread that waits until a time. When that has come the worker releases it, one after the other:
 * of threads that run together, which is faster would be chance. */
struct ldfi_sleeper {
  int64_t until;
  uint64_t order; /* of the node's threads: by when they were made */
  int32_t thread; /* its number in the system; 0: the place is free */
  uint16_t released;
  uint16_t polls; /* it has to hear the bell */
};

struct ldfi_page {
  int64_t now;
  /* Up to here a node with one thread may move `now` itself, when it sleeps and has said nothing. */
  int64_t lease;
  /* The worker counts it up when it has moved `now`; sleepers wait for that (futex). */
  uint32_t turn;
  uint32_t processes;     /* so many have got their numbers */
  uint64_t seed;          /* of the node's chance */
  uint64_t drawn;         /* words of chance so far */
  uint64_t threads;       /* made so far */
  uint32_t at_semaphores; /* threads that wait at one for a time: whoever posts rings for them */
  uint32_t reserved;      /* for alignment */
  struct ldfi_sleeper sleepers[ldfi_sleepers];
  int32_t
      numbers[ldfi_processes]; /* of processes in the system, in the order of their own numbers */
};

#endif
