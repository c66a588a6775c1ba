/* Tampering with the files of a run, and making what is behind the checksums
 * true again. Every function fails the running test if it cannot do its work.
 */
#ifndef BOARDLAB_TESTS_SUPPORT_TAMPER_H
#define BOARDLAB_TESTS_SUPPORT_TAMPER_H

#include <stdbool.h>

/* Puts the checkpoint of the first `lines` lines (0: of all) of a CSV file into
 * the manifest. */
void update_checkpoint(const char *dir, const char *name, int lines);

/* Changes how many games the manifest says were played. */
void set_played(const char *dir, int from, int to);

/* Turns a complete run into one under way, with some games done. */
void go_back(const char *dir, int games, int to, int to_moves);

/* Lines and columns count from 1. */
char *line_at(char *bytes, int line);
void set_field(const char *path, int line, int column, const char *text);
void remove_line(const char *path, int line);

/* Adds a field to each line, or removes its last one. */
void change_columns(const char *path, bool more);

#endif
