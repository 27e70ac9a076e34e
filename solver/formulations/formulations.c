/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * formulations.c - the table of formulations.
 */
#include "step/method.h"

#include "formulations/augmented/hamiltonian_momenta.h"
#include "formulations/augmented/lagrangian.h"
#include "formulations/joint_space/joint_space.h"
#include "formulations/partitioning/partitioning.h"
#include "step/step.h"

static const lw_method* const methods[LW_FORMULATION_COUNT] = {
    [LW_INDEX3_DCA]              = &lw_index3_method,
    [LW_HAMILTONIAN_DCA]         = &lw_hamiltonian_method,
    [LW_ACCELERATION_DCA]        = &lw_acceleration_method,
    [LW_PENALTY]                 = &lw_penalty_method,
    [LW_AUGMENTED_LAGRANGIAN]    = &lw_augmented_lagrangian_method,
    [LW_AUGMENTED_HAMILTONIAN]   = &lw_augmented_hamiltonian_method,
    [LW_COORDINATE_PARTITIONING] = &lw_partitioning_method,
};

const lw_method* lw_method_of(lw_formulation formulation)
{
  const int i = (int)formulation;
  return i >= 0 && i < LW_FORMULATION_COUNT ? methods[i] : NULL;
}
