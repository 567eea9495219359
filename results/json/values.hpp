// Converts the values of a run to JSON, with the names of results/SCHEMA.md. All outputs of JSON
// use these functions.
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

/// Returns a counterexample as JSON. `names` has the names of the nodes in the Fspec.
Json falsifier_json(const Falsifier& falsifier, const Names& names);

/// Returns one object for each specification. `names` has the names of the nodes in the Fspec.
Json specifications_json(const SearchResult& result, const Names& names);

/// Returns the counts of fault sets (--count) as texts of decimal digits, because they may be very
/// large. Requires that the cell has counts.
Json counts_json(const Cell& cell);

/// Returns the steps in which a counterexample was made smaller, and the result.
Json minimisation_json(const Minimisation& minimisation);
/// Returns the events of one step as JSON lines, which --replay-schedule reads.
std::string schedule_lines(const Minimisation& minimisation, const MinimisationStage& stage);

/// Converts weights from the form of the option, `crashes=0.2,delays=4`, to an object of numbers.
Json weights_json(std::string_view text);

/// Returns an object for each counterexample of an earlier run that was executed again. Its members
/// are `case`, `faults`, `outcome`, `violated`, `left_out`, and `why` if there is a reason.
Json known_json(const std::vector<KnownCase>& cases);
Json theorems_json(const std::vector<Theorem>& theorems);

/// Returns the crashes and messages of each tick.
Json ticks_json(const Trace& trace);

/// Returns the JSON as one line of ASCII or, if `indent` is not negative, as lines with `indent`
/// spaces per level. Replaces invalid UTF-8.
std::string dump(const Json& json, int indent = -1);

}  // namespace ldfi::results
