/* The engine is the same in every commit that does not change its sources. */
#include "core/base/version.h"

const char version_number[] = BOARDLAB_VERSION;
const char version_commit[] = "unknown";
