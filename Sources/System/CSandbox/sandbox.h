// The walls around a process that runs what somebody else wrote: Landlock for files and sockets, and a filter of system calls.
// Swift cannot call `syscall`, because it has a variable number of arguments.
#pragma once

#include <signal.h>
#include <stddef.h>
#include <sys/resource.h>

enum { TALLY_WALL_FILES = 1, TALLY_WALL_CALLS = 2 };

/// Limits the processor time in seconds, and the memory that can be written to in bytes. Nothing is written to files.
static inline void tally_limit(long long seconds, long long memory) {
    struct rlimit time = {(rlim_t)seconds, (rlim_t)seconds}, bytes = {(rlim_t)memory, (rlim_t)memory}, none = {0, 0};
    setrlimit(RLIMIT_CPU, &time);
    setrlimit(RLIMIT_DATA, &bytes);
    setrlimit(RLIMIT_FSIZE, &none);
    setrlimit(RLIMIT_CORE, &none);
}

/// Returns true if this process may only write files up to some size.
static inline int tally_limits_file_size(void) {
    struct rlimit limit;
    return getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

/// Returns true if this process ignores a signal, as `nohup` makes a program ignore the end of its terminal.
static inline int tally_ignores(int number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

/// Keeps this process from opening anything.
static inline void tally_open_nothing(void) {
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_NOFILE, &none);
}

#ifdef __linux__

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef __NR_landlock_create_ruleset
#define __NR_landlock_create_ruleset 444
#define __NR_landlock_add_rule 445
#define __NR_landlock_restrict_self 446
#endif

struct tally_ruleset { uint64_t files, network, scopes; };
struct tally_path_rule { uint64_t allowed; int32_t parent; } __attribute__((packed));

/// Allows reading below a path. A path that does not exist is left out.
static inline void tally_allow_reading(int ruleset, const char *path) {
    int parent = open(path, 010000000 /* O_PATH */ | O_CLOEXEC);
    if (parent < 0) return;
    // Executing is not allowed. Of a file, only reading can be allowed; of a folder, also listing.
    struct tally_path_rule rule = {(1 << 2) | (1 << 3), parent};
    if (syscall(__NR_landlock_add_rule, ruleset, 1, &rule, 0) != 0) {
        rule.allowed = 1 << 2;
        syscall(__NR_landlock_add_rule, ruleset, 1, &rule, 0);
    }
    close(parent);
}

/// Forbids all files but reading the given ones, all connections over TCP, and signals and sockets to other processes.
static inline int tally_close_files(const char *path) {
    long version = syscall(__NR_landlock_create_ruleset, NULL, 0, 1);
    if (version < 1) return 0;
    uint64_t files = (1 << 13) - 1;
    if (version >= 2) files |= 1 << 13;
    if (version >= 3) files |= 1 << 14;
    if (version >= 5) files |= 1 << 15;
    struct tally_ruleset rules = {files, 3, 3};
    size_t size = version < 4 ? 8 : version < 6 ? 16 : 24;
    int ruleset = (int)syscall(__NR_landlock_create_ruleset, &rules, size, 0);
    if (ruleset < 0) return 0;
    tally_allow_reading(ruleset, path);
    tally_allow_reading(ruleset, "/usr/share/zoneinfo");
    int failed = syscall(__NR_landlock_restrict_self, ruleset, 0) != 0;
    close(ruleset);
    return failed ? 0 : TALLY_WALL_FILES;
}

#if defined(__x86_64__)
#define TALLY_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define TALLY_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define TALLY_REFUSE(number) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define TALLY_MISSING(number) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS)

/// Forbids new processes and programs, sockets, other processes, and changes of files. Threads are allowed.
static inline int tally_close_calls(void) {
#ifdef TALLY_ARCHITECTURE
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, TALLY_ARCHITECTURE, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
#if defined(__x86_64__)
        // Calls of the x32 interface have other numbers.
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        TALLY_REFUSE(__NR_fork), TALLY_REFUSE(__NR_vfork), TALLY_REFUSE(__NR_creat), TALLY_REFUSE(__NR_unlink),
        TALLY_REFUSE(__NR_rename), TALLY_REFUSE(__NR_mkdir), TALLY_REFUSE(__NR_rmdir), TALLY_REFUSE(__NR_link),
        TALLY_REFUSE(__NR_symlink), TALLY_REFUSE(__NR_chmod), TALLY_REFUSE(__NR_chown), TALLY_REFUSE(__NR_lchown),
        TALLY_REFUSE(__NR_mknod), TALLY_REFUSE(__NR_utimes), TALLY_MISSING(__NR_open),
#endif
        TALLY_REFUSE(__NR_execve), TALLY_REFUSE(__NR_execveat), TALLY_REFUSE(__NR_socket), TALLY_REFUSE(__NR_socketpair),
        TALLY_REFUSE(__NR_connect), TALLY_REFUSE(__NR_bind), TALLY_REFUSE(__NR_listen), TALLY_REFUSE(__NR_sendto),
        TALLY_REFUSE(__NR_sendmsg), TALLY_REFUSE(__NR_ptrace), TALLY_REFUSE(__NR_process_vm_readv),
        TALLY_REFUSE(__NR_process_vm_writev), TALLY_REFUSE(__NR_kill), TALLY_REFUSE(__NR_tkill), TALLY_REFUSE(__NR_unlinkat),
        TALLY_REFUSE(__NR_renameat2), TALLY_REFUSE(__NR_renameat), TALLY_REFUSE(__NR_mkdirat), TALLY_REFUSE(__NR_linkat),
        TALLY_REFUSE(__NR_symlinkat), TALLY_REFUSE(__NR_mknodat), TALLY_REFUSE(__NR_fchmod), TALLY_REFUSE(__NR_fchmodat),
        TALLY_REFUSE(__NR_fchown), TALLY_REFUSE(__NR_fchownat), TALLY_REFUSE(__NR_truncate), TALLY_REFUSE(__NR_ftruncate),
        TALLY_REFUSE(__NR_utimensat), TALLY_REFUSE(__NR_mount), TALLY_REFUSE(__NR_umount2), TALLY_REFUSE(__NR_chroot),
        TALLY_REFUSE(__NR_pivot_root), TALLY_REFUSE(__NR_setns), TALLY_REFUSE(__NR_unshare), TALLY_REFUSE(__NR_bpf),
        TALLY_REFUSE(__NR_perf_event_open), TALLY_REFUSE(__NR_userfaultfd), TALLY_REFUSE(__NR_keyctl), TALLY_REFUSE(__NR_add_key),
        TALLY_REFUSE(__NR_request_key), TALLY_REFUSE(__NR_open_by_handle_at), TALLY_REFUSE(__NR_setxattr),
        TALLY_MISSING(__NR_clone3), TALLY_MISSING(425 /* io_uring_setup */), TALLY_MISSING(434 /* pidfd_open */),
        TALLY_MISSING(437 /* openat2 */), TALLY_MISSING(438 /* pidfd_getfd */), TALLY_MISSING(452 /* fchmodat2 */),
        // A clone must be a thread.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 4),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 0x00010000, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        // A file must be opened to read it.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_openat, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 ? TALLY_WALL_CALLS : 0;
#else
    return 0;
#endif
}

/// Confines this thread and all threads that it starts. Returns the walls that the system has.
static inline int tally_confine(const char *path) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 0;
    int files = tally_close_files(path);
    return files | tally_close_calls();
}

/// Closes all descriptors from `first` on.
/* If the marking ends, so does this process. */
static inline void tally_end_with_parent(void) { prctl(PR_SET_PDEATHSIG, SIGKILL); }

static inline void tally_close_descriptors(int first) {
    for (int number = first; number < 1024; number++) close(number);
}

#else

static inline int tally_confine(const char *path) { return 0; }
static inline void tally_close_descriptors(int first) {}
static inline void tally_end_with_parent(void) {}

#endif
