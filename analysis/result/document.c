#include "analysis/result/document.h"

#include "analysis/result/json_values.h"

void document_free(Document *d) {
  for (int i = 0; i < d->tables; i++)
    result_free(&d->table[i]);
  *d = (Document){.tables = 0};
}

void document_figure(Document *d, Figure figure) {
  if (d->figures < FIGURES_MAX)
    d->figure[d->figures++] = figure;
}

static void print_sentences(const Sentences *sentences, FILE *out) {
  for (int i = 0; i < sentences->count; i++)
    fprintf(out, "%s%s\n", i ? "" : "\n", sentences->text[i]);
}

bool document_print(const Document *d, FILE *out, Error *error) {
  for (int i = 0; i < d->tables; i++)
    if (!result_print(&d->table[i], out, error))
      return false;
  print_sentences(&d->verdict, out);
  print_sentences(&d->notes, out);
  return true;
}

static json_t *figure_json(const Figure *f) {
  static const char *const CHARTS[] = {"curves", "dots", "matrix"};
  return json_pack(
      "{s:s, s:o, s:i, s:o, s:o, s:o, s:o, s:s?, s:o, s:s, s:b, s:b, s:f, s:o}",
      "id", f->id, "title", json_text(f->title), "table", f->table, "x",
      json_text(f->x), "by", json_text(f->by), "y", json_text(f->y), "shown",
      json_text(f->shown), "y_title", f->y_title, "note", json_text(f->note),
      "chart", CHARTS[f->chart], "logarithmic", f->logarithmic, "whole",
      f->whole, "line", f->line, "marked", json_text(f->marked));
}

static bool is_drawn(const Document *d, int table) {
  for (int i = 0; i < d->figures; i++)
    if (d->figure[i].table == table)
      return true;
  return false;
}

json_t *document_json(const Document *d) {
  json_t *tables = json_array(), *figures = json_array();
  for (int i = 0; i < d->tables; i++)
    json_array_append_new(
        tables, is_drawn(d, i) ? result_page_json(&d->table[i]) : json_null());
  for (int i = 0; i < d->figures; i++)
    json_array_append_new(figures, figure_json(&d->figure[i]));
  return json_pack("{s:o, s:o}", "tables", tables, "figures", figures);
}
