/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * check_structure.c - rules for the structure of a mechanism, one function per rule.
 *
 *   slots -> references -> identifiers -> names -> elements -> settings; later rules rely on
 *   earlier ones
 *
 *   reads    a model with its defaults filled in
 *   cost     O(n log n) for n names, else linear
 */
#include "model/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/elements.h"

/* Longest name. The name of the mechanism becomes a file name, which file systems limit to 255
 * bytes: 55 are left for prefixes and suffixes of FMI tools. */
#define NAME_LENGTH 200

/* Most threads. No machine has more for one mechanism, and a request for millions would exhaust
 * memory. */
#define THREADS_MAX 1024

#define COORDINATES_MAX 3 /* most coordinates of a joint: planar */

/* ---- slots and indices ------------------------------------------------------------------- */

/* The slots of all elements are inside the vector of values, and no required attribute is
 * missing. */
static lw_status check_slots(const lw_model* model, lw_diag* diag)
{
  for (int kind = 0; kind < LW_ELEMENT_KIND_COUNT; kind++) {
    const int count = lw_model_element_count(model, (lw_element_kind)kind);
    for (int i = 0; i < count; i++) {
      const lw_element element = lw_model_element(model, (lw_element_kind)kind, i);
      for (int k = 0; k < element.nvalue; k++) {
        const lw_element_value* v = &element.value[k];
        if (v->slot == LW_NONE && v->optional) {
          continue;
        }
        if (v->slot == LW_NONE) {
          return lw_element_error(diag, &element, "%s is missing", v->attribute);
        }
        if (v->slot < 0 || v->n < 1 || v->slot > model->nvalue - v->n) {
          return lw_element_error(diag, &element, "%s has no values", v->attribute);
        }
      }
    }
  }
  return LW_OK;
}

static bool is_body(const lw_model* model, int body)
{
  return body >= 0 && body < model->nbody;
}

static bool is_body_or_ground(const lw_model* model, int body)
{
  return body == LW_GROUND || is_body(model, body);
}

static bool is_frame(const lw_model* model, int frame)
{
  return frame >= 0 && frame < model->nframe;
}

static bool is_joint(const lw_model* model, int joint)
{
  return joint >= 0 && joint < model->njoint;
}

/* The elements that one element refers to exist. */
static bool references_exist(const lw_model* model, lw_element_kind kind, int i)
{
  switch (kind) {
  case LW_ELEMENT_JOINT: {
    const lw_joint* joint = &model->joint[i];
    return lw_joint_info_get(joint->type) && is_body_or_ground(model, joint->parent) &&
           is_body_or_ground(model, joint->child) &&
           (joint->parent_frame == LW_NONE || is_frame(model, joint->parent_frame)) &&
           (joint->child_frame == LW_NONE || is_frame(model, joint->child_frame));
  }
  case LW_ELEMENT_ACTUATOR: return is_joint(model, model->actuator[i].joint);
  case LW_ELEMENT_LOAD: return is_body(model, model->load[i].body);
  case LW_ELEMENT_SPRING:
    return is_frame(model, model->spring[i].from) && is_frame(model, model->spring[i].to);
  case LW_ELEMENT_BUSHING:
    return is_frame(model, model->bushing[i].from) && is_frame(model, model->bushing[i].to);
  case LW_ELEMENT_MOTION: return is_joint(model, model->motion[i].joint);
  case LW_ELEMENT_COUPLING: {
    const lw_coupling* coupling = &model->coupling[i];
    return coupling->term >= 0 && coupling->nterm >= 0 &&
           coupling->term <= model->ncoupling_term - coupling->nterm;
  }
  case LW_ELEMENT_FRAME: return is_body_or_ground(model, model->frame[i].body);
  case LW_ELEMENT_TERM: return is_joint(model, model->coupling_term[i].joint);
  case LW_ELEMENT_PARAMETER:
  case LW_ELEMENT_BODY:
  case LW_ELEMENT_MECHANISM:
  case LW_ELEMENT_SETTINGS:
  case LW_ELEMENT_KIND_COUNT: break;
  }
  return true;
}

