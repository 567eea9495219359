#include "worker/drive/cluster.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/systems/check/check.hpp"
#include "common/systems/node_command.hpp"
#include "common/systems/script.hpp"
#include "worker/drive/command_check.hpp"
#include "worker/drive/execution.hpp"
#include "worker/drive/fingerprint.hpp"
#include "worker/drive/interpreter.hpp"
#include "worker/drive/places.hpp"
#include "worker/drive/specification_check.hpp"
#include "worker/drive/zygote.hpp"
#include "worker/sandbox/sweep.hpp"

namespace ldfi::drive {
namespace {

/// Environment variables of all nodes, without which executions could differ.
const std::vector<std::string> environment{
    "PYTHONHASHSEED=0", "PYTHONUNBUFFERED=1", "PYTHONDONTWRITEBYTECODE=1", "LC_ALL=C.UTF-8",
    "TZ=UTC",           "UV_USE_IO_URING=0"};

/// Larger than the number of nodes of any plan. The seeds of clocks are multiples of this number
/// plus the node's number, so no two clocks have the same seed.
constexpr std::uint64_t most_nodes = 1'000;

/// Returns the path of the file that gives nodes their virtual time: a library or a program.
std::string library(const std::string& folder) {
  return folder + "/libldfi-clock.so";
}

/// Returns the folder for the clocks of a node, as this process sees it.
std::string clock_folder(const Place& place) {
  return fmt::format("/proc/self/fd/{}/clock", place.folder.get());
}

/// Returns the number of free files in the file system of the place, or nullopt if the place has no
/// file system of its own.
std::optional<std::uint64_t> free_files(const Place& place) {
  struct statfs about {};
  const bool own = (place.layers & sandbox::files) != 0;
  if (!own || ::fstatfs(place.folder.get(), &about) != 0) return std::nullopt;
  return about.f_ffree;
}

}  // namespace

Cluster::Cluster(const systems::Plan& plan, Nursery& nursery, Interrupt interrupt)
    : plan_(without_shims(plan)),
      nursery_(nursery),
      interrupt_(std::move(interrupt)),
      own_folder_(make_own_folder()),
      folder_(own_folder_.path),
      script_(plan) {
  nursery.own(folder_);
  choose_judge();
  if (plan.time == systems::Time::virtual_time) unpack_library();
  if (plan.kind == systems::Kind::runner) {
    begin_runner();
    return;
  }
  open_places();
  if (plan.goals.checker == systems::Checker::command) judge_by_command();
  expect_sandbox();
  for (const std::string& name : plan.processes()) {
    const bool logs = !plan.client_command.empty() && nodes_.size() < plan.nodes.size();
    nodes_.emplace_back(name, nursery, plan.time, logs ? Node::Output::log : Node::Output::messages,
                        plan.limits, interrupt_);
  }
}

void Cluster::unpack_library() {
  const bool has_nodes = plan_.kind != systems::Kind::runner;
  linked_ = has_nodes && (plan_.net == systems::Net::sockets ||
                          KernelLink::is_needed_for(on_path(
                              command_of(plan_, systems::node_command(plan_, 0), false)[0])));
  linked_ ? KernelLink::unpack(library(folder_)) : Clock::unpack(library(folder_));
}

void Cluster::choose_judge() {
  if (plan_.goals.checker == systems::Checker::specifications) {
    judge_ = SpecificationCheck(plan_, interrupt_);
  } else {
    judge_ = [this](const check::History& seen, const auto&) {
      return check::judge(plan_.goals, seen, interrupt_);
    };
  }
}

void Cluster::judge_by_command() {
  checker_ = open_place("checker", "");
  judge_ = [this, command = CommandCheck(plan_, nursery_, program(plan_.goals.command, *checker_),
                                         interrupt_)](const check::History& seen, const auto&) {
    empty(*checker_, "the checker", {"home", "tmp", "shm"});
    check::Judgement out = command(seen);
    if (!out.undecided.empty()) throw Misbehaved(out.undecided);
    check::judge_goals(plan_.goals, seen, out);
    return out;
  };
}

Cluster::~Cluster() {
  nodes_.clear();  // ends the nodes before their folders are closed
  runner_.reset();
  if (checker_) places_.push_back(std::move(*checker_));
  for (const Place& place : places_) {
    try {
      nursery_.close(place);
    } catch (...) {  // the nursery has ended, and has ended everything in the place
    }
  }
  sandbox::remove_folder(folder_);
}

Place Cluster::open_place(const std::string& name, const std::string& library) {
  const std::string own = folder_ + "/" + name;
  if (::mkdir(own.c_str(), S_IRWXU) != 0) {
    throw EnvironmentError("mkdir " + own + ": " + std::generic_category().message(errno));
  }
  if (!confinement_) confinement_ = confinement_of(plan_);
  sandbox::Confinement wanted = *confinement_;
  wanted.folder = own;
  wanted.library = library;
  shown_in_tmp_ = sandbox::names_shown_in_tmp(wanted);
  Place out = nursery_.open(wanted);
  const sandbox::Layers missing = sandbox::wanted(wanted) & ~out.layers;
  const MemoryBound bound = !wanted.shut_in ? MemoryBound::none
                            : out.group     ? MemoryBound::cgroup
                                            : MemoryBound::descriptors;
  memory_bound_ = std::min(memory_bound_, bound);
  if (missing != 0 && lacks_.empty()) {
    lacks_ = sandbox::names_of(missing);
    if (!out.missing.empty()) lacks_ += " (" + out.missing + ")";
  }
  return out;
}

void Cluster::begin_runner() {
  places_.push_back(open_place("runner", ""));
  expect_sandbox();
  runner_ = std::make_unique<Runner>(plan_, nursery_, program(0), interrupt_);
}

void Cluster::expect_sandbox() const {
  if (plan_.sandbox != systems::Sandbox::require || lacks_.empty()) return;
  throw EnvironmentError("system.sandbox is require, but this machine does not allow: " + lacks_);
}

void Cluster::open_places() {
  const bool timed = plan_.time == systems::Time::virtual_time;
  for (std::size_t i = 0; i < plan_.processes().size(); ++i) {
    places_.push_back(
        open_place("node" + std::to_string(i), timed ? library(folder_) : std::string()));
    free_files_.push_back(free_files(places_.back()));
  }
}

void Cluster::expect_room() const {
  for (std::size_t i = 0; i < places_.size(); ++i) {
    struct statfs about {};
    const Place& place = places_[i];
    if ((place.layers & sandbox::files) == 0 || ::fstatfs(place.folder.get(), &about) != 0)
      continue;
    if (about.f_bavail > 0 && about.f_ffree > 0) continue;
    throw Misbehaved(
        fmt::format("{} filled its folders: they may hold {} bytes (limits.disk) and {} files",
                    plan_.processes()[i], plan_.limits.disk, about.f_files));
  }
}

void Cluster::empty(std::size_t node, std::initializer_list<const char*> names) {
  empty(places_[node], nodes_[node].name(), names);
}

void Cluster::empty(const Place& place, const std::string& whose,
                    std::initializer_list<const char*> names) {
  for (const char* name : names) {
    constexpr int how = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    const int own = place.folder.get();
    Descriptor folder(::openat(own, name, how));
    if (folder.get() < 0) {  // a node without a sandbox may have replaced the folder
      ::unlinkat(own, name, 0);
      ::mkdirat(own, name, S_IRWXU);
      folder = Descriptor(::openat(own, name, how));
    }
    static const std::vector<std::string> none;
    const auto& kept = std::string_view(name) == "tmp" ? shown_in_tmp_ : none;
    const int error = folder.get() < 0 ? errno : sandbox::empty_folder(folder.get(), kept);
    if (error == 0) continue;
    throw EnvironmentError(fmt::format("the folder {} of {} cannot be emptied: {}", name, whose,
                                       std::generic_category().message(error)));
  }
}

void Cluster::empty_again(std::size_t node) {
  const std::initializer_list<const char*> names{"home", "tmp", "shm"};
  const Place& place = places_[node];
  if (!free_files_[node] || free_files(place) != free_files_[node]) return empty(node, names);
  for (const char* name : names) {
    if (::fchmodat(place.folder.get(), name, S_IRWXU, 0) != 0) return empty(node, names);
  }
}

/// Returns the program of a node. Its paths do not contain the node's name.
Program Cluster::program(std::size_t node) const {
  return program(systems::node_command(plan_, node), places_[node]);
}

Program Cluster::program(const std::vector<std::string>& command, const Place& place) const {
  // In real time, the threads of a node run in parallel, so the node may use all processors.
  const bool alone = plan_.time != systems::Time::plain;
  const bool shut_in = (place.layers & sandbox::files) != 0;
  Program out{place.keeper, command_of(plan_, command, shut_in), place.view.home,
              environment,  alone ? processor_.number() : -1,    {},
              false};
  out.paths = user_paths(plan_, command, shut_in);
  out.environment.push_back("HOME=" + out.folder);
  out.environment.push_back("TMPDIR=" + out.folder);
  return out;
}

void Cluster::start(std::size_t node, std::uint64_t seed, std::int64_t at, std::uint64_t life) {
  Program what = program(node);
  if (life == 0) empty(node, {"home", "tmp", "shm", "clock"});
  // A node may have removed its own rights to its home before it crashed. The restarted node needs
  // them.
  if ((places_[node].layers & sandbox::files) != 0) {
    [[maybe_unused]] const int done = ::fchmodat(places_[node].folder.get(), "home", S_IRWXU, 0);
  }
  std::unique_ptr<Clock> clock;
  if (plan_.time == systems::Time::virtual_time) {
    const Place& place = places_[node];
    const std::uint64_t own_seed = most_nodes * (seed + next_life * life) + node;
    if (life > 0) empty(node, {"clock"});
    if (linked_) {
      auto link = this->link(node, own_seed, at, life, what);
      return nodes_[node].start(what, nullptr, std::move(link));
    }
    clock = std::make_unique<Clock>(clock_folder(place), place.view.clock, own_seed);
    clock->set(at, at);
    what.environment.push_back(Clock::preload(place.view.library));
    what.clock = Clock::variable(place.view.clock);
  }
  if (forks_) {
    what.command = Zygote::command(std::move(what.command), systems::place_of_script(plan_.command),
                                   clock != nullptr);
    what.forked = true;
  }
  nodes_[node].start(what, std::move(clock), nullptr);
}

std::optional<NetPlace> Cluster::net_place(std::size_t node, std::uint64_t life) const {
  if (plan_.net != systems::Net::sockets) return std::nullopt;
  NetPlace out{static_cast<std::uint32_t>(node), static_cast<std::uint32_t>(nodes_.size()),
               static_cast<std::uint32_t>(life), ""};
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    out.hosts += fmt::format("{} {}\n", systems::address_of_node(i), nodes_[i].name());
  }
  return out;
}

