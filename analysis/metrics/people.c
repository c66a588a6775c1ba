#include "analysis/metrics/people.h"

#include "analysis/metrics/bot_names.h"
#include "analysis/metrics/verdict.h"
#include "core/base/need.h"
#include "core/base/number.h"
#include "core/base/utf8.h"
#include "core/run/run_csv.h"
#include "core/run/run_dir.h"
#include <stdlib.h>
#include <unistd.h>

/* The mean of fewer answers is not shown. */
enum { ANSWERS_MIN = 10 };

typedef struct Reply {
  uint64_t game;
  char *question, *text; /* the text is not empty */
} Reply;

typedef struct People {
  const Run *run;
  Match *match; /* of each game */
  Reply *reply;
  size_t replies;
  int64_t *time; /* of each move of a human, in milliseconds */
  size_t times;
  int time_column, seat_column; /* of moves.csv */
} People;

bool people_apply(const Run *run) {
  return run->plan.out && schedule_is_collected(&run->schedule) &&
         schedule_has_humans(&run->schedule);
}

/* ---- reading -------------------------------------------------------------*/

static const GivenGame *game_of(const People *p, uint64_t number) {
  return &p->run->schedule.given.game[number];
}

static bool is_human(const GivenGame *game, int seat) {
  return strcmp(game->seat[seat], SEAT_HUMAN) == 0;
}

static bool read_number(const People *p, const char *text, uint64_t *number,
                        Error *error) {
  int64_t read = 0;
  int64_t last = (int64_t)p->run->schedule.given.count - 1;
  bool good = number_in_range(text, 0, last, &read);
  *number = (uint64_t)read;
  return good || error_set(error, "there is no game %.60s", text);
}

static char *copy_line(const char *text) {
  char *line = need_copy(text);
  utf8_clean_line(line);
  return line;
}

static bool take_answer(void *context, const CsvRow *row, Error *error) {
  People *p = context;
  uint64_t game;
  if (row->number == 0)
    return csv_check_header(row, "number,question,answer", error);
  if (!read_number(p, row->field[0], &game, error))
    return false;
  if (!*row->field[2])
    return true;
  p->reply = need_more(p->reply, p->replies, sizeof *p->reply);
  p->reply[p->replies++] =
      (Reply){game, copy_line(row->field[1]), copy_line(row->field[2])};
  return true;
}

static bool take_game(void *context, const CsvRow *row, Error *error) {
  const People *p = context;
  const Schedule *s = &p->run->schedule;
  uint64_t number = row->number - 1;
  if (row->number == 0 || number >= s->given.count)
    return true;
  return run_csv_read_game(row, s, p->run->plan.seed, number,
                           p->run->plan.max_plies, &p->match[number], error);
}

static int find_column(const CsvRow *header, const char *name) {
  int i = header->count - 1;
  while (i >= 0 && strcmp(header->field[i], name) != 0)
    i--;
  return i;
}

static bool take_move(void *context, const CsvRow *row, Error *error) {
  People *p = context;
  uint64_t game;
  int64_t seat, time;
  if (row->number == 0) {
    p->seat_column = find_column(row, "seat");
    p->time_column = find_column(row, "milliseconds");
    return p->seat_column >= 0 && p->time_column >= 0;
  }
  if (!read_number(p, row->field[0], &game, error))
    return false;
  if (!number_in_range(row->field[p->seat_column], 1, p->run->schedule.seats,
                       &seat) ||
      !is_human(game_of(p, game), (int)seat - 1) ||
      !number_in_range(row->field[p->time_column], 0, INT64_MAX, &time))
    return true;
  p->time = need_more(p->time, p->times, sizeof *p->time);
  p->time[p->times++] = time;
  return true;
}

static bool read_file(People *p, const char *name, CsvRowCallback *take,
                      Error *error) {
  char path[PATH_MAX];
  path_join(path, p->run->plan.out, name);
  return access(path, F_OK) != 0 || csv_read(path, take, p, error);
}

static bool read_people(People *p, const Run *run, Error *error) {
  *p = (People){.run = run};
  p->match = need_array(run->schedule.given.count, sizeof *p->match);
  return read_file(p, "games.csv", take_game, error) &&
         read_file(p, "moves.csv", take_move, error) &&
         read_file(p, "answers.csv", take_answer, error);
}

static void free_people(People *p) {
  for (size_t i = 0; i < p->replies; i++) {
    free(p->reply[i].question);
    free(p->reply[i].text);
  }
  free(p->reply);
  free(p->match);
  free(p->time);
}

/* ---- opponents -----------------------------------------------------------*/

