// The structured bindings name every member, so that a member that is added to a type and forgotten
// here does not compile.
#include "master/journal/cell_codec.hpp"

#include <fmt/core.h>

#include <bit>

#include "common/farm/wire/archive.hpp"

namespace ldfi::results {
namespace {

template <class Archive, class T>
void real(Archive& ar, T& value) {
  auto bits = std::bit_cast<std::uint64_t>(value);
  ar(bits);
  if constexpr (Archive::loading) value = std::bit_cast<double>(bits);
}

template <class Archive, class T>
void boolean(Archive& ar, T& value) {
  std::uint8_t byte = value ? 1 : 0;
  ar(byte);
  if constexpr (Archive::loading) value = byte != 0;
}

/// Written by name, so that files do not depend on the order of the enum.
template <class Archive, class T, class Named>
void named(Archive& ar, T& value, Named value_named) {
  std::string name(name_of(value));
  ar(name);
  if constexpr (Archive::loading) {
    const auto found = value_named(name);
    if (!found) throw wire::DecodeError("a verdict or outcome that there is not");
    value = *found;
  }
}

}  // namespace

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, GraphTable::Goal>
void fields(Archive& ar, T& goal) {
  auto& [text, kind, relation, time, given] = goal;
  ar(text, kind, relation, time);
  boolean(ar, given);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, GraphTable::Firing>
void fields(Archive& ar, T& firing) {
  auto& [rule, where, head, premises] = firing;
  ar(rule, where, head, premises);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, GraphTable>
void fields(Archive& ar, T& graph) {
  auto& [run, goals, firings, roots] = graph;
  ar(run, goals, firings, roots);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, ExecutionRow>
void fields(Archive& ar, T& row) {
  auto& [id, parent, faults, outcome, execute_ns] = row;
  ar(id, parent, faults);
  named(ar, outcome, outcome_named);
  ar(execute_ns);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, FalsifierRow>
void fields(Archive& ar, T& row) {
  auto& [faults, size, minimal, violated] = row;
  ar(faults, size);
  boolean(ar, minimal);
  ar(violated);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, RepeatRow>
void fields(Archive& ar, T& row) {
  auto& [seed, verdict, executed, wall_s] = row;
  ar(seed);
  named(ar, verdict, verdict_named);
  ar(executed);
  real(ar, wall_s);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, Cell>
void fields(Archive& ar, T& cell) {
  auto& [eot, eff, crashes, nodes, eff_mode, crash_model, verdict, reason, combinations,
         distinct_fault_sets, executed, violating, wasted, universe_facts, universe_instances,
         failure_free_pre, failure_free_post, wall_s, solve_s, execute_s, executions, falsifiers,
         graphs, repeats, unfinished] = cell;
  static_cast<void>(unfinished);  // an unfinished cell is not kept
  ar(eot, eff, crashes, nodes, eff_mode, crash_model);
  named(ar, verdict, verdict_named);
  ar(reason);
  ar(combinations, distinct_fault_sets, executed, violating, wasted);
  ar(universe_facts, universe_instances, failure_free_pre, failure_free_post);
  real(ar, wall_s), real(ar, solve_s), real(ar, execute_s);
  ar(executions, falsifiers, graphs, repeats);
}

}  // namespace ldfi::results

namespace ldfi::journal {

wire::Bytes encode_cell(const results::Cell& cell) {
  wire::Bytes bytes;
  wire::OutputArchive ar(bytes);
  ar(cell);
  return bytes;
}

results::Cell decode_cell(std::span<const char> bytes) {
  results::Cell cell;
  try {
    wire::InputArchive ar(bytes.data(), bytes.size());
    ar(cell);
    if (ar.left() != 0) throw wire::DecodeError(fmt::format("{} bytes too many", ar.left()));
  } catch (const boost::archive::archive_exception& e) {
    throw wire::DecodeError(fmt::format("the cell ends early ({})", e.what()));
  }
  return cell;
}

}  // namespace ldfi::journal