std::unique_ptr<KernelLink> Cluster::link(std::size_t node, std::uint64_t seed, std::int64_t at,
                                          std::uint64_t life, Program& program) const {
  const Place& place = places_[node];
  std::vector<std::string> command{place.view.library, "--link", place.view.clock};
  if (program.command[0].find('/') == std::string::npos) {
    // If there is no such program, the library kernel names it in its error.
    if (std::string found = on_path(program.command[0]); !found.empty()) {
      program.command[0] = std::move(found);
    }
  }
  std::ranges::copy(program.command, std::back_inserter(command));
  program.command = std::move(command);
  return std::make_unique<KernelLink>(clock_folder(place), seed, at, net_place(node, life));
}

void Cluster::make_ready(systems::Start how, std::uint64_t seed) {
  forks_ = how == systems::Start::fork;
  const bool reset = how == systems::Start::reset;
  std::vector<Node::MessageAhead> all;
  for (std::size_t i = 0; i < nodes_.size() && reset; ++i) {
    empty_again(i);
    if (nodes_[i].has_process()) all.push_back({&nodes_[i], nodes_[i].order_to_reset()});
  }
  Node::send_ahead(all, 0);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (reset && nodes_[i].reset()) continue;
    nodes_[i].kill();
    start(i, seed, 0, 0);
  }
  for (Node& node : nodes_) node.await_readiness();
}

