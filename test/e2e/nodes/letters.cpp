// What n1 hears of n0 decides whether it ends: nodes of test_fewer_deliveries.py, which executes them often.
//
//   letters-node letters LETTERS [alone]: n0 says the letters to n1, which ends when it hears c after a and b, unless it
//     heard x. With c alone n1 says a wrong echo, which is another promise; d and e are only heard. `alone`: d as the
//     first of all ends n1, too.
//   letters-node relays LETTERS WAYS WANTED: n0 says x to n1, and then the letters, each to the node of its digit in
//     WAYS; n2 says to n1 what it hears, and n1 says y to n2 at every third letter. n1 ends when it has heard all that
//     are WANTED, unless it heard x.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ldfi_node.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace {

using ldfi::json;

std::string heard;

bool has_heard(std::string_view wanted) {
  return std::ranges::all_of(wanted, [](char c) { return heard.find(c) != heard.npos; });
}

void say(ldfi::Node& node, const std::string& to, char letter) {
  node.send(to, {{"type", std::string(1, letter)}});
}

void echo(ldfi::Node& node, const json& m, const json& text) {
  node.reply(m, {{"type", "echo_ok"}, {"echo", text}});
}

/// n1 ends, and says y before if there is more to say: what a Node is told to send it sends later.
[[noreturn]] void end(bool more) {
  if (more) std::puts(R"({"src":"n1","dest":"n2","body":{"type":"y"}})");
  std::exit(1);
}

void be_letters(ldfi::Node& node, const std::string& letters, bool alone) {
  node.on("echo", [&node, letters](const json& m) {
    for (const char letter : node.id() == "n0" ? letters : "") say(node, "n1", letter);
    const bool wrong = node.id() == "n1" && heard == "c";
    echo(node, m, wrong ? json("wrong") : m["body"]["echo"]);
  });
  for (const char letter : std::string_view("abcdefghx")) {
    node.on(std::string(1, letter), [&node, letter, alone](const json&) {
      heard += letter;
      if (alone && heard == "d") std::exit(1);
      if (letter == 'd' && !alone) node.send("n0", {{"type", "d_ok"}});
      if (letter == 'c' && has_heard("ab") && !has_heard("x")) std::exit(1);
    });
  }
}

void be_relays(ldfi::Node& node, const std::string& letters, const std::string& ways,
               const std::string& wanted) {
  node.on("echo", [&node, letters, ways](const json& m) {
    say(node, "n1", 'x');
    for (std::size_t i = 0; i < letters.size(); ++i) {
      say(node, std::string("n") + ways[i], letters[i]);
    }
    echo(node, m, m["body"]["echo"]);
  });
  for (const char letter : std::string_view("abcdefghxy")) {
    node.on(std::string(1, letter), [&node, letter, wanted](const json&) {
      if (node.id() == "n2") {
        say(node, "n1", letter);
        node.send("n0", {{"type", "sent"}});
      } else if (node.id() == "n1") {
        heard += letter;
        const bool more = heard.size() % 3 == 0;
        if (has_heard(wanted) && !has_heard("x")) end(more);
        if (more) say(node, "n2", 'y');
      }
    });
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  ldfi::Node node;
  node.reset = [] { heard.clear(); };
  if (words.size() >= 2 && words[0] == "letters") {
    be_letters(node, words[1], words.size() > 2);
  } else if (words.size() == 4 && words[0] == "relays") {
    be_relays(node, words[1], words[2], words[3]);
  } else {
    return 64;
  }
  return node.run();
}
