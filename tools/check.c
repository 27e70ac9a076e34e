/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * check.c - linkwork check: validates a mechanism file, assembles it and prints a summary.
 */
#include <stdio.h>
#include <stdlib.h>

#include "check_findings.h"
#include "check_order.h"
#include "check_tree.h"
#include "command.h"
#include "options.h"
#include "origin.h"
#include "report.h"
#include <linkwork/linkwork.h>
#include <linkwork/variables.h>

static const char HELP[] =
    "usage: linkwork check FILE.xml|ROBOT.urdf [options]\n"
    "\n"
    "Reads a mechanism file, reports the first mistake in it as FILE:LINE: text, assembles the\n"
    "mechanism and prints a summary, one fact per line, then the tree of its bodies:\n"
    "\n"
    "  bodies, joints       as in the file\n"
    "  freedoms             of the motion, with drives taken as constraints\n"
    "  redundant            constraints that others imply\n"
    "  height               longest chain of eliminations that wait for each other\n"
    "  inputs, outputs, parameters   variables of the FMU\n"
    "  memory               of one simulation [bytes]\n"
    "  moved, turned        largest displacement [m] and turn [rad] of a body by the assembly, "
    "and\n"
    "                       which body\n"
    "  violation            of the assembled constraints: position, velocity, acceleration\n"
    "  energy               kinetic, potential, total [J]\n"
    "  not unique           joints that share their reactions with others, by redundant "
    "constraints,\n"
    "                       and how many constraints of each the others would hold without it\n"
    "  warning:             what may be meant otherwise\n"
    "\n"
    "In the tree, each body stands behind the joint that it hangs on: name, type, axis in the "
    "world,\n"
    "range, then the body and its mass. Joints that close loops follow.\n"
    "\n"
    "  --order       then the order of elimination: each body or joint with its rows and those\n"
    "                that its elimination ties together, + where a block fills in; height, cost\n"
    "                (multiply-adds of a factorisation) and fill; operations on blocks\n"
    "                (additions, multiplications, inversions, fill, nonzeros) of this and other\n"
    "                orders. `order inward N`: in a tree of revolute joints all N bodies go with\n"
    "                the joints that carry them, from the tips inwards, and this order serves "
    "only\n"
    "                while stiff springs are in the matrix\n"
    "  --svg PREFIX  pictures of it: PREFIX-topology.svg, PREFIX-before.svg and PREFIX-after.svg\n"
    "                (the blocks of the matrix)\n" LW_ORIGIN_HELP;

static void print_model(const lw_model* model)
{
  printf("mechanism %s\n", lw_model_name(model, model->name));
  printf("bodies %d\n", model->nbody);
  printf("joints %d\n", model->njoint);

  const struct {
    const char* name;
    int         count;
  } others[] = {{"actuators", model->nactuator}, {"loads", model->nload},
                {"springs", model->nspring},     {"bushings", model->nbushing},
                {"motions", model->nmotion},     {"couplings", model->ncoupling}};
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    if (others[i].count > 0) {
      printf("%s %d\n", others[i].name, others[i].count);
    }
  }
}

/* `moved 0.01 crank`: how far, and the body; without bodies the number alone. */
static void print_move(const lw_model* model, const char* what, double x, int body)
{
  const bool any = body != LW_NONE && x > 0.0;
  printf("%s %.3g%s%s\n", what, x, any ? " " : "",
         any ? lw_model_name(model, model->body[body].name) : "");
}

