/* Memory: mappings, protection, the break, and addresses that are not there. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "show.h"

int main(void) {
  char* const area =
      mmap(NULL, 8 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  SHOW(area != MAP_FAILED);
  SHOW(area[8 * 4096 - 1]);
  memset(area, 7, 8 * 4096);
  SHOW(munmap(area + 4096, 4096));
  SHOW(write(1, area + 4096, 1));
  SHOW(mmap(area + 4096, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) ==
       area + 4096);
  SHOW(area[4096]);
  SHOW((long)mmap(area, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0));
  SHOW(mprotect(area, 4096, PROT_NONE));
  SHOW(write(1, area, 1));
  SHOW(mprotect(area + 1, 4096, PROT_NONE));
  char* const larger = mremap(area + 2 * 4096, 6 * 4096, 100 * 4096, MREMAP_MAYMOVE);
  SHOW(larger != MAP_FAILED);
  SHOW(larger[6 * 4096 - 1]);
  SHOW(larger[6 * 4096]);
  SHOW(madvise(larger, 4096, MADV_DONTNEED));
  SHOW(larger[0]);
  SHOW((long)mmap(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  SHOW((long)mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, 42, 0));
  const int file = open("mapped", O_RDWR | O_CREAT | O_TRUNC, 0600);
  SHOW(ftruncate(file, 4096));
  char* const shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  strcpy(shared, "through memory");
  SHOW(msync(shared, 4096, MS_SYNC));
  char text[16] = {0};
  SHOW(pread(file, text, 14, 0));
  SHOW(strcmp(text, "through memory"));
  SHOW(pwrite(file, "T", 1, 0));
  SHOW(shared[0]);
  SHOW(close(file) + unlink("mapped"));
  char* const before = sbrk(0);
  SHOW(sbrk(100000) == before);
  before[99999] = 1;
  SHOW((char*)sbrk(0) - before);
  SHOW(sbrk(-50000) == before + 100000);
  SHOW(sbrk(50000) == before + 50000);
  SHOW(brk((void*)8));
  void* all[1000];
  for (int i = 0; i < 1000; ++i)
    all[i] = memset(malloc(1 + (size_t)i * 997), i, 1 + (size_t)i * 997);
  long sum = 0;
  for (int i = 0; i < 1000; ++i) {
    sum += ((unsigned char*)all[i])[(size_t)i * 997];
    free(all[i]);
  }
  SHOW(sum);
  return 0;
}
