#include "bench/games/loa/plain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int DIRECTIONS[8][2] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
static const struct plain_loa_move PASS = {-1, -1, -1, -1};

static bool on_board(int rank, int file) { return rank >= 0 && rank < 8 && file >= 0 && file < 8; }
static char other(char colour) { return colour == 'b' ? 'w' : 'b'; }

/* ---- Connection ------------------------------------------------------------------------ */

static int visit(const struct plain_loa *p, char colour, int rank, int file, bool seen[8][8]) {
    int pieces = 1;
    seen[rank][file] = true;
    for (int d = 0; d < 8; d++) {
        int r = rank + DIRECTIONS[d][0], f = file + DIRECTIONS[d][1];
        if (on_board(r, f) && p->board[r][f] == colour && !seen[r][f]) pieces += visit(p, colour, r, f, seen);
    }
    return pieces;
}

bool plain_loa_connected(const struct plain_loa *p, char colour) {
    bool seen[8][8] = {{false}};
    int pieces = 0, group = 0;
    for (int rank = 0; rank < 8; rank++)
        for (int file = 0; file < 8; file++) {
            if (p->board[rank][file] != colour) continue;
            if (pieces == 0) group = visit(p, colour, rank, file, seen);
            pieces++;
        }
    return group == pieces;
}

/* ---- Moves ----------------------------------------------------------------------------- */

int plain_loa_count(const struct plain_loa *p, int rank, int file, int rank_step, int file_step) {
    int pieces = p->board[rank][file] != '.';
    for (int r = rank + rank_step, f = file + file_step; on_board(r, f); r += rank_step, f += file_step)
        if (p->board[r][f] != '.') pieces++;
    for (int r = rank - rank_step, f = file - file_step; on_board(r, f); r -= rank_step, f -= file_step)
        if (p->board[r][f] != '.') pieces++;
    return pieces;
}

/* The reason why a piece cannot move this many squares in a direction, or NULL. */
static const char *blocked(const struct plain_loa *p, int rank, int file, const int step[2], int squares) {
    int to_rank = rank + squares * step[0], to_file = file + squares * step[1];
    if (!on_board(to_rank, to_file)) return "off the board";
    if (p->board[to_rank][to_file] == p->player) return "an own piece is there";
    for (int i = 1; i < squares; i++)
        if (p->board[rank + i * step[0]][file + i * step[1]] == other(p->player)) return "an enemy is in the way";
    return NULL;
}

int plain_loa_moves(const struct plain_loa *p, struct plain_loa_move out[PLAIN_LOA_MOVES]) {
    int n = 0;
    if (p->winner) return 0;
    for (int rank = 0; rank < 8; rank++)
        for (int file = 0; file < 8; file++) {
            if (p->board[rank][file] != p->player) continue;
            for (int d = 0; d < 8; d++) {
                const int *step = DIRECTIONS[d];
                int squares = plain_loa_count(p, rank, file, step[0], step[1]);
                if (blocked(p, rank, file, step, squares)) continue;
                out[n++] = (struct plain_loa_move){rank, file, rank + squares * step[0], file + squares * step[1]};
            }
        }
    if (n == 0) out[n++] = PASS;
    return n;
}

static bool is_pass(struct plain_loa_move m) { return m.from_rank < 0; }

static int sign(int n) { return (n > 0) - (n < 0); }

const char *plain_loa_why_not(const struct plain_loa *p, struct plain_loa_move m) {
    struct plain_loa_move moves[PLAIN_LOA_MOVES];
    if (p->winner) return "the game is over";
    if (is_pass(m)) return plain_loa_moves(p, moves) == 1 && is_pass(moves[0]) ? NULL : "there are moves";
    int ranks = m.to_rank - m.from_rank, files = m.to_file - m.from_file;
    int step[2] = {sign(ranks), sign(files)}, squares = abs(ranks) > abs(files) ? abs(ranks) : abs(files);
    if (p->board[m.from_rank][m.from_file] != p->player) return "no own piece is there";
    if (squares == 0 || (ranks && files && abs(ranks) != abs(files))) return "not on a line";
    int pieces = plain_loa_count(p, m.from_rank, m.from_file, step[0], step[1]);
    if (squares < pieces) return "too near";
    if (squares > pieces) return "too far";
    return blocked(p, m.from_rank, m.from_file, step, squares);
}

