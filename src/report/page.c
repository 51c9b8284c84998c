#include "report/page.h"

#include <jogada/jogada.h>

#include <string.h>

static const struct {
    const char *name, *text;
} PARTS[] = {
#include "report_parts.inc"
};

const char *jg_page_part(const char *name) {
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++)
        if (!strcmp(PARTS[i].name, name)) return PARTS[i].text;
    return "";
}

/* ---- Frame ------------------------------------------------------------------------------ */

/* Identifies a file as a report; it is within the first JG_REPORT_BEGIN bytes. */
static const char GENERATOR[] = "<meta name=\"generator\" content=\"jogada ";

bool jg_html_begins(const char *text) { return strstr(text, GENERATOR); }

/* Adds an element that contains only text. */
static void put_element(struct jg_page *p, const char *name, const char *class, const char *text) {
    jg_buffer_add(p->out, "<%s", name);
    if (class) jg_buffer_add(p->out, " class=\"%s\"", class);
    jg_buffer_put(p->out, ">");
    jg_buffer_xml(p->out, text);
    jg_buffer_add(p->out, "</%s>", name);
}

void jg_page_begin(struct jg_page *p, const char *kind, const char *title, const char *about) {
    jg_buffer_add(p->out,
                  "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\"/>\n%s%s\"/>\n"
                  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
                  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                  "style-src 'unsafe-inline'\"/>\n<title>",
                  jg_lang_name(p->lang), GENERATOR, jg_version());
    jg_buffer_xml(p->out, kind);
    jg_buffer_put(p->out, ": ");
    jg_buffer_xml(p->out, title);
    jg_buffer_put(p->out, "</title>\n<style>\n");
    jg_buffer_put(p->out, jg_page_part("look.css"));
    jg_buffer_put(p->out, jg_page_part("report_page.css"));
    jg_buffer_put(p->out, "</style>\n</head>\n<body>\n<main>\n<header>\n");
    put_element(p, "p", "kind", kind);
    put_element(p, "h1", NULL, title);
    if (about && *about) put_element(p, "p", "about", about);
    jg_buffer_put(p->out, "\n</header>\n");
}

static bool is_command(const struct jg_setting_line *line) { return !strcmp(line->name, "command"); }

char *jg_page_end(struct jg_page *p, const struct jg_setting_line *settings, size_t n) {
    if (p->in_section) jg_buffer_put(p->out, "</section>\n");
    jg_buffer_put(p->out, "</main>\n<footer>\n");
    for (size_t i = 0; i < n; i++) {
        if (!is_command(&settings[i])) continue;
        put_element(p, "p", NULL, jg_tr(p->lang, "Command to reproduce this:"));
        put_element(p, "code", NULL, settings[i].value);
    }
    jg_buffer_add(p->out, "<p>jogada %s</p>\n</footer>\n</body>\n</html>\n", jg_version());
    if (!p->out->failed) return p->out->at;
    jg_buffer_free(p->out);
    return NULL;
}

void jg_page_section(struct jg_page *p, const char *title) {
    jg_buffer_put(p->out, p->in_section ? "</section>\n<section>\n" : "<section>\n");
    put_element(p, "h2", NULL, title);
    jg_buffer_put(p->out, "\n");
    p->in_section = true;
}

void jg_page_say(struct jg_page *p, const char *class, const char *text) {
    put_element(p, "p", class, text);
    jg_buffer_put(p->out, "\n");
}

/* ---- Tiles ------------------------------------------------------------------------------ */

void jg_page_tiles_begin(struct jg_page *p) { jg_buffer_put(p->out, "<div class=\"tiles\">\n"); }
void jg_page_tiles_end(struct jg_page *p) { jg_buffer_put(p->out, "</div>\n"); }

void jg_page_tile(struct jg_page *p, const char *name, const char *value, const char *more) {
    jg_buffer_put(p->out, "<dl class=\"tile\">");
    put_element(p, "dt", NULL, name);
    put_element(p, "dd", "value", value);
    if (more && *more) put_element(p, "dd", "more", more);
    jg_buffer_put(p->out, "</dl>\n");
}

