#include "common/dedalus/language/events.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <set>

#include "common/base/did_you_mean.hpp"
#include "common/base/text.hpp"
#include "common/dedalus/language/late.hpp"
#include "common/dedalus/language/load.hpp"
#include "common/dedalus/language/storage.hpp"

namespace ldfi::dedalus {
namespace {

struct Spelling {
  EventKind kind;
  std::string_view word;
  bool
      helper;  ///< true for helpers of events, such as `r[before]`; no program can contain these names
};
constexpr std::array spellings{
    Spelling{EventKind::sent, "sent", false},    Spelling{EventKind::delivered, "delivered", false},
    Spelling{EventKind::lost, "lost", false},    Spelling{EventKind::wrote, "wrote", false},
    Spelling{EventKind::first, "first", false},  Spelling{EventKind::gone, "gone", false},
    Spelling{EventKind::arrival, "from", true},  Spelling{EventKind::was_sent, "sent", true},
    Spelling{EventKind::before, "before", true},
};

Expression expression(const Term& term, SourceRange where) {
  const auto op =
      term.kind == Term::Kind::constant ? Expression::Op::constant : Expression::Op::variable;
  return {{{op, term.slot, term.value, where}}, ColumnType::string};
}

/// Returns the relation that has the tuples of `relation` on the disk. For a stable relation, this
/// is the relation itself; for a buffered p, it is `dur.p`. Returns nullopt for other relations.
std::optional<RelationId> file_of(const Program& program, RelationId relation) {
  if (program.relation(relation).stable) return relation;
  for (std::size_t r = 0; r < program.relations.size(); ++r) {
    if (program.relations[r].disk_of == relation) return RelationId(r);
  }
  return std::nullopt;
}

class EventRules {
 public:
  EventRules(Program& program, const Vocabulary& vocabulary)
      : program_(program), vocabulary_(vocabulary) {}

  void add(RelationId head) {
    const Event event = *program_.relation(head).event;
    const bool writes = event.kind == EventKind::wrote;
    const std::vector<Rule> rules = rules_of(writes ? *file_of(program_, event.of) : event.of);
    switch (event.kind) {
      case EventKind::sent:
        for (const Rule& rule : rules) add_sent(head, rule);
        return;
      case EventKind::arrival:
        for (const Rule& rule : rules) add_arrival(head, rule);
        return;
      case EventKind::wrote:
        for (const Rule& rule : rules) add_write(head, rule);
        return;
      case EventKind::delivered:
        return plain(head, RuleKind::deductive, {named(EventKind::arrival, event.of), true}, {});
      case EventKind::was_sent:
        return plain(head, RuleKind::inductive, {named(EventKind::sent, event.of)}, {});
      case EventKind::lost:
        return plain(head, RuleKind::deductive, {named(EventKind::was_sent, event.of)},
                     Read{named(EventKind::arrival, event.of), true});
      case EventKind::before:
        return plain(head, RuleKind::inductive, {event.of}, {});
      case EventKind::first:
        return plain(head, RuleKind::deductive, {event.of},
                     Read{named(EventKind::before, event.of)});
      case EventKind::gone:
        return plain(head, RuleKind::deductive, {named(EventKind::before, event.of)},
                     Read{event.of});
    }
  }

 private:
  struct Read {
    RelationId relation;
    /// True if the relation has its first two columns in the opposite order of the head's.
    bool swapped = false;
  };

  [[nodiscard]] std::vector<Rule> rules_of(RelationId relation) const {
    std::vector<Rule> out;
    for (const Rule& rule : program_.rules) {
      if (rule.head == relation) out.push_back(rule);
    }
    return out;
  }
  [[nodiscard]] RelationId named(EventKind kind, RelationId of) const {
    return program_.find(event_name(kind, program_.relation(of).name)).value();
  }

  /// Returns a copy of a rule of the protocol that derives `head` instead.
  [[nodiscard]] Rule copy(RelationId head, const Rule& of) const {
    Rule out = of;
    out.head = head;
    out.made = true;
    out.text = program_.relation(head).event->kind == EventKind::arrival
                   ? fmt::format("{} (with the sender)", of.text)
                   : fmt::format("{}, of {}", program_.relation(head).name, of.text);
    return out;
  }

