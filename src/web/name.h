/* Display names of players. */
#ifndef WEB_NAME_H
#define WEB_NAME_H

#include "web/peer.h"

/* Normalizes a UTF-8 text to a name: one line, single blanks between words, no invisible or bidirectional control
 * characters. The result may be "". Fails if it is too long. */
enum jg_status jg_name_read(char out[JG_PLAYER_NAME], const char *text, struct jg_error *err);

#endif