/* ---- Tables ----------------------------------------------------------------------------- */

/* Starts a table in a box that scrolls if the page is too narrow. */
static void begin_table(struct jg_page *p, const char *label) {
    jg_buffer_put(p->out, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"");
    jg_buffer_xml(p->out, label);
    jg_buffer_put(p->out, "\"><table>\n");
}

void jg_page_table_begin(struct jg_page *p, const char *caption, const char *note, const char *class) {
    jg_buffer_add(p->out, "<figure class=\"table%s%s\"><figcaption>", class ? " " : "", class ? class : "");
    jg_buffer_xml(p->out, caption);
    if (note && *note) put_element(p, "span", NULL, note);
    jg_buffer_put(p->out, "</figcaption>");
    begin_table(p, caption);
    jg_buffer_put(p->out, "<thead><tr>");
}

void jg_page_bare_table_begin(struct jg_page *p, const char *label) {
    jg_buffer_put(p->out, "<figure class=\"table\">");
    begin_table(p, label);
    jg_buffer_put(p->out, "<thead><tr>");
}

void jg_page_heading(struct jg_page *p, const char *title, const char *class) {
    jg_buffer_add(p->out, "<th scope=\"col\"%s%s%s>", class ? " class=\"" : "", class ? class : "", class ? "\"" : "");
    jg_buffer_xml(p->out, title);
    jg_buffer_put(p->out, "</th>");
}

void jg_page_head_end(struct jg_page *p) { jg_buffer_put(p->out, "</tr></thead>\n<tbody>\n"); }
void jg_page_row_begin(struct jg_page *p) { jg_buffer_put(p->out, "<tr>"); }
void jg_page_row_end(struct jg_page *p) { jg_buffer_put(p->out, "</tr>\n"); }

/* A name may wrap after its commas. */
void jg_page_name(struct jg_page *p, const char *name, const char *spec) {
    char part[2 * JG_SPEC_MAX];
    jg_buffer_put(p->out, "<td class=\"name\"");
    if (spec && strcmp(spec, name)) {
        jg_buffer_put(p->out, " title=\"");
        jg_buffer_xml(p->out, spec);
        jg_buffer_put(p->out, "\"");
    }
    jg_buffer_put(p->out, ">");
    while (*name) {
        size_t n = strcspn(name, ",");
        struct jg_text t;
        jg_text_init(&t, part, sizeof part);
        jg_text_add(&t, "%.*s", (int)n + (name[n] == ','), name);
        jg_buffer_xml(p->out, part);
        name += n;
        if (*name == ',') name++;
        if (*name) jg_buffer_put(p->out, "<wbr/>");
    }
    jg_buffer_put(p->out, "</td>");
}

void jg_page_cell(struct jg_page *p, const char *text, const char *class) {
    put_element(p, "td", class, text);
}

void jg_page_table_end(struct jg_page *p) { jg_buffer_put(p->out, "</tbody></table></div></figure>\n"); }

void jg_page_settings_begin(struct jg_page *p) {
    jg_buffer_put(p->out, "<figure class=\"table settings\">");
    begin_table(p, jg_tr(p->lang, "Settings"));
    jg_buffer_put(p->out, "<tbody>\n");
}

void jg_page_setting(struct jg_page *p, const char *name, const char *value) {
    jg_buffer_put(p->out, "<tr><th scope=\"row\">");
    jg_buffer_xml(p->out, name);
    jg_buffer_put(p->out, "</th>");
    put_element(p, "td", NULL, value);
    jg_buffer_put(p->out, "</tr>\n");
}

void jg_page_settings(struct jg_page *p, const struct jg_setting_line *settings, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (!is_command(&settings[i])) jg_page_setting(p, jg_tr(p->lang, settings[i].name), settings[i].value);
}
