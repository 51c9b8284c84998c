/* Opens and closes games; wrappers around a game's functions. */
#include <jogada/game.h>

#include "core/hash.h"
#include "game/kinds.h"
#include "game/network.h"

#include <jansson.h>
#include <string.h>

/* The external definitions of the inline functions of the header. */
extern inline int jg_turn(const struct jg_game *g, const void *state);
extern inline int jg_moves(const struct jg_game *g, const void *state, jg_move *out);
extern inline void jg_apply(const struct jg_game *g, void *state, jg_move move);
extern inline int32_t jg_score(const struct jg_game *g, const void *state, int team);

/* ---- Opening -------------------------------------------------------------- */

/* Evaluators of chances must also value finished games: averaging chances with JG_WIN would be meaningless. */
static bool has_open_chances(const struct jg_game_kind *k) {
    for (const struct jg_evaluator *e = k->evaluators; e && e->name; e++)
        if (e->chance && !e->ends) return true;
    return false;
}

enum jg_status jg_game_kind_check(const struct jg_game_kind *k, struct jg_error *err) {
    const struct {
        const char *what;
        bool wrong;
    } faults[] = {
        {"a name, a title and a summary", !k->name || !k->title || !k->summary},
        {"an opponent", !k->opponent},
        {"2 or 4 seats", k->seats != 2 && k->seats != 4},
        {"partners exactly with 4 seats", !(k->traits & JG_HAS_PARTNERS) != (k->seats == 2)},
        {"a state size of at most JG_STATE_MAX", !k->state_size || k->state_size > JG_STATE_MAX},
        {"max_moves of at most JG_MOVES_MAX", k->max_moves < 1 || k->max_moves > JG_MOVES_MAX},
        {"options_size of at most JG_OPTIONS_MAX",
         k->options_size > JG_OPTIONS_MAX || (k->options && !k->options_size)},
        {"start, turn, moves, apply and score", !k->start || !k->turn || !k->moves || !k->apply || !k->score},
        {"outcomes, outcome and draw exactly with chance",
         !(k->traits & JG_HAS_CHANCE) != (!k->outcomes && !k->outcome && !k->draw) || !k->outcomes != !k->outcome ||
             !k->outcome != !k->draw},
        {"view, sample and observe_move exactly with hidden information",
         !(k->traits & JG_HAS_HIDDEN) != (!k->view && !k->sample && !k->observe_move) || !k->view != !k->sample ||
             !k->sample != !k->observe_move},
        {"samples and likelihood only with hidden information",
         !(k->traits & JG_HAS_HIDDEN) && (k->samples || k->likelihood)},
        {"probe_endgame only without chance and hidden information",
         k->probe_endgame && k->traits & (JG_HAS_CHANCE | JG_HAS_HIDDEN)},
        {"print, parse, print_move and parse_move", !k->print || !k->parse || !k->print_move || !k->parse_move},
        {"show, describe_move and json", !k->show || !k->describe_move || !k->json},
        {"`ends` set in every evaluator of winning chances", has_open_chances(k)},
        {"inputs and observe together, and symmetry only with them",
         !k->inputs != !k->observe || (k->symmetry && !k->inputs)},
        {"inputs of positions or of choices, not both", k->policy && k->inputs},
        {"spaces, actions and encode together", !k->spaces != !k->actions || !k->actions != !k->encode},
        {"an evaluator with a unit", !k->evaluators || !k->evaluators->name || k->evaluators->unit < 1},
        {"a first evaluator that is no network", k->evaluators && k->evaluators->network},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (faults[i].wrong)
            return jg_fail(err, JG_EFIT, JG_NO_POSITION, "game %s must have %s", k->name ? k->name : "?",
                           faults[i].what);
    return JG_OK;
}

enum jg_status jg_game_open_kind(struct jg_game *g, const struct jg_game_kind *kind, const char *spec,
                                 struct jg_error *err) {
    enum jg_status status = jg_game_kind_check(kind, err);
    *g = (struct jg_game){.kind = kind, .state_size = kind->state_size, .max_moves = kind->max_moves};
    if (!status) status = jg_spec_options(spec, kind->options, &g->options, err);
    if (!status && kind->open) status = kind->open(g, err);
    if (status) *g = (struct jg_game){0};
    return status;
}

const struct jg_game_kind *jg_game_kind_at(size_t i) {
    size_t count = 0;
    while (jg_builtin_games[count]) count++;
    return i < count ? jg_builtin_games[i] : NULL;
}

enum jg_status jg_game_open(struct jg_game *g, const char *spec, struct jg_error *err) {
    size_t length = jg_spec_name(spec);
    char names[256];
    struct jg_text t;
    *g = (struct jg_game){0};
    jg_text_init(&t, names, sizeof names);
    for (size_t i = 0; jg_builtin_games[i]; i++) {
        if (strlen(jg_builtin_games[i]->name) == length && !strncmp(jg_builtin_games[i]->name, spec, length))
            return jg_game_open_kind(g, jg_builtin_games[i], spec, err);
        jg_text_add(&t, "%s%s", i ? ", " : "", jg_builtin_games[i]->name);
    }
    return jg_fail(err, JG_EINPUT, 0, "unknown game '%.*s'; the games are %s", (int)length, spec, names);
}

void jg_game_close(struct jg_game *g) {
    if (g->kind && g->kind->close) g->kind->close(g);
    *g = (struct jg_game){0};
}

void jg_game_spec(const struct jg_game *g, struct jg_text *t) {
    jg_spec_print(t, g->kind->name, g->kind->options, &g->options);
}

/* ---- Playing -------------------------------------------------------------- */

void jg_start(const struct jg_game *g, void *state) {
    memset(state, 0, g->state_size);
    g->kind->start(g, state);
}

enum jg_status jg_parse(const struct jg_game *g, const char *text, void *state, struct jg_error *err) {
    if (!text) {
        jg_start(g, state);
        return JG_OK;
    }
    memset(state, 0, g->state_size);
    return g->kind->parse(g, text, state, err);
}

/* A sample fills in the hidden parts and changes nothing else. */
bool jg_is_complete(const struct jg_game *g, const void *state) {
    union jg_state filled;
    struct jg_rng rng;
    if (!g->kind->sample) return true;
    jg_rng_init(&rng, 1, 0);
    jg_sample(g, state, &rng, &filled);
    return !memcmp(state, &filled, g->state_size);
}

enum jg_status jg_parse_complete(const struct jg_game *g, const char *text, void *state, struct jg_error *err) {
    enum jg_status status = jg_parse(g, text, state, err);
    if (status || !text || jg_is_complete(g, state)) return status;
    return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                   "this position is one player's view; a game needs a position without hidden parts");
}