/* The element that an output belongs to exists. */
static bool output_exists(const lw_model* model, const lw_output* output)
{
  switch (output->kind) {
  case LW_OUTPUT_BODY: return is_body(model, output->index);
  case LW_OUTPUT_JOINT: return is_joint(model, output->index);
  case LW_OUTPUT_MOTION: return output->index >= 0 && output->index < model->nmotion;
  case LW_OUTPUT_COUPLING: return output->index >= 0 && output->index < model->ncoupling;
  case LW_OUTPUT_ENERGY: return output->index == 0;
  }
  return false;
}

static lw_status check_references(const lw_model* model, lw_diag* diag)
{
  for (int kind = 0; kind < LW_ELEMENT_KIND_COUNT; kind++) {
    const int count = lw_model_element_count(model, (lw_element_kind)kind);
    for (int i = 0; i < count; i++) {
      if (!references_exist(model, (lw_element_kind)kind, i)) {
        const lw_element element = lw_model_element(model, (lw_element_kind)kind, i);
        return lw_element_error(diag, &element, "refers to something that does not exist");
      }
    }
  }
  bool exist = true;
  for (int i = 0; i < model->nshape; i++) {
    exist = exist && is_body_or_ground(model, model->shape[i].body);
  }
  for (int i = 0; i < model->noutput; i++) exist = exist && output_exists(model, &model->output[i]);
  if (!exist) {
    return lw_diag_set(diag, LW_ERR_INPUT, 0,
                       "a shape or an output refers to something that does not exist");
  }
  return LW_OK;
}

/* ---- names ------------------------------------------------------------------------------- */

static bool is_letter(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

static lw_status check_length(const lw_element* element, lw_diag* diag)
{
  const size_t length = strlen(element->name);
  if (length == 0) {
    return lw_element_error(diag, element, "the name is empty");
  }
  if (length > NAME_LENGTH) {
    return lw_element_error(diag, element, "the name has %zu characters, at most %d are allowed",
                            length, NAME_LENGTH);
  }
  return LW_OK;
}

static lw_status check_identifier(const lw_element* element, lw_diag* diag)
{
  bool valid = !is_digit(element->name[0]);
  for (const char* c = element->name; *c; c++) {
    valid = valid && (is_letter(*c) || is_digit(*c) || *c == '_');
  }
  if (!valid) {
    return lw_element_error(diag, element,
                            "the name must be a C identifier: letters, digits and \"_\", "
                            "not starting with a digit");
  }
  return check_length(element, diag);
}

/* The name of the mechanism becomes the modelIdentifier of the FMU. Names of parameters are used in
 * expressions, in which "-" has a meaning. */
static lw_status check_identifiers(const lw_model* model, lw_diag* diag)
{
  lw_element element = lw_model_element(model, LW_ELEMENT_MECHANISM, 0);
  lw_status  status  = check_identifier(&element, diag);
  for (int i = 0; i < model->nparameter && status == LW_OK; i++) {
    element = lw_model_element(model, LW_ELEMENT_PARAMETER, i);
    status  = check_identifier(&element, diag);
  }
  return status;
}

/* Names become parts of structured FMU variable names, in which other characters have a meaning. */
static lw_status check_characters(const lw_element* element, lw_diag* diag)
{
  for (const char* c = element->name; *c; c++) {
    if (!is_letter(*c) && !is_digit(*c) && *c != '_' && *c != '-') {
      return lw_element_error(diag, element, "a name consists of letters, digits, \"_\" and \"-\"");
    }
  }
  return check_length(element, diag);
}

/* Names that FMU variables and the ground already have. */
static lw_status check_reserved(const lw_element* element, lw_diag* diag)
{
  static const char* const reserved[] = {"energy", "gravity", "ground", "solver", "time"};
  for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++) {
    if (strcmp(element->name, reserved[i]) == 0) {
      return lw_element_error(diag, element, "the name \"%s\" is reserved", element->name);
    }
  }
  return LW_OK;
}

