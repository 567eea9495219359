// Helpers for lists of kinds of faults. A list is a std::variant of the kinds.
// common/faults/kinds.hpp has the list for programs, common/systems/faults/kinds.hpp the one for
// real systems.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <type_traits>
#include <variant>

namespace ldfi {

/// Calls `action` with a null pointer to each kind, in the order of the list. The pointer only
/// passes the type.
template <class List, class Action>
constexpr void each_kind_in(Action action) {
  [&]<class... Kinds>(const std::variant<Kinds...>*) {
    (action(static_cast<Kinds*>(nullptr)), ...);
  }(static_cast<const List*>(nullptr));
}

/// Index of the kind in the list.
template <class Kind, class List>
inline constexpr std::size_t index_in = [] {
  std::size_t out = 0;
  std::size_t at = 0;
  each_kind_in<List>([&]<class Other>(Other*) {
    if (std::is_same_v<Kind, Other>) out = at;
    ++at;
  });
  return out;
}();

/// A map with one value for each kind of fault in the list.
template <class T, class List>
struct KindMapOf {
  std::array<T, std::variant_size_v<List>> values{};
  auto operator<=>(const KindMapOf&) const = default;

  [[nodiscard]] static constexpr KindMapOf all(const T& value) {
    KindMapOf out;
    out.values.fill(value);
    return out;
  }
  template <class Kind>
  [[nodiscard]] constexpr T& of() {
    return values[index_in<Kind, List>];
  }
  template <class Kind>
  [[nodiscard]] constexpr const T& of() const {
    return values[index_in<Kind, List>];
  }
};

}  // namespace ldfi
