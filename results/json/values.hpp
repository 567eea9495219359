// Converts the values of a run to JSON, named as in results/SCHEMA.md, so that every output is the
// same.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "common/record/cell.hpp"
#include "common/record/known_case.hpp"
#include "common/record/theorem.hpp"
#include "common/record/trace.hpp"

namespace ldfi::results {

/// JSON whose members keep the order in which they were added.
using Json = nlohmann::ordered_json;

Json fspec_json(const FspecParameters& fspec);

/// `nodes` holds the names of the Fspec's nodes.
Json falsifier_json(const Falsifier& falsifier, const Names& names);

/// Returns one object per specification. `nodes` holds the names of the Fspec's nodes.
Json specifications_json(const SearchResult& result, const Names& names);

/// Returns the counts of all fault sets (--count) as decimal texts. The cell must have counts.
Json counts_json(const Cell& cell);

/// Returns the stages of a minimised counterexample, and what remains of it.
Json minimisation_json(const Minimisation& minimisation);
/// Returns the events of a stage as JSON lines, which --replay-schedule reads.
std::string schedule_lines(const Minimisation& minimisation, const MinimisationStage& stage);

/// Converts `crashes=0.2,delays=4`, the stored form of the option, to an object of numbers.
Json weights_json(std::string_view text);

/// Returns for each stored falsifier that was executed again: `case`, `faults`, `outcome`,
/// `violated`, `left_out`, and `why` if there is a reason.
Json known_json(const std::vector<KnownCase>& cases);
Json theorems_json(const std::vector<Theorem>& theorems);

/// Returns the crashes and messages of each tick.
Json ticks_json(const Trace& trace);

/// Returns one line of ASCII, or many lines with `indent` spaces per level. Replaces invalid UTF-8.
std::string dump(const Json& json, int indent = -1);

}  // namespace ldfi::results
