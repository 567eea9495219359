// What n1 hears of n0 decides whether it ends: nodes of test_fewer_deliveries.py, which executes them often.
//
//   letters-node letters LETTERS [ODDITY]: n0 says the letters to n1, which ends when it hears c after a and b, unless it
//     heard x. With c alone n1 says a wrong echo, which is another promise; d and e are only heard. The oddity is one of these:
//     alone: d as the first of all ends n1, too
//     flood: when n1 hears a, and not y before it, it sends five messages to n0, each of which would end n0
//     needs-x: n1 says a wrong echo if it did not hear x
//     apart: n0 sends the first letter at echo 0, and the others at the next echo
//     slow: n1 tells n0 when it hears a or b. n0 answers after 300 ms, with a wrong echo if it was told nothing.
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
bool told = false;  ///< n0 knows that n1 has received a or b

bool has_heard(std::string_view wanted) {
  return std::ranges::all_of(wanted, [](char c) { return heard.find(c) != heard.npos; });
}

void say(ldfi::Node& node, const std::string& to, char letter) {
  node.send(to, {{"type", std::string(1, letter)}});
}

void echo(ldfi::Node& node, const json& m, const json& text) {
  node.reply(m, {{"type", "echo_ok"}, {"echo", text}});
}

/// Ends n1. If there is `more` to send, sends y before, because messages of a Node are sent later.
[[noreturn]] void end(bool more) {
  if (more) std::puts(R"({"src":"n1","dest":"n2","body":{"type":"y"}})");
  std::exit(1);
}

/// Returns the letters that n0 sends at this echo.
std::string letters_at(const std::string& letters, const std::string& oddity, const json& asked) {
  if (oddity != "apart") return letters;
  return asked == 0 ? letters.substr(0, 1) : letters.substr(1);
}

void hear(ldfi::Node& node, char letter, const std::string& oddity) {
  heard += letter;
  if (oddity == "alone" && heard == "d") std::exit(1);
  for (int i = 0; oddity == "flood" && letter == 'a' && !has_heard("y") && i < 5; ++i) {
    node.send("n0", {{"type", "more"}});
  }
  if (oddity == "slow" && (letter == 'a' || letter == 'b')) node.send("n0", {{"type", "heard"}});
  if (letter == 'd' && oddity != "alone") node.send("n0", {{"type", "d_ok"}});
  if (letter == 'c' && has_heard("ab") && !has_heard("x")) std::exit(1);
}

void be_letters(ldfi::Node& node, const std::string& letters, const std::string& oddity) {
  node.on("echo", [&node, letters, oddity](const json& m) {
    const json& asked = m["body"]["echo"];
    if (node.id() == "n0") {
      for (const char letter : letters_at(letters, oddity, asked)) say(node, "n1", letter);
    }
    if (oddity == "slow") {
      node.after(300 * ldfi::ms, "answer",
                 [&node, m] { echo(node, m, told ? m["body"]["echo"] : json("wrong")); });
      return;
    }
    const bool wrong = oddity == "needs-x" ? !has_heard("x") : heard == "c";
    echo(node, m, node.id() == "n1" && wrong ? json("wrong") : asked);
  });
  node.on("heard", [](const json&) { told = true; });
  node.on("more", [](const json&) { std::exit(1); });
  for (const char letter : std::string_view("abcdefghxy")) {
    node.on(std::string(1, letter),
            [&node, letter, oddity](const json&) { hear(node, letter, oddity); });
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
  node.reset = [] {
    heard.clear();
    told = false;
  };
  if (words.size() >= 2 && words[0] == "letters") {
    be_letters(node, words[1], words.size() > 2 ? words[2] : "");
  } else if (words.size() == 4 && words[0] == "relays") {
    be_relays(node, words[1], words[2], words[3]);
  } else {
    return 64;
  }
  return node.run();
}
