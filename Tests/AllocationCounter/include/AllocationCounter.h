#pragma once

/// Returns the number of blocks that the calling thread has allocated, or -1 if they are not counted: only on Linux, without a sanitizer.
long allocation_count(void);
