// Runs the C code of Tally once, for the sanitizer of undefined behaviour: the walls around a process, which then keep it from opening
// files. The other headers only name functions of libraries. Prints nothing, because the walls forbid writing to files.
#include "../../Sources/System/CSandbox/sandbox.h"

#include <stdio.h>

static int opens(const char *path) {
    int file = open(path, O_RDONLY);
    if (file >= 0) close(file);
    return file >= 0;
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    const char *allowed = arguments[1], *forbidden = arguments[2];
    if (!opens(allowed) || !opens(forbidden)) return 3;
    signal(SIGHUP, SIG_IGN);
    if (!tally_ignores(SIGHUP) || tally_ignores(SIGTERM)) return 7;
    tally_limit(600, 1LL << 40);
    int walls = tally_confine(allowed);
    if (!opens(allowed)) return 4;
    // Old systems do not have this wall.
    if (walls & TALLY_WALL_FILES && opens(forbidden)) return 5;
    tally_open_nothing();
    return opens(allowed) ? 6 : 0;
}
