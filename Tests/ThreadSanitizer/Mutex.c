// Tells the thread sanitizer what Swift's `Mutex` orders when threads wait for it. `make sanitize` preloads this.
//
// The compiler puts the fast paths of `Mutex` into the code that uses it, where the sanitizer sees their atomic operations. If the lock
// is taken, the rest runs in libswiftSynchronization, and the kernel hands the lock over. The sanitizer sees neither, and reports what
// the lock guards as races.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// Missing in the programs that a sanitized one starts.
__attribute__((weak)) void __tsan_acquire(void *lock);
__attribute__((weak)) void __tsan_release(void *lock);

static SWIFT void (*swift_lock)(uint32_t thread, SELF);
static SWIFT bool (*swift_try_lock)(SELF);
static SWIFT void (*swift_unlock)(SELF);

__attribute__((constructor)) static void find_functions(void) {
    swift_lock = dlsym(RTLD_NEXT, LOCK);
    swift_try_lock = dlsym(RTLD_NEXT, TRY_LOCK);
    swift_unlock = dlsym(RTLD_NEXT, UNLOCK);
}

SWIFT void lock(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void lock(uint32_t thread, SELF) {
    swift_lock(thread, self);
    if (__tsan_acquire) __tsan_acquire(self);
}

SWIFT bool try_lock(SELF) __asm__(TRY_LOCK);
SWIFT bool try_lock(SELF) {
    bool is_locked = swift_try_lock(self);
    if (is_locked && __tsan_acquire) __tsan_acquire(self);
    return is_locked;
}

SWIFT void unlock(SELF) __asm__(UNLOCK);
SWIFT void unlock(SELF) {
    if (__tsan_release) __tsan_release(self);
    swift_unlock(self);
}