/* A name and the scope in which it must be unique. */
typedef struct name_entry {
  const char*     name;
  int             scope; /* LW_NONE: FMU variables; else 1 + the body of a frame */
  int             line, order;
  lw_element_kind kind;
  int             index;
} name_entry;

static int compare_appearance(const name_entry* a, const name_entry* b)
{
  const int line = (a->line > b->line) - (a->line < b->line);
  return line ? line : (a->order > b->order) - (a->order < b->order);
}

static int compare_names(const void* a, const void* b)
{
  const name_entry* x = a;
  const name_entry* y = b;
  if (x->scope != y->scope) {
    return x->scope < y->scope ? -1 : 1;
  }
  const int text = strcmp(x->name, y->name);
  return text ? text : compare_appearance(x, y);
}

/* Report a name that is used twice in its scope; of several the one whose second use comes first
 * in the file. */
static lw_status report_repeated(const lw_model* model, name_entry* entry, size_t n, lw_diag* diag)
{
  size_t found = 0;
  for (size_t i = 1; i < n; i++) {
    const bool repeated =
        entry[i].scope == entry[i - 1].scope && strcmp(entry[i].name, entry[i - 1].name) == 0;
    if (repeated && (found == 0 || compare_appearance(&entry[i], &entry[found]) < 0)) {
      found = i;
    }
  }
  if (found == 0) {
    return LW_OK;
  }
  const name_entry* first   = &entry[found - 1];
  const lw_element  element = lw_model_element(model, entry[found].kind, entry[found].index);
  const lw_element  other   = lw_model_element(model, first->kind, first->index);
  return lw_element_error(
      diag, &element, "the name is taken by the %s in line %d%s", other.kind, other.line,
      element.kind == other.kind ? "" : "; elements of these kinds must have different names");
}

/* Names are well formed, not reserved and unique: names of FMU variables among all of these,
 * names of frames among those on the same body. */
static lw_status check_names(const lw_model* model, lw_diag* diag)
{
  size_t n = 0;
  for (int kind = 0; kind <= LW_ELEMENT_FRAME; kind++) {
    n += (size_t)lw_model_element_count(model, (lw_element_kind)kind);
  }
  name_entry* entry = malloc((n ? n : 1) * sizeof *entry);
  if (!entry) {
    return lw_diag_set(diag, LW_ERR_MEMORY, 0, "out of memory");
  }

  lw_status status = LW_OK;
  size_t    k      = 0;
  for (int kind = 0; kind <= LW_ELEMENT_FRAME && status == LW_OK; kind++) {
    const int count = lw_model_element_count(model, (lw_element_kind)kind);
    for (int i = 0; i < count && status == LW_OK; i++, k++) {
      const lw_element element = lw_model_element(model, (lw_element_kind)kind, i);
      const bool       frame   = kind == LW_ELEMENT_FRAME;
      entry[k]                 = (name_entry){.name  = element.name,
                                              .scope = frame ? 1 + model->frame[i].body : LW_NONE,
                                              .line  = element.line,
                                              .order = (int)k,
                                              .kind  = (lw_element_kind)kind,
                                              .index = i};
      status                   = check_characters(&element, diag);
      if (status == LW_OK && !frame) {
        status = check_reserved(&element, diag);
      }
    }
  }
  if (status == LW_OK) {
    qsort(entry, n, sizeof *entry, compare_names);
    status = report_repeated(model, entry, n, diag);
  }
  free(entry);
  return status;
}

/* ---- elements ---------------------------------------------------------------------------- */

