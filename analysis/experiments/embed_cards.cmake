# cmake -DCARDS=game_cards.csv -DBYTES=bytes.cmake -DOUT=cards.c -P embed_cards.cmake: the table as a C string.
include(${BYTES})
add_files(hex ${CARDS})
as_array(cards "${hex}00" cards)
file(WRITE ${OUT} "/* Generated from ${CARDS}. */\n#include \"analysis/experiments/study_internal.h\"\n\n${cards}
const char *const study_cards = (const char *)cards;\n")
