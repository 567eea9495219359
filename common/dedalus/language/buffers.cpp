// Adds the rules for `buffered p;`. A node has the tuples that `@next` rules derive for p in
// memory. Its disk has the tuples that `sync(N, "p")` has written, in the relation `dur.p`. The
// added rules are plain rules, so code that reads the checked program need not know about buffers
// [FTS10 §2.1]:
//
//   dur.p(…)@next :- …, sync(N, "p");                          for every p(…)@next :- …;
//   dur.p(X0, …)@next :- dur.p(X0, …), notin sync(X0, "p");    the disk stays as it is
//   p(X0, …) :- dur.p(X0, …), restart(X0);                     a restart reads the disk
//   p(X0, …) :- dur.p(X0, …), down(X0);                        observers see the disk
//
// If the system may also write tuples to the disk without a `sync`, the rules read `flushed`
// instead of `sync`:
//
//   flushed(N, P) :- sync(N, P);
//   flushed(N, P) :- written_back(N, P);
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "common/base/text.hpp"
#include "common/dedalus/language/lower.hpp"
#include "common/dedalus/language/storage.hpp"

namespace ldfi::dedalus {
namespace {

std::string columns_text(const Rule& rule) {
  return fmt::format("{}", fmt::join(rule.slot_names, ", "));
}

}  // namespace

std::optional<RelationId> Lowering::built_in_for(const ast::Stored& stored, std::string_view name) {
  const auto id = vocabulary_.mention(name, 1, stored.where, Vocabulary::Use::body);
  if (!id) return std::nullopt;
  types_.unify(Typed::of(vocabulary_.column(*id, 0), {Subject::Kind::column, name, 0}, {}),
               Typed::always(ColumnType::string, {Subject::Kind::column, name, 0}, {}));
  if (!vocabulary_.info(*id).defined) return id;
  report_.error(Code::storage, stored.where,
                fmt::format("a program with buffered relations cannot define `{}` itself", name),
                {fmt::format("rules can read what is on a disk when {}(Node) holds", name)});
  return std::nullopt;
}

/// Gives the columns of `dur.p`, the tuples of p on the disk, the types of p's columns.
void Lowering::type_disk(const ast::Stored& stored) {
  const std::string& name = names_.emplace_back(fmt::format("dur.{}", stored.relation));
  const auto relation = vocabulary_.find(stored.relation);
  const auto disk = vocabulary_.find(name);
  if (!relation || !disk ||
      program_.relation(*disk).arity() != program_.relation(*relation).arity())
    return;
  const auto column = [&](RelationId of, std::string_view its_name, std::size_t i) {
    return Typed::of(vocabulary_.column(of, i), {Subject::Kind::column, its_name, i}, stored.where);
  };
  for (std::size_t i = 0; i < program_.relation(*relation).arity(); ++i) {
    types_.unify(column(*disk, name, i), column(*relation, stored.relation, i));
  }
}

/// Declares `dur.p`, the relation of the tuples on the disk, and `sync`. add_disk() adds the rules
/// once the types of columns are known.
void Lowering::declare_disk(const ast::Stored& stored) {
  const auto relation = vocabulary_.find(stored.relation);
  if (!relation || program_.relation(*relation).observed) return;  // store() reports this
  for (const Buffer& known : buffers_) {
    if (known.relation == *relation) return;
  }
  const std::string& name = names_.emplace_back(fmt::format("dur.{}", stored.relation));
  const std::size_t arity = program_.relation(*relation).arity();
  if (const auto own = vocabulary_.find(name); own && vocabulary_.info(*own).defined) {
    report_.error(
        Code::storage, vocabulary_.info(*own).first,
        fmt::format("`{}` is the disk of `{}`: no fact or rule derives it", name, stored.relation),
        {});
    return;
  }
  const auto disk = vocabulary_.mention(name, arity, stored.where, Vocabulary::Use::head);
  const auto sync = vocabulary_.mention(sync_name, 2, stored.where, Vocabulary::Use::body);
  if (!disk || !sync || !built_in_for(stored, name_of(FaultRelation::restart)) ||
      !built_in_for(stored, name_of(FaultRelation::down))) {
    return;
  }
  const auto node = [&](RelationId of, std::string_view its_name, std::size_t i) {
    const Subject subject{Subject::Kind::column, its_name, i};
    return Typed::of(vocabulary_.column(of, i), subject, stored.where);
  };
  for (std::size_t i = 0; i < arity; ++i) {
    types_.unify(node(*disk, name, i), node(*relation, stored.relation, i));
  }
  for (std::size_t i = 0; i < 2; ++i) {
    types_.unify(
        node(*sync, sync_name, i),
        Typed::always(ColumnType::string, {Subject::Kind::needs, "a sync", i}, stored.where));
  }
  const Subject first{Subject::Kind::needs, "a buffered relation", 0};
  types_.unify(node(*relation, stored.relation, 0),
               Typed::always(ColumnType::string, first, stored.where));
  buffers_.push_back({*relation, *disk, *sync, stored.where});
}

void Lowering::declare_flush() {
  program_.flush = declare_helper(flush_name, 2);
  declare(FaultRelation::writeback);
}

void Lowering::add_flush() {
  const Buffer& first = buffers_.front();
  for (const RelationId reason : {first.sync, *program_.built_in(FaultRelation::writeback)}) {
    Rule rule = copy_of(program_, *program_.flush, first.where);
    rule.kind = RuleKind::deductive;
    rule.positive.front().relation = reason;
    rule.text = fmt::format("flushed(X0, X1) :- {}(X0, X1);",
                            reason == first.sync ? sync_name : "written_back");
    program_.rules.push_back(std::move(rule));
  }
}

void Lowering::add_disk(const Buffer& buffer) {
  const std::string& name = program_.relation(buffer.relation).name;
  const std::string& disk = program_.relation(buffer.disk).name;
  const Value named = program_.symbols.intern(name);
  const auto sync = [&](const Term& location) {
    return Literal{program_.flush.value_or(buffer.sync),
                   {location, {Term::Kind::constant, 0, named}},
                   std::nullopt,
                   buffer.where};
  };
  const auto place = [&](const Rule& rule) {
    return rule.location.kind == Term::Kind::variable
               ? rule.slot_names[rule.location.slot]
               : fmt::format("\"{}\"", program_.symbols.text(rule.location.value));
  };
  const std::string_view flushes = program_.flush ? "flushed" : sync_name;
  program_.relations[buffer.disk.index()].disk_of = buffer.relation;
  program_.relations[buffer.disk.index()].stable = true;
  std::vector<Rule> made;
  for (const Rule& rule : program_.rules) {
    if (rule.head != buffer.relation || rule.kind != RuleKind::inductive) continue;
    Rule& write = made.emplace_back(rule);
    write.made = true;
    write.head = buffer.disk;
    write.positive.push_back(sync(rule.location));
    write.text = fmt::format("dur.{}, {}({}, \"{}\");",
                             rule.text.substr(0, rule.text.find_last_not_of("; ") + 1), flushes,
                             place(rule), name);
  }
  Rule copy = copy_of(program_, buffer.disk, buffer.where);
  const std::string columns = columns_text(copy);
  Rule stays = copy;
  stays.negative.push_back(sync(copy.location));
  stays.text = fmt::format("{0}({1})@next :- {0}({1}), notin {3}(X0, \"{2}\");", disk, columns,
                           name, flushes);
  made.push_back(std::move(stays));
  for (const std::string_view when :
       {name_of(FaultRelation::restart), name_of(FaultRelation::down)}) {
    Rule& load = made.emplace_back(copy);
    load.kind = RuleKind::deductive;
    load.carrier = Carrier::load;
    load.head = buffer.relation;
    load.positive.push_back(
        {vocabulary_.find(when).value(), {copy.location}, std::nullopt, buffer.where});
    load.text = fmt::format("{}({}) :- {}({}), {}(X0);", name, columns, disk, columns, when);
  }
  for (Rule& rule : made) program_.rules.push_back(std::move(rule));
  stored_[buffer.disk.index()] = true;
}

/// Warns about each `sync(N, "p")` whose relation p is not buffered, because it writes nothing.
void Lowering::warn_useless_syncs() {
  if (buffers_.empty()) return;
  const auto check = [&](Value named, SourceRange where) {
    const std::string& name = program_.symbols.text(named);
    const auto is = [&](const Buffer& b) { return program_.relation(b.relation).name == name; };
    if (std::ranges::any_of(buffers_, is) || report_.warnings_full()) return;
    report_.warning(
        Code::storage, where,
        fmt::format("`sync` of {} writes nothing: the relation is not buffered", shown(name)));
  };
  const RelationId sync = buffers_.front().sync;
  for (const GivenFact& fact : program_.facts) {
    if (fact.relation == sync) check(fact.tuple[1], fact.where);
  }
  for (const Rule& rule : program_.rules) {
    if (rule.head != sync) continue;
    const auto& steps = rule.head_terms[1].expression.steps;
    const bool constant = steps.size() == 1 && steps[0].op == Expression::Op::constant;
    if (constant) check(steps[0].value, rule.where);
  }
}

}  // namespace ldfi::dedalus
