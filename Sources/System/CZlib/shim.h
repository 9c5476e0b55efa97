#ifndef TALLY_CZLIB_SHIM_H
#define TALLY_CZLIB_SHIM_H
#include <zlib.h>
#endif
