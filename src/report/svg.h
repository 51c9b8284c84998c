/* Text metrics for SVG pictures. */
#ifndef REPORT_SVG_H
#define REPORT_SVG_H

#include <jogada/text.h>

/* Estimates the width of a text in a common sans-serif font, rather too wide than too narrow. */
double jg_svg_width(const char *text, double size);

/* Adds the text; if it is wider than `width`, its beginning and end with "…" between. */
void jg_svg_fit(const char *text, double size, double width, struct jg_text *out);

#endif
