// From settings to a strategy: the one place that knows them all.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "common/explore/scout.hpp"
#include "common/ground/universe.hpp"
#include "common/search/strategy.hpp"

namespace ldfi::search {

/// `universe` must outlive the strategy. `time_left` says how many seconds a call to the solver may
/// take, if there is a limit; `scout` may be missing. Throws what the strategy's maker throws.
std::unique_ptr<Strategy> make_strategy(const ground::Universe& universe,
                                        const wire::SearchSettings& settings,
                                        std::function<std::optional<double>()> time_left,
                                        explore::Scout* scout = nullptr);

/// True if `certified` is a proof and the falsifiers are the least ones, so that what was found in
/// one Fspec says something about others of the same EOT.
[[nodiscard]] bool complete(const wire::SearchSettings& settings);

}  // namespace ldfi::search
