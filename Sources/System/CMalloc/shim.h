#ifdef __linux__
#include <malloc.h>
#else
#include <stdlib.h>
#endif
