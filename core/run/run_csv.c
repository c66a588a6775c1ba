#include "core/run/run_csv.h"

#include "core/base/number.h"
#include "core/run/tally.h"
#include <stdlib.h>

enum { HASH_LETTERS = 16 };

/* ---- writing -------------------------------------------------------------*/

static void add_numbered(Text *text, const char *name, int count) {
  for (int i = 1; i <= count; i++) {
    text_add_char(text, ',');
    text_add_word(text, name);
    text_add_number(text, (uint64_t)i);
  }
}

Text run_csv_games_header(const Schedule *s) {
  Text header = {NULL};
  text_need(&header, 256 + (size_t)s->seats * 10 * TEXT_NUMBER_MAX);
  text_add_word(&header, "game,number,seed");
  add_numbered(&header, "seat", s->seats);
  text_add_word(&header, ",outcome,winner");
  add_numbered(&header, "won", s->seats);
  if (s->has_score)
    add_numbered(&header, "score", s->seats);
  if (s->has_places)
    add_numbered(&header, "place", s->seats);
  text_add_word(&header,
                s->has_chance ? ",plies,passes,rolls" : ",plies,passes");
  text_add_word(&header, ",moved,legal_moves,branching_max");
  add_numbered(&header, "nodes", s->seats);
  text_add_word(&header, ",hash,forfeiter,reason");
  if (schedule_is_collected(s)) {
    text_add_word(&header, ",file");
    add_numbered(&header, "name", s->seats);
    text_add_word(&header, ",undos,hints");
  }
  text_add_char(&header, '\n');
  return header;
}

Text run_csv_moves_header(const Schedule *s) {
  Text header = {NULL};
  text_need(&header, 96 + sizeof s->part);
  text_add_word(&header, "number,ply,seat,move,legal_moves");
  for (int i = 0; i < s->parts; i++) {
    text_add_char(&header, ',');
    text_add_word(&header, s->part[i]);
  }
  if (schedule_is_collected(s))
    text_add_word(&header, ",milliseconds");
  text_add_char(&header, '\n');
  return header;
}

static void add_number(Text *row, uint64_t number) {
  text_add_char(row, ',');
  text_add_number(row, number);
}

/* Adds a set of seats as "1+3". */
static void add_seats(Text *row, unsigned seats) {
  text_add_char(row, ',');
  for (bool first = true; seats; seats &= seats - 1, first = false) {
    if (!first)
      text_add_char(row, '+');
    text_add_number(row, (uint64_t)__builtin_ctz(seats) + 1);
  }
}

/* Eight letters, each for four bits, the first one in the highest byte.
 * Computes all at once, which takes a third of the time of a loop: rows are
 * what fast games spend their time on. */
static uint64_t hash_letters(uint32_t bits) {
  uint64_t l = bits; /* becomes one byte per letter */
  l = (l | l << 16) & 0x0000ffff0000ffffu;
  l = (l | l << 8) & 0x00ff00ff00ff00ffu;
  l = (l | l << 4) & 0x0f0f0f0f0f0f0f0fu;
  return l + 'a' * 0x0101010101010101u;
}

/* Adds a hash as 16 letters from a to p. With hexadecimal digits, one in a
 * thousand would look like a number to programs that read the file. */
static void add_hash(Text *row, uint64_t hash) {
  char *to = row->bytes + row->length;
  uint64_t high = hash_letters((uint32_t)(hash >> 32));
  uint64_t low = hash_letters((uint32_t)hash);
  *to++ = ',';
  for (int i = 0; i < HASH_LETTERS / 2; i++) {
    to[i] = (char)(high >> (56 - 8 * i));
    to[i + 8] = (char)(low >> (56 - 8 * i));
  }
  row->length += 1 + HASH_LETTERS;
}

static void add_bots(Text *row, const Schedule *s, const uint8_t *bots) {
  for (int seat = 0; seat < s->seats; seat++) {
    text_add_char(row, ',');
    const Text *quoted = &s->bot[bots[seat]].quoted;
    text_add_bytes(row, quoted->bytes, quoted->length);
  }
}

/* The seats that have won a game that was played to its end. */
static unsigned seats_won(const Match *m) {
  return m->end == MATCH_WIN ? m->winners : 0;
}

