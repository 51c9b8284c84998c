/* Move ordering, quiescence moves and null moves of Lines of Action.
 *
 * A move is scored by its origin and destination: their distances from the side's centre of mass and from the edge. The
 * scores are log odds, fitted by a conditional logit model to 2,157 choices of the strong search at 20,000 nodes, after
 * the move categories of M. Winands, "Informed Search in Complex Games", 2004. */
#include "games/loa/loa.h"

enum {
    CENTI = 100,       /* the scores below are hundredths */
    STEP = 12,         /* rank units per unit of log odds */
    QUIET = -40,       /* rank of a quiet move of score 0 */
    CAPTURE = 16,      /* rank of a capture of score 0 */
    GOOD_CAPTURE = 12, /* a lower score makes a capture quiet; best of -100, 0, 12, 24, 36 by nodes to depth 6 and 8 */
    SEARCH_CAPTURE = 24, /* quiescence searches captures above it: 43 +- 31 Elo at 10,000 nodes against wins alone */
    WIN = 255
};

/* By king steps from the centre of mass. */
static const int16_t LEAVE[8] = {-102, -81, -48, 4, 68, 159, 159, 159};
static const int16_t REACH[8] = {85, 99, 55, -19, -104, -104, -104, -104};

/* By ring, counted from the edge; 4: a corner. */
static const int16_t LEAVE_RING[5] = {24, -32, -51, -48, 106};
static const int16_t REACH_RING[5] = {-22, 35, 51, 85, -149};
static const int16_t CAPTURE_RING[5] = {31, 118, 172, 169, 81};

static int ring_of(int square) {
    int file = square & 7, rank = square >> 3, x = file < 4 ? file : 7 - file, y = rank < 4 ? rank : 7 - rank;
    return x || y ? (x < y ? x : y) : 4;
}

static int steps(int a, int b) {
    int x = (a & 7) - (b & 7), y = (a >> 3) - (b >> 3);
    x = x < 0 ? -x : x;
    y = y < 0 ? -y : y;
    return x > y ? x : y;
}

void jg_loa_order_init(struct jg_loa_order *order) {
    for (int centre = 0; centre < JG_LOA_SQUARES; centre++)
        for (int square = 0; square < JG_LOA_SQUARES; square++) {
            int far = steps(centre, square), ring = ring_of(square);
            order->leave[centre][square] = (int8_t)((LEAVE[far] + LEAVE_RING[ring]) * STEP / CENTI);
            order->land[centre][square] = (int8_t)((REACH[far] + REACH_RING[ring]) * STEP / CENTI);
        }
    for (int square = 0; square < JG_LOA_SQUARES; square++)
        order->capture[square] = (int8_t)(CAPTURE_RING[ring_of(square)] * STEP / CENTI);
}

/* The square nearest to the centre of mass of a side. */
static unsigned centre_of(const struct jg_loa_state *s, int seat) {
    struct jg_loa_mass m = jg_loa_mass(s, seat);
    return (unsigned)((2 * m.ranks + m.count) / (2 * m.count) * 8 + (2 * m.files + m.count) / (2 * m.count));
}

/* A necessary condition for a move to connect a side: all other isolated pieces are next to the destination. */
static inline bool may_connect(uint64_t own, uint64_t isolated, unsigned from, unsigned to) {
    uint64_t near = jg_loa_around(jg_loa_bit(to)), rest = ~jg_loa_bit(from);
    return !(isolated & rest & ~near) && near & own & rest;
}

static inline bool connects(uint64_t own, uint64_t isolated, unsigned from, unsigned to) {
    return may_connect(own, isolated, from, to) && jg_loa_connected(own ^ jg_loa_bit(from) ^ jg_loa_bit(to));
}

/* The occupied ranks or files that a connecting move may start from: all of them, or only the outermost if more than
 * one between them is empty, since one piece cannot fill two gaps. */
static unsigned movable(unsigned held) {
    unsigned low = held & (0 - held), high = 1u << (31 - __builtin_clz(held)), gaps = (high - low) & ~held;
    return gaps & (gaps - 1) ? low | high : held;
}

/* A superset of the pieces that could connect their side by one move. */
static uint64_t candidates(uint64_t own) {
    const uint64_t low = 0x7f7f7f7f7f7f7f7fu, column = 0x0101010101010101u;
    uint64_t ranks = ((((own & low) + low) | own) & ~low) >> 7, files = own | own >> 32;
    files |= files >> 16;
    unsigned rows = movable((unsigned)(ranks * 0x0102040810204080u >> 56));
    unsigned columns = movable((files | files >> 8) & 255);
    uint64_t wide = columns * column, tall = 0;
    for (; rows; rows &= rows - 1) tall |= (uint64_t)255 << 8 * __builtin_ctz(rows);
    return own & wide & tall;
}

