#include "common/faults/fspec.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/errors.hpp"
#include "common/base/text.hpp"

namespace ldfi {
namespace {

/// The number of omissions: one for each sender, receiver and tick.
std::uint64_t omission_bits(const FspecParameters& p) {
  const std::uint64_t n = p.nodes.size();
  return n * (n - 1) * static_cast<std::uint64_t>(p.eff);
}

std::vector<Diagnostic> problems(const FspecParameters& p, SourceRange where) {
  std::vector<Diagnostic> out;
  const auto error = [&](const char* code, std::string text) {
    out.push_back({Severity::error, code, where, std::move(text), {}});
  };
  if (p.eot < 1 || p.eot > Fspec::max_eot) {
    error("fspec-eot",
          fmt::format("EOT is {}: it must be between 1 and {}", p.eot, Fspec::max_eot));
  }
  if (p.eff < 0 || p.eff >= p.eot) {
    error("fspec-eff",
          fmt::format("EFF is {} and EOT is {}: it must be 0 <= EFF < EOT", p.eff, p.eot));
  }
  if (p.nodes.empty()) {
    error("fspec-nodes", "there are no nodes: name them, or use them in a location column");
  }
  if (p.nodes.size() > static_cast<std::size_t>(Fspec::max_nodes)) {
    error("fspec-nodes",
          fmt::format("{} nodes are too many: the limit is {}", p.nodes.size(), Fspec::max_nodes));
  }
  for (std::size_t i = 0; i < p.nodes.size(); ++i) {
    if (p.nodes[i].empty()) error("fspec-nodes", "a node has an empty name");
    if (i > 0 && p.nodes[i] == p.nodes[i - 1]) {
      error("fspec-nodes", fmt::format("node \"{}\" is named twice", p.nodes[i]));
    }
  }
  if (p.crashes < 0 || static_cast<std::size_t>(p.crashes) > p.nodes.size()) {
    error("fspec-crashes",
          fmt::format("{} crashes with {} nodes: it must be between 0 and the number of nodes",
                      p.crashes, p.nodes.size()));
  }
  if (p.restarts < 0 || (p.restarts > 0 && p.crash_model != CrashModel::stop)) {
    error("fspec-restarts",
          p.restarts < 0 ? fmt::format("{} restarts: it must be 0 or more", p.restarts)
                         : fmt::format("with crash_model {} no node restarts: it must be stop",
                                       name_of(p.crash_model)));
  }
  for (const std::string& name : p.crashable) {
    if (std::find(p.nodes.begin(), p.nodes.end(), name) != p.nodes.end()) continue;
    error("fspec-crashable",
          fmt::format("{} may crash, but is no node", word_or_quoted(name.substr(0, 60))));
    if (const auto near = closest(name, p.nodes); !near.empty()) {
      out.back().hints.push_back(fmt::format("did you mean {}?", word_or_quoted(near)));
    }
  }
  if (out.empty() && omission_bits(p) > Fspec::max_omissions) {
    error(
        "fspec-size",
        fmt::format("with {} nodes and EFF {} there are {} messages to lose, or not: the limit is "
                    "{}",
                    p.nodes.size(), p.eff, omission_bits(p), Fspec::max_omissions));
  }
  return out;
}

int last_omission_of(int eff, EffMode mode) {
  return mode == EffMode::inclusive ? eff : std::max(eff - 1, 0);
}

}  // namespace

const std::string& name_of(EffMode mode) {
  static const std::string inclusive = "inclusive";
  static const std::string exclusive = "exclusive";
  return mode == EffMode::inclusive ? inclusive : exclusive;
}

std::optional<EffMode> eff_mode_named(std::string_view name) {
  for (const auto mode : {EffMode::inclusive, EffMode::exclusive}) {
    if (name_of(mode) == name) return mode;
  }
  return std::nullopt;
}

const std::string& name_of(CrashModel model) {
  static const std::string silent = "silent";
  static const std::string halt = "halt";
  static const std::string stop = "stop";
  return model == CrashModel::silent ? silent : model == CrashModel::halt ? halt : stop;
}

std::optional<CrashModel> crash_model_named(std::string_view name) {
  for (const auto model : {CrashModel::silent, CrashModel::halt, CrashModel::stop}) {
    if (name_of(model) == name) return model;
  }
  return std::nullopt;
}

std::string restarts_in_words(const FspecParameters& fspec) {
  std::string out;
  if (fspec.crash_model == CrashModel::stop) {
    out = fmt::format(", {} restart{}", fspec.restarts, fspec.restarts == 1 ? "" : "s");
  }
  if (fspec.crashable.empty()) return out;
  out += ", only of";
  for (const std::string& name : fspec.crashable) out += " " + word_or_quoted(name);
  return out;
}

Fspec::Fspec(FspecParameters parameters, SourceRange where) : p_(std::move(parameters)) {
  std::sort(p_.nodes.begin(), p_.nodes.end());
  if (auto found = problems(p_, where); !found.empty()) throw InputError(std::move(found));
  std::sort(p_.crashable.begin(), p_.crashable.end());
  p_.crashable.erase(std::unique(p_.crashable.begin(), p_.crashable.end()), p_.crashable.end());
  crashable_.assign(p_.nodes.size(), p_.crashable.empty());
  for (const std::string& name : p_.crashable) crashable_[find(name)->index()] = true;
}

std::optional<NodeId> Fspec::find(std::string_view name) const {
  const auto it = std::lower_bound(p_.nodes.begin(), p_.nodes.end(), name);
  if (it == p_.nodes.end() || *it != name) return std::nullopt;
  return NodeId(static_cast<std::size_t>(it - p_.nodes.begin()));
}

int Fspec::last_omission() const {
  return last_omission_of(p_.eff, p_.eff_mode);
}

bool within(const FaultSet& faults, int eff, EffMode mode, int crashes) {
  const int last = last_omission_of(eff, mode);
  int crashed = 0;
  for (const Fault& fault : faults) {
    if (const auto* omission = std::get_if<Omission>(&fault)) {
      if (omission->sent.tick() > last) return false;
      continue;
    }
    const auto* outage = std::get_if<Outage>(&fault);
    if (outage == nullptr || !outage->restarts()) {
      ++crashed;
    } else if (outage->at.tick() > last || outage->back.tick() > last + 1) {
      return false;
    }
  }
  return crashed <= crashes;
}

bool Fspec::admits(const FaultSet& faults) const {
  const auto restarts = std::count_if(faults.begin(), faults.end(), [](const Fault& fault) {
    const auto* outage = std::get_if<Outage>(&fault);
    return outage != nullptr && outage->restarts();
  });
  return within(faults, p_.eff, p_.eff_mode, p_.crashes) && restarts <= p_.restarts &&
         std::all_of(faults.begin(), faults.end(),
                     [this](const Fault& fault) { return ldfi::admits(*this, fault); });
}

bool Fspec::may_be_down(NodeId node, Time at) const {
  if (p_.crash_model != CrashModel::stop || !crashable(node) || at.tick() < 1) return false;
  return p_.crashes > 0 || (p_.restarts > 0 && at.tick() <= last_omission());
}

bool Fspec::may_be_gone(NodeId node, Time at) const {
  if (p_.crash_model == CrashModel::stop) return may_be_down(node, at);
  return may_crash() && crashable(node) && at.tick() >= 1;
}

bool Fspec::may_restart(NodeId node, Time at) const {
  return p_.restarts > 0 && crashable(node) && at.tick() >= 2 && at.tick() <= last_omission() + 1;
}

bool Fspec::may_lose(const Channel& c) const {
  const Time next = c.sent.next();
  switch (c.kind) {
    case ChannelKind::message:
      if (c.sent.tick() <= last_omission()) return true;
      return p_.crash_model == CrashModel::stop
                 ? may_be_down(c.from, c.sent) || may_be_down(c.to, next)
                 : p_.crashes > 0 && crashable(c.from);
    case ChannelKind::memory:
      return may_be_down(c.from, c.sent) || may_be_down(c.from, next) ||
             (p_.crash_model == CrashModel::halt && p_.crashes > 0 && crashable(c.from));
    case ChannelKind::write:
    case ChannelKind::keep:
      return may_be_down(c.from, c.sent);
  }
  return true;
}

}  // namespace ldfi
