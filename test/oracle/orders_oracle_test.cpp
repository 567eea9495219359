// Compares the smallest number of steps after which a program violates with naive executions of
// everything that can happen, with and without each reduction of the search. Each program has two
// texts: for the naive evaluator, a message is a fact, and no rule delivers it.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <set>

#include "common/dedalus/language/load.hpp"
#include "common/minimise/steps/fewest_steps.hpp"
#include "test/oracle/naive_judge.hpp"
#include "test/oracle/seeds.hpp"
#include "test/support/random.hpp"

namespace ldfi::test {
namespace {

constexpr std::size_t most_states = 1500;
constexpr int most_steps = 9;

struct Programs {
  std::string sends;  ///< the program with messages
  /// The same program for the naive evaluator: a message is a fact, such as out_m0(From, To, …).
  std::string says;
  std::vector<std::string> nodes;
};

class Writer {
 public:
  explicit Writer(std::uint64_t seed) : random_(seed) {}

  Programs write() {
    out_.nodes = random_.chance(40) ? std::vector<std::string>{"a", "b", "c"}
                                    : std::vector<std::string>{"a", "b"};
    const bool like = random_.chance(60);  // true if the nodes are interchangeable
    both("e0(\"a\")@1; e1(\"a\")@1; b0(\"a\")@1;");
    for (const auto& n : out_.nodes) {
      both(fmt::format("c(\"{}\", 0)@1;", n));
      for (const auto& m : out_.nodes) {
        if (n != m && (like || random_.chance(85)))
          both(fmt::format("member(\"{}\", \"{}\")@1;", n, m));
      }
      for (int i = 0; i < 3 && !like; ++i) {
        if (random_.chance(15)) both(fmt::format("s{}(\"{}\")@1;", i, n));
      }
    }
    both("member(N, M)@next :- member(N, M);");
    for (int i = 0; i < 3; ++i) {
      const std::string clear = random_.chance(30) ? ", notin " + trigger() : "";
      both(fmt::format("s{0}(N)@next :- s{0}(N){1};", i, clear));
      for (int k = random_.between(1, 2); k > 0; --k) {
        both(fmt::format("s{}(N)@next :- {}{}{};", i, trigger(), condition(), condition()));
      }
    }
    both(fmt::format("bump(N) :- {}{};", trigger(), condition()));
    both("c(N, K + 1)@next :- bump(N), c(N, K), K < 3;");
    both("c(N, K)@next :- c(N, K), notin bump(N);");
    if (random_.chance(50)) both("s2(N)@next :- m1(N, _, K), c(N, J), K > J;");
    for (int k = random_.between(1, 2); k > 0; --k) send("m0", "", "");
    send("m1", ", K", ", c(N, K)");
    if (random_.chance(40)) {
      both("heard(N, M)@next :- m0(N, M); heard(N, M)@next :- heard(N, M);");
      both("many(N, count<M>) :- heard(N, M);");
      both(fmt::format("s1(N)@next :- {}, many(N, K), K >= {};", trigger(), random_.between(1, 2)));
    }
    both(fmt::format("told(N) :- {}{};", random_.chance(50) ? "e1(N)" : "m0(N, _)", condition()));
    switch (random_.below(3)) {
      case 0:
        both("pre(N) :- s0(N), s1(M), N != M;");
        break;
      case 1:
        both("pre(N) :- c(N, K), c(M, K), N != M, K > 1;");
        break;
      default:
        both("pre(N) :- s0(N), s1(N);");
    }
    both(random_.chance(50) ? "post(N) :- pre(N), notin s2(N);" : "post(N) :- pre(N), s2(N);");
    return out_;
  }

 private:
  void both(const std::string& line) {
    out_.sends += line + "\n";
    out_.says += line + "\n";
  }

  void send(const char* message, const char* columns, const char* reads) {
    const std::string body = trigger() + ", member(N, M), N != M" + reads + condition();
    out_.sends += fmt::format("{}(M, N{})@async :- {};\n", message, columns, body);
    out_.says += fmt::format("out_{}(N, M{}) :- {};\n", message, columns, body);
    out_.says += fmt::format("{}(\"a\", \"b\"{})@1;\n", message, *columns == 0 ? "" : ", 0");
  }

