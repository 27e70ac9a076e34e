/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * peer_linkwork.cpp - Linkwork itself: the solver with the reactions of all joints, and its FMU.
 */
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "fmi2Functions.h"
#include <linkwork/linkwork.h>
#include <linkwork/model_io.h>
#include "peer.h"
#include "right_hand_side.h"

/* ---- the mechanism as others need it ------------------------------------------------------ */

/* the joint from a body to its parent: the first one that has it as the child */
static int carrier(const lw_model* m, int body)
{
  for (int j = 0; j < m->njoint; j++) {
    if (m->joint[j].child == body && (m->joint[j].parent < body)) {
      return j;
    }
  }
  return LW_NONE;
}

static void centre(const lw_model* m, int body, double at[3])
{
  for (int i = 0; i < 3; i++) {
    at[i] = body == LW_GROUND ? 0.0 : m->value[m->body[body].at + i];
  }
}

bool peer_link(const lw_model* m, int k, TreeLink* link)
{
  if (k >= m->nbody) {
    return false;
  }
  const lw_body& b = m->body[k];
  link->body       = k;
  link->joint      = carrier(m, k);
  link->parent     = link->joint == LW_NONE ? LW_GROUND : m->joint[link->joint].parent;
  link->mass       = m->value[b.mass];
  link->spherical  = link->joint != LW_NONE && m->joint[link->joint].type == LW_SPHERICAL;
  double parent[3];
  centre(m, k, link->at);
  centre(m, link->parent, parent);
  for (int i = 0; i < 3; i++) {
    const double point =
        link->joint == LW_NONE ? link->at[i] : m->value[m->joint[link->joint].at + i];
    link->inertia[i]  = m->value[b.inertia + i];
    link->from[i]     = point - parent[i];
    link->to[i]       = link->at[i] - point;
    link->velocity[i] = m->value[b.velocity + i];
    link->spin[i]     = m->value[b.spin + i];
    if (link->parent != LW_GROUND) {
      link->spin[i] -= m->value[m->body[link->parent].spin + i];
    }
  }
  return true;
}

bool peer_loop(const lw_model* m, int k, LoopPoint* loop)
{
  for (int j = 0; j < m->njoint; j++) {
    if (carrier(m, m->joint[j].child) == j || k-- > 0) {
      continue;
    }
    loop->parent = m->joint[j].parent;
    loop->child  = m->joint[j].child;
    double parent[3], child[3];
    centre(m, loop->parent, parent);
    centre(m, loop->child, child);
    for (int i = 0; i < 3; i++) {
      loop->on_parent[i] = m->value[m->joint[j].at + i] - parent[i];
      loop->on_child[i]  = m->value[m->joint[j].at + i] - child[i];
    }
    return true;
  }
  return false;
}

/* ---- the solver --------------------------------------------------------------------------- */

namespace
{

class Solver : public Peer
{
public:
  explicit Solver(lw_instance* instance) : instance_(instance)
  {
    const lw_model* model = lw_instance_model(instance);
    dt_                   = model->value[model->settings.step];
    last_                 = model->nbody - 1;
    force_.resize(3 * static_cast<size_t>(model->njoint));
    torque_.resize(force_.size());
  }
  Solver(const Solver&)            = delete;
  Solver& operator=(const Solver&) = delete;
  ~Solver() override
  {
    lw_instance_destroy(instance_);
  }

  bool step() override
  {
    return lw_instance_advance(instance_, dt_, nullptr) == LW_OK &&
           lw_instance_get_all(instance_, LW_JOINT_FORCE, force_.data()) == LW_OK &&
           lw_instance_get_all(instance_, LW_JOINT_TORQUE, torque_.data()) == LW_OK;
  }

  double energy() override
  {
    double e[3] = {0.0, 0.0, 0.0};
    lw_instance_get(instance_, LW_ENERGY, 0, e);
    return e[2];
  }

  void tip(double r[3]) override
  {
    lw_instance_get(instance_, LW_BODY_R, last_, r);
  }

private:
  lw_instance*        instance_;
  double              dt_;
  int                 last_;
  std::vector<double> force_, torque_; /* of all joints */
};

/* ---- right-hand sides of hamiltonian-dca ---------------------------------------------------- */

class RightHandSide : public Peer
{
public:
  explicit RightHandSide(lw_instance* instance) : instance_(instance)
  {
  }
  RightHandSide(const RightHandSide&)            = delete;
  RightHandSide& operator=(const RightHandSide&) = delete;
  ~RightHandSide() override
  {
    lw_instance_destroy(instance_);
  }

