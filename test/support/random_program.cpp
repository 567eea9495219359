// How a program is built. Relations stand in layers: base facts, state (changed by @next and
// @async), derived relations, aggregates, invariant. A body may use lower layers, and its own layer
// positively; rules with @next or @async may use all layers. So the program is stratified. Columns
// have a kind (node, datum, integer) and variables carry their kind in their names, so the program
// is well typed. A core that spreads data by messages makes invariants that promise something, and
// that sometimes hold.
#include "test/support/random_program.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <regex>

#include "test/support/rule_writer.hpp"

namespace ldfi::test {
namespace {

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed), rules_(random_, fspec_.nodes) {}

  RandomProgram make() {
    choose_fspec();
    choose_relations();
    add_base();
    add_core();
    add_random_rules();
    if (random_.chance(12)) add_division_under_faults();
    if (random_.chance(15)) {
      add_ring();
    } else {
      add_invariant();
      const bool numbers = text_.find("num(") != std::string::npos;
      if (numbers && text_.find("post(D0)") != std::string::npos && random_.chance(15))
        add_recursive_aggregate();
    }
    return {std::move(text_), std::move(fspec_)};
  }

 private:
  void say(const std::string& statement) { text_ += statement + ";\n"; }

  void choose_fspec() {
    static const std::vector<std::string> names = {"a", "b", "c", "d"};
    const int count = random_.chance(35) ? 2 : random_.chance(75) ? 3 : 4;
    fspec_.nodes.assign(names.begin(), names.begin() + count);
    fspec_.eot = random_.between(2, 5);
    const int most = std::min(3, fspec_.eot - 1);
    fspec_.eff = random_.chance(45) ? most : random_.chance(20) ? 0 : random_.between(1, most);
    fspec_.crashes = random_.chance(40) ? 0 : random_.between(1, 2);
    if (random_.chance(20)) fspec_.eff_mode = EffMode::exclusive;
    if (random_.chance(15)) fspec_.crash_model = CrashModel::halt;
    while (Fspec(fspec_).distinct_fault_sets() > max_fault_sets) {
      if (fspec_.eff > 1 || fspec_.crashes == 0)
        --fspec_.eff;
      else
        --fspec_.crashes;
    }
  }

  std::vector<Kind> columns_after_location(int count) {
    std::vector<Kind> out = {Kind::node};
    for (int i = 0; i < count; ++i) {
      out.push_back(random_.chance(45)   ? Kind::datum
                    : random_.chance(55) ? Kind::integer
                                         : Kind::node);
    }
    return out;
  }

  void choose_relations() {
    rules_.shapes = {{"node", {Kind::node, Kind::node}, base_layer},
                     {"start", {Kind::node, Kind::datum}, base_layer},
                     {"log", {Kind::node, Kind::datum}, state_layer}};
    if (random_.chance(60))
      rules_.shapes.push_back({"num", {Kind::node, Kind::integer}, base_layer});
    const int states = random_.between(0, 2);
    for (int i = 0; i < states; ++i) {
      rules_.shapes.push_back(
          {fmt::format("st{}", i), columns_after_location(random_.between(0, 2)), state_layer});
    }
    const int derived = random_.between(0, 3);
    for (int i = 0; i < derived; ++i) {
      rules_.shapes.push_back({fmt::format("dv{}", i),
                               columns_after_location(random_.between(0, 2)),
                               state_layer + 1 + random_.between(0, i)});
    }
    if (random_.chance(40)) {
      static const std::vector<std::vector<Kind>> forms = {
          {Kind::node, Kind::integer},
          {Kind::node, Kind::integer},
          {Kind::integer},
          {Kind::node, Kind::integer, Kind::integer},
          {Kind::node, Kind::datum, Kind::integer}};
      rules_.shapes.push_back({"agg", random_.pick(forms), invariant_layer - 2});
    }
    if (random_.chance(25)) {
      rules_.shapes.push_back({"view", {Kind::datum, Kind::node}, invariant_layer - 1});
    }
  }

  int fact_tick() {
    return random_.chance(75) ? 1 : random_.between(1, fspec_.eot + (random_.chance(10) ? 1 : 0));
  }

  void fact(const Shape& shape, int tick) {
    std::vector<std::string> values;
    for (const Kind kind : shape.columns) values.push_back(rules_.constant(kind));
    say(fmt::format("{}({})@{}", shape.name, fmt::join(values, ", "), tick));
  }

