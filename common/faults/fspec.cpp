#include "common/faults/fspec.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/errors.hpp"

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
  return model == CrashModel::silent ? silent : halt;
}

std::optional<CrashModel> crash_model_named(std::string_view name) {
  for (const auto model : {CrashModel::silent, CrashModel::halt}) {
    if (name_of(model) == name) return model;
  }
  return std::nullopt;
}

Fspec::Fspec(FspecParameters parameters, SourceRange where) : p_(std::move(parameters)) {
  std::sort(p_.nodes.begin(), p_.nodes.end());
  if (auto found = problems(p_, where); !found.empty()) throw InputError(std::move(found));
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
  int crashed = 0;
  for (const Fault& fault : faults) {
    const auto* omission = std::get_if<Omission>(&fault);
    if (omission == nullptr) {
      ++crashed;
    } else if (omission->sent.tick() > last_omission_of(eff, mode)) {
      return false;
    }
  }
  return crashed <= crashes;
}

bool Fspec::admits(const FaultSet& faults) const {
  return within(faults, p_.eff, p_.eff_mode, p_.crashes) &&
         std::all_of(faults.begin(), faults.end(),
                     [this](const Fault& fault) { return ldfi::admits(*this, fault); });
}

bool Fspec::may_lose(const Channel& channel) const {
  if (channel.from == channel.to) return may_halt();
  return channel.sent.tick() <= last_omission() || may_crash();
}

}  // namespace ldfi
