#include "worker/systems/drive_executor.hpp"

#include <fmt/core.h>

#include <chrono>
#include <filesystem>
#include <limits>
#include <optional>

#include "common/base/contract.hpp"
#include "common/base/memory.hpp"
#include "common/base/phase.hpp"
#include "common/config/config_file.hpp"
#include "common/farm/wire/messages.hpp"
#include "worker/drive/cluster.hpp"
#include "worker/drive/fingerprint.hpp"
#include "worker/drive/own_folder.hpp"
#include "worker/sandbox/sweep.hpp"
#include "worker/systems/system_files.hpp"

namespace ldfi::execute {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds between_checks{20};

systems::Plan plan_of(const wire::SystemSource& source, const std::string& path) {
  std::vector<Diagnostic> problems;
  config::ConfigFile file = config::read_config(source.config, path, FileId(0), problems,
                                                config::parse_replaced_values(source.said));
  LDFI_ENSURE(file.system.has_value() && !has_errors(problems), "the master has read this config");
  return *std::move(file.system);
}

/// Returns the fingerprint of the files on this machine, or nullopt if one of them cannot be read.
std::optional<std::uint64_t> fingerprint_of(const systems::Plan& plan, const std::string& config) {
  try {
    return number_of(drive::fingerprint(plan, config));
  } catch (const InputError&) {
    return std::nullopt;
  }
}

class DriveExecutor final : public campaign::Executor {
 public:
  DriveExecutor(const wire::Setup& setup, drive::Nursery& nursery, BudgetCheck check)
      : budget_(setup.budget), check_(std::move(check)), fingerprint_(setup.system.fingerprint) {
    find_files(setup.system, nursery);
    plan_.fingerprint = fmt::format("{:016x}", fingerprint_);
    cluster_.emplace(plan_, nursery, [this] { look_around(); });
  }

  Report execute(const Job& job) override {
    const auto* const work = std::get_if<DriveJob>(&job.work);
    LDFI_REQUIRE(work != nullptr, "the job is about a real system");
    const Phase phase("executing");
    const auto began = Clock::now();
    Report report;
    report.job = job.id;
    report.fingerprint = fingerprint_;
    report.result =
        DriveReport{cluster_->execute(work->what, work->seed, work->way, work->again > 0),
                    cluster_->lacks(), cluster_->memory_bound()};
    report.execute_ns = static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - began).count());
    return report;
  }

  ~DriveExecutor() override {
    cluster_.reset();
    if (!folder_.path.empty()) sandbox::remove_folder(folder_.path);
  }
  DriveExecutor(const DriveExecutor&) = delete;
  DriveExecutor& operator=(const DriveExecutor&) = delete;

 private:
  void find_files(const wire::SystemSource& source, drive::Nursery& nursery) {
    plan_ = plan_of(source, source.path);
    const auto here = fingerprint_of(plan_, source.config);
    if (here == fingerprint_) return;
    folder_ = drive::make_own_folder();
    nursery.own(folder_.path);
    const std::filesystem::path home = unpack(source.files, folder_.path);
    plan_ = plan_of(source, home / std::filesystem::path(source.path).filename());
    const auto sent = fingerprint_of(plan_, source.config);
    if (sent == fingerprint_) return;
    throw EnvironmentError(fmt::format(
        "the files of the system are not those that rank 0 read: their fingerprint is {:016x} "
        "instead of {:016x}",
        sent.value_or(here.value_or(0)), fingerprint_));
  }

  /// Throws if there is a reason to stop. Called very often while nodes compute, so most calls
  /// return at once.
  void look_around() {
    const auto now = Clock::now();
    if (now < next_look_) return;
    next_look_ = now + between_checks;
    say_alive();
    if (check_) check_();
    if (budget_.time_left_ms > 0 &&
        now - began_ > std::chrono::milliseconds(budget_.time_left_ms)) {
      throw BudgetExceeded("time", "time");
    }
    if (budget_.memory_limit_bytes > 0 && resident_bytes() > budget_.memory_limit_bytes) {
      throw BudgetExceeded("memory", "memory");
    }
  }

  wire::Budget budget_;
  BudgetCheck check_;
  std::uint64_t fingerprint_;
  Clock::time_point began_ = Clock::now();
  Clock::time_point next_look_ = began_;
  drive::OwnFolder folder_;  ///< folder with the files that the master sent; not made if this
                             ///< machine has the same files
  systems::Plan plan_;
  std::optional<drive::Cluster> cluster_;
};

}  // namespace

std::unique_ptr<campaign::Executor> make_drive_executor(const wire::Setup& setup,
                                                        drive::Nursery& nursery,
                                                        BudgetCheck check) {
  return std::make_unique<DriveExecutor>(setup, nursery, std::move(check));
}

}  // namespace ldfi::execute
