#include "common/search/lineage.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "common/base/contract.hpp"
#include "common/search/candidates.hpp"
#include "common/search/minimal_sets.hpp"

namespace ldfi::search {
namespace {

/// Largest number of rule instances for which `automatic` adds the whole universe to the formula.
/// Larger formulas would take a few GB, so larger searches learn from executions only.
constexpr std::size_t max_instances_at_once = 10'000'000;

class Lineage final : public Strategy {
 public:
  Lineage(const ground::Universe& universe, std::unique_ptr<sat::Solver> solver,
          LineageOptions options)
      : options_(options),
        specifications_(universe.program().specifications),
        questions_(std::max<std::size_t>(1, specifications_.size())),
        solver_(std::move(solver)),
        candidates_(universe, *solver_) {
    adds_whole_universe_ =
        options_.expand == Expansion::all || (options_.expand == Expansion::automatic &&
                                              universe.instance_count() <= max_instances_at_once);
    LDFI_REQUIRE(options_.known.empty() || options_.scout == nullptr,
                 "a search with known counterexamples has no scout");
    candidates_.exclude_known(options_.known);
    if (options_.symmetry && !options_.all && options_.known.empty()) candidates_.break_symmetry();
  }

  std::optional<Job> next_job() override {
    if (finished()) return std::nullopt;
    if (!started_) {
      started_ = true;
      return hand_out(FaultSet{});
    }
    if (const auto first = pending_first()) return hand_out(*first);
    if (finished()) return std::nullopt;
    auto other = candidates_.another();
    if (!other || ran_.contains(*other)) return std::nullopt;
    return hand_out(*other);
  }

  void accept(const Report& report) override {
    const auto it = jobs_.find(report.job);
    LDFI_REQUIRE(it != jobs_.end(), "the report is about a job that was handed out");
    const auto [faults, parent] = it->second;
    jobs_.erase(it);
    const auto* result = &result_of<ExecuteReport>(report);
    if (finished()) return;
    candidates_.stop(faults);
    ran_.insert(faults);
    executions_.push_back({report.job, parent, faults, result->outcome, report.execute_ns});
    execute_ns_ += report.execute_ns;
    const bool holds = result->outcome == Outcome::holds;
    if (holds && faults != least_ && candidates_.proved(faults)) ++wasted_;
    if (adds_whole_universe_ && (holds || violates_some_specifications(*result))) {
      candidates_.add_all_clauses();
      if (options_.scout != nullptr) candidates_.send(*options_.scout, options_.check);
    }
    adds_whole_universe_ = false;
    candidates_.learn({result->lineage.fired, result->lineage.refuted, result->lineage.unfounded});
    if (!holds) take_bad(faults, *result);
    if (faults.empty() && !specifications_.empty() && !done_) ask_next();
    last_learned_ = report.job;
    least_.reset();
    find_least();
  }

  [[nodiscard]] bool finished() const override { return done_; }

  void give_up(const std::string& reason) override {
    if (done_) return;
    done_ = true;
    gave_up_ = true;
    bool answered = searches_for_errors_;
    for (std::size_t q = 0; q < questions_.size(); ++q) {
      answered = answered && !falsifiers_of(q).empty();
    }
    if (!answered) reason_ = reason;
  }

  [[nodiscard]] SearchProgress standing() const override {
    return {jobs_.size(), solver_->clauses(), candidates_.solve_ns(), blocked_only_};
  }

