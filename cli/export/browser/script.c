/* A page runs no scripts. */
#include "lua/host/api/lab_functions.h"

const luaL_Reg lab_script_functions[] = {{NULL, NULL}};
