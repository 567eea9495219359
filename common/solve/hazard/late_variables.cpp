#include "common/solve/hazard/late_variables.hpp"

#include <algorithm>

#include "common/base/contract.hpp"
#include "common/solve/hazard/define.hpp"

namespace ldfi::hazard {

using sat::Literal;

namespace {

Literal at(const std::vector<Literal>& by_ticks, int ticks) {
  const auto index = static_cast<std::size_t>(ticks - 1);
  return ticks >= 1 && index < by_ticks.size() ? by_ticks[index] : 0;
}

}  // namespace

bool LateVariables::mention(const Messages& messages) {
  if (!fspec_.is_delayed_as_unit(messages.relation)) return false;
  const auto most = [&](bool (Fspec::*may)(NodeId, NodeId, Time, int) const) {
    int ticks = 0;
    while ((fspec_.*may)(messages.from, messages.to, messages.sent, ticks + 1)) ++ticks;
    return ticks;
  };
  const int late = most(&Fspec::may_delay);
  const int again = most(&Fspec::may_duplicate);
  if (late == 0 && again == 0) return false;
  const auto [it, added] = units_.try_emplace(messages);
  if (!added) return false;
  Unit& unit = it->second;
  add_delays(unit, late);
  add_duplicates(unit, again);
  const auto& [from, to, sent, relation] = messages;
  for (int k = 1; k <= late; ++k)
    table_.add(Delay{from, to, sent, k, relation}, at(unit.exactly, k));
  for (int k = 1; k <= again; ++k) {
    table_.add(Duplicate{from, to, sent, k, relation}, at(unit.again, k));
  }
  for (int k = 1; k <= std::max(late, again); ++k) {
    std::vector<Literal> either{at(unit.exactly, k), at(unit.again, k)};
    std::erase(either, 0);
    unit.arrives.push_back(either.size() == 1 ? either.front() : any(solver_, either));
  }
  return true;
}

void LateVariables::add_delays(Unit& unit, int most) {
  for (int k = 1; k <= most; ++k) {
    unit.at_least.push_back(solver_.new_variable());
    if (k > 1) solver_.add({-unit.at_least.back(), at(unit.at_least, k - 1)});
  }
  for (int k = 1; k < most; ++k) {
    const Literal here = at(unit.at_least, k);
    const Literal more = at(unit.at_least, k + 1);
    const Literal exactly = solver_.new_variable();
    solver_.add({-exactly, here});
    solver_.add({-exactly, -more});
    solver_.add({exactly, -here, more});
    unit.exactly.push_back(exactly);
  }
  if (most > 0) unit.exactly.push_back(unit.at_least.back());
}

/// Adds variables for second arrivals. A second arrival comes after the first one. A second arrival
/// that is k ticks late counts as k ticks in the limit of all delays.
void LateVariables::add_duplicates(Unit& unit, int most) {
  for (int k = 1; k <= most; ++k) {
    const Literal again = solver_.new_variable();
    unit.again.push_back(again);
    unit.again_at_least.push_back(solver_.new_variable());
    solver_.add({-again, unit.again_at_least.back()});
    if (k > 1) {
      solver_.add({-unit.again_at_least.back(), at(unit.again_at_least, k - 1)});
    }
    if (const Literal late = at(unit.at_least, k)) solver_.add({-again, -late});
  }
  if (most == 0) return;
  at_most_one(solver_, unit.again);
  unit.doubled = most == 1 ? unit.again.front() : any(solver_, unit.again);
}

const LateVariables::Unit* LateVariables::find(const Messages& messages) const {
  const auto it = units_.find(messages);
  return it == units_.end() ? nullptr : &it->second;
}

Literal LateVariables::delayed(const Messages& messages) const {
  const Unit* unit = find(messages);
  return unit == nullptr ? 0 : at(unit->at_least, 1);
}

Literal LateVariables::doubled(const Messages& messages) const {
  const Unit* unit = find(messages);
  return unit == nullptr ? 0 : unit->doubled;
}

Literal LateVariables::arrives(const Messages& messages, int late) const {
  const Unit* unit = find(messages);
  const Literal out = unit == nullptr ? 0 : at(unit->arrives, late);
  LDFI_REQUIRE(out != 0, "these messages may be late");
  return out;
}

Literal LateVariables::at_least(const Delay& delay) const {
  const Unit* unit = find({delay.from, delay.to, delay.sent, delay.relation});
  const Literal out = unit == nullptr ? 0 : at(unit->at_least, delay.late);
  LDFI_REQUIRE(out != 0, "the universe has this delay");
  return out;
}

std::vector<Literal> LateVariables::counted(Delay*) const {
  std::vector<Literal> out;
  for (const auto& [key, unit] : units_) {
    if (!unit.at_least.empty()) out.push_back(unit.at_least.front());
  }
  return out;
}

std::vector<Literal> LateVariables::counted(Duplicate*) const {
  std::vector<Literal> out;
  for (const auto& [key, unit] : units_) {
    if (unit.doubled != 0) out.push_back(unit.doubled);
  }
  return out;
}

std::vector<Literal> LateVariables::ticks_of_delays() const {
  std::vector<Literal> out;
  for (const auto& [key, unit] : units_) {
    out.insert(out.end(), unit.at_least.begin(), unit.at_least.end());
  }
  return out;
}

std::vector<Literal> LateVariables::ticks() const {
  std::vector<Literal> out = ticks_of_delays();
  for (const auto& [key, unit] : units_) {
    out.insert(out.end(), unit.again_at_least.begin(), unit.again_at_least.end());
  }
  return out;
}

}  // namespace ldfi::hazard
