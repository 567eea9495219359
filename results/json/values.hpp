// The values of a run as JSON, named as in results/SCHEMA.md: the same in every output.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "common/record/cell.hpp"
#include "common/record/known_case.hpp"
#include "common/record/theorem.hpp"
#include "common/record/trace.hpp"

namespace ldfi::results {

/// Members keep the order in which they were added.
using Json = nlohmann::ordered_json;

Json fspec_json(const FspecParameters& fspec);

/// `nodes` are the names of the Fspec's nodes.
Json falsifier_json(const Falsifier& falsifier, const Names& names);

/// One object for each specification, named as in results/SCHEMA.md; `nodes` as above.
Json specifications_json(const SearchResult& result, const Names& names);

/// What --count says of all fault sets: numbers in decimal. The cell must have counts.
Json counts_json(const Cell& cell);

/// The stages of a counterexample that was made smaller, and what is left.
Json minimisation_json(const Minimisation& minimisation);
/// What happens in the execution of one of its stages, as JSON lines that --replay-schedule reads.
std::string schedule_lines(const Minimisation& minimisation, const MinimisationStage& stage);

/// `crashes=0.2,delays=4`, as a run stores its option, as an object of numbers.
Json weights_json(std::string_view text);

/// What became of stored falsifiers that were executed again: `case`, `faults`, `outcome`,
/// `violated`, `left_out`, and `why` if there is a reason.
Json known_json(const std::vector<KnownCase>& cases);
Json theorems_json(const std::vector<Theorem>& theorems);

/// Crashes and messages of each tick.
Json ticks_json(const Trace& trace);

/// As one line, in ASCII; `indent` spaces a level make it many lines. What is no UTF-8 is replaced.
std::string dump(const Json& json, int indent = -1);

}  // namespace ldfi::results
