#include "test/support/symmetric_program.hpp"

#include <algorithm>
#include <sstream>

#include "test/support/limited_program.hpp"
#include "test/support/random.hpp"
#include "test/support/recovery_program.hpp"

namespace ldfi::test {
namespace {

/// Returns the text after swapping names: each name in `from` and the name at the same index in
/// `to` replace each other.
std::string renamed(const std::string& text, const std::vector<std::string>& from,
                    const std::vector<std::string>& to) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    bool found = false;
    for (std::size_t i = 0; i < from.size() && !found; ++i) {
      const std::string quoted = "\"" + from[i] + "\"";
      if (text.compare(at, quoted.size(), quoted) != 0) continue;
      out += "\"" + to[i] + "\"";
      at += quoted.size();
      found = true;
    }
    if (!found) out += text[at++];
  }
  return out;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) out.push_back(line);
  return out;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

/// Returns a program in which a value spreads from one node. Some of the other nodes must have it
/// at the end.
RandomProgram spreading_program(std::uint64_t seed) {
  Random random(seed * 31 + 7);
  RandomProgram out;
  const bool four = random.chance(30);
  out.fspec.nodes =
      four ? std::vector<std::string>{"a", "b", "c", "d"} : std::vector<std::string>{"a", "b", "c"};
  out.fspec.eff = four ? 1 : 2;
  out.fspec.eot = out.fspec.eff + (random.chance(80) ? 1 : 2);
  out.fspec.crashes = four ? 0 : random.between(0, 1);
  out.fspec.crash_model = random.chance(50) ? CrashModel::silent : CrashModel::halt;
  const auto node = [&] { return "\"" + random.pick(out.fspec.nodes) + "\""; };
  std::string& text = out.text;
  text += "log(\"a\", \"x\")@1;\nto(X, Y)@next :- to(X, Y);\n";
  for (int i = random.between(1, 3); i > 0; --i) text += "to(" + node() + ", " + node() + ")@1;\n";
  if (random.chance(80)) text += "log(N, P)@next :- log(N, P);\n";
  text += random.chance(50)
              ? "log(M, P)@async :- log(N, P), to(N, M);\n"
              : "log(M, P)@async :- log(N, P), to(N, M), notin ack(N, M, P);\n"
                "got(M, N, P)@async :- log(N, P), to(N, M);\n"
                "ack(M, N, P)@async :- got(N, M, P);\nack(N, M, P)@next :- ack(N, M, P);\n";
  text += random.chance(50) ? "pre(P) :- log(_, P);\n" : "pre(\"x\") :- to(_, _);\n";
  switch (random.below(4)) {
    case 0:
      text += "post(P) :- log(" + node() + ", P);\n";
      break;
    case 1:
      text += "post(P) :- log(N, P), log(M, P), N != M, N != \"a\", M != \"a\";\n";
      break;
    case 2:
      text +=
          "lack(N, P) :- to(_, N), log(_, P), notin log(N, P), notin crash(_, N, _);\n"
          "post(P) :- log(_, P), notin lack(_, P);\n";
      break;
    default:
      text += "some(P, count<N>) :- log(N, P);\npost(P) :- some(P, C), C > 1;\n";
  }
  return out;
}

RandomProgram any_program(std::uint64_t seed) {
  if (seed % 2 == 1) return spreading_program(seed);
  switch (seed / 2 % 10) {
    case 0:
      return recovery_program(seed);
    case 1:
      return failed_write_program(seed);
    case 2:
      return pause_program(seed);
    case 3:
      return disk_fault_program(seed);
    case 4:
      return corruption_program(seed);
    case 5:
      return limited_program(seed);
    case 6:
      return late_program(seed);
    case 7:
      return observing_program(seed);
    default:
      return random_program(seed);
  }
}

}  // namespace

SymmetricProgram symmetric_program(std::uint64_t seed) {
  SymmetricProgram out{any_program(seed), {}};
  Random random(seed * 977 + 1);
  std::vector<std::string> nodes = out.program.fspec.nodes;
  const std::size_t most = std::min<std::size_t>(nodes.size(), random.chance(40) ? 3 : 2);
  while (out.alike.size() < most) {
    const auto one = nodes.begin() + static_cast<std::ptrdiff_t>(random.below(nodes.size()));
    out.alike.push_back(*one);
    nodes.erase(one);
  }
  std::sort(out.alike.begin(), out.alike.end());
  std::vector<std::string> lines;
  for (const std::string& line : lines_of(out.program.text)) {
    std::vector<std::string> to = out.alike;
    do {
      const std::string image = renamed(line, out.alike, to);
      if (std::find(lines.begin(), lines.end(), image) == lines.end()) lines.push_back(image);
    } while (std::next_permutation(to.begin(), to.end()));
  }
  out.program.text = joined(lines);
  return out;
}

RandomProgram without_a_mirror_image(const SymmetricProgram& from, std::uint64_t seed) {
  RandomProgram out = from.program;
  std::vector<std::string> lines = lines_of(out.text);
  std::vector<std::size_t> naming;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool names = std::any_of(from.alike.begin(), from.alike.end(), [&](const auto& node) {
      return lines[i].find("\"" + node + "\"") != std::string::npos;
    });
    if (names) naming.push_back(i);
  }
  if (naming.empty()) return out;
  lines.erase(lines.begin() +
              static_cast<std::ptrdiff_t>(naming[Random(seed).below(naming.size())]));
  out.text = joined(lines);
  return out;
}

}  // namespace ldfi::test
