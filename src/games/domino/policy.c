#include "games/domino/policy.h"

#include "core/file.h"
#include "core/math.h"

#include <stdlib.h>
#include <string.h>

static const char LINEAR[] = "linear";
static const float NOISE = 0.02f; /* probability of a uniformly random move instead, as in the models */

/* ---- Inputs ----------------------------------------------------------------------------------- */

/* Groups of inputs with their sizes. Of a group at most one is active: input i - 1 for the number i, the last one for
 * larger numbers, none for 0. "Free" is the share of the tiles off the table that a seat may hold and that fit. */
#define GROUPS(X)                                                                                                      \
    X(POINTS, 7) /* points of the ends, in fives */                                                                    \
    X(BETTER, 6) /* points that the best alternative has more, in fives */                                             \
    X(DOUBLE, 1)                                                                                                       \
    X(OPENING, 1)                                                                                                      \
    X(NUMBER_NEW, 7) /* the number left open, plus 1 */                                                                \
    X(NUMBER_OLD, 7)                                                                                                   \
    X(PLAYED_NEW, 7) /* tiles on the table with it */                                                                  \
    X(PLAYED_OLD, 7)                                                                                                   \
    X(HAND_NEW, 7) /* tiles in the hand with it */                                                                     \
    X(HAND_OLD, 7)                                                                                                     \
    X(ENDS_NEW, 4) /* playable ends with it */                                                                         \
    X(ENDS_OLD, 4)                                                                                                     \
    X(PAIR_NEW, 4) /* tiles with it that the team has played */                                                        \
    X(PAIR_OLD, 4)                                                                                                     \
    X(NEXT_LACKS_NEW, 1)                                                                                               \
    X(NEXT_LACKS_OLD, 1)                                                                                               \
    X(MATE_LACKS_NEW, 1)                                                                                               \
    X(MATE_LACKS_OLD, 1)                                                                                               \
    X(BEFORE_LACKS_NEW, 1)                                                                                             \
    X(BEFORE_LACKS_OLD, 1)                                                                                             \
    X(PIPS, 6)                                                                                                         \
    X(NEXT_FREE, 8)                                                                                                    \
    X(MATE_FREE, 8)                                                                                                    \
    X(RISK, 8)    /* expected points of the next seat's reply, in halves */                                            \
    X(MOBILE, 7)  /* tiles in the hand that fit afterwards */                                                          \
    X(CHOICES, 7) /* legal moves, less 1 */                                                                            \
    X(OPEN, 4)    /* different open numbers afterwards */                                                              \
    X(LEFT, 7)    /* tiles in the hand */                                                                              \
    X(LEFT_NEXT, 2)                                                                                                    \
    X(LEFT_MATE, 2)                                                                                                    \
    X(LEFT_BEFORE, 2)                                                                                                  \
    X(LEAVER, 4) /* place, plus 1, of the seat that left the end open */                                               \
    X(NEXT_OPENED_NEW, 2)                                                                                              \
    X(NEXT_OPENED_OLD, 2)                                                                                              \
    X(MATE_OPENED_NEW, 2)                                                                                              \
    X(MATE_OPENED_OLD, 2)                                                                                              \
    X(BEFORE_OPENED_NEW, 2)                                                                                            \
    X(BEFORE_OPENED_OLD, 2)                                                                                            \
    X(SELF_OPENED_NEW, 2)                                                                                              \
    X(SELF_OPENED_OLD, 2)                                                                                              \
    X(TO_GO, 4) /* points that the team lacks: at most 150, 100, 50, 20 */                                             \
    X(TO_GO_OTHERS, 4)                                                                                                 \
    X(UNSEEN_NEW, 3) /* tiles with it that are neither on the table nor in the hand, less 1; the last if none is */    \
    X(UNSEEN_OLD, 3)

#define PLACE(name, size) AT_##name, LAST_##name = AT_##name + size - 1,
#define ONE(name, size)   +1
enum { GROUPS(PLACE) INPUTS };
enum { ACTIVE = GROUPS(ONE) };

_Static_assert((INPUTS + 63) / 64 == JG_DOMINO_INPUT_WORDS, "the words of the inputs");

