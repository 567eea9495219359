#include "test/oracle/specified.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <regex>
#include <set>

#include "common/base/errors.hpp"
#include "common/dedalus/eval/evaluate.hpp"
#include "test/support/specified_program.hpp"

namespace ldfi::test {
namespace {

/// All verdicts, from the best to the worst.
constexpr std::array<Verdict, 5> by_weight{Verdict::certified, Verdict::vacuous,
                                           Verdict::inconclusive, Verdict::counterexample,
                                           Verdict::broken};

auto weight(Verdict verdict) {
  return std::find(by_weight.begin(), by_weight.end(), verdict);
}

std::set<std::string> held(const dedalus::Program& program, RelationId relation,
                           const eval::Model& model, int eot) {
  std::set<std::string> out;
  for (const eval::Tuple& tuple : model.tuples(relation, Time(eot))) {
    out.insert(program.tuple_text(relation, tuple.data()));
  }
  return out;
}

/// Returns the fault set that an error message names.
std::string faults_of_error(const std::string& error) {
  std::smatch faults;
  std::regex_search(error, faults, std::regex("(?:under the fault set |--replay ')([^'\n]*)"));
  return faults[1].str();
}

}  // namespace

std::string told(const SearchResult& r, const Fspec& fspec) {
  std::string out = "top " + name_of(r.verdict) + "\n";
  for (const SpecificationResult& one : r.specifications) {
    out +=
        fmt::format("{} {} {}:", one.says.name, name_of(one.says.severity), name_of(one.verdict));
    for (const std::uint32_t i : one.falsifiers) {
      out += fmt::format(" [{}]", to_text(r.falsifiers.at(i).faults, fspec));
    }
    out += "\n";
  }
  for (const Falsifier& f : r.falsifiers) {
    out += fmt::format("[{}] {}: {}\n", to_text(f.faults, fspec), f.minimal ? "minimal" : "open",
                       fmt::join(f.violated, " "));
  }
  return r.error.empty() ? out : out + "error under " + faults_of_error(r.error) + "\n";
}

Enumerated::Enumerated(const dedalus::Program& program, std::vector<Specification> specifications,
                       Fspec fspec)
    : program_(program),
      specifications_(std::move(specifications)),
      has_invariant_(program.find("post").has_value()),
      fspec_(std::move(fspec)) {
  if (has_invariant_) {
    Specification invariant;
    invariant.name = "invariant";
    specifications_.insert(specifications_.begin(), invariant);
  }
  failure_free_ = eval::run(program_, fspec_, FaultSet{});
  for (const FaultSet& faults : all_fault_sets(fspec_)) execute(faults);
}

void Enumerated::execute(const FaultSet& faults) {
  ++executed_;
  std::unique_ptr<eval::Model> model;
  try {
    model = eval::run(program_, fspec_, faults);
  } catch (const InputError&) {
    if (!failing_) failing_ = faults;
    return;
  }
  std::vector<std::vector<std::string>> all;
  for (std::size_t s = 0; s < specifications_.size(); ++s) all.push_back(violated(s, *model));
  const bool bad = std::any_of(all.begin(), all.end(), [](const auto& v) { return !v.empty(); });
  if (bad) violations_.emplace(faults, std::move(all));
}

std::vector<std::string> Enumerated::violated(std::size_t which, const eval::Model& model) const {
  const int eot = fspec_.eot();
  if (which > 0 || !has_invariant_) {
    return violations(program_, specifications_[which], model, eot);
  }
  std::vector<std::string> out;
  const RelationId post = program_.find("post").value();
  if (const auto pre = program_.find("pre")) {
    for (const eval::Tuple& tuple : model.tuples(*pre, Time(eot))) {
      const auto kept = model.tuples(post, Time(eot));
      if (std::find(kept.begin(), kept.end(), tuple) != kept.end()) continue;
      out.push_back(program_.tuple_text(*pre, tuple.data()));
    }
  } else {
    const auto now = held(program_, post, model, eot);
    for (const std::string& text : held(program_, post, *failure_free_, eot)) {
      if (!now.contains(text)) out.push_back(text);
    }
  }
  return out;
}

/// Returns true if the specification promises something. The invariant does if `pre` has a tuple,
/// and other specifications do if they are judged at some tick.
bool Enumerated::promises(std::size_t which) const {
  const int eot = fspec_.eot();
  if (which > 0 || !has_invariant_) return specifications_[which].after.value_or(0) < eot;
  const auto pre = program_.find("pre");
  return !held(program_, pre ? *pre : program_.find("post").value(), *failure_free_, eot).empty();
}

std::vector<bool> Enumerated::violated_by(const FaultSet& faults) const {
  std::vector<bool> out(specifications_.size());
  const auto known = violations_.find(faults);
  for (std::size_t s = 0; s < out.size() && known != violations_.end(); ++s)
    out[s] = !known->second[s].empty();
  return out;
}

std::vector<FaultSet> Enumerated::falsifiers(std::size_t which, bool all) const {
  std::vector<FaultSet> out;
  std::vector<FaultSet> found;
  for (const auto& [faults, by_specification] : violations_) {
    if (!by_specification[which].empty()) found.push_back(faults);
  }
  for (const FaultSet& faults : found) {
    const bool minimal = std::none_of(found.begin(), found.end(), [&](const FaultSet& other) {
      return other != faults && std::includes(faults.faults().begin(), faults.faults().end(),
                                              other.faults().begin(), other.faults().end());
    });
    if (minimal) out.push_back(faults);
  }
  if (!all && out.size() > 1) out.resize(1);
  return out;
}

SearchResult Enumerated::without_reach(SearchResult result) const {
  for (std::size_t s = 0; s < result.specifications.size(); ++s) {
    Verdict& verdict = result.specifications[s].verdict;
    if (verdict == Verdict::vacuous && promises(s)) verdict = Verdict::certified;
  }
  if (!is_out_of_reach(result)) return result;
  result.reason.clear();
  result.verdict = worst(result.specifications);
  return result;
}

SearchResult Enumerated::answer(bool all, bool whole_cell) const {
  SearchResult out;
  std::vector<std::vector<FaultSet>> found;
  std::set<FaultSet> together;
  bool all_broken = true;
  for (std::size_t s = 0; s < specifications_.size(); ++s) {
    found.push_back(falsifiers(s, all));
    together.insert(found[s].begin(), found[s].end());
    all_broken = all_broken && !found[s].empty() && found[s].front().empty();
  }
  const bool fails = failing_ && !all_broken;
  for (const FaultSet& faults : together) {
    Falsifier& one = out.falsifiers.emplace_back(Falsifier{faults, true, {}});
    for (const auto& texts : violations_.at(faults)) {
      one.violated.insert(one.violated.end(), texts.begin(), texts.end());
    }
    std::sort(one.violated.begin(), one.violated.end());
  }
  out.verdict = Verdict::certified;
  for (std::size_t s = 0; s < specifications_.size(); ++s) {
    SpecificationResult one{specifications_[s], Verdict::certified, {}};
    for (const FaultSet& faults : found[s]) {
      const auto at = std::distance(together.begin(), together.find(faults));
      one.falsifiers.push_back(static_cast<std::uint32_t>(at));
    }
    const bool broken = !found[s].empty() && found[s].front().empty();
    one.verdict = broken                       ? Verdict::broken
                  : !found[s].empty()          ? Verdict::counterexample
                  : fails                      ? Verdict::inconclusive
                  : whole_cell && !promises(s) ? Verdict::vacuous
                                               : Verdict::certified;
    const auto severity = one.says.severity;
    const bool counts =
        severity == Specification::Severity::critical || severity == Specification::Severity::major;
    if (counts && weight(one.verdict) > weight(out.verdict)) out.verdict = one.verdict;
    out.specifications.push_back(std::move(one));
  }
  if (fails) {
    out.error = "under the fault set " + to_text(*failing_, fspec_);
    // If arithmetic fails under some fault set, the verdict is a counterexample or worse.
    if (weight(out.verdict) < weight(Verdict::counterexample))
      out.verdict = Verdict::counterexample;
  }
  return out;
}

}  // namespace ldfi::test
