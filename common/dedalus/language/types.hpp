// Finds the types of columns by unification. Every column and every variable of a rule is a node of
// a graph. Constants, arithmetic, aggregates and comparisons by order determine types. If nothing
// determines the type of a node, the type is string.
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

/// A thing that has a type, in the form that messages use: "column 2 of `log`", "`X`", `"a"` or
/// "arithmetic".
struct Subject {
  enum class Kind : std::uint8_t { column, variable, constant, needs, yields };
  Kind kind = Kind::variable;
  std::string_view name;
  std::size_t column = 0;
};

/// One side of an equation between types: a node of the graph of types, or a fixed type, such as
/// that of a constant.
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

/// Texts that name operations which need integers.
inline constexpr std::string_view order_comparison = "an order comparison";
inline constexpr std::string_view arithmetic = "arithmetic";

class TypeSolver {
 public:
  TypeSolver(const SourceSet& sources, Report& report) : sources_(sources), report_(report) {}

  TypeNode fresh();
  /// Makes both types equal. If they conflict, reports an error (code `type`) at `a.where`, which
  /// shows what determined each type, and returns false. Otherwise returns true. Nodes must come
  /// from fresh().
  bool unify(const Typed& a, const Typed& b);
  /// If the node's type is not determined yet, makes it string. Later messages show `where` as the
  /// reason.
  void settle(TypeNode node, SourceRange where);
  /// Returns the type of the node; string if it is not determined yet.
  ColumnType type(TypeNode node);

 private:
  struct Node {
    TypeNode parent = 0;
    std::uint32_t size = 1;
    bool known = false;
    ColumnType type = ColumnType::string;
    /// Place that determined the type; its line is 0 if the type is built in.
    SourceRange evidence;
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
