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
#include "range_warnings.h"
#include "report.h"
#include <linkwork/linkwork.h>
#include <linkwork/variables.h>

static const char HELP[] =
    "usage: linkwork check FILE.xml|ROBOT.urdf [options]\n"
    "\n"
    "Reads a mechanism or a robot, assembles it, and prints a summary with one fact per line,\n"
    "then the tree of its bodies. The first error in the file is reported as FILE:LINE: TEXT.\n"
    "\n"
    "  bodies, joints       how many there are; also actuators, loads (forces and torques),\n"
    "                       springs, bushings, motions and couplings, where there are any\n"
    "  freedoms             degrees of freedom; a prescribed motion counts as a constraint\n"
    "  redundant            constraints that follow from the others\n"
    "  height               height of the elimination tree: the longest chain of eliminations of\n"
    "                       which each needs the result of the one before\n"
    "  inputs, outputs, parameters\n"
    "                       how many variables the FMU has of each kind\n"
    "  memory               that one simulation needs [bytes]\n"
    "  moved, turned        largest displacement [m] and largest rotation [rad] of a body by the\n"
    "                       assembly, with the name of the body\n"
    "  violation            norms of the constraint errors after the assembly: of positions, of\n"
    "                       velocities and of accelerations\n"
    "  energy               kinetic, potential and total energy [J]\n"
    "  not unique           joints whose reactions are not determined, because constraints are\n"
    "                       redundant; in parentheses, how many of the joint's constraints\n"
    "                       follow from those of the other joints\n"
    "  warning:             something that is probably not what the file was meant to say\n"
    "\n"
    "Joints that start outside their range are named on standard error.\n"
    "\n"
    "A line of the tree shows a body, its mass, and the joint that connects it to the body above\n"
    "it: type, name, axis in world coordinates, range. Joints that close loops follow.\n"
    "\n"
    "  --order       also print the order in which bodies and joints are eliminated, and what\n"
    "                that costs; docs/elimination-order.md explains each line\n"
    "  --svg PREFIX  draw this order: PREFIX-topology.svg (bodies and joints), PREFIX-before.svg\n"
    "                and PREFIX-after.svg (blocks of the matrix before and after "
    "elimination)\n" LW_ORIGIN_HELP;

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

/* Print `moved 0.01 crank`: the distance and the body; without bodies only the number. */
static void print_move(const lw_model* model, const char* what, double x, int body)
{
  const bool any = body != LW_NONE && x > 0.0;
  printf("%s %.3g%s%s\n", what, x, any ? " " : "",
         any ? lw_model_name(model, model->body[body].name) : "");
}

/* Print what depends on the assembled instance. */
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

/* What the options ask for. */
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
    lw_warn_ranges(file, instance);
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
                                     .summary = "check a mechanism or a robot and print a summary",
                                     .help    = HELP,
                                     .run     = execute};
