// Executes a real system under a fault set: starts its nodes, and is their network, their clock and
// their clients. One thing happens at a time, so a deterministic system does the same each time. Or it
// has a runner do all this.
//
//   Cluster cluster(plan, nursery);
//   const std::string recording = cluster.execute(faults, seed);   // docs/reference/recording-format.md
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/base/memory_bound.hpp"
#include "common/base/settings.hpp"
#include "common/systems/plan.hpp"
#include "worker/drive/foreseen.hpp"
#include "worker/drive/judge.hpp"
#include "worker/drive/node.hpp"
#include "worker/drive/own_folder.hpp"
#include "worker/drive/processor.hpp"
#include "worker/drive/recorder.hpp"
#include "worker/drive/runner.hpp"
#include "worker/drive/script.hpp"

namespace ldfi::drive {

using Way = DriveWay;

class Cluster {
 public:
  /// Both must outlive the cluster. Throws EnvironmentError.
  Cluster(const systems::Plan& plan, Nursery& nursery, Interrupt interrupt);
  ~Cluster();
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  /// The recording of one execution. One that a node's misbehaviour ended is `invalid`, and says why
  /// (`x_why`). Throws InputError if the command cannot be started, EnvironmentError, and what the
  /// interrupt throws.
  /// `tried_before`: true if an earlier try of this execution was invalid.
  std::string execute(const systems::Assignment& assigned, std::uint64_t seed,
                      Way way = Way::planned, bool tried_before = false);
  /// The layers of the sandbox that this machine does not allow, and why; empty: there are all.
  [[nodiscard]] const std::string& lacks() const { return lacks_; }
  /// Returns the weakest bound on the memory of the nodes.
  [[nodiscard]] MemoryBound memory_bound() const { return memory_bound_; }

 private:
  std::string run(const systems::Assignment& assigned, std::uint64_t seed, Way way);
  /// Throws Overran.
  std::string attempt(const systems::Assignment& assigned, std::uint64_t seed, Way way,
                      const Foreseen& foreseen);
  [[nodiscard]] Program program(std::size_t node) const;
  /// In this place.
  [[nodiscard]] Program program(const std::vector<std::string>& command, const Place& place) const;
  /// One that needs no place.
  void choose_judge();
  void judge_by_command();
  void open_places();
  void begin_runner();
  void expect_sandbox() const;
  /// A place whose folder has this name.
  Place open_place(const std::string& name, const std::string& library);
  /// Throws Misbehaved if a node has filled its folders.
  void expect_room() const;
  /// Of what a node wrote into these of its folders nothing is left.
  void empty(std::size_t node, std::initializer_list<const char*> names);
  void empty(const Place& place, const std::string& whose,
             std::initializer_list<const char*> names);
  /// The same, of a node that goes on living, without looking through folders that have nothing in them.
  void empty_again(std::size_t node);
  /// `at`: the time then. `life`: how often it was started before in this execution.
  void start(std::size_t node, std::uint64_t seed, std::int64_t at, std::uint64_t life);
  void make_ready(systems::Start how, std::uint64_t seed);
  const Recorder& recorder(std::uint64_t seed);

  const systems::Plan plan_;  ///< without shims
  Nursery& nursery_;
  Interrupt interrupt_;
  Processor processor_;
  OwnFolder own_folder_;
  std::string folder_;  ///< its path; nodes that cannot be shut in have theirs in it
  std::optional<sandbox::Confinement> confinement_;  ///< what every node has in common
  std::vector<Place> places_;                        ///< by node
  /// By node: how many files there can be in its place that has none; of one that shares its file
  /// system with others nobody can tell.
  std::vector<std::optional<std::uint64_t>> free_files_;
  std::vector<std::string> shown_in_tmp_;  ///< names in a node's /tmp that have to stay
  std::optional<Place> checker_;           ///< where a checker of the user lives
  std::string lacks_;
  MemoryBound memory_bound_ = MemoryBound::cgroup;  ///< the weakest bound of all places
  bool forks_ = false;                              ///< in this execution
  std::unique_ptr<Runner> runner_;
  std::vector<Node> nodes_;
  Judge judge_;
  Script script_;
  std::optional<Recorder> recorder_;  ///< of the last seed
};

}  // namespace ldfi::drive
