// Writes premises, comparisons and terms of random rules. The rules are well typed and safe: a
// positive literal binds a variable before anything else uses it.
#pragma once

#include <string>
#include <vector>

#include "common/faults/fspec.hpp"
#include "test/support/random.hpp"

namespace ldfi::test {

enum class Kind : std::uint8_t { node, datum, integer };

/// A relation of the random program: its name, its columns and its layer.
struct Shape {
  std::string name;
  std::vector<Kind> columns;
  int layer = 0;
};

inline constexpr int base_layer = 0;
inline constexpr int state_layer = 1;
inline constexpr int invariant_layer = 10;

/// The body of a rule under construction: its variables by kind, and its premises.
struct Body {
  std::vector<std::string> variables[3];
  std::vector<std::string> premises;
  int fresh = 0;

  std::vector<std::string>& of(Kind kind) { return variables[static_cast<std::size_t>(kind)]; }
  std::string bind(Kind kind);
};

class RuleWriter {
 public:
  RuleWriter(Random& random, const std::vector<std::string>& nodes)
      : random_(random), nodes_(nodes) {}

  std::vector<Shape> shapes;

  std::string constant(Kind kind);
  /// Adds `positive` premises with relations of at most this layer, and negated premises with
  /// relations of lower layers. If `any` is true, the first relation need not have nodes in its
  /// first column.
  void add_premises(Body& body, int layer, bool any, int positive);
  /// Returns a head whose variables the body binds. If `counting` is true, integers may be results
  /// of arithmetic.
  std::string head(Body& body, const Shape& shape, bool counting);
  std::string value(Body& body, Kind kind, bool counting);
  /// Returns an aggregate over a variable of the body, or a constant if the body has no variables.
  std::string aggregate(Body& body);

 private:
  const Shape& relation_below(int layer, bool any);
  std::string argument(Body& body, Kind kind, bool location);
  std::string at_tick();
  void add_positive(Body& body, int layer, bool any);
  std::string bound_or_any(Body& body, Kind kind);
  void repeat_variable(Body& body, const Shape& shape, std::vector<std::string>& arguments);
  void add_negative(Body& body, int layer);
  void add_crash(Body& body);
  std::string arithmetic(Body& body);
  void add_comparison(Body& body);

  Random& random_;
  const std::vector<std::string>& nodes_;
};

}  // namespace ldfi::test
