#include "test/support/specification_writer.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "common/dedalus/language/events.hpp"

namespace ldfi::test {
namespace {

using dedalus::Program;

/// Returns true if all values of the column are nodes.
bool holds_nodes(const Program& program, const eval::Model& model, int eot, RelationId relation,
                 std::size_t column) {
  for (int t = 1; t <= eot; ++t) {
    for (const eval::Tuple& tuple : model.tuples(relation, Time(t))) {
      const std::string& text = program.symbols.text(tuple[column]);
      if (std::find(program.nodes.begin(), program.nodes.end(), text) == program.nodes.end()) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace

SpecificationWriter::SpecificationWriter(Random& random, const std::vector<std::string>& nodes,
                                         const Program& program, const eval::Model& model, int eot)
    : random_(random), rules_(random, nodes) {
  for (std::size_t r = 0; r < program.relations.size(); ++r) {
    const dedalus::Relation& relation = program.relations[r];
    if (program.built_in(RelationId(r)) || relation.selection_of) continue;
    Shape shape{relation.name, {}, base_layer};
    for (std::size_t i = 0; i < relation.arity(); ++i) {
      const bool text = relation.columns[i] == dedalus::ColumnType::string;
      const bool node = text && holds_nodes(program, model, eot, RelationId(r), i);
      shape.columns.push_back(node ? Kind::node : text ? Kind::datum : Kind::integer);
    }
    rules_.shapes.push_back(std::move(shape));
  }
  if (random.chance(60)) add_events(program);
  of_protocol_ = rules_.shapes.size();
}

/// Adds some events of the protocol's relations. An event has the columns of its relation, after a
/// column for the sender if the event is about messages.
void SpecificationWriter::add_events(const Program& program) {
  const std::vector<Shape> shapes = rules_.shapes;
  for (const Shape& shape : shapes) {
    const RelationId relation = program.find(shape.name).value();
    std::vector<std::string> words{"first", "gone"};
    if (program.relation(relation).stable) words.emplace_back("wrote");
    std::vector<Kind> columns = shape.columns;
    if (dedalus::is_message(program, relation)) {
      if (random_.chance(80)) words = {"sent", "delivered", "lost"};
      if (words.size() == 3 && words[0] == "sent") columns.insert(columns.begin(), Kind::node);
    } else if (random_.chance(60)) {
      continue;
    }
    for (const std::string& word : words) {
      if (random_.chance(70))
        rules_.shapes.push_back({word + "." + shape.name, columns, base_layer});
    }
  }
}

/// Returns a random relation whose first column has nodes. It is mostly a relation of the protocol
/// that is not a base fact.
const Shape& SpecificationWriter::located() {
  const std::size_t some = random_.chance(80) ? of_protocol_ : rules_.shapes.size();
  for (;;) {
    const Shape& shape = rules_.shapes[random_.below(some)];
    const bool dull = shape.name == "node" && !random_.chance(15);
    if (shape.layer <= layer_ && shape.columns.front() == Kind::node && !dull) return shape;
  }
}

/// Returns a literal of the relation with `place` in its first column. The other columns have
/// variables that are named `values` and a number, or wildcards.
std::string SpecificationWriter::literal(const Shape& shape, const std::string& place,
                                         const std::string& values) {
  std::string out = shape.name + "(" + place;
  for (std::size_t i = 1; i < shape.columns.size(); ++i) {
    out += values == "_" ? ", _" : fmt::format(", {}{}", values, i);
  }
  return out + ")";
}

std::string SpecificationWriter::spared(const std::string& place) {
  const std::string observer = random_.chance(70) ? "_" : place;
  if (random_.chance(20))
    return fmt::format(", {}down({})", random_.chance(80) ? "notin " : "", place);
  return random_.chance(45) ? fmt::format(", notin crash({}, {}, _)", observer, place) : "";
}

/// Adds a relation that remembers whether another relation has ever held a tuple, or has held it an
/// odd number of times. Returns its name.
std::string SpecificationWriter::history(const Shape& of) {
  const std::string name = "h" + name_;
  const std::string now = literal(of, "P", "V");
  const std::string then = name + now.substr(now.find('('));
  const bool odd = random_.chance(20);
  // The node `_` stands for no particular node, so the premise is about no place.
  std::string unless = odd ? ", notin " + then : "";
  if (random_.chance(20)) unless += ", notin " + literal(located(), "_", "_");
  say(fmt::format("{}@next :- {}{}", then, now, unless));
  if (!odd || random_.chance(30)) {
    say(fmt::format("{0}@next :- {0}{1}", then,
                    random_.chance(15) ? ", notin crash(_, P, _)" : ""));
  }
  rules_.shapes.push_back({name, of.columns, layer_});
  return name;
}

/// Returns a rule for "one node has a tuple, but another node does not".
std::string SpecificationWriter::lacking() {
  const Shape shape = located();
  head({Kind::node});
  return fmt::format("{}(Q) :- {}, node(P, Q), notin {}{}", name_, literal(shape, "P", "V"),
                     literal(shape, "Q", random_.chance(60) ? "V" : "_"), spared("Q"));
}

std::string SpecificationWriter::lost() {
  const Shape shape = located();
  Shape past = shape;
  past.name = history(shape);
  head({Kind::node});
  return fmt::format("{}(P) :- {}, notin {}{}", name_, literal(past, "P", "V"),
                     literal(shape, "P", random_.chance(60) ? "V" : "_"), spared("P"));
}

std::string SpecificationWriter::counted() {
  const Shape shape = located();
  const std::string name = "k" + name_;
  const bool groups = shape.columns.size() > 1 && random_.chance(40);
  const std::string group = groups ? "V1, " : "";
  say(fmt::format("{}({}count<P>) :- {}{}", name, group, literal(shape, "P", "V"), spared("P")));
  std::vector<Kind> columns{Kind::integer};
  if (groups) columns.insert(columns.begin(), shape.columns[1]);
  rules_.shapes.push_back({name, columns, layer_ + 1});
  head({Kind::integer});
  static const std::vector<std::string> orders{"<", ">", "==", "!="};
  return fmt::format("{}(C) :- {}({}C), C {} {}", name_, name, groups ? "_, " : "",
                     random_.pick(orders), random_.between(1, 3));
}

/// Returns a rule for "two nodes have different tuples".
std::string SpecificationWriter::disagreeing() {
  const Shape shape = located();
  head({Kind::node, Kind::node});
  const bool has_value = shape.columns.size() > 1;
  return fmt::format("{}(P, Q) :- {}, {}, P {} Q{}", name_, literal(shape, "P", "V"),
                     literal(random_.chance(70) ? shape : located(), "Q", "W"),
                     random_.chance(85) ? "!=" : "==", has_value ? spared("P") : "");
}

std::string SpecificationWriter::restarted() {
  const Shape shape = located();
  const std::string name = "h" + name_;
  const bool past = random_.chance(50);
  if (past) {
    say(fmt::format("{}(P)@next :- restart(P)", name));
    say(fmt::format("{0}(P)@next :- {0}(P)", name));
    rules_.shapes.push_back({name, {Kind::node}, layer_});
  }
  head({Kind::node});
  return fmt::format("{}(P) :- {}(P), {}{}", name_, past ? name : "restart",
                     random_.chance(60) ? "notin " : "", literal(shape, "P", "_"));
}

std::string SpecificationWriter::crashed() {
  const Shape shape = located();
  head({Kind::node, Kind::integer});
  return fmt::format("{}(P, T) :- crash(_, P, T), {}{}", name_, random_.chance(50) ? "notin " : "",
                     literal(shape, "P", "_"));
}

std::string SpecificationWriter::anything() {
  Body body;
  rules_.add_premises(body, layer_, true, random_.between(1, 3));
  Shape shape{name_, {}, layer_ + 2};
  for (int i = random_.between(1, 2); i > 0; --i) {
    shape.columns.push_back(static_cast<Kind>(random_.between(0, 2)));
  }
  const std::string out = rules_.head(body, shape, random_.chance(30));
  rules_.shapes.push_back(std::move(shape));
  return fmt::format("{} :- {}", out, fmt::join(body.premises, ", "));
}

std::string SpecificationWriter::rules_for(const std::string& name, int number) {
  name_ = name;
  layer_ = 3 * number + 1;
  text_.clear();
  using Form = std::string (SpecificationWriter::*)();
  static const std::vector<Form> forms{
      &SpecificationWriter::lacking,   &SpecificationWriter::lacking,
      &SpecificationWriter::lost,      &SpecificationWriter::lost,
      &SpecificationWriter::counted,   &SpecificationWriter::disagreeing,
      &SpecificationWriter::restarted, &SpecificationWriter::crashed,
      &SpecificationWriter::anything,  &SpecificationWriter::anything};
  const std::string rule = (this->*random_.pick(forms))();
  say(rule);
  if (random_.chance(4)) {  // a given fact instead of a rule
    Body none;
    say(rules_.head(none, rules_.shapes.back(), false) + "@1");
  }
  return std::move(text_);
}

}  // namespace ldfi::test
