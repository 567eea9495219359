// Typed indices. An Id is the index of a row of one table. Ids can be compared, but not added. The
// constructor checks nothing, so a number from outside must first be compared with the table's
// size.
//
//   RelationId log = ...;   program.relations[log.index()];
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace ldfi {

template <class Tag>
class Id {
 public:
  constexpr Id() = default;
  constexpr explicit Id(std::uint32_t value) : value_(value) {}
  constexpr explicit Id(std::size_t value) : value_(static_cast<std::uint32_t>(value)) {}
  constexpr explicit Id(int value) : value_(static_cast<std::uint32_t>(value)) {}

  [[nodiscard]] constexpr std::size_t index() const { return value_; }
  [[nodiscard]] constexpr std::uint32_t raw() const { return value_; }
  constexpr auto operator<=>(const Id&) const = default;

 private:
  std::uint32_t value_ = 0;
};

using RelationId = Id<struct RelationTag>;
using RuleId = Id<struct RuleTag>;
/// Index of a node in Fspec::nodes(). That list is sorted by name, so nodes are in the same order
/// by id and by name.
using NodeId = Id<struct NodeTag>;
/// Index of a relation in Fspec::named(), the sorted list of relations that faults may name.
using NamedId = Id<struct NamedTag>;
using FileId = Id<struct FileTag>;
/// Index of a fact in a ground universe (all facts that may hold); below Universe::fact_count().
using FactId = Id<struct FactTag>;
/// Index of a rule instance in a ground universe; below Universe::instance_count(). An instance is
/// a rule with constants in place of variables. An instance fires if its premises hold.
using InstanceId = Id<struct InstanceTag>;

/// Logical time in ticks. An execution runs from tick 1 to tick EOT. Tick 0 is the time before the
/// first tick.
class Time {
 public:
  constexpr Time() = default;
  constexpr explicit Time(int tick) : tick_(tick) {}
  [[nodiscard]] constexpr int tick() const { return tick_; }
  [[nodiscard]] constexpr Time next() const { return Time(tick_ + 1); }
  constexpr auto operator<=>(const Time&) const = default;

 private:
  int tick_ = 0;
};

}  // namespace ldfi

template <class Tag>
struct std::hash<ldfi::Id<Tag>> {
  std::size_t operator()(ldfi::Id<Tag> id) const noexcept { return id.index(); }
};

template <>
struct std::hash<ldfi::Time> {
  std::size_t operator()(ldfi::Time time) const noexcept {
    return static_cast<std::size_t>(time.tick());
  }
};
