// Builds the tree from the events of yaml-cpp, not from its nodes. The events show every anchor and
// duplicate key and never expand an alias. Reading stops at a depth that is safe for yaml-cpp's
// recursion.
#include "common/config/yaml_tree.hpp"

#include <fmt/core.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>

#include "common/base/contract.hpp"
#include "common/base/text.hpp"
#include "common/config/option_value.hpp"

namespace ldfi::config {
namespace {

YamlNode refused() {
  YamlNode node;
  node.type = YamlNode::Type::refused;
  return node;
}

/// Thrown to end parsing early. The problem was already reported.
struct ParsingEnded {};

class TreeBuilder final : public YAML::EventHandler {
 public:
  TreeBuilder(std::string_view text, FileId file, std::vector<Diagnostic>& problems)
      : text_(text), file_(file), problems_(problems) {}

  YamlNode take() { return std::move(root_); }
  [[nodiscard]] SourceRange place(const YAML::Mark& mark, std::size_t length) const;
  void report(const char* code, SourceRange where, std::string message,
              std::vector<std::string> hints = {});

  void OnDocumentStart(const YAML::Mark& mark) override;
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override;
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override;
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override;
  void OnMapEnd() override { close(); }
  void OnAnchor(const YAML::Mark& mark, const std::string& name) override;

 private:
  /// A list or map whose end was not read yet.
  struct Open {
    YamlNode node;
    std::optional<YamlNode> key;           ///< a key whose value was not read yet
    std::map<std::string, int> seen = {};  ///< the keys so far, each with its first line
  };

  void check_tag(const YAML::Mark& mark, const std::string& tag);
  void open(YamlNode node);
  void close();
  void add(YamlNode node);
  void add_key(Open& map, YamlNode node);
  void add_entry(Open& map, YamlNode value);

