#include "common/shiviz/names.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "common/base/text.hpp"

namespace ldfi::shiviz {
namespace {

constexpr std::size_t most_rows = 1000;
constexpr std::size_t most_characters = 4000;  ///< largest number of characters of a line

bool is_name(std::string_view text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return !text.empty() && letter(text.front()) && std::ranges::all_of(text, [&](char c) {
    return letter(c) || c == '_' || (c >= '0' && c <= '9');
  });
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ') || text.starts_with('\t')) text.remove_prefix(1);
  while (text.ends_with(' ') || text.ends_with('\t') || text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

class NamesReader {
 public:
  NamesReader(const SourceSet& sources, FileId file, std::vector<Diagnostic>& problems)
      : file_(file), text_(sources.text(file)), problems_(problems) {}

  Names run() {
    if (first_non_text(text_)) {
      line_ = 1;
      fail("this is not text in UTF-8");
      return std::move(out_);
    }
    std::string_view rest = text_;
    while (!rest.empty() && problems_.size() < most_problems) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      ++line_;
      read(trimmed(rest.substr(0, end)));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (out_.nodes.empty() && problems_.empty()) {
      line_ = std::max(line_, 1);
      fail("the file names no node; a line such as `node raft-member-1 a` does");
    }
    return std::move(out_);
  }

 private:
  void fail(std::string message, std::vector<std::string> hints = {}) {
    problems_.push_back(
        {Severity::error, "names", {file_, line_, 1, 1}, std::move(message), std::move(hints)});
  }

  void read(std::string_view line) {
    if (line.empty() || line.starts_with('#')) return;
    if (line.size() > most_characters) return fail("the line is too long");
    if (out_.rows.size() == most_rows) return fail("there are too many lines");
    const std::size_t blank = std::min(line.find_first_of(" \t"), line.size());
    const std::string_view word = line.substr(0, blank);
    const std::string_view rest = trimmed(line.substr(blank));
    using Kind = NameRow::Kind;
    if (word == "node") return read_node(rest);
    if (word == "external") return read_row(Kind::external, rest);
    if (word == "message") return read_row(Kind::message, rest);
    if (word == "self") return read_row(Kind::self, rest);
    if (word == "ignore") return read_row(Kind::ignored, rest);
    fail(fmt::format("there is no {} here", printable(beginning(word))),
         {"there are: node, external, message, self, ignore"});
  }

  void read_node(std::string_view rest) {
    const std::size_t blank = std::min(rest.find_first_of(" \t"), rest.size());
    const std::string name(rest.substr(0, blank));
    const std::string node(trimmed(rest.substr(blank)));
    if (!is_plain_word(name) || !is_plain_word(node)) {
      return fail("a name in the recording and a node of the program are expected");
    }
    if (!nodes_.insert(node).second || !out_.nodes.emplace(name, node).second) {
      fail("one of the two is named already");
    }
  }

  void read_row(NameRow::Kind kind, std::string_view rest) {
    const bool ignored = kind == NameRow::Kind::ignored;
    const std::size_t arrow = rest.find(" => ");
    if (ignored != (arrow == std::string_view::npos)) {
      return fail(ignored ? "what is ignored makes no fact hold"
                          : "a pattern, => and a fact are expected");
    }
    std::set<std::string> words{"to"};
    if (kind == NameRow::Kind::message) words.insert("from");
    auto pattern = read_pattern(trimmed(rest.substr(0, arrow)), words);
    if (!pattern) return;
    NameRow row{kind, std::move(*pattern), {}, {}, {}};
    if (!ignored && !read_facts(row, trimmed(rest.substr(arrow + 4)), words)) return;
    out_.rows.push_back(std::move(row));
  }

  bool read_facts(NameRow& row, std::string_view facts, const std::set<std::string>& words) {
    const std::size_t after = facts.find(" after ");
    const std::string_view before = trimmed(facts.substr(0, after));
    const std::size_t other = before.find(" or ");
    const bool told = after != std::string_view::npos;
    const bool own = other != std::string_view::npos;
    using Kind = NameRow::Kind;
    if (row.kind == Kind::external && (told || own)) {
      return fail("what comes from outside is sent by nobody: a fact is all"), false;
    }
    if (row.kind == Kind::self && (!told || own)) {
      return fail("FACT after FACT is expected: the second holds when the node sends it"), false;
    }
    if (row.kind == Kind::message && told != own) {
      return fail("FACT, or FACT or FACT after FACT is expected"), false;
    }
    const auto fact = read_template(trimmed(before.substr(0, other)), words);
    if (!fact) return false;
    row.fact = *fact;
    if (own && !(row.own = read_template(trimmed(before.substr(other + 4)), words))) return false;
    return !told || (row.after = read_template(trimmed(facts.substr(after + 7)), words));
  }

  std::optional<Pattern> read_pattern(std::string_view text, std::set<std::string>& words) {
    using Kind = Pattern::Piece::Kind;
    std::vector<Pattern::Piece> pieces;
    const auto open = [&] { return !pieces.empty() && pieces.back().kind != Kind::text; };
    while (!text.empty()) {
      const bool any = text.front() == '*';
      if (!any && text.front() != '{') {
        const std::size_t end = std::min(text.find_first_of("*{"), text.size());
        pieces.push_back({Kind::text, std::string(text.substr(0, end))});
        text.remove_prefix(end);
        continue;
      }
      if (open()) {
        fail("between two of * and {…} there is some text");
        return std::nullopt;
      }
      if (any) {
        pieces.push_back({Kind::any, ""});
        text.remove_prefix(1);
        continue;
      }
      const std::size_t end = std::min(text.find('}'), text.size());
      const std::string name(text.substr(1, std::max<std::size_t>(end, 1) - 1));
      if (!is_name(name) || end == text.size() || !words.insert(name).second) {
        fail(
            "write a new name in { }: each name occurs once in a line, and {to} and {from} are "
            "nodes");
        return std::nullopt;
      }
      pieces.push_back({Kind::word, name});
      text.remove_prefix(end + 1);
    }
    if (!pieces.empty()) return Pattern(std::move(pieces));
    fail("a pattern is expected");
    return std::nullopt;
  }

  std::optional<Template> read_template(std::string_view text, const std::set<std::string>& words) {
    Template out;
    const std::size_t open = std::min(text.find('('), text.size());
    out.relation = text.substr(0, open);
    bool right = is_name(out.relation) && text.ends_with(')') && open + 1 < text.size();
    std::string_view rest =
        right ? text.substr(open + 1, text.size() - open - 2) : std::string_view();
    while (right) {
      const std::size_t comma = std::min(rest.find(','), rest.size());
      std::string_view one = trimmed(rest.substr(0, comma));
      const bool named = one.size() > 2 && one.starts_with('{') && one.ends_with('}');
      if (named) one = one.substr(1, one.size() - 2);
      right = named ? words.contains(std::string(one)) : is_plain_word(one);
      out.arguments.push_back({named, std::string(one)});
      if (comma == rest.size()) break;
      rest.remove_prefix(comma + 1);
    }
    if (right) return out;
    fail(fmt::format("{} is not a fact", printable(text.substr(0, 100))),
         {"write it like request({to},{from},{T}), with plain words, {to}, and the names that the "
          "line has in { }; {from} only for messages"});
    return std::nullopt;
  }

  FileId file_;
  std::string_view text_;
  std::vector<Diagnostic>& problems_;
  int line_ = 0;
  std::set<std::string> nodes_;
  Names out_;
};

}  // namespace

std::optional<std::map<std::string, std::string>> Pattern::match(std::string_view message) const {
  std::map<std::string, std::string> out;
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    const Piece& piece = pieces_[i];
    if (piece.kind == Piece::Kind::text) {
      if (!message.starts_with(piece.text)) return std::nullopt;
      message.remove_prefix(piece.text.size());
      continue;
    }
    std::size_t end = message.size();
    if (i + 1 < pieces_.size()) {
      const bool last = i + 2 == pieces_.size();
      const std::string& next = pieces_[i + 1].text;
      // The last text of the pattern must match the end of the message.
      if (last && piece.kind == Piece::Kind::any) {
        if (!message.ends_with(next)) return std::nullopt;
        end = message.size() - next.size();
      } else {
        end = message.find(next);
      }
      if (end == std::string_view::npos) return std::nullopt;
    }
    const std::string_view word = message.substr(0, end);
    if (piece.kind == Piece::Kind::word) {
      if (!is_plain_word(word)) return std::nullopt;
      out.emplace(piece.text, word);
    }
    message.remove_prefix(end);
  }
  if (!message.empty()) return std::nullopt;
  return out;
}

Names read_names(const SourceSet& sources, FileId file, std::vector<Diagnostic>& problems) {
  return NamesReader(sources, file, problems).run();
}

}  // namespace ldfi::shiviz
