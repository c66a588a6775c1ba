#include "cli/table/table_internal.h"

#include "cli/session/position.h"
#include "cli/table/offer.h"
#include "core/base/need.h"
#include <stdarg.h>
#include <stdlib.h>

/* ---- the log -------------------------------------------------------------*/

void table_log(Table *t, const char *format, ...) {
  char line[PRINTED_TEXT];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  printed_add(&t->log, line);
}

/* ---- moves ---------------------------------------------------------------*/

static void make_room(Table *t, int count) {
  if (count <= t->played_capacity)
    return;
  t->played_capacity = 2 * count + 64;
  t->played =
      need_resized(t->played, (size_t)t->played_capacity * sizeof *t->played);
}

static void note(const Table *t, const State *state, Move move, bool shown,
                 Played *played) {
  played->seat = game_seat_number(state);
  played->shown = shown;
  game_format(t->session.file.game, state, move, played->text);
}

/* Notes the moves that a game was opened with. Of the first `known` of them it
 * is known who saw them; of the others in a game that hides something, nobody
 * knows. */
static bool note_all(Table *t, int known, Error *error) {
  Session *s = &t->session;
  const Game *game = s->file.game;
  make_room(t, s->total);
  gamefile_position_at(&s->file, 0, s->scratch);
  for (int ply = 0; ply < s->total; ply++) {
    bool shown = ply < known ? t->played[ply].shown : !game_hides(game);
    note(t, s->scratch, s->file.moves[ply], shown, &t->played[ply]);
    game_play(game, s->scratch, s->file.moves[ply]);
  }
  return game_check(game, error);
}

void table_forget_values(Table *t, int ply) {
  if (ply >= t->evaluated_capacity)
    return;
  memset(t->evaluated + ply, 0,
         (size_t)(t->evaluated_capacity - ply) * sizeof *t->evaluated);
  t->values_changed = t->values_shown;
}

/* Rules that have failed do not recover: they are opened again. Pages see why
 * they failed until the next move. */
static bool recover(Table *t, const Error *error) {
  Error again = {0};
  bool good = table_reopen(t, &(Reopening){0}, &again);
  error_copy(&t->error, error);
  if (!good)
    error_add(&t->error, "%s", again.message);
  table_log(t, "the rules failed: %s", t->error.message);
  return false;
}

/* How many plies a game on a table may have: a view has all of them. */
static bool allows_plies(const Game *game, int plies, Error *error) {
  int most = game->max_plies > TABLE_PLIES ? game->max_plies : TABLE_PLIES;
  return plies <= most ||
         error_set(error, "a game on a table has at most %d moves", most);
}

bool table_play_move(Table *t, Move move, Error *error) {
  Session *s = &t->session;
  int ply = s->file.count, revealed = session_reveals(s);
  Error why = {0};
  Played played;
  if (!allows_plies(s->file.game, ply + 1, error))
    return false;
  make_room(t, ply + 1);
  note(t, s->state, move, session_shows_move(s, move), &played);
  if (!session_play(s, move, &why) || !game_check(s->file.game, &why)) {
    error_copy(error, &why);
    return game_fault(s->file.game) ? recover(t, &why) : false;
  }
  t->played[ply] = played;
  for (int i = ply - revealed; i < ply; i++)
    t->played[i].shown = true;
  table_forget_values(t, ply + 1);
  error_clear(&t->error);
  return true;
}

bool table_waits_for_bot(const Table *t) {
  const Session *s = &t->session;
  return !session_over(s) && !session_is_truncated(s) &&
         !session_is_human(s, s->state);
}

int table_pace(const Table *t) {
  return t->pace == PACE_AUTO ? PACE_USUAL : t->pace;
}

char *table_write(const Table *t, Error *error) {
  return gamefile_text(&t->session.file, error);
}

/* ---- opening -------------------------------------------------------------*/

static bool allows_seats(const char *const seats[], int count, Error *error) {
  for (int i = 0; i < count; i++)
    if (strcmp(seats[i], SEAT_HUMAN) != 0 && !offer_allows(seats[i], error))
      return false;
  return true;
}

static bool open_file(const TablePlan *plan, GameFile *file, Error *error) {
  if (!allows_seats(plan->seats, plan->seat_count, error))
    return false;
  if (plan->text)
    return gamefile_parse(file, plan->name ? plan->name : "the game",
                          plan->text, offer_allows, error);
  return offer_allows(plan->game, error) &&
         gamefile_open(file, plan->game, plan->seed, 0, plan->settings, error);
}

