#include "common/minimise/programs/minimise.hpp"

#include <algorithm>
#include <functional>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/minimise/programs/fewest.hpp"
#include "common/minimise/programs/match.hpp"
#include "common/minimise/programs/smallest.hpp"

namespace ldfi::minimise {
namespace {

/// The number of executions that take as long as one search.
constexpr std::uint64_t runs_of_a_search = 20;

/// Returns the number of subsets with `size` elements of a set of n elements. If the number is
/// larger than `most`, may return any number larger than `most`.
std::uint64_t number_of_subsets(std::uint32_t n, std::uint32_t size, std::uint64_t most) {
  std::uint64_t number = 1;
  for (std::uint32_t i = 0; i < size && number <= most; ++i) number = number * (n - i) / (i + 1);
  return number;
}

class Minimiser {
 public:
  Minimiser(const dedalus::Program& program, const Fspec& fspec, const Falsifier& first,
            const MinimiseSettings& settings, const MinimiseMeans& means)
      : settings_(settings),
        first_(first),
        faults_(first.faults),
        now_(program, fspec, settings, means) {
    out_.by = settings_.by;
    out_.relations = settings_.relations;
  }

  Minimisation run() {
    try {
      stage("faults", [this] { return faults(); });
      stage("slice", [this] { return slice(); });
      stage("externals", [this] { return externals(); });
      if (proves()) {
        least(
            "eff", [](FspecParameters& f) -> int& { return f.eff; }, &MinimisationStage::eff);
        least(
            "delay-max", [](FspecParameters& f) -> int& { return f.delays.most; },
            &MinimisationStage::delay_max);
      }
      stage("deliveries", [this] { return deliveries(); });
      stage("nodes", [this] { return nodes(); });
      stage("eot", [this] { return eot(); });
    } catch (const BudgetExceeded& e) {
      out_.ended = e.budget();
      if (now_.begun()) out_.stages.push_back(now_.row(at_, "not finished", std::nullopt));
    }
    out_.stages.insert(out_.stages.end(), of_fspecs_.begin(), of_fspecs_.end());
    if (!now_.begun()) return std::move(out_);
    out_.schedule = now_.events();
    out_.violated = now_.violated();
    return std::move(out_);
  }

 private:
  struct Claim {
    std::string text;
    std::optional<std::uint64_t> bound{};
  };

  void stage(const char* name, const std::function<Claim()>& action) {
    at_ = name;
    Claim claim = action();
    out_.stages.push_back(now_.row(name, std::move(claim.text), claim.bound));
  }
  /// Returns true if the current program violates its invariant only with faults. Then a smaller
  /// program must keep the invariant without faults, because otherwise it would show nothing about
  /// faults.
  [[nodiscard]] bool needs_faults() {
    return !faults_.empty() && !now_.trials().violates(now_.schedule().externals, FaultSet());
  }
  [[nodiscard]] bool proves() const { return settings_.by == MinimiseBy::search; }
  /// Returns true for the values `exact`, `recording` and `type` of MinimiseBy. With them, delta
  /// debugging must recognise messages in other executions, or reject executions with other
  /// messages.
  [[nodiscard]] bool matches() const { return !proves() && settings_.by != MinimiseBy::ddmin; }

  Claim faults() {
    now_.keep(all_elements(now_.trials().external_count()), faults_);
    if (!first_.minimal) return {"found"};
    return {"minimum", faults_.size()};
  }

  Claim slice() {
    if (now_.take_slice(true)) return {"enough"};
    return {"nothing left out: the program also reads what is absent"};
  }

  Claim externals() {
    if (matches()) {
      (void)fewer_externals_matched();
      return one_minimal();
    }
    const std::uint32_t all = now_.trials().external_count();
    Elements few = now_.schedule().externals;
    const auto fails = [this](const Elements& some) {
      return now_.trials().violates(some, faults_);
    };
    if (!fails(few)) few = all_elements(all);
    few = ddmin(std::move(few), fails);
    std::optional<std::uint64_t> bound;
    if (proves()) bound = fewer_externals(few);
    now_.keep(few, faults_);
    if (bound == few.size()) return {all == 0 ? "there are none" : "minimum", bound};
    return {"1-minimal under the same faults", bound};
  }

