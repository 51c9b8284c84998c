/* Files of Kalah's endgame database: a file is loaded only if its header, checksums and values are unchanged. The
 * input edits a valid file: one byte for the operation, two for the position, one for the new byte. */
#include "fuzz.h"

#include "games/kalah/endgame_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

enum { HOUSES = 2, SEEDS = 6, LONGEST = 1 << 16, EDIT = 4 };

static char folder[] = "/tmp/jogada-fuzz-XXXXXX", path[256];
static unsigned char good[LONGEST], now[LONGEST];
static size_t good_size, values;
static struct jg_kalah_endgame shape;
static int file;

static void remove_all(void) {
    char command[sizeof folder + 16];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    (void)!system(command);
}

/* Builds a small database once and reads its file. */
static void make_good(void) {
    const struct jg_kalah_endgame_params ask = {.houses = HOUSES, .seeds = SEEDS, .threads = 1, .save = true};
    char made_at[256];
    bool made;
    MUST(mkdtemp(folder) && !setenv("XDG_CACHE_HOME", folder, 1));
    atexit(remove_all);
    struct jg_kalah_endgame *e = jg_kalah_endgame_open(&ask, &made, NULL);
    MUST(e && made && !jg_kalah_endgame_path(made_at, sizeof made_at, HOUSES, false, SEEDS, NULL));
    FILE *f = fopen(made_at, "rb");
    MUST(f);
    good_size = fread(good, 1, sizeof good, f);
    fclose(f);
    values = (size_t)jg_kalah_endgame_size(HOUSES, SEEDS);
    MUST(good_size > values && good_size < sizeof good);
    shape = *e;
    jg_kalah_endgame_close(e);
    shape.values = NULL;
    shape.map = NULL;
    shape.mapped = 0;
    snprintf(path, sizeof path, "%s/edited", folder);
    file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    MUST(file >= 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!good_size) make_good();
    size_t length = good_size;
    memcpy(now, good, good_size);
    for (; size >= EDIT; data += EDIT, size -= EDIT) {
        size_t at = (size_t)(data[1] | data[2] << 8) % sizeof now;
        if (data[0] == 'l') length = at; /* another length */
        if (data[0] == 'h') now[at % 64] = data[3];
        if (data[0] == 'b') now[at % good_size] = data[3];
    }
    MUST(pwrite(file, now, length, 0) == (ssize_t)length && !ftruncate(file, (off_t)length));
    struct jg_kalah_endgame *e = malloc(sizeof *e);
    MUST(e);
    *e = shape;
    if (jg_kalah_endgame_load(e, shape.seeds, path, 1, NULL)) {
        MUST(length == good_size && !memcmp(e->values, good + good_size - values, values));
        MUST(jg_kalah_endgame_matches(&shape, path));
    } else
        MUST(length != good_size || memcmp(now, good, good_size));
    jg_kalah_endgame_close(e);
    return 0;
}
