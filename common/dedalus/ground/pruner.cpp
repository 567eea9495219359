#include "common/dedalus/ground/pruner.hpp"

namespace ldfi::ground {

std::vector<FactId> KnownImpossible::answer(const Store& store) {
  std::vector<FactId> out;
  for (++question_; !left_.empty() && left_.front().question == question_;
       left_ = left_.subspan(1)) {
    if (left_.front().fact < store.facts.size()) out.emplace_back(left_.front().fact);
  }
  return out;
}

}  // namespace ldfi::ground
