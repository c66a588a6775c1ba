#include "core/run/collect.h"

#include "core/base/atomic_file.h"
#include "core/base/need.h"
#include "core/base/utf8.h"
#include "core/game/spec.h"
#include "core/game/turns.h"
#include "core/run/made.h"
#include "core/run/run_csv.h"
#include "core/run/run_dir.h"
#include <stdlib.h>

/* What is kept of a file while all are read. */
typedef struct Candidate {
  const char *path;
  char *game; /* its spec, with every option */
  GivenGame given;
  int count;
  Move *moves;
  int64_t *milliseconds;
  int gave_up;
  bool forfeited;
  int answers;
  GameAnswer answer[GAMEFILE_ANSWERS];
} Candidate;

typedef struct Collection {
  int count;
  Candidate *candidate;
  json_t *refused;  /* by path: why */
  const char *game; /* of most candidates */
} Collection;

/* ---- reading -------------------------------------------------------------*/

static void free_candidate(Candidate *c) {
  free(c->game);
  given_game_free(&c->given);
  free(c->moves);
  free(c->milliseconds);
  for (int i = 0; i < c->answers; i++) {
    free(c->answer[i].question);
    free(c->answer[i].answer);
  }
}

static void refuse(Collection *l, const char *path, const char *why) {
  char *name = need_copy(path), *text = need_copy(why);
  utf8_clean_line(name);
  utf8_clean_line(text);
  json_object_set_new(l->refused, name, json_string(text));
  free(name);
  free(text);
}

static bool check_seats(const GameFile *file, Error *error) {
  char spec[SPEC_TEXT];
  for (int seat = 0; seat < file->game->seats; seat++) {
    const char *who = file->seat[seat];
    Error why;
    if (who[0] && strcmp(who, SEAT_HUMAN) != 0 &&
        !bot_read_spec(who, spec, &why))
      return error_set(error, "seat %d: %s", seat + 1, why.message);
  }
  return true;
}

static bool check_file(const GameFile *file, Error *error) {
  if (!gamefile_has_same_rules(file, error) || !check_seats(file, error))
    return false;
  if (file->settings)
    return error_set(error, "it begins in a position that was edited");
  if (file->count == 0)
    return error_set(error, "no move was played");
  return file->count <= PLIES_MAX ||
         error_set(error, "it has more than %d moves", PLIES_MAX);
}

/* Takes what is needed out of a file. */
static Candidate *add_candidate(Collection *l, const char *path,
                                GameFile *file) {
  Candidate *c = &l->candidate[l->count++];
  const Game *game = file->game;
  char spec[SPEC_TEXT];
  if (!spec_write_full(game->spec, game->rules->options, game->option, spec,
                       NULL))
    memcpy(spec, game->spec, sizeof spec);
  *c = (Candidate){.path = path,
                   .game = need_copy(spec),
                   .given = given_of_file(file, path),
                   .count = file->count,
                   .moves = file->moves,
                   .milliseconds = file->milliseconds,
                   .gave_up = file->gave_up,
                   .forfeited = file->forfeited,
                   .answers = file->answers};
  memcpy(c->answer, file->answer, sizeof c->answer);
  file->moves = NULL;
  file->milliseconds = NULL;
  file->answers = 0;
  return c;
}

static void read_file(Collection *l, const char *path) {
  GameFile file;
  Error why = {0};
  if (!gamefile_read_mailed(&file, path, &why)) {
    size_t length = strlen(path);
    bool named = length && strncmp(why.message, path, length) == 0 &&
                 why.message[length] == ':';
    refuse(l, path, why.message + (named ? length + 1 : 0));
    return;
  }
  if (check_file(&file, &why))
    add_candidate(l, path, &file);
  else
    refuse(l, path, why.message);
  gamefile_close(&file);
}

/* ---- choosing ------------------------------------------------------------*/

