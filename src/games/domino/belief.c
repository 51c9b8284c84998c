#include "games/domino/belief.h"

#include "games/domino/round.h"

const float jg_domino_prior[2][JG_DOMINO_MODELS] = {{0.25f, 0.25f, 0.25f, 0.25f}, {0.05f, 0.1f, 0.1f, 0.75f}};

/* ---- Observed choices -------------------------------------------------------------------- */

static void add_options(struct jg_domino_choice *c, const struct jg_domino_context *context, uint32_t tiles) {
    int n = 0;
    for (int tile = 0; tile < JG_DOMINO_TILES; tile++) {
        c->first[tile] = (uint8_t)n;
        if (!(tiles >> tile & 1)) continue;
        uint8_t choices[JG_DOMINO_CHOICES];
        float rates[JG_DOMINO_MODELS][JG_DOMINO_CHOICES];
        int ways = 0;
        for (int k = 0; k < JG_DOMINO_MODELS; k++) {
            struct jg_domino_model blind = jg_domino_models[k];
            blind.weight[F_HAND_OLD] = blind.weight[F_HAND_NEW] = blind.weight[F_MOBILE] = 0;
            ways = jg_domino_model_rate(&blind, context, 1u << tile, choices, rates[k]);
        }
        for (int i = 0; i < ways; i++) {
            struct jg_domino_option *o = &c->options[n++];
            struct jg_domino_table after = context->table;
            o->choice = choices[i];
            o->old = JG_DOMINO_NONE;
            o->new = jg_domino_low[tile];
            if (context->opening) {
                jg_domino_open_table(context->rules, &after, tile);
            } else {
                o->old = (uint8_t)jg_domino_number(&after, choices[i] >> 5);
                o->new = (uint8_t)jg_domino_other(tile, o->old);
                jg_domino_join(context->rules, &after, tile, choices[i] >> 5);
            }
            o->open = after.open;
            for (int k = 0; k < JG_DOMINO_MODELS; k++) o->rate[k] = rates[k][i];
        }
    }
    c->first[JG_DOMINO_TILES] = (uint8_t)n;
}

/* The inputs of all options. */
static void add_candidates(struct jg_domino_choice *c, const struct jg_domino_context *context,
                           const struct jg_domino *at, const int32_t points[2]) {
    struct jg_domino_public known;
    jg_domino_public(&known, context, at, points);
    for (int i = 0; i < c->first[JG_DOMINO_TILES]; i++)
        jg_domino_candidate(&known, c->options[i].choice, &c->candidates[i]);
}

/* The points of the teams at the start of a round. */
static void find_start_points(const struct jg_domino_rules *r, const struct jg_domino *s,
                              const struct jg_domino_round *round, int32_t points[2]) {
    struct jg_domino at;
    jg_domino_round_start(s, round, &at);
    for (int i = 0; i < round->count; i++) jg_domino_round_play(r, round, i, &at, NULL);
    for (int team = 0; team < 2; team++) points[team] = s->points[team] - at.points[team];
}

/* The tiles that the seat of a play has played since, that one included. */
static uint32_t laid_since(const struct jg_domino_round *round, int play) {
    uint32_t tiles = 0;
    for (int i = play; i < round->count; i++)
        if (round->plays[i].seat == round->plays[play].seat && jg_domino_is_tile(round->plays[i].move))
            tiles |= 1u << jg_domino_move_tile(round->plays[i].move);
    return tiles;
}

void jg_domino_observe(struct jg_domino_observed *p, const struct jg_domino_rules *r, const struct jg_domino *s,
                       int me) {
    struct jg_domino_round round;
    struct jg_domino at;
    struct jg_domino_tally tally = {0};
    jg_domino_round_from(r, s, &round);
    int32_t begin[2] = {0};
    if (p->network) find_start_points(r, s, &round, begin);
    jg_domino_round_start(s, &round, &at);
    p->me = me;
    p->count = 0;
    for (int i = 0; i < round.count; i++) {
        int seat = round.plays[i].seat;
        jg_move move = round.plays[i].move;
        bool tile = jg_domino_is_tile(move), free = tile && !(at.sena && !at.count); /* the 6-6 is no choice */
        if (free && seat != me) {
            struct jg_domino_context context;
            struct jg_domino_choice *c = &p->chosen[p->count++];
            jg_domino_context(&context, r, &at, &tally);
            c->seat = (uint8_t)seat;
            c->made = (uint8_t)((move - 2) & 127);
            c->opening = context.opening;
            c->later = laid_since(&round, i);
            add_options(c, &context, JG_DOMINO_ALL & ~tally.tiles);
            if (p->network && seat == (me ^ 2))
                add_candidates(c, &context, &at, (const int32_t[2]){begin[0] + at.points[0], begin[1] + at.points[1]});
        }
        if (tile) jg_domino_tally_add(&tally, jg_team(seat), jg_domino_move_tile(move));
        jg_domino_round_play(r, &round, i, &at, NULL);
    }
}

