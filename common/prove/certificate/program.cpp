#include "common/prove/certificate/program.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <set>
#include <utility>

#include "common/prove/certificate/tokens.hpp"

namespace ldfi::certificate {
namespace {

using Constants = std::map<std::string, Value>;

class Parser {
 public:
  /// `observes` is true if the text contains specifications.
  Parser(std::vector<Token> tokens, Program& program, const Constants& constants, bool observes)
      : tokens_(std::move(tokens)), program_(program), constants_(constants), observes_(observes) {}

  /// Reads only definitions of constants, which begin with `word` (`const` or `set`).
  void constants(const std::string& word, Constants& out) {
    for (at_ = 0; at_ + 3 < tokens_.size(); ++at_) {
      if (!starts_constant() || now().text != word) continue;
      const std::string name = tokens_[at_ + 1].text;
      at_ += 2;
      expect("=");
      const Value value = constant();
      if (word == "const" && out.contains(name)) fail(now(), "a constant is defined twice");
      out[name] = value;
    }
  }

  [[nodiscard]] bool observes() const { return observes_; }

  void statements() {
    at_ = 0;
    while (now().kind != 'e') statement();
  }

 private:
  const Token& now() const { return tokens_[at_]; }
  const Token& after() const { return tokens_[std::min(at_ + 1, tokens_.size() - 1)]; }
  bool is(const std::string& symbol) const { return now().kind == 'y' && now().text == symbol; }
  bool starts_constant() const {
    return now().kind == 'n' && (now().text == "const" || now().text == "set") &&
           after().kind == 'n' && (at_ == 0 || tokens_[at_ - 1].text == ";");
  }
  bool take(const std::string& symbol) {
    if (!is(symbol)) return false;
    ++at_;
    return true;
  }
  void expect(const std::string& symbol) {
    if (!take(symbol)) fail(now(), "expected `" + symbol + "`");
  }
  std::string name() {
    if (now().kind != 'n') fail(now(), "expected a name");
    return tokens_[at_++].text;
  }

  std::int64_t integer(bool negative) {
    if (now().kind != 'i') fail(now(), "expected an integer");
    errno = 0;
    const std::string digits = (negative ? "-" : "") + now().text;
    const std::int64_t out = std::strtoll(digits.c_str(), nullptr, 10);
    if (errno != 0) fail(now(), "an integer has more than 64 bits");
    ++at_;
    return out;
  }

  Value constant() {
    if (now().kind == 's') return program_.string(tokens_[at_++].text);
    return {false, integer(take("-"))};
  }

  Term term() {
    if (now().kind != 'n') return {Term::Kind::constant, 0, constant()};
    const std::string word = name();
    if (const auto it = constants_.find(word); it != constants_.end()) {
      return {Term::Kind::constant, 0, it->second};
    }
    if (word == "_") return {};
    const auto number = static_cast<int>(variables_.size());
    return {Term::Kind::variable, variables_.emplace(word, number).first->second, {}};
  }

  void factor(Expression& out) {
    if (++depth_ > 200) fail(now(), "an expression nests more than 200 deep");
    if (take("(")) {
      sum(out);
      expect(")");
    } else if (is("-") && after().kind != 'i') {
      ++at_;
      out.push_back({'v', {Term::Kind::constant, 0, {false, 0}}});
      factor(out);
      out.push_back({'-', {}});
    } else {
      out.push_back({'v', term()});
    }
    --depth_;
  }
  void product(Expression& out) {
    factor(out);
    while (is("*") || is("/")) {
      const char op = tokens_[at_++].text[0];
      factor(out);
      out.push_back({op, {}});
    }
  }
  void sum(Expression& out) {
    product(out);
    while (is("+") || is("-")) {
      const char op = tokens_[at_++].text[0];
      product(out);
      out.push_back({op, {}});
    }
  }

  std::int64_t tick() {
    const Token at = now();
    const Term value = term();
    const bool tick = value.kind == Term::Kind::constant && !value.constant.text;
    if (!tick || value.constant.number < 1) fail(at, "expected a tick");
    return value.constant.number;
  }

  Literal literal(bool negated) {
    Literal out{program_.relation(name()), {}, negated, 0};
    expect("(");
    do out.columns.push_back(term());
    while (take(","));
    expect(")");
    if (take("@")) out.tick = tick();
    return out;
  }

