
# Consider dependencies only in project.
set(CMAKE_DEPENDS_IN_PROJECT_ONLY OFF)

# The set of languages for which implicit dependencies are needed:
set(CMAKE_DEPENDS_LANGUAGES
  )

# The set of dependency files which are needed:
set(CMAKE_DEPENDS_DEPENDENCY_FILES
  "/tmp/ode/modelDescription/archive_read.c" "modelDescription/CMakeFiles/lw_description.dir/archive_read.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/archive_read.c.o.d"
  "/tmp/ode/modelDescription/archive_write.c" "modelDescription/CMakeFiles/lw_description.dir/archive_write.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/archive_write.c.o.d"
  "/tmp/ode/modelDescription/dependencies.c" "modelDescription/CMakeFiles/lw_description.dir/dependencies.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/dependencies.c.o.d"
  "/tmp/ode/modelDescription/description.c" "modelDescription/CMakeFiles/lw_description.dir/description.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/description.c.o.d"
  "/tmp/ode/modelDescription/documentation.c" "modelDescription/CMakeFiles/lw_description.dir/documentation.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/documentation.c.o.d"
  "/tmp/ode/modelDescription/expression_text.c" "modelDescription/CMakeFiles/lw_description.dir/expression_text.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/expression_text.c.o.d"
  "/tmp/ode/modelDescription/fmu_description.c" "modelDescription/CMakeFiles/lw_description.dir/fmu_description.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/fmu_description.c.o.d"
  "/tmp/ode/modelDescription/mechanism_bodies.c" "modelDescription/CMakeFiles/lw_description.dir/mechanism_bodies.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/mechanism_bodies.c.o.d"
  "/tmp/ode/modelDescription/mechanism_forces.c" "modelDescription/CMakeFiles/lw_description.dir/mechanism_forces.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/mechanism_forces.c.o.d"
  "/tmp/ode/modelDescription/mechanism_grammar.c" "modelDescription/CMakeFiles/lw_description.dir/mechanism_grammar.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/mechanism_grammar.c.o.d"
  "/tmp/ode/modelDescription/mechanism_joints.c" "modelDescription/CMakeFiles/lw_description.dir/mechanism_joints.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/mechanism_joints.c.o.d"
  "/tmp/ode/modelDescription/mechanism_numbers.c" "modelDescription/CMakeFiles/lw_description.dir/mechanism_numbers.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/mechanism_numbers.c.o.d"
  "/tmp/ode/modelDescription/mechanism_parameters.c" "modelDescription/CMakeFiles/lw_description.dir/mechanism_parameters.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/mechanism_parameters.c.o.d"
  "/tmp/ode/modelDescription/mechanism_references.c" "modelDescription/CMakeFiles/lw_description.dir/mechanism_references.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/mechanism_references.c.o.d"
  "/tmp/ode/modelDescription/mechanism_repeat.c" "modelDescription/CMakeFiles/lw_description.dir/mechanism_repeat.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/mechanism_repeat.c.o.d"
  "/tmp/ode/modelDescription/mechanism_settings.c" "modelDescription/CMakeFiles/lw_description.dir/mechanism_settings.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/mechanism_settings.c.o.d"
  "/tmp/ode/modelDescription/mechanism_values.c" "modelDescription/CMakeFiles/lw_description.dir/mechanism_values.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/mechanism_values.c.o.d"
  "/tmp/ode/modelDescription/mechanism_xml.c" "modelDescription/CMakeFiles/lw_description.dir/mechanism_xml.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/mechanism_xml.c.o.d"
  "/tmp/ode/modelDescription/name_index.c" "modelDescription/CMakeFiles/lw_description.dir/name_index.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/name_index.c.o.d"
  "/tmp/ode/modelDescription/number.c" "modelDescription/CMakeFiles/lw_description.dir/number.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/number.c.o.d"
  "/tmp/ode/modelDescription/number_read.c" "modelDescription/CMakeFiles/lw_description.dir/number_read.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/number_read.c.o.d"
  "/tmp/ode/modelDescription/package.c" "modelDescription/CMakeFiles/lw_description.dir/package.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/package.c.o.d"
  "/tmp/ode/modelDescription/parameter_dependencies.c" "modelDescription/CMakeFiles/lw_description.dir/parameter_dependencies.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/parameter_dependencies.c.o.d"
  "/tmp/ode/modelDescription/sha256.c" "modelDescription/CMakeFiles/lw_description.dir/sha256.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/sha256.c.o.d"
  "/tmp/ode/modelDescription/suggest.c" "modelDescription/CMakeFiles/lw_description.dir/suggest.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/suggest.c.o.d"
  "/tmp/ode/modelDescription/text.c" "modelDescription/CMakeFiles/lw_description.dir/text.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/text.c.o.d"
  "/tmp/ode/modelDescription/unit_text.c" "modelDescription/CMakeFiles/lw_description.dir/unit_text.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/unit_text.c.o.d"
  "/tmp/ode/modelDescription/urdf.c" "modelDescription/CMakeFiles/lw_description.dir/urdf.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/urdf.c.o.d"
  "/tmp/ode/modelDescription/urdf_close.c" "modelDescription/CMakeFiles/lw_description.dir/urdf_close.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/urdf_close.c.o.d"
  "/tmp/ode/modelDescription/urdf_fold.c" "modelDescription/CMakeFiles/lw_description.dir/urdf_fold.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/urdf_fold.c.o.d"
  "/tmp/ode/modelDescription/urdf_fuse.c" "modelDescription/CMakeFiles/lw_description.dir/urdf_fuse.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/urdf_fuse.c.o.d"
  "/tmp/ode/modelDescription/urdf_inertia.c" "modelDescription/CMakeFiles/lw_description.dir/urdf_inertia.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/urdf_inertia.c.o.d"
  "/tmp/ode/modelDescription/urdf_loops.c" "modelDescription/CMakeFiles/lw_description.dir/urdf_loops.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/urdf_loops.c.o.d"
  "/tmp/ode/modelDescription/urdf_loops_xml.c" "modelDescription/CMakeFiles/lw_description.dir/urdf_loops_xml.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/urdf_loops_xml.c.o.d"
  "/tmp/ode/modelDescription/urdf_loops_yaml.c" "modelDescription/CMakeFiles/lw_description.dir/urdf_loops_yaml.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/urdf_loops_yaml.c.o.d"
  "/tmp/ode/modelDescription/urdf_math.c" "modelDescription/CMakeFiles/lw_description.dir/urdf_math.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/urdf_math.c.o.d"
  "/tmp/ode/modelDescription/urdf_names.c" "modelDescription/CMakeFiles/lw_description.dir/urdf_names.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/urdf_names.c.o.d"
  "/tmp/ode/modelDescription/urdf_posture.c" "modelDescription/CMakeFiles/lw_description.dir/urdf_posture.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/urdf_posture.c.o.d"
  "/tmp/ode/modelDescription/urdf_read.c" "modelDescription/CMakeFiles/lw_description.dir/urdf_read.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/urdf_read.c.o.d"
  "/tmp/ode/modelDescription/urdf_shapes.c" "modelDescription/CMakeFiles/lw_description.dir/urdf_shapes.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/urdf_shapes.c.o.d"
  "/tmp/ode/modelDescription/urdf_tree.c" "modelDescription/CMakeFiles/lw_description.dir/urdf_tree.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/urdf_tree.c.o.d"
  "/tmp/ode/modelDescription/urdf_write.c" "modelDescription/CMakeFiles/lw_description.dir/urdf_write.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/urdf_write.c.o.d"
  "/tmp/ode/modelDescription/xml_grammar.c" "modelDescription/CMakeFiles/lw_description.dir/xml_grammar.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/xml_grammar.c.o.d"
  "/tmp/ode/modelDescription/xml_tree.c" "modelDescription/CMakeFiles/lw_description.dir/xml_tree.c.o" "gcc" "modelDescription/CMakeFiles/lw_description.dir/xml_tree.c.o.d"
  )

# Targets to which this target links.
set(CMAKE_TARGET_LINKED_INFO_FILES
  "/tmp/ode/build-asan/solver/CMakeFiles/lw_solver.dir/DependInfo.cmake"
  )

# Fortran module output directory.
set(CMAKE_Fortran_TARGET_MODULE_DIR "")
