// Reads and writes the field to which a row of the option table belongs. Private to common/config.
#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>

#include "common/base/contract.hpp"
#include "common/config/option_table.hpp"
#include "common/config/system_config.hpp"

namespace ldfi::config {

template <class T>
struct OptionalTraits {
  using type = T;
  static constexpr bool optional = false;
};
template <class T>
struct OptionalTraits<std::optional<T>> {
  using type = T;
  static constexpr bool optional = true;
};

template <class T>
struct MemberClass;
template <class Class, class Field>
struct MemberClass<Field Class::*> {
  using type = Class;
  using field = OptionalTraits<Field>;
};

/// Returns the object in a system's config that has the members of the class `Part`.
template <class Part, class Config>
auto& part_of(Config& config) {
  if constexpr (std::is_same_v<Part, systems::Limits>) {
    return config.plan.limits;
    // `Part` is Fspec, or one of its base classes with the limits of a single kind of fault.
  } else if constexpr (std::is_base_of_v<Part, systems::Fspec>) {
    return config.plan.fspec;
  } else if constexpr (std::is_same_v<Part, systems::Goals>) {
    return config.plan.goals;
  } else if constexpr (std::is_same_v<Part, systems::WorkloadSize>) {
    return config.workload;
  } else if constexpr (std::is_same_v<Part, SystemConfig>) {
    return config;
  } else {
    static_assert(std::is_same_v<Part, systems::Plan>);
    return config.plan;
  }
}

/// Returns the field to which the member pointer `Member` refers, in the options or in another part
/// of the config.
template <auto Member, class O, class C>
auto& member_of(const ValueHolder<O, C>& holder) {
  using Holder = typename MemberClass<decltype(Member)>::type;
  if constexpr (std::is_same_v<Holder, Options>) {
    return holder.options->*Member;
  } else {
    LDFI_REQUIRE(holder.system != nullptr, "only configs with `system` have such a key");
    return part_of<Holder>(*holder.system).*Member;
  }
}

constexpr double ns_per_s = 1e9;

/// Stores a value in a field. Requires a value in the range of the option; the reader of the value
/// has checked that.
template <auto Member>
void assign(ValueTarget to, const Value& value) {
  using Field = typename MemberClass<decltype(Member)>::field::type;
  auto& member = member_of<Member>(to);
  if constexpr (std::is_same_v<Field, double>) {
    const auto* ns = std::get_if<std::uint64_t>(&value);
    member = ns == nullptr ? std::get<double>(value) : static_cast<double>(*ns) / ns_per_s;
  } else if constexpr (std::is_same_v<Field, bool> || std::is_class_v<Field>) {
    member = std::get<Field>(value);
  } else {
    member = static_cast<Field>(std::get<std::uint64_t>(value));
  }
}

/// Returns the value of a field in the form in which options of this kind are read.
template <Kind K, class Field>
Value value_of(const Field& field) {
  if constexpr (std::is_same_v<Field, double> && K == Kind::time) {
    return static_cast<std::uint64_t>(field * ns_per_s);
  } else if constexpr (std::is_same_v<Field, bool> || std::is_same_v<Field, double> ||
                       std::is_class_v<Field>) {
    return field;
  } else {
    return static_cast<std::uint64_t>(field);
  }
}

/// Returns the value of a field, or nullopt if the field is empty.
template <auto Member, Kind K>
std::optional<Value> stored(ValueSource from) {
  const auto& member = member_of<Member>(from);
  if constexpr (MemberClass<decltype(Member)>::field::optional) {
    return member ? std::optional(value_of<K>(*member)) : std::nullopt;
  } else {
    return value_of<K>(member);
  }
}

}  // namespace ldfi::config