/* What only an assembled instance can tell. */
static lw_status print_numbers(lw_instance* instance, const lw_variables* variables,
                               const lw_mobility* mobility)
{
  const lw_model* model        = lw_instance_model(instance);
  double          violation[3] = {0}, energy[3] = {0};
  lw_assembly     assembly;
  lw_status       status = lw_instance_get(instance, LW_SOLVER_VIOLATION, 0, violation);
  lw_instance_assembly(instance, &assembly);
  if (status == LW_OK) {
    status = lw_instance_get(instance, LW_ENERGY, 0, energy);
  }
  if (status != LW_OK) {
    return status;
  }
  print_model(model);
  printf("freedoms %d\n", mobility->freedoms);
  printf("redundant %d\n", mobility->redundant);
  printf("height %d\n", mobility->height);
  printf("inputs %d\n", variables->ninput);
  printf("outputs %d\n", variables->noutput);
  printf("parameters %d\n", variables->nparam);
  printf("memory %zu\n", lw_instance_memory(instance));
  print_move(model, "moved", assembly.moved, assembly.moved_body);
  print_move(model, "turned", assembly.turned, assembly.turned_body);
  printf("violation %.3g %.3g %.3g\n", violation[0], violation[1], violation[2]);
  printf("energy %.9g %.9g %.9g\n", energy[0], energy[1], energy[2]);
  return LW_OK;
}

static lw_status print_instance(lw_instance* instance, const lw_variables* variables)
{
  const lw_model* model    = lw_instance_model(instance);
  lw_redundancy*  joint    = calloc((size_t)model->njoint + 1, sizeof *joint);
  lw_redundancy*  coupling = calloc((size_t)model->ncoupling + 1, sizeof *coupling);
  lw_mobility     mobility = {0};
  lw_status       status   = joint && coupling ? LW_OK : LW_ERR_MEMORY;
  if (status == LW_OK) {
    status = lw_instance_redundancy(instance, &mobility, joint, coupling);
  }
  if (status == LW_OK) {
    status = print_numbers(instance, variables, &mobility);
  }
  if (status == LW_OK) {
    status = lw_check_findings(instance, &mobility, joint, coupling);
  }
  free(joint);
  free(coupling);
  return status;
}

/* What else may be asked for. */
typedef struct wishes {
  const char* order; /* NULL: no */
  const char* svg;   /* prefix of the files; NULL: no pictures */
} wishes;

static int check(const char* file, lw_origin* origin, const wishes* wish)
{
  lw_diag       diag      = {0};
  lw_model*     model     = NULL;
  lw_variables* variables = NULL;
  lw_instance*  instance  = NULL;

  lw_status status = lw_origin_read(file, origin, &model, &diag);
  if (status == LW_OK) {
    status = lw_variables_create(model, &diag, &variables);
  }
  if (status == LW_OK) {
    status = lw_instance_create(model, &diag, &instance);
  }
  if (status == LW_OK) {
    status = lw_instance_initialize(instance, model->settings.start, &diag);
  }
  if (status == LW_OK) {
    status = print_instance(instance, variables);
  }
  if (status == LW_OK) {
    status = lw_check_tree(instance);
  }
  if (status == LW_OK && wish->order) {
    status = lw_check_order(model);
  }
  if (status == LW_OK && wish->svg) {
    status = lw_check_pictures(model, wish->svg, &diag);
  }
  lw_instance_destroy(instance);
  lw_variables_destroy(variables);
  lw_model_destroy(model);
  return status == LW_OK ? LW_EXIT_OK : lw_origin_report(file, origin, status, &diag);
}

enum { OWN = 2 }; /* options that are not about robots */

static int execute(int argc, char** argv)
{
  static const char name[] = "check";
  const char*       file   = NULL;
  lw_origin         origin;
  wishes            wish                           = {NULL, NULL};
  lw_option         known[OWN + LW_ORIGIN_OPTIONS] = {{"--order", NULL, &wish.order, NULL},
                                                      {"--svg", "PREFIX", &wish.svg, NULL}};
  if (!lw_origin_begin(&origin, argc, known + OWN)) {
    return lw_report(name, 0, "%s", lw_status_text(LW_ERR_MEMORY));
  }
  int code = lw_options_read(name, argc, argv, OWN + LW_ORIGIN_OPTIONS, known,
                             "FILE.xml or ROBOT.urdf", &file);
  if (code == LW_EXIT_OK) {
    code = lw_origin_settle(name, &origin);
  }
  if (code == LW_EXIT_OK) {
    code = check(file, &origin, &wish);
  }
  lw_origin_end(&origin);
  return code;
}

const lw_command lw_command_check = {.name    = "check",
                                     .summary = "validates a mechanism file, prints a summary",
                                     .help    = HELP,
                                     .run     = execute};
