#include "common/solve/recorded/recorded_search.hpp"

#include <algorithm>
#include <iterator>

#include "common/base/contract.hpp"

namespace ldfi::recorded {

using systems::Course;
using systems::Fate;
using systems::FaultSet;
using systems::Moment;
using systems::Result;

RecordedSearch::RecordedSearch(std::unique_ptr<sat::Solver> solver, const systems::Fspec& fspec,
                               ProofLevel level, const std::vector<Outcome>& outcomes,
                               systems::Steer steer)
    : solver_(std::move(solver)),
      fspec_(fspec),
      level_(level),
      literals_(*solver_, fspec_, outcomes),
      joinings_(*solver_, fspec_, literals_) {
  Literals all;
  for (const auto& [fault, literal] : literals_.all()) all.push_back(literal);
  if (!all.empty()) size_.emplace(*solver_, all, 1);
  // Excludes a set that next() returned only under an assumption, not by a clause. Otherwise the
  // set would count as proved.
  const sat::Literal once = solver_->new_variable();
  asked_ = {once};
  if (steer != systems::Steer::none) {
    steering_.emplace(*solver_, literals_, fspec_, steer, outcomes);
  }
  for (const Outcome& outcome : outcomes) exclude(outcome);
}

void RecordedSearch::exclude(const Outcome& outcome) {
  switch (outcome.result) {
    case Result::pass:
    case Result::vacuous:
      solver_->add(elsewhere(outcome));
      break;
    case Result::fail:
      solver_->add(without(outcome.course.struck));
      // A set with the same execution and delays that are not shorter is not a smaller
      // counterexample, so it is excluded.
      if (!outcome.course.joinings.empty()) solver_->add(elsewhere(outcome, true));
      if (steering_ && (!failed_ || outcome.course.struck < *failed_)) {
        failed_ = outcome.course.struck;
      }
      break;
    case Result::invalid:
      set_asked(outcome.asked);
      break;
  }
}

void RecordedSearch::set_asked(const FaultSet& faults) {
  Literals clause = clause_against_same_set(faults);
  clause.push_back(-asked_.front());
  solver_->add(clause);
}

bool RecordedSearch::answered(const FaultSet& faults) {
  Literals exactly = clause_against_same_set(faults);
  for (sat::Literal& literal : exactly) literal = -literal;
  return !satisfiable(exactly);
}

bool RecordedSearch::add(const Outcome& outcome) {
  if (!literals_.knows(outcome) || (steering_ && !steering_->knows(outcome))) return false;
  exclude(outcome);
  open_.erase(outcome.asked);
  if (steering_) steering_->add(outcome);
  return true;
}

/// Returns true if the loss of a received message would change nothing. (A delay or duplicate of
/// the message may still change something.) Returns false if faults crash or pause the receiver, or
/// delay messages to it by activations: the received message is an activation, so its loss would
/// move these faults to other activations. If nodes cannot crash at every moment, this also holds
/// for requested crashes without effect.
bool RecordedSearch::meaningless(const Course::Attempt& received, const Outcome& outcome) const {
  const std::string& node = received.message.to;
  const bool some_moments = fspec_.midway || !fspec_.crash_times.empty();
  const FaultSet& faults = some_moments ? outcome.asked : outcome.course.struck;
  const auto restarts = [&node](const systems::Restart& one) { return one.at.first == node; };
  const auto pauses = [&node](const systems::Pause& one) { return one.before.first == node; };
  const auto behind = [&node](const systems::Delay& one) {
    return one.message.to == node && systems::is_behind(one.late);
  };
  return level_ == ProofLevel::state && received.silent &&
         literals_.has_all_moment_literals(node) && !faults.has<systems::Crash>(node) &&
         std::ranges::none_of(faults.all<systems::Restart>(), restarts) &&
         std::ranges::none_of(outcome.asked.all<systems::Pause>(), pauses) &&
         std::ranges::none_of(outcome.asked.all<systems::Delay>(), behind);
}

std::set<std::string> RecordedSearch::add_other_message_fates(const Outcome& outcome,
                                                              Literals& out) {
  std::set<std::string> renumbered;
  const auto other_value = [&](const Course::Attempt& one, const Literals& here, const auto& values,
                               std::int64_t value) {
    const auto place = std::ranges::find(values, value);
    out.push_back(-here.at(static_cast<std::size_t>(place - values.begin())));
    if (const auto cut = literals_.cut_off(one)) out.push_back(*cut);
  };
  const FaultSet& struck = outcome.course.struck;
  const auto joining = [&](const systems::MessageId& id) {
    const auto& all = outcome.course.joinings;
    const auto found = std::ranges::find(all, id, &systems::Joining::message);
    return found == all.end() ? nullptr : &*found;
  };
  for (const Course::Attempt& one : outcome.course.attempts) {
    const Literals& late = literals_.late(one.message);
    const Literals& doubled = literals_.doubled(one.message);
    const Literals& broken = literals_.broken(one.message);
    const bool was_cut = struck.cut_of(one.message, one.sent) != nullptr;
    switch (one.fate) {
      case Fate::lost:
        out.push_back(-literals_.loss_by(struck, one));
        break;
      case Fate::late:
        if (was_cut) {
          const Literals others = literals_.other_than_cut(struck, one);
          out.insert(out.end(), others.begin(), others.end());
        } else if (const auto* held = joining(one.message); held == nullptr) {
          other_value(one, late, fspec_.delays, struck.find<systems::Delay>(one.message)->late);
          // A message that must not have a delay must not be lost or duplicated either.
        } else if (held->fits(0)) {
          out.push_back(literals_.gone(one));
          out.insert(out.end(), doubled.begin(), doubled.end());
        } else if (const auto cut = literals_.cut_off(one)) {
          out.push_back(*cut);
        }
        break;
      case Fate::doubled:
        other_value(one, doubled, fspec_.again,
                    struck.find<systems::Duplicate>(one.message)->later);
        break;
      case Fate::pending:
        break;
      case Fate::ok:
      case Fate::dead:
        out.insert(out.end(), broken.begin(), broken.end());
        if (!one.received && !one.too_early) break;
        if (one.received && meaningless(one, outcome)) renumbered.insert(one.message.to);
        if (one.received && !meaningless(one, outcome)) out.push_back(literals_.gone(one));
        if (joining(one.message) == nullptr) out.insert(out.end(), late.begin(), late.end());
        out.insert(out.end(), doubled.begin(), doubled.end());
        break;
    }
  }
  return renumbered;
}

bool RecordedSearch::strikes(const systems::Course& course, const FaultLiterals::NodeMoment& when,
                             bool renumbered) const {
  if (renumbered) return true;
  const auto& [node, moment] = when;
  if (course.spared.contains({node, moment.activation})) return false;
  if (!moment.said) return true;
  const auto said = course.said.find({node, moment.activation});
  return said != course.said.end() && *moment.said < said->second;
}

void RecordedSearch::add_other_crash_moments(const Outcome& outcome, const std::string& node,
                                             bool renumbered, Literals& out) const {
  if (fspec_.crashes == 0 && fspec_.restarts == 0) return;
  const Course& course = outcome.course;
  const std::uint64_t count = course.activations.at(node);
  const auto* const crash = course.struck.find<systems::Crash>(node);
  const bool for_good = crash != nullptr;
  const bool all_moments = !fspec_.midway && fspec_.crash_times.empty();
  if (literals_.crashes(node) && for_good) {
    out.push_back(-*literals_.crash({node, crash->when}));
  } else if (literals_.crashes(node) && count > 0 && (all_moments || renumbered)) {
    out.push_back(literals_.down(node, count));
  }
  for (const Moment& when : literals_.moments(node, count)) {
    const FaultLiterals::NodeMoment here{node, when};
    const auto* const restart = course.struck.find<systems::Restart>(here);
    const Literals& back = literals_.back(here);
    if (restart != nullptr) {
      const auto value = std::ranges::find(fspec_.down, restart->down);
      out.push_back(-back.at(static_cast<std::size_t>(value - fspec_.down.begin())));
    } else if (strikes(course, here, renumbered)) {
      out.insert(out.end(), back.begin(), back.end());
      if (const auto one = literals_.crash(here); one && !for_good && !all_moments && !renumbered) {
        out.push_back(*one);
      }
    }
  }
}

void RecordedSearch::add_other_pause_moments(const Outcome& outcome, const std::string& node,
                                             bool renumbered, Literals& out) const {
  const Course& course = outcome.course;
  const auto approached = course.approached.find(node);
  if (approached == course.approached.end()) return;
  for (std::uint64_t k = 1; k <= approached->second; ++k) {
    const systems::Activation here{node, k};
    const Literals& paused = literals_.paused(here);
    const auto* const pause = course.struck.find<systems::Pause>(here);
    if (pause != nullptr) {
      const auto value = std::ranges::find(fspec_.standing, pause->standing);
      out.push_back(-paused.at(static_cast<std::size_t>(value - fspec_.standing.begin())));
    } else if (renumbered || !course.steady.contains(here)) {
      out.insert(out.end(), paused.begin(), paused.end());
    }
  }
}

RecordedSearch::Literals RecordedSearch::elsewhere(const Outcome& outcome, bool no_less) {
  Literals out;
  joinings_.elsewhere(outcome.course, no_less, out);
  const std::set<std::string> renumbered = add_other_message_fates(outcome, out);
  for (const auto& [node, count] : outcome.course.activations) {
    add_other_crash_moments(outcome, node, renumbered.contains(node), out);
    add_other_pause_moments(outcome, node, renumbered.contains(node), out);
  }
  return out;
}

RecordedSearch::Literals RecordedSearch::without(const FaultSet& faults) const {
  Literals out;
  for (const auto& [fault, literal] : literals_.all()) {
    if (faults.contains(fault)) out.push_back(-literal);
  }
  return out;
}

RecordedSearch::Literals RecordedSearch::clause_against_same_set(const FaultSet& faults) const {
  Literals out;
  for (const auto& [fault, literal] : literals_.all()) {
    out.push_back(faults.contains(fault) ? -literal : literal);
  }
  return out;
}

bool RecordedSearch::satisfiable(const Literals& assumptions, const Literals& some) {
  const sat::Answer answer =
      some.empty() ? solver_->solve(assumptions) : solver_->solve_with(assumptions, some);
  LDFI_ENSURE(answer != sat::Answer::unknown, "the solver has no limit, so it answers");
  return answer == sat::Answer::satisfiable;
}

bool RecordedSearch::exhausted() {
  return !satisfiable({});
}

RecordedSearch::Literals RecordedSearch::assumptions_for_subsets(const FaultSet& faults) const {
  Literals out;
  for (const auto& [fault, literal] : literals_.all()) {
    if (!faults.covers(fault)) out.push_back(-literal);
  }
  return out;
}

bool RecordedSearch::minimal(const FaultSet& failed) {
  return !satisfiable(assumptions_for_subsets(failed));
}

FaultSet RecordedSearch::chosen(const Literals& yes) const {
  FaultSet out;
  for (const auto& [fault, literal] : literals_.all()) {
    if (std::ranges::find(yes, literal) == yes.end()) continue;
    out.add(fault);
  }
  return out;
}

void RecordedSearch::replace_path_by_clauses() {
  for (const FaultSet& one : open_) set_asked(one);
  open_.clear();
}

/// Continues where the last search under the same assumptions ended. This is correct because
/// clauses are only added: a set that was impossible remains impossible.
std::optional<FaultSet> RecordedSearch::least(const Literals& assumptions) {
  if (path_.assumptions != assumptions) {
    replace_path_by_clauses();
    path_ = {assumptions, 0, {}};
  }
  const auto question = [this] {
    Literals out = path_.assumptions;
    if (size_ && path_.size < size_->size()) out.push_back(-size_->at_least(path_.size + 1));
    out.insert(out.end(), path_.decided.begin(), path_.decided.end());
    return out;
  };
  const auto& all = literals_.all();
  Literals fixed;
  std::vector<bool> in_model(all.size());  // for each fault, its value in a model of `fixed`
  const auto possible = [&](const Literals& some) {
    if (!satisfiable(fixed, some)) return false;
    for (std::size_t i = 0; i < all.size(); ++i) in_model[i] = solver_->value(all[i].second);
    return true;
  };
  for (fixed = question(); !possible({}); fixed = question()) {
    if (path_.drop_last_choice()) continue;
    replace_path_by_clauses();
    if (!satisfiable(assumptions)) return std::nullopt;
    ++path_.size;
    if (size_ && size_->size() < path_.size + 1) size_->extend(path_.size + 1);
  }
  Literals yes;
  std::ranges::copy_if(path_.decided, std::back_inserter(yes), [](auto one) { return one > 0; });
  while (yes.size() < path_.size) {
    const std::size_t begin = path_.decided.size();
    const auto next =
        std::find(in_model.begin() + static_cast<std::ptrdiff_t>(begin), in_model.end(), true);
    if (next == in_model.end()) break;
    const auto place = static_cast<std::size_t>(next - in_model.begin());
    Literals sooner;
    for (std::size_t i = begin; i < place; ++i) sooner.push_back(all[i].second);
    if (!sooner.empty() && possible(sooner)) continue;
    for (const sat::Literal one : sooner) path_.decided.push_back(-one);
    yes.push_back(all[place].second);
    path_.decided.push_back(yes.back());
    fixed = question();
  }
  return chosen(yes);
}

bool RecordedSearch::Path::drop_last_choice() {
  while (!decided.empty()) {
    const sat::Literal last = decided.back();
    decided.pop_back();
    if (last < 0) continue;
    decided.push_back(-last);
    return true;
  }
  return false;
}

std::optional<FaultSet> RecordedSearch::smaller() {
  // With at most 8 faults, a set has at most 255 non-empty subsets.
  constexpr std::size_t all_subsets = 8;
  Literals below = assumptions_for_subsets(*failed_);
  below.insert(below.end(), asked_.begin(), asked_.end());
  if (failed_->size() <= all_subsets) return least(below);
  for (const auto& [left_out, literal] : literals_.all()) {
    if (!failed_->contains(left_out)) continue;
    Literals one_less = below;
    for (const auto& [fault, other] : literals_.all()) {
      if (!failed_->covers(fault)) continue;
      one_less.push_back(other != literal && failed_->contains(fault) ? other : -other);
    }
    if (auto out = least(one_less)) return out;
  }
  return std::nullopt;
}

bool RecordedSearch::settled() {
  return !failed_ || !smaller();
}

std::optional<FaultSet> RecordedSearch::next() {
  std::optional<FaultSet> out;
  if (failed_) out = smaller();
  if (!out && steering_) {
    Literals steered = asked_;
    steered.push_back(steering_->assumption());
    out = least(steered);
  }
  steered_ = out.has_value();
  if (!out) out = least(asked_);
  if (out && path_.drop_last_choice()) {
    open_.insert(*out);
  } else if (out) {
    set_asked(*out);
  }
  return out;
}

}  // namespace ldfi::recorded
