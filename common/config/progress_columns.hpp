// The columns of the lines in which a run reports its progress, with the explanations that --help
// shows.
#pragma once

#include <array>
#include <string_view>

namespace ldfi::config {

struct ProgressColumn {
  std::string_view name;
  int width = 0;  ///< width in characters; values are right-aligned
  std::string_view meaning;
};

inline constexpr std::array<ProgressColumn, 11> progress_columns{{
    {"elapsed", 8, "since the run began, h:mm:ss"},
    {"cell", 14, "the Fspec being searched: EOT/EFF/crashes"},
    {"phase", 12, "the present phase: grounding, pruning, learning, solving, replaying, ..."},
    {"executions", 12, "forward executions so far, those of earlier sessions included"},
    {"per s", 8, "executions a second, since the last line"},
    {"frontier", 12, "fault sets known to be left: waiting (exhaustive), or being run"},
    {"clauses", 10, "clauses that the solver has learned from lineage"},
    {"falsifiers", 10, "fault sets found that violate the invariant"},
    {"solver", 6, "share of the time that the master's solver took"},
    {"busy", 9, "workers with a job, of all workers"},
    {"left", 10,
     "the time or the executions that the budget leaves; ~ the time that --strategy exhaustive "
     "still needs at this rate; - if neither is known"},
}};

/// The columns of the progress lines of a run about a real system.
inline constexpr std::array<ProgressColumn, 9> system_progress_columns{{
    {"elapsed", 8, "since the run began, h:mm:ss"},
    {"cell", 14, "the cell of a sweep"},
    {"phase", 12, "the present phase: searching, replaying, minimising, ..."},
    {"executions", 10, "so far, those of earlier sessions and those that repeat one included"},
    {"per s", 7, "executions a second, since the last line"},
    {"fault sets", 10, "tried so far"},
    {"violating", 9, "those of them under which a promise is broken"},
    {"busy", 9, "workers with a job, of all workers"},
    {"left", 10, "the time that the budget leaves; - without a time limit"},
}};

}  // namespace ldfi::config