static void set(uint64_t *active, int first, int last, int number) {
    if (number <= 0) return;
    int input = first + number - 1 < last ? first + number - 1 : last;
    active[input / 64] |= (uint64_t)1 << input % 64;
}

#define SET(active, name, number) set(active, AT_##name, LAST_##name, number)

static void describe(const struct jg_game *g, struct jg_inputs *out) {
    (void)g;
    out->count = INPUTS;
    out->active = ACTIVE;
}

/* ---- The public part ---------------------------------------------------------------------------- */

enum { SELF, NEXT, MATE, BEFORE };

static int place_of(const struct jg_domino_rules *r, int mover, int seat) {
    return seat == mover ? SELF : seat == (mover ^ 2) ? MATE : seat == jg_domino_next(r, mover) ? NEXT : BEFORE;
}

/* Who left which number open. */
static void read_log(struct jg_domino_public *p, const struct jg_domino_rules *r, const struct jg_domino *at) {
    struct jg_domino_table table = {0};
    for (int i = 0; i < at->count; i++) {
        int tile = at->log[i] & 31, arm = at->log[i] >> 5 & 3, place = place_of(r, at->turn, at->by[i]);
        if (i) {
            jg_domino_join(r, &table, tile, arm);
            p->opened[place][table.end[arm]]++;
            p->leaver[arm] = (uint8_t)place;
        } else {
            jg_domino_open_table(r, &table, tile);
            memset(p->leaver, place, sizeof p->leaver);
        }
    }
}

void jg_domino_public(struct jg_domino_public *p, const struct jg_domino_context *context, const struct jg_domino *at,
                      const int32_t points[2]) {
    const struct jg_domino_rules *r = context->rules;
    int team = jg_team(at->turn);
    memset(p, 0, sizeof *p);
    p->context = context;
    for (int seat = 0; seat < 4; seat++) {
        int place = place_of(r, at->turn, seat);
        p->left[place] = at->left[seat];
        if (place == BEFORE) p->lacks_before = at->lacks[seat];
    }
    for (int i = 0; i < 2; i++) p->to_go[i] = r->target - points[team ^ i];
    read_log(p, r, at);
}

static int ready(int to_go) { return (to_go <= 150) + (to_go <= 100) + (to_go <= 50) + (to_go <= 20); }

/* The inputs that are the same for all moves. */
static void set_situation(const struct jg_domino_public *p, uint64_t *active) {
    SET(active, OPENING, p->context->opening);
    SET(active, LEFT, p->left[SELF]);
    SET(active, LEFT_NEXT, 3 - p->left[NEXT]);
    SET(active, LEFT_MATE, 3 - p->left[MATE]);
    SET(active, LEFT_BEFORE, 3 - p->left[BEFORE]);
    SET(active, TO_GO, ready(p->to_go[0]));
    SET(active, TO_GO_OTHERS, ready(p->to_go[1]));
}

static void set_new(const struct jg_domino_public *p, int number, uint64_t *active) {
    const struct jg_domino_context *c = p->context;
    SET(active, NUMBER_NEW, number + 1);
    SET(active, PLAYED_NEW, c->tally.played[number]);
    SET(active, ENDS_NEW, c->ends[number]);
    SET(active, PAIR_NEW, c->tally.pair[c->team][number]);
    SET(active, NEXT_LACKS_NEW, c->lacks_next >> number & 1);
    SET(active, MATE_LACKS_NEW, c->lacks_mate >> number & 1);
    SET(active, BEFORE_LACKS_NEW, p->lacks_before >> number & 1);
    SET(active, SELF_OPENED_NEW, p->opened[SELF][number]);
    SET(active, NEXT_OPENED_NEW, p->opened[NEXT][number]);
    SET(active, MATE_OPENED_NEW, p->opened[MATE][number]);
    SET(active, BEFORE_OPENED_NEW, p->opened[BEFORE][number]);
}

