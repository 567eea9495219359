// Executes a real system under a fault set: starts the nodes, and acts as their network, their clock and
// their clients. Only one thing happens at a time, so that a deterministic system does the same in each
// execution. If the system has a runner, the runner does all this.
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
  /// `plan` and `nursery` must outlive the cluster. Throws EnvironmentError.
  Cluster(const systems::Plan& plan, Nursery& nursery, Interrupt interrupt);
  ~Cluster();
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  /// Returns the recording of one execution. If a node broke a rule and so ended the execution, the recording
  /// is `invalid` and has the reason (`x_why`). `tried_before` is true if an earlier try of this execution
  /// was invalid. Throws InputError if the command cannot be started, EnvironmentError, and what the
  /// interrupt throws.
  std::string execute(const systems::Assignment& assigned, std::uint64_t seed,
                      Way way = Way::planned, bool tried_before = false);
  /// Returns the layers of the sandbox that this machine does not allow, and why. Empty if it allows all
  /// layers.
  [[nodiscard]] const std::string& lacks() const { return lacks_; }
  /// Returns the weakest of the bounds on the memory of the nodes.
  [[nodiscard]] MemoryBound memory_bound() const { return memory_bound_; }

 private:
  std::string run(const systems::Assignment& assigned, std::uint64_t seed, Way way);
  /// Executes once, with what is known in advance. Throws Overran if that turns out to be insufficient.
  std::string attempt(const systems::Assignment& assigned, std::uint64_t seed, Way way,
                      const Foreseen& foreseen);
  [[nodiscard]] Program program(std::size_t node) const;
  /// Returns the program for this command in this place.
  [[nodiscard]] Program program(const std::vector<std::string>& command, const Place& place) const;
  /// Writes the clock library or, if that cannot work in the nodes' program, the library kernel.
  void unpack_library();
  /// Chooses how executions are judged, unless the checker needs a place of its own.
  void choose_judge();
  void judge_by_command();
  void open_places();
  void begin_runner();
  void expect_sandbox() const;
  /// Opens a place for processes, whose folder has this name.
  Place open_place(const std::string& name, const std::string& library);
  /// Throws Misbehaved if a node has filled its folders.
  void expect_room() const;
  /// Removes everything that the node wrote into its folders with these names.
  void empty(std::size_t node, std::initializer_list<const char*> names);
  void empty(const Place& place, const std::string& whose,
             std::initializer_list<const char*> names);
  /// Removes everything that a node wrote which keeps running. Does not look into folders that have nothing
  /// in them.
  void empty_again(std::size_t node);
  /// Starts the node at the current time `at`. `life` is the number of its earlier starts in this execution.
  void start(std::size_t node, std::uint64_t seed, std::int64_t at, std::uint64_t life);
  /// Gives the program a link, and makes it one that runs in the library kernel.
  std::unique_ptr<KernelLink> link(const Place& place, std::uint64_t seed, std::int64_t at,
                                   Program& program) const;
  void make_ready(systems::Start how, std::uint64_t seed);
  const Recorder& recorder(std::uint64_t seed);

  const systems::Plan plan_;  ///< the plan, with interpreters in place of version shims
  Nursery& nursery_;
  Interrupt interrupt_;
  Processor processor_;
  OwnFolder own_folder_;
  /// Path of `own_folder_`, which contains the folders of nodes that cannot be confined.
  std::string folder_;
  /// The part of the confinement that all nodes share.
  std::optional<sandbox::Confinement> confinement_;
  std::vector<Place> places_;  ///< by node: place of its processes
  /// By node: the number of free files in its place while it is empty. Nullopt if the place shares its
  /// file system with others.
  std::vector<std::optional<std::uint64_t>> free_files_;
  std::vector<std::string> shown_in_tmp_;  ///< names in a node's /tmp that must not be removed
  std::optional<Place> checker_;  ///< place of the user's checker; nullopt if there is none
  std::string lacks_;
  MemoryBound memory_bound_ = MemoryBound::cgroup;  ///< the weakest bound on memory of all places
  /// True if the nodes run in the library kernel, because the clock library cannot work in their program.
  bool linked_ = false;
  bool forks_ = false;  ///< the nodes of this execution are forked from a zygote
  std::unique_ptr<Runner> runner_;
  std::vector<Node> nodes_;
  Judge judge_;
  Script script_;
  std::optional<Recorder> recorder_;  ///< recorder of the last seed
};

}  // namespace ldfi::drive