static void add_won(Text *row, unsigned won, int seats) {
  for (int seat = 0; seat < seats; seat++) {
    text_add_char(row, ',');
    text_add_char(row, (char)('0' + (won >> seat & 1)));
  }
}

static void add_scores(Text *row, const int32_t score[], int seats) {
  for (int seat = 0; seat < seats; seat++) {
    char text[SCORE_TEXT];
    score_format(score[seat], text);
    text_add_char(row, ',');
    text_add_word(row, text);
  }
}

static size_t game_room(const Schedule *s, const char *reason) {
  size_t seat = s->longest + 6 * TEXT_NUMBER_MAX;
  return s->quoted.length + (size_t)s->seats * seat + 13 * TEXT_NUMBER_MAX +
         csv_quoted_max(strlen(reason));
}

/* What is known of a game of a collected run. */
static void add_given(Text *row, const GivenGame *g, int seats) {
  size_t room = csv_quoted_max(strlen(g->file)) + 4 * TEXT_NUMBER_MAX;
  for (int seat = 0; seat < seats; seat++)
    room += csv_quoted_max(strlen(g->name[seat])) + 1;
  text_need(row, room);
  text_add_char(row, ',');
  csv_add_quoted(row, g->file);
  for (int seat = 0; seat < seats; seat++) {
    text_add_char(row, ',');
    if (g->name[seat][0])
      csv_add_quoted(row, g->name[seat]);
  }
  add_number(row, (uint64_t)g->undos);
  add_number(row, (uint64_t)g->hints);
}

void run_csv_add_game(Text *row, const Schedule *s, uint64_t seed,
                      uint64_t number, const Match *m, const char *reason) {
  text_need(row, game_room(s, reason));
  text_add_bytes(row, s->quoted.bytes, s->quoted.length);
  add_number(row, number);
  add_number(row, schedule_seed(s, seed, number));
  add_bots(row, s, schedule_bots(s, schedule_seating(s, number)));
  text_add_char(row, ',');
  text_add_word(row, match_outcome(m));
  add_seats(row, m->winners);
  add_won(row, seats_won(m), s->seats);
  if (s->has_score)
    add_scores(row, m->score, s->seats);
  for (int seat = 0; s->has_places && seat < s->seats; seat++)
    add_number(row, m->place[seat]);
  add_number(row, (uint64_t)m->plies);
  add_number(row, (uint64_t)m->passes);
  if (s->has_chance)
    add_number(row, (uint64_t)m->rolls);
  add_seats(row, m->moved);
  add_number(row, m->legal_moves);
  add_number(row, (uint64_t)m->branching_max);
  for (int seat = 0; seat < s->seats; seat++)
    add_number(row, m->nodes[seat]);
  add_hash(row, m->hash);
  add_seats(row, m->forfeiter < 0 ? 0 : 1u << m->forfeiter);
  text_add_char(row, ',');
  if (m->forfeiter >= 0)
    csv_add_quoted(row, reason);
  if (number < s->given.count)
    add_given(row, &s->given.game[number], s->seats);
  text_add_char(row, '\n');
}

void run_csv_add_move(Text *row, uint64_t number, uint64_t ply, int seat,
                      const char *move, int legal) {
  text_add_number(row, number);
  add_number(row, ply);
  add_number(row, (uint64_t)seat);
  text_add_char(row, ',');
  csv_add_quoted(row, move);
  add_number(row, (uint64_t)legal);
}

/* ---- reading -------------------------------------------------------------*/

/* Reads the fields of a row in order; the error reports the first wrong one. */
typedef struct Cursor {
  const CsvRow *row;
  int at;
  int seat; /* of the column, from 1; 0 for columns that are not of a seat */
  Error *error;
  bool good;
} Cursor;

/* Reports the column read last as wrong, by its number and name: "won1" of a
 * seat ("%.0d" prints no 0). */
static void refuse(Cursor *c, const char *column, const char *text,
                   const char *wanted) {
  if (c->good)
    error_set(c->error, "column %d, %s%.0d: '%.60s' where %s should be", c->at,
              column, c->seat, text, wanted);
  c->good = false;
}

