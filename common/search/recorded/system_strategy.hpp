// The strategy of a search of a real system. It chooses the fault sets to execute, the least one
// first. It ends when one violates a promise, or when the outcome of every remaining one follows
// from an execution that passed (docs/explanation/proof-by-recordings.md). A random search draws
// fault sets until one violates, and then tries smaller ones. Several executions may run at once
// and end in any order; the result does not depend on the number of workers.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/base/memory_bound.hpp"
#include "common/base/meter.hpp"
#include "common/base/settings.hpp"
#include "common/campaign/double_runs.hpp"
#include "common/campaign/recurrences.hpp"
#include "common/campaign/retries.hpp"
#include "common/faults/fault_weights.hpp"
#include "common/search/recorded/draws.hpp"
#include "common/search/recorded/known.hpp"
#include "common/search/strategy.hpp"
#include "common/solve/recorded/choice.hpp"
#include "common/systems/determinism.hpp"
#include "common/systems/plan.hpp"
#include "common/systems/recording_reader.hpp"

namespace ldfi::search {

/// A fault set that violates in some of its executions, but not in all.
struct Flaky {
  systems::FaultSet faults;
  std::vector<std::string> violated;
  std::uint64_t failed = 0;   ///< number of replays that failed
  std::uint64_t replays = 0;  ///< number of replays
};

struct SystemSettings {
  SolverName solver{};
  std::uint64_t seed = 1;  ///< of the solver, of the nodes' random numbers and of random fault sets
  ProofLevel level{};
  bool all = false;        ///< search for all minimal counterexamples instead of the least one
  bool random = false;     ///< draw fault sets
  FaultWeights weights{};  ///< of random fault sets
  std::optional<std::uint64_t> max_runs{};   ///< maximum of fault sets that are executed
  std::optional<std::uint64_t> max_draws{};  ///< maximum of fault sets that are drawn
  std::uint64_t double_runs = 0;  ///< share of executions that are repeated, in millionths
};

class SystemStrategy final : public Strategy {
 public:
  /// Receives the name and the lines of each recording as soon as it is known.
  using Keep = std::function<void(const std::string& name, const std::string& text)>;

  /// The plan must outlive the object. `searching` is called during the search for the next fault
  /// set, `ending` while the result is computed.
  SystemStrategy(const systems::Plan& plan, SystemSettings settings, Keep keep,
                 BudgetCheck searching = {}, BudgetCheck ending = {})
      : plan_(plan),
        settings_(std::move(settings)),
        keep_(std::move(keep)),
        searching_(std::move(searching)),
        ending_(std::move(ending)),
        choice_(plan.fspec,
                {.solver = settings_.solver,
                 .seed = settings_.seed,
                 .level = settings_.level,
                 .deterministic = plan.deterministic(),
                 .first = !settings_.all,
                 .steer = plan.steer,
                 .check = searching_},
                all_.outcomes),
        double_runs_(settings_.double_runs),
        recurrences_(plan.deterministic() ? 0 : plan.replays) {}

  /// Executes this assignment twice, and nothing else. Call it before next_job().
  void replay(const systems::Assignment& asked) {
    replayed_ = asked.faults;
    deliveries_ = asked.deliveries;
    choice_.want_all();
  }
  /// An invalid execution without faults then ends the search and is not an error. Call it before next_job().
  void tolerate() { tolerant_ = true; }

  std::optional<Job> next_job() override;
  /// Throws InputError if the execution without faults is invalid.
  void accept(const Report& report) override;
  [[nodiscard]] bool finished() const override { return phase_ == Phase::finished; }
  void give_up(const std::string& reason) override;
  /// Returns the verdict and the numbers. The counterexamples are in known().
  [[nodiscard]] SearchResult result() const override;

  [[nodiscard]] Verdict verdict() const;
  [[nodiscard]] const Known& known() const { return known_; }
  [[nodiscard]] const Recorded& recorded() const { return all_; }
  /// Returns the number of executions without those that only repeat one.
  [[nodiscard]] std::size_t executions() const { return all_.recordings.size(); }
  /// Returns the number of executions that began before another outcome made them unnecessary.
  [[nodiscard]] std::size_t wasted() const;
  /// Returns the number of executions whose faults were drawn. If one of them violates, it is the last one.
  [[nodiscard]] std::size_t drawn() const { return choice_.drawn(); }
  /// Returns the number of executions in which a promise was broken.
  [[nodiscard]] std::size_t failed() const { return failed_; }
  /// Returns the reason why the search ended without a result, or an empty text.
  [[nodiscard]] const std::string& reason() const { return reason_; }
  /// Number of executions that were repeated in new processes.
  [[nodiscard]] std::size_t double_runs() const {
    return double_runs_.answered() + recurrences_.answered();
  }
  /// Returns how executions differ that should be equal. Empty if the system seems deterministic.
  [[nodiscard]] const std::vector<std::string>& differences() const {
    return double_runs_.differences();
  }
  /// Returns which execution could not be repeated, and why: its repeat was invalid twice. Empty if there is none.
  [[nodiscard]] const std::string& unrepeated() const { return unrepeated_; }
  /// Number of executions that differ from those before, if the system is declared as not deterministic.
  [[nodiscard]] std::size_t differing() const { return differing_; }
  [[nodiscard]] const std::vector<Flaky>& flaky() const { return flaky_; }
  /// Returns the features that the sandbox of a worker's machine lacks, with reasons. Empty if it lacks none.
  [[nodiscard]] const std::string& sandbox_lacks() const { return lacks_; }
  /// Returns the weakest bound on the memory of nodes of all workers, or nullopt if no worker has reported.
  [[nodiscard]] std::optional<MemoryBound> memory_bound() const { return memory_bound_; }
  /// Returns the executions that were invalid at the first try, named by their fault sets.
  [[nodiscard]] const campaign::Retries& retries() const { return retries_; }

