#include "test/sim/systems/table_system.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <random>
#include <stdexcept>

#include "common/systems/faults/fault_text.hpp"

namespace ldfi::test {
namespace {

using systems::FaultSet;

/// The possible outcomes of a message.
enum class MessageOutcome : std::uint8_t { not_sent, lost, arrived };

std::set<systems::MessageId> lost_in(const FaultSet& faults) {
  std::set<systems::MessageId> out;
  for (const auto& [id] : faults.all<systems::Loss>()) out.insert(id);
  return out;
}

std::vector<MessageOutcome> play(const TableSystem& system,
                                 const std::set<systems::MessageId>& losses) {
  std::vector<MessageOutcome> out;
  for (const TableMessage& one : system.messages) {
    const auto arrived = [&out](std::size_t i) { return out[i] == MessageOutcome::arrived; };
    const bool sent =
        std::ranges::all_of(one.after, arrived) && std::ranges::none_of(one.without, arrived);
    out.push_back(!sent                     ? MessageOutcome::not_sent
                  : losses.contains(one.id) ? MessageOutcome::lost
                                            : MessageOutcome::arrived);
  }
  return out;
}

bool fails(const TableSystem& system, const std::vector<MessageOutcome>& all) {
  return std::ranges::any_of(system.patterns, [&all](const auto& pattern) {
    return std::ranges::all_of(pattern,
                               [&all](std::size_t i) { return all[i] == MessageOutcome::lost; });
  });
}

}  // namespace

TableSystem TableSystem::random(std::uint64_t seed) {
  std::mt19937_64 chance(seed);
  const auto below = [&chance](std::size_t most) { return chance() % most; };
  TableSystem out;
  out.plan.name = "table";
  out.plan.command = {"none"};
  out.plan.nodes = out.plan.fspec.nodes = {"n0", "n1", "n2"};
  out.plan.fspec.eff = out.plan.eot = 1'000'000;
  const std::size_t count = 4 + below(5);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t from = below(3);
    const std::size_t to = (from + 1 + below(2)) % 3;
    TableMessage one{{fmt::format("n{}", from), fmt::format("n{}", to), fmt::format("m{}", i), 0}};
    if (i > 0 && below(2) == 0) (below(2) == 0 ? one.after : one.without).push_back(below(i));
    out.messages.push_back(std::move(one));
  }
  for (std::size_t i = below(4); i-- > 0;) {
    std::set<std::size_t> pattern;
    for (std::size_t j = 1 + below(3); j-- > 0;) pattern.insert(below(count));
    out.patterns.emplace_back(pattern.begin(), pattern.end());
  }
  return out;
}

std::string TableSystem::recording(const FaultSet& faults, std::uint64_t seed) const {
  std::string out = fmt::format(
      R"({{"ldfi_trace": 1, "system": "table", "seed": "{}", "spec": {{"nodes": ["n0", "n1", "n2"], "eff": 1000000, "omissions": "all"}}, "faults": [{}]}})"
      "\n",
      seed,
      faults.empty() ? "" : fmt::format("\"{}\"", fmt::join(systems::to_texts(faults), "\", \"")));
  const std::vector<MessageOutcome> all = play(*this, lost_in(faults));
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i] == MessageOutcome::not_sent) continue;
    const auto& id = messages[i].id;
    const std::string text = fmt::format(R"(["{}", "{}", "{}", 0])", id.from, id.to, id.type);
    out += fmt::format("{{\"e\": \"send\", \"t\": {}, \"id\": {}, \"fate\": \"{}\"}}\n", 100 * i,
                       text, all[i] == MessageOutcome::lost ? "lost" : "ok");
    if (all[i] == MessageOutcome::lost) continue;
    out += fmt::format("{{\"e\": \"recv\", \"t\": {}, \"id\": {}}}\n", 100 * i + 10, text);
  }
  return out + (fails(*this, all)
                    ? "{\"e\": \"verdict\", \"result\": \"fail\", \"violated\": [\"it\"]}\n"
                    : "{\"e\": \"verdict\", \"result\": \"pass\"}\n");
}

FaultSet TableSystem::drawn(std::uint64_t number, std::uint32_t chance) const {
  std::mt19937_64 rng(number);
  std::set<systems::MessageId> losses;
  FaultSet out;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const bool lost = rng() % systems::certain < chance;
    if (!lost || play(*this, losses)[i] == MessageOutcome::not_sent) continue;
    losses.insert(messages[i].id);
    out.add(systems::Loss{messages[i].id});
  }
  return out;
}

std::vector<FaultSet> TableSystem::falsifiers() const {
  std::vector<FaultSet> out;
  for (std::uint64_t set = 0; set < std::uint64_t{1} << messages.size(); ++set) {
    FaultSet faults;
    for (std::size_t i = 0; i < messages.size(); ++i) {
      if ((set >> i & 1U) != 0) faults.add(systems::Loss{messages[i].id});
    }
    const std::vector<MessageOutcome> all = play(*this, lost_in(faults));
    const auto lost = std::ranges::count(all, MessageOutcome::lost);
    const bool strikes = static_cast<std::size_t>(lost) == faults.size();
    if (strikes && fails(*this, all)) out.push_back(std::move(faults));
  }
  std::ranges::sort(out);
  return out;
}

std::vector<FaultSet> TableSystem::minimal() const {
  std::vector<FaultSet> out;
  for (const FaultSet& one : falsifiers()) {
    const auto inside = [&one](const FaultSet& other) { return other.subset_of(one); };
    if (std::ranges::none_of(out, inside)) out.push_back(one);
  }
  return out;
}

Report TableExecutor::execute(const Job& job) {
  const auto& work = std::get<DriveJob>(job.work);
  Report out;
  out.job = job.id;
  out.fingerprint = table_fingerprint;
  const std::optional<systems::Draw>& draw = work.what.draw;
  const FaultSet faults =
      draw ? system_.drawn(draw->number, draw->chances.of<systems::Loss>()) : work.what.faults;
  out.result = DriveReport{system_.recording(faults, work.seed)};
  if (meddle_) meddle_(work, out);
  return out;
}

}  // namespace ldfi::test
