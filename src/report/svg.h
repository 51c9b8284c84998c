/* What all pictures in SVG need to know of text. */
#ifndef REPORT_SVG_H
#define REPORT_SVG_H

#include <jogada/text.h>

/* About how wide a text is in a common sans-serif; rather a little too wide. */
double jg_svg_width(const char *text, double size);

/* The text, or where that is wider than `width` its beginning and its end with "…" between. */
void jg_svg_fit(const char *text, double size, double width, struct jg_text *out);

#endif
