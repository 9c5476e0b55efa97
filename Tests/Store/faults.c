// Makes the file system fail, for tests of stores. Load it with LD_PRELOAD.
//
// Only calls on files whose path contains TALLY_FAULT_FILES count, in the order of all threads.
//
//     TALLY_FAULT_COUNT   a file of 8 bytes, which gets the number of calls; also after a kill
//     TALLY_FAULT_AT      the call that fails; 0 or missing: none
//     TALLY_FAULT_KIND    an error (EIO, ENOSPC, EINTR, EMFILE, EDQUOT), short (half the bytes are written or read), or kill
//     TALLY_FAULT_LASTS   1: all later calls fail, too, as on a full disk
//     TALLY_FAULT_LOG     a file that gets each write and sync, so that a test can lose the power at any of them
//
// A call that cannot fail with an error in Linux is not counted for it: a read has no ENOSPC, an open no short write.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { OPEN = 1, READ = 2, WRITE = 4, SYNC = 8, SIZE = 16, NAME = 32, MAP = 64, REMOVE = 128 };

static const struct { const char *name; int number, calls; } kinds[] = {
	{ "EIO", EIO, READ | WRITE | SYNC | SIZE | NAME | REMOVE },
	{ "ENOSPC", ENOSPC, OPEN | WRITE | SIZE | NAME | SYNC },
	{ "EDQUOT", EDQUOT, OPEN | WRITE | SIZE | NAME | SYNC },
	{ "EINTR", EINTR, OPEN | READ | WRITE | SIZE },
	{ "EMFILE", EMFILE, OPEN },
	{ "ENOMEM", ENOMEM, MAP },
	{ "short", 0, READ | WRITE },
	{ "kill", 0, OPEN | WRITE | SYNC | SIZE | NAME | REMOVE },
};

