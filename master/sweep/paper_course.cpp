#include "master/sweep/paper_course.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "common/base/contract.hpp"

namespace ldfi::sweep {

PaperCourse::PaperCourse(Rules rules, PaperOptions options)
    : Course(rules), options_(std::move(options)) {
  LDFI_REQUIRE(options_.max_eot >= 1 && options_.crashes >= 0, "a sweep has at least one Fspec");
  last_ = at(0);
}

int PaperCourse::next_eot(int eot) const {
  return eot + (options_.stride == SweepStride::one || probing_ ? 1 : std::max(1, eot / 2));
}

// Requests the points that are needed if the next EOTs have the same results as the current one.
std::vector<Query> PaperCourse::wanted(std::size_t most) const {
  std::vector<Query> queries;
  const auto add = [&](const Query& query) {
    if (queries.size() < most && answer_of(query) == nullptr) queries.push_back(query);
  };
  if (finished()) return queries;
  add({at(probing_ ? 0 : target_), probing_});
  if (!probing_) add({at(eff_), false});
  for (int eot = next_eot(eot_); queries.size() < most && eot <= options_.max_eot;
       eot = next_eot(eot)) {
    const int eff = probing_ ? 0 : streak_ ? eff_ : largest_eff(eot, rules().mode);
    add({{eot, eff, options_.crashes}, probing_});
  }
  return queries;
}

void PaperCourse::advance() {
  while (!finished() && (probing_ ? probe() : search())) {
  }
}

bool PaperCourse::probe() {
  const Cell* report = answer_of({at(0), true});
  if (report == nullptr) return false;
  last_ = at(0);
  if (!report->error.empty() || report->verdict == Verdict::inconclusive) {
    settle(at(0), *report);
    return end(settled(at(0))->report.reason);
  }
  const bool promising = report->verdict == Verdict::certified;
  if (!promising && eot_ < options_.max_eot) {
    ++eot_;
    return true;
  }
  probing_ = false;
  enter_column(eot_, 0);
  // The failure-free run promises nothing, so EFF does not matter, and one cell is enough for this
  // EOT.
  if (!promising) target_ = 0;
  return true;
}

bool PaperCourse::search() {
  const Cell* report = answer_of({at(target_), false});
  if (report == nullptr) return false;
  last_ = at(target_);
  settle(last_, *report);
  report = &settled(last_)->report;
  switch (report->verdict) {
    case Verdict::certified:
      return take_proof(*report);
    case Verdict::counterexample:
    case Verdict::broken:
      return take_violation(*report);
    case Verdict::vacuous:  // nothing is promised at this EOT, but perhaps at a larger EOT
      return enter_column(next_eot(eot_), eff_);
    case Verdict::inconclusive:
      break;
  }
  return end(report->reason);
}

bool PaperCourse::take_proof(const Cell& report) {
  settle_below(report);
  deepest_ = at(target_);
  if (streak_) longest_recovery_ = std::max(longest_recovery_, eot_ - streak_->eot);
  streak_.reset();
  if (target_ == top()) return leave_certified();
  eff_ = target_ + 1;
  if (violated_ == eff_) return leave_violated(eff_);
  choose_target();
  return true;
}

// A smaller EFF that admits one of the counterexamples is violated, too. If a smaller EFF admits
// none of the counterexamples, it may follow that this EFF is certified.
bool PaperCourse::take_violation(const Cell& report) {
  const Point from = at(target_);
  violated_ = target_;
  while (*violated_ > eff_) {
    const Point below = at(*violated_ - 1);
    const auto follows = implied(rules(), from, report, below);
    if (!follows) break;
    if (follows->verdict == Verdict::certified) {
      target_ = below.eff;
      settle(below, *follows, from);
      return take_proof(*follows);
    }
    settle(below, *follows, from);
    --*violated_;
  }
  if (*violated_ == eff_) return leave_violated(eff_);
  choose_target();
  return true;
}

void PaperCourse::settle_below(const Cell& report) {
  const Settled* cell = settled(at(target_));
  const Point from = cell->from.value_or(at(target_));
  for (int eff = eff_; eff < target_; ++eff) {
    if (settled(at(eff)) != nullptr) continue;
    const auto below = implied(rules(), at(target_), report, at(eff));
    // Nothing follows if specifications that do not affect the verdict may have other
    // counterexamples.
    if (!below) continue;
    LDFI_ENSURE(below->verdict == Verdict::certified, "a proof covers smaller Fspecs");
    settle(at(eff), *below, from);
  }
}

void PaperCourse::choose_target() {
  const bool step_by_step = !rules().complete || streak_;
  target_ = step_by_step ? eff_ : violated_ ? *violated_ - 1 : top();
}

bool PaperCourse::enter_column(int eot, int eff) {
  if (eot > options_.max_eot) return end("max EOT");
  eot_ = eot;
  eff_ = eff;
  violated_.reset();
  choose_target();
  return true;
}

bool PaperCourse::leave_violated(int eff) {
  if (!streak_) streak_ = at(eff);
  return enter_column(next_eot(eot_), eff);
}

bool PaperCourse::leave_certified() {
  const int eot = next_eot(eot_);
  const int eff = largest_eff(eot, rules().mode);
  if (options_.proved && options_.proved({eot, eff, options_.crashes}))
    return end("the following answers are proved for every EOT");
  return enter_column(eot, eff);
}

bool PaperCourse::end(const std::string& why) {
  end_ = why;
  finish();
  return false;
}

void PaperCourse::abandon(const std::string& reason) {
  last_ = at(probing_ ? 0 : target_);
  if (settled(last_) == nullptr) settle(last_, unfinished(reason));
  end_ = reason;
}

bool PaperCourse::is_streak_long_enough() const {
  if (!streak_) return false;
  return !deepest_ || eot_ - streak_->eot > longest_recovery_;
}

std::optional<Point> PaperCourse::decisive() const {
  if (is_streak_long_enough()) return streak_;
  return deepest_ ? deepest_ : last_;
}

std::string PaperCourse::conclusion() const {
  const std::string ended = fmt::format("; the sweep ended at EOT {} ({})", eot_, end_);
  if (is_streak_long_enough()) {
    return fmt::format("{} is the least Fspec from which no larger EOT recovers{}",
                       to_text(*streak_), ended);
  }
  if (deepest_) {
    const std::string open =
        streak_
            ? fmt::format(
                  "; {} is violated, but too few larger EOTs were tried to say that none recovers",
                  to_text(*streak_))
            : "";
    return fmt::format("{} is the deepest certified Fspec{}{}", to_text(*deepest_), open, ended);
  }
  return fmt::format("no Fspec was certified{}", ended);
}

}  // namespace ldfi::sweep
