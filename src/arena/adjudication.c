#include "arena/adjudication.h"

#include "search/endgame.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const NAMES[] = {"none", "resign", "draw", "database"};
static const char *const REASONS[] = {"", "agreed win", "agreed draw", "endgame database"};

const char *jg_adjudication_name(enum jg_adjudication_kind kind) { return NAMES[kind]; }
const char *jg_adjudication_reason(enum jg_adjudication_kind kind) { return REASONS[kind]; }

enum jg_adjudication_kind jg_adjudication_kind_of(const char *reason) {
    int kind = JG_ADJUDICATION_COUNT - 1;
    while (kind > JG_ADJUDICATION_NONE && strcmp(REASONS[kind], reason)) kind--;
    return (enum jg_adjudication_kind)kind;
}

/* ---- Thresholds ---------------------------------------------------------------------------- */

bool jg_threshold_parse(struct jg_threshold *out, const char *text) {
    char *end;
    *out = (struct jg_threshold){.size = strtod(text, &end)};
    if (end == text || text[strspn(text, "0123456789.%")]) return false;
    out->chance = *end == '%';
    if (out->chance) out->size /= 100;
    return !end[out->chance] && out->size <= (out->chance ? 1 : JG_WIN);
}

void jg_threshold_print(const struct jg_threshold *threshold, struct jg_text *t) {
    if (threshold->chance)
        jg_text_add(t, "%.9g%%", 100 * threshold->size);
    else
        jg_text_add(t, "%.9g", threshold->size);
}

/* The evaluation of a report in the unit of a threshold, with 0 for an even game. False: it has no such unit. */
static bool measure(const struct jg_threshold *threshold, const struct jg_report *report, double *out) {
    if (!report->by) return false;
    if (threshold->chance) {
        *out = jg_value_chance(report->by, report->value, report->proven) - 0.5;
    } else if (abs(report->value) >= JG_WIN / 2) {
        *out = report->value > 0 ? INFINITY : -INFINITY;
    } else {
        return jg_value_score(report->by, report->value, out);
    }
    return true;
}

/* Whether an evaluation lies within the threshold of an even game: within 2.5 of 0, or for "5%" from 45 to 55 %. */
static bool is_even(const struct jg_threshold *threshold, const struct jg_report *report) {
    double value;
    const double rounding = 1e-9;
    return measure(threshold, report, &value) && fabs(value) <= threshold->size + rounding;
}

/* 1 if the reporting side wins by at least the threshold, -1 if it loses by that, 0 otherwise. */
static int winner(const struct jg_threshold *threshold, const struct jg_report *report) {
    double value, least = threshold->chance ? threshold->size - 0.5 : threshold->size;
    const double rounding = 1e-9;
    if (!measure(threshold, report, &value) || fabs(value) < least - rounding) return 0;
    return value > 0 ? 1 : -1;
}

/* ---- Rules --------------------------------------------------------------------------------- */

struct rule {
    int number, count;
    char score[32];
};

static const struct jg_option RULE[] = {
    {.name = "movenumber", .type = JG_OPT_INT, JG_FIELD(struct rule, number), .max = 10000, .standard = "0"},
    {.name = "movecount", .type = JG_OPT_INT, JG_FIELD(struct rule, count), .min = 1, .max = 10000, .standard = "3"},
    {.name = "score", .type = JG_OPT_TEXT, JG_FIELD(struct rule, score), .standard = ""},
    {0},
};

/* Parses the part of a rule behind its name, with or without movenumber. */
static enum jg_status parse(const char *name, const struct jg_option *table, const char *text, struct rule *out,
                            struct jg_threshold *score, struct jg_error *err) {
    char spec[JG_SPEC_MAX];
    struct jg_error why = {.lang = err ? err->lang : JG_EN};
    snprintf(spec, sizeof spec, "%s:%.*s", name, (int)sizeof spec - 16, text);
    *out = (struct rule){0};
    if (jg_spec_options(spec, table, out, &why))
        return jg_fail(err, why.code, JG_NO_POSITION, "--%s: %s", name, why.message);
    if (!jg_threshold_parse(score, out->score))
        return jg_fail(
            err, JG_EINPUT, JG_NO_POSITION,
            "--%s: score must be a number in the game's unit or a chance to win, such as 5 or 95%%, not '%s'", name,
            out->score);
    return JG_OK;
}

