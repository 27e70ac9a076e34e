/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * file_records.c - visit the fields of each record; their order is the format of the file.
 */
#include "model/file_records.h"

#include <limits.h>
#include <string.h>

/* ---- numbers ----------------------------------------------------------------------------- */

void lw_bytes_put(unsigned char* at, int n, uint64_t x)
{
  for (int i = 0; i < n; i++) at[i] = (unsigned char)(x >> (8 * i) & 0xffu);
}

uint64_t lw_bytes_get(const unsigned char* at, int n)
{
  uint64_t x = 0;
  for (int i = n - 1; i >= 0; i--) x = x << 8 | at[i];
  return x;
}

/* n bytes of a number, least significant first */
uint64_t lw_stream_number(lw_stream* io, int n, uint64_t x)
{
  const size_t size = (size_t)n;
  io->used += size;
  if (io->mode == LW_WRITE) {
    lw_bytes_put(io->out, n, x);
    io->out += size;
  } else if (io->mode == LW_READ && io->left < size) {
    io->bad = true;
    return 0;
  } else if (io->mode == LW_READ) {
    x = lw_bytes_get(io->in, n);
    io->in += size;
    io->left -= size;
  }
  return x;
}

/* a whole number: index, slot, name, count */
static void whole(lw_stream* io, int* x)
{
  const uint32_t bits = (uint32_t)lw_stream_number(io, 4, (uint32_t)*x);
  /* two's complement; the conversion of values beyond INT_MAX is not defined by C */
  *x = bits <= INT_MAX ? (int)bits : -(int)(UINT32_MAX - bits) - 1;
}

static void bitset(lw_stream* io, unsigned* x)
{
  *x = (unsigned)lw_stream_number(io, 4, *x);
}

/* one of n choices, counted from 0 */
static int choice(lw_stream* io, int x, int n)
{
  whole(io, &x);
  if (x < 0 || x >= n) {
    io->bad = true;
    return 0;
  }
  return x;
}

static void flag(lw_stream* io, bool* x)
{
  *x = choice(io, *x ? 1 : 0, 2) == 1;
}

void lw_stream_real(lw_stream* io, double* x)
{
  uint64_t bits = 0;
  memcpy(&bits, x, sizeof bits);
  bits = lw_stream_number(io, 8, bits);
  memcpy(x, &bits, sizeof bits);
}

static void reals(lw_stream* io, int n, double x[])
{
  for (int i = 0; i < n; i++) lw_stream_real(io, &x[i]);
}

/* ---- records, field by field: their order is the format ---------------------------------- */

/* A new member of a record is added at the end of its fields, and its size here. The file does
 * not contain line numbers, which are not needed, nor numbers of inputs, which lw_model_finish()
 * sets. */
#define HAS_SIZE(type, size) _Static_assert(sizeof(type) == (size), "a member has no field")
HAS_SIZE(lw_parameter, 24);
HAS_SIZE(lw_formula, 24);
HAS_SIZE(lw_instruction, 16);
HAS_SIZE(lw_body, 44);
HAS_SIZE(lw_frame, 24);
HAS_SIZE(lw_shape, 128);
HAS_SIZE(lw_joint, 88);
HAS_SIZE(lw_actuator, 16);
HAS_SIZE(lw_load, 24);
HAS_SIZE(lw_spring, 28);
HAS_SIZE(lw_bushing, 24);
HAS_SIZE(lw_motion, 28);
HAS_SIZE(lw_coupling, 20);
HAS_SIZE(lw_coupling_term, 12);
HAS_SIZE(lw_output, 12);
HAS_SIZE(lw_settings, 144);

static void rotation_fields(lw_stream* io, lw_rotation* r)
{
  r->kind = (lw_rotation_kind)choice(io, (int)r->kind, LW_ROTATION_RPY + 1);
  whole(io, &r->slot);
}

void lw_fields_parameter(lw_stream* io, lw_parameter* p)
{
  whole(io, &p->name);
  whole(io, &p->unit);
  whole(io, &p->description);
  whole(io, &p->value);
  flag(io, &p->structural);
}

void lw_fields_formula(lw_stream* io, lw_formula* f)
{
  f->kind = (lw_formula_kind)choice(io, (int)f->kind, LW_FORMULA_SPRING_LENGTH + 1);
  whole(io, &f->slot);
  whole(io, &f->code);
  whole(io, &f->ncode);
  whole(io, &f->spring);
  whole(io, &f->text);
}

void lw_fields_instruction(lw_stream* io, lw_instruction* i)
{
  i->operation = (lw_operation)choice(io, (int)i->operation, LW_OPERATION_COUNT);
  whole(io, &i->slot);
  lw_stream_real(io, &i->number);
}

void lw_fields_body(lw_stream* io, lw_body* b)
{
  whole(io, &b->name);
  flag(io, &b->physical);
  whole(io, &b->mass);
  whole(io, &b->inertia);
  whole(io, &b->com);
  whole(io, &b->at);
  rotation_fields(io, &b->rotation);
  whole(io, &b->velocity);
  whole(io, &b->spin);
}

void lw_fields_frame(lw_stream* io, lw_frame* f)
{
  whole(io, &f->name);
  whole(io, &f->body);
  whole(io, &f->at);
  rotation_fields(io, &f->rotation);
}

