/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * peer.h - one simulation of a mechanism of mechanisms.h, by Linkwork or by another program.
 */
#ifndef LW_BENCH_PEER_H
#define LW_BENCH_PEER_H

#include <memory>

#include <linkwork/model.h>

class Peer
{
public:
  virtual ~Peer() = default;

  /* Carry out one step, of the size with which it was created. */
  virtual bool step() = 0;

  /* Kinetic and potential energy, zero at the world's origin [J]. */
  virtual double energy() = 0;

  /* Centre of mass of the last body [m]. */
  virtual void tip(double r[3]) = 0;
};

/* A body and the joint to its parent, in the tree of the first joints of all bodies. */
struct TreeLink {
  int    body;   /* index in the model            */
  int    joint;  /* LW_NONE: it is free           */
  int    parent; /* body index or LW_GROUND       */
  double mass;
  double inertia[3];
  double at[3];       /* centre of mass at the start                     */
  double from[3];     /* from the parent's centre of mass to the joint   */
  double to[3];       /* from the joint to the centre of mass            */
  double spin[3];     /* relative to the parent, world axes [rad/s]      */
  double velocity[3]; /* of the centre of mass: where the body is free   */
  bool   spherical;   /* else revolute about z                           */
};

/* A joint that closes a loop, as the two points that it keeps together. */
struct LoopPoint {
  int    parent, child; /* body index or LW_GROUND                         */
  double on_parent[3], on_child[3];
};

/* Link k of the tree, which is body k, and loop k; false: there is none. */
bool peer_link(const lw_model* model, int k, TreeLink* link);
bool peer_loop(const lw_model* model, int k, LoopPoint* loop);

enum class Kernel { automatic, portable };
enum class Feedback { off, on };
enum class Simbody { verlet, merson };

/* Each returns NULL on failure. The model must outlive the result. */
std::unique_ptr<Peer> make_linkwork(lw_model* model, Kernel kernel);
/* Each of its steps is one right-hand side of hamiltonian-dca, at a state in motion;
 * time does not advance. */
std::unique_ptr<Peer> make_right_hand_side(lw_model* model);
std::unique_ptr<Peer> make_fmu(const lw_model* model, double dt);
std::unique_ptr<Peer> make_bullet(const lw_model* model, double dt, Feedback feedback);
std::unique_ptr<Peer> make_simbody(const lw_model* model, double dt, Simbody method);

/* The tip at time t, by Simbody's Runge-Kutta-Merson method with an accuracy of 1e-11. */
void simbody_reference(const lw_model* model, double t, double tip[3]);

#endif