  [[nodiscard]] SearchResult result() const override {
    SearchResult out;
    std::vector<std::vector<Falsifier>> found(questions_.size());
    for (std::size_t q = 0; q < questions_.size(); ++q) {
      // If the search gave up, it is unknown whether a smaller set violates a promise, so it is
      // unknown whether this set is minimal.
      const bool known = questions_[q].answered || reason_.empty();
      for (const FaultSet& faults : falsifiers_of(q)) {
        found[q].push_back({faults, known, bad_.at(faults).violated});
      }
    }
    for (std::size_t q = 0; q < specifications_.size(); ++q) {
      out.specifications.push_back({specifications_[q].says, verdict_of(q, found[q]), {}});
    }
    gather(out, found);
    if (!errors_.empty()) out.error = errors_.begin()->second;
    out.reason = reason_;
    out.verdict = verdict_of(0, found[0]);
    if (!specifications_.empty()) out.verdict = worst(out.specifications);
    if (decides_by_error(out)) out.verdict = Verdict::counterexample;
    out.executed = executions_.size();
    out.executions = executions_;
    out.wasted = wasted_ + jobs_.size();
    out.solve_s = seconds(candidates_.solve_ns());
    out.execute_s = seconds(execute_ns_);
    return out;
  }

 private:
  /// A specification, or the invariant of a program without specifications.
  struct Question {
    /// True if the failure-free run violates the specification, so that faults are not the cause.
    bool broken = false;
    /// True if the requested falsifiers of the specification are known: the first, or all minimal
    /// ones.
    bool answered = false;
  };

  /// Returns true if the execution violates some specifications, but not all.
  [[nodiscard]] bool violates_some_specifications(const ExecuteReport& report) const {
    return report.outcome == Outcome::violates &&
           report.specifications.size() < specifications_.size();
  }

  void take_bad(const FaultSet& faults, const ExecuteReport& report) {
    if (report.outcome == Outcome::error) {
      errors_.emplace(faults, report.error);
      if (faults.empty()) done_ = true;
      return;
    }
    bad_.emplace(faults, report);
    if (faults.empty()) return mark_broken_specifications();
    if (options_.all && !searches_for_errors_ && violates(faults, question_)) {
      candidates_.exclude_supersets(faults);
    }
  }

  /// Marks the specifications that the failure-free run violates. They need no search.
  void mark_broken_specifications() {
    for (std::size_t q = 0; q < questions_.size(); ++q) {
      if (violates(FaultSet{}, q)) questions_[q] = {true, true};
    }
    done_ = std::all_of(questions_.begin(), questions_.end(), [](auto q) { return q.broken; });
  }

  [[nodiscard]] bool violates(const FaultSet& faults, std::size_t question) const {
    const auto known = bad_.find(faults);
    if (known == bad_.end()) return false;
    const auto& violated = known->second.specifications;
    return specifications_.empty() ||
           std::binary_search(violated.begin(), violated.end(), question);
  }

  [[nodiscard]] std::vector<FaultSet> falsifiers_of(std::size_t question) const {
    std::set<FaultSet> found;
    for (const auto& [faults, report] : bad_) {
      if (violates(faults, question)) found.insert(faults);
    }
    auto out = minimal_sets(found);
    if (!options_.all && out.size() > 1) out.resize(1);
    return out;
  }

  [[nodiscard]] Verdict verdict_of(std::size_t question,
                                   const std::vector<Falsifier>& falsifiers) const {
    if (questions_[question].broken) return Verdict::broken;
    if (!falsifiers.empty()) return Verdict::counterexample;
    const bool proved = questions_[question].answered && no_errors();
    return proved ? Verdict::certified : Verdict::inconclusive;
  }

  /// Returns true if it is proved that no fault set ends in an arithmetic error. Otherwise "no
  /// fault set violates" covers only executions without an error, so it certifies nothing.
  [[nodiscard]] bool no_errors() const {
    if (!errors_.empty()) return false;
    return !candidates_.errors_possible() || (done_ && !gave_up_);
  }

  /// Finds the fault set that the search must execute next: the least set that is not proved
  /// harmless. If all falsifiers are wanted, takes any set of the same size.
  void find_least() {
    while (!done_ && !least_) {
      // If all falsifiers of one size are wanted, their order does not matter.
      least_ = options_.all && !searches_for_errors_ ? candidates_.smallest() : candidates_.least();
      const bool found =
          least_ && (searches_for_errors_ ? errors_.contains(*least_)
                                          : !options_.all && violates(*least_, question_));
      if (found || !least_) {
        end_question();
      } else if (ran_.contains(*least_)) {
        LDFI_ENSURE(!candidates_.overtaken(),
                    "the ground executor confirms each falsifier that exploring states finds");
        ++blocked_only_;  // the set is harmless, but its proof was too weak to exclude it
        candidates_.exclude(*least_);
        least_.reset();
      }
    }
  }

