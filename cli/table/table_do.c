/* What pages ask of a table. */
#include "cli/table/body.h"
#include "cli/table/table_internal.h"

#include <limits.h>
#include <stdlib.h>

typedef struct Request {
  const char *name;
  bool (*run)(Table *t, const json_t *body, Error *error);
  bool keeps_search; /* leaves the position as it is */
  /* Instead of `run`: changes nothing, and has an answer. */
  json_t *(*look)(Table *t, const json_t *body, Error *error);
} Request;

static bool in_progress(const Table *t, Error *error) {
  return !session_over(&t->session) ||
         error_set(error, "the game is over: undo, or start a new one");
}

/* ---- moves ---------------------------------------------------------------*/

/* Reads a move of the human to move. */
static bool read_move(Table *t, const json_t *body, bool guess, Move *move,
                      Error *error) {
  Session *s = &t->session;
  const char *text;
  char guessed[MOVE_TEXT];
  if (!body_text(body, "move", "\"e2\"", &text, error) ||
      !in_progress(t, error))
    return false;
  if (!session_is_human(s, s->state)) {
    char mover[PLAYER_TEXT];
    session_name_player(s, s->state->seat, mover);
    return error_set(error, "%s is to move", mover);
  }
  if (!game_parse(s->file.game, s->state, text, move, error) &&
      !(guess && session_guess_move(s, text, move, guessed)))
    return false;
  error_clear(error);
  return true;
}

/* Says why a move is not legal. */
static bool check(Table *t, const json_t *body, Error *error) {
  Move move;
  return read_move(t, body, false, &move, error);
}

static bool play(Table *t, const json_t *body, Error *error) {
  Move move;
  if (!read_move(t, body, true, &move, error) ||
      !table_play_move(t, move, error))
    return false;
  t->stopped = false;
  return true;
}

/* Bots alone take back and replay one move at a time, and then wait. */
static bool step(Table *t, int count, const char *nothing, Error *error) {
  if (count < 0 || count > t->session.total)
    return error_set(error, "%s", nothing);
  session_go_to(&t->session, count);
  t->stopped = true;
  return true;
}

static bool undo(Table *t, const json_t *body, Error *error) {
  Session *s = &t->session;
  (void)body;
  if (!session_has_human(s)
          ? !step(t, s->file.count - 1, "nothing to undo: no move was played",
                  error)
          : !session_undo(s, error))
    return false;
  error_clear(&t->error);
  return true;
}

static bool redo(Table *t, const json_t *body, Error *error) {
  Session *s = &t->session;
  (void)body;
  return session_has_human(s)
             ? session_redo(s, error)
             : step(t, s->file.count + 1,
                    "nothing to redo: no move was taken back", error);
}

/* Who resigns: the human to move, or the only one. */
static int resigner(const Session *s) {
  int human, humans = session_humans(s, &human);
  if (s->state->seat != NATURE && s->human[s->state->seat])
    return s->state->seat;
  return humans == 1 ? human : -1;
}

static bool resign(Table *t, const json_t *body, Error *error) {
  Session *s = &t->session;
  (void)body;
  if (!in_progress(t, error))
    return false;
  int seat = resigner(s);
  if (seat < 0)
    return error_set(error, "only a human who is to move can resign");
  session_resign(s, seat);
  table_log(t, "seat %d resigns", seat + 1);
  return true;
}

static bool new_game(Table *t, const json_t *body, Error *error) {
  (void)body;
  if (!session_restart(&t->session, t->session.file.index + 1, error))
    return false;
  t->begun++;
  error_clear(&t->error);
  table_forget_values(t, 0);
  t->stopped = false;
  t->evaluates = t->evaluates && !game_hides(t->session.file.game);
  table_log(t, "a new game: number %llu of seed %llu",
            (unsigned long long)t->session.file.index,
            (unsigned long long)t->session.file.seed);
  return true;
}

/* ---- seats and positions -------------------------------------------------*/

/* Whoever takes over a bot's seat would see its cards; a game between bots
 * alone shows everything. */
static bool would_reveal(const Session *s, const char *const seats[],
                         int count) {
  bool takes_over = false, stays = false;
  if (!game_hides(s->file.game) || session_over(s) || !session_has_human(s))
    return false;
  for (int seat = 0; seat < s->file.game->seats; seat++) {
    bool human =
        seat < count ? strcmp(seats[seat], SEAT_HUMAN) == 0 : s->human[seat];
    takes_over = takes_over || (human && !s->human[seat]);
    stays = stays || human;
  }
  return takes_over || !stays;
}

static bool sit(Table *t, const char *const seats[], int count, Error *error) {
  if (!table_reopen(t, &(Reopening){.seats = seats, .seat_count = count},
                    error))
    return false;
  t->stopped = false;
  for (int seat = 0; seat < t->session.file.game->seats; seat++)
    table_log(t, "seat %d: %s", seat + 1, t->session.file.seat[seat]);
  return true;
}

