// Searches a real system: which fault sets to execute, the least first, until one violates or none is
// left that an execution which passed does not answer (docs/SYSTEMS.md). Or random ones, until one
// violates, and then what is less than that. Several may be under way at
// once, and are answered in any order; the answer is that of one worker.
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
#include "common/campaign/double_runs.hpp"
#include "common/campaign/recurrences.hpp"
#include "common/campaign/retries.hpp"
#include "common/config/options.hpp"
#include "common/search/strategy.hpp"
#include "common/solve/recorded/choice.hpp"
#include "common/systems/determinism.hpp"
#include "common/systems/plan.hpp"
#include "common/systems/recording_reader.hpp"
#include "master/systems/draws.hpp"
#include "master/systems/recorded.hpp"

namespace ldfi::app {

/// What violated, and does not each time that it is executed.
struct Flaky {
  systems::FaultSet faults;
  std::vector<std::string> violated;
  std::uint64_t failed = 0;  ///< of so many
  std::uint64_t replays = 0;
};

class SystemSearch final : public search::Strategy {
 public:
  /// Gets each recording at once: its name and its lines.
  using Keep = std::function<void(const std::string& name, const std::string& text)>;

  /// The first two must outlive it. `searching` and `ending` are asked while it looks for what is
  /// left, and for what is known at the end.
  SystemSearch(const systems::Plan& plan, const config::Options& options, Keep keep,
               BudgetCheck searching = {}, BudgetCheck ending = {})
      : plan_(plan),
        options_(options),
        keep_(std::move(keep)),
        searching_(std::move(searching)),
        ending_(std::move(ending)),
        choice_(plan.fspec,
                {.solver = options.solver,
                 .seed = options.seed,
                 .level = options.level,
                 .deterministic = plan.deterministic(),
                 .first = options.stop == config::StopRule::first,
                 .steer = plan.steer,
                 .check = searching_},
                all_.outcomes),
        double_runs_(options.double_runs),
        recurrences_(plan.deterministic() ? 0 : plan.replays) {}

  /// Before anything else: executes this twice, and nothing else.
  void replay(const systems::Assignment& asked) {
    replayed_ = asked.faults;
    deliveries_ = asked.deliveries;
    choice_.want_all();
  }
  /// Before anything else: an execution without faults that is invalid is no error, but the end.
  void tolerate() { tolerant_ = true; }

  std::optional<Job> next_job() override;
  /// Throws InputError if not even the execution without faults is one.
  void accept(const Report& report) override;
  [[nodiscard]] bool finished() const override { return phase_ == Phase::finished; }
  void give_up(const std::string& reason) override;
  /// In numbers: what was found is known().
  [[nodiscard]] SearchResult result() const override;

  [[nodiscard]] Verdict verdict() const;
  [[nodiscard]] const Known& known() const { return known_; }
  [[nodiscard]] const Recorded& recorded() const { return all_; }
  /// Without those that only repeat one.
  [[nodiscard]] std::size_t executions() const { return all_.recordings.size(); }
  /// Those of them that were not needed in the end: begun before another answer said so.
  [[nodiscard]] std::size_t wasted() const;
  /// Those of them whose faults were drawn: the last one violates, if one does.
  [[nodiscard]] std::size_t drawn() const { return choice_.drawn(); }
  /// Executions in which a promise was broken.
  [[nodiscard]] std::size_t failed() const { return failed_; }
  /// Why it ended before it knew; empty if it did not.
  [[nodiscard]] const std::string& reason() const { return reason_; }
  /// Number of executions that were repeated in new processes.
  [[nodiscard]] std::size_t double_runs() const {
    return double_runs_.answered() + recurrences_.answered();
  }
  /// Returns how executions differ that should be equal. Empty if the system seems deterministic.
  [[nodiscard]] const std::vector<std::string>& differences() const {
    return double_runs_.differences();
  }
  /// Number of executions that differ from those before, if the system is declared as not deterministic.
  [[nodiscard]] std::size_t differing() const { return differing_; }
  [[nodiscard]] const std::vector<Flaky>& flaky() const { return flaky_; }
  /// What the sandbox of a worker's machine does not allow, and why; empty: nothing.
  [[nodiscard]] const std::string& sandbox_lacks() const { return lacks_; }
  /// Returns the weakest bound on the memory of nodes of all workers, or nullopt if no worker has reported.
  [[nodiscard]] std::optional<MemoryBound> memory_bound() const { return memory_bound_; }
  /// Executions that were invalid at the first try, and not at the second. Fault sets are their names.
  [[nodiscard]] const campaign::Retries& retries() const { return retries_; }

