#include "tune/method.h"

#include <jansson.h>
#include <math.h>

json_t *jg_method_vector_json(const double *numbers, int n) {
    json_t *list = json_array();
    for (int i = 0; list && i < n; i++) {
        if (!json_array_append_new(list, json_real(numbers[i]))) continue;
        json_decref(list);
        list = NULL;
    }
    return list;
}

bool jg_method_read_vector(const json_t *list, double *numbers, int n) {
    if (!json_is_array(list) || json_array_size(list) != (size_t)n) return false;
    for (int i = 0; i < n; i++) {
        const json_t *x = json_array_get(list, (size_t)i);
        if (!json_is_number(x) || !isfinite(numbers[i] = json_number_value(x))) return false;
    }
    return true;
}

bool jg_method_read_count(const json_t *number, int *out) {
    json_int_t n = json_integer_value(number);
    if (!json_is_integer(number) || n < 0 || n > JG_GENERATIONS_MAX) return false;
    *out = (int)n;
    return true;
}

void jg_method_rank(const double *fitness, int n, int *places) {
    for (int i = 0; i < n; i++) {
        int at = i;
        for (; at > 0 && fitness[places[at - 1]] < fitness[i]; at--) places[at] = places[at - 1];
        places[at] = i;
    }
}
