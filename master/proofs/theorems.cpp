#include "master/proofs/theorems.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "common/base/errors.hpp"
#include "common/config/options.hpp"
#include "common/prove/forever/refusal.hpp"
#include "common/record/theorem.hpp"
#include "master/proofs/forever_question.hpp"
#include "master/proofs/small_caps.hpp"

namespace ldfi::app {
namespace {

using forever::Standing;
using sweep::Family;
using sweep::Point;
using sweep::Proved;

/// A claim that is false at some EOT is tried again from the next EOT on. This is the number of tries.
constexpr int most_beginnings = 3;

class Questions {
 public:
  using Found = std::function<void(Proved, Theorem)>;

  Questions(const Task& task, const Log& log, const BudgetCheck& check, Found found)
      : task_(task), question_(task.options, log, check, &told_), found_(std::move(found)) {}

  /// Tries to prove theorems from which the results for the points `open` follow. These Fspecs
  /// belong to one family.
  void ask(const Family& family, std::vector<Point> open) {
    std::optional<dedalus::Program> variant;
    if (!family.params.empty()) variant = task_.variant(family.params);
    const dedalus::Program& program = variant ? *variant : task_.program;
    while (!open.empty()) {
      const int crashes = std::ranges::max(open, {}, &Point::crashes).crashes;
      const auto proved = ask(program, family, crashes, of(crashes, open));
      std::erase_if(open, [&](const Point& p) {
        return p.crashes == crashes || (proved && covers(*proved, p, mode()));
      });
    }
  }

 private:
  [[nodiscard]] EffMode mode() const { return task_.options.eff_mode; }

  static std::vector<Point> of(int crashes, std::vector<Point> points) {
    std::erase_if(points, [crashes](const Point& p) { return p.crashes != crashes; });
    return points;
  }

  [[nodiscard]] FspecParameters fspec_of(const Family& family, int crashes) const {
    FspecParameters out = at_every_eot(task_.fspec.parameters());
    out.crashes = crashes;
    set_budgets(out, family.budgets);
    // A limit that is too large for a proof counts as unlimited. The limits come from the sweep, and are the
    // largest of all cells.
    for (auto* most : {&out.limits.omissions, &out.limits.faults})
      if (*most && **most > forever::max_counted) most->reset();
    return out;
  }

  std::optional<Proved> ask(const dedalus::Program& program, const Family& family, int crashes,
                            const std::vector<Point>& open) {
    const Fspec fspec(fspec_of(family, crashes));
    try {
      if (!program.specifications.empty()) {
        throw forever::Refusal("specifications with names are not covered in a sweep",
                               program.specifications.front().where);
      }
      const forever::System system = question_.ground(program, fspec);
      return ask(system, family, fspec, open);
    } catch (const forever::Refusal& why) {
      const bool grows = dynamic_cast<const forever::Grows*>(&why) != nullptr;
      static_cast<void>(question_.refused(why, program, grows ? SmallCaps().hint() : ""));
      return std::nullopt;
    }
  }

  /// Proves the claim with the least number of calm ticks (last ticks without message loss) with
  /// which the claim is true. Returns nullopt if no proof is found.
  std::optional<Proved> ask(const forever::System& system, const Family& family, const Fspec& fspec,
                            const std::vector<Point>& open) {
    if (!forever::has_calm(fspec)) return ask(system, family, fspec, std::nullopt, open);
    const auto calm = [this](const Point& p) { return calm_of(p, mode()); };
    const int last = std::min(most_calm, calm(std::ranges::max(open, {}, calm)));
    for (int d = std::max(1, calm(std::ranges::min(open, {}, calm))); d <= last; ++d) {
      if (auto proved = ask(system, family, fspec, d, open)) return proved;
    }
    return std::nullopt;
  }

  std::optional<Proved> ask(const forever::System& system, const Family& family, const Fspec& fspec,
                            std::optional<int> calm, std::vector<Point> open) {
    std::erase_if(open, [&](const Point& p) { return calm && calm_of(p, mode()) < *calm; });
    int from = 1;
    for (int i = 0; i < most_beginnings; ++i) {
      std::erase_if(open, [&](const Point& p) { return p.eot < from; });
      if (open.empty()) break;
      from = std::max(from, std::ranges::min(open, {}, &Point::eot).eot);
      from = std::min(from, forever::max_first_ticks);
      const forever::Proof proof = question_.prove(system, {calm.value_or(1), from});
      if (proof.standing == Standing::certified && proof.promised != 0) {
        Proved proved{family, fspec.crashes(), calm, from};
        Theorem theorem =
            theorem_of(proof, fspec.parameters(), calm, std::max(from, calm.value_or(1)));
        theorem.params = family.params;
        found_(proved, std::move(theorem));
        return proved;
      }
      if (proof.standing != Standing::counterexample || proof.failing != 0) break;
      from = proof.eot + 1;
    }
    return std::nullopt;
  }

  const Task& task_;
  std::set<std::string> told_;  ///< warnings that were already reported
  const ForeverQuestion question_;
  const Found found_;
};

/// Returns the points that the published sweep may search: each EOT with its largest EFF
/// (largest_eff).
std::vector<Point> diagonal(const Fspec& fspec) {
  std::vector<Point> out;
  for (int eot = 1; eot <= forever::max_first_ticks; ++eot)
    out.push_back({eot, sweep::largest_eff(eot, fspec.eff_mode()), fspec.crashes()});
  return out;
}

}  // namespace

Theorems::Theorems(const Task& task, const std::vector<Point>& points, const Log& log,
                   const BudgetCheck& check)
    : mode_(task.options.eff_mode) {
  std::map<Family, std::vector<Point>> families;
  for (const Point& point : points.empty() ? diagonal(task.fspec) : points)
    families[family_of(point)].push_back(point);
  Questions questions(task, log, check, [this](Proved proved, Theorem theorem) {
    proved_.push_back(std::move(proved));
    told_.push_back(std::move(theorem));
  });
  for (auto& [family, open] : families) {
    try {
      questions.ask(family, std::move(open));
    } catch (const BudgetExceeded& e) {
      if (e.too_large()) continue;  // without a theorem, the search answers these cells
      log.note(fmt::format("no more proofs for every EOT: out of {}", e.budget()));
      break;
    }
  }
}

const Proved* Theorems::covering(const Point& point) const {
  const auto it =
      std::ranges::find_if(proved_, [&](const Proved& p) { return covers(p, point, mode_); });
  return it == proved_.end() ? nullptr : &*it;
}

bool Theorems::cover(const Point& point) const {
  return covering(point) != nullptr;
}

std::vector<Theorem> Theorems::told(const std::vector<Point>& certified) const {
  std::vector<Theorem> out = told_;
  for (const Point& point : certified) {
    if (const Proved* by = covering(point))
      ++out[static_cast<std::size_t>(by - proved_.data())].cells;
  }
  return out;
}

}  // namespace ldfi::app
