// Tests the checker of certificates about every EOT (last tick), on random programs. The checker's
// circuit of one tick, repeated from tick 1, must be violated at exactly the EOTs at which the
// plain evaluator finds a fault set that violates or fails. The checker must accept each proof of a
// true claim, and must reject the same proof for a false claim.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "common/base/errors.hpp"
#include "common/dedalus/eval/evaluate.hpp"
#include "common/prove/certificate/claim.hpp"
#include "common/prove/certificate/forever.hpp"
#include "common/prove/forever/fault_wires.hpp"
#include "common/prove/forever/prove.hpp"
#include "common/prove/forever/states.hpp"
#include "common/solve/sat/make_solver.hpp"
#include "test/oracle/asked.hpp"
#include "test/oracle/best_proofs.hpp"
#include "test/oracle/seeds.hpp"
#include "test/oracle/timers.hpp"
#include "test/oracle/who_fails.hpp"
#include "test/support/repeated_step.hpp"
#include "test/support/temporary_folder.hpp"

namespace ldfi::test {
namespace {

constexpr int last_eot = 4;
constexpr std::uint64_t most_fault_sets = 1'500;

struct Totals {
  int claims = 0, compared = 0, wrong = 0, saturated = 0, without_pre = 0;
  int accepted = 0, vacuous = 0, changed = 0, changed_wrong = 0, lies = 0;
  std::map<std::string, int> refused;
};

std::unique_ptr<sat::Solver> cadical() {
  return sat::make_solver(SolverName::cadical, 1);
}

/// The files of a certificate, in a folder.
class Folder {
 public:
  Folder(const Asked& asked, const forever::System& system)
      : asked_(asked), system_(system), omissions_(asked.random.fspec.limits.omissions) {
    std::filesystem::create_directory(folder_.path("program"));
    write("program/p.ded", asked.random.text);
    if (!asked.specifications.empty()) write("program/p.spec", asked.specifications);
  }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_.path(name)) << text;
  }
  void write_claim(const forever::Claim& claim, int crashes, bool lossless, int promised) const {
    const Fspec& fspec = *system_.fspec;
    std::string text = certificate::first_line() + "\nprogram p.ded\n";
    if (!asked_.of.empty()) text += "program p.spec\nspecification " + asked_.of + "\n";
    for (const std::string& node : fspec.nodes()) text += "node " + node + "\n";
    for (const auto& [column, top] : system_.tops) {
      const std::string relation = system_.key(column.first);
      const std::size_t place = system_.place(column.first, column.second);
      if (!relation.empty())  // late messages have the name of the relation as which they arrive
        text += fmt::format("saturates {} {} {}\n", relation, place + 1, top);
    }
    FspecParameters parameters = fspec.parameters();
    parameters.limits.omissions = lossless ? std::optional(0) : omissions_;
    const Fspec claimed(parameters);
    const bool calm = forever::has_calm(claimed);
    if (!calm) parameters.limits.omissions.reset();  // the text of the claim is `calm none`
    text += fmt::format(
        "calm {}\nfrom {}\ncrashes {}\ncrash-model {}\npromised {}\nclaim certified-forever\n",
        calm ? std::to_string(claim.calm) : "none", claim.from, crashes,
        name_of(fspec.crash_model()), std::max({promised, claim.from, claim.calm}));
    write("claim.txt", text + who_fails(fspec) + how_many(Fspec(parameters), std::nullopt) +
                           lines_about_delays(fspec, std::nullopt) +
                           lines_about_disk_faults(fspec, std::nullopt));
  }

  certificate::Transition transition(const certificate::Known& known) const {
    return certificate::transition_of(folder_.path(), certificate::read_claim(folder_.path()),
                                      known);
  }

  /// Returns the reason why the checker rejects the certificate with the best possible proofs, or
  /// an empty text.
  std::string rejected() const { return rejection_with_best_proofs(folder_, proofs_); }

 private:
  const Asked& asked_;
  const forever::System& system_;
  const std::optional<int> omissions_;
  TemporaryFolder folder_{in_memory()};
  mutable int proofs_ = 0;
};

struct Truth {
  bool violated = false, failed = false;
};

