#include "master/systems/replay.hpp"

#include <fmt/core.h>

#include "common/base/errors.hpp"
#include "common/base/phase.hpp"
#include "common/base/printable_lines.hpp"
#include "common/base/text.hpp"
#include "common/record/summary_text.hpp"
#include "common/search/recorded/system_strategy.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "common/systems/missed.hpp"
#include "master/session/replay.hpp"
#include "master/systems/case_result.hpp"
#include "master/systems/cell_search.hpp"
#include "master/systems/conclusion.hpp"
#include "master/systems/replay_request.hpp"
#include "master/systems/result_text.hpp"
#include "master/systems/system_record.hpp"
#include "master/systems/system_session.hpp"
#include "master/systems/system_setup.hpp"
#include "results/json/values.hpp"
#include "results/views/systems/system_text.hpp"
#include "worker/drive/fingerprint.hpp"
#include "worker/drive/specification_check.hpp"

namespace ldfi::app {
namespace {

using results::Json;
using systems::Result;

class SystemReplay final : public Replay {
 public:
  SystemReplay(const config::CommandLine& line, Ranks& ranks, const Log& log, Watch& watch)
      : plan_(*line.system),
        options_(line.options),
        log_(log),
        session_(options_, ranks, log, watch) {}

 protected:
  Session& session() override { return session_; }
  void prepare() override;
  void execute(const std::function<void()>& steps) override;
  void search() override;
  std::string summary(bool stored) override;
  [[nodiscard]] ExitStatus status() const override;
  [[nodiscard]] CaseOutcome outcome() const override;
  [[nodiscard]] std::string text() const override;
  [[nodiscard]] std::string json() const override;

 private:
  void read_request();
  [[nodiscard]] const systems::Recording& recording() const {
    return search_->recorded().recordings.front();
  }
  void note_doubts() const;
  [[nodiscard]] std::vector<std::string> unmet() const;