static bool seats(Table *t, const json_t *body, Error *error) {
  const char *name[SEATS_MAX];
  int count;
  if (!body_seats(body, name, &count, error))
    return false;
  if (count == 0)
    return error_set(error, "\"seats\" must be a list of who plays, such as "
                            "[\"human\", \"mcts\"]");
  if (would_reveal(&t->session, name, count))
    return error_set(error, "that would show what only a bot sees: humans and "
                            "bots can change places when the game is over");
  return sit(t, name, count, error);
}

/* Another game, in which everyone has moved on by one seat. */
static bool swap(Table *t, const json_t *body, Error *error) {
  const GameFile *file = &t->session.file;
  const char *name[SEATS_MAX];
  int count = file->game->seats;
  (void)body;
  if (count < 2)
    return error_set(error, "a game with one seat has nobody to swap with");
  for (int seat = 0; seat < count; seat++)
    name[(seat + 1) % count] = file->seat[seat];
  return sit(t, name, count, error) && new_game(t, NULL, error);
}

static bool edit(Table *t, const json_t *body, Error *error) {
  const char *settings = NULL;
  if (!body_text(body, "settings", t->session.file.game->rules->set_help,
                 &settings, error) ||
      !table_reopen(t, &(Reopening){.settings = settings}, error))
    return false;
  t->begun++;
  t->stopped = false;
  table_log(t, "a new game from a position that was set up");
  return true;
}

/* ---- searching -----------------------------------------------------------*/

static bool hint(Table *t, const json_t *body, Error *error) {
  Session *s = &t->session;
  int64_t iterations = HINT_ITERATIONS;
  if (!body_number(body, "iterations", 1, HINT_ITERATIONS_MAX, &iterations,
                   error) ||
      !in_progress(t, error))
    return false;
  if (s->state->seat == NATURE)
    return error_set(error, "nature moves next: nobody has a choice");
  if (game_hides(s->file.game) && !session_is_human(s, s->state))
    return error_set(error, "hints are only for the human to move, because "
                            "seats do not see everything in this game");
  if (!t->hint_wanted) /* not a longer search of the same position */
    s->file.hints++;
  t->hint_wanted = (uint64_t)iterations;
  t->hint_done = false;
  return true;
}

static bool evaluate(Table *t, const json_t *body, Error *error) {
  bool on;
  if (!body_flag(body, "on", true, &on, error))
    return false;
  if (on && session_viewer(&t->session) != VIEW_ALL)
    return error_set(error, "an evaluation would reveal what seats do not see: "
                            "wait until the game is over");
  t->evaluates = on;
  t->values_changed = true;
  return true;
}

/* A bot first, so that a game between bots can be stopped and still be
 * evaluated; then everything else. */
static bool stop(Table *t, const json_t *body, Error *error) {
  (void)body, (void)error;
  bool stops_bot = !t->stopped && table_waits_for_bot(t);
  t->stopped = table_waits_for_bot(t);
  t->once = false;
  t->hint_wanted = 0;
  if (stops_bot)
    return true;
  t->evaluates = false;
  t->values_changed = t->values_shown;
  return true;
}

static bool go(Table *t, const json_t *body, Error *error) {
  bool once = false;
  if (!body_flag(body, "once", false, &once, error))
    return false;
  t->stopped = false;
  t->once = once && table_waits_for_bot(t);
  error_clear(&t->error);
  return true;
}

static bool pace(Table *t, const json_t *body, Error *error) {
  int64_t milliseconds = -1;
  bool good =
      body_number(body, "milliseconds", 0, PACE_MAX, &milliseconds, error);
  if (good)
    t->pace = (int)milliseconds;
  return good;
}

/* ---- people --------------------------------------------------------------*/

/* Only of humans. */
static bool name_people(GameFile *file, const char *const names[], int count,
                        Error *error) {
  for (int seat = 0; seat < count; seat++)
    if (strlen(names[seat]) >= GAMEFILE_NAME)
      return error_set(error,
                       "the name of seat %d is too long: it may have "
                       "%d bytes",
                       seat + 1, GAMEFILE_NAME - 1);
  for (int seat = 0; seat < count; seat++)
    if (strcmp(file->seat[seat], SEAT_HUMAN) == 0)
      snprintf(file->name[seat], GAMEFILE_NAME, "%s", names[seat]);
  return true;
}

