/* Who may ask the server: hosts, tokens and origins, also of servers that
 * listen on other addresses than 127.0.0.1. */
#include "cli/studio/http_guard.h"

#include "tests/support/support.h"
#include <string.h>

typedef struct HostCase {
  const char *address;
  int port;
  const char *host;
  bool good;
} HostCase;

static const HostCase HOSTS[] = {
    {"127.0.0.1", 8017, "127.0.0.1:8017", true},
    {"127.0.0.1", 8017, "localhost:8017", true},
    {"127.0.0.1", 8017, "[::1]:8017", true},
    {"127.0.0.1", 8017, "127.0.0.1:8018", false},
    {"127.0.0.1", 8017, "127.0.0.1", false},
    {"127.0.0.1", 8017, "127.0.0.2:8017", false},
    {"127.0.0.1", 8017, "192.168.1.5:8017", false},
    {"127.0.0.1", 8017, "name.example:8017", false},
    {"127.0.0.1", 8017, "127.0.0.1.name.example:8017", false},
    {"127.0.0.1", 8017, "127.0.0.1:8017x", false},
    {"127.0.0.1", 8017, "127.0.0.1:08017", true},
    {"127.0.0.1", 8017, "127.0.0.1:", false},
    {"127.0.0.1", 8017, "[::1:8017", false},
    {"127.0.0.1", 8017, "", false},
    {"127.0.0.1", 8017, NULL, false},
    {"127.0.0.1", 80, "localhost", true}, /* browsers leave out port 80 */
    {"127.0.0.1", 80, "localhost:80", true},
    {"192.168.1.5", 8017, "192.168.1.5:8017", true},
    {"192.168.1.5", 8017, "127.0.0.1:8017", false},
    {"192.168.1.5", 8017, "localhost:8017", false},
    {"192.168.1.5", 8017, "name.example:8017", false},
    {"::1", 8017, "[::1]:8017", true},
    {"::1", 8017, "localhost:8017", true},
    {"fe80::1", 8017, "[fe80::1]:8017", true},
    {"fe80::1", 8017, "[fe80::2]:8017", false},
    {"0.0.0.0", 8017, "192.168.1.5:8017", true},
    {"0.0.0.0", 8017, "localhost:8017", true},
    {"0.0.0.0", 8017, "name.example:8017", false},
    {"::", 8017, "[fe80::1]:8017", true},
    {"::", 8017, "name.example:8017", false},
};

static void test_hosts(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof HOSTS / sizeof *HOSTS; i++) {
    const HostCase *c = &HOSTS[i];
    Guard guard = {c->address, c->port, "token-token"};
    GuardedRequest request = {.path = "/token-token/", .host = c->host};
    const char *path;
    if (!guard_check(&guard, &request, &path) != c->good)
      fail_msg("%s, port %d: Host %s", c->address, c->port, c->host);
  }
}

typedef struct PathCase {
  const char *path;
  bool good;
  const char *rest;
} PathCase;

static const PathCase PATHS[] = {
    {"/token-token/", true, ""},
    {"/token-token/api/x", true, "api/x"},
    {"/token-token//", true, "/"},
    {"/token-token", true, NULL},
    {"/token-tokem/", false, NULL},
    {"/token-toke/", false, NULL},
    {"/token-tokens/", false, NULL},
    {"//token-token/", false, NULL},
    {"/", false, NULL},
    {"", false, NULL},
    {"*", false, NULL},
};

static void test_tokens(void **state) {
  (void)state;
  Guard guard = {"127.0.0.1", 8017, "token-token"};
  for (size_t i = 0; i < sizeof PATHS / sizeof *PATHS; i++) {
    const PathCase *c = &PATHS[i];
    GuardedRequest request = {.path = c->path, .host = "127.0.0.1:8017"};
    const char *path;
    if (!guard_check(&guard, &request, &path) != c->good)
      fail_msg("%s", c->path);
    if (c->good && !c->rest)
      assert_null(path);
    else if (c->good)
      assert_string_equal(path, c->rest);
  }
}

static void test_which_tokens_are_good(void **state) {
  (void)state;
  assert_true(guard_token_is_good("abcDEF-_09"));
  assert_false(guard_token_is_good("1234567"));
  assert_true(guard_token_is_good("12345678"));
  assert_false(guard_token_is_good("1234567/"));
  assert_false(guard_token_is_good("1234567\xc3\xa4"));
  char text[80];
  memset(text, 'a', sizeof text);
  text[64] = '\0';
  assert_false(guard_token_is_good(text));
  text[63] = '\0';
  assert_true(guard_token_is_good(text));
}

static void test_loopback(void **state) {
  (void)state;
  assert_true(guard_is_loopback("127.0.0.1"));
  assert_true(guard_is_loopback("127.1.2.3"));
  assert_true(guard_is_loopback("::1"));
  assert_false(guard_is_loopback("0.0.0.0"));
  assert_false(guard_is_loopback("192.168.1.5"));
  assert_false(guard_is_loopback("::"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_hosts),
      cmocka_unit_test(test_tokens),
      cmocka_unit_test(test_which_tokens_are_good),
      cmocka_unit_test(test_loopback),
  };
  return !!cmocka_run_group_tests(tests, NULL, NULL);
}