/* A joint connects two different bodies, and its position and axes are given completely. */
static lw_status check_joint(const lw_model* model, int j, lw_diag* diag)
{
  const lw_joint*      joint   = &model->joint[j];
  const lw_joint_info* info    = lw_joint_info_get(joint->type);
  const lw_element     element = lw_model_element(model, LW_ELEMENT_JOINT, j);
  if (joint->parent == joint->child) {
    return lw_element_error(diag, &element, "parent and child are the same body, \"%s\"",
                            joint->parent == LW_GROUND
                                ? "ground"
                                : lw_model_name(model, model->body[joint->parent].name));
  }
  if (joint->parent_frame != LW_NONE || joint->child_frame != LW_NONE) {
    if (joint->parent_frame == LW_NONE || joint->child_frame == LW_NONE) {
      return lw_element_error(diag, &element, "%s-frame is missing; both frames are needed",
                              joint->parent_frame == LW_NONE ? "parent" : "child");
    }
    if (model->frame[joint->parent_frame].body != joint->parent ||
        model->frame[joint->child_frame].body != joint->child) {
      return lw_element_error(diag, &element, "its frames are not on its bodies");
    }
    return LW_OK;
  }
  if (joint->at == LW_NONE) {
    return lw_element_error(
        diag, &element, "the position is missing: give either at, or parent-frame and child-frame");
  }
  const char* missing = info->needs_axis && joint->axis == LW_NONE     ? "axis"
                        : info->needs_axis2 && joint->axis2 == LW_NONE ? "axis2"
                        : info->needs_at2 && joint->at2 == LW_NONE     ? "at2"
                                                                       : NULL;
  if (missing) {
    return lw_element_error(diag, &element, "%s is missing; a %s joint needs it", missing,
                            info->name);
  }
  return LW_OK;
}

/* Actuators and motions act only on joints of drivable types. */
static lw_status check_drivable(const lw_model* model, lw_element_kind kind, int i, int j,
                                lw_diag* diag)
{
  const lw_joint_info* info = lw_joint_info_get(model->joint[j].type);
  if (!info->drivable) {
    const lw_element element = lw_model_element(model, kind, i);
    return lw_element_error(diag, &element,
                            "joint \"%s\" is %s; only revolute and prismatic joints can be driven",
                            lw_model_name(model, model->joint[j].name), info->name);
  }
  return LW_OK;
}

/* No joint follows two motions. driver: motion of each joint so far, or LW_NONE. */
static lw_status check_motion(const lw_model* model, int m, int driver[], lw_diag* diag)
{
  const lw_motion* motion = &model->motion[m];
  const int        other  = driver[motion->joint];
  if (other != LW_NONE) {
    const lw_element element = lw_model_element(model, LW_ELEMENT_MOTION, m);
    return lw_element_error(diag, &element, "joint \"%s\" is already driven by motion \"%s\"",
                            lw_model_name(model, model->joint[motion->joint].name),
                            lw_model_name(model, model->motion[other].name));
  }
  driver[motion->joint] = m;
  return LW_OK;
}

static lw_status check_drives(const lw_model* model, lw_diag* diag)
{
  const size_t n      = (size_t)model->njoint;
  int*         driver = malloc((n ? n : 1) * sizeof *driver);
  lw_status    status = LW_OK;
  if (!driver) {
    return lw_diag_set(diag, LW_ERR_MEMORY, 0, "out of memory");
  }
  for (size_t j = 0; j < n; j++) driver[j] = LW_NONE;
  for (int i = 0; i < model->nactuator && status == LW_OK; i++) {
    status = check_drivable(model, LW_ELEMENT_ACTUATOR, i, model->actuator[i].joint, diag);
  }
  for (int i = 0; i < model->nmotion && status == LW_OK; i++) {
    status = check_drivable(model, LW_ELEMENT_MOTION, i, model->motion[i].joint, diag);
    if (status == LW_OK) {
      status = check_motion(model, i, driver, diag);
    }
  }
  free(driver);
  return status;
}

/* Springs and bushings have their ends on two different bodies. */
static lw_status check_ends(const lw_model* model, lw_element_kind kind, int i, int from, int to,
                            lw_diag* diag)
{
  const int body = model->frame[from].body;
  if (body == model->frame[to].body) {
    const lw_element element = lw_model_element(model, kind, i);
    return lw_element_error(diag, &element, "from and to are on the same body, \"%s\"",
                            body == LW_GROUND ? "ground"
                                              : lw_model_name(model, model->body[body].name));
  }
  return LW_OK;
}