 private:
  enum class Phase : std::uint8_t { searching, repeating, finished };
  enum class Kind : std::uint8_t {
    execution,
    retry,      ///< of an execution that was invalid, with nothing left of the first time
    draw,       ///< an execution whose faults are drawn
    redraw,     ///< of one that was invalid
    repeat,     ///< of a system that does the same each time, to see whether it does
    recurrence  ///< of one that does not: a violation has to recur
  };
  struct Asked {
    Kind kind = Kind::execution;
    systems::FaultSet faults;
    /// What is repeated; the number of a draw; of an execution how many were answered before it was
    /// asked for.
    std::size_t which = 0;
  };

  /// `again`: how often the fault set was requested before.
  Job job(Kind kind, const systems::FaultSet& faults, std::size_t which = 0,
          std::uint32_t again = 0);
  /// Fault sets are drawn until one violates (system_search_draws.cpp). What is then tried is less.
  [[nodiscard]] bool drawing() const;
  std::optional<Job> next_draw();
  Job draw_job(Kind kind, const systems::Draw& draw);
  void answer_draw(const Asked& asked, const std::string& text);
  /// Learns what was drawn, in the order of the numbers, until something violates.
  void take_draws();
  /// The next fault set to execute, if there is one by what is known now.
  std::optional<systems::FaultSet> candidate();
  [[nodiscard]] bool decided() const;
  void learn(const Asked& asked, const std::string& text);
  void add(systems::Recording recording, const systems::FaultSet& faults, const std::string& text);
  [[nodiscard]] recorded::Outcome outcome_of(const systems::Recording& recording,
                                             const systems::FaultSet& faults) const;
  void compare(const Asked& asked, const std::string& text);
  /// What new processes do counts, and not what those did that were reset or forked.
  void replace(std::size_t which, systems::Recording again, const std::string& text);
  /// Processes of one execution go on in the next, in one way or another.
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
  /// True if the first execution, without faults, is invalid. Throws if that is not tolerated.
  [[nodiscard]] bool begins_invalid() const;
  void note_difference(std::string text);
  systems::Recording read(const std::string& text, const std::string& name);
  void know();

  const systems::Plan& plan_;
  systems::RecordingReader reader_;
  const config::Options& options_;
  Keep keep_;
  BudgetCheck searching_;
  BudgetCheck ending_;
  std::optional<systems::FaultSet> replayed_;
  systems::Deliveries deliveries_;  ///< of what is replayed
  bool tolerant_ = false;

  Phase phase_ = Phase::searching;
  std::uint64_t last_id_ = 0;
  std::map<std::uint64_t, Asked> asked_;   ///< by the ids of jobs that are under way
  std::deque<systems::FaultSet> invalid_;  ///< fault sets to try a second time
  campaign::Retries retries_;
  std::uint64_t begun_ = 0;   ///< number of executions that were requested
  bool out_of_runs_ = false;  ///< there is a candidate, and no run left for it
  bool nothing_new_ = false;  ///< until the next answer there is no candidate

  std::optional<Draws> draws_;
  bool nothing_to_draw_ = false;  ///< no fault can change the execution without faults

  Recorded all_;
  recorded::Choice choice_;
  std::vector<bool> needless_;  ///< by recording: others answered it when it was answered
  systems::Comparison comparison_;
  Known known_;
  std::string reason_;
  std::size_t failed_ = 0;

  campaign::DoubleRuns double_runs_;
  campaign::Recurrences recurrences_;
  bool afresh_ = false;  ///< every execution has new processes, since kept ones made a difference
  std::size_t differing_ = 0;
  std::vector<Flaky> flaky_;
  std::string lacks_;
  std::optional<MemoryBound> memory_bound_;
};

}  // namespace ldfi::app
