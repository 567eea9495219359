#include "results/report/headline.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>

#include "common/base/text.hpp"
#include "results/views/draw/text_fit.hpp"
#include "results/views/systems/history.hpp"

namespace ldfi::results {
namespace {

constexpr std::size_t most_violations = 3;
constexpr std::size_t longest_violation = 160;  ///< most characters of a violation in the headline

std::string few(const std::vector<std::string>& texts, std::string_view between) {
  std::string out;
  for (std::size_t i = 0; i < std::min(most_violations, texts.size()); ++i) {
    out += fmt::format("{}{}", i == 0 ? "" : between, shorten(texts[i], longest_violation));
  }
  if (texts.size() > most_violations) {
    out += fmt::format("{}{} more", between, texts.size() - most_violations);
  }
  return out;
}

/// Returns a sentence without a full stop, such as `3 faults break the promise: 100 was
/// acknowledged`.
std::string what_broke(std::size_t faults, std::string_view promise, const std::string& how) {
  const std::string who = faults == 0   ? "No fault is needed to break"
                          : faults == 1 ? "1 fault breaks"
                                        : fmt::format("{} faults break", faults);
  return fmt::format("{} {}{}{}", who, promise, how.empty() ? "" : ": ", how);
}

/// The names of the relations of the invariant.
struct Promise {
  std::string pre;
  std::string post;
};

Promise promise_of(const RunRecord& run) {
  const std::string pre = option_of(run, "pre");
  const std::string post = option_of(run, "post");
  return {pre.empty() ? "pre" : pre, post.empty() ? "post" : post};
}

/// Returns a sentence about the tuples that break the invariant: `pre(data) holds at the end,
/// post(data) does not`. If the program has no `pre`, it promises the tuples of `post` in the
/// failure-free run.
std::string of_invariant(const Promise& promise, std::size_t faults,
                         const std::vector<std::string>& violated) {
  const std::string pre = promise.pre + "(";
  const bool one = violated.size() == 1;
  const bool promised =
      std::ranges::all_of(violated, [&](const auto& text) { return text.starts_with(pre); });
  std::string how = few(violated, " and ");
  if (!violated.empty() && promised) {
    std::vector<std::string> missing;
    for (const std::string& tuple : violated) {
      missing.push_back(promise.post + "(" + tuple.substr(pre.size()));
    }
    how += fmt::format(" {} at the end, {} {} not", one ? "holds" : "hold", few(missing, " and "),
                       one ? "does" : "do");
  } else if (!violated.empty()) {
    how += fmt::format(" {} not hold at the end", one ? "does" : "do");
    if (faults > 0) how += fmt::format(", but {} without faults", one ? "does" : "do");
  }
  return what_broke(faults, "the promise", how);
}

std::string of_specification(const Promise& promise, const Cell& cell, std::size_t specification,
                             const Falsifier& row) {
  const Specification& says = cell.specifications[specification].says;
  const std::vector<std::string> violated = violated_of(cell, specification, row);
  if (says.name == invariant_name) return of_invariant(promise, row.faults.size(), violated);
  return what_broke(row.faults.size(),
                    fmt::format("the specification {}{}{}", says.name,
                                says.counts() ? "" : ", which does not count",
                                says.text.empty() ? "" : fmt::format(", “{}”", says.text)),
                    few(violated, " and "));
}

std::string of_falsifier(const RunRecord& run, const Cell& cell, const ShownFalsifier& first) {
  const Promise promise = promise_of(run);
  const Falsifier& row = cell.falsifiers[first.falsifier];
  if (first.specification) return of_specification(promise, cell, *first.specification, row);
  return of_invariant(promise, row.faults.size(), row.violated);
}

/// Returns a sentence that explains the verdict of a real system.
const char* meaning(Verdict verdict) {
  switch (verdict) {
    case Verdict::certified:
      return "Every fault set of the Fspec passes.";
    case Verdict::counterexample:
      return "There are faults under which a promise to clients is broken.";
    case Verdict::broken:
      return "A promise to clients is broken without any fault.";
    case Verdict::vacuous:
      return "No client was promised anything, so nothing could be broken.";
    case Verdict::inconclusive:
      return "It is not known whether some fault set breaks a promise.";
  }
  return "";
}

/// Returns true if each counterexample also restricts which messages may arrive (--deliveries).
/// Then no counterexample shows that faults alone violate the promise.
bool is_of_deliveries(const SystemResult& system) {
  return !system.falsifiers.empty() &&
         std::ranges::all_of(system.falsifiers, [&system](const SystemFalsifier& one) {
           return deliveries_in(system, one.execution).has_value();
         });
}

}  // namespace

std::string headline(const RunRecord& run, const Cell& cell) {
  const std::string reason = cell.reason.empty() ? "" : fmt::format(" ({})", cell.reason);
  const auto first = choose_falsifier_to_show(cell);
  const bool bad = exit_status(cell.verdict) == ExitStatus::counterexample;
  if (bad && first) {
    return fmt::format("{}{}.{}", of_falsifier(run, cell, *first), reason,
                       leaves_out(run) ? " Known counterexamples are left out." : "");
  }
  std::string meaning = meaning_of(run, cell);
  meaning.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(meaning.front())));
  const std::string besides = first ? fmt::format(" {}.", of_falsifier(run, cell, *first)) : "";
  return fmt::format("{}{}.{}", meaning, reason, besides);
}

std::string headline(const SystemResult& system) {
  const bool bad = exit_status(system.verdict) == ExitStatus::counterexample;
  if (!bad || system.falsifiers.empty()) return meaning(system.verdict);
  const SystemFalsifier& first = system.falsifiers.front();
  const std::vector<std::string>& violated = system.executions[first.execution].violated;
  const std::string out = what_broke(first.faults.size(), "the promise", few(violated, "; ")) + ".";
  return is_of_deliveries(system) ? "Only some of the messages between nodes arrive. " + out : out;
}

}  // namespace ldfi::results
