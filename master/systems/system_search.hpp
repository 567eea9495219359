// Searches a real system: executes fault sets, the least first, until one violates or none is left
// that an execution which passed does not answer (docs/SYSTEMS.md).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/config/options.hpp"
#include "common/systems/determinism.hpp"
#include "master/systems/recorded.hpp"
#include "worker/drive/cluster.hpp"

namespace ldfi::app {

/// What violated, and does not each time that it is executed.
struct Flaky {
  systems::FaultSet faults;
  std::vector<std::string> violated;
  std::uint64_t failed = 0;  ///< of so many
  std::uint64_t replays = 0;
};

class SystemSearch {
 public:
  /// Throws BudgetExceeded if it is time to end, whose text is the reason.
  using Stop = drive::Interrupt;

  /// Gets each recording at once: its name and its lines.
  using Keep = std::function<void(const std::string& name, const std::string& text)>;

  /// All must outlive it.
  SystemSearch(const systems::Plan& plan, const config::Options& options, drive::Nursery& nursery,
               Stop stop, Keep keep)
      : plan_(plan),
        options_(options),
        cluster_(plan, nursery, std::move(stop)),
        keep_(std::move(keep)) {}

  /// Throws InputError if not even the execution without faults is one, EnvironmentError.
  void run();
  /// Executes one fault set twice, and nothing else.
  void replay(const systems::FaultSet& faults);

  [[nodiscard]] Verdict verdict() const;
  [[nodiscard]] const Known& known() const { return known_; }
  [[nodiscard]] const Recorded& recorded() const { return all_; }
  /// Without those that only repeat one.
  [[nodiscard]] std::size_t executions() const { return all_.recordings.size(); }
  /// Why it ended before it knew; empty if it did not.
  [[nodiscard]] const std::string& reason() const { return reason_; }
  /// What of the sandbox this machine does not allow; empty: there is all of it.
  [[nodiscard]] const std::string& sandbox_lacks() const { return cluster_.lacks(); }
  /// Fault sets that were executed a second time, in new processes.
  [[nodiscard]] std::size_t double_runs() const { return double_runs_; }
  /// Where two executions differ that should not: the system is not deterministic.
  [[nodiscard]] const std::vector<std::string>& differences() const { return differences_; }
  /// Executions that differ from those before, of a system that is not deterministic anyway.
  [[nodiscard]] std::size_t differing() const { return differing_; }
  [[nodiscard]] const std::vector<Flaky>& flaky() const { return flaky_; }

 private:
  /// The number of its recording.
  std::size_t execute(const systems::FaultSet& faults);
  /// Executes one again, and compares. False if it has another result.
  bool repeat(std::size_t which);
  void note_difference(const std::string& text);
  /// Executes the faults that struck in one that failed, as often as the plan says. False, and it is
  /// no failure any more, if it does not fail each time: a system that is not deterministic.
  bool recurs(std::size_t which);
  void repeat_some();
  void search();
  void refuse_invalid() const;
  systems::Recording read(const std::string& text, const std::string& name);
  void know();
  [[nodiscard]] std::unique_ptr<recorded::RecordedSearch> make_search() const;
  [[nodiscard]] systems::Steer steer() const;

  const systems::Plan& plan_;
  const config::Options& options_;
  drive::Cluster cluster_;
  Recorded all_;
  Keep keep_;
  systems::Comparison comparison_;
  Known known_;
  std::string reason_;
  std::size_t double_runs_ = 0;
  std::vector<std::string> differences_;
  std::size_t differing_ = 0;
  std::vector<Flaky> flaky_;
};

}  // namespace ldfi::app
