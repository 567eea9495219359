#include "worker/drive/cluster.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "common/base/errors.hpp"
#include "worker/drive/execution.hpp"
#include "worker/drive/fingerprint.hpp"
#include "worker/drive/recorder.hpp"

namespace ldfi::drive {
namespace {

namespace fs = std::filesystem;

/// Runs are alike only if these are.
const std::vector<std::string> environment{
    "PYTHONHASHSEED=0", "PYTHONUNBUFFERED=1", "PYTHONDONTWRITEBYTECODE=1", "LC_ALL=C.UTF-8",
    "TZ=UTC",           "UV_USE_IO_URING=0"};

/// No two of them share their chance.
constexpr std::uint64_t most_nodes = 1'000;

std::string library(const std::string& folder) {
  return folder + "/libldfi-clock.so";
}

void make_empty(const std::string& folder) {
  std::error_code error;
  fs::remove_all(folder, error);
  fs::create_directory(folder, error);
  if (error) throw EnvironmentError("mkdir " + folder + ": " + error.message());
}

/// The folder itself stays: a process works in it.
void remove_contents(const std::string& folder) {
  std::error_code error;
  for (const auto& one : fs::directory_iterator(folder, error)) fs::remove_all(one.path(), error);
}

std::string make_folder() {
  const char* base = std::getenv("TMPDIR");
  std::string name =
      std::string(base != nullptr && *base == '/' ? base : "/tmp") + "/ldfi-farm-XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) {
    throw EnvironmentError("mkdtemp " + name + ": " + std::generic_category().message(errno));
  }
  return fs::canonical(name).string();  // as the system calls it
}

}  // namespace

Cluster::Cluster(const systems::Plan& plan, Nursery& nursery, Interrupt interrupt)
    : plan_(plan), interrupt_(std::move(interrupt)), folder_(make_folder()) {
  nursery.own(folder_);
  if (plan.time == systems::Time::virtual_time) Clock::unpack(library(folder_));
  for (const std::string& name : plan.nodes) {
    nodes_.emplace_back(name, nursery, plan.time, plan.limits, interrupt_);
  }
}

Cluster::~Cluster() {
  nodes_.clear();  // before their folders
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

/// Of a node's name nothing goes into a path.
Program Cluster::program(std::size_t node) const {
  // In real time the threads of programs run side by side, as far as they do.
  const bool alone = plan_.time != systems::Time::plain;
  Program out{plan_.command, folder_ + "/node" + std::to_string(node), environment,
              alone ? processor_.number() : -1};
  for (std::string& word : out.command) {
    if (const std::string file = file_of(plan_, word); !file.empty()) word = file;
  }
  out.environment.push_back("HOME=" + out.folder);
  out.environment.push_back("TMPDIR=" + out.folder);
  return out;
}

void Cluster::start(std::size_t node, std::uint64_t seed, std::int64_t at, std::uint64_t life) {
  Program what = program(node);
  if (life == 0) make_empty(what.folder);
  std::unique_ptr<Clock> clock;
  if (plan_.time == systems::Time::virtual_time) {
    const std::string folder = folder_ + "/clock" + std::to_string(node);
    make_empty(folder);
    clock = std::make_unique<Clock>(folder, most_nodes * (seed + next_life * life) + node);
    clock->set(at, at);
    for (std::string& one : Clock::environment(library(folder_), folder)) {
      what.environment.push_back(std::move(one));
    }
  }
  nodes_[node].start(what, std::move(clock));
}

void Cluster::make_ready(bool fresh, std::uint64_t seed) {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (!fresh) {
      remove_contents(program(i).folder);
      if (nodes_[i].reset()) continue;
    }
    nodes_[i].kill();
    start(i, seed, 0, 0);
  }
  for (Node& node : nodes_) node.await_readiness();
}

std::string Cluster::execute(const systems::FaultSet& faults, std::uint64_t seed, Way way) {
  constexpr int patience_ms = 2;
  std::string out;
  bool good = false;
  try {
    const bool reset = way == Way::planned && plan_.start == systems::Start::reset;
    make_ready(!reset, seed);
    const int patience = way == Way::slow ? patience_ms : 0;
    const Revive revive = [&](std::size_t node, std::int64_t at, std::uint64_t life) {
      if (plan_.disk == systems::Disk::volatile_disk) remove_contents(program(node).folder);
      if (reset && nodes_[node].reset()) return;
      start(node, seed, at, life);
      nodes_[node].settle_in();  // one that ended will not answer
    };
    out = Execution(plan_, nodes_, faults, seed, patience, reset, interrupt_, revive).run();
    good = true;
  } catch (const Misbehaved& e) {
    out = invalid_recording(plan_, faults, seed, e.what());
  }
  if (!good || plan_.start == systems::Start::fresh) {
    for (Node& node : nodes_) node.kill();
  }
  return out;
}

}  // namespace ldfi::drive