  std::string trigger() {
    return random_.pick(
        std::vector<std::string>{"e0(N)", "e1(N)", "b0(N)", "m0(N, _)", "m0(N, _)", "m1(N, _, _)"});
  }

  std::string condition() {
    if (random_.chance(40)) return "";
    return fmt::format(", {}s{}(N)", random_.chance(40) ? "notin " : "", random_.below(3));
  }

  Random random_;
  Programs out_;
};

dedalus::Program checked(const std::string& text, const std::vector<std::string>& nodes) {
  dedalus::CheckOptions options;
  options.nodes = nodes;
  options.eot = most_steps + 2;
  return dedalus::check_program({{"test.ded"}, {{"test.ded", text}}}, options);
}

void without(dedalus::Program& program, const std::vector<std::string>& relations) {
  std::erase_if(program.facts, [&](const dedalus::GivenFact& fact) {
    return std::ranges::find(relations, program.relation(fact.relation).name) != relations.end();
  });
}

Fspec world(int eot, const std::vector<std::string>& nodes) {
  FspecParameters out;
  out.eot = eot;
  out.nodes = nodes;
  return Fspec(out);
}

/// Everything that can be received next, as text: external events, messages, and messages of nodes
/// to themselves.
using Items = std::multiset<std::string>;

/// Executes everything that can happen, breadth first. Runs each sequence of steps from the
/// beginning on the naive evaluator.
class ByHand {
 public:
  explicit ByHand(const Programs& programs)
      : nodes_(programs.nodes), program_(checked(programs.says, programs.nodes)) {
    without(program_, {"e0", "e1", "b0", "m0", "m1"});
  }

  struct Found {
    /// Smallest number of steps after which the program violates. 0 if no violation was found so
    /// far.
    int least = 0;
    int done = 0;  ///< executions with up to this number of steps were all made
  };

  Found search() {
    Found out;
    std::vector<Run> now{{}};
    std::set<std::pair<NaiveTables, Items>> seen;
    for (int steps = 1; steps <= most_steps; ++steps) {
      std::vector<Run> next;
      for (const Run& run : now) {
        std::set<std::string> choices(run.under_way.begin(), run.under_way.end());
        for (const auto& n : nodes_)
          choices.insert({fmt::format("e0({})", n), fmt::format("e1({})", n)});
        for (const std::string& item : choices) {
          Run longer = run;
          longer.steps.push_back(item);
          if (item[0] != 'e') longer.under_way.erase(longer.under_way.find(item));
          const NaiveModel model = execute(longer.steps);
          if (violates(model)) {
            out.least = steps;
            out.done = steps;
            return out;
          }
          for (const std::string& said : said_at(model, steps)) longer.under_way.insert(said);
          if (seen.emplace(model[static_cast<std::size_t>(steps) + 1], longer.under_way).second) {
            next.push_back(std::move(longer));
          }
        }
        if (seen.size() > most_states) return out;
      }
      out.done = steps;
      now = std::move(next);
    }
    return out;
  }

  bool violates(const std::vector<std::string>& steps) { return violates(execute(steps)); }

  /// Returns true if each of these steps can be received when its turn comes.
  bool can_happen(const std::vector<std::string>& steps) {
    Items under_way;
    const NaiveModel model = execute(steps);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (steps[i][0] != 'e') {
        const auto it = under_way.find(steps[i]);
        if (it == under_way.end()) return false;
        under_way.erase(it);
      }
      for (const std::string& said : said_at(model, static_cast<int>(i) + 1))
        under_way.insert(said);
    }
    return true;
  }

 private:
  using NaiveTables = std::vector<NaiveTable>;
  struct Run {
    std::vector<std::string> steps;
    Items under_way;
  };

  NaiveModel execute(const std::vector<std::string>& steps) {
    dedalus::Program program = program_;
    int tick = 0;
    for (const std::string& step : steps) {
      const auto said = minimise::read_step_fact(program, step);
      if (!said) throw std::logic_error("no fact " + step);
      program.facts.push_back(
          {said->relation, said->tuple, Time(++tick), SourceRange{FileId(~0U)}});
    }
    return naive_run(program, world(tick + 2, nodes_), {});
  }

  bool violates(const NaiveModel& model) { return naive_violates(program_, model, model); }

