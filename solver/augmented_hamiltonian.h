/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * augmented_hamiltonian.h - the augmented formulation with momenta.
 */
#ifndef LW_AUGMENTED_HAMILTONIAN_H
#define LW_AUGMENTED_HAMILTONIAN_H

#include "formulation.h"

extern const lw_method lw_augmented_hamiltonian_method;

#endif
