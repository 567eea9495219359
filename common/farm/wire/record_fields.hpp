// The bytes of records on the wire and in the journal; see fault_fields.hpp. The structured
// bindings name every member of a type. So a member that is added to a type but not here is a
// compile error.
#pragma once

#include <bit>
#include <optional>
#include <string>

#include "common/base/decimal.hpp"
#include "common/farm/wire/fault_fields.hpp"
#include "common/record/cell.hpp"
#include "common/record/lineage.hpp"

namespace ldfi {
namespace record_fields {

template <class Archive, class T>
void real(Archive& ar, T& value) {
  auto bits = std::bit_cast<std::uint64_t>(value);
  ar(bits);
  if constexpr (Archive::loading) value = std::bit_cast<double>(bits);
}

/// Reads or writes an enumerator as its name, so that the order of the enumerators may change.
template <class Archive, class T, class Named>
void named(Archive& ar, T& value, Named value_named) {
  std::string name(name_of(value));
  ar(name);
  if constexpr (Archive::loading) {
    const auto found = value_named(name);
    if (!found) throw wire::DecodeError("the number of a verdict or outcome is too large");
    value = *found;
  }
}

template <class Archive, class T>
void count(Archive& ar, T& value) {
  std::string digits = value.str();
  ar(digits);
  if constexpr (Archive::loading) {
    const auto count = count_of(digits);
    if (!count) throw wire::DecodeError("a count that is not a number");
    value = *count;
  }
}

/// Reads or writes a value that may be absent. Calls `write` with the value, or with an empty value
/// to read into. Does not call `write` if the value is absent.
template <class Archive, class T, class Write>
void maybe(Archive& ar, T& value, Write write) {
  bool there = value.has_value();
  ar(there);
  if constexpr (Archive::loading) {
    value.reset();
    if (there) write(value.emplace());
  } else {
    if (there) write(*value);
  }
}

/// Reads or writes node ids as one block of numbers. A list of single ids would be refused, because
/// an id has fewer bytes than the minimum size of an element.
template <class Archive, class T>
void nodes(Archive& ar, T& list) {
  std::vector<std::uint32_t> numbers;
  for (const NodeId node : list) numbers.push_back(node.raw());
  ar(numbers);
  if constexpr (Archive::loading) {
    list.clear();
    for (const std::uint32_t number : numbers) list.emplace_back(number);
  }
}

}  // namespace record_fields

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, Lineage>
void fields(Archive& ar, T& lineage) {
  auto& [fired, refuted, unfounded] = lineage;
  ar(fired, refuted, unfounded);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, Execution>
void fields(Archive& ar, T& execution) {
  auto& [id, parent, faults, outcome, execute_ns] = execution;
  ar(id);
  record_fields::maybe(ar, parent, [&ar](auto& number) { ar(number); });
  ar(faults);
  record_fields::named(ar, outcome, outcome_named);
  ar(execute_ns);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, Falsifier>
void fields(Archive& ar, T& falsifier) {
  auto& [faults, minimal, violated] = falsifier;
  ar(faults, minimal, violated);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, Specification>
void fields(Archive& ar, T& specification) {
  auto& [name, severity, after, explains, text, fail_on, known] = specification;
  ar(name);
  record_fields::named(ar, severity, severity_named);
  record_fields::maybe(ar, after, [&ar](auto& tick) { ar(tick); });
  record_fields::maybe(ar, explains, [&ar](auto& parent) { ar(parent); });
  ar(text);
  record_fields::named(ar, fail_on, fail_on_named);
  ar(known);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, SpecificationResult>
void fields(Archive& ar, T& result) {
  auto& [says, verdict, falsifiers] = result;
  ar(says);
  record_fields::named(ar, verdict, verdict_named);
  ar(falsifiers);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, SearchResult>
void fields(Archive& ar, T& result) {
  auto& [verdict, reason, error, executed, wasted, violating, solve_s, execute_s, executions,
         falsifiers, specifications] = result;
  record_fields::named(ar, verdict, verdict_named);
  ar(reason, error);
  record_fields::count(ar, executed);
  ar(wasted);
  record_fields::maybe(ar, violating, [&ar](auto& number) { record_fields::count(ar, number); });
  record_fields::real(ar, solve_s), record_fields::real(ar, execute_s);
  ar(executions, falsifiers, specifications);
  if constexpr (Archive::loading) {
    if (const char* problem = malformed(result)) throw wire::DecodeError(problem);
  }
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, GraphTable::Goal>
void fields(Archive& ar, T& goal) {
  auto& [text, kind, relation, time, given] = goal;
  ar(text, kind, relation, time, given);
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
  if constexpr (Archive::loading) {
    if (const char* problem = malformed(graph)) throw wire::DecodeError(problem);
  }
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, Message>
void fields(Archive& ar, T& message) {
  auto& [from, to, head, type_number, type, late] = message;
  ar(from, to, head, type_number, type, late);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, SentMessage>
void fields(Archive& ar, T& sent) {
  auto& [at, message] = sent;
  ar(at, message);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, Tick>
void fields(Archive& ar, T& value) {
  auto& [tick, crashes, arrived, lost, restarts] = value;
  ar(tick);
  record_fields::nodes(ar, crashes);
  ar(arrived, lost);
  record_fields::nodes(ar, restarts);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, Held>
void fields(Archive& ar, T& held) {
  auto& [node, text, first, last] = held;
  record_fields::maybe(ar, node, [&ar](auto& where) { ar(where); });
  ar(text, first, last);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, Trace>
void fields(Archive& ar, T& trace) {
  auto& [fspec, faults, violated, pre, post, ticks, matter, held] = trace;
  ar(fspec, faults, violated, pre, post, ticks);
  record_fields::maybe(ar, matter, [&ar](auto& messages) {
    std::vector<SentMessage> list(messages.begin(), messages.end());
    ar(list);
    if constexpr (Archive::loading) messages = {list.begin(), list.end()};
  });
  record_fields::maybe(ar, held, [&ar](auto& tuples) { ar(tuples); });
  if constexpr (Archive::loading) {
    if (const char* problem = malformed(trace)) throw wire::DecodeError(problem);
  }
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, Repeat>
void fields(Archive& ar, T& repeat) {
  auto& [seed, verdict, executed, wall_s] = repeat;
  ar(seed);
  record_fields::named(ar, verdict, verdict_named);
  record_fields::count(ar, executed);
  record_fields::real(ar, wall_s);
}

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, Cell>
void fields(Archive& ar, T& cell) {
  using Result = std::conditional_t<Archive::loading, SearchResult, const SearchResult>;
  ar(static_cast<Result&>(cell), cell.fspec, cell.params, cell.combinations,
     cell.distinct_fault_sets, cell.universe_facts, cell.universe_instances, cell.failure_free_pre,
     cell.failure_free_post);
  record_fields::real(ar, cell.wall_s);
  ar(cell.graphs, cell.traces, cell.repeats, cell.unfinished);
}

}  // namespace ldfi
