// Finds the types of columns with a union-find [TAR75]. If two types conflict, they are not merged,
// so that one mistake causes only one error message.
#include "common/dedalus/language/types.hpp"

#include <fmt/core.h>

#include <utility>

#include "common/base/text.hpp"

namespace ldfi::dedalus {
namespace {

const char* singular(ColumnType type) {
  return type == ColumnType::integer ? "an integer" : "a string";
}

std::string describe(const Subject& subject, ColumnType type) {
  const std::string name = beginning(subject.name);
  switch (subject.kind) {
    case Subject::Kind::column:
      return fmt::format("column {} of `{}` holds {}", subject.column + 1, name,
                         type == ColumnType::integer ? "integers" : "strings");
    case Subject::Kind::variable:
      return fmt::format("`{}` is {}", name, singular(type));
    case Subject::Kind::constant:
      return fmt::format("{} is {}", name, singular(type));
    case Subject::Kind::needs:
      return fmt::format("{} needs {}", name, type == ColumnType::integer ? "integers" : "strings");
    case Subject::Kind::yields:
      return fmt::format("{} yields an integer", name);
  }
  return {};
}

/// Returns a hint on what to write instead. Empty if the places of both types explain the conflict.
std::string type_hint(const Typed& a, const Typed& b) {
  const auto asks_for = [&](std::string_view what) {
    return (a.subject.kind == Subject::Kind::needs && a.subject.name == what) ||
           (b.subject.kind == Subject::Kind::needs && b.subject.name == what);
  };
  if (asks_for(order_comparison)) {
    return "strings have no order: compare them with `==` or `!=`, or use integers in their place";
  }
  if (asks_for(arithmetic)) return "strings cannot be computed with: use integers in their place";
  const bool needs =
      a.subject.kind == Subject::Kind::needs || b.subject.kind == Subject::Kind::needs;
  return needs ? ""
               : "a column holds either strings or integers: `\"7\"` is a string, `7` an integer";
}

}  // namespace

TypeNode TypeSolver::fresh() {
  Node node;
  node.parent = static_cast<TypeNode>(nodes_.size());
  nodes_.push_back(node);
  return node.parent;
}

TypeNode TypeSolver::find(TypeNode node) {
  while (nodes_[node].parent != node) {
    nodes_[node].parent = nodes_[nodes_[node].parent].parent;
    node = nodes_[node].parent;
  }
  return node;
}

void TypeSolver::settle(TypeNode node, SourceRange where) {
  learn(find(node), ColumnType::string, where);
}

ColumnType TypeSolver::type(TypeNode node) {
  return nodes_[find(node)].type;
}

void TypeSolver::learn(TypeNode root, ColumnType type, SourceRange evidence) {
  Node& node = nodes_[root];
  if (node.known) return;
  node.known = true;
  node.type = type;
  node.evidence = evidence;
}

void TypeSolver::merge(TypeNode a, TypeNode b) {
  if (nodes_[a].size < nodes_[b].size) std::swap(a, b);
  if (nodes_[b].known) learn(a, nodes_[b].type, nodes_[b].evidence);
  nodes_[b].parent = a;
  nodes_[a].size += nodes_[b].size;
}

bool TypeSolver::unify(const Typed& a, const Typed& b) {
  if (a.fixed && b.fixed) {
    if (a.type != b.type) report_conflict(a, b);
    return a.type == b.type;
  }
  if (a.fixed || b.fixed) {
    const Typed& fixed = a.fixed ? a : b;
    const TypeNode root = find(a.fixed ? b.node : a.node);
    const bool conflict = nodes_[root].known && nodes_[root].type != fixed.type;
    if (conflict) report_conflict(a, b);
    if (!conflict) learn(root, fixed.type, fixed.where);
    return !conflict;
  }
  const TypeNode x = find(a.node);
  const TypeNode y = find(b.node);
  if (x == y) return true;
  if (nodes_[x].known && nodes_[y].known && nodes_[x].type != nodes_[y].type) {
    report_conflict(a, b);
    return false;
  }
  merge(x, y);
  return true;
}

void TypeSolver::report_conflict(const Typed& a, const Typed& b) {
  std::vector<std::string> hints;
  std::string sides[2];
  int i = 0;
  for (const Typed* side : {&a, &b}) {
    const Node* node = side->fixed ? nullptr : &nodes_[find(side->node)];
    sides[i++] = describe(side->subject, node != nullptr ? node->type : side->type);
    if (node == nullptr) continue;
    if (node->evidence.line == 0) {
      hints.emplace_back("crash(Observer, Node, Time) is built in: string, string, integer");
    } else {
      hints.push_back(fmt::format("{} at {}",
                                  node->type == ColumnType::integer ? "an integer" : "a string",
                                  place(node->evidence, sources_)));
    }
  }
  if (const std::string way = type_hint(a, b); !way.empty()) hints.push_back(way);
  report_.error(Code::type, a.where, fmt::format("{}, but {}", sides[0], sides[1]),
                std::move(hints));
}

}  // namespace ldfi::dedalus