static void set_old(const struct jg_domino_public *p, int number, uint64_t *active) {
    const struct jg_domino_context *c = p->context;
    SET(active, NUMBER_OLD, number + 1);
    SET(active, PLAYED_OLD, c->tally.played[number]);
    SET(active, ENDS_OLD, c->ends[number]);
    SET(active, PAIR_OLD, c->tally.pair[c->team][number]);
    SET(active, NEXT_LACKS_OLD, c->lacks_next >> number & 1);
    SET(active, MATE_LACKS_OLD, c->lacks_mate >> number & 1);
    SET(active, BEFORE_LACKS_OLD, p->lacks_before >> number & 1);
    SET(active, SELF_OPENED_OLD, p->opened[SELF][number]);
    SET(active, NEXT_OPENED_OLD, p->opened[NEXT][number]);
    SET(active, MATE_OPENED_OLD, p->opened[MATE][number]);
    SET(active, BEFORE_OPENED_OLD, p->opened[BEFORE][number]);
}

void jg_domino_candidate(const struct jg_domino_public *p, int choice, struct jg_domino_candidate *out) {
    const struct jg_domino_context *c = p->context;
    int tile = choice & 31, arm = choice >> 5 & 3, unseen = JG_DOMINO_TILES - c->played;
    struct jg_domino_table after = c->table;
    memset(out, 0, sizeof *out);
    out->tile = (uint8_t)tile;
    out->old = JG_DOMINO_NONE;
    out->new = jg_domino_low[tile];
    if (c->opening) {
        jg_domino_open_table(c->rules, &after, tile);
    } else {
        out->old = (uint8_t)jg_domino_number(&after, arm);
        out->new = (uint8_t)jg_domino_other(tile, out->old);
        jg_domino_join(c->rules, &after, tile, arm);
    }
    int sum = jg_domino_sum(c->rules, &after);
    uint32_t fits = jg_domino_fits[after.open] & ~(1u << tile);
    out->open = after.open;
    out->played[0] = c->tally.played[out->new];
    out->played[1] = out->old == JG_DOMINO_NONE ? 0 : c->tally.played[out->old];
    out->points = (int16_t)jg_domino_sum_points(sum);
    set_situation(p, out->active);
    set_new(p, out->new, out->active);
    if (out->old != JG_DOMINO_NONE) set_old(p, out->old, out->active);
    if (out->old != JG_DOMINO_NONE) SET(out->active, LEAVER, p->leaver[arm] + 1);
    SET(out->active, POINTS, out->points / 5);
    SET(out->active, DOUBLE, jg_domino_double(tile));
    SET(out->active, PIPS, (jg_domino_low[tile] + jg_domino_high[tile] + 1) / 2);
    SET(out->active, NEXT_FREE, (8 * jg_domino_count(c->next_may & fits) + unseen - 1) / unseen);
    SET(out->active, MATE_FREE, (8 * jg_domino_count(c->mate_may & fits) + unseen - 1) / unseen);
    SET(out->active, RISK, 2 * jg_domino_reply_points(c->rules, &after, sum, c->next_may & ~(1u << tile)) / unseen);
    SET(out->active, OPEN, jg_domino_count(after.open));
}

/* ---- The part of the hand ----------------------------------------------------------------------- */

static void set_hand(uint32_t hand, const struct jg_domino_candidate *c, int better, int n, uint64_t *active) {
    int in_hand = jg_domino_count(hand & jg_domino_with[c->new]);
    SET(active, BETTER, better / 5);
    SET(active, CHOICES, n - 1);
    SET(active, MOBILE, jg_domino_count(hand & ~(1u << c->tile) & jg_domino_fits[c->open]));
    SET(active, HAND_NEW, in_hand);
    SET(active, UNSEEN_NEW, 3 - (7 - in_hand - c->played[0]));
    if (c->old == JG_DOMINO_NONE) return;
    in_hand = jg_domino_count(hand & jg_domino_with[c->old]);
    SET(active, HAND_OLD, in_hand);
    SET(active, UNSEEN_OLD, 3 - (7 - in_hand - c->played[1]));
}

