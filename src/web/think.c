#include "web/think.h"

#include "agents/answer.h"
#include "core/buffer.h"
#include "core/clock.h"
#include "core/json.h"
#include "report/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    USUAL_MS = 200,          /* for a position of a review */
    LEAST_MS = 10,           /* however many there are */
    MOVES_SHOWN = 8,         /* the best of each position of a review */
    LINE_SHOWN = 12,         /* moves of its line */
    TREE_NODES = 3000,       /* that are sent; others are folded */
    TREE_FEWER = 800,        /* where their positions are long */
    TREE_BYTES = 700 * 1000, /* of a message */
};

static const double PAUSE = 0.1; /* seconds between two messages on one thought */

/* ---- Who judges ------------------------------------------------------------------------------ */

/* Takes keys that limit an agent out of a spec: what is left is limited by time alone. */
static void put_unlimited(struct jg_text *t, const char *spec) {
    const char *p = spec + jg_spec_name(spec);
    char mark = ':';
    jg_text_add(t, "%.*s", (int)(p - spec), spec);
    while (*p) {
        size_t length = strcspn(++p, ",");
        if (strncmp(p, "nodes=", 6) && strncmp(p, "ms=", 3)) {
            jg_text_add(t, "%c%.*s", mark, (int)length, p);
            mark = ',';
        }
        p += length;
    }
}

static bool takes_ms(const char *spec) {
    size_t length = jg_spec_name(spec);
    const struct jg_agent_kind *k;
    for (size_t i = 0; (k = jg_agent_kind_at(i)); i++)
        if (strlen(k->name) == length && !strncmp(k->name, spec, length))
            return jg_options_find(k->options, "ms", 2) != NULL;
    return false;
}

/* The agent that was asked for, or the game's own opponent, with so much time for a position if it can be told. */
static enum jg_status open_agent(const struct jg_desk_job *t, const struct jg_game *g, int ms, char spec[JG_SPEC_MAX],
                                 struct jg_agent *a, struct jg_error *err) {
    struct jg_text s;
    bool usual = !t->agent || !strcmp(t->agent, g->kind->opponent);
    jg_text_init(&s, spec, JG_SPEC_MAX);
    if (!usual)
        jg_text_put(&s, t->agent);
    else if (ms)
        put_unlimited(&s, g->kind->opponent);
    else
        jg_text_put(&s, g->kind->opponent);
    if (s.cut) return jg_fail(err, JG_EINPUT, JG_SPEC_MAX, "a spec has at most %d characters", JG_SPEC_MAX - 1);
    if (ms && takes_ms(spec) && jg_spec_place(spec, "ms") < 0)
        jg_text_add(&s, "%cms=%d", spec[jg_spec_name(spec)] ? ',' : ':', ms);
    if (s.cut) return jg_fail(err, JG_EINPUT, JG_SPEC_MAX, "a spec has at most %d characters", JG_SPEC_MAX - 1);
    return jg_guest_agent(a, g, spec, t->trust, t->share, err);
}

/* ---- Telling --------------------------------------------------------------------------------- */

void jg_desk_news_free(struct jg_desk_news *news) {
    for (struct jg_desk_news *next; news; news = next) {
        next = news->next;
        free(news->text);
        free(news);
    }
}

/* Puts a message where the loop finds it; `only`: in place of those that wait. */
static void tell(struct jg_desk_job *t, json_t *message, bool only) {
    struct jg_desk_news *new = calloc(1, sizeof *new), *old = NULL;
    char *text = jg_json_text(message, JSON_COMPACT | JSON_REAL_PRECISION(15));
    if (new) new->text = text;
    if (!new || !text) {
        free(new);
        free(text);
        return;
    }
    pthread_mutex_lock(&t->lock);
    if (only) {
        old = t->news;
        t->news_end = &t->news;
    }
    *t->news_end = new;
    t->news_end = &new->next;
    pthread_mutex_unlock(&t->lock);
    jg_desk_news_free(old);
    jg_work_tell(t->work, &t->task.job);
}

/* A thought on its way. */
struct thought {
    struct jg_desk_job *t;
    struct jg_agent *agent;
    const struct jg_ask *ask;
    const char *spec;
    int ply, ms;
    double begin, told;
};

static void place(json_t *judgement, const struct thought *h) {
    json_object_set_new(judgement, "ply", json_integer(h->ply));
    json_object_set_new(judgement, "agent", json_string(h->spec));
}

/* Told by the agent while it thinks. */
static void show(void *arg, const struct jg_report *report) {
    struct thought *h = arg;
    double now = jg_clock(), spent = now - h->begin, share = h->ms ? fmin(1, spent * 1000 / h->ms) : 0;
    if (now - h->told < PAUSE) return;
    h->told = now;
    json_t *best = jg_judgement_so_far(h->agent, h->ask, report, h->t->lang);
    if (!best) return;
    place(best, h);
    json_object_set_new(best, "seconds", json_real(spent));
    tell(h->t, json_pack("{s:s, s:I, s:f, s:o}", "on", "job", "job", (json_int_t)h->t->id, "done", share, "best", best),
         true);
}