  void end_question() {
    if (!searches_for_errors_) questions_[question_].answered = true;
    ask_next();
  }

  /// Makes the next unanswered specification the current question. Returns false if all of them are
  /// answered.
  bool ask_about_next() {
    std::vector<std::size_t> open;
    for (std::size_t q = 0; q < questions_.size(); ++q) {
      if (!questions_[q].answered) open.push_back(q);
    }
    if (open.empty()) return false;
    for (const std::size_t q : open) {
      const std::vector<FaultSet> known = falsifiers_of(q);
      if (known.empty()) continue;
      question_ = q;
      candidates_.set_specification(q, known.front(), !options_.all);
      for (const auto& [faults, report] : bad_) {
        if (options_.all && violates(faults, q)) candidates_.exclude_supersets(faults);
      }
      return true;
    }
    const auto next = candidates_.select_open_specification(open);
    if (next) {
      question_ = *next;
    } else {
      for (const std::size_t q : open) questions_[q].answered = true;
    }
    return next.has_value();
  }

  // Searches for falsifiers first, because an error under one fault set implies nothing about other
  // sets. Then searches for the least set that ends in an error.
  void ask_next() {
    if (!searches_for_errors_ && ask_about_next()) {
      least_.reset();
      return;
    }
    done_ = searches_for_errors_ || !candidates_.search_for_errors();
    searches_for_errors_ = !done_;
    if (searches_for_errors_) least_.reset();
  }

  std::optional<FaultSet> pending_first() {
    if (!least_) return std::nullopt;
    const bool running = std::any_of(jobs_.begin(), jobs_.end(),
                                     [&](const auto& j) { return j.second.faults == *least_; });
    return running ? std::nullopt : least_;
  }

  Job hand_out(const FaultSet& faults) {
    jobs_.emplace(next_id_, Running{faults, last_learned_});
    if (!candidates_.overtaken()) candidates_.start(faults);
    return {next_id_++, ExecuteJob{faults}};
  }

  struct Running {
    FaultSet faults;
    std::optional<std::uint64_t> parent;
  };

  LineageOptions options_;
  const std::vector<dedalus::DeclaredSpecification>& specifications_;
  std::vector<Question> questions_;  ///< a question for each specification, or for the invariant
  std::size_t question_ = 0;         ///< index of the current question
  std::unique_ptr<sat::Solver> solver_;
  Candidates candidates_;
  /// True if clauses about the whole universe are added to Φ as soon as the failure-free run is
  /// known to keep its promises.
  bool adds_whole_universe_ = false;
  bool started_ = false;
  bool done_ = false;
  bool gave_up_ = false;
  std::string reason_;
  std::uint64_t next_id_ = 1;
  std::map<std::uint64_t, Running> jobs_;
  std::optional<std::uint64_t> last_learned_;
  std::optional<FaultSet> least_;
  std::set<FaultSet> ran_;
  std::map<FaultSet, ExecuteReport> bad_;  ///< reports of executed fault sets that violate a
                                           ///< promise
  /// Executed fault sets that end in an arithmetic error, with the texts of the errors.
  std::map<FaultSet, std::string> errors_;
  /// True once all falsifiers are known and the question is about arithmetic errors.
  bool searches_for_errors_ = false;
  std::vector<Execution> executions_;
  std::uint64_t execute_ns_ = 0;
  std::uint64_t wasted_ = 0;
  std::uint64_t blocked_only_ = 0;
};

}  // namespace

std::unique_ptr<Strategy> make_lineage(const ground::Universe& universe,
                                       std::unique_ptr<sat::Solver> solver,
                                       LineageOptions options) {
  return std::make_unique<Lineage>(universe, std::move(solver), options);
}

}  // namespace ldfi::search