/* Removes the candidates that are not wanted. */
static void keep(Collection *l, bool (*wanted)(Collection *l, int i)) {
  int kept = 0;
  bool *stays = need_array((size_t)l->count + 1, sizeof *stays);
  for (int i = 0; i < l->count; i++)
    stays[i] = wanted(l, i);
  for (int i = 0; i < l->count; i++)
    if (stays[i])
      l->candidate[kept++] = l->candidate[i];
    else
      free_candidate(&l->candidate[i]);
  l->count = kept;
  free(stays);
}

static int count_of_game(const Collection *l, const char *game) {
  int count = 0;
  for (int i = 0; i < l->count; i++)
    count += strcmp(l->candidate[i].game, game) == 0;
  return count;
}

/* The game of most files; of two, the first. */
static void find_game(Collection *l) {
  int most = 0;
  const char *last = "";
  for (int i = 0; i < l->count; i++) {
    const char *game = l->candidate[i].game;
    int count = strcmp(game, last) == 0 ? 0 : count_of_game(l, game);
    last = game;
    if (count > most) {
      most = count;
      l->game = game;
    }
  }
}

static bool is_of_game(Collection *l, int i) {
  const Candidate *c = &l->candidate[i];
  Error why;
  if (strcmp(c->game, l->game) == 0)
    return true;
  error_set(&why, "another game: %.900s", c->game);
  refuse(l, c->path, why.message);
  return false;
}

static bool same_players(const Candidate *a, const Candidate *b) {
  for (int seat = 0; seat < SEATS_MAX; seat++)
    if ((a->given.seat[seat] && b->given.seat[seat]) &&
        strcmp(a->given.seat[seat], b->given.seat[seat]) != 0)
      return false;
  return true;
}

/* Whether all that is in one file is in the other, in which the game may have
 * gone on: the same moves, which took the same times. */
static bool is_contained(const Candidate *a, const Candidate *b) {
  size_t moves = (size_t)a->count;
  return a->count <= b->count && a->given.seed == b->given.seed &&
         a->given.index == b->given.index && same_players(a, b) &&
         memcmp(a->moves, b->moves, moves * sizeof *a->moves) == 0 &&
         memcmp(a->milliseconds, b->milliseconds,
                moves * sizeof *a->milliseconds) == 0;
}

/* Of two files of the same game, whether the first says more: it goes on, has
 * an end, or answers. */
static int saying(const Candidate *a, const Candidate *b) {
  if (a->count != b->count)
    return a->count - b->count;
  if ((a->gave_up >= 0) != (b->gave_up >= 0))
    return a->gave_up >= 0 ? 1 : -1;
  return a->answers - b->answers;
}

static bool is_new(Collection *l, int i) {
  const Candidate *c = &l->candidate[i];
  Error why;
  for (int k = 0; k < l->count; k++) {
    const Candidate *other = &l->candidate[k];
    int more = k == i ? 0 : saying(other, c);
    if (k == i || more < 0 || (more == 0 && k > i) || !is_contained(c, other))
      continue;
    error_set(&why, "the same game as %.900s", other->path);
    refuse(l, c->path, why.message);
    return false;
  }
  return true;
}

/* ---- writing -------------------------------------------------------------*/

typedef struct Writing {
  Run *run;
  const Collection *collection;
  RunDir *dir;
  State *state;
  PartColumns parts;
  Text games, moves, answers;
} Writing;

static void add_move(Writing *w, uint64_t number, int ply, Move move,
                     int64_t milliseconds, int legal) {
  const Game *game = w->run->game;
  char text[MOVE_TEXT];
  game_format(game, w->state, move, text);
  text_need(&w->moves, RUN_CSV_MOVE_ROOM + TEXT_NUMBER_MAX);
  run_csv_add_move(&w->moves, number, (uint64_t)ply + 1,
                   game_seat_number(w->state), text, legal);
  part_columns_add(&w->parts, w->state, move, &w->moves);
  text_add_char(&w->moves, ',');
  if (milliseconds >= 0)
    text_add_number(&w->moves, (uint64_t)milliseconds);
  text_add_char(&w->moves, '\n');
}

