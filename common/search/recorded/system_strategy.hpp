// The strategy of a search of a real system. It chooses the fault sets to execute, the least one
// first. The search ends when an execution violates a promise, or when the outcome of every
// remaining fault set follows from an execution that passed
// (docs/explanation/proof-by-recordings.md). A random search draws fault sets until one of them
// violates a promise, and then tries smaller sets. Several executions may run at once and end in
// any order. The result does not depend on the number of workers.
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

/// A fault set under which some executions violate a promise and others do not.
struct Flaky {
  systems::FaultSet faults;
  std::vector<std::string> violated;
  std::uint64_t failed = 0;   ///< number of replays that failed
  std::uint64_t replays = 0;  ///< number of times that the fault set was executed again
};

struct SystemSettings {
  SolverName solver{};
  /// Seed of the solver, of the nodes' random numbers and of random fault sets.
  std::uint64_t seed = 1;
  ProofLevel level{};
  bool all = false;        ///< search for all minimal counterexamples instead of the least one
  bool random = false;     ///< true: draw fault sets at random
  FaultWeights weights{};  ///< weights of the kinds of faults that are drawn
  /// Largest number of fault sets that are executed; nullopt if there is no limit.
  std::optional<std::uint64_t> max_runs{};
  /// Largest number of fault sets that are drawn; nullopt if there is no limit.
  std::optional<std::uint64_t> max_draws{};
  /// Share of executions that are repeated to test determinism, in millionths.
  std::uint64_t double_runs = 0;
};

class SystemStrategy final : public Strategy {
 public:
  /// A function that stores a recording. Called with the name and the text of each recording as
  /// soon as it is known.
  using Keep = std::function<void(const std::string& name, const std::string& text)>;

  /// `plan` must outlive this object. `searching` is called while the next fault set is chosen,
  /// `ending` while the result is computed. Both may throw.
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

  /// Replaces the search: only the faults and deliveries `asked` are executed, twice. Must be
  /// called before next_job(), which begins the search.
  void replay(const systems::Assignment& asked) {
    replayed_ = asked.faults;
    deliveries_ = asked.deliveries;
    choice_.search_for_all();
  }
  /// Ends the search without an exception if the execution without faults is invalid. Must be
  /// called before next_job().
  void tolerate() { tolerant_ = true; }

  std::optional<Job> next_job() override;
  /// Takes the report of a job. Throws InputError if it shows that the execution without faults is
  /// invalid.
  void accept(const Report& report) override;
  [[nodiscard]] bool finished() const override { return phase_ == Phase::finished; }
  void give_up(const std::string& reason) override;
  /// Returns the verdict and the numbers of executions. The counterexamples are in known().
  [[nodiscard]] SearchResult result() const override;

  [[nodiscard]] Verdict verdict() const;
  [[nodiscard]] const Known& known() const { return known_; }
  [[nodiscard]] const Recorded& recorded() const { return all_; }
  /// Returns the number of executions, not counting repetitions.
  [[nodiscard]] std::size_t executions() const { return all_.recordings.size(); }
  /// Returns the number of executions whose outcomes turned out to be unnecessary after they had
  /// begun.
  [[nodiscard]] std::size_t wasted() const;
  /// Returns the number of executions whose faults were drawn at random. If one of them violates a
  /// promise, it is the last one.
  [[nodiscard]] std::size_t drawn() const { return choice_.drawn(); }
  /// Returns the number of executions in which a promise was broken.
  [[nodiscard]] std::size_t failed() const { return failed_; }
  /// Returns the reason why the search ended without a result, or an empty text.
  [[nodiscard]] const std::string& reason() const { return reason_; }
  /// Returns the number of executions that were repeated.
  [[nodiscard]] std::size_t double_runs() const {
    return double_runs_.answered() + recurrences_.answered();
  }
  /// Returns how executions differ that should be equal. Empty if the system seems deterministic.
  [[nodiscard]] const std::vector<std::string>& differences() const {
    return double_runs_.differences();
  }
  /// Returns which execution could not be repeated, and why: its repetition was invalid twice.
  /// Empty if there is no such execution.
  [[nodiscard]] const std::string& unrepeated() const { return unrepeated_; }
  /// Returns why nothing follows from executions that passed: an execution that could not be repeated, or the
  /// first difference between executions that should be equal. Empty if there is no such reason.
  [[nodiscard]] std::string doubt() const;
  /// Returns the number of executions that differ from earlier ones, if the system is declared as
  /// not deterministic.
  [[nodiscard]] std::size_t differing() const { return differing_; }
  [[nodiscard]] const std::vector<Flaky>& flaky() const { return flaky_; }
  /// Returns the features that the sandbox of some worker lacks, with the reasons. Empty if nothing
  /// is lacking.
  [[nodiscard]] const std::string& sandbox_lacks() const { return lacks_; }
  /// Returns the weakest of the workers' bounds on the memory of nodes, or nullopt if no worker has
  /// reported.
  [[nodiscard]] std::optional<MemoryBound> memory_bound() const { return memory_bound_; }
  /// Returns the executions that were invalid at the first try. They are named by their fault sets.
  [[nodiscard]] const campaign::Retries& retries() const { return retries_; }