  /// Searches for a smaller set of external events that violates the invariant, the smallest sets
  /// first. Returns the size below which no set violates the invariant.
  std::uint64_t fewer_externals(Elements& few) {
    const std::uint32_t all = now_.trials().external_count();
    std::uint64_t left = settings_.proof_runs / runs_of_a_search;
    for (std::uint32_t size = 0; size < few.size(); ++size) {
      const std::uint64_t sets = number_of_subsets(all, size, left);
      if (sets > left) return size;
      // Tests a set of external events under the faults of the counterexample first.
      const auto same_faults = [&](const Elements& some) {
        if (!now_.trials().violates(some, faults_)) return false;
        few = some;
        return true;
      };
      if (each_subset(all, size, same_faults)) return size;
      if (any_faults(few, size)) return size;
      left -= sets;
    }
    return few.size();
  }

  /// Searches all sets of external events of this size. Returns false if all of them are certified.
  /// Otherwise `few` becomes the first set that is not certified, if its search found a
  /// counterexample.
  bool any_faults(Elements& few, std::uint32_t size) {
    const std::uint32_t all = now_.trials().external_count();
    std::optional<Elements> next = all_elements(size);
    const auto take = [&]() -> std::optional<Question> {
      if (!next) return std::nullopt;
      Elements some = *next;
      next = next_subset(all, *std::move(next));
      return Question{std::move(some), now_.world().fspec.parameters()};
    };
    const Answers answers = now_.search(take);
    if (answers.all) return false;
    if (!answers.faults) return true;
    few = answers.externals;
    faults_ = *answers.faults;
    return true;
  }

  // Finds the smallest value of one number of the Fspec for these external events. Such a stage
  // describes another execution and does not change the smallest one, so its row comes last.

  void least(const char* name, const std::function<int&(FspecParameters&)>& number,
             int MinimisationStage::*column) {
    FspecParameters fspec = now_.world().fspec.parameters();
    const int most = number(fspec);
    if (most == 0) return;
    at_ = name;
    const Elements externals = now_.schedule().externals;
    int next = 0;
    const Answers answers = now_.search([&]() -> std::optional<Question> {
      if (next == most) return std::nullopt;
      number(fspec) = next++;
      return Question{externals, fspec};
    });
    const std::uint64_t bound = answers.certified;
    if (!answers.all && !answers.faults) {
      of_fspecs_.push_back(now_.row(name, "not known: a search did not end", bound));
      return;
    }
    // If the number cannot be smaller, the same faults are kept.
    Kept before = now_.kept();
    now_.keep(externals, answers.faults.value_or(faults_));
    of_fspecs_.push_back(now_.row(name, "minimum", bound));
    of_fspecs_.back().*column = static_cast<int>(bound);
    now_.back_to(std::move(before));
  }

  Claim deliveries() {
    if (matches()) {
      const bool apart = now_.world().fspec.delays().by_relation;
      while (fewer_deliveries_matched(alone) ||
             (apart && fewer_deliveries_matched(sent_together)) || fewer_externals_matched()) {
      }
      return one_minimal();
    }
    now_.take_slice(false);
    fewer_deliveries();
    if (!proves()) {
      while (fewer_externals_with_pending()) fewer_deliveries();
      return {"1-minimal"};
    }
    const auto fewest =
        fewest_deliveries(now_.trials(), now_.schedule().externals, now_.schedule().crashes,
                          now_.messages(), now_.proof_limits());
    if (fewest.found) now_.keep(*fewest.found);
    if (fewest.at_least < now_.messages()) {
      fewer_deliveries();
      return {"1-minimal", fewest.at_least};
    }
    return {now_.schedule().crashes.empty() ? "minimum" : "minimum with these crashes",
            fewest.at_least};
  }

  static bool alone(const Delivery& /*one*/, const Delivery& /*other*/) { return false; }

  void fewer_deliveries() {
    fewer_deliveries(alone);
    // Two deliveries may have to be removed together, because each of them needs the other.
    if (now_.world().fspec.delays().by_relation) fewer_deliveries(sent_together);
  }

  using Together = std::function<bool(const Delivery&, const Delivery&)>;

  /// Returns groups of deliveries that are removed together. Neighbours belong to one group if
  /// `together` is true for them.
  [[nodiscard]] std::vector<Elements> groups(const Together& together) const {
    const std::vector<Delivery>& all = now_.schedule().deliveries;
    std::vector<Elements> out;
    for (std::uint32_t i = 0; i < all.size(); ++i) {
      if (i == 0 || !together(all[i - 1], all[i])) out.emplace_back();
      out.back().push_back(i);
    }
    return out;
  }

