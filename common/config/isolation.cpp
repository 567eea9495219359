#include "common/config/isolation.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "common/base/text.hpp"
#include "common/config/config_reader.hpp"
#include "common/config/system_config.hpp"
#include "common/config/yaml_tree.hpp"
#include "common/systems/named_path.hpp"

namespace ldfi::config {
namespace {

struct Weakening {
  std::string_view name;  ///< name of the option, and of the key in the section `system`
  std::string_view value;
  std::string_view effect;
};
constexpr std::array<Weakening, 2> weakenings{
    {{"sandbox", "off", "nodes would reach all files, processes and networks that you reach"},
     {"network", "host", "nodes would reach every network that this machine reaches"}}};

const YamlNode* entry(const YamlNode& map, std::string_view key) {
  if (map.type != YamlNode::Type::map) return nullptr;
  const auto found = std::ranges::find(map.children, key, &YamlNode::key);
  return found == map.children.end() ? nullptr : &*found;
}

class Check {
 public:
  Check(const std::string& path, const ReplacedValues& said, std::vector<Diagnostic>& problems)
      : said_(said), problems_(problems) {
    const auto slash = path.find_last_of('/');
    folder_ = slash == std::string::npos ? "." : path.substr(0, std::max<std::size_t>(slash, 1));
  }

  void run(const YamlNode& root) {
    const YamlNode& system = *entry(root, "system");
    for (const Weakening& one : weakenings) {
      const YamlNode* const node = entry(system, one.name);
      if (node != nullptr && node->text == one.value) weakens(*node, one);
    }
    words(system, "system", "command", true);
    words(system, "system", "files", false);
    const YamlNode* const checker = entry(root, "checker");
    if (checker == nullptr) return;
    words(*checker, "checker", "command", true);
    words(*checker, "checker", "specs", false);
  }

 private:
  void weakens(const YamlNode& node, const Weakening& one) {
    if (std::ranges::count(said_.values, one.name, &SystemValue::name) > 0) return;
    report(node,
           fmt::format("system.{} is {}, but a config cannot weaken the sandbox by itself: {}",
                       one.name, one.value, one.effect),
           fmt::format("if you trust this config, write {} on the command line",
                       weakening_option(one.name, one.value)));
  }

  void words(const YamlNode& section, std::string_view name, std::string_view key, bool command) {
    const YamlNode* const list = entry(section, key);
    if (list == nullptr || list->type != YamlNode::Type::list) return;
    for (const YamlNode& node : list->children) {
      if (node.type != YamlNode::Type::scalar) continue;
      const bool first = command && &node == &list->children.front();
      const systems::Reach reach = systems::named_path(folder_, node.text, first).reach;
      if (reach == systems::Reach::in_home) {
        leads_out(node, fmt::format("{}.{}", name, key), "a home", first);
      } else if (reach == systems::Reach::outside) {
        leads_out(node, fmt::format("{}.{}", name, key), "another folder", first);
      }
    }
  }

  void leads_out(const YamlNode& node, const std::string& key, std::string_view where,
                 bool program) {
    report(
        node,
        fmt::format("{} names {}, which is in {}, outside of the folder of the config: nodes see "
                    "only files below that folder and files of the system",
                    key, shown(node.text), where),
        program ? "copy it into the folder of the config, or name a compiled program"
                : "copy it into the folder of the config");
  }

  void report(const YamlNode& node, std::string message, std::string hint) {
    problems_.push_back(
        {Severity::error, "config-sandbox", range_of(node), std::move(message), {std::move(hint)}});
  }

  const ReplacedValues& said_;
  std::vector<Diagnostic>& problems_;
  std::string folder_;
};

}  // namespace

ConfigFile read_named_config(std::string_view text, const std::string& path, FileId file,
                             std::vector<Diagnostic>& problems,
                             const std::function<ReplacedValues()>& said) {
  const YamlNode root = parse_yaml(text, file, problems);
  if (!is_system(root)) return read_config_tree(root, path, file, problems, {});
  const ReplacedValues values = said();
  ConfigFile out = read_config_tree(root, path, file, problems, values);
  Check(path, values, problems).run(root);
  return out;
}

std::string weakening_option(std::string_view name, std::string_view value) {
  const auto weakens = [&](const Weakening& one) { return one.name == name && one.value == value; };
  return std::ranges::any_of(weakenings, weakens) ? fmt::format("--{} {}", name, value) : "";
}

bool is_isolation_option(std::string_view name) {
  return std::ranges::count(weakenings, name, &Weakening::name) > 0;
}

}  // namespace ldfi::config
