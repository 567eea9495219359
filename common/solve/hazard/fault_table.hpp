// Stores the solver's variable of each fault, kind by kind, in the order of fault sets. Private to
// common/solve/hazard.
#pragma once

#include <algorithm>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "common/base/contract.hpp"
#include "common/faults/fault_set.hpp"
#include "common/solve/sat/solver.hpp"

namespace ldfi::hazard {

class FaultTable {
 public:
  template <class Kind>
  using Rows = std::vector<std::pair<Kind, sat::Literal>>;

  /// Adds a fault with its variable. Requires that the fault is not in the table yet. If faults are
  /// added out of order, sort() must be called before find(), at() or each(), which rely on the
  /// order.
  template <class Kind>
  void add(const Kind& fault, sat::Literal variable) {
    rows<Kind>().emplace_back(fault, variable);
  }
  void sort() {
    each_kind([this]<class Kind>(Kind*) {
      const auto added = std::ranges::is_sorted_until(rows<Kind>());
      std::sort(added, rows<Kind>().end());
      std::inplace_merge(rows<Kind>().begin(), added, rows<Kind>().end());
    });
  }
  /// Returns the faults of one kind with their variables.
  template <class Kind>
  [[nodiscard]] const Rows<Kind>& all() const {
    return std::get<Rows<Kind>>(rows_);
  }
  /// Calls visit(fault, variable) for every fault.
  template <class Visit>
  void each(Visit visit) const {
    each_kind([&]<class Kind>(Kind*) {
      for (const auto& [fault, variable] : all<Kind>()) visit(fault, variable);
    });
  }
  /// Returns the variable of the fault, or 0 if the fault has none.
  [[nodiscard]] sat::Literal find(const Fault& fault) const {
    return std::visit(
        [this]<class Kind>(const Kind& wanted) {
          const auto& rows = all<Kind>();
          const auto it =
              std::ranges::lower_bound(rows, wanted, {}, &Rows<Kind>::value_type::first);
          return it != rows.end() && it->first == wanted ? it->second : 0;
        },
        fault);
  }
  /// Returns the fault's variable. Requires that it has one.
  [[nodiscard]] sat::Literal at(const Fault& fault) const {
    const sat::Literal out = find(fault);
    LDFI_REQUIRE(out != 0, "the universe has this fault");
    return out;
  }

 private:
  template <class... Kinds>
  static std::tuple<Rows<Kinds>...> rows_of(const std::variant<Kinds...>*);
  template <class Kind>
  [[nodiscard]] Rows<Kind>& rows() {
    return std::get<Rows<Kind>>(rows_);
  }

  decltype(rows_of(static_cast<const Fault*>(nullptr))) rows_;
};

}  // namespace ldfi::hazard
