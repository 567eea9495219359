// The faults of one execution of a real system, sorted by kind and then by what they hit. A set has
// at most one fault of a kind for each message, moment or border: for example, a message has one
// delay.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <ranges>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "common/systems/faults/fspec.hpp"
#include "common/systems/faults/kinds.hpp"

namespace ldfi::systems {

class FaultSet {
 public:
  FaultSet() = default;
  FaultSet(std::initializer_list<Fault> faults) {
    for (const Fault& one : faults) add(one);
  }

  /// Adds the fault. Returns false and changes nothing if the set already has a fault of this kind
  /// for the same message, moment or border.
  bool add(Fault fault) { return faults_.insert(std::move(fault)).second; }
  /// Adds all faults of the other set, which must not contradict the faults of this set.
  void merge(const FaultSet& other) { faults_.insert(other.faults_.begin(), other.faults_.end()); }
  /// Removes the fault of the same kind for the same message, moment or border, if there is one.
  void remove(const Fault& fault) { faults_.erase(fault); }

  [[nodiscard]] auto begin() const { return faults_.begin(); }
  [[nodiscard]] auto end() const { return faults_.end(); }
  [[nodiscard]] std::size_t size() const { return faults_.size(); }
  [[nodiscard]] bool empty() const { return faults_.empty(); }
  /// Returns the fault of this kind that hits `where`. Returns nullptr if there is none.
  template <class Kind>
  [[nodiscard]] const Kind* find(const typename Kind::Where& where) const {
    const auto found = faults_.find(At<Kind>{where});
    return found == faults_.end() ? nullptr : &std::get<Kind>(*found);
  }
  template <class Kind>
  [[nodiscard]] bool has(const typename Kind::Where& where) const {
    return faults_.contains(At<Kind>{where});
  }
  /// Returns a view of the faults of one kind, in order.
  template <class Kind>
  [[nodiscard]] auto all() const {
    const auto [begin, end] = faults_.equal_range(OfKind{index_of<Kind>});
    return std::ranges::subrange(begin, end) |
           std::views::transform(
               [](const Fault& one) -> const Kind& { return std::get<Kind>(one); });
  }
  template <class Kind>
  [[nodiscard]] bool has_any() const {
    return faults_.contains(OfKind{index_of<Kind>});
  }
  template <class Kind>
  [[nodiscard]] std::size_t count() const {
    return static_cast<std::size_t>(std::ranges::distance(all<Kind>()));
  }
  /// Returns the first partition that loses the message if it is sent at this time. Returns nullptr
  /// if there is none.
  [[nodiscard]] const Cut* cut_of(const MessageId& message, std::int64_t sent) const;

  /// Returns true if the set has exactly this fault.
  [[nodiscard]] bool contains(const Fault& fault) const;
  /// Returns true if the set has this fault, with the same length or a greater one.
  [[nodiscard]] bool covers(const Fault& fault) const;
  /// Returns true if the other set contains every fault of this set.
  [[nodiscard]] bool subset_of(const FaultSet& other) const;
  /// Returns true if the other set contains every fault of this set, with the same length or a
  /// greater one.
  [[nodiscard]] bool below(const FaultSet& other) const;
  /// Compares by size, and then fault by fault. A search prefers smaller sets in this order.
  std::strong_ordering operator<=>(const FaultSet& other) const;
  bool operator==(const FaultSet&) const = default;

 private:
  template <class Kind>
  struct At {
    const typename Kind::Where& where;
  };
  struct OfKind {
    std::size_t index;
  };
  struct ByPlace {
    using is_transparent = void;
    bool operator()(const Fault& one, const Fault& other) const {
      if (one.index() != other.index()) return one.index() < other.index();
      return std::visit(
          [&other]<class Kind>(const Kind& here) {
            return here.where() < std::get<Kind>(other).where();
          },
          one);
    }
    template <class Kind>
    bool operator()(const Fault& one, const At<Kind>& at) const {
      const auto* const here = std::get_if<Kind>(&one);
      return here != nullptr ? here->where() < at.where : one.index() < index_of<Kind>;
    }
    template <class Kind>
    bool operator()(const At<Kind>& at, const Fault& one) const {
      const auto* const here = std::get_if<Kind>(&one);
      return here != nullptr ? at.where < here->where() : index_of<Kind> < one.index();
    }
    bool operator()(const Fault& one, OfKind kind) const { return one.index() < kind.index; }
    bool operator()(OfKind kind, const Fault& one) const { return kind.index < one.index(); }
  };

  std::set<Fault, ByPlace> faults_;
};

/// Returns true if the set exceeds neither the limit of any kind nor the limit for all faults.
[[nodiscard]] bool within_limits(const Fspec& fspec, const FaultSet& faults);

/// Returns a sentence for each reason why the Fspec does not admit the set. Empty if the set is
/// admitted.
[[nodiscard]] std::vector<std::string> objections(const Fspec& fspec, const FaultSet& faults);

}  // namespace ldfi::systems