/* ---- Analysis -------------------------------------------------------------------------------- */

static json_t *judge(struct thought *h, struct jg_ask *ask, struct jg_report *report, struct jg_error *err) {
    ask->stop = &h->t->task.job.stop;
    ask->all = true;
    h->ask = ask;
    h->begin = jg_clock();
    if (jg_agent_choose(h->agent, ask, report, err)) return NULL;
    json_t *o = jg_judgement(h->agent, ask, report, h->t->lang);
    if (!o) jg_fail(err, JG_EMEMORY, -1, "out of memory");
    if (o) place(o, h);
    return o;
}

static int clipped(int64_t ms, int most) { return ms < 1 ? 0 : ms > most ? most : (int)ms; }

static void analyze(struct jg_desk_job *t, const struct jg_scene *s, struct jg_report *report) {
    int ply = jg_scene_plies(s);
    char spec[JG_SPEC_MAX];
    struct jg_agent a = {0};
    union jg_state view;
    struct jg_ask ask;
    struct thought h = {.t = t, .agent = &a, .spec = spec, .ply = ply, .ms = clipped(t->ms, t->think)};
    if (jg_scene_ask(s, ply, &view, &ask, &t->err)) return;
    if (open_agent(t, &s->game, h.ms, spec, &a, &t->err)) return;
    ask.progress = show;
    ask.arg = &h;
    t->ok = judge(&h, &ask, report, &t->err);
    jg_agent_close(&a);
}

/* Writes the answer, so that the loop need not. */
static void write_answer(struct jg_desk_job *t) {
    if (!t->ok) return;
    json_t *message = json_pack("{s:I, s:o}", "id", (json_int_t)t->id, "ok", t->ok);
    t->ok = NULL;
    t->said = jg_json_text(message, JSON_COMPACT | JSON_REAL_PRECISION(15));
    if (!t->said) jg_fail(&t->err, JG_EMEMORY, -1, "out of memory");
}

/* Opens what is asked about, and does something with it. */
static void with_scene(struct jg_job *job,
                       void (*use)(struct jg_desk_job *t, const struct jg_scene *s, struct jg_report *report)) {
    struct jg_desk_job *t = (struct jg_desk_job *)job;
    struct jg_report *report = malloc(sizeof *report);
    struct jg_scene *s = malloc(sizeof *s);
    if (!report || !s)
        jg_fail(&t->err, JG_EMEMORY, -1, "out of memory");
    else if (!jg_scene_open(s, t->game, t->position, t->moves, t->trust, &t->err)) {
        use(t, s, report);
        jg_scene_close(s);
    }
    write_answer(t);
    free(s);
    free(report);
}

void jg_think_analyze(struct jg_job *job) { with_scene(job, analyze); }

/* ---- Review ---------------------------------------------------------------------------------- */

const char *jg_think_mark(double loss, bool best, int gave) {
    return loss >= 0.2 - 1e-9                ? "blunder"
           : loss >= 0.1 - 1e-9              ? "mistake"
           : loss >= 0.05 - 1e-9 || gave > 0 ? "inaccuracy"
           : best                            ? "best"
                                             : "";
}

/* A review on its way. The loss of a move is known once the judge has valued it, or else the position behind it. */
struct review {
    struct jg_desk_job *t;
    const struct jg_scene *s;
    json_t *plies;
    json_t *open; /* the last one, of which the loss is not known yet */
    int open_seat;
    double open_chance;
};

static void hand_out(struct review *v, json_t *judgement, int ply) {
    json_array_append(v->plies, judgement);
    double done = (ply + 1.0) / (jg_scene_plies(v->s) + 1.0);
    tell(v->t,
         json_pack("{s:s, s:I, s:f, s:i, s:o}", "on", "job", "job", (json_int_t)v->t->id, "done", done, "ply", ply,
                   "judgement", judgement),
         false);
}

/* `gave`: what the move gave away of the score for certain; below 0: nobody knows. */
static void put_loss(json_t *judgement, double loss, bool best, int gave) {
    loss = fmax(0, best ? 0 : loss);
    json_object_set_new(judgement, "loss", json_real(loss));
    if (gave >= 0) json_object_set_new(judgement, "gave", json_integer(gave));
    json_object_set_new(judgement, "mark", json_string(jg_think_mark(loss, best, gave)));
}

/* Hands out the judgement that waits; the chance is that of the position behind it, for a seat's team; seat below 0:
 * nobody knows. */
