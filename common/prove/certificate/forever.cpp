#include "common/prove/certificate/forever.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <sstream>
#include <utility>

#include "common/prove/certificate/events.hpp"
#include "common/prove/certificate/specifications.hpp"

namespace ldfi::certificate {
namespace {

struct Word {
  bool holds = true;
  std::string state;
};
/// A clause of the invariant. At the beginning of every tick, at least one of its words must be
/// true.
using Line = std::vector<Word>;

/// Largest number of words in an invariant. The limit protects the checker from untrusted files
/// that would take all memory.
constexpr std::size_t most_words = 5'000'000;

std::vector<Line> read_invariant(const std::string& folder) {
  std::vector<Line> out;
  std::size_t count = 0;
  std::istringstream lines(read_file(folder, "invariant.txt"));
  for (std::string text; std::getline(lines, text);) {
    if (++count > most_words)
      throw Rejected("invariant.txt has more than 5 million lines and words");
    Line& line = out.emplace_back();
    std::istringstream words(text);
    for (std::string word; words >> word;) {
      if (++count > most_words)
        throw Rejected("invariant.txt has more than 5 million lines and words");
      const bool holds = word[0] != '-';
      line.push_back({holds, holds ? word : word.substr(1)});
    }
  }
  return out;
}

class Invariant {
 public:
  explicit Invariant(std::vector<Line> lines) : lines_(std::move(lines)) {
    for (const Line& line : lines_) {
      if (line.size() == 1) known_.emplace(line[0].state, line[0].holds);
    }
  }
  [[nodiscard]] std::optional<bool> known(const std::string& state) const {
    const auto it = known_.find(state);
    return it == known_.end() ? std::nullopt : std::optional(it->second);
  }

  void require_first(const Transition& of) const {
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      bool some = false;
      for (const Word& word : lines_[i]) {
        const auto it = of.states.find(word.state);
        some = some || (it != of.states.end() && it->second.first) == word.holds;
      }
      if (!some)
        throw Rejected("invariant.txt:" + std::to_string(i + 1) +
                       ": this line of the invariant does not hold at tick 1");
    }
  }

  /// Adds to `out` clauses which say that the invariant is true at the beginning of the tick.
  void assume(const Transition& of, std::vector<Clause>& out) const {
    for (const Line& line : lines_) out.push_back(literals(of, line, &State::now));
  }
  /// Returns the literal which says that some clause of the invariant is false at the beginning of
  /// the next tick.
  int broken(Transition& of) const {
    Clause some;
    for (const Line& line : lines_)
      some.push_back(-of.circuit.any(literals(of, line, &State::next)));
    return of.circuit.any(some);
  }

 private:
  static Clause literals(const Transition& of, const Line& line, int State::*when) {
    Clause out;
    for (const Word& word : line) {
      const auto it = of.states.find(word.state);
      const int literal = it == of.states.end() ? Circuit::no : it->second.*when;
      out.push_back(word.holds ? literal : -literal);
    }
    return out;
  }
  std::vector<Line> lines_;
  std::map<std::string, bool> known_;
};

/// Returns the name of the specification that the claim is about, or an empty text if the program
/// has no specifications.
std::string about(const Claim& claim) {
  return claim.each.empty() ? "" : claim.each.front().of;
}

/// Throws Rejected unless the failure-free run promises something. Returns the specification or
/// invariant that the claim is about.
Judged require_promise(const std::string& folder, const Claim& claim,
                       const std::function<void()>& check) {
  Program program = read_program(folder, claim);
  Limits limits = claim.limits.without_faults();
  limits.eot = claim.promised;
  const bool named = !program.specifications.empty();
  if (named == about(claim).empty())
    throw Rejected(named ? "the program has specifications, but the claim names none"
                         : "the claim names a specification, but the program has none");
  const Unrolled unrolled = unroll(program, limits, check);
  const auto it =
      std::ranges::find(unrolled.judged, named ? about(claim) : invariant, &Judged::name);
  if (it == unrolled.judged.end()) throw Rejected("there is no specification " + about(claim));
  if (!it->promises)
    throw Rejected("without faults, nothing is promised at EOT " + std::to_string(claim.promised));
  return *it;
}

}  // namespace

Transition transition_of(const std::string& folder, const Claim& claim, const Known& known,
                         const std::function<void()>& check) {
  Program program = read_program(folder, claim);
  require_observers(program, claim.limits.pre, claim.limits.post);
  add_events(program, claim.limits.late > 0 || claim.limits.twice > 0);
  Always always{claim.calm, claim.from, {}};
  const auto of = std::ranges::find(program.specifications, about(claim), &Specification::name);
  if (of != program.specifications.end()) always.judged = *of;
  for (const Saturated& one : claim.saturated) {
    const auto relation = program.relations.find(one.relation);
    if (relation == program.relations.end()) throw Rejected("there is no relation " + one.relation);
    const std::pair place(relation->second, static_cast<std::size_t>(one.column) - 1);
    if (!always.tops.emplace(place, one.top).second)
      throw Rejected("a column is listed twice in `saturates`: " + one.relation);
  }
  return transition(program, claim.limits, always, known, check);
}

Questions forever_questions(const std::string& folder, const Claim& claim,
                            const std::function<void()>& check) {
  const Judged judged = require_promise(folder, claim, check);
  const auto words = std::make_shared<Invariant>(read_invariant(folder));
  const auto known = [&](const std::string& state) { return words->known(state); };
  const auto step = std::make_shared<Transition>(transition_of(folder, claim, known, check));
  words->require_first(*step);
  Questions out;
  out.has_pre = step->has_pre;
  out.judged.push_back(judged);
  const auto ask = [&](const char* name, int asked) {
    out.each.push_back({name, "", [words, step, asked] {
                          std::vector<Clause> clauses = step->axioms;
                          words->assume(*step, clauses);
                          clauses.push_back({asked});
                          return step->circuit.clauses(clauses);
                        }});
  };
  ask("step", words->broken(*step));
  ask("goal", step->wrong);
  return out;
}

}  // namespace ldfi::certificate
