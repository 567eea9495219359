#include "results/views/lineage/lineage.hpp"

namespace ldfi::results {

using Kind = LineageNode::Kind;

std::string kind_name(Kind kind) {
  switch (kind) {
    case Kind::goal:
      return "goal";
    case Kind::given:
      return "given";
    case Kind::absent:
      return "absent";
    case Kind::rule:
      return "rule";
    case Kind::message:
      return "message";
    case Kind::blocked:
      return "blocked";
    case Kind::fault:
      return "fault";
  }
  return "";
}

}  // namespace ldfi::results