static void play_moves(Writing *w, uint64_t number, const Candidate *c,
                       Match *match) {
  const Game *game = w->run->game;
  Move *list = game_borrow_list(game);
  for (int i = 0; i < c->count; i++) {
    int seat = w->state->seat;
    int legal = seat == NATURE ? 0 : game_moves(game, w->state, list);
    add_move(w, number, i, c->moves[i], c->milliseconds[i], legal);
    if (seat == NATURE)
      moves_played_add_roll(&match->played, c->moves[i]);
    else
      moves_played_add(&match->played, seat, c->moves[i], legal);
    game_play(game, w->state, c->moves[i]);
  }
  game_return_list(game);
}

/* The result as in a run: scores of the last position, places of who has played
 * to the end. */
static void set_end(const Writing *w, const Candidate *c, Match *match) {
  const Game *game = w->run->game;
  match_set_end(w->state, match);
  if (game->rules->score)
    game_score(game, w->state, match->score);
  if (c->gave_up >= 0)
    (c->forfeited ? match_set_forfeit : match_set_resigned)(game, c->gave_up,
                                                            match);
  if (!w->run->schedule.has_places)
    return;
  if (match->forfeiter < 0 && match->end != MATCH_TRUNCATED)
    game_places(game, w->state, match->place);
  for (int seat = 0; match_is_resigned(match) && seat < game->seats; seat++)
    match->place[seat] =
        match->end == MATCH_WIN ? 1 + !(match->winners >> seat & 1) : 0;
}

static void add_answers(Writing *w, uint64_t number, const Candidate *c) {
  for (int i = 0; i < c->answers; i++) {
    const GameAnswer *a = &c->answer[i];
    char *question = need_copy(a->question), *answer = need_copy(a->answer);
    utf8_clean(question, "\n");
    utf8_clean(answer, "\n");
    text_need(&w->answers, TEXT_NUMBER_MAX + 4 +
                               csv_quoted_max(strlen(question)) +
                               csv_quoted_max(strlen(answer)));
    text_add_number(&w->answers, number);
    text_add_char(&w->answers, ',');
    csv_add_quoted(&w->answers, question);
    text_add_char(&w->answers, ',');
    if (*answer)
      csv_add_quoted(&w->answers, answer);
    text_add_char(&w->answers, '\n');
    free(question);
    free(answer);
  }
}

static bool write_game(Writing *w, const Candidate *c, Error *error) {
  Run *run = w->run;
  uint64_t number = run->tally.games;
  Match match = {.forfeiter = -1};
  Rng rng;
  w->games.length = w->moves.length = 0;
  rng_seed(&rng, c->given.seed, c->given.index);
  game_begin(run->game, w->state, &rng);
  match.hash = match_hash_begin(run->game, w->state);
  play_moves(w, number, c, &match);
  match.hash = match_hash_end(match.hash);
  if (game_fault(run->game))
    return error_copy(error, game_failure(run->game));
  set_end(w, c, &match);
  bool resigned = match_is_resigned(&match);
  run_csv_add_game(&w->games, &run->schedule, 0, number, &match,
                   resigned ? MATCH_RESIGNED : "the file does not say why");
  run_dir_keeps(run, 0, match.plies);
  tally_add(&run->tally, schedule_seating(&run->schedule, number), &match);
  forfeits_add_match(&run->forfeits, &run->schedule, number, &match);
  if (match.end == MATCH_FORFEIT && !error_is_set(&run->reason))
    error_set(&run->reason, "the file does not say why");
  add_answers(w, number, c);
  Rows games = rows_of(w->games.bytes, w->games.length);
  Rows moves = rows_of(w->moves.bytes, w->moves.length);
  Place place = run_dir_place(w->dir, 1, games, moves);
  return run_dir_write(w->dir, &place, games, moves, error);
}

static bool write_answers(const Writing *w, Error *error) {
  char path[PATH_MAX];
  path_join(path, w->run->plan.out, "answers.csv");
  return atomic_file_write(path, w->answers.bytes, w->answers.length, error);
}

static bool write_games(void *context, RunDir *dir, Error *error) {
  Writing *w = context;
  bool good = true;
  w->dir = dir;
  text_need(&w->answers, 64);
  text_add_word(&w->answers, "number,question,answer\n");
  for (int i = 0; good && i < w->collection->count; i++)
    good = write_game(w, &w->collection->candidate[i], error);
  return good && write_answers(w, error);
}