const Recorder& Cluster::recorder(std::uint64_t seed) {
  if (!recorder_ || recorder_->seed() != seed) recorder_.emplace(plan_, seed);
  return *recorder_;
}

std::string Cluster::execute(const systems::Assignment& assigned, std::uint64_t seed, Way way,
                             bool tried_before) {
  for (Node& node : nodes_) node.note_tried_before(tried_before);
  if (runner_) {
    LDFI_REQUIRE(!assigned.deliveries && !assigned.draw, "a runner takes only faults");
    try {
      return runner_->execute(assigned.faults, seed, way != Way::planned);
    } catch (const Misbehaved& e) {
      return recorder(seed).invalid_recording(assigned, e.what());
    }
  }
  return run(assigned, seed, way);
}

std::string Cluster::run(const systems::Assignment& assigned, std::uint64_t seed, Way way) {
  Foreseen foreseen;
  for (;;) {
    try {
      return attempt(assigned, seed, way, foreseen);
    } catch (const Overran& one) {
      for (Node& node : nodes_) node.kill();
      foreseen[one.before] = one.silent;
    }
  }
}

std::string Cluster::attempt(const systems::Assignment& assigned, std::uint64_t seed, Way way,
                             const Foreseen& foreseen) {
  constexpr int patience_ms = 2;
  std::string out;
  bool good = false;
  systems::Assignment all = assigned;  // the given faults and, during the execution, the faults
                                       // that are drawn
  try {
    const systems::Start how = way == Way::planned ? plan_.start : systems::Start::fresh;
    const bool reset = how == systems::Start::reset;
    make_ready(how, seed);
    const int patience = way == Way::slow ? patience_ms : 0;
    const Revive revive = [&](std::size_t node, std::int64_t at, std::uint64_t life) {
      if (plan_.disk == systems::Disk::volatile_disk) empty(node, {"home", "tmp", "shm"});
      if (reset && nodes_[node].reset()) return;
      start(node, seed, at, life);
      // A node that has ended does not answer `init`, and the execution reports this later.
      nodes_[node].settle_in();
    };
    out = Execution(plan_, nodes_, all, recorder(seed), script_, patience, reset, interrupt_,
                    revive, judge_, foreseen)
              .run();
    expect_room();
    good = true;
  } catch (const Misbehaved& e) {
    out = recorder(seed).invalid_recording(all, e.what());
  }
  if (!good || plan_.start != systems::Start::reset) {
    for (Node& node : nodes_) node.kill();
  }
  return out;
}

}  // namespace ldfi::drive