static const char *peek(const Cursor *c) {
  return c->at < c->row->count ? c->row->field[c->at] : "";
}

static const char *next(Cursor *c) {
  const char *text = peek(c);
  c->at++;
  return text;
}

static int64_t next_number(Cursor *c, const char *column, int64_t max) {
  const char *text = next(c);
  int64_t number = 0;
  char range[64];
  if (number_in_range(text, 0, max, &number))
    return number;
  snprintf(range, sizeof range, "a number from 0 to %lld", (long long)max);
  refuse(c, column, text, range);
  return 0;
}

static void expect(Cursor *c, const char *column, const char *wanted) {
  const char *text = next(c);
  char quoted[SPEC_TEXT + 2];
  if (strcmp(text, wanted) == 0)
    return;
  snprintf(quoted, sizeof quoted, "'%s'", wanted);
  refuse(c, column, text, quoted);
}

static void expect_number(Cursor *c, const char *column, uint64_t wanted) {
  char digits[TEXT_NUMBER_MAX];
  Text text = {digits, 0, sizeof digits};
  text_add_number(&text, wanted);
  text_add_char(&text, '\0');
  expect(c, column, digits);
}

/* A loss of all seats is a win of none. */
static MatchEnd next_end(Cursor *c, bool *lost) {
  const char *text = next(c);
  *lost = strcmp(text, MATCH_LOSS_NAME) == 0;
  if (*lost)
    return MATCH_WIN;
  for (int end = 0; end < MATCH_ENDS; end++)
    if (strcmp(text, match_end_names[end]) == 0)
      return (MatchEnd)end;
  refuse(c, "outcome", text, "win, loss, draw, truncated or forfeit");
  return MATCH_DRAW;
}

/* Parses a set of seats, "1+3"; an empty field is the empty set. */
static unsigned next_seats(Cursor *c, const char *column, int seats) {
  const char *text = next(c);
  unsigned set = 0;
  for (const char *at = text; *at;) {
    int seat = 0;
    while (*at >= '0' && *at <= '9' && seat <= seats)
      seat = 10 * seat + (*at++ - '0');
    bool more = at[0] == '+' && at[1];
    if (seat < 1 || seat > seats || (*at && !more)) {
      refuse(c, column, text, "seats such as 1 or 1+3");
      return 0;
    }
    set |= 1u << (seat - 1);
    at += more;
  }
  return set;
}

/* The winners and the forfeiter must agree with the outcome. */
static void next_winners(Cursor *c, Match *m, bool lost, int seats) {
  const char *text = peek(c);
  m->winners = (uint16_t)next_seats(c, "winner", seats);
  if (m->end == MATCH_WIN && !m->winners && !lost)
    refuse(c, "winner", text, "the seats that won");
  if (m->winners && (lost || m->end == MATCH_DRAW || m->end == MATCH_TRUNCATED))
    refuse(c, "winner", text, "nothing");
}

/* What these columns hold follows from the winners and the outcome. */
static void expect_won(Cursor *c, unsigned won, int seats) {
  for (int seat = 0; seat < seats; seat++) {
    c->seat = seat + 1;
    expect(c, "won", won >> seat & 1 ? "1" : "0");
  }
  c->seat = 0;
}

static void expect_bots(Cursor *c, const Schedule *s, uint64_t number) {
  const uint8_t *bots = schedule_bots(s, schedule_seating(s, number));
  for (int seat = 0; seat < s->seats; seat++) {
    c->seat = seat + 1;
    expect(c, "seat", s->bot[bots[seat]].spec);
  }
  c->seat = 0;
}

static void next_scores(Cursor *c, Match *m, int seats) {
  for (int seat = 0; seat < seats; seat++) {
    const char *text = next(c);
    c->seat = seat + 1;
    if (!score_read(text, &m->score[seat]))
      refuse(c, "score", text, "points such as 24 or -0.5");
  }
  c->seat = 0;
}

static void next_places(Cursor *c, Match *m, int seats) {
  for (int seat = 0; seat < seats; seat++) {
    c->seat = seat + 1;
    m->place[seat] = (uint8_t)next_number(c, "place", seats);
  }
  c->seat = 0;
}

