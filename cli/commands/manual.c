/* Pages of the manual, from the same tables as --help. */
#include "cli/commands/command.h"

#include "core/base/version.h"
#include <ctype.h>

/* ---- roff ----------------------------------------------------------------*/

/* Writes text so that roff takes nothing in it for a request or an escape. */
static void print_text(const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) {
    char c = text[i];
    if (i == 0 && (c == '.' || c == '\''))
      printf("\\&");
    if (c == '\\')
      printf("\\e");
    else if (c == '-')
      printf("\\-");
    else
      putchar(c);
  }
}

static void print_all(const char *text) {
  print_text(text, strlen(text));
}

/* Writes lines that roff may refill; an indented line keeps its form. */
static void print_paragraphs(const char *text) {
  bool kept = false;
  while (*text) {
    size_t length = strcspn(text, "\n");
    bool keep = isblank((unsigned char)*text);
    if (keep != kept)
      printf(keep ? ".nf\n" : ".fi\n");
    kept = keep;
    if (length == 0)
      printf(".PP");
    print_text(text, length);
    putchar('\n');
    text += length + (text[length] == '\n');
  }
  if (kept)
    printf(".fi\n");
}

static void print_head(const char *name) {
  printf(".TH \"");
  for (const char *c = name; *c; c++)
    putchar(toupper((unsigned char)*c));
  printf("\" 1 \"\" \"boardlab %s\" \"boardlab\"\n", version_number);
}

/* ---- the page of a command -----------------------------------------------*/

static void print_flag(const Flag *f) {
  printf(".TP\n\\fB");
  if (flag_letter(f))
    printf("\\-%c\\fR, \\fB", flag_letter(f));
  printf("\\-\\-");
  print_all(f->name);
  printf("\\fR");
  if (f->value) {
    printf(" \\fI");
    print_all(f->value);
    printf("\\fR");
  }
  printf("\n");
  print_paragraphs(f->help);
}

static void print_command(const Command *c) {
  char name[64];
  snprintf(name, sizeof name, "boardlab-%s", c->name);
  print_head(name);
  printf(".SH NAME\n");
  print_all(name);
  printf(" \\- ");
  print_all(c->summary);
  printf("\n.SH SYNOPSIS\n\\fBboardlab %s\\fR ", c->name);
  bool flags = c->flags[0].name;
  if (flags && c->passthrough)
    printf("[flags] ");
  print_all(c->positional);
  if (flags && !c->passthrough)
    printf(" [flags]");
  printf("\n");
  printf(".SH DESCRIPTION\n");
  print_paragraphs(help_text(c->name));
  if (flags)
    printf(".SH OPTIONS\n");
  for (const Flag *f = c->flags; f->name; f++)
    print_flag(f);
  printf(".SH EXAMPLE\n.nf\n");
  print_all(c->example);
  printf("\n.fi\n.SH SEE ALSO\n.BR boardlab (1)\n");
}

/* ---- boardlab(1) ---------------------------------------------------------*/

static void print_commands(void) {
  for (const CommandGroup *g = command_groups; g->heading; g++) {
    printf(".SS %s\n", g->heading);
    for (const Command *const *c = g->list; *c; c++) {
      printf(".TP\n.BR boardlab\\-%s (1)\n", (*c)->name);
      print_all((*c)->summary);
      printf("\n");
    }
  }
}

static void print_chapters(void) {
  for (const Chapter *c = chapters; c->name; c++) {
    printf(".TP\n.B ");
    print_all(c->name);
    printf("\n");
    print_all(c->title);
    printf(". ");
    print_all(c->summary);
    printf("\n");
  }
}

/* Prints a text up to a mark, and returns the rest. */
static const char *print_until(const char *text, const char *mark) {
  const char *rest = strstr(text, mark);
  printf("%.*s", (int)(rest - text), text);
  return rest + strlen(mark);
}

static void print_boardlab(void) {
  print_head("boardlab");
  const char *rest = print_until(help_text("manual"), ".\\\" the commands\n");
  print_commands();
  rest = print_until(rest, ".\\\" the chapters\n");
  print_chapters();
  printf("%s", rest);
}

int manual_print(const char *command, Error *error) {
  const Command *c = command ? command_find(command, error) : NULL;
  if (command && !c)
    return EXIT_USAGE;
  if (c)
    print_command(c);
  else
    print_boardlab();
  return EXIT_DONE;
}