void jg_view(const struct jg_game *g, const void *state, int seat, void *out) {
    memcpy(out, state, g->state_size);
    if (g->kind->view) g->kind->view(g, out, seat);
}

void jg_sample(const struct jg_game *g, const void *view, struct jg_rng *rng, void *out) {
    memcpy(out, view, g->state_size);
    if (g->kind->sample) g->kind->sample(g, out, rng);
}

void jg_samples(const struct jg_game *g, const void *view, struct jg_rng *rng, size_t n, void *out) {
    unsigned char *to = out;
    if (g->kind->samples)
        g->kind->samples(g, view, rng, n, out);
    else
        for (size_t i = 0; i < n; i++) jg_sample(g, view, rng, to + i * g->state_size);
}

jg_move jg_observe_move(const struct jg_game *g, const void *state, jg_move move, int seat) {
    return g->kind->observe_move ? g->kind->observe_move(g, state, move, seat) : move;
}

bool jg_legal(const struct jg_game *g, const void *state, jg_move move) {
    if (g->kind->legal) return g->kind->legal(g, state, move);
    int turn = jg_turn(g, state);
    if (turn == JG_OVER) return false;
    if (turn == JG_CHANCE) {
        double probability;
        for (uint64_t i = g->kind->outcomes(g, state); i-- > 0;)
            if (g->kind->outcome(g, state, i, &probability) == move) return true;
        return false;
    }
    jg_move moves[JG_MOVES_MAX];
    for (int i = jg_moves(g, state, moves); i-- > 0;)
        if (moves[i] == move) return true;
    return false;
}

void jg_inputs(const struct jg_game *g, struct jg_inputs *out) {
    *out = (struct jg_inputs){.symmetries = 1};
    if (g->kind->inputs) g->kind->inputs(g, out);
}

void jg_network_inputs(const struct jg_game *g, struct jg_inputs *out) {
    jg_inputs(g, out);
    if (g->kind->policy) g->kind->policy->inputs(g, out);
}