/// Executes all fault sets, and returns whether some of them violate. Returns nullopt if there are
/// too many fault sets.
std::optional<Truth> brute_force(const dedalus::Program& program, const Fspec& fspec) {
  if (fspec.distinct_fault_sets() > most_fault_sets) return std::nullopt;
  Truth out;
  std::unique_ptr<const eval::Model> failure_free;
  try {
    failure_free = eval::run(program, fspec, {});
  } catch (const InputError&) {
    return Truth{false, true};
  }
  for (const FaultSet& faults : all_fault_sets(fspec)) {
    try {
      const auto model = eval::run(program, fspec, faults);
      if (!eval::judge(program, fspec, *model, *failure_free).holds()) out.violated = true;
    } catch (const InputError&) {
      out.failed = true;
    }
  }
  return out;
}

class Comparison {
 public:
  Comparison(const Asked& asked, Totals& totals)
      : asked_(asked), random_(asked.random), program_(asked.program), totals_(totals) {}

  void run() {
    parameters_ = random_.fspec;
    parameters_.eot = 1;
    parameters_.eff = 0;
    parameters_.eff_mode = EffMode::inclusive;
    for (const bool lossless : {false, true}) {
      if (lossless) parameters_.limits.omissions = 0;
      const Fspec fspec(parameters_);
      const auto system = forever::ground_system(program_, fspec, {});
      const Folder folder(asked_, system);
      const bool calm = forever::has_calm(fspec);
      ask(folder, system, {1, 1}, lossless);
      if (calm) ask(folder, system, {2, 1}, lossless);
      ask(folder, system, {calm ? 2 : 1, 3}, lossless);
    }
  }

 private:
  void ask(const Folder& folder, const forever::System& system, const forever::Claim& claim,
           bool lossless) {
    SCOPED_TRACE(fmt::format("calm {}{}, from {} {}\n{}\n{}", claim.calm,
                             lossless ? ", lossless" : "", claim.from, asked_.of, describe(random_),
                             asked_.specifications));
    folder.write_claim(claim, parameters_.crashes, lossless, 1);
    ++totals_.claims;
    totals_.saturated += system.tops.empty() ? 0 : 1;
    totals_.without_pre += program_.pre ? 0 : 1;
    try {
      const int first = compare(folder, claim, lossless);
      prove(folder, system, claim, lossless, first);
    } catch (const TooLarge& e) {
      ++totals_.refused[e.what()];
    }
  }

  /// Thrown if the circuit has too many states. This can happen without an invariant, because then
  /// the circuit has all facts.
  struct TooLarge : std::runtime_error {
    using std::runtime_error::runtime_error;
  };
  static certificate::Transition step_of(const Folder& folder) {
    try {
      return folder.transition([](const std::string&) { return std::nullopt; });
    } catch (const certificate::Rejected& e) {
      throw TooLarge(e.what());
    }
  }

  /// Returns the first EOT at which the circuit is violated, or 0. Compares all EOTs with brute
  /// force.
  int compare(const Folder& folder, const forever::Claim& claim, bool lossless) {
    const auto step = step_of(folder);
    Repeated repeated(step);
    int first = 0;
    for (int eot = 1; eot <= last_eot; ++eot) {
      const bool wrong = repeated.wrong();
      if (wrong && first == 0) first = eot;
      if (eot < last_eot) repeated.advance();
      const auto expected = truth(claim, lossless, eot);
      if (!expected) continue;
      ++totals_.compared;
      totals_.wrong += wrong ? 1 : 0;
      // If arithmetic fails while a node is down or a message is late, the evaluator notices it one
      // tick later.
      const bool passes = parameters_.crash_model == CrashModel::stop || !parameters_.delays.none();
      const bool early = passes && wrong && !*expected && fails(eot + 1);
      EXPECT_EQ(wrong, *expected || early) << "at EOT " << eot;
    }
    return first;
  }

  bool fails(int eot) const {
    FspecParameters bounded = parameters_;
    bounded.eot = eot;
    bounded.eff = forever::has_calm(Fspec(bounded)) ? eot - 1 : 0;
    const auto all = all_executed(bounded);
    return all && all->failed;
  }

