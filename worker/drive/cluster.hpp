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

  /// Returns the recording of one execution. If a node broke a rule and so ended the execution, the
  /// recording is `invalid` and contains the reason (`x_why`). `tried_before` is true if an earlier
  /// try of this execution was invalid. Throws InputError if the command cannot be started,
  /// EnvironmentError, and all exceptions of the interrupt.
  std::string execute(const systems::Assignment& assigned, std::uint64_t seed,
                      Way way = Way::planned, bool tried_before = false);
  /// Returns the layers of the sandbox that this machine does not allow, and the reason. Empty if
  /// the machine allows all layers.
  [[nodiscard]] const std::string& lacks() const { return lacks_; }
  /// Returns how the memory of the nodes is bounded. If this differs between nodes, returns the
  /// weakest bound.
  [[nodiscard]] MemoryBound memory_bound() const { return memory_bound_; }

 private:
  std::string run(const systems::Assignment& assigned, std::uint64_t seed, Way way);
  /// Executes once, with the faults whose moments earlier attempts have found out. Throws Overran
  /// if a node ran past a fault whose moment was not known.
  std::string attempt(const systems::Assignment& assigned, std::uint64_t seed, Way way,
                      const Foreseen& foreseen);
  [[nodiscard]] Program program(std::size_t node) const;
  /// Returns the program that this command starts in this place (the folders and the keeper process
  /// of one node).
  [[nodiscard]] Program program(const std::vector<std::string>& command, const Place& place) const;
  /// Writes the clock library. Writes the library kernel (worker/kernel) instead if the clock
  /// library cannot work in the nodes' program.
  void unpack_library();
  /// Chooses who judges executions, unless the user's checker is a program, which needs a place of
  /// its own.
  void choose_judge();
  void judge_by_command();
  void open_places();
  void begin_runner();
  void expect_sandbox() const;
  /// Opens a place: the folders of one node, and the keeper process that starts and ends its
  /// processes. `name` is the name of its folder.
  Place open_place(const std::string& name, const std::string& library);
  /// Throws Misbehaved if a node has written so much that its folders are full.
  void expect_room() const;
  /// Removes everything that the node wrote into those of its folders that have these names.
  void empty(std::size_t node, std::initializer_list<const char*> names);
  void empty(const Place& place, const std::string& whose,
             std::initializer_list<const char*> names);
  /// Removes the files of a node whose process keeps running for the next execution. Does not look
  /// into folders that are empty.
  void empty_again(std::size_t node);
  /// Starts the node at the current time `at`. `life` is the number of its earlier starts in this execution.
  void start(std::size_t node, std::uint64_t seed, std::int64_t at, std::uint64_t life);
  /// Connects the node's program to the library kernel, in which it will run, and returns the link.
  /// `life` is the number of the node's earlier starts in this execution.
  std::unique_ptr<KernelLink> link(std::size_t node, std::uint64_t seed, std::int64_t at,
                                   std::uint64_t life, Program& program) const;
  /// Returns the place of the node in the network of sockets, or nullopt if nodes have no sockets.
  [[nodiscard]] std::optional<NetPlace> net_place(std::size_t node, std::uint64_t life) const;
  void make_ready(systems::Start how, std::uint64_t seed);
  const Recorder& recorder(std::uint64_t seed);

  const systems::Plan plan_;  ///< the plan, with interpreters in place of version shims
  Nursery& nursery_;
  Interrupt interrupt_;
  Processor processor_;
  OwnFolder own_folder_;
  /// Path of the run's folder below TMPDIR. Also contains the folders of nodes that cannot have a
  /// sandbox.
  std::string folder_;
  /// The part of the sandbox's settings that all nodes share.
  std::optional<sandbox::Confinement> confinement_;
  std::vector<Place> places_;  ///< for each node: the folders and the keeper process in which it
                               ///< runs
  /// For each node: the number of free files in its file system while its folders are empty.
  /// Nullopt if the node shares its file system with others.
  std::vector<std::optional<std::uint64_t>> free_files_;
  std::vector<std::string> shown_in_tmp_;  ///< names in a node's /tmp that must not be removed
  std::optional<Place> checker_;  ///< place in which the user's checker runs; nullopt if no checker
                                  ///< is a program
  std::string lacks_;
  MemoryBound memory_bound_ = MemoryBound::cgroup;  ///< weakest bound on memory of all places
  /// True if the nodes run in the library kernel (worker/kernel), because they have sockets or the
  /// clock library cannot work in their program.
  bool linked_ = false;
  bool forks_ = false;  ///< true if the nodes of this execution are forked from a Python process
                        ///< that is already running
  std::unique_ptr<Runner> runner_;
  std::vector<Node> nodes_;
  Judge judge_;
  Script script_;
  std::optional<Recorder> recorder_;  ///< writes the recordings; made for the seed that was used
                                      ///< last
};

}  // namespace ldfi::drive