  void persist(const Shape& shape) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < shape.columns.size(); ++i) names.push_back(fmt::format("V{}", i));
    const std::string tuple = fmt::format("{}({})", shape.name, fmt::join(names, ", "));
    say(fmt::format("{}@next :- {}", tuple, tuple));
  }

  void add_base() {
    for (const std::string& from : fspec_.nodes) {
      for (const std::string& to : fspec_.nodes) {
        if (from != to ? random_.chance(85) : random_.chance(15)) {
          say(fmt::format("node(\"{}\", \"{}\")@1", from, to));
        }
      }
    }
    say("node(\"a\", \"b\")@1");
    persist(rules_.shapes[0]);
    say(fmt::format("start(\"a\", \"x\")@{}", random_.chance(80) ? 1 : fact_tick()));
    for (const Shape& shape : rules_.shapes) {
      const bool base = shape.layer == base_layer && shape.name != "node";
      const int facts = random_.between(0, base ? 2 : 1);
      for (int i = 0; i < facts && (base || random_.chance(30)); ++i) fact(shape, fact_tick());
      if (shape.name == "num") fact(shape, 1);
      if (base && random_.chance(60)) persist(shape);
    }
  }

  /// Adds rules that spread data from `start` through `log`, in one of several ways.
  void add_core() {
    say("log(N0, D0) :- start(N0, D0)");
    if (random_.chance(85)) persist(rules_.shapes[2]);
    const std::string source = random_.chance(50) ? "log" : "start";
    Body body;
    body.of(Kind::node) = {"N0", "N1"};
    body.of(Kind::datum) = {"D0"};
    body.premises = {source + "(N0, D0)", "node(N0, N1)"};
    if (random_.chance(25)) rules_.add_premises(body, invariant_layer - 2, false, 1);
    say(fmt::format("log(N1, D0)@async :- {}", fmt::join(body.premises, ", ")));
  }

  void deductive_rule(const Shape& shape) {
    Body body;
    // A recursive rule with arithmetic in its head would count without end.
    const bool counting = random_.chance(25);
    const int own = shape.layer > state_layer && !counting ? shape.layer : shape.layer - 1;
    rules_.add_premises(body, std::max(own, base_layer), shape.layer >= invariant_layer - 1,
                        random_.between(1, 3));
    say(fmt::format("{} :- {}", rules_.head(body, shape, counting),
                    fmt::join(body.premises, ", ")));
  }

  void inductive_rule(const Shape& shape) {
    if (random_.chance(55)) {
      persist(shape);
      return;
    }
    Body body;
    rules_.add_premises(body, invariant_layer - 2, false, random_.between(1, 2));
    say(fmt::format("{}@next :- {}", rules_.head(body, shape, true),
                    fmt::join(body.premises, ", ")));
  }

  void async_rule(const Shape& shape) {
    Body body;
    const std::string from =
        random_.chance(8) ? rules_.constant(Kind::node) : body.bind(Kind::node);
    body.premises.push_back(fmt::format("node({}, {})", from, body.bind(Kind::node)));
    const std::string to = body.of(Kind::node).back();
    rules_.add_premises(body, invariant_layer - 2, false, random_.between(1, 2));
    std::vector<std::string> values = {random_.chance(85) ? to : random_.pick(body.of(Kind::node))};
    for (std::size_t i = 1; i < shape.columns.size(); ++i) {
      values.push_back(rules_.value(body, shape.columns[i], true));
    }
    say(fmt::format("{}({})@async :- {}", shape.name, fmt::join(values, ", "),
                    fmt::join(body.premises, ", ")));
  }

  void aggregate_rule(const Shape& shape) {
    Body body;
    rules_.add_premises(body, shape.layer - 1, false, random_.between(1, 2));
    std::vector<std::string> values;
    for (const Kind kind : shape.columns) values.push_back(rules_.value(body, kind, false));
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (shape.columns[i] == Kind::integer) values[i] = rules_.aggregate(body);
    }
    say(fmt::format("{}({}) :- {}", shape.name, fmt::join(values, ", "),
                    fmt::join(body.premises, ", ")));
  }

  /// Adds a relation that is recursive and is also derived by an aggregate.
  void add_recursive_aggregate() {
    say(fmt::format("peak(N0, {}<I0>) :- num(N0, I0){}", random_.chance(50) ? "max" : "min",
                    random_.chance(50) ? ", log(N0, _)" : ""));
    say("peak(N0, I0) :- kaep(N0, I0)");
    say(fmt::format("kaep(N0, I0) :- peak(N0, I0), I0 {} {}",
                    random_.chance(50) ? "<" : "!=", random_.between(0, 3)));
    say(fmt::format("num(N0, {})@async :- node(N1, N0), log(N1, _)", random_.between(0, 3)));
    say(fmt::format("post(D0) :- log(_, D0), kaep({}, _)", rules_.constant(Kind::node)));
  }

  /// Adds an arithmetic error that some faults cause, and that others may prevent.
  void add_division_under_faults() {
    const std::string node = rules_.constant(Kind::node);
    say(fmt::format("late(\"a\")@{}", random_.between(2, fspec_.eot)));
    std::string body = "late(_), node(N0, _)@1, start(_, D0)@1, notin log(N0, D0)";
    if (random_.chance(40)) body = "late(_), crash(_, N0, I0), node(N1, N0)@1";
    body += fmt::format(", N0 {} {}", random_.chance(80) ? "==" : "!=", node);
    if (random_.chance(30))
      body += fmt::format(", notin crash(_, {}, _)", rules_.constant(Kind::node));
    if (random_.chance(40)) body += fmt::format(", log({}, _)", rules_.constant(Kind::node));
    say(fmt::format("fails(N0, 1 / 0) :- {}", body));
  }

  void add_random_rules() {
    for (const Shape& shape : rules_.shapes) {
      if (shape.name == "agg") {
        aggregate_rule(shape);
        if (random_.chance(20)) aggregate_rule(shape);
      } else if (shape.layer == state_layer) {
        state_rules(shape);
      } else if (shape.layer > state_layer) {
        deductive_rule(shape);
        if (random_.chance(45)) deductive_rule(shape);
      } else if (shape.name == "num" && random_.chance(25)) {
        inductive_rule(shape);
      }
    }
  }

  void state_rules(const Shape& shape) {
    const bool core = shape.name == "log";
    if (core ? random_.chance(20) : random_.chance(70)) inductive_rule(shape);
    if (core ? random_.chance(25) : random_.chance(80)) async_rule(shape);
    if (core ? random_.chance(15) : true) deductive_rule(shape);
  }

  /// Returns the node that `pre` or `post` is about: for `pre` mostly node a, whose data they are.
  std::string promised_place(bool pre) {
    if (pre && random_.chance(60)) return "\"a\"";
    if (!pre && random_.chance(75)) return fmt::format("\"{}\"", fspec_.nodes.back());
    return rules_.constant(Kind::node);
  }

  /// Adds one rule for `pre` or `post` about the data that `log` spreads.
  void promise(bool pre, bool strong) {
    Body body;
    body.of(Kind::datum) = {"D0"};
    const std::string where = strong ? promised_place(pre) : body.bind(Kind::node);
    body.premises.push_back(fmt::format("log({}, D0)", where));
    if (random_.chance(30)) {
      body.premises.push_back(fmt::format("node({}, {})", where, body.bind(Kind::node)));
    }
    if (strong && random_.chance(35)) {
      body.premises.push_back(fmt::format("notin crash({}, {}, _)", where, where));
    }
    // Only faults make this promise: the failure-free run does not have it.
    if (pre && random_.chance(12)) {
      body.premises.push_back(fmt::format("notin log({}, D0)", rules_.constant(Kind::node)));
    }
    if (random_.chance(35)) {
      const int more = random_.between(0, 1);
      rules_.add_premises(body, invariant_layer - 1, true, more);
    }
    say(fmt::format("{}(D0) :- {}", pre ? "pre" : "post", fmt::join(body.premises, ", ")));
  }

  void random_promise(const char* name, const std::vector<Kind>& columns) {
    Body body;
    rules_.add_premises(body, invariant_layer - 1, true, random_.between(1, 2));
    say(fmt::format("{} :- {}", rules_.head(body, {name, columns, invariant_layer}, false),
                    fmt::join(body.premises, ", ")));
  }

  void add_invariant() {
    const std::size_t which = random_.below(100);
    if (which < 8) return;  // neither pre nor post: persisted relations are the goals
    const bool free = random_.chance(30);
    const std::vector<Kind> columns =
        random_.chance(50) ? std::vector{Kind::node} : columns_after_location(1);
    const int rules = random_.chance(60) ? 1 : 2;
    for (int i = 0; i < rules; ++i) {
      if (free)
        random_promise("post", columns);
      else
        promise(false, random_.chance(75));
    }
    if (which < 20) return;  // only post, no pre
    if (free)
      random_promise("pre", columns);
    else
      promise(true, random_.chance(60));
    if (free && random_.chance(30)) random_promise("pre", columns);
    if (!free && random_.chance(25)) promise(true, true);
  }

  /// Adds facts of one tick that support each other in a cycle, and an invariant about their
  /// absence, which a search can prove only by unfounded sets.
  void add_ring() {
    say(random_.chance(70) ? "lack(N0, D0) :- node(N0, _), start(_, D0)@1, notin log(N0, D0)"
                           : "lack(N0, D0) :- log(N0, D0), crash(_, N0, _)");
    if (!random_.chance(20)) say("lack(N0, D0)@next :- lack(N0, D0), node(N0, N0)");
    const int sources = random_.between(1, 2);
    for (int i = 0; i < sources; ++i) {
      say(fmt::format("ring(N0, D0) :- lack(N0, D0), N0 {} {}",
                      random_.chance(70) ? "==" : "!=", rules_.constant(Kind::node)));
    }
    say(random_.chance(50) ? "gnir(N0, D0) :- ring(N0, D0)"
                           : "gnir(N1, D0) :- ring(N0, D0), node(N1, N0)");
    say(random_.chance(60) ? "ring(N0, D0) :- gnir(N0, D0)"
                           : "ring(N0, D0) :- gnir(N1, D0), node(N1, N0)");
    if (random_.chance(30)) say("ring(N0, D0) :- gnir(N0, D0), notin log(N0, D0)");
    say("pre(D0) :- start(_, D0)@1");
    say(fmt::format("post(D0) :- start(_, D0)@1, notin {}({}, D0)",
                    random_.chance(50) ? "ring" : "gnir",
                    random_.chance(30) ? "_" : rules_.constant(Kind::node)));
    if (random_.chance(30)) promise(false, true);
  }

  Random random_;
  FspecParameters fspec_;
  RuleWriter rules_;
  std::string text_;
};