  /// Executes all fault sets of an Fspec. Keeps the result, because several claims are about the
  /// same Fspec.
  std::optional<Truth> all_executed(const FspecParameters& bounded) const {
    const std::tuple key(bounded.eot, bounded.eff, bounded.crashes, bounded.limits.omissions);
    auto found = executed_.find(key);
    if (found == executed_.end()) {
      found = executed_.emplace(key, brute_force(program_, Fspec(bounded))).first;
    }
    return found->second;
  }

  std::optional<bool> truth(const forever::Claim& claim, bool lossless, int eot) const {
    FspecParameters bounded = parameters_;
    if (lossless) bounded.limits.omissions = 0;
    const bool calms = forever::has_calm(Fspec(bounded));
    bounded.eot = eot;
    bounded.eff = calms ? eot - 1 : 0;
    const auto all = all_executed(bounded);
    if (!all || all->failed) return all ? std::optional(true) : std::nullopt;
    bounded.eff = calms ? eot - claim.calm : 0;
    if (eot < claim.from || bounded.eff < 0) return false;
    const auto calm = all_executed(bounded);
    return calm ? std::optional(calm->violated) : std::nullopt;
  }

  void prove(const Folder& folder, const forever::System& system, const forever::Claim& claim,
             bool lossless, int first) {
    const forever::Proof proof = forever::prove(system, {claim, {}, cadical});
    const bool certified = proof.standing == forever::Standing::certified;
    if (first > 0) {
      EXPECT_FALSE(certified);
      lie(folder, claim, lossless, first);
    }
    if (!certified) return;
    folder.write_claim(proof.claim, parameters_.crashes, lossless, proof.promised);
    const forever::States states(system, forever::make_circuit(system, proof.claim));
    std::vector<std::string> names;
    const auto step =
        folder.transition([&](const std::string& state) { return states.known(state); });
    for (const auto& [name, state] : step.states) names.push_back(name);
    folder.write("invariant.txt", states.invariant(proof.clauses, names));
    if (proof.promised == 0) {
      ++totals_.vacuous;
      // This claim is only about later EOTs.
      folder.write_claim(claim, parameters_.crashes, lossless, 0);
      EXPECT_NE(folder.rejected(), "");
      return;
    }
    ++totals_.accepted;
    EXPECT_EQ(folder.rejected(), "");
    change(folder, claim, lossless, proof.promised);
  }

  /// Checks that a false claim is rejected. Its invariant says that no fact ever holds, so that the
  /// circuit has no facts.
  void lie(const Folder& folder, const forever::Claim& claim, bool lossless, int promised) {
    folder.write_claim(claim, parameters_.crashes, lossless, promised);
    std::string never;
    const auto step = step_of(folder);
    for (const auto& [name, state] : step.states) {
      if (!state.first && name.find('(') != std::string::npos) never += "-" + name + "\n";
    }
    folder.write("invariant.txt", never);
    const std::string why = folder.rejected();
    EXPECT_NE(why, "");
    totals_.lies += why == "step is not true" ? 1 : 0;
  }

  /// Checks claims that say more. The checker must accept them only if they are true.
  void change(const Folder& folder, const forever::Claim& claim, bool lossless, int promised) {
    struct Other {
      forever::Claim claim;
      int crashes = 0;
      bool lossless = false;
    };
    std::vector<Other> others{{claim, parameters_.crashes + 1, lossless},
                              {{1, claim.from}, parameters_.crashes, false},
                              {{claim.calm, 1}, parameters_.crashes, lossless}};
    for (const Other& other : others) {
      const FspecParameters before = parameters_;
      folder.write_claim(other.claim, other.crashes, other.lossless, promised);
      const bool accepted = folder.rejected().empty();
      parameters_.crashes =
          std::min<int>(other.crashes, static_cast<int>(parameters_.nodes.size()));
      if (!other.lossless) parameters_.limits.omissions = random_.fspec.limits.omissions;
      ++totals_.changed;
      for (int eot = 1; eot <= last_eot; ++eot) {
        const auto wrong = truth(other.claim, other.lossless, eot);
        if (!wrong || !*wrong) continue;
        ++totals_.changed_wrong;
        EXPECT_FALSE(accepted) << "at EOT " << eot;
        break;
      }
      parameters_ = before;
    }
  }

