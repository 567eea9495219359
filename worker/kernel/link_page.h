/* The page that a guest's library kernel shares with the worker. Exactly one of them runs at a time: the
 * worker wakes the library kernel by a byte in the FIFO `bell`, and the library kernel answers by a byte in
 * the FIFO `done` when no context is ready. Times are nanoseconds of virtual time. */
#ifndef LDFI_WORKER_KERNEL_LINK_PAGE_H
#define LDFI_WORKER_KERNEL_LINK_PAGE_H

#include <stdint.h>

enum { ldfi_link_bytes = 4096, ldfi_deviation_bytes = 512 };

struct ldfi_link_page {
  uint64_t seed; /* seed of the node's random numbers */
  int64_t now;   /* time of the activation */
  int64_t lease; /* while the node has said nothing, it may advance `now` itself up to this time */
  int64_t deadline; /* set by the library kernel: when it wants to run again, or -1 */
  /* set by the library kernel: the first call that fails here although it works on Linux; empty if none */
  char deviation[ldfi_deviation_bytes];
};

#endif
