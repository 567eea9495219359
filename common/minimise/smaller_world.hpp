// Reduces the world of a program: fewer external events, one node less, or an earlier EOT.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/dedalus/language/program.hpp"
#include "common/minimise/schedule.hpp"

namespace ldfi::minimise {

/// Returns the given facts of these relations at ticks up to `eot`, without duplicates. The
/// result has indices into the program's facts, ordered by tick, then by the order in the
/// program.
[[nodiscard]] std::vector<std::uint32_t> external_facts(const dedalus::Program& program,
                                                        const std::vector<std::string>& relations,
                                                        int eot);
/// Returns the fact as text, such as `cmd(l,x)`.
[[nodiscard]] std::string text_of(const dedalus::Program& program, const dedalus::GivenFact& fact);

[[nodiscard]] bool same_fact(const dedalus::GivenFact& one, const dedalus::GivenFact& other);

/// Returns the program with the external facts `kept`, and without the other external facts.
[[nodiscard]] dedalus::Program with_externals(const dedalus::Program& program,
                                              const std::vector<std::uint32_t>& externals,
                                              const Elements& kept);
/// Returns the facts that with_externals() leaves out, as ascending indices into the program's
/// facts.
[[nodiscard]] std::vector<std::uint32_t> facts_without(const dedalus::Program& program,
                                                       const std::vector<std::uint32_t>& externals,
                                                       const Elements& kept);
/// Returns the program without these facts, which are ascending indices into its facts.
[[nodiscard]] dedalus::Program without_facts(dedalus::Program program,
                                             const std::vector<std::uint32_t>& facts);
/// Returns the program without the node and without given facts that name the node. Returns
/// nullopt if a rule names the node.
[[nodiscard]] std::optional<dedalus::Program> without_node(const dedalus::Program& program,
                                                           const std::string& node);
/// Returns the Fspec without the node. If only this node may crash, the result has no crashes; if
/// only its messages may be lost, the result has no losses.
[[nodiscard]] FspecParameters without_node(FspecParameters fspec, const std::string& node);
/// Returns the Fspec with this EOT, and with an EFF before it.
[[nodiscard]] FspecParameters with_eot(FspecParameters fspec, int eot);
/// Returns the schedule with nodes matched by name. Leaves out everything about nodes that `to`
/// does not have.
[[nodiscard]] Schedule renamed(const Schedule& schedule, const Fspec& from, const Fspec& to);

}  // namespace ldfi::minimise