  /// Adds rules that derive the event `sent` when the rule `sends` fires. They exclude nodes that
  /// send nothing because of a fault. For messages of a node to itself, the condition differs:
  /// under CrashModel::silent, a crashed node still passes messages to itself.
  void add_sent(RelationId head, const Rule& sends) {
    if (sends.kind != RuleKind::async) return;
    Rule rule = copy(head, sends);
    rule.kind = RuleKind::deductive;
    rule.observes = true;
    rule.location = {};
    const Expression from = expression(sends.location, sends.where);
    const Expression& to = sends.head_terms.front().expression;
    rule.head_terms.insert(rule.head_terms.begin(), HeadTerm{std::nullopt, from});
    for (const bool self : {false, true}) {
      Rule one = rule;
      one.comparisons.push_back({self ? Relop::equal : Relop::not_equal, to, from, sends.where});
      const auto quiet = self ? program_.built_in(FaultRelation::quiet_self)
                              : program_.built_in(FaultRelation::quiet);
      one.negative.push_back({quiet.value(), {sends.location}, std::nullopt, sends.where});
      program_.rules.push_back(std::move(one));
    }
  }

  void add_arrival(RelationId head, const Rule& sends) {
    if (sends.kind != RuleKind::async) return;
    Rule rule = copy(head, sends);
    rule.head_terms.insert(rule.head_terms.begin() + 1,
                           HeadTerm{std::nullopt, expression(sends.location, sends.where)});
    program_.rules.push_back(std::move(rule));
  }

  void add_write(RelationId head, const Rule& writes) {
    if (writes.carrier != Carrier::write || keeps(writes)) return;
    program_.rules.push_back(copy(head, writes));
  }

  void plain(RelationId head, RuleKind kind, Read body, std::optional<Read> absent) {
    Rule rule;
    rule.kind = kind;
    rule.head = head;
    rule.observes = rule.made = true;
    rule.where = vocabulary_.info(head).first;
    const Relation& relation = program_.relation(head);
    for (std::size_t i = 0; i < relation.arity(); ++i) {
      rule.slot_names.push_back(fmt::format("X{}", i));
      Expression column = expression(variable(i), rule.where);
      column.type = relation.columns[i];
      rule.head_terms.push_back({std::nullopt, std::move(column)});
    }
    rule.positive.push_back(literal(body, relation.arity(), rule.where));
    rule.text = meaning(*relation.event);
    if (absent) rule.negative.push_back(literal(*absent, relation.arity(), rule.where));
    program_.rules.push_back(std::move(rule));
  }

  static std::size_t column(std::size_t i, bool swapped) { return swapped && i < 2 ? 1 - i : i; }
  static Term variable(std::size_t i) { return {Term::Kind::variable, static_cast<Slot>(i), 0}; }
  static Literal literal(Read read, std::size_t arity, SourceRange where) {
    Literal out{read.relation, {}, std::nullopt, where};
    for (std::size_t i = 0; i < arity; ++i)
      out.arguments.push_back(variable(column(i, read.swapped)));
    return out;
  }
  /// Returns the text that shows a generated rule which is not a copy of a protocol rule.
  [[nodiscard]] std::string meaning(const Event& event) const {
    const std::string& of = program_.relation(event.of).name;
    const std::string name = event_name(event.kind, of);
    switch (event.kind) {
      case EventKind::delivered:
        return fmt::format("{}: the messages {} that arrive", name, of);
      case EventKind::lost:
        return fmt::format("{}: the messages {} that were sent and do not arrive", name, of);
      case EventKind::first:
        return fmt::format("{}: the tuples of {} that did not hold a tick before", name, of);
      case EventKind::gone:
        return fmt::format("{}: the tuples of {} that held a tick before and no longer hold", name,
                           of);
      default:
        return fmt::format("{}, a tick before",
                           event.kind == EventKind::before ? of : event_name(EventKind::sent, of));
    }
  }

