// Reads and writes single values of options in the same way for the command line and YAML.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "common/config/option_table.hpp"

namespace ldfi::config {

/// The reason why a value is refused: the end of a sentence that begins with the option's name.
struct Refusal {
  std::string message;
  std::vector<std::string> hints;
};

/// Reads the value of a row whose kind is neither a list nor a toggle.
std::variant<Value, Refusal> read_value(const OptionRow& row, std::string_view text);

/// Returns the problem of item `index` of a list, or nullopt: an empty or repeated name, or a path
/// that is empty or has another extension than the row requires. With `in_config`, an absolute path
/// is a problem, too.
std::optional<Refusal> check_item(const OptionRow& row, const std::vector<std::string>& items,
                                  std::size_t index, bool in_config);

/// Returns the problem of a path that a config writes to, or nullopt.
std::optional<Refusal> check_results(std::string_view path);

/// Splits `a,b,c` into its names, without surrounding blanks.
std::vector<std::string> split_names(std::string_view text);

/// Returns the problem of one list of names in a list of lists, or nullopt: it is empty or names a
/// node twice.
std::optional<Refusal> check_group(const std::vector<std::string>& names);
/// Splits `a b,c d` into its lists of names.
std::vector<std::vector<std::string>> split_groups(std::string_view text);
/// Splits `a b,east=c d` into its lists. Each begins with its name, which may be empty.
std::vector<std::vector<std::string>> split_sets(std::string_view text);
/// Returns why the set at `index` does not fit the sets before it, or nullopt.
std::optional<Refusal> check_set(const std::vector<std::vector<std::string>>& sets,
                                 std::size_t index);
std::string show_sets(const std::vector<std::vector<std::string>>& sets);
/// Returns a text such as `a b,c d`.
std::string show_groups(const std::vector<std::vector<std::string>>& groups);

std::string show_duration(double seconds);
/// Returns the exact number with the largest unit that divides it, such as 4G for 4294967296.
std::string show_bytes(std::uint64_t bytes);

}  // namespace ldfi::config