/* Writes the inputs of candidates, all legal moves of a hand. */
static void write_inputs(uint32_t hand, const struct jg_domino_candidate *const *candidates, int n,
                         uint64_t (*active)[JG_DOMINO_INPUT_WORDS]) {
    int best = 0;
    for (int i = 0; i < n; i++) best = candidates[i]->points > best ? candidates[i]->points : best;
    for (int i = 0; i < n; i++) {
        memcpy(active[i], candidates[i]->active, sizeof *active);
        set_hand(hand, candidates[i], best - candidates[i]->points, n, active[i]);
    }
}

/* Moves that differ only in the announcement of a galo have the same inputs. */
static void observe(const struct jg_game *g, const void *view, const jg_move *moves, int n, int words,
                    uint64_t *active) {
    const struct jg_domino *s = view;
    struct jg_domino_tally tally;
    struct jg_domino_context context;
    struct jg_domino_public known;
    struct jg_domino_candidate candidates[JG_DOMINO_CHOICES];
    const struct jg_domino_candidate *all[JG_DOMINO_CHOICES] = {NULL};
    uint64_t inputs[JG_DOMINO_CHOICES][JG_DOMINO_INPUT_WORDS];
    jg_domino_tally_init(&tally, s);
    jg_domino_context(&context, jg_domino_rules(g), s, &tally);
    jg_domino_public(&known, &context, s, s->points);
    int choices = 0, of[JG_MOVES_MAX];
    for (int i = 0; i < n; i++) {
        if (!jg_domino_is_tile(moves[i])) return; /* a pass has no inputs */
        of[i] = choices;
        for (int k = 0; k < i; k++)
            if ((moves[k] - 2) % 128 == (moves[i] - 2) % 128) of[i] = of[k];
        if (of[i] < choices) continue;
        jg_domino_candidate(&known, (int)(moves[i] - 2) & 127, &candidates[choices]);
        all[choices] = &candidates[choices];
        choices++;
    }
    write_inputs(s->hand[s->turn], all, choices, inputs);
    for (int i = 0; i < n; i++) memcpy(active + i * words, inputs[of[i]], sizeof *inputs);
}

/* ---- The network -------------------------------------------------------------------------------- */

void jg_domino_policy(const struct jg_network *network, uint32_t hand,
                      const struct jg_domino_candidate *const *candidates, int n, float *probabilities) {
    static const uint64_t NOBODY[JG_DOMINO_INPUT_WORDS];
    uint64_t active[JG_DOMINO_CHOICES][JG_DOMINO_INPUT_WORDS];
    int32_t points[JG_DOMINO_CHOICES], most = -JG_NETWORK_LIMIT;
    float sum = 0;
    write_inputs(hand, candidates, n, active);
    for (int i = 0; i < n; i++) {
        points[i] = jg_network_points(network, active[i], NOBODY);
        most = points[i] > most ? points[i] : most;
    }
    for (int i = 0; i < n; i++) sum += probabilities[i] = jg_math_expf((float)(points[i] - most) / JG_NETWORK_POINTS);
    for (int i = 0; i < n; i++) probabilities[i] = (1 - NOISE) * probabilities[i] / sum + NOISE / (float)n;
}

enum jg_status jg_domino_policy_open(struct jg_network **out, const struct jg_game *g, const char *name,
                                     struct jg_error *err) {
    struct jg_error why = {.lang = err ? err->lang : JG_EN};
    const struct jg_network_file *own = jg_domino_policy_kind.network;
    size_t size;
    *out = NULL;
    if (!strcmp(name, LINEAR)) return JG_OK;
    if (!name[0]) return own ? jg_network_read(out, g, own->bytes, own->size, err) : JG_OK;
    if (name[0] != '@')
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "unknown policy '%s'; there are linear and @FILE", name);
    char *bytes = jg_file_read_bytes(name + 1, JG_NETWORK_FILE_MAX, &size, &why);
    if (!bytes) return jg_fail(err, why.code, JG_NOWHERE, "%s", why.message);
    enum jg_status status = jg_network_read(out, g, bytes, size, &why);
    free(bytes);
    if (status) jg_fail(err, status, JG_NOWHERE, "%s: %s", name + 1, why.message);
    return status;
}

const struct jg_game_policy jg_domino_policy_kind = {
    .agent = "domino:level=expert", .start = LINEAR, .inputs = describe, .observe = observe};
