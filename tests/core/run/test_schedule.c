/* Schedules and tallies. */
#include "tests/support/support.h"

#include "core/run/tally.h"
#include "tests/support/test_bots.h"
#include <math.h>

enum { NAMES = BOTS_MAX + 1 };

static char names[NAMES][24];
static const char *specs[NAMES];

/* b1.bot, b2.bot, … */
static void name_bots(void) {
  for (int i = 0; i < NAMES; i++) {
    snprintf(names[i], sizeof names[i], "b%d.bot", i + 1);
    specs[i] = names[i];
  }
}

/* The bots of the seats in each seating, numbered from 1, as "12 21". */
static char *seatings_text(const Schedule *s) {
  char *text = calloc(s->seatings + 1, (size_t)s->seats + 1), *at = text;
  for (size_t i = 0; i < s->seatings; i++) {
    for (int seat = 0; seat < s->seats; seat++)
      *at++ = (char)('1' + schedule_bots(s, i)[seat]);
    *at++ = ' ';
  }
  at[-1] = '\0';
  return text;
}

/* ---- seatings ------------------------------------------------------------*/

static void each_seating_assigns_bots_to_seats(void **state) {
  (void)state;
  static const struct {
    const char *game;
    Seating seating;
    int bots;
    const char *seatings;
  } CASES[] = {
      {"quoridor", SEATING_FIXED, 1, "11"},
      {"quoridor", SEATING_FIXED, 2, "12"},
      {"quoridor", SEATING_ROTATED, 2, "12 21"},
      {"quoridor", SEATING_ROTATED, 1, "11 11"},
      {"quoridor", SEATING_EVERY, 2, "12 21"},
      {"quoridor", SEATING_EVERY, 3, "12 21 13 31 23 32"},
      {"tictacdoh:players=3", SEATING_FIXED, 3, "123"},
      {"tictacdoh:players=3", SEATING_ROTATED, 3, "123 231 312"},
      /* with fewer bots than sides every bot plays in each game */
      {"tictacdoh:players=3", SEATING_EVERY, 2, "112 121 211 122 221 212"},
      {"tictacdoh:players=3", SEATING_EVERY, 3, "123 231 312 132 321 213"},
      {"quoridor:players=4", SEATING_FIXED, 1, "1111"},
      {"quoridor:players=4", SEATING_ROTATED, 4, "1234 2341 3412 4123"},
      {"quoridor:players=4", SEATING_EVERY, 2,
       "1112 1121 1211 2111 1122 1221 2211 2112 1212 2121 1222 2221 2212 "
       "2122"},
      /* in a tournament one bot plays a whole team, in a run not */
      {"dorix:players=4", SEATING_EVERY, 2, "1212 2121"},
      {"dorix:players=4", SEATING_EVERY, 3, "1212 2121 1313 3131 2323 3232"},
      {"dorix:players=4", SEATING_FIXED, 4, "1234"},
      {"dorix:players=4", SEATING_ROTATED, 4, "1234 2341 3412 4123"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Game *game = open_game(CASES[i].game);
    Schedule s;
    Error error = {0};
    if (!schedule_make(&s, game, CASES[i].seating, specs, CASES[i].bots,
                       &error))
      fail_msg("%s", error.message);
    assert_int_equal(s.bots, CASES[i].bots);
    char *text = seatings_text(&s);
    assert_string_equal(text, CASES[i].seatings);
    free(text);
    schedule_free(&s);
    game_close(game);
  }
}

/* The number of ways to seat n bots on k sides: without repetition if there
 * are enough of them, otherwise with every bot at least once. */
static size_t count_ways(int bots, int sides) {
  size_t ways = 0, all = 1;
  for (int i = 0; i < sides; i++)
    all *= (size_t)bots;
  for (size_t code = 0; code < all; code++) {
    int times[BOTS_MAX] = {0}, different = 0;
    size_t rest = code;
    for (int i = 0; i < sides; i++, rest /= (size_t)bots)
      different += times[rest % (size_t)bots]++ == 0;
    ways += different == (bots < sides ? bots : sides);
  }
  return ways;
}

static int compare_seatings(const void *a, const void *b) {
  return memcmp(a, b, 4);
}

static void assert_all_different(const Schedule *s) {
  uint8_t *rows = calloc(s->seatings, 4);
  for (size_t i = 0; i < s->seatings; i++)
    memcpy(rows + 4 * i, schedule_bots(s, i), (size_t)s->seats);
  qsort(rows, s->seatings, 4, compare_seatings);
  for (size_t i = 1; i < s->seatings; i++)
    assert_true(compare_seatings(rows + 4 * i, rows + 4 * (i - 1)) != 0);
  free(rows);
}

static void assert_balanced(const Schedule *s) {
  for (int seat = 0; seat < s->seats; seat++) {
    size_t times[BOTS_MAX] = {0};
    for (size_t i = 0; i < s->seatings; i++)
      times[schedule_bots(s, i)[seat]]++;
    for (int bot = 0; bot < s->bots; bot++)
      assert_int_equal(times[bot], s->seatings / (size_t)s->bots);
  }
}

static void every_bot_plays_every_seat_equally_often(void **state) {
  (void)state;
  static const struct {
    const char *game;
    int sides;
  } CASES[] = {{"quoridor", 2},
               {"tictacdoh:players=3", 3},
               {"quoridor:players=4", 4},
               {"dorix:players=4,teams=false", 4},
               {"dorix:players=4", 2}};
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Game *game = open_game(CASES[i].game);
    for (int bots = 2; bots <= 9; bots++) {
      Schedule s;
      assert_true(schedule_make(&s, game, SEATING_EVERY, specs, bots, NULL));
      assert_int_equal(s.seatings, count_ways(bots, CASES[i].sides));
      assert_all_different(&s);
      assert_balanced(&s);
      schedule_free(&s);
    }
    game_close(game);
  }
}