  std::string_view text_;
  FileId file_;
  std::vector<Diagnostic>& problems_;
  std::vector<Open> open_;
  YamlNode root_;
  int documents_ = 0;
};

SourceRange TreeBuilder::place(const YAML::Mark& mark, std::size_t length) const {
  if (mark.is_null()) return {file_, 0, 0, 1};
  const auto at = std::min(static_cast<std::size_t>(std::max(mark.pos, 0)), text_.size());
  const std::string_view token = text_.substr(at, length);
  const auto shown = std::max<std::size_t>(1, std::min(token.find('\n'), token.size()));
  return {file_, mark.line + 1, mark.column + 1, static_cast<int>(shown)};
}

void TreeBuilder::report(const char* code, SourceRange where, std::string message,
                         std::vector<std::string> hints) {
  problems_.push_back({Severity::error, code, where, std::move(message), std::move(hints)});
  if (problems_.size() >= max_yaml_problems) throw ParsingEnded{};
}

void TreeBuilder::OnDocumentStart(const YAML::Mark& mark) {
  if (++documents_ < 2) return;
  report("yaml-documents", place(mark, 1),
         "a second document begins here: a config is one document");
  throw ParsingEnded{};
}

void TreeBuilder::OnAnchor(const YAML::Mark& mark, const std::string& name) {
  report("yaml-anchor", place(mark, name.size() + 1),
         fmt::format("anchors are not allowed in configs (&{})", beginning(name)));
}

void TreeBuilder::OnAlias(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) {
  report("yaml-alias", place(mark, 1), "aliases are not allowed in configs",
         {"write the value out"});
  add(refused());
}

/// Reports tags that the user wrote. In yaml-cpp, a plain node has the tag "?", and a quoted scalar
/// the tag "!".
void TreeBuilder::check_tag(const YAML::Mark& mark, const std::string& tag) {
  if (tag.empty() || tag == "?" || tag == "!") return;
  report("yaml-tag", place(mark, 1),
         fmt::format("tags are not allowed in configs ({})", beginning(tag)));
}

void TreeBuilder::OnNull(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) {
  YamlNode node;
  node.where = place(mark, 1);
  add(std::move(node));
}

void TreeBuilder::OnScalar(const YAML::Mark& mark, const std::string& tag,
                           YAML::anchor_t /*anchor*/, const std::string& value) {
  check_tag(mark, tag);
  YamlNode node;
  node.type = YamlNode::Type::scalar;
  node.text = value;
  node.quoted = tag == "!";
  node.where = place(mark, value.size() + (node.quoted ? 2 : 0));
  add(std::move(node));
}

void TreeBuilder::OnSequenceStart(const YAML::Mark& mark, const std::string& tag,
                                  YAML::anchor_t /*anchor*/, YAML::EmitterStyle::value /*style*/) {
  check_tag(mark, tag);
  YamlNode node;
  node.type = YamlNode::Type::list;
  node.where = place(mark, 1);
  open(std::move(node));
}

void TreeBuilder::OnMapStart(const YAML::Mark& mark, const std::string& tag,
                             YAML::anchor_t /*anchor*/, YAML::EmitterStyle::value /*style*/) {
  check_tag(mark, tag);
  YamlNode node;
  node.type = YamlNode::Type::map;
  node.where = place(mark, 1);
  open(std::move(node));
}

void TreeBuilder::open(YamlNode node) {
  if (open_.size() >= static_cast<std::size_t>(max_yaml_depth)) {
    report("yaml-depth", node.where,
           fmt::format("nested more than {} deep: no config needs that", max_yaml_depth));
    throw ParsingEnded{};
  }
  open_.push_back({std::move(node), std::nullopt});
}

void TreeBuilder::close() {
  LDFI_REQUIRE(!open_.empty(), "only a list or map that began can end");
  YamlNode node = std::move(open_.back().node);
  open_.pop_back();
  add(std::move(node));
}

void TreeBuilder::add(YamlNode node) {
  if (open_.empty()) {
    root_ = std::move(node);
  } else if (open_.back().node.type == YamlNode::Type::list) {
    open_.back().node.children.push_back(std::move(node));
  } else if (!open_.back().key) {
    add_key(open_.back(), std::move(node));
  } else {
    add_entry(open_.back(), std::move(node));
  }
}

void TreeBuilder::add_key(Open& map, YamlNode node) {
  if (node.type == YamlNode::Type::scalar && node.text == "<<" && !node.quoted) {
    report("yaml-merge", node.where, "merge keys are not allowed in configs",
           {"write the keys out"});
    node.type = YamlNode::Type::refused;
  } else if (node.type != YamlNode::Type::scalar && node.type != YamlNode::Type::refused) {
    report("yaml-key", node.where, fmt::format("a key must be a word, not {}", describe(node)));
    node.type = YamlNode::Type::refused;
  }
  map.key = std::move(node);
}

void TreeBuilder::add_entry(Open& map, YamlNode value) {
  const YamlNode key = std::move(*map.key);
  map.key.reset();
  if (key.type == YamlNode::Type::refused) return;
  const auto [first, added] = map.seen.try_emplace(key.text, key.where.line);
  if (!added) {
    report(
        "yaml-duplicate-key", key.where,
        fmt::format("{} is given twice; the first is in line {}", shown(key.text), first->second));
    return;
  }
  value.key = key.text;
  value.key_where = key.where;
  map.node.children.push_back(std::move(value));
}

/// Returns the place of the byte at offset `at` in the text.
SourceRange place_of(std::string_view text, FileId file, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t line_end = before.rfind('\n');
  const std::size_t begin = line_end == std::string_view::npos ? 0 : line_end + 1;
  return {file, static_cast<int>(line), static_cast<int>(at - begin) + 1, 1};
}

/// Returns true if the text has a tab among the blanks at the beginning of a line.
bool indents_with_tab(std::string_view text) {
  bool front = true;
  for (const char c : text) {
    if (front && c == '\t') return true;
    front = c == '\n' || (front && c == ' ');
  }
  return false;
}

bool digits_only(std::string_view text, std::string_view digits) {
  return !text.empty() && text.find_first_not_of(digits) == std::string_view::npos;
}

/// Returns true for digits with at most one point, with or without an exponent.
bool matches_decimal(std::string_view text) {
  constexpr std::string_view decimal = "0123456789";
  if (const auto e = text.find_first_of("eE"); e != std::string_view::npos) {
    std::string_view exponent = text.substr(e + 1);
    if (exponent.starts_with('-') || exponent.starts_with('+')) exponent.remove_prefix(1);
    if (!digits_only(exponent, decimal)) return false;
    text = text.substr(0, e);
  }
  const auto point = text.find('.');
  if (point == std::string_view::npos) return digits_only(text, decimal);
  const std::string_view before = text.substr(0, point);
  const std::string_view after = text.substr(point + 1);
  if (before.empty()) return digits_only(after, decimal);
  return digits_only(before, decimal) && (after.empty() || digits_only(after, decimal));
}

/// Returns true for texts that YAML 1.1 or 1.2 reads as numbers. Does not use a regular expression,
/// because compiling it took longer than reading the whole config.
bool matches_number(std::string_view text) {
  constexpr std::size_t longest = 64;
  if (text.size() > longest) return false;
  if (text == ".nan" || text == ".NaN" || text == ".NAN") return true;
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  if (text == ".inf" || text == ".Inf" || text == ".INF") return true;
  if (text.starts_with("0o")) return digits_only(text.substr(2), "01234567");
  if (text.starts_with("0x")) return digits_only(text.substr(2), "0123456789abcdefABCDEF");
  if (text.starts_with("0b")) return digits_only(text.substr(2), "01");
  if (!text.starts_with('_') && digits_only(text, "0123456789_")) return true;
  return matches_decimal(text);
}

bool matches_truth(const std::string& text) {
  return text == "true" || text == "True" || text == "TRUE" || text == "false" || text == "False" ||
         text == "FALSE";
}

}  // namespace

bool is_string(const YamlNode& node) {
  return node.type == YamlNode::Type::scalar &&
         (node.quoted || (!matches_number(node.text) && !matches_truth(node.text)));
}

std::string describe(const YamlNode& node) {
  switch (node.type) {
    case YamlNode::Type::null:
    case YamlNode::Type::refused:
      return "nothing";
    case YamlNode::Type::list:
      return "a list";
    case YamlNode::Type::map:
      return "a map";
    case YamlNode::Type::scalar:
      break;
  }
  if (is_string(node)) return "a string";
  return matches_truth(node.text) ? "a truth value" : "a number";
}

namespace {

constexpr std::size_t longest_key = 1024;  ///< longest key without `?` [YAML 1.2.2 §7.4.3]

/// Returns the key that ends before the colon at `end`: a word, or a text in quotes.
std::string_view key_before(std::string_view text, std::size_t end) {
  const std::string_view before = text.substr(0, end);
  if (before.ends_with('"') || before.ends_with('\'')) {
    const std::size_t open = before.substr(0, end - 1).rfind(before.back());
    return open == std::string_view::npos ? std::string_view() : before.substr(open);
  }
  const std::size_t stop = before.find_last_of(" \t\r\n{}[],\"'");
  return before.substr(stop == std::string_view::npos ? 0 : stop + 1);
}

/// Returns the first key that is too long for the parser, or nullopt. Without this check, the
/// parser would report another problem.
std::optional<std::string_view> too_long_key(std::string_view text) {
  for (std::size_t at = text.find(':'); at != std::string_view::npos; at = text.find(':', at + 1)) {
    const bool ends_key = at + 1 == text.size() ||
                          std::string_view(" \t\r\n").find(text[at + 1]) != std::string_view::npos;
    if (!ends_key) continue;
    const std::string_view key = key_before(text, at);
    if (key.size() > longest_key) return key;
  }
  return std::nullopt;
}

YamlNode parse_tree(std::string_view text, FileId file, std::vector<Diagnostic>& problems);

}  // namespace

YamlNode parse_yaml(std::string_view text, FileId file, std::vector<Diagnostic>& problems) {
  const auto before = static_cast<std::ptrdiff_t>(problems.size());
  YamlNode out = parse_tree(text, file, problems);
  if (std::ssize(problems) == before) return out;
  const auto key = too_long_key(text);
  if (!key) return out;
  problems.erase(problems.begin() + before, problems.end());
  problems.push_back({Severity::error,
                      "yaml-key",
                      place_of(text, file, static_cast<std::size_t>(key->data() - text.data())),
                      fmt::format("a key of {} bytes is too long: YAML takes {} at most",
                                  key->size(), longest_key),
                      {}});
  return refused();
}

namespace {

YamlNode parse_tree(std::string_view text, FileId file, std::vector<Diagnostic>& problems) {
  if (const auto bad = first_non_text(text)) {
    problems.push_back(
        {Severity::error,
         "yaml-encoding",
         place_of(text, file, *bad),
         text[*bad] == '\0' ? "a NUL byte: this is not a text file" : "this is not valid UTF-8",
         {}});
    return refused();
  }
  TreeBuilder builder(text, file, problems);
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const ParsingEnded&) {
    return refused();
  } catch (const YAML::Exception& e) {
    std::vector<std::string> hints;
    if (indents_with_tab(text)) hints.emplace_back("YAML is indented with blanks, not with tabs");
    problems.push_back(
        {Severity::error, "yaml-syntax", builder.place(e.mark, 1), e.msg, std::move(hints)});
    return refused();
  }
  return builder.take();
}

}  // namespace

}  // namespace ldfi::config
