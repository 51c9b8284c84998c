#include "study/shipped.h"

#include "study/checkpoint.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *file, *text;
} SHIPPED[] = {
#include "shipped_studies.inc"
};

static const char *text_of(const struct jg_study *study) {
    size_t length = strlen(study->name);
    for (size_t i = 0; i < sizeof SHIPPED / sizeof *SHIPPED; i++)
        if (!strncmp(SHIPPED[i].file, study->name, length) && !strcmp(SHIPPED[i].file + length, ".txt"))
            return SHIPPED[i].text;
    return NULL;
}

/* The text that follows a word in the head of a checkpoint, up to a blank; "" if the word is missing. */
static void value_of(const char *head, const char *word, char *out, size_t size) {
    const char *at = strstr(head, word);
    size_t n = at ? strcspn(at += strlen(word), " \n") : 0;
    if (n >= size) n = size - 1;
    memcpy(out, at ? at : "", n);
    out[n] = 0;
}

static bool has_word(const char *head, const char *word) {
    const char *at = strstr(head, word), *end = strchr(head, '\n');
    return at && at < end;
}

bool jg_study_shipped_find(const struct jg_study *study, struct jg_study_shipped *out) {
    const char *text = text_of(study), *head = text ? strchr(text, '\n') : NULL;
    char number[24];
    *out = (struct jg_study_shipped){0};
    if (!head) return false;
    head++;
    value_of(head, " version ", out->version, sizeof out->version);
    value_of(head, " date ", out->date, sizeof out->date);
    value_of(head, " seed ", number, sizeof number);
    out->setting.seed = strtoull(number, NULL, 10);
    value_of(head, " games ", number, sizeof number);
    out->setting.games = atoi(number);
    out->setting.quick = has_word(head, " quick ");
    out->setting.all = has_word(head, " all ");
    out->setting.compat = has_word(head, " compat ");
    return true;
}

enum jg_status jg_study_shipped_result(const struct jg_study *study, struct jg_study_result *result,
                                       struct jg_error *err) {
    struct jg_study_shipped shipped;
    struct jg_study_checkpoint *k = calloc(1, sizeof *k);
    if (!k) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    enum jg_status status = JG_OK;
    if (!jg_study_shipped_find(study, &shipped) || !jg_study_checkpoint_parse(k, text_of(study)))
        status = jg_fail(err, JG_EINPUT, JG_NO_POSITION, "no results of %s come with this program", study->name);
    if (!status) {
        shipped.setting.checkpoint = k;
        shipped.setting.stop = &k->lacking; /* set when a part is missing, instead of playing it */
        shipped.setting.threads = 1;
        status = study->run(&shipped.setting, result, err);
        if (!status && atomic_load(&k->lacking)) status = jg_fail(err, JG_ESTOP, JG_NO_POSITION, "stopped");
    }
    free(k);
    return status;
}