/* Whether one seating is the other with the bots moved on by some sides; bots
 * are moved from seat to seat in games without teams. */
static bool is_rotation(const Schedule *s, size_t one, size_t other) {
  bool found = false;
  for (int turn = 0; turn < s->sides && !found; turn++) {
    found = true;
    for (int seat = 0; seat < s->seats; seat++) {
      int from = 0;
      while (s->side[from] != (s->side[seat] + turn) % s->sides)
        from++;
      found =
          found && schedule_bots(s, other)[seat] == schedule_bots(s, one)[from];
    }
  }
  return found;
}

static void the_rotations_of_a_seating_are_one_round(void **state) {
  (void)state;
  static const struct {
    const char *game;
    int bots;
  } CASES[] = {{"quoridor", 2},
               {"quoridor", 5},
               {"tictacdoh:players=3", 2},
               {"tictacdoh:players=3", 4},
               {"quoridor:players=4", 2},
               {"quoridor:players=4", 3},
               {"quoridor:players=4", 6},
               {"dorix:players=4", 3}};
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Game *game = open_game(CASES[i].game);
    Schedule s;
    assert_true(
        schedule_make(&s, game, SEATING_EVERY, specs, CASES[i].bots, NULL));
    for (size_t a = 0; a < s.seatings; a++) {
      size_t first = s.round[a];
      int games = schedule_round_games(&s, first);
      assert_true(first <= a && a < first + (size_t)games);
      assert_int_equal(s.round[first], first);
      assert_int_equal(schedule_round(&s, 7 * s.seatings + a),
                       7 * s.seatings + first);
      for (size_t b = 0; b < s.seatings; b++)
        assert_int_equal(s.round[b] == first, is_rotation(&s, a, b));
    }
    schedule_free(&s);
    game_close(game);
  }
}

/* Openings have streams of their own, which no game of the seed draws from. */
static void the_games_of_a_round_share_their_opening(void **state) {
  (void)state;
  Game *game = open_game("tictacdoh:players=3");
  Schedule s;
  assert_true(schedule_make(&s, game, SEATING_ROTATED, specs, 3, NULL));
  for (uint64_t index = 0; index < 30; index++) {
    s.paired = false;
    s.opening = 0;
    assert_true(schedule_opening(&s, index) == index);
    s.opening = 4;
    assert_true(schedule_opening(&s, index) == OPENING_STREAMS + index);
    for (s.opening = 0; s.opening <= 4; s.opening += 4) {
      s.paired = true;
      assert_true(schedule_opening(&s, index) ==
                  OPENING_STREAMS + index / 3 * 3);
    }
  }
  Rng a, b;
  rng_seed(&a, 5, 0);
  rng_seed(&b, 5, OPENING_STREAMS);
  assert_true(memcmp(&a, &b, sizeof a) != 0);
  schedule_free(&s);
  game_close(game);
}