  const Asked& asked_;
  const RandomProgram& random_;
  const dedalus::Program& program_;
  /// The Fspec; claims only change the parameters that are keys of the maps below.
  FspecParameters parameters_;
  Totals& totals_;
  mutable std::map<std::tuple<int, int, int, std::optional<int>>, std::optional<Truth>> executed_;
};

using Make = std::vector<Asked> (*)(std::uint64_t seed);

Totals compare(const Seeds& all, Make make) {
  Totals totals;
  for (std::uint64_t seed = all.first; seed < all.end(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    for (const Asked& one : make(seed)) {
      if (!one.program.post && one.of.empty()) continue;
      try {
        Comparison(one, totals).run();
      } catch (const forever::Refusal& e) {
        ++totals.refused[e.what()];
      }
    }
    if (testing::Test::HasFailure() && !keeps_going()) break;
  }
  std::cout << fmt::format(
      "{} claims, {} EOTs, {} of them wrong; {} saturate, {} without a pre; {} accepted, {} "
      "vacuous; "
      "{} changed, {} of them false; {} lies\n",
      totals.claims, totals.compared, totals.wrong, totals.saturated, totals.without_pre,
      totals.accepted, totals.vacuous, totals.changed, totals.changed_wrong, totals.lies);
  for (const auto& [why, count] : totals.refused) std::cout << count << " refused: " << why << '\n';
  return totals;
}

TEST(ForeverCertificateOracle, AcceptsWhatIsTrueAtEveryEot) {
  const Seeds all = seeds({1, 100});
  const Totals totals = compare(all, [](std::uint64_t seed) {
    return asked(restrict_faults(with_timer(observing_program(seed), seed), seed));
  });
  if (all.count < 100) return;
  EXPECT_GT(totals.wrong, 20);
  EXPECT_GT(totals.accepted, 20);
  EXPECT_GT(totals.changed_wrong, 20);
  EXPECT_GT(totals.lies, 10);
  EXPECT_GT(totals.saturated, 20);
}

TEST(ForeverCertificateOracle, OutagesAreWhatTheEvaluatorMakesOfThem) {
  // Includes program 79, in which memory that survives an outage makes a difference.
  const Seeds all = seeds({41, 60});
  const Totals totals = compare(
      all, [](std::uint64_t seed) { return asked(restrict_faults(outage_program(seed), seed)); });
  if (all.count < 60) return;
  EXPECT_GT(totals.wrong, 20);
  EXPECT_GT(totals.accepted, 20);
  EXPECT_GT(totals.changed_wrong, 10);
}

TEST(ForeverCertificateOracle, LateMessagesAreWhatTheEvaluatorMakesOfThem) {
  const Seeds all = seeds({1, 60});
  const Totals totals = compare(all, [](std::uint64_t seed) { return asked(late_for_ever(seed)); });
  if (all.count < 60) return;
  EXPECT_GT(totals.wrong, 20);
  EXPECT_GT(totals.accepted, 20);
  EXPECT_GT(totals.changed_wrong, 10);
}

TEST(ForeverCertificateOracle, DisksFailAsTheEvaluatorHasIt) {
  const Seeds all = seeds({1, 60});
  const Totals totals =
      compare(all, [](std::uint64_t seed) { return asked(stable_program(seed)); });
  if (all.count < 60) return;
  EXPECT_GT(totals.wrong, 20);
  EXPECT_GT(totals.accepted, 20);
  EXPECT_GT(totals.changed_wrong, 10);
}

TEST(ForeverCertificateOracle, SpecificationsAreJudgedAsTheEvaluatorDoes) {
  const Seeds all = seeds({1, 60});
  const Totals totals = compare(all, with_specifications);
  if (all.count < 60) return;
  EXPECT_GT(totals.wrong, 20);
  EXPECT_GT(totals.accepted, 20);
  EXPECT_GT(totals.changed_wrong, 10);
}

}  // namespace
}  // namespace ldfi::test
