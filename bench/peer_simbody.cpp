/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * peer_simbody.cpp - the same mechanisms in Simbody: mobilizers in a tree, constraints for loops.
 */
#include <Simbody.h>

#include <vector>

#include "peer.h"

namespace
{

using namespace SimTK;

Vec3 vector(const double v[3])
{
  return Vec3(v[0], v[1], v[2]);
}

/* a mechanism with its forces and its state at the start */
class Mechanism
{
public:
  explicit Mechanism(const lw_model* model) : matter(system), forces(system)
  {
    Force::UniformGravity(forces, matter, vector(model->value + model->gravity));
    TreeLink link;
    for (int k = 0; peer_link(model, k, &link); k++) {
      add(link);
    }
    LoopPoint loop;
    for (int k = 0; peer_loop(model, k, &loop); k++) {
      Constraint::Ball(at(loop.parent), vector(loop.on_parent), at(loop.child),
                       vector(loop.on_child));
    }
    system.realizeTopology();
    start = system.getDefaultState();
    system.realizeModel(start);
    for (int k = 0; peer_link(model, k, &link); k++) {
      MobilizedBody& body = bodies[static_cast<size_t>(k)];
      if (link.joint == LW_NONE) {
        body.setUToFitVelocity(start, SpatialVec(vector(link.spin), vector(link.velocity)));
      } else if (link.spherical) {
        body.setUToFitAngularVelocity(start, vector(link.spin));
      } else {
        body.setOneU(start, 0, link.spin[2]);
      }
    }
  }

  double energy(const State& state) const
  {
    system.realize(state, Stage::Dynamics);
    return system.calcEnergy(state);
  }

  void tip(const State& state, double r[3]) const
  {
    system.realize(state, Stage::Position);
    const Vec3 p = bodies.back().getBodyOriginLocation(state);
    for (int i = 0; i < 3; i++) r[i] = p[i];
  }

  MultibodySystem            system;
  SimbodyMatterSubsystem     matter;
  GeneralForceSubsystem      forces;
  std::vector<MobilizedBody> bodies;
  State                      start;

private:
  MobilizedBody& at(int body)
  {
    return body == LW_GROUND ? static_cast<MobilizedBody&>(matter.Ground())
                             : bodies[static_cast<size_t>(body)];
  }

  void add(const TreeLink& link)
  {
    const Body::Rigid body(MassProperties(link.mass, Vec3(0), Inertia(vector(link.inertia))));
    const Transform   from(vector(link.from)), to(-vector(link.to));
    MobilizedBody&    parent = at(link.parent);
    if (link.joint == LW_NONE) {
      bodies.push_back(MobilizedBody::Free(parent, from, body, to));
    } else if (link.spherical) {
      bodies.push_back(MobilizedBody::Ball(parent, from, body, to));
    } else {
      bodies.push_back(MobilizedBody::Pin(parent, from, body, to));
    }
  }
};

class SimbodyPeer : public Peer
{
public:
  SimbodyPeer(const lw_model* model, double dt, Simbody method) : mechanism_(model)
  {
    if (method == Simbody::verlet) {
      integrator_ = std::make_unique<VerletIntegrator>(mechanism_.system);
    } else {
      integrator_ = std::make_unique<RungeKuttaMersonIntegrator>(mechanism_.system);
    }
    integrator_->setFixedStepSize(dt);
    integrator_->setReturnEveryInternalStep(true);
    integrator_->initialize(mechanism_.start);
  }

  bool step() override
  {
    const double before = integrator_->getTime();
    while (!(integrator_->getTime() > before)) {
      integrator_->stepTo(Infinity);
    }
    return true;
  }

  double energy() override
  {
    return mechanism_.energy(integrator_->getState());
  }

  void tip(double r[3]) override
  {
    mechanism_.tip(integrator_->getState(), r);
  }

private:
  Mechanism                   mechanism_;
  std::unique_ptr<Integrator> integrator_;
};

} // namespace

std::unique_ptr<Peer> make_simbody(const lw_model* model, double dt, Simbody method)
{
  return std::make_unique<SimbodyPeer>(model, dt, method);
}

void simbody_reference(const lw_model* model, double t, double tip[3])
{
  const Mechanism            mechanism(model);
  RungeKuttaMersonIntegrator integrator(mechanism.system);
  integrator.setAccuracy(1e-11);
  integrator.setConstraintTolerance(1e-11);
  integrator.initialize(mechanism.start);
  /* the first call only reports the start */
  while (integrator.getTime() < t) {
    integrator.stepTo(t, t);
  }
  mechanism.tip(integrator.getState(), tip);
}
