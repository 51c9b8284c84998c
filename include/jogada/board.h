/* Boards as pictures: any position of any game as SVG, for reports, notebooks and pages.
 *
 *     static char picture[JG_BOARD_SVG_MAX];
 *     struct jg_text t;
 *     jg_text_init(&t, picture, sizeof picture);
 *     jg_board_svg(&game, &state, &(struct jg_drawing){.seat = JG_NOBODY}, &t);
 *
 * A picture is one <svg> element without scripts, fonts or references to other files. It has a viewBox, a title and a
 * description for screen readers, and a light background of its own, so that it can be read on any page. Ids in it
 * begin with "jg-" and mean the same in all pictures of a game, so that a page may have several. The class of the <svg>
 * is "jg-board". */
#ifndef JOGADA_BOARD_H
#define JOGADA_BOARD_H

#include <jogada/game.h>

#pragma GCC visibility push(default)

enum {
    JG_BOARD_SVG_MAX = 1 << 18, /* bytes that suffice for a picture of any position of the built-in games */
    JG_MARK_LABEL_MAX = 24,     /* characters of a label that are shown */
};

/* A label on a move, such as its value: a pill where the move goes. */
struct jg_mark {
    jg_move move;
    const char *label;
    double chance; /* of winning, 0 to 1: gives the colour; below 0: neutral */
    bool best;     /* gets a golden edge */
};

/* How jg_board_svg draws a position. */
struct jg_drawing {
    jg_lang lang;
    int seat;     /* the viewer, who sits at the lower edge, or JG_NOBODY */
    jg_move last; /* previous move as the viewer observed it (jg_observe_move), to be highlighted; 0: none */
    const char *const *names;    /* of the players by seat; NULL, or a NULL among them: the name of the seat */
    const struct jg_mark *marks; /* at most JG_MOVES_MAX; those of illegal or hidden moves are left out */
    size_t mark_count;
};

/* Draws what the viewer knows of a state, or a view, at the end of t. Hidden hands are drawn as backs. A game without
 * svg() is drawn as text. Returns false if the picture did not fit; it is then cut and no valid XML. No memory is
 * allocated, and nothing else can fail: text is escaped, and invalid UTF-8 becomes '?'. */
bool jg_board_svg(const struct jg_game *g, const void *state, const struct jg_drawing *how, struct jg_text *t);

#pragma GCC visibility pop

#endif
