#include "common/prove/forever/states.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace ldfi::forever {
namespace {

/// The state for numbers that exceed the cap. The proof shows that it is never true, and
/// certificates do not have it.
constexpr const char* escaped = "escaped[]";

/// Returns the part of a state's name that names a fact. Returns an empty text if the state is not
/// about a fact.
std::string fact_of(const std::string& state) {
  const std::size_t bracket = state.find_first_of("([");
  if (bracket == std::string::npos || state[bracket] == '[') return "";
  const std::size_t from = state.starts_with("free:") ? 5 : 0;
  return state.substr(from, state.rfind(')') + 1 - from);
}

/// Returns true if the state is about a fact that arrives at a later tick, or only if a node is not
/// down then.
bool is_on_its_way(const std::string& state) {
  return state.find_first_of(">+", state.rfind(')')) != std::string::npos;
}

}  // namespace

States::States(const System& system, const Circuit& circuit) {
  for (const auto& latch : circuit.aig.latches()) followed_.insert(latch.key);
  for (std::size_t f = 0; f < system.facts.size(); ++f) {
    const std::string key = system.key(FactId(f));
    if (!key.empty()) facts_[key] = system.facts[f].constant;
  }
}

std::optional<bool> States::known(const std::string& state) const {
  if (followed_.contains(state)) return std::nullopt;
  if (state.starts_with("failed[]") || state == "violated[]") return false;
  const std::string of = fact_of(state);
  if (of.empty()) return std::nullopt;
  const auto it = facts_.find(of);
  if (it == facts_.end()) return false;
  if (state.find('@') != std::string::npos) return std::nullopt;
  // If a fact always holds, a message with the same fact may or may not be under way.
  if (is_on_its_way(state)) return it->second ? std::nullopt : std::optional(false);
  return it->second;
}

/// Returns the tick of a state such as `p(a)@3` if its fact always holds. Returns 0 for other
/// states.
int States::past_of_constant(const std::string& state) const {
  const std::size_t at = state.find('@');
  const auto it = facts_.find(fact_of(state));
  if (at == std::string::npos || it == facts_.end() || !it->second) return 0;
  return std::stoi(state.substr(at + 1));
}

std::string States::invariant(const std::vector<std::vector<Word>>& clauses,
                              const std::vector<std::string>& states) const {
  std::string out;
  for (const auto& clause : clauses) {
    const auto without = [](const Word& word) { return word.key == escaped && !word.holds; };
    if (std::ranges::any_of(clause, without)) continue;
    std::string line;
    for (const Word& word : clause) {
      if (word.key == escaped) continue;
      line += (line.empty() ? "" : " ") + (word.holds ? word.key : "-" + word.key);
    }
    out += line + "\n";
  }
  for (const std::string& state : states) {
    if (const auto holds = known(state)) {
      out += (*holds ? "" : "-") + state + "\n";
    } else if (const int tick = past_of_constant(state); tick > 0) {
      out += state;
      for (int t = 1; t <= tick; ++t) out += fmt::format(" tick[{}]", t);
      out += "\n";
    }
  }
  return out;
}

}  // namespace ldfi::forever
