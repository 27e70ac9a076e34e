/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * forces.c - reads actuators, loads, springs, bushings, motions and couplings.
 */
#include <string.h>

#include "mechanism/reader.h"

/* Report a lack of memory for the element, once everything is read. */
static lw_status added(lw_reader* reader, int index)
{
  return index == LW_NONE ? lw_reader_no_memory(reader) : LW_OK;
}

/* <actuator name="motor" joint="A"/> */
lw_status lw_read_actuator(lw_reader* reader, const lw_xml_element* element)
{
  lw_actuator actuator = {.line = element->line, .input = LW_NONE};
  lw_status   status   = lw_read_name(reader, element, &actuator.name);
  if (status == LW_OK) {
    status = lw_find_joint(reader, element, &actuator.joint);
  }
  return status == LW_OK ? added(reader, lw_model_add_actuator(reader->model, &actuator)) : status;
}

/* ---- loads ------------------------------------------------------------------------------- */

static lw_status read_load(lw_reader* reader, const lw_xml_element* element, bool is_torque)
{
  static const lw_numbers  at      = {"at", 3, 3, false, "m"};
  static const char* const words[] = {"world", "body", NULL};
  lw_load   load = {.line = element->line, .is_torque = is_torque, .at = LW_NONE, .input = LW_NONE};
  int       axes = 0;
  lw_status status = lw_read_name(reader, element, &load.name);
  if (status == LW_OK) {
    status = lw_find_body(reader, element, "body", "body", &load.body);
  }
  if (status == LW_OK && load.body == LW_GROUND) {
    status = lw_xml_error(reader->diag, element, "the ground does not move; name a body");
  }
  if (status == LW_OK) {
    status         = lw_read_word(reader, element, "axes", words, &axes);
    load.body_axes = axes == 1;
  }
  if (status == LW_OK) {
    status = lw_read_values(reader, element, &at, &load.at);
  }
  return status == LW_OK ? added(reader, lw_model_add_load(reader->model, &load)) : status;
}

/* <force name="push" body="crank" at="0.5 0 0" axes="body"/> */
lw_status lw_read_force(lw_reader* reader, const lw_xml_element* element)
{
  return read_load(reader, element, false);
}

/* <torque name="twist" body="crank"/> */
lw_status lw_read_torque(lw_reader* reader, const lw_xml_element* element)
{
  return read_load(reader, element, true);
}

/* ---- springs ----------------------------------------------------------------------------- */

static lw_status read_ends(lw_reader* reader, const lw_xml_element* element, int* from, int* to)
{
  const lw_status status = lw_find_frame(reader, element, "from", from);
  return status == LW_OK ? lw_find_frame(reader, element, "to", to) : status;
}

/* <spring name="s" from="ground.post" to="crank.tip" stiffness="100" damping="1" length="0.5"/> */
lw_status lw_read_spring(lw_reader* reader, const lw_xml_element* element)
{
  static const lw_numbers stiffness = {"stiffness", 1, 1, false, "N/m"};
  static const lw_numbers damping   = {"damping", 1, 1, false, "N s/m"};
  static const lw_numbers length    = {"length", 1, 1, false, "m"};

  lw_spring spring = {
      .line = element->line, .stiffness = LW_NONE, .damping = LW_NONE, .length = LW_NONE};
  lw_status status = lw_read_name(reader, element, &spring.name);
  if (status == LW_OK) {
    status = read_ends(reader, element, &spring.from, &spring.to);
  }
  if (status == LW_OK) {
    status = lw_read_values(reader, element, &stiffness, &spring.stiffness);
  }
  if (status == LW_OK) {
    status = lw_read_values(reader, element, &damping, &spring.damping);
  }
  if (status == LW_OK) {
    status = lw_read_values(reader, element, &length, &spring.length);
  }
  return status == LW_OK ? added(reader, lw_model_add_spring(reader->model, &spring)) : status;
}

/* <bushing name="b" from="ground.post" to="crank.tip" stiffness="1 1 1 1 1 1"/> */
lw_status lw_read_bushing(lw_reader* reader, const lw_xml_element* element)
{
  static const lw_numbers stiffness = {"stiffness", 6, 6, false, "N/m, N m/rad"};
  static const lw_numbers damping   = {"damping", 6, 6, false, "N s/m, N m s/rad"};
  lw_bushing bushing = {.line = element->line, .stiffness = LW_NONE, .damping = LW_NONE};
  lw_status  status  = lw_read_name(reader, element, &bushing.name);
  if (status == LW_OK) {
    status = read_ends(reader, element, &bushing.from, &bushing.to);
  }
  if (status == LW_OK) {
    status = lw_read_values(reader, element, &stiffness, &bushing.stiffness);
  }
  if (status == LW_OK) {
    status = lw_read_values(reader, element, &damping, &bushing.damping);
  }
  return status == LW_OK ? added(reader, lw_model_add_bushing(reader->model, &bushing)) : status;
}

