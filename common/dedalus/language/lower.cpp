// Lowers facts (turns their syntax trees into tuples), and contains code that facts and rules
// share. The file lower_rule.cpp lowers rules.
#include "common/dedalus/language/lower.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <ranges>

#include "common/base/did_you_mean.hpp"
#include "common/base/text.hpp"
#include "common/dedalus/language/fifo.hpp"
#include "common/dedalus/language/late.hpp"
#include "common/dedalus/language/lexer.hpp"

namespace ldfi::dedalus {
namespace {

using TermKind = ast::Term::Kind;

bool is_constant(const ast::Term& term) {
  return term.kind == TermKind::string || term.kind == TermKind::integer;
}

}  // namespace

Lowering::Lowering(Program& program, const CheckOptions& options, Report& report)
    : program_(program),
      options_(options),
      report_(report),
      types_(program.sources, report),
      vocabulary_(program, types_, report) {}

void Lowering::add(const ast::Statement& statement) {
  ++statements_;
  if (statement.specification) {
    add_specification(*statement.specification);
  } else if (!statement.stored.empty()) {
    add_storage(statement);
  } else if (statement.has_body) {
    add_rule(statement);
  } else {
    add_fact(statement);
  }
}

void Lowering::observe() {
  observing_ = true;
  for (const ast::Stored& stored : storage_) {
    if (stored.how == "buffered") type_disk(stored);
  }
  for (std::size_t r = 0; r < program_.relations.size(); ++r) {
    const RelationId relation(r);
    for (std::size_t i = 0; i < program_.relation(relation).arity(); ++i) {
      types_.settle(vocabulary_.column(relation, i), vocabulary_.info(relation).first);
    }
  }
}

void Lowering::add_specification(const ast::Specification& specification) {
  if (observing_) {
    specifications_.push_back(specification);
    return;
  }
  report_.error(Code::spec, specification.where,
                "a specification must be in a file of its own kind",
                {fmt::format("move it and its rules to a {} file, and name that with `--spec` "
                             "(`specs:`)",
                             specification_extension)});
}

void Lowering::add_storage(const ast::Statement& statement) {
  if (observing_) {
    report_.error(Code::spec_influence, statement.stored.front().where,
                  "only the protocol may say how a relation is stored", {});
    return;
  }
  storage_.insert(storage_.end(), statement.stored.begin(), statement.stored.end());
}

std::optional<RelationId> Lowering::define(const ast::Head& head, Vocabulary::Use use) {
  const auto id = vocabulary_.find(head.relation);
  if (observing_ && id && vocabulary_.info(*id).defined && !program_.relation(*id).observed) {
    report_.error(Code::spec_influence, head.where,
                  fmt::format("`{}` belongs to the protocol", beginning(head.relation)),
                  {"a specification may only derive relations of its own"});
    return std::nullopt;
  }
  if (observing_ && defines_event(head)) return std::nullopt;
  const auto out = vocabulary_.mention(head.relation, head.terms.size(), head.where, use);
  if (out && observing_) program_.relations[out->index()].observed = true;
  return out;
}

Value Lowering::constant(const ast::Term& term) {
  if (term.kind == TermKind::integer) return term.integer;
  return program_.symbols.intern(decode_string(term.text));
}

Typed Lowering::typed(const ast::Term& term, Scope& scope) {
  if (term.kind == TermKind::integer) {
    return Typed::always(ColumnType::integer,
                         {Subject::Kind::constant, term.text.empty() ? "this" : term.text, 0},
                         term.where);
  }
  if (term.kind == TermKind::string) {
    return Typed::always(ColumnType::string, {Subject::Kind::constant, term.text, 0}, term.where);
  }
  const Subject subject{Subject::Kind::variable, term.text, 0};
  return Typed::of(scope.node(scope.find(term.text).value()), subject, term.where);
}

void Lowering::add_fact(const ast::Statement& statement) {
  const ast::Head& head = statement.head;
  const std::size_t errors = report_.error_count();
  GivenFact fact;
  fact.where = head.where;
  fact_time(statement, fact.at);
  const auto relation = define(head, Vocabulary::Use::fact);
  if (!relation) return;
  fact.relation = *relation;
  fact_tuple(head, *relation, fact.tuple);
  // Conflicts of types count as errors, too, so they are noticed here.
  if (report_.error_count() != errors) return;
  if (options_.eot && fact.at.tick() > *options_.eot) {
    report_.warning(
        Code::late_fact, head.annotation.where,
        fmt::format("this fact is later than EOT ({}), so it never holds", *options_.eot));
  }
  program_.facts.push_back(std::move(fact));
}

void Lowering::fact_time(const ast::Statement& statement, Time& out) {
  const ast::Annotation& at = statement.head.annotation;
  if (at.kind == ast::Annotation::Kind::none) {
    report_.error(Code::fact_time, statement.head.where,
                  "a fact needs the tick at which it is given",
                  {"write `rel(...)@1;`, or `head(...) :- body(...);` for a rule"});
    return;
  }
  if (at.kind != ast::Annotation::Kind::tick) {
    report_.error(Code::fact_time, at.where,
                  "a fact is given at a tick; only rules have `@next` or `@async`",
                  {"write `rel(...)@1;`, or `head(...)@next :- body(...);` for a rule"});
    return;
  }
  if (at.tick < 1 || at.tick > std::numeric_limits<int>::max()) {
    report_.error(Code::fact_time, at.where,
                  at.tick < 1 ? "ticks are numbered from 1" : "no run is that long");
    return;
  }
  out = Time(static_cast<int>(at.tick));
}

void Lowering::fact_tuple(const ast::Head& head, RelationId relation, std::vector<Value>& out) {
  out.reserve(head.terms.size());
  for (std::size_t i = 0; i < head.terms.size(); ++i) {
    const ast::HeadTerm& written = head.terms[i];
    const ast::Term* term = written.aggregate ? nullptr : written.expression.term();
    if (term != nullptr && is_constant(*term)) {
      const Subject subject{Subject::Kind::constant, term->text.empty() ? "this" : term->text, 0};
      const Subject column{Subject::Kind::column, head.relation, i};
      const bool integer = term->kind == TermKind::integer;
      types_.unify(
          Typed::always(integer ? ColumnType::integer : ColumnType::string, subject, term->where),
          Typed::of(vocabulary_.column(relation, i), column, head.where));
      out.push_back(constant(*term));
      continue;
    }
    if (term != nullptr) {
      report_.error(
          Code::fact, term->where,
          fmt::format("a fact holds constants, but `{}` is a variable", beginning(term->text)),
          {"a string constant needs double quotes: \"a\""});
    } else {
      report_.error(Code::fact, written.where,
                    "a fact holds constants, not aggregates or arithmetic");
    }
  }
}

/// Applies a storage statement such as `stable p;`. Called after all other statements, because they
/// may mention its relation later in the source.
void Lowering::store(const ast::Stored& stored) {
  const auto fail = [&](std::string text, std::vector<std::string> hints) {
    if (report_.errors_full()) return;
    report_.error(Code::storage, stored.where, std::move(text), std::move(hints));
  };
  const auto name = beginning(stored.relation);
  const auto id = program_.find(stored.relation);
  if (!id || program_.built_in(*id)) {
    std::vector<std::string> names;
    for (const Relation& relation : program_.relations) names.push_back(relation.name);
    const std::string guess = id ? "" : suggestion(stored.relation, names);
    return fail(id ? fmt::format("`{}` is built in, so it cannot be stored", name)
                   : fmt::format("`{}` occurs in no fact and no rule", name),
                as_hints(did_you_mean(guess, "", NameForm::code)));
  }
  if (program_.relation(*id).observed) {
    return fail(fmt::format("`{}` belongs to specifications, so it cannot be stored", name), {});
  }
  const bool temporal =
      std::any_of(program_.rules.begin(), program_.rules.end(),
                  [&](const Rule& r) { return r.head == *id && r.kind != RuleKind::deductive; }) ||
      std::any_of(program_.facts.begin(), program_.facts.end(),
                  [&](const GivenFact& f) { return f.relation == *id; });
  if (stored.how != "volatile" && !temporal) {
    return fail(fmt::format("`{}` is never stored: only rules of the same tick derive it", name),
                {"only tuples that an `@next` rule derives are written to the disk"});
  }
  std::string_view& how = how_[id->index()];
  if (!how.empty() && how != stored.how) {
    return fail(fmt::format("`{}` is declared both {} and {}", name, how, stored.how), {});
  }
  how = stored.how;
  stored_[id->index()] = true;
  program_.relations[id->index()].stable = how == "stable";
}

/// Returns the relation of this name that has facts about faults, such as `restart`. Returns
/// nullopt if the program does not mention it, or if the program itself derives a relation of this
/// name.
std::optional<RelationId> Lowering::built_in(std::string_view name, std::size_t arity) const {
  const auto id = program_.find(name);
  if (!id || vocabulary_.info(*id).defined) return std::nullopt;
  const auto& columns = program_.relation(*id).columns;
  const bool strings = std::all_of(columns.begin(), columns.end(),
                                   [](ColumnType type) { return type == ColumnType::string; });
  return columns.size() == arity && strings ? id : std::nullopt;
}

/// Declares a generated relation. It has `strings` string columns and, if `number` is true, an
/// integer column at the end. No program can contain its name, so it cannot be confused with a
/// relation of the program.
RelationId Lowering::declare_helper(std::string_view name, std::size_t strings, bool number) {
  const std::size_t arity = strings + (number ? 1 : 0);
  const SourceRange where{FileId(std::size_t{0}), 0, 0, 0};
  const RelationId id = vocabulary_.mention(name, arity, where, Vocabulary::Use::head).value();
  for (std::size_t i = 0; i < arity; ++i) {
    const Subject column{Subject::Kind::column, name, i};
    types_.unify(
        Typed::always(i < strings ? ColumnType::string : ColumnType::integer, column, where),
        Typed::of(vocabulary_.column(id, i), column, where));
  }
  return id;
}

/// Declares a relation of facts about faults that generated rules read.
void Lowering::declare(FaultRelation relation) {
  const FaultRelationRow& row = row_of(relation);
  const bool named = row.relation && (!row.receiver || options_.late_by_relation);
  const std::size_t strings = 1U + (row.receiver ? 1U : 0U) + (named ? 1U : 0U);
  program_.of_faults[static_cast<std::size_t>(relation)] =
      declare_helper(row.name, strings, row.ticks);
}

void Lowering::declare_late() {
  declare(FaultRelation::late);
  if (options_.fifo) declare_order();
  std::vector<bool> message(program_.relations.size());
  for (const Rule& rule : program_.rules) {
    if (rule.kind == RuleKind::async) message[rule.head.index()] = true;
  }
  for (std::size_t r = 0; r < message.size(); ++r) {
    const auto& event = program_.relations[r].event;
    if (event && event->kind == EventKind::arrival) message[r] = true;
  }
  for (std::size_t r = 0; r < message.size(); ++r) {
    if (message[r]) declare_under_way(RelationId(r));
  }
}

void Lowering::declare_order() {
  for (const auto name : {sending_name, in_time_name, newest_name, older_name, overtaken_name}) {
    const bool ticks = name == newest_name || name == older_name;
    const bool named = name == sending_name && options_.late_by_relation;
    const RelationId id = declare_helper(name, named ? 3 : 2, ticks);
    program_.relations[id.index()].orders = true;
    if (name == overtaken_name) program_.overtaken = id;
  }
}

/// Declares the relation that holds messages while they are late. Its columns are those of the
/// message, followed by the number of ticks until the message arrives.
void Lowering::declare_under_way(RelationId message) {
  const SourceRange where = vocabulary_.info(message).first;
  const std::size_t arity = program_.relation(message).arity();
  if (arity + 1 > Vocabulary::max_columns) {
    report_.error(Code::arity, where,
                  fmt::format("a message that may be late has at most {} columns",
                              Vocabulary::max_columns - 1));
    return;
  }
  const std::string& name =
      names_.emplace_back(late_relation_name(program_.relation(message).name));
  const RelationId id = vocabulary_.mention(name, arity + 1, where, Vocabulary::Use::head).value();
  program_.relations[id.index()].late_of = message;
  program_.relations[id.index()].observed = program_.relation(message).observed;
  const auto typed = [&](RelationId relation, std::size_t i) {
    const Subject column{Subject::Kind::column, name, i};
    return Typed::of(vocabulary_.column(relation, i), column, where);
  };
  for (std::size_t i = 0; i < arity; ++i) types_.unify(typed(message, i), typed(id, i));
  types_.unify(Typed::always(ColumnType::integer, {Subject::Kind::column, name, arity}, where),
               typed(id, arity));
}

void Lowering::finish() {
  for (const ast::Stored& stored : storage_) {
    if (stored.how == "buffered") declare_disk(stored);
  }
  if (options_.writebacks && !buffers_.empty()) declare_flush();
  for (const FaultRelationRow& row : fault_relations() | std::views::reverse) {
    if (std::ranges::count(options_.generated, row.which) > 0) declare(row.which);
  }
  if (options_.late > 0) declare_late();
  for (std::size_t r = 0; r < program_.relations.size(); ++r) {
    auto& columns = program_.relations[r].columns;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      columns[i] = types_.type(vocabulary_.column(RelationId(r), i));
    }
  }
  const auto settle = [&](Expression& expression, std::size_t rule) {
    const auto& step = expression.steps.front();
    if (expression.steps.size() == 1 && step.op == Expression::Op::variable) {
      expression.type = types_.type(first_slot_[rule] + step.slot);
    }
  };
  for (std::size_t r = 0; r < program_.rules.size(); ++r) {
    Rule& rule = program_.rules[r];
    for (HeadTerm& term : rule.head_terms) settle(term.expression, r);
    for (Comparison& comparison : rule.comparisons) {
      settle(comparison.left, r);
      settle(comparison.right, r);
    }
  }
  for (const FaultRelationRow& row : fault_relations()) {
    if (row.internal()) continue;
    program_.of_faults[static_cast<std::size_t>(row.which)] =
        built_in(row.name, row.relation ? 2 : 1);
  }
  stored_.assign(program_.relations.size(), false);
  how_.resize(program_.relations.size());
  for (const ast::Stored& stored : storage_) store(stored);
  for (const Buffer& buffer : buffers_) add_disk(buffer);
  if (program_.flush) add_flush();
  if (!report_.has_errors()) warn_useless_syncs();
}

std::string one_line(std::string_view statement) {
  std::string out;
  bool in_string = false;
  for (std::size_t i = 0; i < statement.size(); ++i) {
    const char c = statement[i];
    const char next = i + 1 < statement.size() ? statement[i + 1] : '\0';
    if (in_string) {
      out += c;
      if (c == '\\' && next != '\0') out += statement[++i];
      in_string = c != '"';
    } else if (c == '/' && (next == '/' || next == '*')) {
      const std::size_t close = statement.find(next == '/' ? "\n" : "*/", i + 2);
      if (close == std::string_view::npos) break;
      i = close + (next == '/' ? 0 : 1);
      if (!out.empty() && out.back() != ' ') out += ' ';
    } else if (c == ' ' || (c >= '\t' && c <= '\r')) {
      if (!out.empty() && out.back() != ' ') out += ' ';
    } else {
      out += c;
      in_string = c == '"';
    }
  }
  return out;
}

}  // namespace ldfi::dedalus