 private:
  enum class Phase : std::uint8_t { searching, repeating, finished };
  enum class Kind : std::uint8_t {
    execution,
    retry,          ///< second try of an execution that was invalid, in new processes
    draw,           ///< an execution whose faults are drawn
    redraw,         ///< second try of a draw that was invalid
    repeat,         ///< checks that a deterministic system repeats an execution
    second_repeat,  ///< second try of a repeat that was invalid
    recurrence      ///< checks that a violation of another system recurs
  };
  struct Asked {
    Kind kind = Kind::execution;
    systems::FaultSet faults;
    /// Repeat: index of the repeated execution. Draw: number of the draw. Execution: number of
    /// answers known when it was requested.
    std::size_t which = 0;
  };

  /// `again`: how often the fault set was requested before.
  Job job(Kind kind, const systems::FaultSet& faults, std::size_t which = 0,
          std::uint32_t again = 0);
  /// True while fault sets are drawn (system_strategy_draws.cpp). After the first violation, the
  /// search tries smaller sets instead.
  [[nodiscard]] bool drawing() const;
  std::optional<Job> next_draw();
  Job draw_job(Kind kind, const systems::Draw& draw);
  void answer_draw(const Asked& asked, const std::string& text);
  /// Learns the answers of draws in the order of their numbers, until one violates.
  void take_draws();
  /// Returns the next fault set to execute, or nullopt if none is left by present knowledge.
  std::optional<systems::FaultSet> candidate();
  [[nodiscard]] bool decided() const;
  void learn(const Asked& asked, const std::string& text);
  void add(systems::Recording recording, const systems::FaultSet& faults, const std::string& text);
  [[nodiscard]] recorded::Outcome outcome_of(const systems::Recording& recording,
                                             const systems::FaultSet& faults) const;
  void compare(const Asked& asked, const std::string& text);
  /// Notes that a repeat was invalid, which says nothing about the system, and tries it a second time.
  void try_repeat_again(const Asked& asked, const systems::Recording& again);
  /// Replaces an execution in reset or forked processes by its repetition in new processes.
  void replace(std::size_t which, systems::Recording again, const std::string& text);
  /// Returns true if processes of an execution are reused or forked for the next one.
  [[nodiscard]] bool keeps_processes() const;
  std::optional<Job> next_repeat();
  std::optional<Job> next_recurrence();
  void count_recurrence(std::size_t which, const std::string& text);
  /// Repeats the execution if it violates and might not do so again. Otherwise settles it.
  void confirm(std::size_t which);
  /// Notes that the outcome of the execution is final.
  void settle(std::size_t which);
  void end_search();
  void finish();
  /// Returns true if the first execution, without faults, is invalid. Throws InputError if this is
  /// not tolerated.
  [[nodiscard]] bool begins_invalid() const;
  void note_difference(std::string text);
  systems::Recording read(const std::string& text, const std::string& name);
  void know();

  const systems::Plan& plan_;
  systems::RecordingReader reader_;
  SystemSettings settings_;
  Keep keep_;
  BudgetCheck searching_;
  BudgetCheck ending_;
  std::optional<systems::FaultSet> replayed_;
  systems::Deliveries deliveries_;  ///< deliveries of the replayed assignment
  bool tolerant_ = false;

  Phase phase_ = Phase::searching;
  std::uint64_t last_id_ = 0;
  std::map<std::uint64_t, Asked> asked_;   ///< running jobs by id
  std::deque<systems::FaultSet> invalid_;  ///< fault sets to try a second time
  campaign::Retries retries_;
  std::uint64_t begun_ = 0;   ///< number of executions that were requested
  bool out_of_runs_ = false;  ///< true if a candidate exists but `max_runs` is reached
  bool nothing_new_ = false;  ///< true if there is no candidate until the next answer

  std::optional<Draws> draws_;
  bool nothing_to_draw_ = false;  ///< no fault can change the execution without faults

  Recorded all_;
  recorded::Choice choice_;
  std::vector<bool> needless_;  ///< by recording: its outcome was already implied when it came
  systems::Comparison comparison_;
  Known known_;
  std::string reason_;
  std::size_t failed_ = 0;

  campaign::DoubleRuns double_runs_;
  std::deque<Asked> invalid_repeats_;  ///< repeats to try a second time
  std::string unrepeated_;
  campaign::Recurrences recurrences_;
  bool afresh_ = false;  ///< every execution starts new processes, because kept ones made a
                         ///< difference
  std::size_t differing_ = 0;
  std::vector<Flaky> flaky_;
  std::string lacks_;
  std::optional<MemoryBound> memory_bound_;
};

}  // namespace ldfi::search