/* ---- Likelihood --------------------------------------------------------------------------- */

void jg_domino_choice_likelihood(const struct jg_domino_observed *p, int seat, uint32_t hand,
                                 float likelihood[JG_DOMINO_MODELS]) {
    float rates[JG_DOMINO_MODELS][JG_DOMINO_CHOICES], chances[JG_DOMINO_CHOICES];
    const struct jg_domino_candidate *candidates[JG_DOMINO_CHOICES];
    bool by_network = p->network && seat == (p->me ^ 2);
    for (int k = 0; k < JG_DOMINO_MODELS; k++) likelihood[k] = 1;
    for (int i = 0; i < p->count; i++) {
        const struct jg_domino_choice *c = &p->chosen[i];
        if (c->seat != seat) continue;
        uint32_t held = hand | c->later, tiles = held;
        if (c->opening && held & jg_domino_doubles) tiles &= jg_domino_doubles;
        int n = 0, made = 0;
        for (; tiles; tiles &= tiles - 1) {
            int tile = jg_domino_lowest(tiles);
            for (int o = c->first[tile]; o < c->first[tile + 1]; o++, n++) {
                const struct jg_domino_option *option = &c->options[o];
                float new = (float)jg_domino_count(held & jg_domino_with[option->new]), old = 0;
                float mobile = (float)jg_domino_count(held & ~(1u << tile) & jg_domino_fits[option->open]);
                if (option->old != JG_DOMINO_NONE) old = (float)jg_domino_count(held & jg_domino_with[option->old]);
                for (int k = 0; k < JG_DOMINO_MODELS; k++) {
                    const float *w = jg_domino_models[k].weight;
                    rates[k][n] = option->rate[k] + w[F_HAND_OLD] * old + w[F_HAND_NEW] * new + w[F_MOBILE] * mobile;
                }
                candidates[n] = &c->candidates[o];
                if (option->choice == c->made) made = n;
            }
        }
        if (n < 2) continue;
        if (by_network) jg_domino_policy(p->network, held, candidates, n, chances);
        for (int k = 0; k < JG_DOMINO_MODELS; k++)
            likelihood[k] *= by_network && k == JG_DOMINO_MATE
                                 ? chances[made]
                                 : jg_domino_model_probability(&jg_domino_models[k], rates[k], n, made);
    }
}

double jg_domino_deal_weight(int me, const float likelihood[4][JG_DOMINO_MODELS]) {
    double mate = 0, others = 0;
    for (int k = 0; k < JG_DOMINO_MODELS; k++) {
        mate += (double)(jg_domino_prior[1][k] * likelihood[me ^ 2][k]);
        others +=
            (double)jg_domino_prior[0][k] * (double)likelihood[(me + 1) & 3][k] * (double)likelihood[(me + 3) & 3][k];
    }
    return mate * others;
}

/* All samples of a view share the observed choices. */
void jg_domino_likelihood(const struct jg_game *g, const void *samples, size_t n, int seat, double *out) {
    const struct jg_domino *s = samples;
    struct jg_domino_observed observed;
    float likelihood[4][JG_DOMINO_MODELS];
    observed.network = NULL;
    bool tells = seat >= 0 && n && s->turn < JG_DOMINO_DEAL;
    if (tells) jg_domino_observe(&observed, jg_domino_rules(g), s, seat);
    for (size_t i = 0; i < n; i++) {
        for (int other = 0; tells && other < 4; other++)
            if (other != seat) jg_domino_choice_likelihood(&observed, other, s[i].hand[other], likelihood[other]);
        out[i] = tells ? jg_domino_deal_weight(seat, likelihood) : 1;
    }
}
