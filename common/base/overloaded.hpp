// Combines functions into one visitor of a std::variant. If no function accepts an alternative, the
// code does not compile.
//
//   std::visit(Overloaded{[](const A&) { … }, [](const B&) { … }}, variant);
#pragma once

namespace ldfi {

template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

}  // namespace ldfi
