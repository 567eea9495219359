#include "common/systems/node_command.hpp"

#include <algorithm>
#include <string_view>

#include "common/base/contract.hpp"

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
  return name == "node" || name == "index" || name == "ip" || name == "peers";
}

struct Filled {
  std::string text;
  /// Name of the first variable in the word that does not exist, or nullopt.
  std::optional<std::string> unknown{};
};

/// The values of the variables for one node.
struct Values {
  std::string node;
  std::string index;
  std::string ip;
  std::string peers;

  [[nodiscard]] const std::string& of(std::string_view name) const {
    return name == "node" ? node : name == "index" ? index : name == "ip" ? ip : peers;
  }
};

Values values_of(const Plan& plan, std::size_t process) {
  const std::size_t nodes = plan.nodes.size();
  const bool is_node = process < nodes;
  Values out{is_node ? plan.nodes[process] : plan.clients[process - nodes],
             std::to_string(is_node ? process : process - nodes), address_of_node(process), ""};
  for (const std::string& other : plan.nodes) {
    if (other == out.node) continue;
    if (!out.peers.empty()) out.peers += ',';
    out.peers += other;
  }
  return out;
}

Filled filled(std::string_view word, const Values& values) {
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
      out.text += values.of(found->name);
    } else if (!out.unknown) {
      out.unknown = found->name;
    }
  }
  return out;
}

}  // namespace

std::string address_of_node(std::size_t node) {
  constexpr std::size_t most = 250;
  LDFI_REQUIRE(node < most, "the network has an address for each node");
  return "10.0.0." + std::to_string(node + 1);
}

std::vector<std::string> node_command(const Plan& plan, std::size_t process) {
  if (plan.kind != Kind::nodes) return plan.command;
  std::vector<std::string> out = process < plan.nodes.size() ? plan.command : plan.client_command;
  const Values values = values_of(plan, process);
  for (std::string& word : out) word = filled(word, values).text;
  return out;
}

std::vector<std::string> words_of_commands(const Plan& plan) {
  std::vector<std::string> out;
  const auto add = [&out](const std::string& word) {
    if (std::ranges::find(out, word) == out.end()) out.push_back(word);
  };
  if (plan.kind != Kind::nodes || plan.nodes.empty()) {
    std::ranges::for_each(plan.command, add);
    return out;
  }
  // Goes through the commands word by word, and for each word through the processes.
  const auto add_all = [&](const std::vector<std::string>& command, std::size_t first,
                           std::size_t end) {
    for (std::size_t at = 0; at < command.size(); ++at) {
      for (std::size_t one = first; one < end; ++one) add(node_command(plan, one)[at]);
    }
  };
  const std::size_t nodes = plan.nodes.size();
  add_all(plan.command, 0, nodes);
  add_all(plan.client_command, nodes, nodes + plan.clients.size());
  return out;
}

std::optional<std::string> unknown_variable(const std::string& word) {
  return filled(word, {}).unknown;
}

}  // namespace ldfi::systems