static void settle(struct review *v, int seat, double chance) {
    json_t *o = v->open;
    if (!o) return;
    v->open = NULL;
    if (seat >= 0)
        put_loss(o, v->open_chance - (jg_team(seat) == jg_team(v->open_seat) ? chance : 1 - chance), false, -1);
    hand_out(v, o, (int)json_integer_value(json_object_get(o, "ply")));
}

/* A review's judgements are many: they tell less. */
static void shorten(json_t *o) {
    json_t *moves = json_object_get(o, "moves"), *line = json_object_get(o, "line");
    while (json_array_size(moves) > MOVES_SHOWN) json_array_remove(moves, json_array_size(moves) - 1);
    while (json_array_size(line) > LINE_SHOWN) json_array_remove(line, json_array_size(line) - 1);
    json_object_del(o, "why");
}

/* What the judge said of the move that was played; NULL: nothing. */
static const json_t *played(const json_t *o, const struct jg_scene *s, int ply) {
    const json_t *move, *moves = json_object_get(o, "moves");
    char word[JG_MOVE_MAX];
    struct jg_text t;
    size_t i;
    jg_text_init(&t, word, sizeof word);
    s->game.kind->print_move(&s->game, jg_scene_state(s, ply), s->record.moves[ply], &t);
    json_array_foreach(moves, i, move) {
        const char *text = json_string_value(json_object_get(move, "move"));
        if (text && !strcmp(text, word)) return move;
    }
    return NULL;
}

/* What a move gave away of an exact score; below 0: that is not known. */
static int given_away(const json_t *o, const json_t *move) {
    const json_t *could = json_object_get(o, "margin"), *got = json_object_get(move, "margin");
    if (!json_is_integer(could) || !json_is_integer(got)) return -1;
    return (int)(json_integer_value(could) - json_integer_value(got));
}

static void add_ply(struct review *v, json_t *o, const struct jg_report *r, int ply, int seat) {
    bool judged = r->by, last = ply == jg_scene_plies(v->s);
    double chance = json_number_value(json_object_get(o, "chance"));
    bool best = !last && r->move == v->s->record.moves[ply];
    jg_move moves[JG_MOVES_MAX];
    bool forced = best && jg_moves(&v->s->game, jg_scene_state(v->s, ply), moves) == 1;
    settle(v, judged ? seat : -1, chance);
    const json_t *move = last || best ? NULL : played(o, v->s, ply), *got = json_object_get(move, "chance");
    double after = json_is_number(got) ? json_number_value(got) : -1;
    int gave = best ? (json_is_integer(json_object_get(o, "margin")) ? 0 : -1) : given_away(o, move);
    shorten(o);
    if (best)
        put_loss(o, 0, !forced, gave);
    else if (!last && judged && after >= 0)
        put_loss(o, chance - after, false, gave);
    else if (!last && judged) {
        v->open = o;
        v->open_seat = seat;
        v->open_chance = chance;
        return;
    }
    hand_out(v, o, ply);
}

/* The end of a finished game: what it came to, for the first seat. */
static void add_end(struct review *v, const char *spec) {
    const struct jg_scene *s = v->s;
    int ply = jg_scene_plies(s);
    int32_t score = s->view ? jg_score(&s->game, &s->at, 0) : jg_record_score(&s->record, 0);
    double chance = score > 0 ? 1 : score < 0 ? 0 : 0.5;
    char position[JG_POSITION_MAX];
    struct jg_text t;
    jg_text_init(&t, position, sizeof position);
    s->game.kind->print(&s->game, jg_scene_state(s, ply), &t);
    settle(v, 0, chance);
    hand_out(v,
             json_pack("{s:i, s:s, s:i, s:s, s:s, s:s, s:i, s:i, s:s, s:f, s:b, s:i, s:i, s:i, s:f, s:[], s:[]}", "ply",
                       ply, "position", position, "seat", 0, "agent", spec, "move", "", "words", "", "value",
                       (int)score, "margin", (int)score, "shown",
                       jg_tr(v->t->lang, score > 0   ? "win"
                                         : score < 0 ? "loss"
                                                     : "draw"),
                       "chance", chance, "proven", true, "exact", (score > 0) - (score < 0), "depth", 0, "nodes", 0,
                       "seconds", 0.0, "line", "moves"),
             ply);
}

static int decisions(const struct jg_scene *s) {
    int n = 0;
    for (int i = 0; i <= jg_scene_plies(s); i++) n += jg_scene_turn(s, i) >= 0;
    return n;
}

