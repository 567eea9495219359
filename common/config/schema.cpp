#include "common/config/schema.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "common/config/system_keys.hpp"
#include "common/config/value_schema.hpp"

namespace ldfi::config {
namespace {

constexpr std::size_t line_width = 150;

Schema map_of(Schema properties, const std::vector<std::string>& required = {}) {
  Schema out{{"type", "object"}, {"additionalProperties", false}};
  if (!required.empty()) out["required"] = required;
  out["properties"] = std::move(properties);
  return out;
}

/// Returns the keys of a map in a config of programs. A key is a row of its own, or the first part
/// of other rows.
std::vector<std::string> keys_of_programs_in(const std::string& map) {
  std::vector<std::string> out;
  const std::string prefix = map.empty() ? "" : map + ".";
  for (const OptionRow& row : option_table()) {
    if (row.yaml.empty() || !row.yaml.starts_with(prefix)) continue;
    const std::string_view rest = row.yaml.substr(prefix.size());
    const std::string key(rest.substr(0, rest.find('.')));
    if (std::ranges::count(out, key) == 0) out.push_back(key);
  }
  return out;
}

/// Returns the option with this key. Returns null if there is none.
const OptionRow* option_of(std::string_view yaml) {
  const auto found = std::ranges::find(option_table(), yaml, &OptionRow::yaml);
  return found == option_table().end() ? nullptr : &*found;
}

Schema properties_of_programs(const std::string& map);

/// Returns the schema of an option: its value, or a map with its value (`most`) and the options
/// that belong to it.
Schema option_schema(const OptionRow& row) {
  const std::string path(row.yaml);
  Schema more = properties_of_programs(path);
  if (path == "fspec.crashes") {
    const OptionRow& nodes = option("crashable");
    more["nodes"] = value_schema(nodes, value_forms(nodes));
  }
  std::vector<Schema> forms = value_forms(row);
  const Schema most = value_schema(row, forms);
  if (more.empty()) return most;
  Schema keys{{"most", most}};
  if (path == "fspec.duplicates") {
    keys["max"] = forms.front();
    keys["max"]["description"] = "the same as most";
  }
  keys.update(more);
  forms.push_back(map_of(keys));
  return value_schema(row, forms);
}

/// Returns the schema of a section. The description is in the table of keys.
Schema section_schema(const std::string& path) {
  Schema out = map_of(properties_of_programs(path));
  for (const OptionRow& row : key_table()) {
    const bool described = row.applies_to == AppliesTo::program && row.yaml == path;
    if (described) out["description"] = std::string(row.help);
  }
  return out;
}

Schema properties_of_programs(const std::string& map) {  // NOLINT(misc-no-recursion): three levels
  Schema out = Schema::object();
  for (const std::string& key : keys_of_programs_in(map)) {
    const std::string path = key_path(map, key);
    const OptionRow* const row = option_of(path);
    out[key] = row == nullptr ? section_schema(path) : option_schema(*row);
  }
  return out;
}

Schema form_of_programs() {
  Schema out{{"title", "programs"}};
  out.update(map_of(properties_of_programs(""), {"program"}));
  return out;
}

Schema key_schema(const OptionRow& row);

/// Returns the schema of one form of a map, with the keys that belong to this form.
Schema map_of_keys(std::string_view map, std::string_view form) {
  Schema properties = Schema::object();
  std::vector<std::string> required;
  for (const OptionRow* row : system_keys_in(map)) {
    if (row->form != form || row->kind == Kind::reserved) continue;
    const std::string key(last_part(row->yaml));
    properties[key] = key_schema(*row);
    const bool always = row->applies_to == AppliesTo::system;
    if (row->required && always) required.push_back(key);
  }
  return map_of(std::move(properties), required);
}

/// Returns the schemas of all forms of a map. A map has several forms if its keys differ in `form`.
std::vector<Schema> forms_of_map(std::string_view map) {
  std::vector<std::string_view> names;
  for (const OptionRow* row : system_keys_in(map)) {
    if (std::ranges::count(names, row->form) == 0) names.push_back(row->form);
  }
  std::vector<Schema> out;
  for (const std::string_view form : names) out.push_back(map_of_keys(map, form));
  return out;
}

Schema key_schema(const OptionRow& row) {  // NOLINT(misc-no-recursion): as deep as the table
  std::vector<Schema> forms = value_forms(row);
  std::vector<Schema> maps = forms_of_map(row.yaml);
  if (row.kind == Kind::entries) {
    maps = {Schema{{"type", "array"}, {"minItems", 1}, {"items", maps.front()}}};
  }
  forms.insert(forms.end(), maps.begin(), maps.end());
  return value_schema(row, forms);
}

/// Returns the keys of this map that only systems of the given kind have.
std::vector<const OptionRow*> keys_for(AppliesTo kind, std::string_view map) {
  std::vector<const OptionRow*> out = system_keys_in(map);
  std::erase_if(out, [kind](const OptionRow* row) { return row->applies_to != kind; });
  return out;
}

/// Returns a schema that forbids the keys of the other kind of system and requires the required
/// keys of this kind.
Schema condition(AppliesTo kind, AppliesTo other) {
  const auto level = [&](std::string_view map) {
    Schema out = Schema::object();
    for (const OptionRow* row : keys_for(kind, map)) {
      if (row->required) out["required"].push_back(std::string(last_part(row->yaml)));
    }
    for (const OptionRow* row : keys_for(other, map)) {
      out["properties"][std::string(last_part(row->yaml))] = false;
    }
    return out;
  };
  Schema out = level("");
  out["properties"]["system"] = level("system");
  return out;
}

Schema form_of_systems() {
  const Schema runner = Schema::parse(
      R"({"properties": {"system": {"required": ["kind"], "properties": {"kind": {"enum": ["runner"]}}}}})");
  Schema out{
      {"title", "a real system"},
      {"description", "docs/reference/system-config.md explains how the keys work together."}};
  out.update(map_of_keys("", ""));
  out["if"] = runner;
  out["then"] = condition(AppliesTo::runner, AppliesTo::nodes);
  out["else"] = condition(AppliesTo::nodes, AppliesTo::runner);
  return out;
}

std::string in_one_line(const Schema& value) {  // NOLINT(misc-no-recursion): as deep as the schema
  if (!value.is_structured()) return value.dump();
  std::string out;
  for (const auto& [key, one] : value.items()) {
    out += out.empty() ? "" : ", ";
    if (value.is_object()) out += Schema(key).dump() + ": ";
    out += in_one_line(one);
  }
  return value.is_object() ? "{" + out + "}" : "[" + out + "]";
}

/// Returns the schema with one line for each small part, so that a change affects few lines.
std::string in_lines(const Schema& value, std::size_t depth) {  // NOLINT(misc-no-recursion)
  const std::string line = in_one_line(value);
  if (!value.is_structured() || depth + line.size() <= line_width) return line;
  std::string out;
  const std::string margin(depth + 2, ' ');
  for (const auto& [key, one] : value.items()) {
    out += out.empty() ? "\n" : ",\n";
    out += margin;
    if (value.is_object()) out += Schema(key).dump() + ": ";
    out += in_lines(one, depth + 2);
  }
  out += "\n" + std::string(depth, ' ');
  return value.is_object() ? "{" + out + "}" : "[" + out + "]";
}

}  // namespace

std::string config_schema() {
  const Schema schema{
      {"$schema", "http://json-schema.org/draft-07/schema#"},
      {"title", "ldfi-farm config"},
      {"description",
       "Made from the table of options and keys by unit_config, with LDFI_UPDATE_GOLDENS=1."},
      {"oneOf", {form_of_programs(), form_of_systems()}}};
  return in_lines(schema, 0) + "\n";
}

}  // namespace ldfi::config
