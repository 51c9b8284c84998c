/* Prints the best move in a position, with the installed library:
 *
 *   cc best_move.c $(pkg-config --cflags --libs jogada) -o best_move
 *   ./best_move kalah alphabeta:depth=10 "4,4,0,5,5,5,1,4,4,4,4,4,4,0 1"
 */
#include <jogada/jogada.h>

#include <stdio.h>

int main(int argc, char **argv) {
    struct jg_error err = {.lang = JG_EN};
    struct jg_game game;
    struct jg_agent agent = {0};
    union jg_state state;
    static struct jg_report report;
    if (argc < 3 || argc > 4) {
        fprintf(stderr, "usage: best_move GAME AGENT [POSITION]\n");
        return 2;
    }
    enum jg_status status = jg_game_open(&game, argv[1], &err);
    if (!status) status = jg_agent_open(&agent, &game, argv[2], &err);
    if (!status) status = jg_parse(&game, argc > 3 ? argv[3] : NULL, &state, &err);
    if (!status && jg_turn(&game, &state) < 0) status = jg_fail(&err, JG_EINPUT, -1, "nobody is to move");
    if (!status) {
        struct jg_ask ask = {.seed = 1};
        status = jg_ask_state(&ask, &agent, &state, &report, &err);
    }
    if (!status) {
        char move[JG_MOVE_MAX], value[32];
        struct jg_text text;
        jg_text_init(&text, move, sizeof move);
        game.kind->print_move(&game, &state, report.move, &text);
        jg_text_init(&text, value, sizeof value);
        if (report.by) jg_value_print(&text, report.by, report.value, JG_EN);
        printf("%s %s\n", move, value);
    } else {
        fprintf(stderr, "%s\n", err.message);
    }
    jg_agent_close(&agent);
    jg_game_close(&game);
    return status ? 1 : 0;
}
