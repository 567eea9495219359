// The table of commands.
#include "results/app/command_line.hpp"

namespace ldfi::results {

const std::vector<CommandRow>& command_table() {
  static const std::vector<CommandRow> table{
      {"summary", Command::summary, "", 0, "the verdict of each Fspec cell, and what was done"},
      {"falsifiers", Command::falsifiers, "", 0,
       "the fault sets that violate the invariant, the same faults at other times as one family"},
      {"minimisation", Command::minimisation, "", 0,
       "the stages in which --minimise made a counterexample smaller, and what happens in the "
       "smallest execution"},
      {"groups", Command::groups, "[GROUP]", 1,
       "[GROUP] falsifiers that violate the same by the same rules, the rarest group first, then "
       "what is new: executes "
       "each again; GROUP is one of them, such as g1, with all its rules and members"},
      {"coverage", Command::coverage, "", 0,
       "what the executions cover, counted in failures without their time: which ones were "
       "exercised or "
       "offered, and which two have met; executes each again"},
      {"show", Command::show, "[RUN]", 1,
       "[RUN] what happened, tick by tick and node by node: crashes, messages, state"},
      {"lamport", Command::lamport, "[RUN]", 1,
       "[RUN] the same as a space-time diagram (SVG): a line for each process, time downwards"},
      {"lineage", Command::lineage, "[RUN [GOAL]]", 2,
       "[RUN [GOAL]] why it ended so, as a tree: what holds and by which rules, what does not and "
       "why; GOAL is a tuple at a tick, such as 'log(b,data)@4', holding or not; default: what the "
       "invariant is about"},
      {"diff", Command::diff, "[RUN [RUN2]]", 2,
       "[RUN [RUN2]] what went differently than in a good run, and the story in words; RUN2 is "
       "the good run, or `nearest` for the executed one whose faults differ least; default: the "
       "failure-free run"},
      {"report", Command::report, "[FILE.h5 ...]", 0,
       "[FILE.h5 ...] everything as one HTML file (-o) that needs no network: verdict, falsifiers, "
       "diagrams, stories, state, search log; of several files, a table of the runs that leads to "
       "each"},
      {"export", Command::export_files, "[RUN]", 1,
       "[RUN] the file in another form: --json, --csv or --molly; one execution of a real system: "
       "--shiviz or --case; a stage of --minimise: --schedule; or what follows from the file: "
       "--hdf5"},
      {"serve", Command::serve, "", 0,
       "the report as a page on which one adds and drops faults: ldfi-farm runs what was chosen, a "
       "program or a real system. "
       "For this machine alone, under an address that nobody guesses; needs Python 3"},
      {"watch", Command::watch, "", 0,
       "a table of a run that goes on elsewhere, or was stopped, until it is finished: FILE is its "
       "journal (r.journal beside r.h5), which is only read"},
      {"import", Command::import_log, "", 0,
       "a recording of another tool, FILE, a ShiViz log as DEMi writes it, as a schedule that "
       "ldfi-farm --replay-schedule follows; --names says what the program calls its messages"},
      {"check", Command::check, "--as CHECKER", 0,
       "judges a history that was recorded elsewhere, FILE or --history FILE: JSON lines as a "
       "checker "
       "of one's own reads them, or operations of Jepsen in EDN or JSON lines"},
  };
  return table;
}

}  // namespace ldfi::results
