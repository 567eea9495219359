#include "common/systems/node_command.hpp"

#include <algorithm>
#include <string_view>

namespace ldfi::systems {
namespace {

constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz_";

/// A name in braces, such as `{name}` or `{{name}}`.
struct Braces {
  std::string_view name;  ///< text between the braces
  bool doubled = false;   ///< true for `{{name}}`
  std::size_t size = 0;   ///< number of characters, including the braces
};

/// Returns the name in braces at the beginning of `text`. Returns nullopt if there is none.
std::optional<Braces> braces_at(std::string_view text) {
  const std::size_t width = text.starts_with("{{") ? 2 : 1;
  if (!text.starts_with('{')) return std::nullopt;
  const std::size_t end = std::min(text.find_first_not_of(letters, width), text.size());
  const std::string_view closing = std::string_view("}}").substr(0, width);
  if (end == width || !text.substr(end).starts_with(closing)) return std::nullopt;
  return Braces{text.substr(width, end - width), width == 2, end + width};
}

bool is_known(std::string_view name) {
  return name == "node" || name == "index";
}

struct Filled {
  std::string text;
  /// Name of the first variable in the word that does not exist, or nullopt.
  std::optional<std::string> unknown{};
};

Filled filled(std::string_view word, const std::string& node, const std::string& index) {
  const bool code = word.find_first_of(" \t\n") != std::string_view::npos;
  Filled out;
  for (std::size_t i = 0; i < word.size();) {
    const bool of_shell = i > 0 && word[i - 1] == '$';
    const auto found = of_shell ? std::nullopt : braces_at(word.substr(i));
    const bool counts = found && (is_known(found->name) || !code);
    if (!counts) {
      out.text += word[i++];
      continue;
    }
    i += found->size;
    if (found->doubled) {
      out.text += '{' + std::string(found->name) + '}';
    } else if (is_known(found->name)) {
      out.text += found->name == "node" ? node : index;
    } else if (!out.unknown) {
      out.unknown = found->name;
    }
  }
  return out;
}

}  // namespace

std::vector<std::string> node_command(const Plan& plan, std::size_t node) {
  std::vector<std::string> out = plan.command;
  if (plan.kind != Kind::nodes) return out;
  for (std::string& word : out) word = filled(word, plan.nodes[node], std::to_string(node)).text;
  return out;
}

std::vector<std::string> words_of_commands(const Plan& plan) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < plan.command.size(); ++at) {
    for (std::size_t node = 0; node < std::max<std::size_t>(plan.nodes.size(), 1); ++node) {
      const bool varies = plan.kind == Kind::nodes && !plan.nodes.empty();
      std::string word = varies ? node_command(plan, node)[at] : plan.command[at];
      if (std::ranges::find(out, word) == out.end()) out.push_back(std::move(word));
    }
  }
  return out;
}

std::optional<std::string> unknown_variable(const std::string& word) {
  return filled(word, "", "").unknown;
}

}  // namespace ldfi::systems