/* ---- motions ----------------------------------------------------------------------------- */

/* Read a motion: exactly one of velocity, position and input is given. */
static lw_status read_law(lw_reader* reader, const lw_xml_element* element, lw_motion* motion)
{
  static const char* const words[] = {"position", NULL};
  const char* const    given[] = {lw_xml_get(element, "velocity"), lw_xml_get(element, "position"),
                                  lw_xml_get(element, "input")};
  const lw_motion_kind kinds[] = {LW_MOTION_VELOCITY, LW_MOTION_POLYNOMIAL, LW_MOTION_INPUT};
  int                  n       = 0;
  for (int i = 0; i < 3; i++) {
    motion->kind = given[i] ? kinds[i] : motion->kind;
    n += given[i] ? 1 : 0;
  }
  if (n != 1) {
    return lw_xml_error(reader->diag, element, "give one of velocity, position and input, found %s",
                        n == 0 ? "none" : "several");
  }
  if (motion->kind == LW_MOTION_INPUT) {
    int index = 0;
    return lw_read_word(reader, element, "input", words, &index);
  }
  const bool       angle = lw_joint_info_get(reader->model->joint[motion->joint].type)->angles & 1u;
  const lw_numbers velocity = {"velocity", 1, 1, false, angle ? "rad/s" : "m/s"};
  const lw_numbers position = {"position", 1, LW_MOST_NUMBERS, false,
                               angle ? "rad, rad/s, ..." : "m, m/s, ..."};
  const bool       constant = motion->kind == LW_MOTION_VELOCITY;
  lw_components    c;
  lw_status status = lw_read_components(reader, element, constant ? &velocity : &position, &c);
  if (status == LW_OK) {
    motion->ncoef = c.n;
    status =
        lw_store_components(reader, element, constant ? velocity.attribute : position.attribute, &c,
                            c.n, &motion->coef);
  }
  return status;
}

/* <motion name="drive" joint="A" velocity="6.28"/> */
lw_status lw_read_motion(lw_reader* reader, const lw_xml_element* element)
{
  lw_motion motion = {.line = element->line, .coef = LW_NONE, .ncoef = 0, .input = LW_NONE};
  lw_status status = lw_read_name(reader, element, &motion.name);
  if (status == LW_OK) {
    status = lw_find_joint(reader, element, &motion.joint);
  }
  if (status == LW_OK) {
    status = read_law(reader, element, &motion);
  }
  if (status == LW_OK) {
    status = lw_reader_add(reader, element, LW_SCOPE_MOTION,
                           lw_model_add_motion(reader->model, &motion));
  }
  return status;
}

/* ---- couplings --------------------------------------------------------------------------- */

/* <term joint="A" coordinate="1" ratio="2"/> */
static lw_status read_term(lw_reader* reader, const lw_xml_element* element)
{
  static const lw_numbers ratio      = {"ratio", 1, 1, false, ""};
  static const double     one        = 1.0;
  int                     coordinate = 1;
  lw_coupling_term        term       = {.ratio = LW_NONE};

  lw_status status = lw_find_joint(reader, element, &term.joint);
  if (status == LW_OK) {
    /* no joint has more than three; the check of the model knows how many this one has */
    status          = lw_read_whole(reader, element, "coordinate", 1, 3, &coordinate);
    term.coordinate = coordinate - 1;
  }
  if (status == LW_OK) {
    status = lw_read_values(reader, element, &ratio, &term.ratio);
  }
  if (status == LW_OK && term.ratio == LW_NONE) {
    term.ratio = lw_model_add_values(reader->model, 1, &one);
    status     = term.ratio == LW_NONE ? lw_reader_no_memory(reader) : LW_OK;
  }
  return status == LW_OK ? added(reader, lw_model_add_coupling_term(reader->model, &term)) : status;
}

/* <coupling name="gear" offset="0"> with terms */
lw_status lw_read_coupling(lw_reader* reader, const lw_xml_element* element)
{
  static const lw_numbers offset   = {"offset", 1, 1, false, ""};
  lw_coupling             coupling = {
                  .line = element->line, .term = reader->model->ncoupling_term, .offset = LW_NONE};
  lw_status status = lw_read_name(reader, element, &coupling.name);
  if (status == LW_OK) {
    status = lw_read_values(reader, element, &offset, &coupling.offset);
  }
  for (const lw_xml_element* e = element->child; e && status == LW_OK; e = e->next) {
    status = read_term(reader, e);
  }
  coupling.nterm = reader->model->ncoupling_term - coupling.term;
  if (status == LW_OK) {
    status = lw_reader_add(reader, element, LW_SCOPE_COUPLING,
                           lw_model_add_coupling(reader->model, &coupling));
  }
  return status;
}