  void body(Rule& rule) {
    do {
      const bool negated = now().text == "notin" && now().kind == 'n' && after().kind == 'n';
      if (negated) ++at_;
      if (now().kind == 'n' && after().text == "(" && after().kind == 'y') {
        rule.body.push_back(literal(negated));
        continue;
      }
      if (negated) fail(now(), "expected a literal");
      Comparison comparison;
      sum(comparison.left);
      comparison.op = now().text;
      static const std::string known = " == != < <= > >= ";
      if (known.find(" " + comparison.op + " ") == std::string::npos)
        fail(now(), "expected a comparison");
      ++at_;
      sum(comparison.right);
      rule.comparisons.push_back(comparison);
    } while (take(","));
  }

  /// Reads a declaration of a specification, such as `lost critical always explains gone "what the
  /// client wrote is on no disk"`.
  void specification() {
    if (!observes_) fail(now(), "a specification must be in a file of specifications");
    ++at_;
    Specification out;
    out.where = now().where;
    out.name = name();
    static const std::string severities = " critical major minor info ";
    out.severity = name();
    if (severities.find(" " + out.severity + " ") == std::string::npos)
      fail(now(), "expected a severity before this");
    const std::string when = name();
    if (when == "always") {
      out.after = 0;
    } else if (when == "after") {
      const Token at = now();
      const Term value = term();
      if (value.kind != Term::Kind::constant || value.constant.text || value.constant.number < 0)
        fail(at, "expected a tick");
      out.after = value.constant.number;
    } else if (when != "finally") {
      fail(now(), "expected always, finally or after before this");
    }
    if (now().kind == 'n' && now().text == "explains") {
      ++at_;
      out.parent = name();
    }
    if (now().kind == 's') ++at_;
    expect(";");
    program_.specifications.push_back(out);
  }

  void statement() {
    if (now().text == "include" && after().kind == 's') {
      if (is_specification(after().text) != observes_)
        fail(now(), "includes of protocols and of specifications cannot be mixed");
      program_.includes.push_back({now().where, after().text});
      at_ += 2;
      return expect(";");
    }
    const bool words = now().kind == 'n' && after().kind == 'n';
    static const std::string storage = " stable buffered volatile ";
    if (starts_constant()) {
      while (now().kind != 'e' && !is(";")) ++at_;
      return expect(";");
    }
    if (words && now().text == "spec") return specification();
    if (words && storage.find(" " + now().text + " ") != std::string::npos) {
      if (observes_) fail(now(), "only the protocol may say how a relation is stored");
      const std::string how = name();
      do program_.storage[program_.relation(name())] = how;
      while (take(","));
      return expect(";");
    }
    rule_or_fact();
  }

  void rule_or_fact() {
    variables_.clear();
    Rule rule;
    rule.where = now().where;
    rule.observes = observes_;
    rule.relation = program_.relation(name());
    expect("(");
    do {
      HeadColumn& column = rule.head.emplace_back();
      if (now().kind == 'n' && after().kind == 'y' && after().text == "<") {
        column.aggregate = name();
        expect("<");
        column.value.push_back({'v', term()});
        expect(">");
      } else {
        sum(column.value);
      }
    } while (take(","));
    expect(")");
    std::int64_t at = 0;
    if (take("@")) {
      if (now().kind == 'n' && (now().text == "next" || now().text == "async")) {
        if (observes_ && now().text == "async")
          fail(now(), "a specification must not send messages (`@async`)");
        rule.when = name() == "next" ? When::next : When::async;
      } else {
        at = tick();
      }
    }
    if (take(":-")) {
      if (at != 0) fail(now(), "the head of a rule has a fixed tick");
      body(rule);
      rule.variables = static_cast<int>(variables_.size());
      expect(";");
      program_.rules.push_back(rule);
      return;
    }
    expect(";");
    Fact fact{rule.relation, {}, at, observes_};
    if (at < 1) fail(now(), "a fact has no tick");
    for (const HeadColumn& column : rule.head) {
      if (column.value.size() != 1 || column.value[0].term.kind != Term::Kind::constant) {
        fail(now(), "a fact holds something that is not a constant");
      }
      fact.tuple.push_back(column.value[0].term.constant);
    }
    program_.facts.push_back(fact);
  }

