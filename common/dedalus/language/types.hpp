// Finds the types of columns by unification. Every column and every rule variable is a node of the
// type graph; constants, arithmetic, aggregates and order comparisons are evidence. A node without
// evidence has the type string.
//
//   const TypeNode column = types.fresh(), x = types.fresh();
//   types.unify(Typed::of(column, {Subject::Kind::column, "log", 0}, where), Typed::of(x, ...));
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/dedalus/language/program.hpp"
#include "common/dedalus/language/report.hpp"

namespace ldfi::dedalus {

using TypeNode = std::uint32_t;

/// A thing that has a type, as messages name it: "column 2 of `log`", "`X`", `"a"`, "arithmetic".
struct Subject {
  enum class Kind : std::uint8_t { column, variable, constant, needs, yields };
  Kind kind = Kind::variable;
  std::string_view name;
  std::size_t column = 0;
};

/// One side of an equation between types: a node of the type graph, or a fixed type (constants,
/// operators).
struct Typed {
  bool fixed = false;
  TypeNode node = 0;
  ColumnType type = ColumnType::string;  ///< the type if `fixed` is true
  Subject subject;
  SourceRange where;

  static Typed of(TypeNode node, Subject subject, SourceRange where) {
    return {false, node, ColumnType::string, subject, where};
  }
  static Typed always(ColumnType type, Subject subject, SourceRange where) {
    return {true, 0, type, subject, where};
  }
};

/// Names of subjects that need integers.
inline constexpr std::string_view order_comparison = "an order comparison";
inline constexpr std::string_view arithmetic = "arithmetic";

class TypeSolver {
 public:
  TypeSolver(const SourceSet& sources, Report& report) : sources_(sources), report_(report) {}

  TypeNode fresh();
  /// Makes both types equal. If they conflict, reports that (code `type`) at `a.where`, with the
  /// places from which the types come. Nodes must come from fresh(). Returns true unless they conflict.
  bool unify(const Typed& a, const Typed& b);
  /// If nothing determines the node's type so far, fixes it as string, with `where` as the reason.
  void settle(TypeNode node, SourceRange where);
  /// Returns the type as far as it is known; string if it is not known.
  ColumnType type(TypeNode node);

 private:
  struct Node {
    TypeNode parent = 0;
    std::uint32_t size = 1;
    bool known = false;
    ColumnType type = ColumnType::string;
    SourceRange evidence;  ///< place that determined the type; line 0 if the type is built in
  };
  TypeNode find(TypeNode node);
  void learn(TypeNode root, ColumnType type, SourceRange evidence);
  void merge(TypeNode a, TypeNode b);
  void report_conflict(const Typed& a, const Typed& b);

  const SourceSet& sources_;
  Report& report_;
  std::vector<Node> nodes_;
};

}  // namespace ldfi::dedalus
