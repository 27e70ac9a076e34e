/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * peer_bullet.cpp - the same mechanisms in Bullet: btMultiBody, double precision.
 *
 * Trees: Featherstone's articulated-body algorithm and Bullet's semi-implicit Euler steps, called
 * directly, without a world, contacts or anything else around it. Loops: a world with Bullet's
 * iterative solver and a point-to-point constraint for each joint that closes one.
 */
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <BulletDynamics/Featherstone/btMultiBodyJointFeedback.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>
#include <BulletDynamics/Featherstone/btMultiBodyPoint2Point.h>
#include <btBulletDynamicsCommon.h>

#include <vector>

#include "peer.h"

namespace
{

btVector3 vector(const double v[3])
{
  return btVector3(v[0], v[1], v[2]);
}

/* everything that a world needs */
struct World {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher           dispatcher{&configuration};
  btDbvtBroadphase                broadphase;
  btMultiBodyConstraintSolver     solver;
  btSphereShape                   shape{0.01};
  btMultiBodyDynamicsWorld        world{&dispatcher, &broadphase, &solver, &configuration};
};

class Bullet : public Peer
{
public:
  Bullet(const lw_model* model, double dt, Feedback feedback)
      : dt_(dt), gravity_(vector(model->value + model->gravity))
  {
    TreeLink link;
    peer_link(model, 0, &link);
    /* a free first body is the base, else the ground is */
    floating_ = link.joint == LW_NONE;
    body_     = std::make_unique<btMultiBody>(
        model->nbody - (floating_ ? 1 : 0), floating_ ? link.mass : 0.0,
        floating_ ? vector(link.inertia) : btVector3(0, 0, 0), !floating_, false);
    for (int k = floating_ ? 1 : 0; peer_link(model, k, &link); k++) {
      add(link, k - (floating_ ? 1 : 0));
    }
    body_->finalizeMultiDof();
    body_->setLinearDamping(0.0);
    body_->setAngularDamping(0.0);
    body_->setUseGyroTerm(true);
    body_->setMaxCoordinateVelocity(1e10); /* a limit for games */
    set_velocities(model);
    if (feedback == Feedback::on) {
      feedback_.resize(static_cast<size_t>(body_->getNumLinks()));
      for (int i = 0; i < body_->getNumLinks(); i++) {
        body_->getLink(i).m_jointFeedback = &feedback_[static_cast<size_t>(i)];
      }
    }
    close_loops(model);
  }
  Bullet(const Bullet&)            = delete;
  Bullet& operator=(const Bullet&) = delete;
  ~Bullet() override
  {
    for (auto& collider : colliders_) {
      world_->world.removeCollisionObject(collider.get());
    }
    for (auto& constraint : constraints_) {
      world_->world.removeMultiBodyConstraint(constraint.get());
    }
    if (world_) {
      world_->world.removeMultiBody(body_.get());
    }
  }

  bool step() override
  {
    if (world_) {
      world_->world.stepSimulation(dt_, 0);
      return true;
    }
    body_->clearForcesAndTorques();
    if (floating_) {
      body_->addBaseForce(gravity_ * body_->getBaseMass());
    }
    for (int i = 0; i < body_->getNumLinks(); i++) {
      body_->addLinkForce(i, gravity_ * body_->getLinkMass(i));
    }
    body_->computeAccelerationsArticulatedBodyAlgorithmMultiDof(dt_, scalars_, vectors_, matrices_,
                                                                false, !feedback_.empty(), false);
    body_->stepPositionsMultiDof(dt_);
    return true;
  }

  double energy() override
  {
    const size_t           n = static_cast<size_t>(body_->getNumLinks()) + 1;
    std::vector<btVector3> omega(n), velocity(n);
    place();
    body_->compTreeLinkVelocities(omega.data(), velocity.data());
    double sum = 0.0;
    if (floating_) {
      sum += of(body_->getBaseMass(), body_->getBaseInertia(), omega[0], velocity[0],
                body_->getBasePos());
    }
    for (int i = 0; i < body_->getNumLinks(); i++) {
      const size_t k = static_cast<size_t>(i) + 1;
      sum += of(body_->getLinkMass(i), body_->getLinkInertia(i), omega[k], velocity[k],
                body_->getLink(i).m_cachedWorldTransform.getOrigin());
    }
    return sum;
  }

