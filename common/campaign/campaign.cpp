#include "common/campaign/campaign.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/base/phase.hpp"

namespace ldfi::campaign {
namespace {

constexpr double ns = 1e-9;

class Campaign {
 public:
  Campaign(Subject& subject, const CampaignCallbacks& around)
      : subject_(subject), around_(around), cell_(empty_cell(subject.fspec())) {
    LDFI_REQUIRE(around.clock && around.search, "a campaign needs a clock and a search");
    for (Specification& one : subject.specifications()) {
      cell_.specifications.push_back({std::move(one), Verdict::inconclusive, {}});
    }
  }

  Cell run(bool probe) {
    const double began = around_.clock();
    try {
      judge_failure_free();
      if (!broken_ && !probe) search();
      if (may_be_out_of_reach(cell_)) check_that_faults_are_possible();
    } catch (const BudgetExceeded& e) {
      cell_.verdict = Verdict::inconclusive;
      cell_.reason = e.what();
      keep_proved_verdicts();
    }
    cell_.unfinished = !cell_.reason.empty() && !is_out_of_reach(cell_);
    subject_.describe(cell_);
    cell_.wall_s = around_.clock() - began;
    return std::move(cell_);
  }

 private:
  void judge_failure_free() {
    say("at the failure-free run");
    const Phase phase("failure-free");
    const double began = around_.clock();
    const Judgement judgement = subject_.execute({}, around_.searching);
    cell_.executed = 1;
    cell_.failure_free_pre = judgement.pre;
    cell_.failure_free_post = judgement.post;
    cell_.verdict = judgement.pre == 0 ? Verdict::vacuous : Verdict::certified;
    judge_each(judgement);
    if (judgement.holds()) return;
    broken_ = judgement.specifications.size() == cell_.specifications.size();
    if (cell_.specifications.empty()) cell_.verdict = Verdict::broken;
    cell_.execute_s = around_.clock() - began;
    const auto took = static_cast<std::uint64_t>(cell_.execute_s / ns);
    cell_.executions = {{1, std::nullopt, {}, Outcome::violates, took}};
    cell_.falsifiers = {{{}, true, judgement.violated}};
  }

  /// Sets the verdict of each specification from the failure-free run. If a verdict needs a search,
  /// sets it to the verdict that is right if the search finds no counterexample.
  void judge_each(const Judgement& failure_free) {
    auto& all = cell_.specifications;
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i].verdict = subject_.promises(i, failure_free) ? Verdict::certified : Verdict::vacuous;
    }
    for (const std::uint32_t i : failure_free.specifications) {
      all.at(i).verdict = Verdict::broken;
      all.at(i).falsifiers = {0};
    }
    if (!all.empty()) cell_.verdict = worst(all);
  }

  /// Keeps only the verdicts that the failure-free run proves. Called if the search ended without
  /// an answer.
  void keep_proved_verdicts() {
    for (SpecificationResult& one : cell_.specifications) {
      if (one.verdict != Verdict::broken) one.verdict = Verdict::inconclusive;
    }
    if (worst(cell_.specifications) == Verdict::broken) cell_.verdict = Verdict::broken;
  }

  /// Checks that a fault could hit something. Otherwise a certificate would say nothing about
  /// faults.
  void check_that_faults_are_possible() {
    say("looking for faults that are possible");
    if (subject_.is_out_of_reach_of_faults(around_.replaying)) mark_vacuous(cell_);
  }

  void search() {
    cell_.executed = 0;  // the search counts its own failure-free run
    if (around_.searching) around_.searching();
    SearchResult result = around_.search();
    error_is_answer_ = decides_by_error(result);
    if (unjudged(result)) {
      cell_.executed = 1;
      throw BudgetExceeded(result.reason, result.reason);
    }
    LDFI_ENSURE(!cell_.specifications.empty() || result.verdict != Verdict::broken,
                "the subject confirms that the failure-free run is broken");
    const bool vacuous = cell_.verdict == Verdict::vacuous && result.verdict == Verdict::certified;
    const std::vector<Falsifier> found = std::move(result.falsifiers);
    result.falsifiers.clear();
    const std::vector<SpecificationResult> judged = std::move(cell_.specifications);
    static_cast<SearchResult&>(cell_) = std::move(result);
    if (vacuous) cell_.verdict = Verdict::vacuous;
    compare(judged);
    replay_all(found);
    mark_unconfirmed();
  }

