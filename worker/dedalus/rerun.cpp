#include "worker/dedalus/rerun.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "common/base/errors.hpp"
#include "common/base/text.hpp"
#include "common/dedalus/eval/evaluate.hpp"
#include "common/record/specification.hpp"

namespace ldfi::execute {
namespace {

using Known = CaseOutcome;

FaultSet parsed(const std::string& text, const Fspec& fspec) {
  SourceSet sources;
  return parse_fault_set(text, fspec, sources.add("--known", text));
}

class Rerun {
 public:
  Rerun(const dedalus::Program& program, const Fspec& fspec, const eval::EvalLimits& limits)
      : program_(program), fspec_(fspec), limits_(limits) {}

  KnownCase execute(const StoredFalsifier& stored) {
    KnownCase out{.name = stored.name, .faults = stored.faults};
    const auto faults = read(out);
    if (!faults) return out;
    try {
      judge(*faults, stored, out);
    } catch (const BudgetExceeded& e) {
      out.why = fmt::format("the budget of {} ran out", e.budget());
    }
    return out;
  }

 private:
  /// Returns the stored fault set, or nullopt if the Fspec does not admit it.
  std::optional<FaultSet> read(KnownCase& out) const {
    try {
      return parsed(out.faults, fspec_);
    } catch (const InputError& e) {
      out.outcome = Known::not_admitted;
      out.why = printable(e.diagnostics().front().message);
      return std::nullopt;
    }
  }

  void judge(const FaultSet& faults, const StoredFalsifier& stored, KnownCase& out) {
    if (!failure_free_) failure_free_ = eval::run(program_, fspec_, {}, limits_);
    std::unique_ptr<eval::Model> model;
    try {
      model = eval::run(program_, fspec_, faults, limits_);
    } catch (const InputError& e) {
      out.why = printable(e.diagnostics().front().message);
      return;
    }
    const auto found = eval::judge(program_, fspec_, *model, *failure_free_);
    if (!found.overtaken.empty()) {
      out.outcome = Known::not_admitted;
      out.why = "channels are fifo: " + printable(found.overtaken);
      return;
    }
    out.outcome = found.holds() ? Known::not_violated : Known::violated;
    out.violated = found.violated;
    if (found.holds()) return;
    out.why = news(found, stored);
    out.left_out = out.why.empty() && !faults.empty();
  }

  /// Returns a text about specifications that are violated now, but were not when the fault set was
  /// stored. Empty if there are none.
  [[nodiscard]] std::string news(const eval::Judgement& found,
                                 const StoredFalsifier& stored) const {
    for (const std::uint32_t s : found.specifications) {
      const dedalus::DeclaredSpecification& one = program_.specifications[s];
      if (one.says.known || stored.violated.empty()) continue;
      const bool before = std::ranges::any_of(
          stored.violated, [&](const std::string& tuple) { return is_one_of(tuple, one); });
      if (!before) return fmt::format("{} was not violated then", printable(one.says.name));
    }
    return "";
  }

  /// Returns true if the tuple belongs to the specification. A tuple that belongs to no other
  /// specification belongs to the invariant.
  [[nodiscard]] bool is_one_of(const std::string& tuple,
                               const dedalus::DeclaredSpecification& specification) const {
    if (!specification.invariant) return is_of(tuple, specification.says);
    return std::ranges::none_of(program_.specifications, [&](const auto& other) {
      return !other.invariant && is_of(tuple, other.says);
    });
  }

  const dedalus::Program& program_;
  const Fspec& fspec_;
  const eval::EvalLimits& limits_;
  std::unique_ptr<eval::Model> failure_free_;
};

}  // namespace

std::vector<KnownCase> rerun(const dedalus::Program& program, const Fspec& fspec,
                             const std::vector<StoredFalsifier>& stored,
                             const eval::EvalLimits& limits) {
  Rerun again(program, fspec, limits);
  std::vector<KnownCase> out;
  for (const StoredFalsifier& one : stored) out.push_back(again.execute(one));
  return out;
}

std::vector<FaultSet> left_out(const std::vector<KnownCase>& cases, const Fspec& fspec) {
  std::vector<FaultSet> out;
  for (const KnownCase& one : cases) {
    if (one.left_out) out.push_back(parsed(one.faults, fspec));
  }
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace ldfi::execute