  std::vector<Token> tokens_;
  Program& program_;
  const Constants& constants_;
  const bool observes_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::map<std::string, int> variables_;
};

}  // namespace

int Program::relation(const std::string& name) {
  return relations.emplace(name, static_cast<int>(relations.size())).first->second;
}

Value Program::string(const std::string& text) {
  const auto [it, fresh] = string_numbers_.emplace(text, strings.size());
  if (fresh) strings.push_back(text);
  return {true, it->second};
}

namespace {

Value number(const std::string& text) {
  errno = 0;
  char* end = nullptr;
  const std::int64_t out = std::strtoll(text.c_str(), &end, 10);
  if (text.empty() || *end != '\0' || errno != 0)
    throw Rejected("`" + text + "` is not an integer");
  return {false, out};
}

/// The constants that `const`, `set` and parameters define: constants of the protocol, and
/// constants that only specifications see.
struct KnownConstants {
  Constants of_protocol, of_all;
};

void read_constants(std::vector<Parser>& parsers, bool observes, Constants& out) {
  Constants set;
  const auto each = [&](const std::string& word, Constants& to) {
    for (Parser& parser : parsers) {
      if (parser.observes() == observes) parser.constants(word, to);
    }
  };
  each("const", out);
  each("set", set);
  for (const auto& [name, value] : set) {
    if (observes && !out.contains(name))
      throw Rejected("the specifications have no constant " + name);
    out[name] = value;
  }
}

/// Throws Rejected unless each relation that is named like a disk (`dur.p`) belongs to a buffered
/// relation. Such a relation must not have rules or facts of its own.
void require_disks(const Program& program) {
  for (const auto& [name, relation] : program.relations) {
    if (!name.starts_with(disk_prefix)) continue;
    const auto of = program.relations.find(name.substr(disk_prefix.size()));
    const auto how =
        of == program.relations.end() ? program.storage.end() : program.storage.find(of->second);
    if (how == program.storage.end() || how->second != "buffered")
      throw Rejected("a disk is named for a relation that is not buffered: " + name);
    const auto gives = [number = relation](const auto& one) { return one.relation == number; };
    if (std::ranges::any_of(program.facts, gives) || std::ranges::any_of(program.rules, gives))
      throw Rejected("the program derives the contents of a disk itself: " + name);
  }
}

}  // namespace

bool is_specification(const std::string& file) {
  return file.ends_with(".spec");
}

Program parse(const std::vector<std::pair<std::string, std::string>>& files,
              const std::map<std::string, std::string>& parameters) {
  Program out;
  KnownConstants known;
  std::vector<Parser> parsers;
  for (const auto& [name, text] : files) {
    const bool observes = is_specification(name);
    parsers.emplace_back(tokens(name, text), out, observes ? known.of_all : known.of_protocol,
                         observes);
  }
  Constants observed;
  read_constants(parsers, false, known.of_protocol);
  read_constants(parsers, true, observed);
  for (const auto& [name, value] : parameters) {
    const bool of_protocol = known.of_protocol.contains(name);
    Constants& in = of_protocol ? known.of_protocol : observed;
    const auto it = in.find(name);
    if (it == in.end()) throw Rejected("there is no constant " + name);
    const bool quoted = value.size() > 1 && value.starts_with('"') && value.ends_with('"');
    it->second = it->second.text ? out.string(quoted ? value.substr(1, value.size() - 2) : value)
                                 : number(value);
  }
  known.of_all = known.of_protocol;
  for (const auto& [name, value] : observed) {
    if (!known.of_all.emplace(name, value).second)
      throw Rejected("a constant is defined twice: " + name);
  }
  for (Parser& parser : parsers) parser.statements();
  require_disks(out);
  return out;
}

bool is_built_in(const Program& program, int relation, std::size_t columns) {
  const auto gives = [relation](const auto& one) { return one.relation == relation; };
  const auto other = [&](const Literal& l) { return gives(l) && l.columns.size() != columns; };
  return std::ranges::none_of(program.facts, gives) &&
         std::ranges::none_of(program.rules, [&](const Rule& rule) {
           return gives(rule) || std::ranges::any_of(rule.body, other);
         });
}

void add_universe(Program& program, const std::string& text) {
  const Constants constants;
  const auto storage = program.storage;
  const std::size_t rules = program.rules.size(), given = program.facts.size();
  Parser(tokens("universe.ded", text), program, constants, false).statements();
  if (program.rules.size() != rules || program.storage != storage)
    throw Rejected("universe.ded: it may hold facts only");
  const auto first = program.facts.begin() + static_cast<std::ptrdiff_t>(given);
  program.universe.assign(first, program.facts.end());
  program.facts.erase(first, program.facts.end());
}

}  // namespace ldfi::certificate
