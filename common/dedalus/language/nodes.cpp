// Finds the nodes of a program. Reports errors in how the program uses nodes.
#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "common/base/did_you_mean.hpp"
#include "common/base/text.hpp"
#include "common/dedalus/language/locate.hpp"
#include "common/dedalus/language/location.hpp"

namespace ldfi::dedalus {
namespace {

/// A string constant in a column that holds names of nodes.
struct Mention {
  enum class In : std::uint8_t { fact, body, head };
  Value name;
  RelationId relation;
  std::size_t column;
  SourceRange where;  ///< place of the literal or fact
  In in;
  /// False if the constant does not make its name a node: in specifications and in columns of facts
  /// about faults.
  bool inferable;
};

class Nodes {
 public:
  Nodes(Program& program, const LocationColumns& columns, const CheckOptions& options)
      : program_(program),
        columns_(columns),
        eot_(options.eot),
        data_(options.data_names.begin(), options.data_names.end()) {
    // Damaged data has the value "?", which is not the name of a node.
    if (program.built_in(FaultRelation::corrupted)) data_.insert("?");
    collect();
  }

  [[nodiscard]] std::vector<std::string> inferred() const {
    std::set<std::string> names;
    for (const Mention& m : mentions_) {
      if (m.inferable) names.insert(program_.symbols.text(m.name));
    }
    return {names.begin(), names.end()};
  }

  /// Warns about inferred nodes whose only mention is in one body literal. No message can be sent
  /// to such a node, so nothing can hold there.
  void warn_nodes_named_once(Report& report) const {
    std::unordered_map<Value, std::size_t> times;
    for (const Mention& m : mentions_) times[m.name] += m.inferable ? 1U : 0U;
    for (const Mention& m : mentions_) {
      if (!m.inferable || m.in != Mention::In::body || times[m.name] != 1) continue;
      if (report.warnings_full()) return;
      const std::string name = word_or_quoted(program_.symbols.text(m.name));
      report.warning(
          Code::lone_node, argument_range(program_.sources, m.where, m.column),
          fmt::format("only this literal makes `{}` a node: column {} of `{}` holds nodes", name,
                      m.column + 1, program_.relation(m.relation).name),
          {"if the nodes are given (`--nodes`, `nodes:`), a misspelt name is an error"});
    }
  }

  /// Reports names that are not in `nodes`, each once for each column.
  void check(const std::vector<std::string>& nodes, bool given, Report& report) const {
    const std::unordered_set<std::string> known(nodes.begin(), nodes.end());
    std::set<std::tuple<Value, RelationId, std::size_t>> reported;
    for (const Mention& m : mentions_) {
      const std::string& name = program_.symbols.text(m.name);
      // True for an inferred node with an empty name.
      const bool nameless = name.empty() && !given;
      if ((known.contains(name) && !nameless) || report.errors_full()) continue;
      if (!reported.emplace(m.name, m.relation, m.column).second) continue;
      if (nameless) {
        report.error(Code::unknown_node, argument_range(program_.sources, m.where, m.column),
                     fmt::format("a node needs a name, but column {} of `{}` holds an empty one",
                                 m.column + 1, program_.relation(m.relation).name));
        continue;
      }
      report.error(
          Code::unknown_node, argument_range(program_.sources, m.where, m.column),
          fmt::format("`{}` is not a node, but column {} of `{}` holds nodes", word_or_quoted(name),
                      m.column + 1, program_.relation(m.relation).name),
          hints(name, nodes, given));
    }
  }

 private:
  static std::vector<std::string> hints(const std::string& name,
                                        const std::vector<std::string>& nodes, bool given) {
    std::string all;
    for (std::size_t i = 0; i < nodes.size() && i < 12; ++i)
      all += (i > 0 ? ", " : "") + word_or_quoted(nodes[i]);
    if (nodes.size() > 12) all += ", …";
    const std::string guess = suggestion(name, nodes);
    std::vector<std::string> out =
        as_hints(did_you_mean(guess.empty() ? "" : word_or_quoted(guess), "", NameForm::code));
    out.push_back(fmt::format("the {} nodes are {}", given ? "given" : "inferred",
                              all.empty() ? "none" : all));
    if (given)
      out.emplace_back(
          "a name that is data and not a node belongs to `--data-names` (`data_names:`)");
    return out;
  }

  void add(RelationId relation, std::size_t column, Value name, SourceRange where, Mention::In in) {
    if (program_.relation(relation).columns[column] != ColumnType::string) return;
    if (data_.contains(program_.symbols.text(name))) return;
    const bool built_in = program_.built_in(relation);
    const FaultRelationRow* row = program_.fault_relation(relation);
    const std::size_t nodes = row != nullptr && !row->receiver ? 1 : 2;
    if (built_in ? column < nodes : columns_.contains(relation, column)) {
      mentions_.push_back({name, relation, column, where, in, !built_in && inferable_});
    }
  }

