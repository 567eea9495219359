// What one finished cell implies about another with the same EOT and the same constants. An execution
// depends only on the program, EOT and the fault set; EFF and the numbers of faults only decide which
// fault sets are admissible. FS(c) is the set of fault sets that cell c admits, and FS(small) ⊆
// FS(large). Then:
//
//   certified  No falsifier in FS(large), so none in FS(small). Whether the failure-free run
//              promises anything (vacuous) or is broken depends on EOT alone.
//   first      The least falsifier of FS(large), if small admits it, is the least of FS(small).
//   all        FS(small) is closed under subsets, so that a falsifier in it is minimal there iff it
//              is minimal in FS(large): the minimal falsifiers of small are those of large that it
//              admits, and if it admits none, it has no falsifier (every one has a minimal subset).
//   up         A falsifier of small is one of large, and minimal there if it is here; but large may
//              have smaller ones. So this only helps where large's own search did not end.
//
// All of this holds only for complete searches (search::complete). Nothing follows for another EOT,
// because a protocol may recover, or break, later. Nothing follows for other constants, with which it is
// another program.
#pragma once

#include <optional>

#include "common/record/cell.hpp"
#include "master/sweep/point.hpp"

namespace ldfi::sweep {

struct Rules {
  EffMode mode = EffMode::inclusive;
  bool all = false;      ///< searches look for all minimal falsifiers, not only the first
  bool complete = true;  ///< searches are complete (search::complete); if not, nothing follows
};

/// Returns the result that a search of `small` would have, except for counts and times. `report` is the
/// result of `large`, which must contain `small`. Returns nullopt if the result of `small` does not follow.
std::optional<Cell> implied(const Rules& rules, const Point& large, const Cell& report,
                            const Point& small);

/// Applies the rule `up`. Returns the inconclusive result `large` with the falsifiers of `small`, the result
/// of a smaller cell. Returns nullopt if that adds nothing.
std::optional<Cell> rescued(const Rules& rules, const Cell& large, const Cell& small);

}  // namespace ldfi::sweep
