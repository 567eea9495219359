// Reads and writes fault sets in their written form, such as `O(a,b,1) C(a,3) D(a,b,1,+2) P(a
// b,1,2)`.
#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <string_view>

#include "common/prove/certificate/claim.hpp"

namespace ldfi::certificate {
namespace {

constexpr std::array<char, 10> letters{'O', 'C', 'D', 'U', 'P',
                                       'W', 'E', 'S', 'X', 'F'};  // in the order of Fault::Kind

/// Reads the relation of late messages and the comma after the relation, if the text has them.
bool relation(std::istream& inside, Fault& out) {
  if (inside.peek() == '+') return true;
  return std::getline(inside, out.relation, ',') && !inside.eof() && is_name(out.relation);
}

/// Reads a fault without its closing bracket, which the caller has removed.
Fault read_fault(const std::string& text) {
  Fault out;
  const auto* const letter = std::ranges::find(letters, text[0]);
  bool good = letter != letters.end() && text.size() > 2 && text[1] == '(';
  std::istringstream inside(text.substr(std::min<std::size_t>(2, text.size())));
  const auto comma = [&] { return inside.get() == ','; };
  if (good) out.kind = static_cast<Fault::Kind>(letter - letters.begin());
  std::getline(inside, out.from, ',');
  if (!out.alone()) std::getline(inside, out.to, ',');
  good = good && (inside >> out.tick);
  if (good && out.kind == Fault::Kind::write) {
    out.back = out.tick;
    if (inside.peek() == ',') good = comma() && (inside >> out.back);
  }
  if (good && (out.cuts() || out.kind == Fault::Kind::pause))
    good = comma() && (inside >> out.back);
  if (good && out.crash()) {
    out.after = inside.peek() == '+' && inside.get() == '+';
    if (inside.peek() == ',') good = comma() && (inside >> out.back) && out.back > 0;
  }
  if (good && (out.kind == Fault::Kind::late || out.kind == Fault::Kind::twice))
    good = comma() && relation(inside, out) && inside.get() == '+' && (inside >> out.by);
  if (!good || inside.get() != EOF) throw Rejected("`" + text + ")` is not a fault");
  return out;
}

/// Reads a name in quotes. `at` is the position of the opening quote at first, and of the closing
/// quote when the function returns.
std::string quoted(const std::string& text, std::size_t& at) {
  const auto fail = [&text] { throw Rejected("`" + text + "`: the quoted name is not complete"); };
  const auto hex = [&](std::size_t i) {
    return i < text.size() && std::isxdigit(static_cast<unsigned char>(text[i])) != 0;
  };
  std::string out;
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] != '\\') {
      out += text[at];
      continue;
    }
    const char c = ++at < text.size() ? text[at] : ' ';
    if (c == 'x' && hex(at + 1) && hex(at + 2)) {
      out += static_cast<char>(std::stoi(text.substr(at + 1, 2), nullptr, 16));
      at += 2;
    } else if (c == '"' || c == '\\') {
      out += c;
    } else {
      fail();
    }
  }
  if (at >= text.size() || !is_name(out)) fail();
  return out;
}

/// Removes the quotes around names. The writer puts a name in quotes if it contains more than
/// letters, digits and `._?-`. A name never contains a byte that ends a name (see is_name), so it
/// can be read without quotes.
std::string without_quotes(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool begins = text[at] == '"' && at > 0 &&
                        std::string_view("(, >").find(text[at - 1]) != std::string_view::npos;
    out += begins ? quoted(text, at) : std::string(1, text[at]);
  }
  return out;
}

}  // namespace

bool is_name(const std::string& text) {
  return !text.empty() && std::ranges::none_of(text, [](char c) {
    return static_cast<unsigned char>(c) <= ' ' || c == ',' || c == '(' || c == ')' || c == '>';
  });
}

FaultSet fault_set(const std::string& written) {
  FaultSet out;
  const std::string text = without_quotes(written);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find(')', at);
    const std::string one = text.substr(at, end == std::string::npos ? end : end - at);
    if (end == std::string::npos) throw Rejected("`" + one + "` is not a fault");
    out.push_back(read_fault(one));
    at = end + 1;
    if (at < text.size() && text[at++] != ' ') throw Rejected("a blank must follow `" + one + ")`");
  }
  return out;
}

std::string to_text(const FaultSet& faults) {
  std::string out;
  for (const Fault& f : faults) {
    out += (out.empty() ? "" : " ") + std::string(1, letters[static_cast<std::size_t>(f.kind)]) +
           "(" + f.from + (f.alone() ? "" : "," + f.to) + "," + std::to_string(f.tick) +
           (f.after ? "+" : "") +
           (f.back == 0 || (f.of_disk() && f.back == f.tick) ? "" : "," + std::to_string(f.back)) +
           (f.relation.empty() ? "" : "," + f.relation) +
           (f.by == 0 ? "" : ",+" + std::to_string(f.by)) + ")";
  }
  return out.empty() ? "none" : out;
}

}  // namespace ldfi::certificate
