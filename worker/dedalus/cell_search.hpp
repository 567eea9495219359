// One cell of a sweep in one process: a campaign without a farm, since other cells keep the other
// ranks busy.
#pragma once

#include <cstdint>
#include <functional>

#include "common/dedalus/language/load.hpp"
#include "common/farm/wire/messages.hpp"

namespace ldfi::execute {

/// What a search sees of its process, and what that sees of the search.
struct Host {
  std::function<double()> clock;          ///< seconds, monotonic
  std::function<std::uint64_t()> memory;  ///< bytes that the process uses
  std::function<void()> alive{};          ///< see Executor::set_alive
  std::function<void(bool)> suspend{};    ///< see Executor::set_suspend
};

/// `program` is that of `setup`, checked; `deadline` is a reading of the clock, infinity if there
/// is none. A budget that runs out makes the report `inconclusive`. Throws InputError for an Fspec
/// that the nodes do not admit, and InternalError when the plain evaluator and the ground executor
/// disagree.
Cell search_cell(const dedalus::Program& program, const wire::Setup& setup,
                 const wire::SearchJob& job, const Host& host, double deadline);

}  // namespace ldfi::execute
