/* Finds proven mistakes in a game: moves whose exact value is lower than that of the best move. */
#include "cli/analysis.h"
#include "cli/play_table.h"

#include <stdlib.h>
#include <string.h>

struct search {
    struct table *t;
    struct jg_agent analyst;
    struct jg_report *report;
    struct progress bar;
    int moves, solved, mistakes;
};

/* Finds the value of a move in the report. Returns false if it has none. */
static bool value_of(const struct jg_report *r, jg_move move, int32_t *value) {
    for (int i = 0; i < r->move_count; i++) {
        if (r->moves[i].move != move) continue;
        *value = r->moves[i].value;
        return true;
    }
    return false;
}

static void say(struct search *s, int n, int32_t value) {
    const struct jg_record *r = &s->t->s->record;
    const void *state = jg_record_state_at(r, n);
    struct progress bar = s->bar;
    char words[256], move[JG_MOVE_MAX], got[32], best[32];
    struct jg_text text;
    jg_text_init(&text, words, sizeof words);
    r->game->kind->describe_move(r->game, state, r->moves[n], s->t->c->lang, &text);
    progress_end(&s->bar);
    printf(tr(s->t->c, "  %d. %s: %s; better: %s, %s\n"), n + 1, words, analysis_value(s->t->c, s->report, value, got),
           move_text(r->game, state, s->report->move, move),
           analysis_value(s->t->c, s->report, s->report->value, best));
    s->bar = bar; /* resume the bar below the line */
}

/* Finds the proven result after move n for its player: 1 won, 0 drawn, -1 lost. Returns false if nothing is proven. */
static bool result_after(struct search *s, int n, int *result) {
    const struct jg_record *r = &s->t->s->record;
    const struct jg_game *g = r->game;
    struct jg_error err = {.lang = s->t->c->lang};
    struct jg_report *after = malloc(sizeof *after);
    int team = jg_team(jg_turn(g, jg_record_state_at(r, n)));
    const void *state = jg_record_state_at(r, n + 1);
    int turn = jg_turn(g, state);
    struct jg_query query = {.view = state, .seat = turn, .seed = table_seed(s->t, turn, n + 1), .stop = &interrupted};
    query.keys = r->keys;
    query.key_count = r->keys ? (size_t)n + 1 : 0;
    int32_t score = 0;
    if (!after) print_out_of_memory(s->t->c);
    bool sure = after && (turn == JG_OVER || (!jg_agent_choose(&s->analyst, &query, after, &err) && after->by &&
                                              after->proven && !atomic_load(&interrupted)));
    if (sure) score = turn == JG_OVER ? jg_score(g, state, team) : jg_team(turn) == team ? after->value : -after->value;
    *result = (score > 0) - (score < 0);
    free(after);
    return sure;
}

/* Whether a lower value is a proven loss: exact scores always are; other values only if the result is worse. */
static bool certain(struct search *s, int n) {
    int32_t best = s->report->value;
    int result;
    return s->report->by == &jg_eval_score || (result_after(s, n, &result) && result < (best > 0) - (best < 0));
}

/* Checks a move. Returns false if the agent failed or the user interrupted. */
static bool look_at(struct search *s, int n) {
    const struct jg_record *r = &s->t->s->record;
    struct jg_error err = {.lang = s->t->c->lang};
    const void *state = jg_record_state_at(r, n);
    int32_t value;
    struct jg_query query = {.view = state,
                             .seat = jg_turn(r->game, state),
                             .seed = table_seed(s->t, jg_turn(r->game, state), n),
                             .stop = &interrupted,
                             .keys = r->keys,
                             .key_count = r->keys ? (size_t)n : 0,
                             .all = true};
    if (jg_agent_choose(&s->analyst, &query, s->report, &err)) {
        print_error(s->t->c, &err, NULL);
        return false;
    }
    if (atomic_load(&interrupted)) return false;
    s->moves++;
    if (!s->report->by || !s->report->proven || !value_of(s->report, r->moves[n], &value)) return true;
    s->solved++;
    if (value >= s->report->value || !certain(s, n)) return true;
    s->mistakes++;
    say(s, n, value);
    return true;
}

void table_mistakes(struct table *t) {
    const struct jg_record *r = &t->s->record;
    struct jg_error err = {.lang = t->c->lang};
    struct search s = {.t = t, .report = malloc(sizeof *s.report)};
    bool people = table_any_human(t->s);
    if (!s.report) {
        print_out_of_memory(t->c);
        return;
    }
    if (jg_agent_open(&s.analyst, r->game, r->game->kind->opponent, &err)) {
        print_error(t->c, &err, NULL);
        free(s.report);
        return;
    }
    progress_begin(&s.bar, t->c, tr(t->c, "looking for mistakes"));
    for (int n = 0; n < r->count; n++) {
        int turn = jg_turn(r->game, jg_record_state_at(r, n));
        if ((!people || table_human(t->s, turn)) && !look_at(&s, n)) break;
        progress_show(&s.bar, (double)(n + 1) / r->count, 0);
    }
    progress_end(&s.bar);
    if (!s.mistakes && s.solved) printf("  %s\n", tr(t->c, "no mistakes found"));
    printf(tr(t->c, "  moves checked: %d, of which solved: %d\n"), s.moves, s.solved);
    jg_agent_close(&s.analyst);
    free(s.report);
}
