/* Shared by the files that read and find inputs. */
#ifndef BOARDLAB_CORE_LEARN_INPUTS_INTERNAL_H
#define BOARDLAB_CORE_LEARN_INPUTS_INTERNAL_H

#include "core/learn/inputs.h"

/* A field by its place (InputField), and where the state of its game begins;
 * NULL if there is none. */
const Field *input_field(const Game *game, int layer, int field,
                         size_t *begins);

/* The class of a number that is so much above the least. */
int input_class(int64_t number);

/* What becomes of a number, and of the place of one in its field, when the
 * seats go round until `first` is the first. */
int32_t input_change_number(SeatChange change, int seats, int first,
                            int32_t number);
int input_change_place(const Field *f, const InputView *view, int seats,
                       int first, int i);

#endif
