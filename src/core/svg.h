/* SVG pictures: elements, escaped text, and text metrics. The elements write into a bounded text, for pictures that are
 * drawn without memory of their own; `paint` is a list of attributes in single quotes, such as "fill='#fff'". */
#ifndef CORE_SVG_H
#define CORE_SVG_H

#include <jogada/text.h>

/* Estimates the width of a text in a common sans-serif font, rather too wide than too narrow. */
double jg_svg_width(const char *text, double size);

/* Adds the text; if it is wider than `width`, its beginning and end with "…" between. */
void jg_svg_fit(const char *text, double size, double width, struct jg_text *out);

/* Adds a string, escaped for text and attribute values. */
void jg_svg_escape(struct jg_text *t, const char *string);

void jg_svg_rect(struct jg_text *t, double x, double y, double width, double height, double round, const char *paint);
void jg_svg_circle(struct jg_text *t, double x, double y, double r, const char *paint);
void jg_svg_ellipse(struct jg_text *t, double x, double y, double rx, double ry, const char *paint);
void jg_svg_line(struct jg_text *t, double x1, double y1, double x2, double y2, const char *paint);

/* A path; the format and its arguments are its data, shorter than 1024 bytes. */
__attribute__((format(__printf__, 3, 4))) void jg_svg_path(struct jg_text *t, const char *paint, const char *format,
                                                           ...);

/* Words with their baseline at (x, y); the paint has the anchor, which is the start without one. */
void jg_svg_words(struct jg_text *t, double x, double y, double size, const char *paint, const char *words);

/* The same for a whole number. */
void jg_svg_number(struct jg_text *t, double x, double y, double size, const char *paint, int n);

/* A group of elements moved to (x, y) and turned clockwise by degrees; ends with jg_svg_end. */
void jg_svg_group(struct jg_text *t, double x, double y, double turn, double scale);
void jg_svg_end(struct jg_text *t);

/* A copy at (x, y) of the element with an id, drawn around (0, 0); paint as above. */
void jg_svg_use(struct jg_text *t, const char *id, double x, double y, double scale, const char *paint);

#endif