/* ---- Rules ----------------------------------------------------------------------------- */

void plain_loa_judge(struct plain_loa *p) {
    struct plain_loa_move moves[PLAIN_LOA_MOVES];
    bool mover = plain_loa_connected(p, other(p->player)), opponent = plain_loa_connected(p, p->player);
    p->winner = 0;
    if (mover && opponent)
        p->winner = p->both_mover ? other(p->player) : '=';
    else if (mover)
        p->winner = other(p->player);
    else if (opponent)
        p->winner = p->player;
    else if (p->nomove_loss && plain_loa_moves(p, moves) == 1 && is_pass(moves[0]))
        p->winner = other(p->player);
}

void plain_loa_start(struct plain_loa *p, bool both_mover, bool nomove_loss) {
    *p = (struct plain_loa){.player = 'b', .both_mover = both_mover, .nomove_loss = nomove_loss};
    memset(p->board, '.', sizeof p->board);
    for (int i = 1; i <= 6; i++) {
        p->board[0][i] = p->board[7][i] = 'b';
        p->board[i][0] = p->board[i][7] = 'w';
    }
}

void plain_loa_move(struct plain_loa *p, struct plain_loa_move m) {
    if (!is_pass(m)) {
        p->board[m.from_rank][m.from_file] = '.';
        p->board[m.to_rank][m.to_file] = p->player;
    }
    p->player = other(p->player);
    plain_loa_judge(p);
}

uint64_t plain_loa_perft(const struct plain_loa *p, int depth) {
    struct plain_loa_move moves[PLAIN_LOA_MOVES];
    uint64_t total = 0;
    if (depth == 0) return 1;
    int n = plain_loa_moves(p, moves);
    for (int i = 0; i < n; i++) {
        struct plain_loa next = *p;
        plain_loa_move(&next, moves[i]);
        total += plain_loa_perft(&next, depth - 1);
    }
    return total;
}

int plain_loa_random(struct plain_loa *p, uint64_t *seed, int most) {
    int made = 0;
    for (; made < most && !p->winner; made++) {
        struct plain_loa_move moves[PLAIN_LOA_MOVES];
        int n = plain_loa_moves(p, moves);
        *seed = *seed * 6364136223846793005u + 1442695040888963407u; /* Knuth's, of 64 bits */
        plain_loa_move(p, moves[(*seed >> 33) % (unsigned)n]);
    }
    return made;
}

/* ---- Text ------------------------------------------------------------------------------ */

void plain_loa_print(const struct plain_loa *p, char out[80]) {
    for (int rank = 7; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < 8; file++) {
            if (p->board[rank][file] == '.') empty++;
            if (empty && (p->board[rank][file] != '.' || file == 7)) {
                *out++ = (char)('0' + empty);
                empty = 0;
            }
            if (p->board[rank][file] != '.') *out++ = p->board[rank][file];
        }
        *out++ = rank ? '/' : ' ';
    }
    *out++ = p->player;
    *out = 0;
}

void plain_loa_parse(struct plain_loa *p, const char *text) {
    memset(p->board, '.', sizeof p->board);
    for (int rank = 7, file = 0; *text != ' '; text++) {
        if (*text == '/') {
            rank--;
            file = 0;
        } else if (*text >= '1' && *text <= '8') {
            file += *text - '0';
        } else {
            p->board[rank][file++] = *text;
        }
    }
    p->player = text[1];
    plain_loa_judge(p);
}

void plain_loa_print_move(const struct plain_loa *p, struct plain_loa_move m, char out[8]) {
    if (is_pass(m)) {
        strcpy(out, "pass");
        return;
    }
    bool takes = p->board[m.to_rank][m.to_file] != '.';
    snprintf(out, 8, "%c%c%c%c%c", 'a' + m.from_file, '1' + m.from_rank, takes ? 'x' : '-', 'a' + m.to_file,
             '1' + m.to_rank);
}
