/* The functions that only scripts have: runs and results. */
#include "lua/host/api/lab_functions.h"

const luaL_Reg lab_script_functions[] = {
    {"bot", lab_bot},           {"compare", lab_compare},
    {"elo", lab_elo},           {"ladder", lab_ladder},
    {"match", lab_match},       {"number", lab_number},
    {"percent", lab_percent},   {"plan", lab_plan},
    {"read_csv", lab_read_csv}, {"report", lab_report},
    {"simulate", lab_simulate}, {"solve", lab_solve},
    {"stats", lab_stats},       {"study", lab_study},
    {"sweep", lab_sweep},       {"tournament", lab_tournament},
    {"tune", lab_tune},         {NULL, NULL}};
