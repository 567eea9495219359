#include "common/dedalus/language/invariant.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/did_you_mean.hpp"
#include "common/base/text.hpp"
#include "common/dedalus/language/events.hpp"
#include "common/dedalus/language/load.hpp"

namespace ldfi::dedalus {
namespace {

std::string shape(const Relation& relation) {
  std::string out;
  for (const ColumnType type : relation.columns) {
    out += fmt::format("{}{}", out.empty() ? "" : ", ",
                       type == ColumnType::integer ? "integer" : "string");
  }
  return fmt::format("{}({})", relation.name, out);
}

/// Returns the relation of this name if the protocol mentions it. Mentions by specifications do not
/// count, because `pre` and `post` belong to the protocol.
std::optional<RelationId> promised(const Program& program, const Vocabulary& vocabulary,
                                   const std::string& name, Report& report) {
  const auto id = program.find(name);
  if (!id) return id;
  const SourceRange first = vocabulary.info(*id).first;
  const bool protocol = !is_specification(program.sources.name(first.file));
  if (program.relation(*id).observed) {
    report.error(Code::spec, first,
                 fmt::format("a specification may not derive `{}`: the protocol promises it", name),
                 {"a specification derives what must not happen: `spec NAME critical finally;`"});
  }
  return protocol ? id : std::nullopt;
}

}  // namespace

void find_invariant(Program& program, const Vocabulary& vocabulary, const std::string& pre,
                    const std::string& post, Report& report) {
  program.pre = promised(program, vocabulary, pre, report);
  program.post = promised(program, vocabulary, post, report);
  if (!program.pre) return;
  const SourceRange where = vocabulary.info(*program.pre).first;
  if (!program.post) {
    std::vector<std::string> names;
    for (const Relation& relation : program.relations) names.push_back(relation.name);
    const std::string near = closest(post, names);
    std::vector<std::string> hints{
        fmt::format("the invariant is: each tuple of `{}` at EOT must be in `{}`, too", pre, post)};
    if (!near.empty()) hints.push_back(fmt::format("did you mean `{}` for `{}`?", post, near));
    report.error(Code::invariant, where,
                 fmt::format("the program has `{}`, but no relation `{}`", pre, post),
                 std::move(hints));
    return;
  }
  const Relation& left = program.relation(*program.pre);
  const Relation& right = program.relation(*program.post);
  if (left.columns == right.columns) return;
  report.error(Code::invariant, where,
               fmt::format("`{}` and `{}` must have the same columns: {} and {}", pre, post,
                           shape(left), shape(right)),
               {fmt::format("`{}` is at {}", post,
                            place(vocabulary.info(*program.post).first, program.sources))});
}

std::string implied_invariant(const Program& program) {
  const auto& all = program.specifications;
  if (program.pre || (!all.empty() && !all.front().invariant)) return "";
  if (program.post) {
    return fmt::format(
        "each tuple that `{0}` has at EOT without faults must be in `{0}` with faults, too (the "
        "program has no `pre`)",
        program.relation(*program.post).name);
  }
  std::vector<std::string> kept;
  for (const Relation& relation : program.relations) {
    if (relation.persisted) kept.push_back(fmt::format("`{}`", relation.name));
  }
  if (kept.empty()) {
    return "none: the program has neither `pre` nor `post`, and no rule `r(X)@next :- r(X);`";
  }
  return fmt::format(
      "each tuple that {} at EOT without faults must hold with faults, too (the program has "
      "neither "
      "`pre` nor `post`)",
      kept.size() == 1 ? kept.front() + " has"
                       : fmt::format("one of {} has", first_items_text(kept, ", ")));
}

void warn_never_holds(const Program& program, const Vocabulary& vocabulary, Report& report) {
  const auto is_disk = [](const Relation& relation) { return relation.disk_of.has_value(); };
  std::vector<std::string> defined;
  for (std::size_t r = 0; r < program.relations.size(); ++r) {
    if (vocabulary.info(RelationId(r)).defined) defined.push_back(program.relations[r].name);
  }
  for (std::size_t r = 0; r < program.relations.size(); ++r) {
    const RelationId id(r);
    const auto& info = vocabulary.info(id);
    const bool special = program.built_in(id) || id == program.pre || id == program.post;
    if (info.defined || special || !info.body || report.warnings_full()) continue;
    const bool event = event_named(program.relations[r].name).has_value();
    // Nothing to do here, because derive_events() reports such an event.
    if (event && is_specification(program.sources.name(info.body->file))) continue;
    const std::string guess = suggestion(program.relations[r].name, defined);
    std::vector<std::string> hints = as_hints(did_you_mean(guess, "", NameForm::code));
    const std::string& name = program.relations[r].name;
    const FaultRelationRow* row = fault_relation_named(name);
    if (row != nullptr && !row->internal()) {
      hints = {
          row->relation
              ? fmt::format("{}(Node, Relation) is built in, with two columns, a node and a string",
                            name)
              : fmt::format("{}(Node) is built in, with one column that holds a node", name)};
    }
    if (name == sync_name && std::ranges::any_of(program.relations, is_disk)) {
      hints.emplace_back("without `sync`, buffered tuples are lost at a restart");
    }
    report.warning(Code::never_holds, *info.body,
                   fmt::format("`{}` never holds: no fact gives it and no rule derives it",
                               program.relations[r].name),
                   std::move(hints));
  }
}

}  // namespace ldfi::dedalus
