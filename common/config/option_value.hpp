// Reads and writes single values of options, in the same way for the command line and YAML.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "common/config/option_table.hpp"

namespace ldfi::config {

/// Why a value is refused: the end of a sentence that begins with the option's name.
struct Refusal {
  std::string message;
  std::vector<std::string> hints;
};

/// Reads a value of a row whose kind is neither a list nor a toggle.
std::variant<Value, Refusal> read_value(const OptionRow& row, std::string_view text);

/// Returns what is wrong with item `index` of a list, or nullopt. An item must not be empty,
/// repeated, or a path with another extension than the row requires. With `in_config`, it must not
/// be an absolute path.
std::optional<Refusal> check_item(const OptionRow& row, const std::vector<std::string>& items,
                                  std::size_t index, bool in_config);

/// Returns what is wrong with a path to which a config writes results, or nullopt.
std::optional<Refusal> check_results(std::string_view path);

/// Returns the names in `a,b,c`, without surrounding blanks.
std::vector<std::string> split_names(std::string_view text);

/// Returns what is wrong with one list of names in a list of lists, or nullopt: it is empty, or
/// names a node twice.
std::optional<Refusal> check_group(const std::vector<std::string>& names);
/// Returns the lists of names in `a b,c d`.
std::vector<std::vector<std::string>> split_groups(std::string_view text);
/// Returns the lists in `a b,east=c d`. Each list begins with its name, which may be empty.
std::vector<std::vector<std::string>> split_sets(std::string_view text);
/// Returns why the set at `index` does not fit the sets before it, or nullopt if it fits.
std::optional<Refusal> check_set(const std::vector<std::vector<std::string>>& sets,
                                 std::size_t index);
std::string show_sets(const std::vector<std::vector<std::string>>& sets);
/// Returns lists of names as a text such as `a b,c d`.
std::string show_groups(const std::vector<std::vector<std::string>>& groups);

std::string show_duration(double seconds);
/// Returns the number of bytes with the largest unit that divides it, such as 4G for 4294967296.
std::string show_bytes(std::uint64_t bytes);

}  // namespace ldfi::config