void jg_loa_rank(const struct jg_game *g, const void *state, const jg_move *moves, int n, int32_t *out) {
    const struct jg_loa_order *order = &jg_loa_tables(g)->order;
    const struct jg_loa_state *s = state;
    if (moves[0] == JG_LOA_PASS) {
        out[0] = 0;
        return;
    }
    uint64_t own = s->pieces[s->next], other = s->pieces[s->next ^ 1];
    uint64_t isolated = own & ~jg_loa_around(own), finishing = candidates(own);
    unsigned centre = centre_of(s, s->next);
    const int8_t *leave = order->leave[centre], *land = order->land[centre];
    for (int i = 0; i < n; i++) {
        unsigned from = jg_loa_from(moves[i]), to = jg_loa_to(moves[i]);
        int capture = other >> to & 1, value = leave[from] + land[to] + capture * order->capture[to];
        int quiet = QUIET + value < JG_RANK_QUIET ? QUIET + value : JG_RANK_QUIET;
        out[i] = (capture & (value >= GOOD_CAPTURE)) ? CAPTURE + value : quiet;
        if (finishing >> from & 1 && connects(own, isolated, from, to)) out[i] = WIN;
    }
}

/* The squares that are next to every piece of a set. */
static uint64_t next_to_all(uint64_t pieces) {
    uint64_t squares = ~(uint64_t)0;
    for (uint64_t left = pieces; left && squares;) squares &= jg_loa_around(jg_loa_bit(jg_loa_pop(&left)));
    return squares;
}

/* A smaller superset: if no square is next to all isolated pieces, one of them must move. */
static uint64_t finishing_pieces(uint64_t own, uint64_t isolated) {
    uint64_t finishing = candidates(own);
    return finishing && next_to_all(isolated) ? finishing : finishing & isolated;
}

/* The pieces whose distance from a square equals the length of a move on that line. No others can capture there. */
static uint64_t pieces_capturing(const struct jg_game *g, const struct jg_loa_state *s, uint64_t own, unsigned square) {
    const struct jg_loa_tables *t = g->tables;
    uint64_t found = 0;
    for (int line = 0; line < JG_LOA_LINES; line++) {
        unsigned far = jg_loa_line_count(s, square, line) - 1;
        found |= jg_loa_bit(t->target[square][line][far]) | jg_loa_bit(t->target[square][line + JG_LOA_LINES][far]);
    }
    return found & own;
}

/* A superset of the pieces that can make a capture that quiescence searches. */
static uint64_t capturing_pieces(const struct jg_game *g, const struct jg_loa_state *s, const int8_t *leave,
                                 const int8_t *land) {
    const struct jg_loa_order *order = &jg_loa_tables(g)->order;
    uint64_t own = s->pieces[s->next], found = 0;
    int most = -128;
    for (uint64_t left = own; left;) {
        int value = leave[jg_loa_pop(&left)];
        most = value > most ? value : most;
    }
    for (uint64_t left = s->pieces[s->next ^ 1]; left;) {
        unsigned to = jg_loa_pop(&left);
        if (most + land[to] + order->capture[to] > SEARCH_CAPTURE) found |= pieces_capturing(g, s, own, to);
    }
    return found;
}

/* Moves for quiescence: wins, and captures with a high score. */
int jg_loa_noisy(const struct jg_game *g, const void *state, jg_move *out) {
    const struct jg_loa_order *order = &jg_loa_tables(g)->order;
    const struct jg_loa_state *s = state;
    uint64_t own = s->pieces[s->next], other = s->pieces[s->next ^ 1], isolated = own & ~jg_loa_around(own);
    unsigned centre = centre_of(s, s->next);
    const int8_t *leave = order->leave[centre], *land = order->land[centre];
    uint64_t finishing = finishing_pieces(own, isolated);
    int n = jg_loa_generate_from(g, s, s->next, finishing | capturing_pieces(g, s, leave, land), out), count = 0;
    for (int i = 0; i < n; i++) {
        unsigned from = jg_loa_from(out[i]), to = jg_loa_to(out[i]);
        bool captures = other >> to & 1 && leave[from] + land[to] + order->capture[to] > SEARCH_CAPTURE;
        if (captures || (finishing >> from & 1 && connects(own, isolated, from, to))) out[count++] = out[i];
    }
    return count;
}

/* Null move. Refused with few pieces, where zugzwang is common. */
bool jg_loa_pass(const struct jg_game *g, void *state) {
    enum { FEW = 3 };
    struct jg_loa_state *s = state;
    const struct jg_loa_tables *t = g->tables;
    jg_move list[JG_LOA_PIECES * JG_LOA_DIRECTIONS];
    if (jg_loa_mass(s, s->next).count <= FEW) return false;
    if (jg_loa_options(g)->nomove == JG_LOA_LOSES && !jg_loa_generate(g, s, s->next ^ 1, list)) return false;
    s->next ^= 1;
    s->key ^= t->turn;
    return true;
}
