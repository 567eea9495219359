// The same program in a smaller world: with fewer external events, without a node, or with an
// earlier EOT.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/dedalus/language/program.hpp"
#include "common/minimise/schedule.hpp"

namespace ldfi::minimise {

/// The given facts of these relations, at ticks up to EOT, each once: as indices into the program's
/// facts, by tick, then as they are written.
[[nodiscard]] std::vector<std::uint32_t> external_facts(const dedalus::Program& program,
                                                        const std::vector<std::string>& relations,
                                                        int eot);
/// `cmd(l,x)`
[[nodiscard]] std::string text_of(const dedalus::Program& program, const dedalus::GivenFact& fact);

[[nodiscard]] bool same_fact(const dedalus::GivenFact& one, const dedalus::GivenFact& other);

/// The program with some of these external facts, and without the others.
[[nodiscard]] dedalus::Program with_externals(const dedalus::Program& program,
                                              const std::vector<std::uint32_t>& externals,
                                              const Elements& kept);
/// Returns the given facts, as ascending indices into the program's facts, that the program with some of
/// these external facts, and without the others, does not have.
[[nodiscard]] std::vector<std::uint32_t> facts_without(const dedalus::Program& program,
                                                       const std::vector<std::uint32_t>& externals,
                                                       const Elements& kept);
/// Returns the program without these facts, which are ascending indices into its facts.
[[nodiscard]] dedalus::Program without_facts(dedalus::Program program,
                                             const std::vector<std::uint32_t>& facts);
/// The program without the node, and without given facts that name it. Nothing if a rule names it.
[[nodiscard]] std::optional<dedalus::Program> without_node(const dedalus::Program& program,
                                                           const std::string& node);
/// The Fspec without the node: who alone may crash, or whose messages alone may be lost, leaves one
/// without crashes or losses.
[[nodiscard]] FspecParameters without_node(FspecParameters fspec, const std::string& node);
/// The Fspec with an earlier EOT, and EFF before that.
[[nodiscard]] FspecParameters with_eot(FspecParameters fspec, int eot);
/// The schedule among other nodes, given by name; without what is about a node that is missing.
[[nodiscard]] Schedule renamed(const Schedule& schedule, const Fspec& from, const Fspec& to);

}  // namespace ldfi::minimise
