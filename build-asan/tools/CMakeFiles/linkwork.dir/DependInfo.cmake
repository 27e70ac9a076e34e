
# Consider dependencies only in project.
set(CMAKE_DEPENDS_IN_PROJECT_ONLY OFF)

# The set of languages for which implicit dependencies are needed:
set(CMAKE_DEPENDS_LANGUAGES
  )

# The set of dependency files which are needed:
set(CMAKE_DEPENDS_DEPENDENCY_FILES
  "/tmp/ode/tools/check.c" "tools/CMakeFiles/linkwork.dir/check.c.o" "gcc" "tools/CMakeFiles/linkwork.dir/check.c.o.d"
  "/tmp/ode/tools/check_findings.c" "tools/CMakeFiles/linkwork.dir/check_findings.c.o" "gcc" "tools/CMakeFiles/linkwork.dir/check_findings.c.o.d"
  "/tmp/ode/tools/check_order.c" "tools/CMakeFiles/linkwork.dir/check_order.c.o" "gcc" "tools/CMakeFiles/linkwork.dir/check_order.c.o.d"
  "/tmp/ode/tools/check_tree.c" "tools/CMakeFiles/linkwork.dir/check_tree.c.o" "gcc" "tools/CMakeFiles/linkwork.dir/check_tree.c.o.d"
  "/tmp/ode/tools/convert.c" "tools/CMakeFiles/linkwork.dir/convert.c.o" "gcc" "tools/CMakeFiles/linkwork.dir/convert.c.o.d"
  "/tmp/ode/tools/csv.c" "tools/CMakeFiles/linkwork.dir/csv.c.o" "gcc" "tools/CMakeFiles/linkwork.dir/csv.c.o.d"
  "/tmp/ode/tools/drive.c" "tools/CMakeFiles/linkwork.dir/drive.c.o" "gcc" "tools/CMakeFiles/linkwork.dir/drive.c.o.d"
  "/tmp/ode/tools/graph_layout.c" "tools/CMakeFiles/linkwork.dir/graph_layout.c.o" "gcc" "tools/CMakeFiles/linkwork.dir/graph_layout.c.o.d"
  "/tmp/ode/tools/info.c" "tools/CMakeFiles/linkwork.dir/info.c.o" "gcc" "tools/CMakeFiles/linkwork.dir/info.c.o.d"
  "/tmp/ode/tools/main.c" "tools/CMakeFiles/linkwork.dir/main.c.o" "gcc" "tools/CMakeFiles/linkwork.dir/main.c.o.d"
  "/tmp/ode/tools/options.c" "tools/CMakeFiles/linkwork.dir/options.c.o" "gcc" "tools/CMakeFiles/linkwork.dir/options.c.o.d"
  "/tmp/ode/tools/order_svg.c" "tools/CMakeFiles/linkwork.dir/order_svg.c.o" "gcc" "tools/CMakeFiles/linkwork.dir/order_svg.c.o.d"
  "/tmp/ode/tools/order_svg_matrix.c" "tools/CMakeFiles/linkwork.dir/order_svg_matrix.c.o" "gcc" "tools/CMakeFiles/linkwork.dir/order_svg_matrix.c.o.d"
  "/tmp/ode/tools/origin.c" "tools/CMakeFiles/linkwork.dir/origin.c.o" "gcc" "tools/CMakeFiles/linkwork.dir/origin.c.o.d"
  "/tmp/ode/tools/output_file.c" "tools/CMakeFiles/linkwork.dir/output_file.c.o" "gcc" "tools/CMakeFiles/linkwork.dir/output_file.c.o.d"
  "/tmp/ode/tools/pack.c" "tools/CMakeFiles/linkwork.dir/pack.c.o" "gcc" "tools/CMakeFiles/linkwork.dir/pack.c.o.d"
  "/tmp/ode/tools/progress.c" "tools/CMakeFiles/linkwork.dir/progress.c.o" "gcc" "tools/CMakeFiles/linkwork.dir/progress.c.o.d"
  "/tmp/ode/tools/run.c" "tools/CMakeFiles/linkwork.dir/run.c.o" "gcc" "tools/CMakeFiles/linkwork.dir/run.c.o.d"
  "/tmp/ode/tools/select.c" "tools/CMakeFiles/linkwork.dir/select.c.o" "gcc" "tools/CMakeFiles/linkwork.dir/select.c.o.d"
  "/tmp/ode/tools/simulator.c" "tools/CMakeFiles/linkwork.dir/simulator.c.o" "gcc" "tools/CMakeFiles/linkwork.dir/simulator.c.o.d"
  "/tmp/ode/tools/simulator_fmu.c" "tools/CMakeFiles/linkwork.dir/simulator_fmu.c.o" "gcc" "tools/CMakeFiles/linkwork.dir/simulator_fmu.c.o.d"
  "/tmp/ode/tools/simulator_mechanism.c" "tools/CMakeFiles/linkwork.dir/simulator_mechanism.c.o" "gcc" "tools/CMakeFiles/linkwork.dir/simulator_mechanism.c.o.d"
  "/tmp/ode/tools/svg.c" "tools/CMakeFiles/linkwork.dir/svg.c.o" "gcc" "tools/CMakeFiles/linkwork.dir/svg.c.o.d"
  )

# Targets to which this target links.
set(CMAKE_TARGET_LINKED_INFO_FILES
  "/tmp/ode/build-asan/tools/CMakeFiles/lw_embedded.dir/DependInfo.cmake"
  "/tmp/ode/build-asan/tools/CMakeFiles/lw_import.dir/DependInfo.cmake"
  "/tmp/ode/build-asan/modelDescription/CMakeFiles/lw_description.dir/DependInfo.cmake"
  "/tmp/ode/build-asan/solver/CMakeFiles/lw_solver.dir/DependInfo.cmake"
  )

# Fortran module output directory.
set(CMAKE_Fortran_TARGET_MODULE_DIR "")
