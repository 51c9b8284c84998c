/* Pages: what all reports have in common. They are HTML that an XML parser
 * takes too, with everything in them that they need, and no scripts. */
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include "core/buffer.h"
#include "report/report.h"

/* The text of a file that tools/embed.py put into the library; "" if there is none of that name. */
const char *jg_page_part(const char *name);

struct jg_page {
    struct jg_buffer *out;
    jg_lang lang;
    bool in_section;
};

/* The page up to its first section. What it is ("Match"), of what, and a line about it. */
void jg_page_begin(struct jg_page *p, const char *kind, const char *title, const char *about);

/* The foot of the page, with the command that repeats it if settings tell it.
 * Returns the whole, which the caller frees; NULL if memory failed on the way. */
char *jg_page_end(struct jg_page *p, const struct jg_setting_line *settings, size_t n);

/* Begins a section, and ends the one before. */
void jg_page_section(struct jg_page *p, const char *title);

/* A paragraph; `class` is "lead", "note" or NULL. */
void jg_page_say(struct jg_page *p, const char *class, const char *text);

/* Numbers to be seen at once, between begin and end. */
void jg_page_tiles_begin(struct jg_page *p);
void jg_page_tile(struct jg_page *p, const char *name, const char *value, const char *more);
void jg_page_tiles_end(struct jg_page *p);

/* Tables: begin; headings and head_end; rows; end. Classes, of which there may be
 * none: "wide" many columns, "long" many rows, "cross" a cross table, "screen" not
 * to be printed. */
void jg_page_table_begin(struct jg_page *p, const char *caption, const char *note, const char *class);
void jg_page_bare_table_begin(struct jg_page *p, const char *label); /* its caption stands above already */
void jg_page_heading(struct jg_page *p, const char *title, const char *class);
void jg_page_head_end(struct jg_page *p);
void jg_page_row_begin(struct jg_page *p);
void jg_page_cell(struct jg_page *p, const char *text, const char *class); /* "n": a number; "name": a player */
void jg_page_row_end(struct jg_page *p);
void jg_page_table_end(struct jg_page *p);

/* Settings as a table of two columns: begin it, add lines of one's own and the caller's, table_end. */
void jg_page_settings_begin(struct jg_page *p);
void jg_page_setting(struct jg_page *p, const char *name, const char *value);
void jg_page_settings(struct jg_page *p, const struct jg_setting_line *settings, size_t n);

#endif
