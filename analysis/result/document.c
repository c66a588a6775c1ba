#include "analysis/result/document.h"

#include "core/base/json.h"

void document_free(Document *d) {
  for (int i = 0; i < d->tables; i++)
    result_free(&d->table[i]);
  json_decref(d->figures);
  *d = (Document){.tables = 0};
}

static json_t *figure_text(const char *text) {
  return json_text(text ? text : "");
}

void document_figure(Document *d, Figure f) {
  static const char *const KINDS[] = {"curves", "dots", "scatter", "table",
                                      "matrix"};
  if (!d->figures)
    d->figures = json_array();
  if (json_array_size(d->figures) == FIGURES_MAX)
    return;
  json_array_append_new(
      d->figures,
      json_pack("{s:s, s:s, s:o, s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, "
                "s:b, s:b, s:b, s:o, s:f, s:f}",
                "id", f.id, "kind", KINDS[f.kind], "title",
                figure_text(f.title), "table", f.table, "x", figure_text(f.x),
                "by", figure_text(f.by), "y", figure_text(f.y), "shown",
                figure_text(f.shown), "rows", figure_text(f.rows), "x_title",
                figure_text(f.x_title), "y_title", figure_text(f.y_title),
                "note", figure_text(f.note), "logarithmic", f.logarithmic,
                "zero", f.zero, "whole", f.whole, "marked",
                figure_text(f.marked), "from", f.from, "to", f.to));
}

json_t *document_json(const Document *d) {
  json_t *tables = json_array();
  for (int i = 0; i < d->tables; i++)
    json_array_append_new(tables, result_page_json(&d->table[i]));
  return json_pack("{s:o, s:o}", "tables", tables, "figures",
                   d->figures ? json_incref(d->figures) : json_array());
}