static void next_nodes(Cursor *c, Match *m, int seats) {
  for (int seat = 0; seat < seats; seat++) {
    c->seat = seat + 1;
    m->nodes[seat] = (uint64_t)next_number(c, "nodes", INT64_MAX);
  }
  c->seat = 0;
}

static void next_forfeiter(Cursor *c, Match *m, int seats) {
  const char *text = peek(c);
  unsigned set = next_seats(c, "forfeiter", seats);
  bool one = set && !(set & (set - 1));
  m->forfeiter = set ? __builtin_ctz(set) : -1;
  if (m->end == MATCH_FORFEIT && !one)
    refuse(c, "forfeiter", text, "the seat that forfeited");
  bool resigned =
      one && m->end != MATCH_DRAW && strcmp(peek(c), MATCH_RESIGNED) == 0;
  if (m->end != MATCH_FORFEIT && set && !resigned)
    refuse(c, "forfeiter", text, "nothing");
  next(c); /* the reason */
}

/* What the manifest says of a game of a collected run. */
static void expect_given(Cursor *c, const GivenGame *g, int seats) {
  expect(c, "file", g->file);
  for (int seat = 0; seat < seats; seat++) {
    c->seat = seat + 1;
    expect(c, "name", g->name[seat]);
  }
  c->seat = 0;
  expect_number(c, "undos", (uint64_t)g->undos);
  expect_number(c, "hints", (uint64_t)g->hints);
}

/* Every move that is not a pass was made by one of the seats that moved, or by
 * nature. */
static void next_moved(Cursor *c, Match *m, const Schedule *s) {
  const char *text = peek(c);
  int moves = m->plies - m->passes - m->rolls;
  m->moved = (uint16_t)next_seats(c, "moved", s->seats);
  if (__builtin_popcount(m->moved) > moves || (moves && !m->moved))
    refuse(c, "moved", text, moves ? "the seats that moved" : "nothing");
}

static uint64_t next_hash(Cursor *c) {
  const char *text = next(c);
  uint64_t hash = 0;
  int length = 0;
  for (; text[length] >= 'a' && text[length] <= 'p'; length++)
    hash = hash << 4 | (uint64_t)(text[length] - 'a');
  if (length != HASH_LETTERS || text[length])
    refuse(c, "hash", text, "16 letters from a to p");
  return hash;
}

bool run_csv_check_header(const CsvRow *row, Text header, Error *error) {
  header.bytes[header.length - 1] = '\0'; /* replaces the newline */
  bool good = csv_check_header(row, header.bytes, error);
  free(header.bytes);
  return good;
}

bool run_csv_read_game(const CsvRow *row, const Schedule *s, uint64_t seed,
                       uint64_t number, int max_plies, Match *m, Error *error) {
  Cursor c = {row, 0, 0, error, true};
  expect(&c, "game", s->game);
  expect_number(&c, "number", number);
  expect_number(&c, "seed", schedule_seed(s, seed, number));
  expect_bots(&c, s, number);
  bool lost;
  m->end = next_end(&c, &lost);
  next_winners(&c, m, lost, s->seats);
  expect_won(&c, seats_won(m), s->seats);
  memset(m->score, 0, sizeof m->score);
  if (s->has_score)
    next_scores(&c, m, s->seats);
  memset(m->place, 0, sizeof m->place);
  if (s->has_places)
    next_places(&c, m, s->seats);
  m->plies = (int)next_number(&c, "plies", max_plies);
  m->passes = (int)next_number(&c, "passes", m->plies);
  m->rolls = 0;
  if (s->has_chance)
    m->rolls = (int)next_number(&c, "rolls", m->plies - m->passes);
  next_moved(&c, m, s);
  m->legal_moves =
      (uint64_t)next_number(&c, "legal_moves", (int64_t)m->plies * MOVES_MAX);
  m->branching_max = (int)next_number(&c, "branching_max", MOVES_MAX);
  next_nodes(&c, m, s->seats);
  m->hash = next_hash(&c);
  next_forfeiter(&c, m, s->seats);
  if (number < s->given.count)
    expect_given(&c, &s->given.game[number], s->seats);
  return c.good;
}