void lw_fields_shape(lw_stream* io, lw_shape* s)
{
  whole(io, &s->body);
  s->type = (lw_shape_type)choice(io, (int)s->type, LW_SHAPE_MESH + 1);
  reals(io, 3, s->size);
  reals(io, 3, s->at);
  reals(io, 4, s->quat);
  flag(io, &s->spare);
  flag(io, &s->painted);
  whole(io, &s->file);
  reals(io, 4, s->colour);
}

void lw_fields_joint(lw_stream* io, lw_joint* j)
{
  whole(io, &j->name);
  j->type = (lw_joint_type)choice(io, (int)j->type, LW_JOINT_TYPE_COUNT);
  whole(io, &j->parent);
  whole(io, &j->child);
  whole(io, &j->parent_frame);
  whole(io, &j->child_frame);
  whole(io, &j->at);
  whole(io, &j->axis);
  whole(io, &j->axis2);
  whole(io, &j->at2);
  whole(io, &j->length);
  whole(io, &j->stiffness);
  whole(io, &j->damping);
  whole(io, &j->rest);
  whole(io, &j->lower);
  whole(io, &j->upper);
  whole(io, &j->stop_stiffness);
  whole(io, &j->stop_damping);
  whole(io, &j->friction);
  whole(io, &j->q0);
  whole(io, &j->qd0);
  /* only joints of drivable types may have these: the solver tests nothing but the slots */
  const bool none = j->stiffness == LW_NONE && j->damping == LW_NONE && j->rest == LW_NONE &&
                    j->lower == LW_NONE && j->upper == LW_NONE && j->stop_stiffness == LW_NONE &&
                    j->stop_damping == LW_NONE && j->friction == LW_NONE;
  io->bad = io->bad || (!none && !lw_joint_info_get(j->type)->drivable);
}

void lw_fields_actuator(lw_stream* io, lw_actuator* a)
{
  whole(io, &a->name);
  whole(io, &a->joint);
}

void lw_fields_load(lw_stream* io, lw_load* l)
{
  whole(io, &l->name);
  flag(io, &l->is_torque);
  flag(io, &l->body_axes);
  whole(io, &l->body);
  whole(io, &l->at);
}

void lw_fields_spring(lw_stream* io, lw_spring* s)
{
  whole(io, &s->name);
  whole(io, &s->from);
  whole(io, &s->to);
  whole(io, &s->stiffness);
  whole(io, &s->damping);
  whole(io, &s->length);
}

void lw_fields_bushing(lw_stream* io, lw_bushing* b)
{
  whole(io, &b->name);
  whole(io, &b->from);
  whole(io, &b->to);
  whole(io, &b->stiffness);
  whole(io, &b->damping);
}

void lw_fields_motion(lw_stream* io, lw_motion* m)
{
  whole(io, &m->name);
  m->kind = (lw_motion_kind)choice(io, (int)m->kind, LW_MOTION_INPUT + 1);
  whole(io, &m->joint);
  whole(io, &m->coef);
  whole(io, &m->ncoef);
  io->bad = io->bad || (m->kind == LW_MOTION_VELOCITY && m->ncoef != 1) ||
            (m->kind == LW_MOTION_INPUT && (m->ncoef != 0 || m->coef != LW_NONE));
}

void lw_fields_coupling(lw_stream* io, lw_coupling* c)
{
  whole(io, &c->name);
  whole(io, &c->term);
  whole(io, &c->nterm);
  whole(io, &c->offset);
}

void lw_fields_coupling_term(lw_stream* io, lw_coupling_term* t)
{
  whole(io, &t->joint);
  t->coordinate = choice(io, t->coordinate, 3); /* no joint has more coordinates */
  whole(io, &t->ratio);
}

void lw_fields_output(lw_stream* io, lw_output* o)
{
  o->kind = (lw_output_kind)choice(io, (int)o->kind, LW_OUTPUT_ENERGY + 1);
  whole(io, &o->index);
  bitset(io, &o->what);
}

void lw_fields_model(lw_stream* io, lw_model* m)
{
  lw_settings* s = &m->settings;
  whole(io, &m->name);
  whole(io, &m->description);
  whole(io, &m->version);
  whole(io, &m->author);
  whole(io, &m->license);
  whole(io, &m->gravity);
  flag(io, &m->select_outputs);
  flag(io, &m->only_outputs);
  s->formulation = (lw_formulation)choice(io, (int)s->formulation, LW_FORMULATION_COUNT);
  whole(io, &s->step);
  whole(io, &s->tolerance);
  whole(io, &s->iterations);
  flag(io, &s->realtime);
  flag(io, &s->project_accelerations);
  s->rotation = (lw_rotation_rule)choice(io, (int)s->rotation, LW_ROTATION_RULE_COUNT);
  lw_stream_real(io, &s->accuracy);
  lw_stream_real(io, &s->penalty);
  whole(io, &s->threads);
  flag(io, &s->portable);
  lw_stream_real(io, &s->start);
  lw_stream_real(io, &s->stop);
  lw_stream_real(io, &s->output_step);
  s->integrator    = (lw_integrator)choice(io, (int)s->integrator, LW_INTEGRATOR_COUNT);
  s->linear_solver = (lw_linear_solver)choice(io, (int)s->linear_solver, LW_LINEAR_SOLVER_COUNT);
  lw_stream_real(io, &s->rtol);
  lw_stream_real(io, &s->atol);
  lw_stream_real(io, &s->omega);
  lw_stream_real(io, &s->xi);
  lw_stream_real(io, &s->beta);
  lw_stream_real(io, &s->gamma);
}
