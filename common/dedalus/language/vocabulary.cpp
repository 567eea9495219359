#include "common/dedalus/language/vocabulary.hpp"

#include <fmt/core.h>

#include "common/base/text.hpp"

namespace ldfi::dedalus {
namespace {

std::string columns(std::size_t n) {
  return fmt::format("{} column{}", n, n == 1 ? "" : "s");
}

constexpr std::size_t crash_arity = 3;

}  // namespace

bool Vocabulary::allowed(std::string_view name, SourceRange where, Use use) {
  if (name == clock_name) {
    report_.error(Code::reserved, where, "`clock` is reserved",
                  {"write `@next` or `@async` instead"});
    return false;
  }
  if (name == crash_name && use != Use::body) {
    report_.error(Code::reserved, where, "`crash` is built in: no fact or rule may define it",
                  {"crashes come from the Fspec (--crashes)"});
    return false;
  }
  return true;
}

std::optional<RelationId> Vocabulary::mention(std::string_view name, std::size_t arity,
                                              SourceRange where, Use use) {
  if (!allowed(name, where, use)) return std::nullopt;
  const auto known = ids_.find(name);
  const std::size_t expected = known != ids_.end()  ? program_.relation(known->second).arity()
                               : name == crash_name ? crash_arity
                                                    : arity;
  if (expected > max_columns) {
    report_.error(Code::limit, where,
                  fmt::format("a relation has at most {}, not {}", columns(max_columns), arity));
    return std::nullopt;
  }
  if (expected != arity) {
    std::vector<std::string> hints;
    if (name == crash_name) {
      hints.emplace_back("crash(Observer, Node, Time) is built in");
    } else {
      const Info& info = infos_[known->second.index()];
      hints.push_back(
          fmt::format("it has {} at {}", columns(expected), place(info.first, program_.sources)));
      const FaultRelationRow* row = fault_relation_named(name);
      const bool built_in = row != nullptr && row->of_node() && !info.defined;
      if (built_in) hints.push_back(fmt::format("{}(Node) is built in", name));
    }
    // If the first mention has the wrong number of columns, all others differ from it. So only one
    // error is reported.
    if (!reported_arities_.emplace(name, arity).second) {
      report_.error_again();
    } else {
      report_.error(Code::arity, where,
                    fmt::format("`{}` has {}, not {}", beginning(name), columns(expected), arity),
                    std::move(hints));
    }
    if (known != ids_.end() && use != Use::body) infos_[known->second.index()].defined = true;
    return std::nullopt;
  }
  const RelationId id = known != ids_.end() ? known->second : declare(name, arity, where);
  Info& info = infos_[id.index()];
  if (use != Use::body) {
    info.defined = true;
  } else if (!info.body) {
    info.body = where;
  }
  return id;
}

RelationId Vocabulary::declare(std::string_view name, std::size_t arity, SourceRange where) {
  const RelationId id(program_.relations.size());
  Relation relation;
  relation.name = name;
  relation.columns.assign(arity, ColumnType::string);
  program_.relations.push_back(std::move(relation));
  Info info;
  info.first = where;
  info.first_column = types_.fresh();
  for (std::size_t i = 1; i < arity; ++i) types_.fresh();
  infos_.push_back(info);
  ids_.emplace(name, id);
  if (name == crash_name) declare_crash(id);
  return id;
}

void Vocabulary::declare_crash(RelationId id) {
  program_.timeless = id;
  for (std::size_t i = 0; i < crash_arity; ++i) {
    const ColumnType type = i == 2 ? ColumnType::integer : ColumnType::string;
    const Subject self{Subject::Kind::column, crash_name, i};
    types_.unify(Typed::of(column(id, i), self, {}), Typed::always(type, self, {}));
  }
}

}  // namespace ldfi::dedalus
