// The bytes of faults and Fspecs. One description of each type serves both directions; `T` is const
// when writing. The functions are in the namespaces of their types, where archives find them.
// Reading throws DecodeError if the bytes are not valid.
#pragma once

#include <concepts>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/farm/wire/archive.hpp"
#include "common/farm/wire/codec.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi {

/// Reads or writes a limit. Writes -1 for an optional limit that is absent.
template <class Archive, class T>
void limit_fields(Archive& ar, T& limit) {
  if constexpr (std::same_as<std::remove_const_t<T>, int>) {
    ar(limit);
  } else {
    std::int32_t most = limit.value_or(-1);
    ar(most);
    if constexpr (Archive::loading) limit = most < 0 ? std::nullopt : std::optional(most);
  }
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, DiskFaults>
void fields(Archive& ar, T& disk) {
  ar(disk.relations, disk.nodes, disk.silent, disk.buffered, disk.damaged, disk.columns,
     disk.detected);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, Delays>
void fields(Archive& ar, T& delays) {
  ar(delays.most);
  limit_fields(ar, delays.until);
  limit_fields(ar, delays.budget);
  ar(delays.within, delays.fifo, delays.self, delays.by_relation, delays.relations);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, FspecParameters>
void fields(Archive& ar, T& p) {
  ar(p.eot, p.eff, p.nodes);
  if constexpr (Archive::loading) {
    ar.enumeration(p.eff_mode, EffMode::exclusive);
    ar.enumeration(p.crash_model, CrashModel::stop);
  } else {
    ar(p.eff_mode, p.crash_model);
  }
  each_kind([&]<class Kind>(Kind*) { limit_fields(ar, Kind::most(p)); });
  ar(p.crashable);
  auto& l = p.limits;
  limit_fields(ar, l.faults);
  ar(l.omissions_from, l.omissions_to, l.reliable, l.partition_sets, l.named_sets, l.one_way,
     l.pausable, l.restartable, l.least_down);
  limit_fields(ar, l.most_down);
  ar(p.disk, p.delays);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, NodeId>
void fields(Archive& ar, T& node) {
  std::uint32_t raw = node.raw();
  ar(raw);
  if constexpr (Archive::loading) node = NodeId(raw);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, NodeSet>
void fields(Archive& ar, T& set) {
  ar(set.bits);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, Cut>
void fields(Archive& ar, T& cut) {
  ar(cut.side);
  if constexpr (Archive::loading) {
    ar.enumeration(cut.way, Way::in);
  } else {
    ar(cut.way);
  }
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, NamedId>
void fields(Archive& ar, T& relation) {
  std::uint32_t raw = relation.raw();
  ar(raw);
  if constexpr (Archive::loading) relation = NamedId(raw);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, Time>
void fields(Archive& ar, T& time) {
  std::int32_t tick = time.tick();
  ar(tick);
  if constexpr (Archive::loading) time = Time(tick);
}

/// Returns true if T is a kind of fault.
template <class... Kinds, class T>
constexpr bool is_one_of(const std::variant<Kinds...>*, const T*) {
  return (std::same_as<Kinds, T> || ...);
}

template <class Archive, class T>
requires(is_one_of(static_cast<const Fault*>(nullptr),
                   static_cast<const T*>(nullptr))) void fields(Archive& ar, T& fault) {
  T::members(fault, [&ar](auto& member) { ar(member); });
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, FaultSet>
void fields(Archive& ar, T& faults) {  // the faults are grouped by kind
  if constexpr (Archive::loading) {
    std::vector<Fault> all;
    each_kind([&]<class Kind>(Kind*) {
      std::vector<Kind> some;
      ar(some);
      for (const Kind& fault : some) {
        if (const char* problem = fault.malformed()) throw wire::DecodeError(problem);
      }
      all.insert(all.end(), some.begin(), some.end());
    });
    for (std::size_t i = 1; i < all.size(); ++i) {
      if (all[i] <= all[i - 1]) throw wire::DecodeError("faults out of order");
    }
    if (const char* problem = contradiction(all)) throw wire::DecodeError(problem);
    faults = FaultSet(std::move(all));
  } else {
    each_kind([&]<class Kind>(Kind*) {
      const auto some = faults.template all<Kind>();
      ar(some);
    });
  }
}

}  // namespace ldfi
