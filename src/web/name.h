/* Names that players give themselves, which others read. */
#ifndef WEB_NAME_H
#define WEB_NAME_H

#include "web/peer.h"

/* Makes a name of a UTF-8 text: one line, single blanks, none around it; what cannot be seen, or
 * turns the text around it, is left out. So may all of it be: "". */
enum jg_status jg_name_read(char out[JG_PLAYER_NAME], const char *text, struct jg_error *err);

#endif