static void games_cycle_through_the_seatings(void **state) {
  (void)state;
  Game *game = open_game("quoridor");
  Schedule s;
  assert_true(schedule_make(&s, game, SEATING_EVERY, specs, 3, NULL));
  for (uint64_t index = 0; index < 20; index++)
    assert_int_equal(schedule_seating(&s, index), index % 6);
  assert_int_equal(schedule_seating(&s, UINT64_MAX), UINT64_MAX % 6);
  schedule_free(&s);
  game_close(game);
}

/* Different specs of the same bot are one bot. */
static void a_bot_named_twice_is_one_bot(void **state) {
  (void)state;
  static const char *const SAME[] = {"a.bot", "a.bot:level=1"};
  static const char *const OTHER[] = {"a.bot:level=2", "a.bot"};
  Game *game = open_game("quoridor");
  Schedule s;
  assert_true(schedule_make(&s, game, SEATING_ROTATED, SAME, 2, NULL));
  assert_int_equal(s.bots, 1);
  assert_string_equal(s.bot[0].spec, "a.bot");
  assert_string_equal(s.bot[0].full, "a.bot:level=1");
  schedule_free(&s);
  assert_true(schedule_make(&s, game, SEATING_FIXED, OTHER, 2, NULL));
  assert_int_equal(s.bots, 2);
  assert_string_equal(s.bot[0].spec, "a.bot:level=2");
  assert_int_equal(s.longest, strlen("\"a.bot:level=2\""));
  schedule_free(&s);
  game_close(game);
}

