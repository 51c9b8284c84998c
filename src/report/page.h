/* The parts of a report page: self-contained HTML that is also valid XML, without scripts. */
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include "core/buffer.h"
#include "report/report.h"

/* Returns the text of a file that tools/embed.py put into the library; "" for an unknown name. */
const char *jg_page_part(const char *name);

struct jg_page {
    struct jg_buffer *out;
    jg_lang lang;
    bool in_section;
};

/* Starts the page: its kind ("Match"), its title, and a line about it. */
void jg_page_begin(struct jg_page *p, const char *kind, const char *title, const char *about);

/* Adds the foot, with the command that reproduces the page if the settings have one. Returns the page, which the caller
 * frees; NULL if memory ran out. */
char *jg_page_end(struct jg_page *p, const struct jg_setting_line *settings, size_t n);

/* Ends the current section and starts another. */
void jg_page_section(struct jg_page *p, const char *title);

/* Adds a paragraph; `class` is "lead", "note" or NULL. */
void jg_page_say(struct jg_page *p, const char *class, const char *text);

/* Key figures in large type, between begin and end. */
void jg_page_tiles_begin(struct jg_page *p);
void jg_page_tile(struct jg_page *p, const char *name, const char *value, const char *more);
void jg_page_tiles_end(struct jg_page *p);

/* Tables: begin; headings, head_end; rows; end. Optional classes: "wide" for many columns, "long" for many rows,
 * "cross" for a cross table, "screen" for a table that is not printed on paper. */
void jg_page_table_begin(struct jg_page *p, const char *caption, const char *note, const char *class);
void jg_page_bare_table_begin(struct jg_page *p, const char *label); /* for a table whose caption is already above it */
void jg_page_heading(struct jg_page *p, const char *title, const char *class);
void jg_page_head_end(struct jg_page *p);
void jg_page_row_begin(struct jg_page *p);
void jg_page_cell(struct jg_page *p, const char *text, const char *class); /* "n": a number */
void jg_page_name(struct jg_page *p, const char *name, const char *spec); /* a cell; tooltip: the spec, unless NULL */
void jg_page_row_end(struct jg_page *p);
void jg_page_table_end(struct jg_page *p);

/* The settings as a table of two columns: begin, add settings, table_end. */
void jg_page_settings_begin(struct jg_page *p);
void jg_page_setting(struct jg_page *p, const char *name, const char *value);
void jg_page_settings(struct jg_page *p, const struct jg_setting_line *settings, size_t n);

#endif