/* A coupling has terms, each for an existing coordinate of its joint and none twice. seen: for
 * each of the COORDINATES_MAX coordinates of a joint, 1 + the last coupling that uses it. */
static lw_status check_coupling(const lw_model* model, int i, int seen[], lw_diag* diag)
{
  const lw_coupling* coupling = &model->coupling[i];
  const lw_element   element  = lw_model_element(model, LW_ELEMENT_COUPLING, i);
  if (coupling->nterm == 0) {
    return lw_element_error(diag, &element, "it has no term");
  }
  for (int k = 0; k < coupling->nterm; k++) {
    const lw_coupling_term* term  = &model->coupling_term[coupling->term + k];
    const lw_joint*         joint = &model->joint[term->joint];
    const lw_joint_info*    info  = lw_joint_info_get(joint->type);
    const char*             name  = lw_model_name(model, joint->name);
    if (info->nq == 0) {
      return lw_element_error(diag, &element, "joint \"%s\" is %s and has no coordinates", name,
                              info->name);
    }
    if (term->coordinate < 0 || term->coordinate >= info->nq) {
      return lw_element_error(
          diag, &element, "joint \"%s\" is %s and has %d coordinate%s, found coordinate %d", name,
          info->name, info->nq, info->nq == 1 ? "" : "s", term->coordinate + 1);
    }
    int* last = &seen[(size_t)term->joint * COORDINATES_MAX + (size_t)term->coordinate];
    if (*last == 1 + i) {
      return lw_element_error(diag, &element, "coordinate %d of joint \"%s\" appears twice",
                              term->coordinate + 1, name);
    }
    *last = 1 + i;
  }
  return LW_OK;
}

static lw_status check_couplings(const lw_model* model, lw_diag* diag)
{
  const size_t n      = (size_t)model->njoint * COORDINATES_MAX;
  int*         seen   = calloc(n ? n : 1, sizeof *seen);
  lw_status    status = LW_OK;
  if (!seen) {
    return lw_diag_set(diag, LW_ERR_MEMORY, 0, "out of memory");
  }
  for (int i = 0; i < model->ncoupling && status == LW_OK; i++) {
    status = check_coupling(model, i, seen, diag);
  }
  free(seen);
  return status;
}

/* ---- settings ---------------------------------------------------------------------------- */

/* The choices among formulations, integrators and linear solvers exist. */
static lw_status check_choices(const lw_settings* s, const lw_element* solver, lw_diag* diag)
{
  if ((int)s->formulation < 0 || s->formulation >= LW_FORMULATION_COUNT) {
    return lw_element_error(diag, solver, "the formulation does not exist");
  }
  if ((int)s->integrator < 0 || s->integrator >= LW_INTEGRATOR_COUNT) {
    return lw_element_error(diag, solver, "the integrator does not exist");
  }
  if ((int)s->linear_solver < 0 || s->linear_solver >= LW_LINEAR_SOLVER_COUNT) {
    return lw_element_error(diag, solver, "the linear solver does not exist");
  }
  if ((int)s->rotation < 0 || s->rotation >= LW_ROTATION_RULE_COUNT) {
    return lw_element_error(diag, solver, "the rule of rotations does not exist");
  }
  return LW_OK;
}