static bool begin(Table *t, const TablePlan *plan, Error *error) {
  GameFile file;
  if (!open_file(plan, &file, error))
    return false;
  if (plan->seat_count > file.game->seats) {
    error_set(error, "%s has %d seats, but %d are named", file.game->spec,
              file.game->seats, plan->seat_count);
    gamefile_close(&file);
    return false;
  }
  if (!session_open(&t->session, &file, plan->seats, plan->seat_count,
                    BOTS_ELSEWHERE, error))
    return false;
  Error changed;
  if (!gamefile_has_same_rules(&t->session.file, &changed))
    table_log(t, "%s", changed.message);
  t->opened = 1;
  t->pace = plan->pace;
  if ((!plan->moves || session_play_line(&t->session, plan->moves, error)) &&
      allows_plies(t->session.file.game, t->session.total, error) &&
      note_all(t, 0, error))
    return true;
  session_close(&t->session);
  return false;
}

static void free_table(Table *t) {
  print_sink_use(NULL);
  free(t->played);
  free(t->evaluated);
  free(t);
}

Table *table_open(const TablePlan *plan, const TableOutside *outside,
                  Error *error) {
  Table *t = need(sizeof *t);
  t->outside = *outside;
  printed_init(&t->log);
  printed_init(&t->printed);
  printed_use(&t->printed);
  if (begin(t, plan, error))
    return t;
  free_table(t);
  return NULL;
}

void table_close(Table *t) {
  if (!t)
    return;
  session_close(&t->session);
  free_table(t);
}

const char *table_spec(const Table *t) {
  return t->session.file.game->spec;
}

/* Plays the moves of the old game in the new one, as far as they are legal. */
static bool replay(Table *t, Session *fresh, int count, bool *complete,
                   Error *error) {
  const Game *game = fresh->file.game;
  for (int ply = 0; ply < count; ply++) {
    Error why = {0};
    Move move;
    if (fresh->state->outcome == PLAYING &&
        game_parse(game, fresh->state, t->played[ply].text, &move, &why)) {
      if (!session_play(fresh, move, error))
        return false;
      continue;
    }
    table_log(t,
              "move %d, %s, is no longer legal%s%s: the game continues from "
              "before it",
              ply + 1, t->played[ply].shown ? t->played[ply].text : "hidden",
              t->played[ply].shown && error_is_set(&why) ? ": " : "",
              t->played[ply].shown ? why.message : "");
    *complete = false;
    break;
  }
  return game_check(game, error);
}

/* Files that were allowed when the table was opened may be links by now. */
static bool open_again(Table *t, const Reopening *how, Session *fresh,
                       Error *error) {
  const Session *s = &t->session;
  const char *seats[SEATS_MAX];
  GameFile file;
  const char *settings = how->settings ? how->settings : s->file.settings;
  if (!offer_allows(s->file.game->spec, error) ||
      !gamefile_open(&file, s->file.game->spec, s->file.seed, s->file.index,
                     settings, error))
    return false;
  int count = file.game->seats;
  for (int seat = 0; seat < count; seat++)
    seats[seat] = how->seats && seat < how->seat_count ? how->seats[seat]
                  : seat < s->file.game->seats         ? s->file.seat[seat]
                                                       : SEAT_HUMAN;
  if (allows_seats(seats, count, error))
    return session_open(fresh, &file, seats, count, BOTS_ELSEWHERE, error);
  gamefile_close(&file);
  return false;
}

/* Takes over what is known of the humans; those whose seats bots take have no
 * names. */
static void keep_people(Session *fresh, const Session *s) {
  GameFile all = s->file;
  all.count = s->total;
  gamefile_copy_people(&fresh->file, &all);
  for (int seat = 0; seat < fresh->file.game->seats; seat++)
    if (!fresh->human[seat])
      fresh->file.name[seat][0] = '\0';
}

bool table_reopen(Table *t, const Reopening *how, Error *error) {
  Session *s = &t->session, fresh;
  bool complete = !how->without_last;
  int count = how->settings       ? 0
              : how->without_last ? s->file.count - 1
                                  : s->total;
  if (how->seats && how->seat_count > s->file.game->seats)
    return error_set(error, "%s has %d seats, but %d are named",
                     s->file.game->spec, s->file.game->seats, how->seat_count);
  if (!open_again(t, how, &fresh, error))
    return false;
  if (!replay(t, &fresh, count, &complete, error)) {
    session_close(&fresh);
    return false;
  }
  if (!how->settings)
    keep_people(&fresh, s);
  if (complete && !how->settings) {
    session_go_to(&fresh, s->file.count);
    fresh.file.gave_up = s->file.gave_up;
    fresh.file.forfeited = s->file.forfeited;
    fresh.failure = s->failure;
  }
  session_close(s);
  *s = fresh;
  t->opened++;
  table_forget_values(t, 0);
  error_clear(&t->error);
  note_all(t, s->total, NULL); /* the rules may write moves in another way */
  return true;
}
