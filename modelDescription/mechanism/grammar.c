/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * grammar.c - tables of the attributes of each element (true: required), and of the elements that
 * each element may contain.
 */
#include "mechanism/grammar.h"

#include <stddef.h>

/* clang-format off */

#define ATTRIBUTES(...) (const lw_grammar_attribute[]){__VA_ARGS__, {NULL, false}}
#define CHILDREN(...)   (const lw_grammar_element* const[]){__VA_ARGS__, NULL}

/* A repetition may contain the elements that its parent may contain, and further repetitions. */
#define REPEAT(table, ...)                                                                  \
  static const lw_grammar_element table;                                                    \
  static const lw_grammar_element table = {                                                 \
      .name = "repeat", .repeats = true,                                                    \
      .attribute = ATTRIBUTES({"count", true}, {"index", true}, {"first", false}),          \
      .child = CHILDREN(__VA_ARGS__, &table)}

static const lw_grammar_element parameter = {
    .name = "parameter",
    .attribute = ATTRIBUTES({"name", true}, {"value", true}, {"unit", false},
                            {"description", false})};

static const lw_grammar_element solver = {
    .name = "solver", .once = true,
    .attribute = ATTRIBUTES({"formulation", false}, {"integrator", false}, {"rtol", false},
                            {"atol", false}, {"linear-solver", false}, {"omega", false},
                            {"xi", false}, {"beta", false}, {"gamma", false},
                            {"step", false}, {"tolerance", false},
                            {"iterations", false}, {"realtime", false}, {"penalty", false},
                            {"threads", false}, {"kernel", false}, {"acceleration", false},
                            {"rotation", false}, {"accuracy", false})};

static const lw_grammar_element experiment = {
    .name = "experiment", .once = true,
    .attribute = ATTRIBUTES({"start", false}, {"stop", false}, {"step", false})};

static const lw_grammar_element frame = {
    .name = "frame",
    .attribute = ATTRIBUTES({"name", true}, {"at", false}, {"quat", false}, {"rpy", false})};

static const lw_grammar_element shape = {
    .name = "shape",
    .attribute = ATTRIBUTES({"type", true}, {"size", false}, {"radius", false}, {"length", false},
                            {"file", false}, {"scale", false}, {"colour", false}, {"spare", false},
                            {"at", false}, {"quat", false}, {"rpy", false})};

REPEAT(repeat_on_body, &frame, &shape);

static const lw_grammar_element ground = {
    .name = "ground", .once = true,
    .attribute = ATTRIBUTES({NULL, false}),
    .child = CHILDREN(&frame, &shape, &repeat_on_body)};

static const lw_grammar_element body = {
    .name = "body",
    .attribute = ATTRIBUTES({"name", true}, {"mass", true}, {"inertia", true}, {"physical", false},
                            {"com", false}, {"at", false}, {"quat", false}, {"rpy", false},
                            {"velocity", false}, {"spin", false}),
    .child = CHILDREN(&frame, &shape, &repeat_on_body)};

static const lw_grammar_element joint = {
    .name = "joint",
    .attribute = ATTRIBUTES({"name", true}, {"type", true}, {"parent", true}, {"child", true},
                            {"at", false}, {"axis", false}, {"axis2", false}, {"at2", false},
                            {"parent-frame", false}, {"child-frame", false}, {"length", false},
                            {"stiffness", false}, {"damping", false}, {"rest", false},
                            {"lower", false}, {"upper", false}, {"stop-stiffness", false},
                            {"stop-damping", false}, {"friction", false}, {"q0", false},
                            {"qd0", false})};

static const lw_grammar_element actuator = {
    .name = "actuator",
    .attribute = ATTRIBUTES({"name", true}, {"joint", true})};

static const lw_grammar_element force = {
    .name = "force",
    .attribute = ATTRIBUTES({"name", true}, {"body", true}, {"at", false}, {"axes", false})};

static const lw_grammar_element torque = {
    .name = "torque",
    .attribute = ATTRIBUTES({"name", true}, {"body", true}, {"axes", false})};

static const lw_grammar_element spring = {
    .name = "spring",
    .attribute = ATTRIBUTES({"name", true}, {"from", true}, {"to", true}, {"stiffness", true},
                            {"damping", false}, {"length", false})};

static const lw_grammar_element bushing = {
    .name = "bushing",
    .attribute = ATTRIBUTES({"name", true}, {"from", true}, {"to", true}, {"stiffness", true},
                            {"damping", false})};

static const lw_grammar_element motion = {
    .name = "motion",
    .attribute = ATTRIBUTES({"name", true}, {"joint", true}, {"velocity", false},
                            {"position", false}, {"input", false})};

static const lw_grammar_element term = {
    .name = "term",
    .attribute = ATTRIBUTES({"joint", true}, {"coordinate", false}, {"ratio", false})};

REPEAT(repeat_in_coupling, &term);

static const lw_grammar_element coupling = {
    .name = "coupling",
    .attribute = ATTRIBUTES({"name", true}, {"offset", false}),
    .child = CHILDREN(&term, &repeat_in_coupling)};

static const lw_grammar_element output = {
    .name = "output",
    .attribute = ATTRIBUTES({"of", true}, {"what", false})};

REPEAT(repeat_in_outputs, &output);

static const lw_grammar_element outputs = {
    .name = "outputs", .once = true,
    .attribute = ATTRIBUTES({"only", false}),
    .child = CHILDREN(&output, &repeat_in_outputs)};

REPEAT(repeat_in_mechanism, &body, &joint, &actuator, &force, &torque, &spring, &bushing, &motion,
       &coupling);

static const lw_grammar_element mechanism = {
    .name = "mechanism",
    .attribute = ATTRIBUTES({"name", true}, {"gravity", false}, {"description", false},
                            {"version", false}, {"author", false}, {"license", false}),
    .child = CHILDREN(&parameter, &solver, &experiment, &ground, &body, &joint, &actuator, &force,
                      &torque, &spring, &bushing, &motion, &coupling, &repeat_in_mechanism,
                      &outputs)};

/* clang-format on */

const lw_grammar_element* lw_mechanism_grammar(void)
{
  return &mechanism;
}