 private:
  enum class Phase : std::uint8_t { searching, repeating, finished };
  enum class Kind : std::uint8_t {
    execution,
    retry,          ///< the second try of an invalid execution, in new processes
    draw,           ///< an execution whose faults are drawn at random
    redraw,         ///< the second try of an invalid draw
    repeat,         ///< a repetition that tests whether the system is deterministic
    second_repeat,  ///< the second try of an invalid repetition
    /// A repetition that tests whether a violation recurs, if the system is not deterministic.
    recurrence
  };
  struct RunRequest {
    Kind kind = Kind::execution;
    systems::FaultSet faults;
    /// For a repetition, the index of the repeated execution. For a draw, its number. For an
    /// execution, the number of answers that were known when it was requested.
    std::size_t which = 0;
  };

  /// Returns a new job. `again` is how often the same fault set was requested before.
  Job job(Kind kind, const systems::FaultSet& faults, std::size_t which = 0,
          std::uint32_t again = 0);
  /// Returns true while fault sets are drawn at random (system_strategy_draws.cpp). After the first
  /// violation, the search tries smaller sets instead.
  [[nodiscard]] bool drawing() const;
  std::optional<Job> next_draw();
  Job draw_job(Kind kind, const systems::Draw& draw);
  void answer_draw(const RunRequest& asked, const std::string& text);
  /// Learns from the answers of draws, in the order of their numbers, until one of them violates a
  /// promise.
  void take_draws();
  /// Returns the next fault set to execute, or nullopt if the known outcomes leave none.
  std::optional<systems::FaultSet> candidate();
  [[nodiscard]] bool decided() const;
  void learn(const RunRequest& asked, const std::string& text);
  void add(systems::Recording recording, const systems::FaultSet& faults, const std::string& text);
  [[nodiscard]] recorded::Outcome outcome_of(const systems::Recording& recording,
                                             const systems::FaultSet& faults) const;
  void compare(const RunRequest& asked, const std::string& text);
  /// Requests a second try of an invalid repetition, because it shows nothing about the system.
  void try_repeat_again(const RunRequest& asked, const systems::Recording& again);
  /// Replaces the recording of an execution whose processes were reset or forked by the recording
  /// of its repetition in new processes.
  void replace(std::size_t which, systems::Recording again, const std::string& text);
  /// Returns true if the processes of an execution may be reused or forked for the next execution.
  [[nodiscard]] bool keeps_processes() const;
  std::optional<Job> next_repeat();
  std::optional<Job> next_recurrence();
  void count_recurrence(std::size_t which, const std::string& text);
  /// Requests repetitions of the execution if it violates a promise and might not do so again.
  /// Otherwise makes its outcome final.
  void confirm(std::size_t which);
  /// Notes that the outcome of the execution is final.
  void settle(std::size_t which);
  void end_search();
  void finish();
  /// Returns true if the first execution, which has no faults, is invalid. Throws InputError unless
  /// tolerate() was called.
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
  systems::Deliveries deliveries_;  ///< the messages that the replayed assignment delivers
  bool tolerant_ = false;

  Phase phase_ = Phase::searching;
  std::uint64_t last_id_ = 0;
  std::map<std::uint64_t, RunRequest> asked_;  ///< running jobs by id
  std::deque<systems::FaultSet> invalid_;      ///< fault sets to try a second time
  campaign::Retries retries_;
  std::uint64_t begun_ = 0;   ///< number of executions that were requested
  bool out_of_runs_ = false;  ///< true if a candidate was left when `max_runs` was reached
  bool nothing_new_ = false;  ///< true if no candidate can be found before the next answer

  std::optional<Draws> draws_;
  bool nothing_to_draw_ = false;  ///< true if no fault can change the execution without faults

  Recorded all_;
  recorded::Choice choice_;
  /// For each recording, true if earlier recordings already implied its outcome.
  std::vector<bool> needless_;
  systems::Comparison comparison_;
  Known known_;
  std::string reason_;
  std::size_t failed_ = 0;

  campaign::DoubleRuns double_runs_;
  std::deque<RunRequest> invalid_repeats_;  ///< repetitions to try a second time
  std::string unrepeated_;
  campaign::Recurrences recurrences_;
  /// True if every execution starts new processes, because reused ones made a difference.
  bool afresh_ = false;
  std::size_t differing_ = 0;
  std::vector<Flaky> flaky_;
  std::string lacks_;
  std::optional<MemoryBound> memory_bound_;
};

}  // namespace ldfi::search
