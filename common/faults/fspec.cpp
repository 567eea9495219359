#include "common/faults/fspec.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/errors.hpp"

namespace ldfi {
namespace {

/// Sender, receiver and tick of every message that an omission may hit.
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

BigInt binomial(std::size_t n, std::size_t k) {
  BigInt value = 1;
  for (std::size_t i = 1; i <= k; ++i) value = value * (n - k + i) / i;
  return value;
}

BigInt power_of_two(std::size_t exponent) {
  return BigInt(1) << exponent;
}

/// Σ_{t=1..ticks} 2^(m · min(eff, t-1)): a geometric series, and its last term again and again.
BigInt crash_choices(std::size_t m, std::size_t eff, std::size_t ticks) {
  const std::size_t growing = std::min(eff, ticks);
  const BigInt series =
      m == 0 ? BigInt(growing) : BigInt((power_of_two(m * growing) - 1) / (power_of_two(m) - 1));
  return series + power_of_two(m * eff) * (ticks - growing);
}

}  // namespace

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
  return p_.eff_mode == EffMode::inclusive ? p_.eff : std::max(p_.eff - 1, 0);
}

bool Fspec::admits(const FaultSet& faults) const {
  const auto is_node = [this](NodeId n) { return n.index() < node_count(); };
  const bool omissions =
      std::all_of(faults.omissions().begin(), faults.omissions().end(), [&](const Omission& o) {
        return is_node(o.from) && is_node(o.to) && o.from != o.to && o.sent.tick() >= 1 &&
               o.sent.tick() <= last_omission();
      });
  const bool crashes = std::all_of(
      faults.crashes().begin(), faults.crashes().end(),
      [&](const Crash& c) { return is_node(c.node) && c.at.tick() >= 1 && c.at.tick() <= eot(); });
  return omissions && crashes && faults.crashes().size() <= static_cast<std::size_t>(p_.crashes);
}

// SEMANTICS §3: binom(n,c) · L^(n−c) · K^c, with EFF as given whatever the mode, as in the paper.
BigInt Fspec::combinations() const {
  const std::size_t n = node_count();
  const auto c = static_cast<std::size_t>(p_.crashes);
  const auto eff = static_cast<std::size_t>(p_.eff);
  const BigInt k = crash_choices(n - 1, eff, static_cast<std::size_t>(p_.eot) + 1);
  return binomial(n, c) * power_of_two((n - 1) * eff * (n - c)) *
         boost::multiprecision::pow(k, static_cast<unsigned>(c));
}

// SEARCH §5: Σ_{k≤c} binom(n,k) · L^(n−k) · B^k, as L^(n−c) times a polynomial in B (Horner).
BigInt Fspec::distinct_fault_sets(const BudgetCheck& check) const {
  const std::size_t n = node_count();
  const auto eff = static_cast<std::size_t>(last_omission());
  const BigInt b = crash_choices(n - 1, eff, static_cast<std::size_t>(p_.eot));
  const auto c = static_cast<std::size_t>(p_.crashes);
  std::vector<BigInt> binomials{1};
  for (std::size_t k = 0; k < c; ++k) binomials.push_back(binomials[k] * (n - k) / (k + 1));
  BigInt total = 0;
  for (std::size_t k = c + 1; k-- > 0;) {
    if (check) check();
    total *= b;
    total += binomials[k] << ((n - 1) * eff * (c - k));
  }
  return total << ((n - 1) * eff * (n - c));
}

}  // namespace ldfi
