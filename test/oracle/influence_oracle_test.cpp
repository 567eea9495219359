// Checks that specifications do not influence the protocol: the tuples that hold, the possible
// facts, and the nodes are the same with and without specifications.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <iostream>
#include <set>

#include "common/base/errors.hpp"
#include "common/dedalus/eval/evaluate.hpp"
#include "common/dedalus/ground/ground_program.hpp"
#include "common/dedalus/language/load.hpp"
#include "test/oracle/seeds.hpp"
#include "test/support/specified_program.hpp"

namespace ldfi::test {
namespace {

using dedalus::Program;
using Lines = std::set<std::string>;

constexpr int fault_sets_per_program = 6;

/// Returns the relations of the protocol: those that the program has without specifications. A
/// built-in relation exists only if some rule uses it.
std::vector<std::string> relations_of(const Program& protocol) {
  std::vector<std::string> out;
  for (std::size_t r = 0; r < protocol.relations.size(); ++r) {
    if (!protocol.built_in(RelationId(r))) out.push_back(protocol.relations[r].name);
  }
  return out;
}

/// Returns the tuples of these relations, or the arithmetic error of a rule of the protocol.
Lines tables(const Program& program, const std::vector<std::string>& relations, const Fspec& fspec,
             const FaultSet& faults) {
  Lines out;
  const auto model = eval::run(program, fspec, faults);
  for (const std::string& name : relations) {
    const RelationId relation = program.find(name).value();
    for (int t = 1; t <= fspec.eot(); ++t) {
      for (const eval::Tuple& tuple : model->tuples(relation, Time(t))) {
        out.insert(fmt::format("{}@{}", program.tuple_text(relation, tuple.data()), t));
      }
    }
  }
  return out;
}

std::string channel_text(const ground::Universe& u, ground::ChannelId channel) {
  if (channel == ground::no_channel) return "";
  const Channel& c = u.channels()[channel.index()];
  return fmt::format(" by {}-{}@{} {}", c.from.raw(), c.to.raw(), c.sent.tick(),
                     static_cast<int>(c.kind));
}

/// Returns the possible facts of these relations, and the rule instances that may derive them.
Lines possible(const Program& program, const std::vector<std::string>& relations,
               const Fspec& fspec) {
  const auto u = ground::ground_program(program, fspec, {}, nullptr, ground::Extent::everything);
  const std::set<std::string> wanted(relations.begin(), relations.end());
  Lines out;
  for (std::uint32_t f = 0; f < u.fact_count(); ++f) {
    const FactId fact(f);
    const ground::FactInfo& info = u.info(fact);
    if (info.kind != ground::FactKind::user) continue;
    if (!wanted.contains(program.relations[info.space].name)) continue;
    const std::string head = u.text(fact);
    out.insert(head + (u.certain(fact) ? " for sure" : ""));
    for (const InstanceId i : u.instances_of(fact)) {
      Lines premises;
      for (const ground::Premise& premise : u.premises(i)) {
        premises.insert((premise.negated() ? "not " : "") + u.text(premise.fact()));
      }
      std::string text = head + channel_text(u, u.instance(i).channel);
      for (const std::string& premise : premises) text += ", " + premise;
      out.insert(std::move(text));
    }
  }
  return out;
}

/// Returns the nodes that are inferred from the program's text, or the reason why the checker
/// refuses the program.
Lines inferred_nodes(const SpecifiedProgram& random) {
  SpecifiedProgram own = random;
  own.protocol.fspec.nodes.clear();
  try {
    const Program program = check(own);
    return {program.nodes.begin(), program.nodes.end()};
  } catch (const InputError&) {
    return {"refused"};
  }
}

/// Adds a rule about a node that only specifications mention, and returns the inferred nodes. The
/// rule must not add a node.
Lines infer_nodes_with_unknown_name(SpecifiedProgram random) {
  random.rules += "stranger(N) :- node(N, \"zz\");\n";
  return inferred_nodes(random);
}

std::string difference(const std::string& what, const Lines& alone, const Lines& observed) {
  std::string out;
  for (const std::string& line : alone) {
    if (!observed.contains(line)) out += "\n  only without specifications: " + line;
  }
  for (const std::string& line : observed) {
    if (!alone.contains(line)) out += "\n  only with specifications: " + line;
  }
  return out.empty() ? "" : what + out;
}

struct InfluenceTotals {
  int compared = 0;
  std::size_t facts = 0;
};

/// Returns the first difference that a specification makes, or an empty text.
std::string influence(const SpecifiedProgram& random, std::uint64_t seed, InfluenceTotals& totals) {
  try {
    const Program alone = check(random.protocol);
    const Program observed = check(random);
    const Fspec fspec(random.protocol.fspec);
    const auto relations = relations_of(alone);
    const Lines nodes = inferred_nodes({random.protocol, "", {}});
    std::string out = difference("inferred nodes", nodes, inferred_nodes(random));
    const Lines others = infer_nodes_with_unknown_name(random);
    if (others != Lines{"refused"}) out += difference("nodes with a stranger", nodes, others);
    for (int i = 0; i < fault_sets_per_program && out.empty(); ++i) {
      const FaultSet faults =
          i == 0 ? FaultSet{} : random_fault_set(fspec, seed * 100 + static_cast<unsigned>(i));
      out = difference("execution under " + to_text(faults, fspec),
                       tables(alone, relations, fspec, faults),
                       tables(observed, relations, fspec, faults));
    }
    if (!out.empty()) return out;
    const Lines universe = possible(alone, relations, fspec);
    totals.facts += universe.size();
    ++totals.compared;
    return difference("universe", universe, possible(observed, relations, fspec));
  } catch (const BudgetExceeded&) {
    return "";
  } catch (const InputError&) {  // the checker refuses the program, or arithmetic fails
    return "";
  }
}

TEST(InfluenceOracle, TheProtocolDoesNotFeelItsSpecifications) {
  const auto [first, count] = seeds({1, 500});
  InfluenceTotals totals;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const SpecifiedProgram random = specified_program(seed);
    if (random.specifications.empty()) continue;
    const std::string wrong = influence(random, seed, totals);
    if (wrong.empty()) continue;
    InfluenceTotals unused;
    const SpecifiedProgram small = shrink(
        random, [&](const SpecifiedProgram& p) { return !influence(p, seed, unused).empty(); });
    ADD_FAILURE() << "seed " << seed << ": " << wrong
                  << "\nshrunk: " << influence(small, seed, unused) << "\n"
                  << describe(small.protocol) << "\n// .spec\n"
                  << specification_file(small);
    if (!keeps_going()) break;
  }
  std::cout << "compared " << totals.compared << " programs from seed " << first << ", "
            << totals.facts << " facts and instances\n";
  EXPECT_GT(totals.compared * 2, static_cast<int>(count));
}

}  // namespace
}  // namespace ldfi::test
