// The only list of the kinds of faults of programs. Each kind has its own file in
// common/faults/kinds. The file defines what the fault does, how it is written, what it hits, how
// long it lasts, and when an Fspec admits it.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

#include "common/faults/kind_list.hpp"
#include "common/faults/kinds/corruption.hpp"
#include "common/faults/kinds/crash.hpp"
#include "common/faults/kinds/dead_disk.hpp"
#include "common/faults/kinds/delay.hpp"
#include "common/faults/kinds/duplicate.hpp"
#include "common/faults/kinds/failed_write.hpp"
#include "common/faults/kinds/omission.hpp"
#include "common/faults/kinds/outage.hpp"
#include "common/faults/kinds/partition.hpp"
#include "common/faults/kinds/pause.hpp"
#include "common/faults/kinds/write_back.hpp"

namespace ldfi {

/// All kinds of faults. Lists of faults have this order. It also decides which of two equally large
/// fault sets a search tries first.
using Fault = std::variant<Omission, Crash, Outage, Delay, Duplicate, Partition, Pause, FailedWrite,
                           Corruption, DeadDisk, WriteBack>;

inline constexpr std::size_t kind_count = std::variant_size_v<Fault>;

/// Calls `action` with a null pointer to each kind of fault, in the order of `Fault`. The pointer
/// only passes the type.
template <class Action>
constexpr void each_kind(Action action) {
  each_kind_in<Fault>(action);
}

/// Calls `action` with a null pointer to each kind whose faults hit messages, nodes, disks or cuts,
/// as `place` says.
template <Place place, class Action>
constexpr void each_kind_of(Action action) {
  each_kind([&]<class Kind>(Kind* kind) {
    if constexpr (Kind::place == place) action(kind);
  });
}

/// Index of the kind in `Fault`.
template <class Kind>
inline constexpr std::size_t index_of = index_in<Kind, Fault>;

/// For each kind, the name of its weight. Most of these names equal the option that limits the
/// number of faults of the kind.
inline constexpr std::array<std::string_view, kind_count> kind_names = [] {
  std::array<std::string_view, kind_count> out;
  each_kind([&]<class Kind>(Kind*) {
    if constexpr (requires { Kind::weight; }) {
      out[index_of<Kind>] = Kind::weight;
    } else {
      out[index_of<Kind>] = Kind::option;
    }
  });
  return out;
}();

/// For each kind, what its faults hit. kind_spans says how long they last.
inline constexpr std::array<Place, kind_count> kind_places = [] {
  std::array<Place, kind_count> out{};
  each_kind([&]<class Kind>(Kind*) { out[index_of<Kind>] = Kind::place; });
  return out;
}();
inline constexpr std::array<Span, kind_count> kind_spans = [] {
  std::array<Span, kind_count> out{};
  each_kind([&]<class Kind>(Kind*) { out[index_of<Kind>] = Kind::span; });
  return out;
}();

/// Returns the index of the kind whose weight has this name. Returns kind_count if there is none.
[[nodiscard]] constexpr std::size_t kind_named(std::string_view name) {
  std::size_t kind = 0;
  while (kind < kind_count && kind_names[kind] != name) ++kind;
  return kind;
}

/// Returns the index of the kind whose limit counts the fault. This is the fault's own kind, except
/// that an Outage without a restart counts as a Crash.
[[nodiscard]] inline std::size_t counted_as(const Fault& fault) {
  const auto* outage = std::get_if<Outage>(&fault);
  return outage != nullptr && !outage->restarts() ? index_of<Crash> : fault.index();
}

/// Returns true if this part of ldfi-farm supports the kind. A kind without a member `support` is
/// supported by none of the parts in the enum Support.
template <class Kind>
[[nodiscard]] constexpr bool has_support(Support part) {
  if constexpr (requires { Kind::support; }) return (Kind::support | part) == Kind::support;
  return false;
}

/// True if Kind is one of the types Others.
template <class Kind, class... Others>
inline constexpr bool is_any_of = (std::is_same_v<Kind, Others> || ...);

/// The largest number of faults of each kind in a fault set. By default 0, or no limit (nullopt)
/// for kinds that allow this.
class KindNumbers {
 public:
  bool operator==(const KindNumbers&) const = default;

  /// Returns limits that allow `number` faults of this kind and no others.
  template <class Kind>
  [[nodiscard]] static constexpr KindNumbers only(int number) {
    KindNumbers out;
    out.of<Kind>() = number;
    return out;
  }

  template <class Kind>
  [[nodiscard]] constexpr typename Kind::Number& of() {
    return std::get<index_of<Kind>>(numbers_);
  }
  template <class Kind>
  [[nodiscard]] constexpr const typename Kind::Number& of() const {
    return std::get<index_of<Kind>>(numbers_);
  }

 private:
  template <class... Kinds>
  static std::tuple<typename Kinds::Number...> types(const std::variant<Kinds...>*);
  decltype(types(static_cast<const Fault*>(nullptr))) numbers_{};
};

/// Returns true if a limit of this value allows at least one fault.
[[nodiscard]] constexpr bool admits_some(const std::optional<int>& number) {
  return !number || *number > 0;
}

/// Returns the relations about faults that generated rules read. `most_of(kind)` must return the
/// largest number of faults of a kind; the kind is given as a null pointer.
template <class MostOf>
[[nodiscard]] std::vector<FaultRelation> generated_relations(MostOf most_of) {
  std::vector<FaultRelation> out;
  each_kind([&]<class Kind>(Kind* kind) {
    if constexpr (requires { Kind::generated; }) {
      if (admits_some(most_of(kind))) out.push_back(Kind::generated);
    }
  });
  return out;
}

/// A map with one value for each kind of fault.
template <class T>
using KindMap = KindMapOf<T, Fault>;

}  // namespace ldfi