  void collect() {
    for (const GivenFact& fact : program_.facts) {
      // A fact after EOT never holds, so the names in it do not become nodes.
      if (eot_ && fact.at.tick() > *eot_) continue;
      if (program_.relation(fact.relation).observed) continue;
      for (std::size_t i = 0; i < fact.tuple.size(); ++i)
        add(fact.relation, i, fact.tuple[i], fact.where, Mention::In::fact);
    }
    for (const Rule& rule : program_.rules) {
      if (rule.made) continue;
      inferable_ = !rule.observes;
      for (const auto* literals : {&rule.positive, &rule.negative}) {
        for (const Literal& literal : *literals) collect(literal);
      }
      for (std::size_t i = 0; i < rule.head_terms.size(); ++i) {
        const auto& steps = rule.head_terms[i].expression.steps;
        if (steps.size() != 1 || steps[0].op != Expression::Op::constant) continue;
        add(rule.head, i, steps[0].value, rule.where, Mention::In::head);
      }
    }
  }

  void collect(const Literal& literal) {
    for (std::size_t i = 0; i < literal.arguments.size(); ++i) {
      const Term& term = literal.arguments[i];
      if (term.kind != Term::Kind::constant) continue;
      add(literal.relation, i, term.value, literal.where, Mention::In::body);
    }
  }

  Program& program_;
  const LocationColumns& columns_;
  std::optional<int> eot_;
  std::unordered_set<std::string> data_;
  /// True while rules are visited whose constants may become nodes.
  bool inferable_ = true;
  std::vector<Mention> mentions_;
};

/// Warns about messages that a node sends to itself, because faults can neither lose nor delay
/// them. If such a message was written by mistake, a certificate covers fewer faults than its
/// reader expects.
void warn_messages_to_self(const Program& program, Report& report) {
  for (const Rule& rule : program.rules) {
    if (rule.kind != RuleKind::async || rule.location.kind != Term::Kind::variable || rule.made)
      continue;
    const auto& to = rule.head_terms.front().expression.steps;
    const bool self =
        to.size() == 1 && to[0].op == Expression::Op::variable && to[0].slot == rule.location.slot;
    if (!self || report.warnings_full()) continue;
    report.warning(Code::self_message, argument_range(program.sources, rule.where, 0),
                   fmt::format("the sender of `{}` is also its receiver, so it is never lost",
                               program.relation(rule.head).name),
                   {"write `@next` instead, or check the sender: it is in the first column of the "
                    "first literal without `notin`"});
  }
}

void check_types(const Program& program, Report& report) {
  for (const Rule& rule : program.rules) {
    if (rule.kind != RuleKind::async || rule.made || report.errors_full()) continue;
    const Literal& first = rule.positive.front();
    const std::vector<std::string> hints{
        "the first column of a message is its receiver, and the first column of the first literal "
        "its sender; both must be strings"};
    if (program.relation(rule.head).columns[0] == ColumnType::integer) {
      report.error(Code::location, argument_range(program.sources, rule.where, 0),
                   fmt::format("column 1 of `{}` is the receiver of a message, but holds integers",
                               program.relation(rule.head).name),
                   hints);
    } else if (program.relation(first.relation).columns[0] == ColumnType::integer) {
      report.error(Code::location, argument_range(program.sources, first.where, 0),
                   fmt::format("column 1 of `{}` is the sender of a message, but holds integers",
                               program.relation(first.relation).name),
                   hints);
    }
  }
}

}  // namespace

void place_nodes(Program& program, const CheckOptions& options, Report& report) {
  const std::vector<std::string>& given = options.nodes;
  mark_protocol(program);
  const LocationColumns columns(program, given.empty());
  const Nodes nodes(program, columns, options);
  program.nodes = given.empty() ? nodes.inferred() : given;
  std::sort(program.nodes.begin(), program.nodes.end());
  check_types(program, report);
  if (!options.late_self) warn_messages_to_self(program, report);
  // Rules with errors are left out, and one of them may be the rule that makes a name a node.
  const bool whole = !given.empty() || !report.has_errors();
  if (whole && !options.names_known) nodes.check(program.nodes, !given.empty(), report);
  if (given.empty() && whole) nodes.warn_nodes_named_once(report);
  for (const std::string& node : program.nodes) program.symbols.intern(node);
}

}  // namespace ldfi::dedalus
