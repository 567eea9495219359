// Visits a variant with one function for each alternative. A missing alternative is a compile
// error.
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
