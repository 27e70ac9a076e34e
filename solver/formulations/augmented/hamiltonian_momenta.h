/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * hamiltonian_momenta.h - the augmented formulation with momenta.
 */
#ifndef LW_HAMILTONIAN_MOMENTA_H
#define LW_HAMILTONIAN_MOMENTA_H

#include "step/method.h"

extern const lw_method lw_augmented_hamiltonian_method;

#endif