  std::vector<std::string> said_at(const NaiveModel& model, int tick) {
    std::vector<std::string> out;
    const auto& tables = model[static_cast<std::size_t>(tick)];
    for (const char* message : {"m0", "m1"}) {
      const auto relation = program_.find(fmt::format("out_{}", message));
      for (auto tuple : tables[relation->index()]) {
        std::swap(tuple[0], tuple[1]);
        out.push_back(program_.tuple_text(*program_.find(message), tuple.data()));
      }
    }
    for (const auto& tuple : tables[program_.find("told")->index()]) {
      out.push_back(program_.tuple_text(*program_.find("b0"), tuple.data()));
    }
    return out;
  }

  std::vector<std::string> nodes_;
  dedalus::Program program_;
};

std::vector<minimise::Step> kinds_of_steps(const dedalus::Program& program,
                                           const std::vector<std::string>& nodes) {
  std::vector<minimise::Step> out;
  for (const auto& node : nodes) {
    for (const char* event : {"e0", "e1"}) {
      out.push_back({0, *minimise::read_step_fact(program, fmt::format("{}({})", event, node))});
    }
  }
  out.push_back({0, *minimise::read_step_fact(program, "b0(a)")});
  out.back().after = minimise::read_step_fact(program, "told(a)");
  return out;
}

TEST(FewestSteps, AsNaiveExecutionOfAllOrders) {
  int programs = 0, found = 0, none = 0, long_ones = 0, mirrored = 0;
  int estimated = 0;
  std::uint64_t states = 0, without_names = 0, without_estimate = 0;
  const Seeds some = seeds({1, 80});
  for (std::uint64_t seed = some.first; seed < some.end(); ++seed) {
    const Programs programs_of = Writer(seed).write();
    ByHand hand(programs_of);
    if (hand.violates(std::vector<std::string>{})) continue;
    const ByHand::Found wanted = hand.search();
    if (wanted.done == 0) continue;
    ++programs;
    dedalus::Program program = checked(programs_of.sends, programs_of.nodes);
    without(program, {"e0", "e1", "b0"});
    const Fspec fspec = world(most_steps, programs_of.nodes);
    const auto steps = kinds_of_steps(program, programs_of.nodes);
    for (const auto& [rename, estimate] :
         {std::pair(true, true), {false, true}, {true, false}, {false, false}}) {
      SCOPED_TRACE(fmt::format("seed {}, rename {}, estimate {}\n{}", seed, rename, estimate,
                               programs_of.sends));
      minimise::StepWorld world(program, fspec, steps, {});
      const bool all = rename && estimate;
      if (all && world.renamings().size() > 1) ++mirrored;
      if (all && world.steps_to_go(world.start()) > 1) ++estimated;
      minimise::FewestSteps out;
      const auto most = static_cast<std::uint64_t>(wanted.done) + 1;
      minimise::fewest_steps(world, {most, 1'000'000, rename, estimate}, {}, out);
      ASSERT_EQ(out.steps.size(), static_cast<std::size_t>(wanted.least));
      ASSERT_EQ(out.bound, wanted.least > 0 ? out.steps.size() : most);
      std::vector<std::string> texts;
      for (const auto& step : out.steps)
        texts.push_back(program.tuple_text(step.fact.relation, step.fact.tuple.data()));
      if (wanted.least > 0) {
        ASSERT_TRUE(hand.can_happen(texts));
        ASSERT_TRUE(hand.violates(texts));
      }
      if (all) states += out.states;
      if (!rename && estimate) without_names += out.states;
      if (rename && !estimate) without_estimate += out.states;
    }
    (wanted.least > 0 ? found : none) += 1;
    long_ones += wanted.least > 3 ? 1 : 0;
  }
  std::cout << fmt::format(
      "{} programs, {} violated, {} of them after four steps or more, {} with mirror images; "
      "{} estimated; {} states, {} without renaming, {} without estimates\n",
      programs, found, long_ones, mirrored, estimated, states, without_names, without_estimate);
  EXPECT_GT(found, programs / 8);
  EXPECT_GT(none, programs / 10);
  EXPECT_GT(long_ones, programs / 20);
  EXPECT_GT(mirrored, programs / 4);
  EXPECT_GT(estimated, programs / 4);
}

/// Returns the reason why the product refuses to explore the orders of this program's steps, or an
/// empty text.
std::string refused(const std::string& text) {
  dedalus::Program program = checked(text, {"a", "b"});
  without(program, {"e0", "b0"});
  const Fspec fspec = world(most_steps, {"a", "b"});
  std::vector<minimise::Step> steps{{0, *minimise::read_step_fact(program, "e0(a)")}};
  if (program.find("b0")) {
    steps.push_back({0, *minimise::read_step_fact(program, "b0(a)")});
    steps.back().after = minimise::read_step_fact(program, "told(a)");
  }
  try {
    minimise::StepWorld world(program, fspec, steps, {});
    minimise::FewestSteps out;
    minimise::fewest_steps(world, {4, 1000, true, false}, {}, out);
    EXPECT_EQ(out.bound, 4U);
    return "";
  } catch (const minimise::NotExplored& e) {
    return e.what();
  }
}

TEST(FewestSteps, SaysWhatIsNotExplored) {
  const std::string begin = "e0(\"a\")@1; pre(N) :- s(N); post(N) :- s(N);\n";
  EXPECT_EQ(refused(begin + "s(N)@next :- e0(N); s(N)@next :- s(N);"), "");
  EXPECT_EQ(refused(begin + "s(N)@next :- e0(N);"), "a continues by itself after a step");
  EXPECT_EQ(refused(begin + "s(\"a\")@1; s(N)@next :- e0(N);"),
            "a continues by itself after a step");
  EXPECT_EQ(refused(begin + "s(N)@next :- e0(N); s(N)@next :- s(N); s(\"b\")@3;"),
            "facts are given later than at tick 1");
  EXPECT_EQ(refused(begin + "s(N)@next :- e0(N); s(N)@next :- s(N); m(N)@async :- e0(N);"),
            "a continues by itself after a step");
  EXPECT_EQ(refused(begin + "s(N)@next :- e0(N); s(N)@next :- s(N); s(M)@next :- s(N), to(N, M);"
                            "to(\"a\", \"b\")@1; to(N, M)@next :- to(N, M);"),
            "a rule reads or writes the memory of another node: s(M)@next :- s(N), to(N, M);");
  EXPECT_EQ(refused(begin + "s(N)@next :- e0(N); s(N)@next :- s(N), notin e0(M);"),
            "a rule reads or writes the memory of another node: s(N)@next :- s(N), notin e0(M);");
  EXPECT_EQ(refused("e0(\"a\")@1; pre(N) :- s(N); post(N) :- s(N), notin s(\"b\"); s(\"b\")@1; "
                    "s(N)@next :- s(N); t(N)@next :- e0(N); t(N)@next :- t(N);"),
            "it is violated without any step");
}

TEST(FewestSteps, CountsWhatMayCome) {
  dedalus::Program program = checked(R"(
e0("a")@1;
to("a", "b")@1; to("b", "a")@1; to("a", "c")@1; to("c", "a")@1; to("b", "c")@1; to("c", "b")@1;
to(N, M)@next :- to(N, M);
m0(M, N)@async :- e0(N), to(N, M);
heard(N, M)@next :- m0(N, M);
heard(N, M)@next :- heard(N, M);
many(N, count<M>) :- heard(N, M);
s(N)@next :- e0(N), many(N, K), K >= 2;
s(N)@next :- s(N);
pre(N) :- s(N);
post(N) :- s(N), notin s(N);
)",
                                     {"a", "b", "c"});
  without(program, {"e0"});
  const Fspec fspec = world(most_steps, {"a", "b", "c"});
  for (const bool estimate : {true, false}) {
    minimise::StepWorld world(program, fspec, {{0, *minimise::read_step_fact(program, "e0(a)")}},
                              {});
    // Three steps: two messages and the external event e0.
    EXPECT_EQ(world.steps_to_go(world.start()), 3U);
    minimise::FewestSteps out;
    minimise::fewest_steps(world, {7, 100'000, true, estimate}, {}, out);
    EXPECT_EQ(out.steps.size(), 5U);
    EXPECT_EQ(out.bound, 5U);
  }
}

}  // namespace
}  // namespace ldfi::test