  Program& program_;
  const Vocabulary& vocabulary_;
};

/// Returns the names of the protocol's relations for which this kind of event exists.
std::vector<std::string> nameable(const Program& program, EventKind kind) {
  std::vector<std::string> out;
  for (std::size_t r = 0; r < program.relations.size(); ++r) {
    const Relation& relation = program.relations[r];
    const RelationId id(r);
    if (relation.observed || program.built_in(id) || relation.selection_of) continue;
    if (relation.disk_of) continue;
    if (is_about_messages(kind) && !is_message(program, id)) continue;
    if (kind == EventKind::wrote && !file_of(program, id)) continue;
    out.push_back(relation.name);
  }
  std::sort(out.begin(), out.end());
  return out;
}

/// Reports an event about a relation that does not exist, and an event that the protocol reads.
void check_mention(const Program& program, const Vocabulary& vocabulary, RelationId relation,
                   const EventName& named, Report& report) {
  const std::string& name = program.relation(relation).name;
  const auto of = vocabulary.find(named.of);
  const SourceRange where = *vocabulary.info(relation).body;
  if (is_specification(program.sources.name(where.file))) {
    report.error(Code::spec, where,
                 fmt::format("`{}`: the protocol has no relation `{}`", beginning(name),
                             beginning(named.of)),
                 {event_hint(program, named)});
  } else if (of && vocabulary.info(*of).defined) {
    report.error(Code::spec_influence, where,
                 fmt::format("the protocol may not read the event `{}`", beginning(name)),
                 {"only specifications may read events"});
  }
}

}  // namespace

std::optional<EventName> event_named(std::string_view name) {
  const auto dot = name.find('.');
  if (dot == std::string_view::npos || dot + 1 == name.size()) return std::nullopt;
  for (const Spelling& one : spellings) {
    if (!one.helper && one.word == name.substr(0, dot))
      return EventName{one.kind, name.substr(dot + 1)};
  }
  return std::nullopt;
}

std::string event_name(EventKind kind, const std::string& of) {
  const auto* const it = std::find_if(spellings.begin(), spellings.end(),
                                      [kind](const Spelling& one) { return one.kind == kind; });
  return it->helper ? fmt::format("{}[{}]", of, it->word) : fmt::format("{}.{}", it->word, of);
}

bool is_about_messages(EventKind kind) {
  switch (kind) {
    case EventKind::sent:
    case EventKind::delivered:
    case EventKind::lost:
    case EventKind::arrival:
    case EventKind::was_sent:
      return true;
    case EventKind::wrote:
    case EventKind::first:
    case EventKind::gone:
    case EventKind::before:
      break;
  }
  return false;
}

bool is_message(const Program& program, RelationId relation) {
  return std::any_of(program.rules.begin(), program.rules.end(), [&](const Rule& rule) {
    return rule.kind == RuleKind::async && rule.head == relation;
  });
}

std::vector<std::string> sent_relations(const Program& program, bool to_itself) {
  std::set<std::string> out;
  for (const Rule& rule : program.rules) {
    if (rule.made || !sends_messages(program, rule)) continue;
    const auto& to = rule.head_terms.front().expression.steps.front();
    const bool itself = to.op == Expression::Op::constant
                            ? rule.location == Term{Term::Kind::constant, 0, to.value}
                            : rule.location == Term{Term::Kind::variable, to.slot, 0};
    if (!itself || to_itself) out.insert(program.relation(rule.head).name);
  }
  return {out.begin(), out.end()};
}

std::string event_hint(const Program& program, const EventName& named) {
  const std::vector<std::string> names = nameable(program, named.kind);
  const std::string guess = suggestion(named.of, names);
  if (!guess.empty()) return did_you_mean(event_name(named.kind, guess), "", NameForm::code);
  const char* const kind = is_about_messages(named.kind)    ? "messages"
                           : named.kind == EventKind::wrote ? "stable relations"
                                                            : "relations";
  std::string all;
  for (std::size_t i = 0; i < names.size() && i < 12; ++i)
    all += fmt::format("{}`{}`", i > 0 ? ", " : "", beginning(names[i]));
  if (all.empty()) return fmt::format("the protocol has no {}", kind);
  return fmt::format("the {} are {}{}", kind, all, names.size() > 12 ? ", …" : "");
}

void derive_events(Program& program, const Vocabulary& vocabulary, Report& report) {
  EventRules rules(program, vocabulary);
  for (std::size_t r = 0; r < program.relations.size(); ++r) {
    const Relation& relation = program.relations[r];
    const auto& info = vocabulary.info(RelationId(r));
    const auto named = event_named(relation.name);
    if (report.errors_full()) return;
    if (relation.event) {
      const Relation& of = program.relation(relation.event->of);
      if (relation.event->kind == EventKind::wrote && !file_of(program, relation.event->of)) {
        report.error(Code::spec, info.first,
                     fmt::format("`{}` is not stable, so it is never written", of.name),
                     {event_hint(program, *named)});
        continue;
      }
      rules.add(RelationId(r));
    } else if (named && !info.defined && info.body) {
      check_mention(program, vocabulary, RelationId(r), *named, report);
    }
  }
}

}  // namespace ldfi::dedalus
