// Declares events, such as "message m is lost". An event becomes a relation when a specification
// first mentions it. derive_events() adds its rules later, once it is known which relations are on
// disks.
#include <fmt/core.h>

#include "common/base/text.hpp"
#include "common/dedalus/language/events.hpp"
#include "common/dedalus/language/lower.hpp"

namespace ldfi::dedalus {
namespace {

std::string shape(EventKind kind, const std::string& of) {
  return fmt::format("{}({})", event_name(kind, of),
                     is_about_messages(kind) ? "From, To, …" : "Node, …");
}

}  // namespace

/// Returns the relation of this name if facts or rules of the protocol define it; otherwise
/// nullopt.
std::optional<RelationId> Lowering::of_protocol(std::string_view name) const {
  const auto id = vocabulary_.find(name);
  if (!id || !vocabulary_.info(*id).defined) return std::nullopt;
  const Relation& relation = program_.relation(*id);
  return relation.observed || relation.selection_of ? std::nullopt : id;
}

bool Lowering::defines_event(const ast::Head& head) {
  const auto named = event_named(head.relation);
  if (!named || of_protocol(head.relation) || !of_protocol(named->of)) return false;
  report_.error(Code::spec, head.where,
                fmt::format("`{}` is an event of the protocol, so no rule may derive it",
                            beginning(head.relation)),
                {"a specification may only derive relations of its own"});
  return true;
}

bool Lowering::read_event(const ast::Literal& literal) {
  const auto named = event_named(literal.relation);
  if (!named || vocabulary_.find(literal.relation)) return true;
  const auto of = of_protocol(named->of);
  // derive_events() reports the missing relation later, unless something defines a relation of this
  // name.
  if (!of) return true;
  const std::string& name = program_.relation(*of).name;
  const bool messages = is_about_messages(named->kind);
  if (messages && !is_message(program_, *of) && !report_.has_errors()) {
    report_.error(Code::spec, literal.where,
                  fmt::format("`{}` is not a message: no rule derives `{}@async`", name, name),
                  {event_hint(program_, *named)});
    return false;
  }
  if (named->kind == EventKind::lost && options_.late > 0) {
    report_.error(
        Code::spec, literal.where,
        fmt::format(
            "where messages may be late, `{}` cannot be distinguished from a message on its way",
            beginning(literal.relation)),
        {"judge by what is delivered, or leave out delays and duplicates"});
    return false;
  }
  if (named->kind == EventKind::lost) {
    for (const EventKind other : {EventKind::sent, EventKind::delivered}) {
      const std::string own = event_name(other, name);
      if (!of_protocol(own)) continue;
      report_.error(Code::spec, literal.where,
                    fmt::format("`{}` is not available, because `{}` is a relation of the protocol",
                                beginning(literal.relation), beginning(own)),
                    {"a message is lost if it was sent and is not delivered"});
      return false;
    }
  }
  const std::size_t arity = program_.relation(*of).arity() + (messages ? 1 : 0);
  if (literal.arguments.size() != arity) {
    report_.error(
        Code::arity, literal.where,
        fmt::format("`{}` has {} columns, not {}", beginning(literal.relation), arity,
                    literal.arguments.size()),
        {fmt::format("it is {}, with the columns of `{}`", shape(named->kind, name), name)});
    return false;
  }
  if (arity > Vocabulary::max_columns) return true;  // mention() reports the excess columns
  declare_event(named->kind, *of, literal.where);
  return true;
}

RelationId Lowering::declare_event(EventKind kind, RelationId of, SourceRange where) {
  const std::string& text = names_.emplace_back(event_name(kind, program_.relation(of).name));
  if (const auto known = vocabulary_.find(text)) {
    if (vocabulary_.info(*known).defined) return *known;
  }
  const std::size_t shift = is_about_messages(kind) ? 1 : 0;
  const std::size_t arity = program_.relation(of).arity();
  const RelationId id =
      vocabulary_.mention(text, arity + shift, where, Vocabulary::Use::head).value();
  program_.relations[id.index()].observed = true;
  program_.relations[id.index()].event = Event{kind, of};
  const auto typed = [&](RelationId relation, std::size_t i) {
    const Subject column{Subject::Kind::column, text, i};
    return Typed::of(vocabulary_.column(relation, i), column, where);
  };
  // m[from](To, From, …) is a message m(To, …) with its sender, so column 1 is the sender.
  const std::size_t sender = kind == EventKind::arrival ? 1 : 0;
  if (shift > 0) {
    types_.unify(Typed::always(ColumnType::string, {Subject::Kind::column, text, sender}, where),
                 typed(id, sender));
  }
  for (std::size_t i = 0; i < arity; ++i)
    types_.unify(typed(of, i), typed(id, i < sender || shift == 0 ? i : i + 1));
  switch (kind) {
    case EventKind::sent:
      declare_quiet(FaultRelation::quiet, where);
      declare_quiet(FaultRelation::quiet_self, where);
      break;
    case EventKind::was_sent:
      declare_event(EventKind::sent, of, where);
      break;
    case EventKind::lost:
      declare_event(EventKind::was_sent, of, where);
      declare_event(EventKind::arrival, of, where);
      break;
    case EventKind::delivered:
      declare_event(EventKind::arrival, of, where);
      break;
    case EventKind::first:
    case EventKind::gone:
      declare_event(EventKind::before, of, where);
      break;
    case EventKind::wrote:
    case EventKind::arrival:
    case EventKind::before:
      break;
  }
  return id;
}

void Lowering::declare_quiet(FaultRelation relation, SourceRange where) {
  const std::string_view name = name_of(relation);
  const RelationId id = vocabulary_.mention(name, 1, where, Vocabulary::Use::head).value();
  program_.relations[id.index()].observed = true;
  const Subject column{Subject::Kind::column, name, 0};
  types_.unify(Typed::always(ColumnType::string, column, where),
               Typed::of(vocabulary_.column(id, 0), column, where));
  program_.of_faults[static_cast<std::size_t>(relation)] = id;
}

}  // namespace ldfi::dedalus
