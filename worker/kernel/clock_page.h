/* The page of memory in each guest that holds the node's clock. The library kernel and its vDSO read and
 * write it, so a guest reads the time without a system call. Times are nanoseconds. */
#ifndef LDFI_WORKER_KERNEL_CLOCK_PAGE_H
#define LDFI_WORKER_KERNEL_CLOCK_PAGE_H

#include <stdint.h>

struct ldfi_clock_page {
  uint64_t now;     /* virtual time since the start of the execution */
  uint64_t cost;    /* the duration of a call, and of a look at the clock */
  uint64_t day;     /* CLOCK_REALTIME at virtual time 0 */
  uint64_t machine; /* the machine's clocks at virtual time 0 */
};

#endif