/// Splits a text at its commas. No string of a random program contains one.
std::vector<std::string> split_arguments(const std::string& text) {
  static const std::regex comma(", *");
  return {std::sregex_token_iterator(text.begin(), text.end(), comma, -1), {}};
}

}  // namespace

RandomProgram random_program(std::uint64_t seed) {
  return Generator(seed).make();
}

RandomProgram spelled_out(RandomProgram program) {
  static const std::regex negated(R"re(notin (\w+)\(([^()]*)\))re");
  std::string rules;
  std::string out;
  int count = 0;
  std::smatch literal;
  std::string rest = program.text;
  for (; std::regex_search(rest, literal, negated); rest = literal.suffix()) {
    const std::vector<std::string> arguments = split_arguments(literal[2]);
    std::vector<std::string> columns;
    std::vector<std::string> wanted;
    std::vector<std::string> equal;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      columns.push_back(fmt::format("C{}", i));
      const auto twin = std::find(arguments.begin(), arguments.end(), arguments[i]);
      const bool any = arguments[i].starts_with("Any");
      wanted.push_back(any ? "_" : arguments[i]);
      if (!any || twin == arguments.begin() + static_cast<std::ptrdiff_t>(i)) continue;
      equal.push_back(fmt::format("C{} == C{}", twin - arguments.begin(), i));
    }
    out += literal.prefix();
    if (equal.empty()) {
      out += literal.str();
      continue;
    }
    out += fmt::format("notin spelled{}({})", count, fmt::join(wanted, ", "));
    rules += fmt::format("spelled{}({}) :- {}({}), {};\n", count++, fmt::join(columns, ", "),
                         literal[1].str(), fmt::join(columns, ", "), fmt::join(equal, ", "));
  }
  program.text = out + rest + rules;
  return program;
}

std::string describe(const RandomProgram& program) {
  const FspecParameters& f = program.fspec;
  return fmt::format("// eot {}, eff {} ({}), crashes {} ({}), nodes {}\n{}", f.eot, f.eff,
                     f.eff_mode == EffMode::inclusive ? "inclusive" : "exclusive", f.crashes,
                     name_of(f.crash_model) + limits_in_words(f), fmt::join(f.nodes, " "),
                     program.text);
}

RandomProgram observing_program(std::uint64_t seed) {
  const RandomProgram plain = random_program(seed);
  if (seed % 3 == 2) return plain;
  RandomProgram out = plain;
  out.text += fmt::format("log(V1, \"x\")@async :- crash(V0, V2, _), start(V1, _), {};\n",
                          seed % 3 == 0 ? "log(V2, _)" : "down(V2)");
  return checked(out) ? out : plain;
}

}  // namespace ldfi::test
