// Reduces a program: removes external events or a node, or makes EOT earlier.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/dedalus/language/program.hpp"
#include "common/minimise/schedule.hpp"

namespace ldfi::minimise {

/// Returns the given facts of these relations at ticks up to `eot`, each once. The result has
/// indices into the program's facts, ordered by tick, then by their order in the program.
[[nodiscard]] std::vector<std::uint32_t> external_facts(const dedalus::Program& program,
                                                        const std::vector<std::string>& relations,
                                                        int eot);
/// Returns the given fact as text, such as `cmd(l,x)`.
[[nodiscard]] std::string text_of(const dedalus::Program& program, const dedalus::GivenFact& fact);

[[nodiscard]] bool same_fact(const dedalus::GivenFact& one, const dedalus::GivenFact& other);

/// Returns the program without the external facts that are not in `kept`. `externals` are indices
/// into the program's facts; `kept` are indices into `externals`.
[[nodiscard]] dedalus::Program with_externals(const dedalus::Program& program,
                                              const std::vector<std::uint32_t>& externals,
                                              const Elements& kept);
/// Returns the facts that with_externals() removes, as ascending indices into the program's facts.
[[nodiscard]] std::vector<std::uint32_t> facts_without(const dedalus::Program& program,
                                                       const std::vector<std::uint32_t>& externals,
                                                       const Elements& kept);
/// Returns the program without these facts. `facts` are ascending indices into the program's facts.
[[nodiscard]] dedalus::Program without_facts(dedalus::Program program,
                                             const std::vector<std::uint32_t>& facts);
/// Returns the program without this node and without the given facts that name it. Returns nullopt
/// if a rule names the node.
[[nodiscard]] std::optional<dedalus::Program> without_node(const dedalus::Program& program,
                                                           const std::string& node);
/// Returns the Fspec without this node. If only this node may crash, the result allows no crashes.
/// If only its messages may be lost, the result allows no losses.
[[nodiscard]] FspecParameters without_node(FspecParameters fspec, const std::string& node);
/// Returns the Fspec with this EOT, and with an EFF that is before EOT.
[[nodiscard]] FspecParameters with_eot(FspecParameters fspec, int eot);
/// Returns the schedule with the node ids of `to` in place of those of `from`; nodes are matched by
/// name. Leaves out everything about nodes that `to` does not have.
[[nodiscard]] Schedule renamed(const Schedule& schedule, const Fspec& from, const Fspec& to);

}  // namespace ldfi::minimise
