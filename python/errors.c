/* Errors of the library as exceptions: jogada.Error with position, code and the text that was parsed. */
#include "module.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Sets an attribute of an exception; takes the value, which may be NULL. */
static bool set(PyObject *exception, const char *name, PyObject *value) {
    bool good = value && !PyObject_SetAttrString(exception, name, value);
    Py_XDECREF(value);
    return good;
}

static PyObject *optional_text(const char *text) {
    if (text) return PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace");
    Py_INCREF(Py_None);
    return Py_None;
}

static PyObject *optional_position(int position) {
    if (position >= 0) return PyLong_FromLong(position);
    Py_INCREF(Py_None);
    return Py_None;
}

PyObject *raise_error(const struct module *m, const struct jg_error *err, const char *text) {
    if (err->code == JG_EMEMORY) return PyErr_NoMemory();
    PyObject *message = PyUnicode_DecodeUTF8(err->message, (Py_ssize_t)strlen(err->message), "replace");
    PyObject *exception = message ? PyObject_CallFunctionObjArgs(m->error, message, NULL) : NULL;
    Py_XDECREF(message);
    if (exception && set(exception, "code", PyUnicode_FromString(jg_status_name(err->code))) &&
        set(exception, "position", optional_position(err->position)) && set(exception, "text", optional_text(text)))
        PyErr_SetObject(m->error, exception);
    Py_XDECREF(exception);
    return NULL;
}

PyObject *raise_text(const struct module *m, const char *format, ...) {
    struct jg_error err = {.code = JG_EINPUT, .position = JG_NO_POSITION};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(err.message, sizeof err.message, format, arguments);
    va_end(arguments);
    return raise_error(m, &err, NULL);
}
