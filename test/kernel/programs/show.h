/* What the programs of this folder share. Each prints what its calls return; the output must be the same
 * on Linux and in the library kernel, so it has neither times nor addresses. */
#ifndef LDFI_TEST_KERNEL_SHOW_H
#define LDFI_TEST_KERNEL_SHOW_H

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Prints the result of a call, and the error if it has failed. */
#define SHOW(call)                                               \
  do {                                                           \
    errno = 0;                                                   \
    const long shown = (long)(call);                             \
    printf("%s = %ld%s%s\n", #call, shown, shown < 0 ? " " : "", \
           shown < 0 ? strerror(errno) : "");                    \
    fflush(stdout);                                              \
  } while (0)

#endif