static void add_opponent(const Run *run, int bot, ResultTable *t) {
  BotTally results = tally_bot(&run->tally, bot);
  const Schedule *s = &run->schedule;
  const char *name = bots_short_name(s, bot), *spec = s->bot[bot].spec;
  result_row(t);
  result_put_text(t, AS_TEXT("opponent", "opponent", "people against"), name);
  result_put_text(t, AS_TEXT("bot", "bot", "bot", .detail = true),
                  strcmp(name, spec) == 0 ? NULL : spec);
  result_put_count(t, AS_COUNT("games", "games", "games"), results.games);
  result_put_count(t, AS_COUNT("won", "won", "won"), results.lost);
  result_put_count(t, AS_COUNT("lost", "lost", "lost"), results.won);
  result_put_count(t, AS_COUNT("drawn", "drawn", "drawn"), results.drawn);
  result_put_count(t, AS_COUNT("unfinished", "unfinished", "not finished"),
                   results.truncated);
}

static void add_opponents(const Run *run, ResultTable *t) {
  for (int bot = 0; bot < run->schedule.bots; bot++)
    if (verdict_has_opponents(run) &&
        !schedule_bot_is_human(&run->schedule, bot))
      add_opponent(run, bot, t);
}

/* ---- questions with numbers ----------------------------------------------*/

static bool is_asked(const People *p, size_t i, const char *question) {
  return strcmp(p->reply[i].question, question) == 0;
}

/* Whether no answer before the i-th is to the same question. */
static bool is_first(const People *p, size_t i) {
  for (size_t k = 0; k < i; k++)
    if (is_asked(p, k, p->reply[i].question))
      return false;
  return true;
}

static bool is_numeric(const People *p, const char *question) {
  int64_t number;
  for (size_t i = 0; i < p->replies; i++)
    if (is_asked(p, i, question) &&
        !number_in_range(p->reply[i].text, -1000000, 1000000, &number))
      return false;
  return true;
}

static int compare_numbers(const void *a, const void *b) {
  int64_t one = *(const int64_t *)a, other = *(const int64_t *)b;
  return (one > other) - (one < other);
}

/* The sorted answers, which the caller frees. */
static int64_t *numbers_of(const People *p, const char *question,
                           size_t *count) {
  int64_t *list = need_array(p->replies, sizeof *list);
  *count = 0;
  for (size_t i = 0; i < p->replies; i++)
    if (is_asked(p, i, question))
      number_read(p->reply[i].text, &list[(*count)++]);
  qsort(list, *count, sizeof *list, compare_numbers);
  return list;
}

/* "3 ×1, 4 ×5" */
static Phrase distribution(const int64_t list[], size_t count) {
  Phrase text = {""};
  for (size_t i = 0, next; i < count; i = next) {
    for (next = i; next < count && list[next] == list[i];)
      next++;
    phrase_add(&text, "%s%lld ×%zu", i ? ", " : "", (long long)list[i],
               next - i);
  }
  return text;
}

static Estimate mean_of(const int64_t list[], size_t count) {
  Sums sums = {0};
  for (size_t i = 0; i < count; i++)
    sums_add(&sums, (double)list[i]);
  Estimate mean = sums_mean(&sums);
  return count >= ANSWERS_MIN && estimate_has_interval(mean) ? mean
                                                             : estimate_none();
}

static void add_question(const People *p, const char *question,
                         ResultTable *t) {
  size_t count;
  int64_t *list = numbers_of(p, question, &count);
  result_row(t);
  result_put_text(t, AS_TEXT("question", "question", "question"), question);
  result_put_count(t, AS_COUNT("answered", "answered", "answered"), count);
  result_put(t, AS_REAL("mean", "mean", "mean", BOUNDS_SHOWN),
             mean_of(list, count));
  result_put_text(t, AS_TEXT("answers", "answers", "answers"),
                  distribution(list, count).text);
  free(list);
}

/* ---- other answers -------------------------------------------------------*/

/* "Ada and Ben", "Ada"; empty if no name was typed. */
static Phrase names_of(const GivenGame *game, int seats) {
  Phrase text = {""};
  for (int seat = 0; seat < seats; seat++)
    if (is_human(game, seat) && *game->name[seat])
      phrase_add(&text, "%s%s", *text.text ? " and " : "", game->name[seat]);
  return text;
}

/* How the game ended: for the only human, or for all. */
static Phrase result_of(const GivenGame *game, const Match *match, int seats) {
  char winners[WINNERS_TEXT];
  int humans = 0, who = 0;
  for (int seat = 0; seat < seats; seat++)
    if (is_human(game, seat)) {
      humans++;
      who = seat;
    }
  result_format(match->winners, winners);
  return phrase("%s", match->end == MATCH_DRAW        ? "drawn"
                      : match->end == MATCH_TRUNCATED ? "not finished"
                      : match->end == MATCH_FORFEIT   ? "forfeited"
                      : humans != 1                   ? winners
                      : match->winners >> who & 1     ? "won"
                                                      : "lost");
}