static bool write_run(Run *run, const Collection *l, Error *error) {
  Writing w = {.run = run, .collection = l, .state = game_start(run->game)};
  part_columns_open(&w.parts, &run->schedule, run->game);
  bool good = run_dir_write_whole(run, write_games, &w, error);
  part_columns_close(&w.parts);
  free(w.state);
  free(w.games.bytes);
  free(w.moves.bytes);
  free(w.answers.bytes);
  return good;
}

/* ---- the run -------------------------------------------------------------*/

static int longest(const Collection *l) {
  int plies = 0;
  for (int i = 0; i < l->count; i++)
    plies = l->candidate[i].count > plies ? l->candidate[i].count : plies;
  return plies;
}

/* Takes over what is known of each game. */
static bool make_schedule(Run *run, Collection *l, Error *error) {
  GivenGames given = {NULL};
  for (int i = 0; i < l->count; i++) {
    given_add(&given, &l->candidate[i].given);
    for (int seat = 0; seat < SEATS_MAX; seat++)
      l->candidate[i].given.seat[seat] = l->candidate[i].given.name[seat] =
          NULL;
    l->candidate[i].given.file = NULL;
  }
  return schedule_give(&run->schedule, run->game, &given, error);
}

/* People have no ply limit: that of the run is at least their longest game. */
static bool open_run(Run *run, Collection *l, const char *out,
                     const char *limits, Error *error) {
  *run = (Run){.plan = {.game = l->game,
                        .seating = SEATING_COLLECTED,
                        .moves = true,
                        .shard = 1,
                        .shards = 1,
                        .jobs = 1,
                        .games = (uint64_t)l->count,
                        .limits = limits,
                        .out = out},
               .total = (uint64_t)l->count,
               .count = (uint64_t)l->count,
               .timed = true,
               .refused = json_incref(l->refused)};
  snprintf(run->limits, sizeof run->limits, "%s", limits ? limits : "");
  run->sources = source_hashes_new();
  source_hashes_use(run->sources);
  run->game = game_open(l->game, error);
  source_hashes_use(NULL);
  if (!run->game || !make_schedule(run, l, error))
    return false;
  int limit = run->game->max_plies, plies = longest(l);
  run->plan.max_plies = plies > limit ? plies : limit;
  run->own_limit = plies <= limit;
  run->native = !run->game->remote;
  run->made = made_begin("collect", run->game, run->sources);
  made_set_shard(run);
  return tally_make(&run->tally, &run->schedule, run->plan.max_plies, error);
}

static bool has_any(const Collection *l, int files, Error *error) {
  const char *first = json_object_iter_key(json_object_iter(l->refused));
  return l->count > 0 ||
         error_set(error,
                   files == 1 ? "the file cannot be collected: %.400s: %.600s"
                              : "none of the files can be collected; the "
                                "first is %.400s: %.600s",
                   first ? first : "",
                   first ? json_string_value(json_object_get(l->refused, first))
                         : "there is none");
}

bool run_collect(Run *run, const char *const paths[], int count,
                 const char *out, const char *limits, Error *error) {
  Collection l = {.refused = json_object()};
  l.candidate = need_array((size_t)count + 1, sizeof *l.candidate);
  for (int i = 0; i < count; i++)
    read_file(&l, paths[i]);
  find_game(&l);
  char *game = need_copy(l.game ? l.game : "");
  l.game = game;
  keep(&l, is_of_game);
  keep(&l, is_new);
  bool good = has_any(&l, count, error);
  if (good) {
    good = open_run(run, &l, out, limits, error) && write_run(run, &l, error);
    run->plan.limits = run->limits;
    run->plan.game = run->schedule.full_game;
    if (!good)
      run_close(run);
  }
  for (int i = 0; i < l.count; i++)
    free_candidate(&l.candidate[i]);
  free(l.candidate);
  free(game);
  json_decref(l.refused);
  return good;
}
