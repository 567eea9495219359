// Controls a runner: a process of the user that executes whole fault sets in its own harness, and reports the
// events line by line (docs/reference/runner-protocol.md). Used for `system.kind: runner`.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "common/systems/plan.hpp"
#include "worker/drive/complaints.hpp"
#include "worker/drive/node.hpp"
#include "worker/drive/nursery.hpp"

namespace ldfi::drive {

class Runner {
 public:
  /// `plan` and `nursery` must outlive the object. No other process may use the program's folder.
  Runner(const systems::Plan& plan, Nursery& nursery, Program program, Interrupt interrupt)
      : plan_(plan),
        nursery_(nursery),
        program_(std::move(program)),
        interrupt_(std::move(interrupt)) {}
  ~Runner() { kill(); }
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  /// Returns the recording of one execution. With `fresh`, starts a new process for it. Throws
  /// InputError if the runner cannot be started or does not match the config. Throws Misbehaved,
  /// after ending the process, if the runner breaks a rule of the protocol.
  std::string execute(const systems::FaultSet& faults, std::uint64_t seed, bool fresh);

 private:
  void start();
  void kill();
  void greet(const nlohmann::json& hello) const;
  void ask(const systems::FaultSet& faults, std::uint64_t seed);
  /// Reads the output of one execution. Returns the lines with the events and the line with the
  /// verdict.
  std::string listen();
  std::string verdict(const nlohmann::json& said) const;
  /// Throws Misbehaved if the recording breaks a rule of the recording format.
  void check(const std::string& recording) const;
  /// Reads a line, stores it in `text`, and returns the parsed JSON. Throws Misbehaved at the
  /// deadline, or if the output ends.
  nlohmann::json next_line(std::string& text);
  void wait(bool writing);
  [[noreturn]] void misbehaved(const std::string& how);
  [[nodiscard]] std::string with_complaints(std::string text);

  const systems::Plan& plan_;
  Nursery& nursery_;
  Program program_;
  Interrupt interrupt_;
  std::optional<Child> child_;
  Complaints complaints_;
  std::string input_;         ///< output that is not a complete line yet
  std::uint64_t output_ = 0;  ///< bytes of output in this execution
  std::uint64_t run_ = 0;     ///< number of this execution
  double deadline_ = 0;       ///< time at which this execution must have ended
};

}  // namespace ldfi::drive