static Phrase seats_of(const GivenGame *game, int seats) {
  Phrase text = {""};
  for (int seat = 0; seat < seats; seat++)
    if (is_human(game, seat))
      phrase_add(&text, "%s%d", *text.text ? ", " : "", seat + 1);
  return text;
}

static void add_answer(const People *p, const Reply *a, ResultTable *t) {
  const GivenGame *game = game_of(p, a->game);
  int seats = p->run->schedule.seats;
  Phrase names = names_of(game, seats);
  result_row(t);
  result_put_text(t, AS_TEXT("question", "question", "question"), a->question);
  result_put_text(t, AS_TEXT("answer", "answer", "answer"), a->text);
  result_put_text(t, AS_TEXT("name", "name", "name"),
                  *names.text ? names.text : NULL);
  result_put_text(t, AS_TEXT("seat", "seat", "seat"),
                  seats_of(game, seats).text);
  result_put_text(t, AS_TEXT("result", "result", "result"),
                  result_of(game, &p->match[a->game], seats).text);
  result_put_count(t, AS_COUNT("game", "game", "game"), a->game);
}

/* Those to one question follow each other. */
static void add_answers(const People *p, const char *question, ResultTable *t) {
  for (size_t i = 0; i < p->replies; i++)
    if (is_asked(p, i, question))
      add_answer(p, &p->reply[i], t);
}

/* ---- games ---------------------------------------------------------------*/

static double median_seconds(People *p) {
  size_t middle = p->times / 2;
  if (p->times == 0)
    return 0;
  qsort(p->time, p->times, sizeof *p->time, compare_numbers);
  return p->times % 2 ? (double)p->time[middle] / 1000
                      : (double)(p->time[middle - 1] + p->time[middle]) / 2000;
}

static void add_games(People *p, ResultTable *t) {
  const GivenGames *given = &p->run->schedule.given;
  uint64_t hints = 0, undos = 0;
  for (size_t i = 0; i < given->count; i++) {
    hints += given->game[i].hints > 0;
    undos += given->game[i].undos > 0;
  }
  result_row(t);
  result_put_count(t, AS_COUNT("games", "games", "games"), given->count);
  result_put_count(t, AS_COUNT("hints", "hints", "with hints"), hints);
  result_put_count(t, AS_COUNT("undos", "undos", "with undos"), undos);
  result_put(
      t,
      AS_REAL("seconds", "seconds", "seconds per move, median", BOUNDS_NEVER),
      number_if(p->times > 0, median_seconds(p)));
  result_put_count(t, AS_COUNT("moves", "moves", "moves timed"), p->times);
}

/* ---- the document --------------------------------------------------------*/

static void add_figures(Document *d) {
  document_figure(
      d, (Figure){.id = "people-opponents",
                  .title = "People against bots",
                  .y_title = "Games that people won and lost against each bot",
                  .table = PEOPLE_OPPONENTS,
                  .x = "opponent",
                  .y = "games",
                  .shown = "bot games won lost drawn unfinished",
                  .kind = FIGURE_TABLE});
  document_figure(d, (Figure){.id = "people-questions",
                              .title = "Answers in numbers",
                              .y_title = "How often each number was the answer",
                              .table = PEOPLE_QUESTIONS,
                              .x = "question",
                              .y = "answered",
                              .shown = "answered mean answers",
                              .kind = FIGURE_TABLE});
  document_figure(d, (Figure){.id = "people-answers",
                              .title = "Answers in words",
                              .y_title = "What each person answered",
                              .table = PEOPLE_ANSWERS,
                              .x = "answer",
                              .y = "answer",
                              .rows = "question answer",
                              .shown = "name seat result game",
                              .kind = FIGURE_TABLE});
  document_figure(d, (Figure){.id = "people-games",
                              .title = "How they played",
                              .y_title = "Hints, moves taken back, and time",
                              .table = PEOPLE_GAMES,
                              .x = "games",
                              .y = "games",
                              .shown = "hints undos seconds moves",
                              .kind = FIGURE_TABLE});
}

static void fill_document(People *p, Document *d) {
  d->tables = PEOPLE_TABLES;
  d->table[PEOPLE_ANSWERS].hidden = true;
  add_opponents(p->run, &d->table[PEOPLE_OPPONENTS]);
  for (size_t i = 0; i < p->replies; i++) {
    const char *question = p->reply[i].question;
    if (is_first(p, i) && is_numeric(p, question))
      add_question(p, question, &d->table[PEOPLE_QUESTIONS]);
    else if (is_first(p, i))
      add_answers(p, question, &d->table[PEOPLE_ANSWERS]);
  }
  add_games(p, &d->table[PEOPLE_GAMES]);
  add_figures(d);
}

bool people_document(const Run *run, Document *document, Error *error) {
  People people;
  bool good = read_people(&people, run, error);
  if (good)
    fill_document(&people, document);
  free_people(&people);
  return good;
}
