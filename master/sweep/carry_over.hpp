// What one finished cell says about another of the same EOT. An execution depends on the program,
// EOT and the fault set alone: EFF and the number of crashes only say which fault sets count. So
// with FS(c) for the fault sets that cell c admits, and FS(small) ⊆ FS(large):
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
// All of it holds for complete searches only (search::complete), and nothing follows for another
// EOT: a protocol may recover, or break, later.
#pragma once

#include <optional>

#include "common/farm/wire/messages.hpp"
#include "master/sweep/point.hpp"

namespace ldfi::sweep {

struct Rules {
  EffMode mode = EffMode::inclusive;
  bool all = false;      ///< searches look for all minimal falsifiers
  bool complete = true;  ///< the search is; otherwise nothing follows from anything
};

/// The report of `small`'s own search, but for counts and times, if it follows from that of
/// `large`, which contains it.
std::optional<Cell> implied(const Rules& rules, const Point& large, const Cell& report,
                            const Point& small);

/// The rule `up`: an inconclusive report of a cell with the falsifiers of one that it contains.
std::optional<Cell> rescued(const Rules& rules, const Cell& large, const Cell& small);

}  // namespace ldfi::sweep
