// Reads the faults and deliveries that --replay and --known name for a real system, on the command line or in
// the file of a case.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "common/config/options.hpp"
#include "common/systems/faults/assignment.hpp"
#include "common/systems/plan.hpp"
#include "results/views/systems/case.hpp"

namespace ldfi::app {

/// Reads a fault set such as `O(n0,n1,m#0) C(n0,#3)`, or `none`. Throws UsageError.
[[nodiscard]] systems::FaultSet replayed_faults(const std::string& text);
/// Reads deliveries such as `n0,n1,m#0 n1,n0,m_ok#0`, or `none`. Throws UsageError.
[[nodiscard]] systems::Deliveries replayed_deliveries(const std::string& text);
/// Returns why the plan cannot have these deliveries: it has a runner, or one of them is not a message between two
/// different nodes or services. Returns an empty text if the plan can have them.
[[nodiscard]] std::string wrong_deliveries(const std::set<systems::MessageId>& deliveries,
                                           const systems::Plan& plan);
/// Throws UsageError if the plan cannot have these deliveries.
void check_deliveries(const std::set<systems::MessageId>& deliveries, const systems::Plan& plan);
/// Throws UsageError if the Fspec does not allow these faults.
void check_replayed(const systems::FaultSet& faults, const systems::Fspec& fspec);

/// Reads a case, which is a file with one counterexample. Throws EnvironmentError, and SourcedError
/// for any other file.
[[nodiscard]] results::TestCase read_case_file(const std::string& path);
/// Reads the case if --replay names a file, otherwise returns nullopt. Puts the faults, the seed and the
/// deliveries of the case into `options`. Deliveries on the command line replace those of the case. Throws
/// what read_case_file() throws, and UsageError for a wrong --deliveries.
[[nodiscard]] std::optional<results::TestCase> take_case(config::Options& options);
/// Throws SourcedError if the plan cannot have the deliveries of the case in `path`.
void check_case(const std::string& path, const results::TestCase& one, const systems::Plan& plan);

}  // namespace ldfi::app