  bool step() override
  {
    return lw_bench_right_hand_sides(instance_, 1);
  }
  double energy() override
  {
    return NAN;
  }
  void tip(double r[3]) override
  {
    r[0] = r[1] = r[2] = NAN;
  }

private:
  lw_instance* instance_;
};

/* ---- the FMU ------------------------------------------------------------------------------ */

void ignore_message(fmi2ComponentEnvironment, fmi2String, fmi2Status, fmi2String, fmi2String, ...)
{
}

template <class F> F* find(void* library, const char* name)
{
  return reinterpret_cast<F*>(dlsym(library, name));
}

/* Only fmi2DoStep: its results are those of the solver, bit by bit. */
class Fmu : public Peer
{
public:
  Fmu(const lw_model* model, double dt) : dt_(dt)
  {
    char folder[] = "/tmp/lw_bench_XXXXXX";
    library_      = dlopen(LW_FMU_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!library_ || !mkdtemp(folder)) {
      return;
    }
    folder_ = folder;
    if (!write_model(model)) {
      return;
    }
    static const fmi2CallbackFunctions callbacks = {ignore_message, calloc, free, nullptr, nullptr};
    do_step_                                     = find<fmi2DoStepTYPE>(library_, "fmi2DoStep");
    free_      = find<fmi2FreeInstanceTYPE>(library_, "fmi2FreeInstance");
    component_ = find<fmi2InstantiateTYPE>(library_, "fmi2Instantiate")(
        "bench", fmi2CoSimulation, "{bench}", ("file://" + folder_).c_str(), &callbacks, fmi2False,
        fmi2False);
    ready_ = component_ &&
             find<fmi2SetupExperimentTYPE>(library_, "fmi2SetupExperiment")(
                 component_, fmi2False, 0.0, 0.0, fmi2False, 0.0) == fmi2OK &&
             find<fmi2EnterInitializationModeTYPE>(library_, "fmi2EnterInitializationMode")(
                 component_) == fmi2OK &&
             find<fmi2ExitInitializationModeTYPE>(library_, "fmi2ExitInitializationMode")(
                 component_) == fmi2OK;
  }
  Fmu(const Fmu&)            = delete;
  Fmu& operator=(const Fmu&) = delete;
  ~Fmu() override
  {
    if (component_) {
      free_(component_);
    }
    if (!folder_.empty()) {
      std::remove((folder_ + "/mechanism.lwm").c_str());
      rmdir(folder_.c_str());
    }
    if (library_) {
      dlclose(library_);
    }
  }

  bool ready() const
  {
    return ready_;
  }
  bool step() override
  {
    return do_step_(component_, dt_ * static_cast<double>(done_++), dt_, fmi2True) == fmi2OK;
  }
  double energy() override
  {
    return NAN;
  }
  void tip(double r[3]) override
  {
    r[0] = r[1] = r[2] = NAN;
  }

private:
  bool write_model(const lw_model* model)
  {
    unsigned char* bytes = nullptr;
    size_t         size  = 0;
    if (lw_model_write(model, "{bench}", &bytes, &size) != LW_OK) {
      return false;
    }
    FILE* file = std::fopen((folder_ + "/mechanism.lwm").c_str(), "wb");
    bool  ok   = file && std::fwrite(bytes, 1, size, file) == size;
    if (file) {
      ok = std::fclose(file) == 0 && ok;
    }
    free(bytes);
    return ok;
  }

  double                dt_;
  long                  done_      = 0;
  void*                 library_   = nullptr;
  fmi2Component         component_ = nullptr;
  fmi2DoStepTYPE*       do_step_   = nullptr;
  fmi2FreeInstanceTYPE* free_      = nullptr;
  std::string           folder_;
  bool                  ready_ = false;
};

} // namespace

std::unique_ptr<Peer> make_linkwork(lw_model* model, Kernel kernel)
{
  lw_instance* instance    = nullptr;
  model->settings.portable = kernel == Kernel::portable;
  if (lw_instance_create(model, nullptr, &instance) != LW_OK) {
    return nullptr;
  }
  lw_instance_set_threads(instance, 1);
  if (lw_instance_initialize(instance, 0.0, nullptr) != LW_OK) {
    lw_instance_destroy(instance);
    return nullptr;
  }
  return std::make_unique<Solver>(instance);
}

std::unique_ptr<Peer> make_right_hand_side(lw_model* model)
{
  const lw_formulation formulation = model->settings.formulation;
  lw_instance*         instance    = nullptr;
  model->settings.formulation      = LW_HAMILTONIAN_DCA;
  bool ok                          = lw_instance_create(model, nullptr, &instance) == LW_OK;
  model->settings.formulation      = formulation;
  if (ok) {
    lw_instance_set_threads(instance, 1);
    ok = lw_instance_initialize(instance, 0.0, nullptr) == LW_OK &&
         lw_instance_advance(instance, 0.05, nullptr) == LW_OK;
  }
  if (!ok) {
    lw_instance_destroy(instance);
    return nullptr;
  }
  return std::make_unique<RightHandSide>(instance);
}

std::unique_ptr<Peer> make_fmu(const lw_model* model, double dt)
{
  std::unique_ptr<Fmu> fmu = std::make_unique<Fmu>(model, dt);
  if (!fmu->ready()) {
    return nullptr;
  }
  return fmu;
}
