#include "worker/drive/command_check.hpp"

#include <fmt/core.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <string_view>

#include "common/base/diagnostic.hpp"
#include "common/systems/check/history_text.hpp"
#include "worker/drive/complaints.hpp"

namespace ldfi::drive {
namespace {

constexpr std::size_t most_said = std::size_t{64} << 10U;

/// A checker process that runs, and is ended by the destructor.
class Running {
 public:
  Running(Nursery& nursery, const Program& program)
      : nursery_(nursery), child_(nursery.start(program)) {}
  ~Running() {
    try {
      nursery_.end(child_.pid);
    } catch (...) {  // the nursery has ended, and has ended the process
    }
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  Child& child() { return child_; }

 private:
  Nursery& nursery_;
  Child child_;
};

/// Appends the bytes that can be read now. Returns false at the end of the output.
bool read_some(const Descriptor& from, std::string& to) {
  std::array<char, 4096> bytes{};
  const ssize_t got = ::read(from.get(), bytes.data(), bytes.size());
  if (got > 0) to.append(bytes.data(), static_cast<std::size_t>(got));
  return got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
}

/// Writes as much of the text as fits now. If the checker closes its input, the rest is not written.
void write_some(Child& child, std::string_view& text) {
  const ssize_t wrote = ::write(child.in.get(), text.data(), text.size());
  if (wrote > 0) text.remove_prefix(static_cast<std::size_t>(wrote));
  if (wrote < 0 && errno != EAGAIN && errno != EINTR) text = {};
  if (text.empty()) child.in.close();
}

}  // namespace

check::Judgement CommandCheck::operator()(const check::History& history) const {
  using Steady = std::chrono::steady_clock;
  const std::string lines = check::to_lines(plan_, history);
  std::string_view left = lines;
  std::string said;
  Complaints complaints;
  complaints.clear(program_.paths);
  Running running(nursery_, program_);
  Child& child = running.child();
  const auto end = Steady::now() + std::chrono::duration<double>(plan_.goals.command_s);
  for (bool more = true; more;) {
    if (interrupt_) interrupt_();
    const bool late = Steady::now() > end;
    std::array<pollfd, 3> all{{{child.out.get(), POLLIN, 0},
                               {child.err.get(), POLLIN, 0},
                               {left.empty() ? -1 : child.in.get(), POLLOUT, 0}}};
    constexpr int look_ms = 50;
    ::poll(all.data(), all.size(), late ? 0 : look_ms);
    // If the checker's output can be read, the farm may have been late, and not the checker.
    if (late && all[0].revents == 0 && all[2].revents == 0) {
      throw Misbehaved(fmt::format("the checker gave no verdict within {} s (checker.time)",
                                   plan_.goals.command_s));
    }
    if (all[2].revents != 0) write_some(child, left);
    if (all[1].revents != 0) complaints.read(child.err.get());
    if (complaints.is_closed()) child.err.close();
    if (all[0].revents != 0) more = read_some(child.out, said);
    if (said.size() > most_said) {
      throw Misbehaved(fmt::format("the checker printed more than {} bytes", most_said));
    }
  }
  // If a process that supervises the checker was killed, the checker's output may be incomplete.
  nursery_.expect_helpers(child.pid);
  check::Judgement out = check::judgement_of(said);
  if (!out.undecided.empty()) {
    if (child.err.get() >= 0) complaints.read(child.err.get());
    out.undecided = with_stderr(std::move(out.undecided), complaints.excerpt());
  }
  return out;
}

}  // namespace ldfi::drive
