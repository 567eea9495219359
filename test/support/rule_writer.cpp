#include "test/support/rule_writer.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace ldfi::test {

std::string Body::bind(Kind kind) {
  of(kind).push_back(fmt::format("{}{}", "NDI"[static_cast<std::size_t>(kind)], fresh++));
  return of(kind).back();
}

std::string RuleWriter::constant(Kind kind) {
  static const std::vector<std::string> data = {"\"x\"", "\"y\"", "\"two words\""};
  switch (kind) {
    case Kind::node:
      return fmt::format("\"{}\"", random_.pick(nodes_));
    case Kind::datum:
      return random_.chance(70) ? data[0] : random_.pick(data);
    case Kind::integer:
      break;
  }
  if (random_.chance(5)) return "9223372036854775807";
  return std::to_string(random_.between(random_.chance(10) ? -2 : 0, 3));
}

/// Returns a random relation of at most this layer. Its first column has nodes, unless `any` is
/// true.
const Shape& RuleWriter::relation_below(int layer, bool any) {
  for (;;) {
    const Shape& shape = random_.pick(shapes);
    if (shape.layer <= layer && (any || shape.columns.front() == Kind::node)) return shape;
  }
}

std::string RuleWriter::argument(Body& body, Kind kind, bool location) {
  if (!location && random_.chance(12)) return "_";
  if (random_.chance(location ? 8 : 12)) return constant(kind);
  if (!body.of(kind).empty() && random_.chance(location ? 75 : 50))
    return random_.pick(body.of(kind));
  return body.bind(kind);
}

std::string RuleWriter::at_tick() {
  return random_.chance(5) ? fmt::format("@{}", random_.between(1, 2)) : "";
}

void RuleWriter::add_positive(Body& body, int layer, bool any) {
  const Shape& shape = relation_below(layer, any);
  std::vector<std::string> arguments;
  for (std::size_t i = 0; i < shape.columns.size(); ++i) {
    arguments.push_back(argument(body, shape.columns[i], i == 0));
  }
  body.premises.push_back(
      fmt::format("{}({}){}", shape.name, fmt::join(arguments, ", "), at_tick()));
}

std::string RuleWriter::bound_or_any(Body& body, Kind kind) {
  if (!body.of(kind).empty() && random_.chance(65)) return random_.pick(body.of(kind));
  if (random_.chance(6)) return fmt::format("Any{}", body.fresh++);
  return random_.chance(50) ? "_" : constant(kind);
}

/// Sometimes makes two columns of one kind share a variable, so that their values must be equal.
void RuleWriter::repeat_variable(Body& body, const Shape& shape,
                                 std::vector<std::string>& arguments) {
  for (std::size_t i = 0; i + 1 < arguments.size(); ++i) {
    const auto from = shape.columns.begin() + static_cast<std::ptrdiff_t>(i) + 1;
    const auto twin = std::find(from, shape.columns.end(), shape.columns[i]);
    if (twin == shape.columns.end() || !random_.chance(25)) continue;
    arguments[i] = fmt::format("Any{}", body.fresh++);
    arguments[static_cast<std::size_t>(twin - shape.columns.begin())] = arguments[i];
    return;
  }
}

void RuleWriter::add_negative(Body& body, int layer) {
  const Shape& shape = relation_below(layer, true);
  std::vector<std::string> arguments;
  for (const Kind kind : shape.columns) arguments.push_back(bound_or_any(body, kind));
  repeat_variable(body, shape, arguments);
  body.premises.push_back(
      fmt::format("notin {}({}){}", shape.name, fmt::join(arguments, ", "), at_tick()));
}

void RuleWriter::add_crash(Body& body) {
  if (random_.chance(8)) {
    body.premises.push_back(fmt::format("notin crash(Any{0}, Any{0}, _)", body.fresh++));
    return;
  }
  if (random_.chance(70)) {
    const std::string observer = bound_or_any(body, Kind::node);
    const std::string node = bound_or_any(body, Kind::node);
    body.premises.push_back(fmt::format("notin crash({}, {}, _)", observer, node));
    return;
  }
  const std::string observer = argument(body, Kind::node, true);
  const std::string node = argument(body, Kind::node, true);
  const std::string time = argument(body, Kind::integer, false);
  body.premises.push_back(fmt::format("crash({}, {}, {})", observer, node, time));
}

std::string RuleWriter::arithmetic(Body& body) {
  const std::string left = random_.pick(body.of(Kind::integer));
  if (random_.chance(4)) return fmt::format("{} / {}", left, random_.pick(body.of(Kind::integer)));
  static const std::vector<std::string> operators = {"+", "-", "*"};
  const std::string right = random_.chance(70) ? std::to_string(random_.between(0, 2))
                                               : random_.pick(body.of(Kind::integer));
  return fmt::format("{} {} {}", left, random_.pick(operators), right);
}

void RuleWriter::add_comparison(Body& body) {
  static const std::vector<std::string> orders = {"==", "!=", "<", "<=", ">", ">="};
  if (!body.of(Kind::integer).empty() && random_.chance(70)) {
    const std::string left =
        random_.chance(45) ? arithmetic(body) : random_.pick(body.of(Kind::integer));
    const std::string right =
        random_.chance(50) ? constant(Kind::integer) : random_.pick(body.of(Kind::integer));
    body.premises.push_back(fmt::format("{} {} {}", left, random_.pick(orders), right));
    return;
  }
  const Kind kind = random_.chance(60) ? Kind::node : Kind::datum;
  if (body.of(kind).empty()) return;
  const std::string right = random_.chance(40) ? constant(kind) : random_.pick(body.of(kind));
  const std::string left = random_.pick(body.of(kind));
  const char* equality = random_.chance(25) ? "==" : "!=";
  body.premises.push_back(fmt::format("{} {} {}", left, equality, right));
}

/// Adds `positive` premises. Negated premises use relations of lower layers only, so that the
/// program stays stratified. `any` also allows relations whose first column does not have nodes.
void RuleWriter::add_premises(Body& body, int layer, bool any, int positive) {
  for (int i = 0; i < positive; ++i) add_positive(body, layer, any || i > 0);
  if (random_.chance(30)) add_negative(body, std::max(layer - 1, base_layer));
  if (random_.chance(15)) add_crash(body);
  if (random_.chance(25)) add_comparison(body);
}

std::string RuleWriter::value(Body& body, Kind kind, bool counting) {
  if (kind == Kind::integer && counting && !body.of(kind).empty() && random_.chance(30)) {
    return arithmetic(body);
  }
  if (body.of(kind).empty() || random_.chance(8)) return constant(kind);
  return random_.pick(body.of(kind));
}

std::string RuleWriter::head(Body& body, const Shape& shape, bool counting) {
  std::vector<std::string> values;
  for (const Kind kind : shape.columns) values.push_back(value(body, kind, counting));
  return fmt::format("{}({})", shape.name, fmt::join(values, ", "));
}

std::string RuleWriter::aggregate(Body& body) {
  static const std::vector<std::string> names = {"count", "min", "max", "sum"};
  if (!body.of(Kind::integer).empty() && random_.chance(70)) {
    const std::string name = random_.pick(names);
    return fmt::format("{}<{}>", name, random_.pick(body.of(Kind::integer)));
  }
  for (const Kind kind : {Kind::datum, Kind::node, Kind::integer}) {
    if (!body.of(kind).empty()) return fmt::format("count<{}>", random_.pick(body.of(kind)));
  }
  return "1";
}

}  // namespace ldfi::test