static void invalid_schedules_are_refused(void **state) {
  (void)state;
  static const char *const TWICE[] = {"a.bot", "b.bot", "a.bot:level=1"};
  static const char *const UNKNOWN[] = {"a.bot", "randm"};
  static const char *const OPTION[] = {"a.bot:level=10", "b.bot"};
  static const struct {
    const char *game;
    Seating seating;
    const char *const *bots;
    int count;
    const char *message;
  } CASES[] = {
      {"quoridor", SEATING_FIXED, specs, 0, "name a bot for each, or one"},
      {"quoridor", SEATING_FIXED, specs, 3,
       "quoridor has 2 seats: name a bot for each, or one for all; 3 were"},
      {"quoridor:players=4", SEATING_ROTATED, specs, 2,
       "quoridor:players=4 has 4 seats"},
      {"quoridor", SEATING_EVERY, specs, 0, "at least two bots"},
      {"quoridor", SEATING_EVERY, specs, 1, "at least two bots"},
      {"quoridor", SEATING_EVERY, TWICE, 3, "the bot a.bot is given twice"},
      {"quoridor", SEATING_EVERY, specs, BOTS_MAX + 1,
       "65 bots are too many: at most 64 can play"},
      {"quoridor:players=4", SEATING_EVERY, specs, BOTS_MAX,
       "64 bots on 4 sides make more than 262144 seatings"},
      {"quoridor", SEATING_FIXED, UNKNOWN, 2, "there is no bot 'randm'"},
      {"quoridor", SEATING_EVERY, UNKNOWN, 2, "there is no bot 'randm'"},
      {"quoridor", SEATING_FIXED, OPTION, 2, "level"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Game *game = open_game(CASES[i].game);
    Schedule s;
    Error error = {0};
    assert_false(schedule_make(&s, game, CASES[i].seating, CASES[i].bots,
                               CASES[i].count, &error));
    assert_message(&error, CASES[i].message);
    schedule_free(&s); /* does no harm */
    game_close(game);
  }
}

static void the_largest_number_of_bots_can_be_scheduled(void **state) {
  (void)state;
  Game *game = open_game("dorix:players=4");
  Schedule s;
  assert_true(schedule_make(&s, game, SEATING_EVERY, specs, BOTS_MAX, NULL));
  assert_int_equal(s.seatings, BOTS_MAX * (BOTS_MAX - 1));
  assert_balanced(&s);
  schedule_free(&s);
  game_close(game);
}

static void specs_are_spelled_out(void **state) {
  (void)state;
  static const char *const CASES[][2] = {
      {"quoridor", "quoridor:players=2,side_seat=2,size=9,columns=9,rows=9,"},
      {"quoridor:size=7",
       "quoridor:players=2,side_seat=2,size=7,columns=7,rows=7,walls=6,"},
      {"dorix:players=3", "dorix:players=3,pawns=12,size=4,teams=false,"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Game *game = open_game(CASES[i][0]);
    char full[SPEC_TEXT];
    assert_true(spec_write_full(game->spec, game->rules->options, game->option,
                                full, NULL));
    assert_memory_equal(full, CASES[i][1], strlen(CASES[i][1]));
    Game *again = open_game(full);
    assert_string_equal(again->spec, game->spec);
    game_close(again);
    game_close(game);
  }
}

static void a_spec_that_is_too_long_spelled_out_is_refused(void **state) {
  (void)state;
  char name[SPEC_TEXT] = "";
  char full[SPEC_TEXT];
  int value = 1;
  Error error = {0};
  memset(name, 'x', SPEC_TEXT - 8);
  memcpy(name + SPEC_TEXT - 8, ".bot", 5);
  assert_false(
      spec_write_full(name, RANDOM_BOTS.kind.options, &value, full, &error));
  assert_message(&error, "the full list of options is too long");
}

/* ---- tallies -------------------------------------------------------------*/

enum { MATCHES = 3000, MAX_PLIES = 300 };

typedef struct Played {
  size_t seating;
  Match match;
} Played;

/* A win is that of a whole side; with two sides a forfeit has a winner, too. */
static Match draw_match(const Schedule *s, Rng *rng) {
  Match m = {.end = (MatchEnd)rng_below(rng, MATCH_ENDS), .forfeiter = -1};
  m.plies = (int)rng_below(rng, MAX_PLIES + 1);
  m.passes = (int)rng_below(rng, (uint32_t)m.plies + 1);
  m.legal_moves = m.plies ? rng_below(rng, 1u << 24) : 0;
  m.branching_max = (int)rng_below(rng, 1000);
  m.moved = (uint16_t)(1u << rng_below(rng, (uint32_t)s->seats - 1));
  m.hash = rng_next(rng);
  unsigned sides = 1 + rng_below(rng, (1u << s->sides) - 1);
  int loser = (int)rng_below(rng, (uint32_t)s->seats);
  for (int seat = 0; seat < s->seats; seat++) {
    m.nodes[seat] = rng_next(rng) >> 20;
    bool other = s->side[seat] != s->side[loser];
    if ((m.end == MATCH_WIN && sides >> s->side[seat] & 1) ||
        (m.end == MATCH_FORFEIT && s->sides == 2 && other))
      m.winners |= (uint16_t)(1 << seat);
  }
  if (m.end == MATCH_FORFEIT)
    m.forfeiter = loser;
  return m;
}

static Played *play_some(const Schedule *s, Tally *t) {
  Played *played = calloc(MATCHES, sizeof *played);
  Rng rng;
  rng_seed(&rng, 1, (uint64_t)s->seats);
  assert_true(tally_make(t, s, MAX_PLIES, NULL));
  for (int i = 0; i < MATCHES; i++) {
    played[i].seating = schedule_seating(s, (uint64_t)i);
    played[i].match = draw_match(s, &rng);
    tally_add(t, played[i].seating, &played[i].match);
  }
  return played;
}

static void recount_games(const Tally *t, const Played *played) {
  uint64_t ends[MATCH_ENDS] = {0}, plies = 0, passes = 0, legal = 0;
  int most = 0;
  unsigned moved = 0;
  for (int i = 0; i < MATCHES; i++) {
    const Match *m = &played[i].match;
    ends[m->end]++;
    plies += (uint64_t)m->plies;
    passes += (uint64_t)m->passes;
    most = m->branching_max > most ? m->branching_max : most;
    legal += m->legal_moves;
    moved |= m->moved;
  }
  assert_int_equal(t->games, MATCHES);
  assert_memory_equal(t->ends, ends, sizeof ends);
  assert_int_equal(t->plies, plies);
  assert_int_equal(t->passes, passes);
  assert_int_equal(t->branching_max, most);
  assert_int_equal(t->legal_moves, legal);
  assert_int_equal(t->moved, moved);
}

static void recount_seats(const Tally *t, const Played *played) {
  for (int seat = 0; seat < t->schedule->seats; seat++) {
    uint64_t won = 0;
    for (int i = 0; i < MATCHES; i++)
      won += played[i].match.end == MATCH_WIN &&
             (played[i].match.winners >> seat & 1);
    assert_int_equal(tally_won(t, seat), won);
  }
}

static void count_seat(BotTally *sum, const Match *m, int seat) {
  bool won = m->end == MATCH_WIN && (m->winners >> seat & 1);
  sum->games++;
  sum->won += won;
  sum->lost += m->end == MATCH_WIN && !won;
  sum->drawn += m->end == MATCH_DRAW;
  sum->truncated += m->end == MATCH_TRUNCATED;
}

/* Whether an earlier seat of the same side has the same bot: partners count
 * once. */
static bool is_partner(const Schedule *s, const uint8_t *bots, int seat) {
  for (int other = 0; other < seat; other++)
    if (bots[other] == bots[seat] && s->side[other] == s->side[seat])
      return true;
  return false;
}

static void recount_bots(const Tally *t, const Played *played) {
  const Schedule *s = t->schedule;
  for (int bot = 0; bot < s->bots; bot++) {
    BotTally sum = {0}, counted = tally_bot(t, bot);
    for (int i = 0; i < MATCHES; i++)
      for (int seat = 0; seat < s->seats; seat++) {
        const uint8_t *bots = schedule_bots(s, played[i].seating);
        if (bots[seat] != bot)
          continue;
        sum.forfeits += played[i].match.forfeiter == seat;
        sum.nodes += played[i].match.nodes[seat];
        sum.placed += played[i].match.end == MATCH_WIN ||
                      played[i].match.end == MATCH_DRAW;
        if (!is_partner(s, bots, seat))
          count_seat(&sum, &played[i].match, seat);
      }
    assert_memory_equal(&sum, &counted, sizeof sum);
  }
}

/* The points of a side in the games of a seating, as fractions of a win. */
static double points_of(const Schedule *s, const Match *m, int side) {
  int scorers = 0;
  bool scores = false;
  for (int other = 0; other < s->sides; other++) {
    bool has = m->end == MATCH_DRAW;
    for (int seat = 0; seat < s->seats; seat++)
      if (s->side[seat] == other && m->end == MATCH_WIN)
        has = has || (m->winners >> seat & 1);
    if (m->end == MATCH_FORFEIT)
      has = s->side[m->forfeiter] != other;
    scorers += has;
    scores = scores || (has && other == side);
  }
  return scores ? 1.0 / scorers : 0;
}

static void recount_points(const Tally *t, const Played *played) {
  const Schedule *s = t->schedule;
  uint64_t sum = 0;
  for (size_t seating = 0; seating < s->seatings; seating++)
    for (int side = 0; side < s->seats; side++) {
      double points = 0;
      for (int i = 0; i < MATCHES && side < s->sides; i++)
        if (played[i].seating == seating)
          points += points_of(s, &played[i].match, side);
      uint64_t counted =
          t->seat[seating * (size_t)s->seats + (size_t)side].points;
      assert_int_equal(counted, llround(points * POINTS));
      sum += counted;
    }
  uint64_t decided = t->games - t->ends[MATCH_TRUNCATED];
  assert_int_equal(sum, decided * POINTS);
}

static const struct {
  const char *game;
  Seating seating;
  int bots;
} RUNS[] = {
    {"quoridor", SEATING_FIXED, 1},
    {"quoridor", SEATING_EVERY, 3},
    {"tictacdoh:players=3", SEATING_EVERY, 2},
    {"tictacdoh:players=3", SEATING_ROTATED, 3},
    {"quoridor:players=4", SEATING_EVERY, 3},
    {"dorix:players=4", SEATING_EVERY, 3},
    {"dorix:players=4", SEATING_ROTATED, 4},
};

static void a_tally_agrees_with_a_slow_count(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(RUNS); i++) {
    Game *game = open_game(RUNS[i].game);
    Schedule s;
    Tally t;
    assert_true(
        schedule_make(&s, game, RUNS[i].seating, specs, RUNS[i].bots, NULL));
    Played *played = play_some(&s, &t);
    recount_games(&t, played);
    recount_seats(&t, played);
    recount_bots(&t, played);
    recount_points(&t, played);
    free(played);
    tally_free(&t);
    schedule_free(&s);
    game_close(game);
  }
}

static void assert_same_tally(const Tally *a, const Tally *b) {
  const Schedule *s = a->schedule;
  Text texts[2] = {{NULL}, {NULL}};
  tally_write(a, &texts[0]);
  tally_write(b, &texts[1]);
  assert_int_equal(texts[0].length, texts[1].length);
  assert_memory_equal(texts[0].bytes, texts[1].bytes, texts[0].length);
  assert_int_equal(!a->pair, !b->pair);
  if (a->pair)
    assert_memory_equal(a->pair, b->pair, s->seatings * sizeof *a->pair);
  free(texts[0].bytes);
  free(texts[1].bytes);
}

/* Merges parts of up to `most` games; two parts are filled in turn. */
static void merge_parts(const Played *played, const Schedule *s, int most,
                        Tally *to) {
  Tally part[2];
  Rng rng;
  rng_seed(&rng, 2, (uint64_t)most);
  assert_true(tally_make(to, s, MAX_PLIES, NULL));
  tally_make_part(&part[0], s, most);
  tally_make_part(&part[1], s, most);
  for (int done = 0, k = 0; done < MATCHES; k = !k) {
    int count = (int)rng_below(&rng, (uint32_t)most + 1);
    count = count < MATCHES - done ? count : MATCHES - done;
    tally_restart(&part[k], schedule_seating(s, (uint64_t)done));
    for (int i = 0; i < count; i++, done++) {
      tally_add(&part[k], played[done].seating, &played[done].match);
      assert_int_equal(tally_plies(&part[k], i), played[done].match.plies);
    }
    tally_merge(to, &part[k]);
  }
  tally_free(&part[0]);
  tally_free(&part[1]);
}

static void parts_merge_to_the_tally_of_all_games(void **state) {
  (void)state;
  static const int MOST[] = {1, 2, 7, 1000};
  for (size_t i = 0; i < 2 * COUNT(RUNS); i++) {
    size_t r = i / 2;
    Game *game = open_game(RUNS[r].game);
    Schedule s;
    Tally all, merged;
    assert_true(
        schedule_make(&s, game, RUNS[r].seating, specs, RUNS[r].bots, NULL));
    s.paired = i % 2;
    Played *played = play_some(&s, &all);
    for (size_t k = 0; k < COUNT(MOST); k++) {
      merge_parts(played, &s, MOST[k], &merged);
      assert_same_tally(&all, &merged);
      tally_free(&merged);
    }
    free(played);
    tally_free(&all);
    schedule_free(&s);
    game_close(game);
  }
}

/* The points of a win can be split among any number of sides. */
static void points_divide_evenly_among_any_number_of_sides(void **state) {
  (void)state;
  for (int sides = 1; sides <= SEATS_MAX; sides++)
    assert_int_equal(POINTS % sides, 0);
}

int main(void) {
  name_bots();
  loader_add(&RANDOM_BOTS.loader);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_seating_assigns_bots_to_seats),
      cmocka_unit_test(every_bot_plays_every_seat_equally_often),
      cmocka_unit_test(the_rotations_of_a_seating_are_one_round),
      cmocka_unit_test(the_games_of_a_round_share_their_opening),
      cmocka_unit_test(games_cycle_through_the_seatings),
      cmocka_unit_test(a_bot_named_twice_is_one_bot),
      cmocka_unit_test(invalid_schedules_are_refused),
      cmocka_unit_test(the_largest_number_of_bots_can_be_scheduled),
      cmocka_unit_test(specs_are_spelled_out),
      cmocka_unit_test(a_spec_that_is_too_long_spelled_out_is_refused),
      cmocka_unit_test(a_tally_agrees_with_a_slow_count),
      cmocka_unit_test(parts_merge_to_the_tally_of_all_games),
      cmocka_unit_test(points_divide_evenly_among_any_number_of_sides),
  };
  return RUN_TESTS(tests);
}
