// Tries what a confined process must not do. Prints what succeeded, and exits with the number of such calls.
#include "sandbox.h"
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>

static const char *key;
static int failed, tried;

static void refuse(const char *what, long result) {
    tried++;
    if (result >= 0) failed++, printf("not refused: %s\n", what);
}

static void *in_thread(void *nothing) {
    refuse("reading the key in a thread", open(key, O_RDONLY));
    refuse("a process from a thread", fork());
    return nothing;
}

int main(int count, char **arguments) {
    if (count < 3) return 100;
    key = arguments[2];
    int walls = tally_confine(arguments[1]);
    if (walls != (TALLY_WALL_FILES | TALLY_WALL_CALLS)) printf("this kernel has only the walls %d\n", walls);
    int own = open(arguments[1], O_RDONLY);
    if (own < 0) failed++, printf("the export can't be read\n");
    refuse("reading the key", open(key, O_RDONLY));
    refuse("reading /etc/passwd", open("/etc/passwd", O_RDONLY));
    refuse("reading memory", open("/proc/self/mem", O_RDONLY));
    refuse("listing the root", open("/", O_RDONLY | O_DIRECTORY));
    refuse("writing the export", open(arguments[1], O_RDWR));
    refuse("a new file", open("/tmp/tally-walls", O_WRONLY | O_CREAT, 0600));
    refuse("deleting the export", unlink(arguments[1]));
    refuse("renaming the export", rename(arguments[1], "/tmp/tally-walls"));
    refuse("a folder", mkdir("/tmp/tally-walls", 0700));
    refuse("a link", symlink(key, "/tmp/tally-walls"));
    refuse("the mode of the key", chmod(key, 0644));
    refuse("a socket", socket(AF_INET, SOCK_STREAM, 0));
    refuse("a socket of this machine", socket(AF_UNIX, SOCK_STREAM, 0));
    refuse("a process", fork());
    refuse("a program", execl("/bin/true", "true", (char *)0));
    refuse("a signal to the parent", kill(getppid(), 0));
    refuse("the memory of the parent", ptrace(PTRACE_ATTACH, getppid(), 0, 0));
    pthread_t thread;
    if (pthread_create(&thread, 0, in_thread, 0) != 0) failed++, printf("threads can't be started\n");
    else pthread_join(thread, 0);
    tally_open_nothing();
    refuse("reading anything", open(arguments[1], O_RDONLY));
    printf("the walls refuse %d of %d calls\n", tried - failed, tried);
    return failed;
}