  systems::Plan plan_;
  config::Options options_;
  const Log& log_;
  SystemSession session_;
  systems::Assignment asked_;
  std::optional<results::TestCase> case_;  ///< the case that is replayed, if one is
  bool told_ = false;                      ///< true if the log already has the last stderr output
                                           ///< of a node
  std::optional<RecordingKeeper> keeper_;
  std::string story_;  ///< events of the execution
  std::optional<search::SystemStrategy> search_;
};

/// Reads the faults, deliveries and case of --replay. Throws UsageError if the Fspec does not admit them.
void SystemReplay::read_request() {
  const std::string request = *options_.replay;
  const bool own_deliveries = !options_.deliveries;
  case_ = take_case(options_);
  if (case_) {
    std::string wrong;
    auto plan = plan_of_case(*case_, plan_, options_, wrong);
    if (!plan) throw UsageError("--replay: the case does not fit this config: " + wrong);
    plan_ = *std::move(plan);
    if (own_deliveries) check_case(request.substr(1), *case_, plan_);
  }
  asked_.faults = replayed_faults(*options_.replay);
  check_replayed(asked_.faults, plan_.fspec);
  if (options_.deliveries) asked_.deliveries = replayed_deliveries(*options_.deliveries);
  if (asked_.deliveries) check_deliveries(*asked_.deliveries, plan_);
}

void SystemReplay::prepare() {
  read_request();
  if (!options_.known.empty()) {
    throw UsageError("--replay and --known exclude each other for a config with `system`");
  }
  plan_.fingerprint = drive::fingerprint(plan_, options_.config_text, session_.check());
  drive::check_specifications(plan_);
  keeper_.emplace(options_.recordings, options_.resume, log_, told_);
  search_.emplace(
      plan_, system_settings(options_),
      [this](const std::string& name, const std::string& text) {
        if (story_.empty()) story_ = results::events_text(results::read_history(name, text));
        keeper_->keep(name, text);
      },
      session_.check(), session_.check(Stage::replaying));
  search_->replay(asked_);
}

void SystemReplay::execute(const std::function<void()>& steps) {
  session_.set_doing(
      [this] { return fmt::format("searching, {} executions in", search_->executions()); });
  session_.run(steps);
  if (session_.stopped()) search_->give_up(*session_.stopped());
  note_circumstances(*search_, log_);
  if (search_->executions() == 0) return;
  if (case_) note_doubts();
  if (recording().result == Result::invalid && !recording().why.empty()) {
    log_.note("the execution is invalid: " + recording().why);
  }
  if (options_.summary != config::SummaryFormat::json) return;  // the text ends with the same lines
  for (const std::string& one : unmet()) log_.note("not done: " + one);
}

void SystemReplay::note_doubts() const {
  const std::string other = results::other_system(*case_, recording());
  if (!other.empty()) log_.note(other);
  for (const std::string& one : results::differences_from_case(*case_, recording(), plan_.nodes)) {
    log_.note(one);
  }
}

void SystemReplay::search() {
  const Phase phase("replaying");
  session_.search(plan_, *search_);
}

/// Returns a line for each requested fault and delivery that did not happen, at most ten of them and a line
/// with the number of the others. Empty if all happened, or if the outcome of the case reports them.
std::vector<std::string> SystemReplay::unmet() const {
  if (case_ && result_of(*case_, *search_).outcome == CaseOutcome::diverged) return {};
  const recorded::Outcome& outcome = search_->recorded().outcomes.front();
  std::vector<std::string> out = systems::missed(outcome.asked, recording(), outcome.course);
  constexpr std::size_t most = 10;
  if (out.size() > most) {
    const std::size_t more = out.size() - most;
    out.resize(most);
    out.push_back(fmt::format("and {} more", more));
  }
  for (std::string& one : out) one = shown_line(one);
  return out;
}

CaseOutcome SystemReplay::outcome() const {
  if (search_->executions() == 0) return CaseOutcome::not_executed;
  if (case_) return result_of(*case_, *search_).outcome;
  if (!search_->flaky().empty()) return CaseOutcome::diverged;
  if (recording().result == Result::pass) return CaseOutcome::not_violated;
  // If there is no counterexample although a promise was violated, a repetition did not violate the
  // promise.
  return search_->known().falsifiers.empty() ? CaseOutcome::diverged : CaseOutcome::violated;
}

ExitStatus SystemReplay::status() const {
  return session_.stopped() ? ExitStatus::stopped : Replay::status();
}

std::string SystemReplay::summary(bool stored) {
  if (search_->executions() == 0) return nothing_executed(plan_, options_, search_->reason());
  return Replay::summary(stored);
}

std::string SystemReplay::json() const {
  Json out{{"replayed", systems::to_texts(search_->recorded().outcomes.front().asked)},
           {"result", name_of(recording().result)},
           {"violated", recording().violated}};
  if (case_) out["case"] = text_of(result_of(*case_, *search_));
  add_numbers(out, *search_, options_);
  out.erase("reason");
  out["wall_s"] = session_.seconds();
  return results::dump(out) + "\n";
}

std::string SystemReplay::text() const {
  std::string out = story_ + "\n";
  if (case_) out += labelled("case", printable_lines(text_of(result_of(*case_, *search_))));
  out += labelled("system", system_text(plan_)) + numbers_text(*search_);
  out += labelled("time", fmt::format("{:.3f} s", session_.seconds()));
  out += falsifiers_text(*search_, plan_, options_, nullptr) + flaky_text(*search_);
  const std::vector<std::string> missed = unmet();
  if (!missed.empty()) out += "\n";
  for (const std::string& one : missed) out += labelled("not done", one);
  return out;
}

}  // namespace

ExitStatus run_system_replay(const std::vector<std::string>& arguments,
                             const config::CommandLine& line, Ranks& ranks, const Log& log,
                             Watch& watch) {
  return SystemReplay(line, ranks, log, watch).run(arguments, watch);
}

}  // namespace ldfi::app
