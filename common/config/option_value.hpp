// Reads and writes single values of options, in the same way for the command line and for YAML.
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

/// Reads the value of a row that is neither a list nor a toggle.
std::variant<Value, Refusal> read_value(const OptionRow& row, std::string_view text);

/// The problem of item `index` of a list, if any: an empty name, a name given before, a path that
/// is empty or not that of a .ded file, or, `in_config`, a path that is not relative.
std::optional<Refusal> check_item(const OptionRow& row, const std::vector<std::string>& items,
                                  std::size_t index, bool in_config);

/// The problem of a path that a config writes to, if any.
std::optional<Refusal> check_results(std::string_view path);

/// `a,b,c` → its names, without surrounding blanks.
std::vector<std::string> split_names(std::string_view text);

/// The problem of a list of names within a list of such lists, if any: it is empty, or names a node
/// twice.
std::optional<Refusal> check_group(const std::vector<std::string>& names);
/// `a b,c d` → its lists of names.
std::vector<std::vector<std::string>> split_groups(std::string_view text);
/// `a b,east=c d`: the lists, each with its name first, which is empty without one.
std::vector<std::vector<std::string>> split_sets(std::string_view text);
/// Why one of them cannot stand behind those before it.
std::optional<Refusal> check_set(const std::vector<std::vector<std::string>>& sets,
                                 std::size_t index);
std::string show_sets(const std::vector<std::vector<std::string>>& sets);
/// `a b,c d`
std::string show_groups(const std::vector<std::vector<std::string>>& groups);

std::string show_duration(double seconds);
/// Exact, with the largest unit that divides it: 4294967296 → 4G.
std::string show_bytes(std::uint64_t bytes);

}  // namespace ldfi::config
