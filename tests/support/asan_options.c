/* How AddressSanitizer is set in every program that it checks. The environment
 * variable ASAN_OPTIONS overrules it: `malloc_context_size=30`, its own
 * default, shows in a report who called the caller of malloc.
 *
 * Every allocation keeps its callers, and freed memory is not used again until
 * so much is waiting: with less of both, plugins, which allocate all the time,
 * take a quarter less time. */
const char *__asan_default_options(void);

__attribute__((visibility("default"))) const char *
__asan_default_options(void) {
  return "malloc_context_size=5:quarantine_size_mb=8";
}
