// A process of the user's that executes whole fault sets in a harness of its own, and says what
// happened line by line (docs/reference/runner-protocol.md): `system.kind: runner`.
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
  /// The plan and the nursery must outlive it; the program's folder is its own.
  Runner(const systems::Plan& plan, Nursery& nursery, Program program, Interrupt interrupt)
      : plan_(plan),
        nursery_(nursery),
        program_(std::move(program)),
        interrupt_(std::move(interrupt)) {}
  ~Runner() { kill(); }
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  /// The recording of one execution. `fresh`: in a new process. Throws Misbehaved, after which there
  /// is no process any more; InputError if it cannot be started, or is not what the config says.
  std::string execute(const systems::FaultSet& faults, std::uint64_t seed, bool fresh);

 private:
  void start();
  void kill();
  void greet(const nlohmann::json& hello) const;
  void ask(const systems::FaultSet& faults, std::uint64_t seed);
  /// The lines of events, and that of the verdict.
  std::string listen();
  std::string verdict(const nlohmann::json& said) const;
  /// What is recorded follows the rules of recordings. Throws Misbehaved.
  void check(const std::string& recording) const;
  /// The next line, parsed. Throws Misbehaved at the deadline, and at the end.
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
  std::string input_;         ///< what it said, and is not a whole line yet
  std::uint64_t output_ = 0;  ///< bytes in this execution
  std::uint64_t run_ = 0;     ///< the number of this execution
  double deadline_ = 0;       ///< of this execution
};

}  // namespace ldfi::drive