static bool go_through(struct review *v, struct jg_agent *a, const char *spec, int ms, struct jg_report *report) {
    struct jg_desk_job *t = v->t;
    int plies = jg_scene_plies(v->s);
    for (int ply = 0; ply <= plies && !atomic_load(&t->task.job.stop); ply++) {
        int seat = jg_scene_turn(v->s, ply);
        union jg_state view;
        struct jg_ask ask;
        struct thought h = {.t = t, .agent = a, .spec = spec, .ply = ply, .ms = ms};
        if (seat == JG_CHANCE) settle(v, -1, 0); /* luck is nobody's loss */
        if (seat < 0) continue;
        if (a->kind->forget && (v->s->game.kind->traits & JG_HAS_HIDDEN)) a->kind->forget(a);
        if (jg_scene_ask(v->s, ply, &view, &ask, &t->err)) return false;
        json_t *o = judge(&h, &ask, report, &t->err);
        if (!o) return false;
        add_ply(v, o, report, ply, seat);
    }
    return true;
}

static void review(struct jg_desk_job *t, const struct jg_scene *s, struct jg_report *report) {
    struct review v = {.t = t, .s = s, .plies = json_array()};
    struct jg_agent a = {0};
    char spec[JG_SPEC_MAX];
    int n = decisions(s), ms = clipped(t->ms < 1 ? USUAL_MS : t->ms, t->think);
    if (n && ms > JG_REVIEW_MS / n) ms = JG_REVIEW_MS / n > LEAST_MS ? JG_REVIEW_MS / n : LEAST_MS;
    if (!open_agent(t, &s->game, ms, spec, &a, &t->err)) {
        bool good = go_through(&v, &a, spec, ms, report);
        if (good && !atomic_load(&t->task.job.stop) && jg_scene_turn(s, jg_scene_plies(s)) == JG_OVER)
            add_end(&v, spec);
        settle(&v, -1, 0);
        if (good) t->ok = json_pack("{s:O}", "plies", v.plies);
        jg_agent_close(&a);
    }
    json_decref(v.plies);
}

void jg_think_review(struct jg_job *job) { with_scene(job, review); }

/* ---- Trees ----------------------------------------------------------------------------------- */

/* As JSON, folded so that it can be sent. */
static json_t *tree_json(struct jg_tree *tree, struct jg_error *err) {
    static const uint32_t MOST[] = {TREE_NODES, TREE_FEWER};
    json_t *o = NULL;
    for (size_t i = 0; i < 2 && !o; i++) {
        struct jg_buffer out = {0};
        if (jg_tree_fold(tree, tree->count <= MOST[i] ? 0 : MOST[i], err)) return NULL;
        jg_tree_json(tree, &out);
        if (!out.failed && out.used <= TREE_BYTES) o = jg_json_read(out.at, strlen(out.at), 0, NULL);
        bool failed = out.failed || (out.used <= TREE_BYTES && !o);
        jg_buffer_free(&out);
        if (failed) {
            jg_fail(err, JG_EMEMORY, -1, "out of memory");
            return NULL;
        }
    }
    if (!o) jg_fail(err, JG_EFIT, -1, "the tree is too large to be shown: look fewer moves ahead");
    return o;
}

static void grow(struct jg_desk_job *t, const struct jg_scene *s, struct jg_report *report) {
    int turn = jg_scene_turn(s, 0);
    struct jg_tree *tree = malloc(sizeof *tree);
    struct jg_agent a = {0};
    char spec[JG_SPEC_MAX];
    (void)report;
    if (!tree)
        jg_fail(&t->err, JG_EMEMORY, -1, "out of memory");
    else if (turn == JG_OVER)
        jg_fail(&t->err, JG_EINPUT, -1, "the game is over in this position: there is nothing to search");
    else if (turn == JG_CHANCE)
        jg_fail(&t->err, JG_EINPUT, -1, "it is chance's turn here: there is no move to choose");
    else if (!open_agent(t, &s->game, 0, spec, &a, &t->err)) {
        if (!jg_answer_traces(&a, &t->err)) {
            enum jg_status status = jg_tree_open(tree, &a, jg_scene_state(s, 0), &t->task.job.stop, &t->err);
            if (!status) t->ok = tree_json(tree, &t->err);
            if (status == JG_ESTOP)
                jg_fail(&t->err, JG_ESTOP, -1, "stopped before the tree was done: look fewer moves ahead");
            jg_tree_close(tree);
        }
        jg_agent_close(&a);
    }
    free(tree);
}

void jg_think_tree(struct jg_job *job) { with_scene(job, grow); }

/* ---- What needs no search ---------------------------------------------------------------------- */

static void list_states(struct jg_desk_job *t, const struct jg_scene *s, struct jg_report *report) {
    (void)report;
    t->ok = jg_scene_json(s, t->ply, t->lang);
    if (!t->ok) jg_fail(&t->err, JG_EMEMORY, -1, "out of memory");
}

void jg_think_state(struct jg_job *job) { with_scene(job, list_states); }

void jg_think_read(struct jg_job *job) {
    struct jg_desk_job *t = (struct jg_desk_job *)job;
    t->ok = jg_scene_read(t->text, t->trust, t->lang, &t->err);
    write_answer(t);
}