static bool people(Table *t, const json_t *body, Error *error) {
  GameFile *file = &t->session.file;
  const char *name[SEATS_MAX], *question[GAMEFILE_ANSWERS],
      *answer[GAMEFILE_ANSWERS];
  int names, questions, answers;
  if (!body_texts(body, "names", file->game->seats, "[\"Ada\", \"\"]", name,
                  &names, error) ||
      !body_texts(body, "questions", GAMEFILE_ANSWERS, "[\"Was it fun?\"]",
                  question, &questions, error) ||
      !body_texts(body, "answers", GAMEFILE_ANSWERS, "[\"Yes\"]", answer,
                  &answers, error))
    return false;
  if (questions != answers)
    return error_set(error,
                     "there are %d questions and %d answers: each "
                     "question has one, perhaps \"\"",
                     questions, answers);
  if (!name_people(file, name, names, error))
    return false;
  gamefile_clear_answers(file);
  for (int i = 0; i < questions; i++)
    gamefile_add_answer(file, question[i], answer[i]);
  return true;
}

/* ---- rules that change ---------------------------------------------------*/

/* Moves that the new rules do not allow end a game; what is left of it is
 * another one. */
static bool reload(Table *t, const json_t *body, Error *error) {
  Error why = {0};
  int total = t->session.total;
  (void)body;
  table_log(t, "the rules have changed");
  if (table_reopen(t, &(Reopening){0}, &why)) {
    error_clear(&t->reload_error);
    if (t->session.total < total) {
      t->begun++;
      table_log(t,
                "they do not allow move %d: the game so far is kept, and "
                "another one goes on from there",
                t->session.total + 1);
    }
    return true;
  }
  table_log(t, "they cannot be used: %s", why.message);
  error_copy(&t->reload_error, &why);
  return error_copy(error, &why);
}

/* ---- opening -------------------------------------------------------------*/

bool table_read_plan(const json_t *body, TablePlan *plan, Error *error) {
  int64_t seed = session_random_seed();
  *plan = (TablePlan){.pace = PACE_AUTO};
  if (!body_text(body, "game", NULL, &plan->game, error) ||
      !body_text(body, "text", NULL, &plan->text, error) ||
      !body_text(body, "set", NULL, &plan->settings, error) ||
      !body_text(body, "moves", NULL, &plan->moves, error) ||
      !body_number(body, "seed", 0, GAMEFILE_NUMBER_MAX, &seed, error) ||
      !body_seats(body, plan->seats, &plan->seat_count, error))
    return false;
  plan->seed = (uint64_t)seed;
  return true;
}

/* ---- looking -------------------------------------------------------------*/

static json_t *text(Table *t, const json_t *body, Error *error) {
  (void)body;
  char *written = table_write(t, error);
  json_t *json =
      written ? json_pack("{s:o}", "text", json_string_nocheck(written)) : NULL;
  free(written);
  return json;
}

static json_t *position(Table *t, const json_t *body, Error *error) {
  int64_t ply = -1;
  return body_number(body, "ply", 0, t->session.total, &ply, error)
             ? table_frames(t, (int)ply, error)
             : NULL;
}

/* The positions that moves would lead to. What rules print meanwhile is not
 * shown: nobody has played these moves. */
static json_t *preview(Table *t, const json_t *body, Error *error) {
  const json_t *list = json_object_get(body, "moves");
  if (!json_is_array(list) || json_array_size(list) > PREVIEWS_MAX) {
    error_set(error,
              "\"moves\" must be a list of at most %d legal moves, such "
              "as [\"e2\", \"e3h\"]",
              PREVIEWS_MAX);
    return NULL;
  }
  print_sink_use(NULL);
  json_t *frames = table_previews(t, list, error);
  printed_use(&t->printed);
  return frames;
}

/* ---- the list ------------------------------------------------------------*/

static const Request REQUESTS[] = {
    {"play", play},
    {"undo", undo},
    {"redo", redo},
    {"resign", resign},
    {"new", new_game},
    {"swap", swap},
    {"seats", seats},
    {"edit", edit},
    {"reload", reload},
    {"hint", hint, true},
    {"evaluate", evaluate, true},
    {"stop", stop, true},
    {"go", go, true},
    {"pace", pace, true},
    {"people", people, true},
    {"check", check, true},
    {"position", .look = position},
    {"preview", .look = preview},
    {"text", .look = text},
};

json_t *table_do(Table *t, const char *name, const json_t *body, Error *error) {
  printed_use(&t->printed);
  size_t i = 0, count = sizeof REQUESTS / sizeof *REQUESTS;
  while (i < count && strcmp(REQUESTS[i].name, name) != 0)
    i++;
  if (i == count) {
    error_set(error, "there is no request '%.60s' to a table", name);
    return NULL;
  }
  if (REQUESTS[i].look)
    return REQUESTS[i].look(t, body, error);
  bool done = REQUESTS[i].run(t, body, error);
  if (done && !REQUESTS[i].keeps_search)
    table_stop_thinking(t);
  table_think(t);
  table_publish(t);
  return done ? json_object() : NULL;
}