/* Tolerances and parameters of the formulations are in their ranges; NaN: not given. */
static lw_status check_numbers(const lw_settings* s, const lw_element* solver, lw_diag* diag)
{
  if (!(s->rtol >= LW_TOLERANCE_MIN) || !(s->rtol < 1.0)) {
    return lw_element_error(diag, solver, "rtol must be between 1e-15 and 1, found %s",
                            lw_show(s->rtol).text);
  }
  if (!(s->atol > 0.0) || !isfinite(s->atol)) {
    return lw_element_error(diag, solver, "atol must be positive, found %s", lw_show(s->atol).text);
  }
  const struct {
    const char* name;
    double      value;
  } shape[] = {{"omega", s->omega}, {"xi", s->xi}, {"beta", s->beta}, {"gamma", s->gamma}};
  for (size_t i = 0; i < sizeof shape / sizeof *shape; i++) {
    if (!isnan(shape[i].value) && (!(shape[i].value >= 0.0) || isinf(shape[i].value))) {
      return lw_element_error(diag, solver, "%s must not be negative, found %s", shape[i].name,
                              lw_show(shape[i].value).text);
    }
  }
  if (!(s->penalty >= 0.0) || !isfinite(s->penalty)) {
    return lw_element_error(diag, solver, "penalty must be positive, or \"auto\"");
  }
  if (!(s->accuracy >= 0.0) || !(s->accuracy < 1.0)) {
    return lw_element_error(diag, solver, "accuracy must be off or between 0 and 1, found %s",
                            lw_show(s->accuracy).text);
  }
  return LW_OK;
}

static lw_status check_threads(const lw_settings* s, const lw_element* solver, lw_diag* diag)
{
  if (s->threads < 0 || s->threads > THREADS_MAX) {
    return lw_element_error(diag, solver, "threads must be between 0 and %d, found %d", THREADS_MAX,
                            s->threads);
  }
  return LW_OK;
}

static lw_status check_experiment(const lw_settings* s, lw_diag* diag)
{
  const lw_element experiment = {.kind = "experiment", .name = "", .line = s->experiment_line};
  if (!isfinite(s->start) || !isfinite(s->stop) || !(s->stop > s->start)) {
    return lw_element_error(diag, &experiment, "stop must be later than start, found %s and %s [s]",
                            lw_show(s->stop).text, lw_show(s->start).text);
  }
  /* NaN: not given */
  if (!isnan(s->output_step) && (!(s->output_step > 0.0) || isinf(s->output_step))) {
    return lw_element_error(diag, &experiment, "step must be positive [s], found %s",
                            lw_show(s->output_step).text);
  }
  return LW_OK;
}

static lw_status check_settings(const lw_model* model, lw_diag* diag)
{
  const lw_settings* s      = &model->settings;
  const lw_element   solver = lw_model_element(model, LW_ELEMENT_SETTINGS, 0);
  lw_status          status = check_choices(s, &solver, diag);
  if (status == LW_OK) {
    status = check_numbers(s, &solver, diag);
  }
  if (status == LW_OK) {
    status = check_threads(s, &solver, diag);
  }
  return status == LW_OK ? check_experiment(s, diag) : status;
}

/* ---- all of them ------------------------------------------------------------------------- */

static lw_status check_elements(const lw_model* model, lw_diag* diag)
{
  lw_status status = LW_OK;
  for (int i = 0; i < model->njoint && status == LW_OK; i++) status = check_joint(model, i, diag);
  if (status == LW_OK) {
    status = check_drives(model, diag);
  }
  for (int i = 0; i < model->nspring && status == LW_OK; i++) {
    const lw_spring* spring = &model->spring[i];
    status = check_ends(model, LW_ELEMENT_SPRING, i, spring->from, spring->to, diag);
  }
  for (int i = 0; i < model->nbushing && status == LW_OK; i++) {
    const lw_bushing* bushing = &model->bushing[i];
    status = check_ends(model, LW_ELEMENT_BUSHING, i, bushing->from, bushing->to, diag);
  }
  return status == LW_OK ? check_couplings(model, diag) : status;
}

typedef lw_status (*structure_rule)(const lw_model* model, lw_diag* diag);

lw_status lw_model_check_structure(const lw_model* model, lw_diag* diag)
{
  static const structure_rule rule[] = {check_slots, check_references, check_identifiers,
                                        check_names, check_elements,   check_settings};
  lw_status                   status = LW_OK;
  for (size_t i = 0; i < sizeof rule / sizeof *rule && status == LW_OK; i++) {
    status = rule[i](model, diag);
  }
  return status;
}
