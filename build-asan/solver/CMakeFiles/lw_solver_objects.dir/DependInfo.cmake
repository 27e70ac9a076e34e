
# Consider dependencies only in project.
set(CMAKE_DEPENDS_IN_PROJECT_ONLY OFF)

# The set of languages for which implicit dependencies are needed:
set(CMAKE_DEPENDS_LANGUAGES
  )

# The set of dependency files which are needed:
set(CMAKE_DEPENDS_DEPENDENCY_FILES
  "/tmp/ode/solver/acceleration.c" "solver/CMakeFiles/lw_solver_objects.dir/acceleration.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/acceleration.c.o.d"
  "/tmp/ode/solver/advance.c" "solver/CMakeFiles/lw_solver_objects.dir/advance.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/advance.c.o.d"
  "/tmp/ode/solver/articulate.c" "solver/CMakeFiles/lw_solver_objects.dir/articulate.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/articulate.c.o.d"
  "/tmp/ode/solver/augmented.c" "solver/CMakeFiles/lw_solver_objects.dir/augmented.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/augmented.c.o.d"
  "/tmp/ode/solver/augmented_hamiltonian.c" "solver/CMakeFiles/lw_solver_objects.dir/augmented_hamiltonian.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/augmented_hamiltonian.c.o.d"
  "/tmp/ode/solver/augmented_lagrangian.c" "solver/CMakeFiles/lw_solver_objects.dir/augmented_lagrangian.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/augmented_lagrangian.c.o.d"
  "/tmp/ode/solver/bodies.c" "solver/CMakeFiles/lw_solver_objects.dir/bodies.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/bodies.c.o.d"
  "/tmp/ode/solver/connectors.c" "solver/CMakeFiles/lw_solver_objects.dir/connectors.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/connectors.c.o.d"
  "/tmp/ode/solver/dependence.c" "solver/CMakeFiles/lw_solver_objects.dir/dependence.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/dependence.c.o.d"
  "/tmp/ode/solver/derivative.c" "solver/CMakeFiles/lw_solver_objects.dir/derivative.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/derivative.c.o.d"
  "/tmp/ode/solver/derive.c" "solver/CMakeFiles/lw_solver_objects.dir/derive.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/derive.c.o.d"
  "/tmp/ode/solver/diag.c" "solver/CMakeFiles/lw_solver_objects.dir/diag.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/diag.c.o.d"
  "/tmp/ode/solver/eliminate.c" "solver/CMakeFiles/lw_solver_objects.dir/eliminate.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/eliminate.c.o.d"
  "/tmp/ode/solver/eliminate_avx2.c" "solver/CMakeFiles/lw_solver_objects.dir/eliminate_avx2.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/eliminate_avx2.c.o.d"
  "/tmp/ode/solver/elimination.c" "solver/CMakeFiles/lw_solver_objects.dir/elimination.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/elimination.c.o.d"
  "/tmp/ode/solver/expression.c" "solver/CMakeFiles/lw_solver_objects.dir/expression.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/expression.c.o.d"
  "/tmp/ode/solver/formulation.c" "solver/CMakeFiles/lw_solver_objects.dir/formulation.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/formulation.c.o.d"
  "/tmp/ode/solver/hamiltonian.c" "solver/CMakeFiles/lw_solver_objects.dir/hamiltonian.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/hamiltonian.c.o.d"
  "/tmp/ode/solver/initialize.c" "solver/CMakeFiles/lw_solver_objects.dir/initialize.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/initialize.c.o.d"
  "/tmp/ode/solver/instance.c" "solver/CMakeFiles/lw_solver_objects.dir/instance.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/instance.c.o.d"
  "/tmp/ode/solver/joint.c" "solver/CMakeFiles/lw_solver_objects.dir/joint.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/joint.c.o.d"
  "/tmp/ode/solver/joint_law.c" "solver/CMakeFiles/lw_solver_objects.dir/joint_law.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/joint_law.c.o.d"
  "/tmp/ode/solver/joint_rate.c" "solver/CMakeFiles/lw_solver_objects.dir/joint_rate.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/joint_rate.c.o.d"
  "/tmp/ode/solver/joint_space.c" "solver/CMakeFiles/lw_solver_objects.dir/joint_space.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/joint_space.c.o.d"
  "/tmp/ode/solver/kernel.c" "solver/CMakeFiles/lw_solver_objects.dir/kernel.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/kernel.c.o.d"
  "/tmp/ode/solver/loops.c" "solver/CMakeFiles/lw_solver_objects.dir/loops.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/loops.c.o.d"
  "/tmp/ode/solver/mobility.c" "solver/CMakeFiles/lw_solver_objects.dir/mobility.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/mobility.c.o.d"
  "/tmp/ode/solver/model.c" "solver/CMakeFiles/lw_solver_objects.dir/model.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/model.c.o.d"
  "/tmp/ode/solver/model_check.c" "solver/CMakeFiles/lw_solver_objects.dir/model_check.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/model_check.c.o.d"
  "/tmp/ode/solver/model_check_values.c" "solver/CMakeFiles/lw_solver_objects.dir/model_check_values.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/model_check_values.c.o.d"
  "/tmp/ode/solver/model_elements.c" "solver/CMakeFiles/lw_solver_objects.dir/model_elements.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/model_elements.c.o.d"
  "/tmp/ode/solver/model_finish.c" "solver/CMakeFiles/lw_solver_objects.dir/model_finish.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/model_finish.c.o.d"
  "/tmp/ode/solver/model_formulas.c" "solver/CMakeFiles/lw_solver_objects.dir/model_formulas.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/model_formulas.c.o.d"
  "/tmp/ode/solver/model_io.c" "solver/CMakeFiles/lw_solver_objects.dir/model_io.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/model_io.c.o.d"
  "/tmp/ode/solver/model_records.c" "solver/CMakeFiles/lw_solver_objects.dir/model_records.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/model_records.c.o.d"
  "/tmp/ode/solver/newmark.c" "solver/CMakeFiles/lw_solver_objects.dir/newmark.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/newmark.c.o.d"
  "/tmp/ode/solver/newton.c" "solver/CMakeFiles/lw_solver_objects.dir/newton.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/newton.c.o.d"
  "/tmp/ode/solver/ode.c" "solver/CMakeFiles/lw_solver_objects.dir/ode.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/ode.c.o.d"
  "/tmp/ode/solver/ode_adams.c" "solver/CMakeFiles/lw_solver_objects.dir/ode_adams.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/ode_adams.c.o.d"
  "/tmp/ode/solver/ode_rk.c" "solver/CMakeFiles/lw_solver_objects.dir/ode_rk.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/ode_rk.c.o.d"
  "/tmp/ode/solver/order.c" "solver/CMakeFiles/lw_solver_objects.dir/order.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/order.c.o.d"
  "/tmp/ode/solver/order_graph.c" "solver/CMakeFiles/lw_solver_objects.dir/order_graph.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/order_graph.c.o.d"
  "/tmp/ode/solver/order_greedy.c" "solver/CMakeFiles/lw_solver_objects.dir/order_greedy.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/order_greedy.c.o.d"
  "/tmp/ode/solver/outputs.c" "solver/CMakeFiles/lw_solver_objects.dir/outputs.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/outputs.c.o.d"
  "/tmp/ode/solver/partition_accelerate.c" "solver/CMakeFiles/lw_solver_objects.dir/partition_accelerate.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/partition_accelerate.c.o.d"
  "/tmp/ode/solver/partition_choice.c" "solver/CMakeFiles/lw_solver_objects.dir/partition_choice.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/partition_choice.c.o.d"
  "/tmp/ode/solver/partition_stabilise.c" "solver/CMakeFiles/lw_solver_objects.dir/partition_stabilise.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/partition_stabilise.c.o.d"
  "/tmp/ode/solver/partitioning.c" "solver/CMakeFiles/lw_solver_objects.dir/partitioning.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/partitioning.c.o.d"
  "/tmp/ode/solver/pcg.c" "solver/CMakeFiles/lw_solver_objects.dir/pcg.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/pcg.c.o.d"
  "/tmp/ode/solver/posture.c" "solver/CMakeFiles/lw_solver_objects.dir/posture.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/posture.c.o.d"
  "/tmp/ode/solver/posture_hold.c" "solver/CMakeFiles/lw_solver_objects.dir/posture_hold.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/posture_hold.c.o.d"
  "/tmp/ode/solver/project.c" "solver/CMakeFiles/lw_solver_objects.dir/project.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/project.c.o.d"
  "/tmp/ode/solver/rates.c" "solver/CMakeFiles/lw_solver_objects.dir/rates.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/rates.c.o.d"
  "/tmp/ode/solver/reactions.c" "solver/CMakeFiles/lw_solver_objects.dir/reactions.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/reactions.c.o.d"
  "/tmp/ode/solver/status.c" "solver/CMakeFiles/lw_solver_objects.dir/status.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/status.c.o.d"
  "/tmp/ode/solver/step.c" "solver/CMakeFiles/lw_solver_objects.dir/step.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/step.c.o.d"
  "/tmp/ode/solver/stride.c" "solver/CMakeFiles/lw_solver_objects.dir/stride.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/stride.c.o.d"
  "/tmp/ode/solver/structure.c" "solver/CMakeFiles/lw_solver_objects.dir/structure.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/structure.c.o.d"
  "/tmp/ode/solver/sweep.c" "solver/CMakeFiles/lw_solver_objects.dir/sweep.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/sweep.c.o.d"
  "/tmp/ode/solver/topology.c" "solver/CMakeFiles/lw_solver_objects.dir/topology.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/topology.c.o.d"
  "/tmp/ode/solver/topology_divide.c" "solver/CMakeFiles/lw_solver_objects.dir/topology_divide.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/topology_divide.c.o.d"
  "/tmp/ode/solver/tree.c" "solver/CMakeFiles/lw_solver_objects.dir/tree.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/tree.c.o.d"
  "/tmp/ode/solver/vicinity.c" "solver/CMakeFiles/lw_solver_objects.dir/vicinity.c.o" "gcc" "solver/CMakeFiles/lw_solver_objects.dir/vicinity.c.o.d"
  )

# Targets to which this target links.
set(CMAKE_TARGET_LINKED_INFO_FILES
  )

# Fortran module output directory.
set(CMAKE_Fortran_TARGET_MODULE_DIR "")