  void fewer_deliveries(const Together& together) {
    const std::vector<Delivery> all = now_.schedule().deliveries;
    const std::vector<Elements> parts = groups(together);
    Schedule part = now_.schedule();
    const auto of = [&](const Elements& some) {
      part.deliveries.clear();
      for (const std::uint32_t group : some) {
        for (const std::uint32_t i : parts[group]) part.deliveries.push_back(all[i]);
      }
      return part;
    };
    const auto fails = [&](const Elements& some) { return now_.trials().violates(of(some)); };
    const Elements every = all_elements(parts.size());
    LDFI_ENSURE(fails(every), "an execution by its own schedule violates again");
    now_.keep(of(ddmin(every, fails)));
  }

  bool fewer_externals_with_pending() {
    Schedule part = now_.schedule();
    const Elements few = ddmin(part.externals, [&](const Elements& some) {
      part.externals = some;
      return now_.trials().violates(part);
    });
    if (few.size() == now_.schedule().externals.size()) return false;
    part.externals = few;
    now_.keep(part);
    return true;
  }

  [[nodiscard]] Claim one_minimal() const { return {"1-minimal, policy " + name_of(settings_.by)}; }

  /// Delta debugging of external events. Returns true if the execution became smaller.
  bool fewer_externals_matched() {
    const Recording recording = now_.recording();
    const Elements every = all_elements(recording.size());
    return fewer_matched(recording.externals(), [&](const Elements& some) {
      return recording.again(now_.trials(), settings_.by, some, every);
    });
  }

  bool fewer_deliveries_matched(const Together& together) {
    const Recording recording = now_.recording();
    const std::vector<Elements> parts = groups(together);
    return fewer_matched(all_elements(parts.size()), [&](const Elements& some) {
      Elements deliveries;
      for (const std::uint32_t group : some) {
        deliveries.insert(deliveries.end(), parts[group].begin(), parts[group].end());
      }
      return recording.again(now_.trials(), settings_.by, recording.externals(), deliveries);
    });
  }

  /// Delta debugging of the elements `all`. The executed schedule may differ from the requested one
  /// and be larger, so it is kept only if it is smaller than the current schedule.
  bool fewer_matched(const Elements& all,
                     const std::function<std::optional<Schedule>(const Elements&)>& again) {
    std::optional<Schedule> found;
    (void)ddmin(all, [&](const Elements& some) {
      auto schedule = again(some);
      const bool violates = schedule.has_value();
      if (violates) found = std::move(schedule);
      return violates;
    });
    const auto size = [](const Schedule& one) {
      return std::pair(one.externals.size(), one.deliveries.size());
    };
    if (!found || size(*found) >= size(now_.schedule())) return false;
    now_.keep(*found);
    return true;
  }

  Claim nodes() {
    const bool sound = needs_faults();
    while (now_.drop_a_node(sound)) continue;
    return {"1-minimal for this schedule"};
  }

  Claim eot() {
    int last = 1;
    for (const ScheduledEvent& event : now_.events()) {
      last = std::max({last, event.at, event.arrives});
    }
    const FspecParameters fspec = now_.world().fspec.parameters();
    const bool sound = needs_faults();
    const auto violates_by = [&](int eot) {
      return now_.go_to(now_.world().program, with_eot(fspec, eot), sound);
    };
    for (int eot = last; eot < fspec.eot; ++eot) {
      if (violates_by(eot)) break;
    }
    return {"minimum for this schedule", static_cast<std::uint64_t>(now_.world().fspec.eot())};
  }

  const MinimiseSettings& settings_;
  const Falsifier& first_;
  FaultSet faults_;  ///< faults under which the external events violate the invariant; the Fspec
                     ///< admits these faults
  Smallest now_;
  const char* at_ = "";  ///< name of the current stage
  std::vector<MinimisationStage> of_fspecs_;
  Minimisation out_;
};

}  // namespace

Minimisation minimise(const dedalus::Program& program, const Fspec& fspec, const Falsifier& first,
                      const MinimiseSettings& settings, const MinimiseMeans& means) {
  LDFI_REQUIRE(program.specifications.empty(), "programs with specifications are not minimised");
  LDFI_REQUIRE(means.run != nullptr, "there is a function that runs searches");
  return Minimiser(program, fspec, first, settings, means).run();
}

}  // namespace ldfi::minimise
