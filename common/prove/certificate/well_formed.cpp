#include "common/prove/certificate/well_formed.hpp"

#include <set>
#include <string>
#include <utility>

#include "common/prove/certificate/events.hpp"
#include "common/prove/certificate/index.hpp"

namespace ldfi::certificate {
namespace {

/// Finds the types of columns and variables. Columns and variables that exchange values form one
/// class, and all values of a class are strings or all are integers.
class Types {
 public:
  int fresh() {
    parent_.push_back(static_cast<int>(parent_.size()));
    return parent_.back();
  }
  void same(int a, int b, const std::string& where) {
    a = root(a);
    b = root(b);
    // The class with the lower number becomes the root, so that the first two classes (string and
    // integer) stay roots.
    if (a > b) std::swap(a, b);
    if (a == text && b == number)
      throw Rejected(where + ": a column holds both a string and an integer");
    parent_[index(b)] = a;
  }
  /// Sets the type of the class to string, unless the type is already integer.
  void settle(int a) {
    if (root(a) != number) parent_[index(root(a))] = text;
  }
  static constexpr int text = 0, number = 1;

 private:
  int root(int i) {
    for (; parent_[index(i)] != i; i = parent_[index(i)])
      parent_[index(i)] = parent_[index(parent_[index(i)])];
    return i;
  }
  std::vector<int> parent_{text, number};
};

class FormCheck {
 public:
  explicit FormCheck(const Program& program) : columns_(program.relations.size()) {
    if (const auto it = program.relations.find("crash"); it != program.relations.end()) {
      if (derives(program, it->second)) throw Rejected("`crash` is built in");
      columns_[index(it->second)] = {Types::text, Types::text, Types::number};
    }
    see(program, false);
    see_disks(program);
    // Only the protocol decides the types of its columns, not specifications. Columns whose types
    // the protocol leaves open hold strings.
    for (const std::vector<int>& of : columns_) {
      for (const int column : of) types_.settle(column);
    }
    see_events(program);
    see(program, true);
  }

 private:
  static bool derives(const Program& program, int relation) {
    for (const Rule& rule : program.rules) {
      if (rule.relation == relation) return true;
    }
    for (const Fact& fact : program.facts) {
      if (fact.relation == relation) return true;
    }
    return false;
  }
  /// Sets the types of disks. A disk has the columns of its relation, and the first column holds
  /// strings, as the arguments of a sync do.
  void see_disks(const Program& program) {
    for (const auto& [name, relation] : program.relations) {
      const auto how = program.storage.find(relation);
      if (how == program.storage.end() || how->second != "buffered") continue;
      const std::vector<int> of = columns_[index(relation)];
      if (!of.empty()) types_.same(of[0], Types::text, name);
      if (const auto sync = program.relations.find("sync"); sync != program.relations.end()) {
        for (const std::size_t i : {0U, 1U})
          types_.same(column(sync->second, i, 2, "sync"), Types::text, "sync");
      }
      const auto disk = program.relations.find(std::string(disk_prefix) + name);
      for (std::size_t i = 0; disk != program.relations.end() && i < of.size(); ++i)
        types_.same(column(disk->second, i, of.size(), disk->first), of[i], disk->first);
    }
  }

  /// Sets the types of events. An event has the columns of its relation. An event about messages
  /// has a column for the sender before them.
  void see_events(const Program& program) {
    for (const Event& event : events(program)) {
      std::vector<int> columns = columns_[index(event.of)];
      if (event.of_messages()) columns.insert(columns.begin(), Types::text);
      columns_[index(event.event)] = std::move(columns);
    }
  }

  int column(int relation, std::size_t i, std::size_t all, const std::string& where) {
    std::vector<int>& of = columns_[index(relation)];
    if (of.empty()) {
      for (std::size_t n = 0; n < all; ++n) of.push_back(types_.fresh());
    }
    if (of.size() != all)
      throw Rejected(where + ": a relation is used with two different numbers of columns");
    return of[i];
  }
  static int type_of(Value value) { return value.text ? Types::text : Types::number; }

  void see(const Program& program, bool observes) {
    for (const Fact& fact : program.facts) {
      if (fact.observes == observes) see(fact);
    }
    for (const Rule& rule : program.rules) {
      if (rule.observes == observes) see(rule);
    }
  }

  void see(const Fact& fact) {
    for (std::size_t i = 0; i < fact.tuple.size(); ++i)
      types_.same(column(fact.relation, i, fact.tuple.size(), "a fact"), type_of(fact.tuple[i]),
                  "a fact");
  }

  void see(const Rule& rule) {
    where_ = rule.where;
    bound_.clear();
    variables_.clear();
    for (int i = 0; i < rule.variables; ++i) variables_.push_back(types_.fresh());
    bool some = false;
    for (const Literal& l : rule.body) {
      some = some || !l.negated;
      for (std::size_t i = 0; i < l.columns.size(); ++i) {
        const Term& term = l.columns[i];
        const int of = column(l.relation, i, l.columns.size(), where_);
        if (term.kind != Term::Kind::any) types_.same(of, type_of(term), where_);
        if (term.kind == Term::Kind::variable && !l.negated) bound_.insert(term.variable);
      }
    }
    if (!some) throw Rejected(where_ + ": a rule has no literal without `notin`");
    for (const Comparison& c : rule.comparisons) {
      const int left = type_of(c.left), right = type_of(c.right);
      types_.same(left, right, where_);
      if (c.op != "==" && c.op != "!=") types_.same(left, Types::number, where_);
    }
    for (std::size_t i = 0; i < rule.head.size(); ++i) {
      const int of = column(rule.relation, i, rule.head.size(), where_);
      types_.same(of, type_of(rule.head[i], rule.when), where_);
    }
  }

  int type_of(const Term& term) const {
    return term.kind == Term::Kind::constant ? type_of(term.constant)
                                             : variables_[index(term.variable)];
  }

  int type_of(const Expression& of) {
    for (const Step& step : of) {
      if (step.op != 'v') continue;
      const Term& term = step.term;
      const bool unbound = term.kind == Term::Kind::variable && !bound_.contains(term.variable);
      if (unbound || term.kind == Term::Kind::any)
        throw Rejected(where_ + ": a variable has no value");
      if (of.size() > 1) types_.same(type_of(term), Types::number, where_);
    }
    return of.size() > 1 ? Types::number : type_of(of[0].term);
  }

  int type_of(const HeadColumn& column, When when) {
    const int out = type_of(column.value);
    if (column.aggregate.empty()) return out;
    static const std::set<std::string> known{"count", "min", "max", "sum"};
    if (when != When::now || !known.contains(column.aggregate))
      throw Rejected(where_ + ": unknown aggregate");
    if (column.aggregate != "count") types_.same(out, Types::number, where_);
    return Types::number;
  }

  Types types_;
  std::vector<std::vector<int>> columns_;  ///< for each relation, the classes of its columns
  std::vector<int> variables_;             ///< for each variable of the present rule, its class
  std::set<int> bound_;
  std::string where_;
};

}  // namespace

void require_well_formed(const Program& program) {
  const FormCheck check(program);
  std::set<int> mentioned;
  for (const Fact& fact : program.facts) mentioned.insert(fact.relation);
  for (const Rule& rule : program.rules) {
    mentioned.insert(rule.relation);
    for (const Literal& l : rule.body) mentioned.insert(l.relation);
  }
  for (const auto& [name, relation] : program.relations) {
    if (program.storage.contains(relation) && !mentioned.contains(relation))
      throw Rejected("no fact or rule mentions the stored relation " + name);
  }
}

}  // namespace ldfi::certificate
