// One execution as the report's script wants it. Private to this folder.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "results/compare/compare.hpp"
#include "results/report/report.hpp"
#include "results/trace/trace.hpp"

namespace ldfi::results {

using Json = nlohmann::ordered_json;

/// Story, diagrams, differences and states of one run. `replay` is the command that replays it; it
/// may be empty.
Json detail(const Subject& subject, Comparer& comparer, const Rerun& execution,
            const std::string& name, const std::string& replay, const GraphvizOptions& graphviz);

}  // namespace ldfi::results