  /// Returns true if the search ran out of budget before it judged the failure-free run. The
  /// subject has judged that run itself.
  [[nodiscard]] bool unjudged(const SearchResult& result) const {
    bool missed = false;
    for (std::size_t i = 0; i < result.specifications.size(); ++i) {
      const bool broken = cell_.specifications.at(i).verdict == Verdict::broken;
      missed = missed || (broken && result.specifications[i].verdict == Verdict::inconclusive);
    }
    return missed && !result.reason.empty() && result.falsifiers.empty();
  }

  /// Requires that the search and the subject agree on what the failure-free run violates.
  void compare(const std::vector<SpecificationResult>& judged) {
    auto& all = cell_.specifications;
    LDFI_ENSURE(all.size() == judged.size(), "search and subject judge the same specifications");
    for (std::size_t i = 0; i < all.size(); ++i) {
      const bool broken = judged[i].verdict == Verdict::broken;
      LDFI_ENSURE(broken == (all[i].verdict == Verdict::broken) || cell_.executed == 0,
                  "search and subject agree on the failure-free run");
      const bool vacuous = judged[i].verdict == Verdict::vacuous;
      if (vacuous && all[i].verdict == Verdict::certified) all[i].verdict = Verdict::vacuous;
    }
    settle();
  }

  /// Makes a specification inconclusive if the replays of its counterexamples did not end in time.
  void mark_unconfirmed() {
    for (SpecificationResult& one : cell_.specifications) {
      const bool violated = !one.falsifiers.empty();
      std::erase_if(one.falsifiers, [&](auto i) { return i >= cell_.falsifiers.size(); });
      if (violated && one.falsifiers.empty()) one.verdict = Verdict::inconclusive;
    }
    settle();
  }

  void settle() {
    if (cell_.specifications.empty() || error_is_answer_) return;
    cell_.verdict = worst(cell_.specifications);
  }

  /// Replays the counterexamples. If the budget runs out, drops the remaining counterexamples and
  /// marks the list as incomplete.
  void replay_all(const std::vector<Falsifier>& found) {
    say("replaying counterexamples");
    const Phase phase("replaying");
    try {
      for (const Falsifier& one : found) {
        if (!cell_.falsifiers.empty() && around_.replaying) around_.replaying();
        LDFI_ENSURE(subject_.fspec().admits(one.faults),
                    "the Fspec does not admit " + to_text(one.faults, subject_.fspec()));
        Judgement judgement = replay(subject_, one, around_.replaying);
        cell_.falsifiers.push_back({one.faults, one.minimal, std::move(judgement.violated)});
      }
    } catch (const BudgetExceeded& e) {
      if (around_.note) {
        around_.note(fmt::format("{} of {} counterexamples were replayed; the budget of {} ran out",
                                 cell_.falsifiers.size(), found.size(), e.what()));
      }
      cell_.reason = e.what();
      if (!cell_.falsifiers.empty()) return;
      cell_.verdict = Verdict::inconclusive;
      cell_.reason += "; not replayed: " + to_text(found.front().faults, subject_.fspec());
    }
  }

  void say(const char* doing) const {
    if (around_.doing) around_.doing(doing);
  }

  Subject& subject_;
  const CampaignCallbacks& around_;
  Cell cell_;
  bool error_is_answer_ = false;
  bool broken_ = false;  ///< true if the failure-free run violates all specifications, or the
                         ///< invariant
};

}  // namespace

Judgement replay(Subject& subject, const Falsifier& found, const BudgetCheck& check) {
  const std::string text = to_text(found.faults, subject.fspec());
  Judgement judgement = subject.execute(found.faults, check);
  LDFI_ENSURE(
      !judgement.holds(),
      fmt::format("executed again, the subject does not confirm the counterexample {}", text));
  LDFI_ENSURE(found.violated.empty() || found.violated == judgement.violated,
              fmt::format("under {} the subject finds {} violated, the search {}", text,
                          fmt::join(judgement.violated, " "), fmt::join(found.violated, " ")));
  return judgement;
}

void record(Subject& subject, const FaultSet& faults, Cell& cell, const BudgetCheck& check) {
  Recording recording = subject.record(faults, check);
  if (recording.trace) cell.traces.push_back(*std::move(recording.trace));
  if (recording.graph) cell.graphs.push_back(*std::move(recording.graph));
}

Cell run(Subject& subject, const CampaignCallbacks& around, bool probe) {
  return Campaign(subject, around).run(probe);
}

}  // namespace ldfi::campaign