enum { FILES = 4096 };
static char *paths[FILES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *files, *kind;
static int number, calls, lasts, log_file = -1;
static uint64_t at, *count, own_count;
static _Thread_local int inside;

#define REAL(name) ((__typeof__(&name))real(#name))
static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void start(void) {
	files = getenv("TALLY_FAULT_FILES");
	const char *text = getenv("TALLY_FAULT_AT");
	at = text ? strtoull(text, NULL, 10) : 0;
	kind = getenv("TALLY_FAULT_KIND");
	lasts = getenv("TALLY_FAULT_LASTS") != NULL;
	for (size_t i = 0; kind && i < sizeof kinds / sizeof *kinds; i++)
		if (!strcmp(kind, kinds[i].name)) { number = kinds[i].number; calls = kinds[i].calls; }
	count = &own_count;
	inside = 1;
	const char *counter = getenv("TALLY_FAULT_COUNT"), *log = getenv("TALLY_FAULT_LOG");
	if (counter) {
		int file = REAL(open)(counter, O_RDWR | O_CREAT | O_TRUNC, 0600);
		if (file < 0 || REAL(ftruncate)(file, 8)) abort();
		count = REAL(mmap)(NULL, 8, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
		if (count == MAP_FAILED) abort();
		REAL(close)(file);
	}
	if (log) log_file = REAL(open)(log, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0600);
	inside = 0;
}

static int is_meant(const char *path) { return files && !inside && path && strstr(path, files) != NULL; }

static const char *path_of(int file) {
	return file >= 0 && file < FILES && !inside ? paths[file] : NULL;
}

static void remember(int file, const char *path) {
	if (file < 0 || file >= FILES) return;
	pthread_mutex_lock(&lock);
	free(paths[file]);
	paths[file] = is_meant(path) ? strdup(path) : NULL;
	pthread_mutex_unlock(&lock);
}

// 1: the call must fail with errno, 2: it must be short, 0: neither.
static int fails(int call) {
	if (!(calls & call) && at) return 0;
	uint64_t place = __atomic_add_fetch(count, 1, __ATOMIC_SEQ_CST);
	if (!at || (lasts ? place < at : place != at)) return 0;
	if (kind && !strcmp(kind, "kill")) { raise(SIGKILL); }
	if (!number) return 2;
	errno = number;
	return 1;
}

// A record: one letter, the path, two numbers, then bytes.
static void note(char letter, const char *path, uint64_t offset, const void *bytes, uint64_t size) {
	if (log_file < 0 || !path) return;
	char head[PATH_MAX + 64];
	int length = snprintf(head, sizeof head, "%c %s\t%llu\t%llu\n", letter, path, (unsigned long long)offset, (unsigned long long)size);
	struct iovec parts[2] = { { head, (size_t)length }, { (void *)bytes, bytes ? size : 0 } };
	pthread_mutex_lock(&lock);
	if (writev(log_file, parts, 2) < 0) abort();
	pthread_mutex_unlock(&lock);
}

#define OPENING(name) \
	int name(const char *path, int flags, ...) { \
		mode_t mode = 0; \
		if (flags & (O_CREAT | O_TMPFILE)) { va_list rest; va_start(rest, flags); mode = va_arg(rest, mode_t); va_end(rest); } \
		if (is_meant(path) && fails(OPEN)) return -1; \
		int file = REAL(name)(path, flags, mode); \
		remember(file, path); \
		if (file >= 0 && is_meant(path) && flags & O_TRUNC) note('t', path, 0, NULL, 0); \
		if (file >= 0 && is_meant(path) && flags & O_CREAT) note('c', path, 0, NULL, 0); \
		return file; \
	}
OPENING(open)
OPENING(open64)

#define OPENING_AT(name) \
	int name(int folder, const char *path, int flags, ...) { \
		mode_t mode = 0; \
		if (flags & (O_CREAT | O_TMPFILE)) { va_list rest; va_start(rest, flags); mode = va_arg(rest, mode_t); va_end(rest); } \
		if (is_meant(path) && fails(OPEN)) return -1; \
		int file = REAL(name)(folder, path, flags, mode); \
		remember(file, path); \
		return file; \
	}
OPENING_AT(openat)
OPENING_AT(openat64)

int close(int file) {
	remember(file, NULL);
	return REAL(close)(file);
}

#define READING(name, offset_type) \
	ssize_t name(int file, void *bytes, size_t size, offset_type offset) { \
		if (path_of(file)) switch (fails(READ)) { case 1: return -1; case 2: size = size / 2 + (size == 1); } \
		return REAL(name)(file, bytes, size, offset); \
	}
READING(pread, off_t)
READING(pread64, off64_t)

ssize_t read(int file, void *bytes, size_t size) {
	if (path_of(file)) switch (fails(READ)) { case 1: return -1; case 2: size = size / 2 + (size == 1); }
	return REAL(read)(file, bytes, size);
}

#define WRITING(name, offset_type) \
	ssize_t name(int file, const void *bytes, size_t size, offset_type offset) { \
		const char *path = path_of(file); \
		if (path) switch (fails(WRITE)) { case 1: return -1; case 2: size = size / 2 + (size == 1); } \
		ssize_t done = REAL(name)(file, bytes, size, offset); \
		if (done > 0) note('w', path, (uint64_t)offset, bytes, (uint64_t)done); \
		return done; \
	}
WRITING(pwrite, off_t)
WRITING(pwrite64, off64_t)

ssize_t write(int file, const void *bytes, size_t size) {
	const char *path = path_of(file);
	if (path) switch (fails(WRITE)) { case 1: return -1; case 2: size = size / 2 + (size == 1); }
	off_t offset = path ? lseek(file, 0, SEEK_CUR) : 0;
	ssize_t done = REAL(write)(file, bytes, size);
	if (done > 0) note('w', path, (uint64_t)offset, bytes, (uint64_t)done);
	return done;
}

#define SYNCING(name) \
	int name(int file) { \
		const char *path = path_of(file); \
		if (path && fails(SYNC) == 1) return -1; \
		int result = REAL(name)(file); \
		if (!result) note('s', path, 0, NULL, 0); \
		return result; \
	}
SYNCING(fsync)
SYNCING(fdatasync)

#define SIZING(name, size_type) \
	int name(int file, size_type size) { \
		const char *path = path_of(file); \
		if (path && fails(SIZE) == 1) return -1; \
		int result = REAL(name)(file, size); \
		if (!result) note('t', path, (uint64_t)size, NULL, 0); \
		return result; \
	}
SIZING(ftruncate, off_t)
SIZING(ftruncate64, off64_t)

#define NAMING(name) \
	int name(const char *from, const char *to) { \
		if ((is_meant(from) || is_meant(to)) && fails(NAME) == 1) return -1; \
		int result = REAL(name)(from, to); \
		if (!result && is_meant(to)) note(*#name, from, strlen(to), to, strlen(to)); \
		return result; \
	}
NAMING(rename)
NAMING(link)

int unlink(const char *path) {
	if (is_meant(path) && fails(REMOVE) == 1) return -1;
	int result = REAL(unlink)(path);
	if (!result && is_meant(path)) note('u', path, 0, NULL, 0);
	return result;
}

#define MAPPING(name, offset_type) \
	void *name(void *address, size_t size, int protection, int flags, int file, offset_type offset) { \
		if (path_of(file) && fails(MAP) == 1) return MAP_FAILED; \
		return REAL(name)(address, size, protection, flags, file, offset); \
	}
MAPPING(mmap, off_t)
MAPPING(mmap64, off64_t)