void jg_input_symmetry(const struct jg_game *g, int i, uint16_t *permutation) {
    struct jg_inputs inputs;
    jg_network_inputs(g, &inputs);
    for (int k = 0; k < inputs.count; k++) permutation[k] = (uint16_t)k;
    if (i > 0 && g->kind->symmetry) g->kind->symmetry(g, i, permutation);
}

void jg_observe(const struct jg_game *g, const void *view, int team, uint64_t *active) {
    struct jg_inputs inputs;
    jg_inputs(g, &inputs);
    memset(active, 0, (size_t)jg_input_words(inputs.count) * sizeof *active);
    g->kind->observe(g, view, team, active);
}

void jg_spaces(const struct jg_game *g, struct jg_spaces *out) {
    *out = (struct jg_spaces){0};
    if (!g->kind->spaces) return;
    g->kind->spaces(g, out);
    out->size = 1;
    for (int i = 0; i < JG_SHAPE_MAX && out->shape[i]; i++) out->size *= out->shape[i];
}

void jg_actions(const struct jg_game *g, const void *state, const jg_move *moves, int n, int *out) {
    g->kind->actions(g, state, moves, n, out);
}

jg_move jg_action_move(const struct jg_game *g, const void *state, int action) {
    jg_move moves[JG_MOVES_MAX];
    int actions[JG_MOVES_MAX], n = jg_moves(g, state, moves);
    jg_actions(g, state, moves, n, actions);
    for (int i = 0; i < n; i++)
        if (actions[i] == action) return moves[i];
    return 0;
}

void jg_encode(const struct jg_game *g, const void *view, int seat, uint8_t *out) {
    struct jg_spaces spaces;
    jg_spaces(g, &spaces);
    memset(out, 0, (size_t)spaces.size);
    g->kind->encode(g, view, seat, out);
}

uint64_t jg_key(const struct jg_game *g, const void *state) {
    return g->kind->key ? g->kind->key(g, state) : jg_hash(state, g->state_size);
}

const char *jg_seat_name(const struct jg_game *g, int seat, jg_lang lang) {
    static const char *const usual[JG_SEATS_MAX] = {"player 1", "player 2", "player 3", "player 4"};
    const char *own = g->seat_name[seat] ? g->seat_name[seat] : g->kind->seat_name[seat];
    return jg_tr(lang, own ? own : usual[seat]);
}

/* ---- Output -------------------------------------------------- */

void jg_ink(struct jg_text *t, const struct jg_style *style, enum jg_ink ink) {
    static const char *const codes[] = {
        [JG_INK_PLAIN] = "\033[0m",  [JG_INK_STRONG] = "\033[1m",  [JG_INK_FAINT] = "\033[2m",
        [JG_INK_FIRST] = "\033[36m", [JG_INK_SECOND] = "\033[33m", [JG_INK_MARK] = "\033[1;7m",
    };
    if (style->colour) jg_text_put(t, codes[ink]);
}

static json_t *turn_json(int turn) {
    return turn == JG_CHANCE ? json_string("chance") : turn == JG_OVER ? json_string("over") : json_integer(turn);
}

static json_t *moves_json(const struct jg_game *g, const void *view) {
    jg_move moves[JG_MOVES_MAX];
    int n = jg_moves(g, view, moves);
    json_t *list = json_array();
    for (int i = 0; i < n; i++) {
        char text[JG_MOVE_MAX];
        struct jg_text t;
        jg_text_init(&t, text, sizeof text);
        g->kind->print_move(g, view, moves[i], &t);
        json_array_append_new(list, json_string(text));
    }
    return list;
}

struct json_t *jg_game_json(const struct jg_game *g, const void *view, int seat) {
    char spec[JG_SPEC_MAX], position[JG_POSITION_MAX];
    struct jg_text t;
    int turn = jg_turn(g, view);
    json_t *o = json_object();
    jg_text_init(&t, spec, sizeof spec);
    jg_game_spec(g, &t);
    json_object_set_new(o, "game", json_string(spec));
    jg_text_init(&t, position, sizeof position);
    g->kind->print(g, view, &t);
    json_object_set_new(o, "position", json_string(position));
    json_object_set_new(o, "turn", turn_json(turn));
    if (turn >= 0 && (turn == seat || !(g->kind->traits & JG_HAS_HIDDEN)))
        json_object_set_new(o, "moves", moves_json(g, view));
    if (turn == JG_OVER) json_object_set_new(o, "score", json_integer(jg_score(g, view, 0)));
    json_object_set_new(o, "board", g->kind->json(g, view));
    return o;
}
