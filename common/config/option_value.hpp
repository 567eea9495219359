// Reading and writing single values of options, the same way for the command line and for YAML.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "common/config/option_table.hpp"

namespace ldfi::config {

/// Why a value was refused; reads as the end of a sentence that begins with the option's name.
struct Refusal {
  std::string message;
  std::vector<std::string> hints;
};

/// Reads a value of a row that is not a list or toggle.
std::variant<Value, Refusal> read_value(const OptionRow& row, std::string_view text);

/// What is wrong with item `index` of a list (an empty name, a name given before, a path that is
/// not one of a .ded file, an empty path), if anything. `in_config`: paths must then be relative.
std::optional<Refusal> check_item(const OptionRow& row, const std::vector<std::string>& items,
                                  std::size_t index, bool in_config);

/// What is wrong with that path as one that a config writes to, if anything.
std::optional<Refusal> check_results(std::string_view path);

/// At most the first 80 bytes: what users wrote, for messages.
std::string brief(std::string_view text);

/// `a,b,c` → its names, without blanks around them.
std::vector<std::string> split_names(std::string_view text);

std::string show_duration(double seconds);
/// Exact, with the largest unit that leaves no remainder: 4294967296 → 4G.
std::string show_bytes(std::uint64_t bytes);

}  // namespace ldfi::config
