// Counts the allocations of each thread, so that a test can compare them. Memory comes from the C library as in other programs, and its
// `free` releases it.

#include "AllocationCounter.h"

#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED
#endif
#endif

#if defined(__GLIBC__) && !defined(SANITIZED)

static __thread long count = 0;

void *__libc_malloc(size_t size);

// A program's own `malloc` takes the place of the C library's, for all libraries.
void *malloc(size_t size) {
    count += 1;
    return __libc_malloc(size);
}

long allocation_count(void) { return count; }

#else

long allocation_count(void) { return -1; }

#endif