enum jg_status jg_adjudication_parse_resign(struct jg_adjudication *out, const char *text, struct jg_error *err) {
    struct rule rule;
    enum jg_status status = parse("resign", RULE + 1, text, &rule, &out->resign, err);
    if (status) return status;
    if (out->resign.chance ? out->resign.size <= 0.5 : out->resign.size <= 0)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "--resign: score must be above 0, or above 50%%, not '%s'",
                       rule.score);
    out->resign_moves = rule.count;
    return JG_OK;
}

enum jg_status jg_adjudication_parse_draw(struct jg_adjudication *out, const char *text, struct jg_error *err) {
    struct rule rule;
    enum jg_status status = parse("draw", RULE, text, &rule, &out->draw, err);
    if (status) return status;
    if (out->draw.chance && out->draw.size >= 0.5)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "--draw: score must be below 50%%, since it is the distance from an even game, not '%s'",
                       rule.score);
    out->draw_moves = rule.count;
    out->draw_number = rule.number;
    return JG_OK;
}

enum jg_status jg_adjudication_use_database(struct jg_adjudication *out, const struct jg_game *g,
                                            struct jg_error *err) {
    char names[256];
    struct jg_text t;
    out->database = jg_endgame_available(g);
    if (out->database) return JG_OK;
    jg_text_init(&t, names, sizeof names);
    for (size_t i = 0; jg_game_kind_at(i); i++)
        if (jg_game_kind_at(i)->probe_endgame) jg_text_add(&t, "%s%s", t.used ? ", " : "", jg_game_kind_at(i)->name);
    return jg_fail(err, JG_EFIT, JG_NO_POSITION, "%s has no endgame database; games for --tb: %s", g->kind->name,
                   names);
}

bool jg_adjudication_is_on(const struct jg_adjudication *rules) {
    return rules->resign_moves || rules->draw_moves || rules->database;
}

void jg_adjudication_print(const struct jg_adjudication *rules, struct jg_text *t) {
    size_t begin = t->used;
    if (rules->resign_moves) {
        jg_text_add(t, "resign movecount=%d,score=", rules->resign_moves);
        jg_threshold_print(&rules->resign, t);
    }
    if (rules->draw_moves) {
        jg_text_add(t, "%sdraw movenumber=%d,movecount=%d,score=", t->used > begin ? ", " : "", rules->draw_number,
                    rules->draw_moves);
        jg_threshold_print(&rules->draw, t);
    }
    if (rules->database) jg_text_add(t, "%s%s", t->used > begin ? ", " : "", REASONS[JG_ADJUDICATION_DATABASE]);
}

/* ---- One game ------------------------------------------------------------------------------ */

/* Whether a move has no evaluation because it was forced: such a move does not interrupt an agreement. */
static bool is_neutral(const struct jg_record *r, const struct jg_report *report) {
    jg_move moves[JG_MOVES_MAX];
    return !report->by && jg_moves(r->game, jg_record_state(r), moves) == 1;
}

void jg_adjudicator_observe(struct jg_adjudicator *a, const struct jg_record *r, int seat,
                            const struct jg_report *report) {
    int team = jg_team(seat), *wins = &a->wins[team];
    if (!a->rules || is_neutral(r, report)) return;
    int side = winner(&a->rules->resign, report) * (team ? -1 : 1);
    *wins = side * *wins > 0 ? *wins + side : side;
    a->draws[team] = is_even(&a->rules->draw, report) ? a->draws[team] + 1 : 0;
}

static int least(const int counts[2], int sign) {
    int a = sign * counts[0], b = sign * counts[1];
    return a < b ? a : b;
}

bool jg_adjudicator_end(const struct jg_adjudicator *a, struct jg_record *r) {
    const struct jg_adjudication *rules = a->rules;
    int32_t score;
    if (!rules) return false;
    if (rules->database && jg_endgame_probe(r->game, jg_record_state(r), 0, &score))
        jg_record_adjudicate(r, score, REASONS[JG_ADJUDICATION_DATABASE]);
    else if (rules->resign_moves && least(a->wins, 1) >= rules->resign_moves)
        jg_record_adjudicate(r, 1, REASONS[JG_ADJUDICATION_RESIGN]);
    else if (rules->resign_moves && least(a->wins, -1) >= rules->resign_moves)
        jg_record_adjudicate(r, -1, REASONS[JG_ADJUDICATION_RESIGN]);
    else if (rules->draw_moves && least(a->draws, 1) >= rules->draw_moves && r->count >= 2 * rules->draw_number)
        jg_record_adjudicate(r, 0, REASONS[JG_ADJUDICATION_DRAW]);
    return r->adjudicated;
}