  void tip(double r[3]) override
  {
    place();
    const btVector3 at =
        body_->getLink(body_->getNumLinks() - 1).m_cachedWorldTransform.getOrigin();
    for (int i = 0; i < 3; i++) r[i] = at[i];
  }

private:
  void add(const TreeLink& link, int index)
  {
    const int          parent = link.parent == LW_GROUND ? -1 : link.parent - (floating_ ? 1 : 0);
    const btQuaternion same(0, 0, 0, 1);
    if (link.spherical) {
      body_->setupSpherical(index, link.mass, vector(link.inertia), parent, same, vector(link.from),
                            vector(link.to), true);
    } else {
      body_->setupRevolute(index, link.mass, vector(link.inertia), parent, same, btVector3(0, 0, 1),
                           vector(link.from), vector(link.to), true);
    }
  }

  void set_velocities(const lw_model* model)
  {
    TreeLink link;
    for (int k = 0; peer_link(model, k, &link); k++) {
      const int index = k - (floating_ ? 1 : 0);
      if (index < 0) {
        body_->setBasePos(vector(link.at));
        body_->setBaseVel(vector(link.velocity));
        body_->setBaseOmega(vector(link.spin));
      } else if (link.spherical) {
        body_->setJointVelMultiDof(index, link.spin);
      } else {
        body_->setJointVelMultiDof(index, &link.spin[2]);
      }
    }
  }

  void close_loops(const lw_model* model)
  {
    LoopPoint loop;
    for (int k = 0; peer_loop(model, k, &loop); k++) {
      if (!world_) {
        world_ = std::make_unique<World>();
        world_->world.setGravity(gravity_);
        world_->world.addMultiBody(body_.get());
        add_colliders();
      }
      /* a fixed base is the ground; a constraint without a second body takes world coordinates */
      std::unique_ptr<btMultiBodyPoint2Point> constraint;
      if (loop.parent == LW_GROUND) {
        constraint = std::make_unique<btMultiBodyPoint2Point>(
            body_.get(), loop.child, static_cast<btRigidBody*>(nullptr), vector(loop.on_child),
            vector(loop.on_parent));
      } else {
        constraint = std::make_unique<btMultiBodyPoint2Point>(body_.get(), loop.child, body_.get(),
                                                              loop.parent, vector(loop.on_child),
                                                              vector(loop.on_parent));
      }
      constraint->setMaxAppliedImpulse(1e10);
      constraint->finalizeMultiDof();
      world_->world.addMultiBodyConstraint(constraint.get());
      constraints_.push_back(std::move(constraint));
    }
  }

  /* The world finds the constraints of a mechanism by the colliders of its links, which
   * collide with nothing. */
  void add_colliders()
  {
    for (int i = 0; i < body_->getNumLinks(); i++) {
      colliders_.push_back(std::make_unique<btMultiBodyLinkCollider>(body_.get(), i));
      colliders_.back()->setCollisionShape(&world_->shape);
      world_->world.addCollisionObject(colliders_.back().get(), 0, 0);
      body_->getLink(i).m_collider = colliders_.back().get();
    }
  }

  void place()
  {
    btAlignedObjectArray<btQuaternion> rotations;
    btAlignedObjectArray<btVector3>    origins;
    body_->forwardKinematics(rotations, origins);
  }

  double of(double mass, const btVector3& inertia, const btVector3& w, const btVector3& v,
            const btVector3& r) const
  {
    return 0.5 * mass * v.dot(v) + 0.5 * w.dot(inertia * w) - mass * gravity_.dot(r);
  }

  double                                                dt_;
  btVector3                                             gravity_;
  bool                                                  floating_ = false;
  std::unique_ptr<btMultiBody>                          body_;
  std::unique_ptr<World>                                world_;
  std::vector<std::unique_ptr<btMultiBodyPoint2Point>>  constraints_;
  std::vector<btMultiBodyJointFeedback>                 feedback_;
  std::vector<std::unique_ptr<btMultiBodyLinkCollider>> colliders_;
  btAlignedObjectArray<btScalar>                        scalars_;
  btAlignedObjectArray<btVector3>                       vectors_;
  btAlignedObjectArray<btMatrix3x3>                     matrices_;
};

} // namespace

std::unique_ptr<Peer> make_bullet(const lw_model* model, double dt, Feedback feedback)
{
  return std::make_unique<Bullet>(model, dt, feedback);
}
