// Rules of random specifications: of the forms that people write, and of none.
#pragma once

#include <string>
#include <vector>

#include "common/dedalus/eval/model.hpp"
#include "test/support/rule_writer.hpp"

namespace ldfi::test {

class SpecificationWriter {
 public:
  /// Relations of the protocol are those of `program`; which of their columns hold nodes is seen in
  /// `model`, its execution without faults.
  SpecificationWriter(Random& random, const std::vector<std::string>& nodes,
                      const dedalus::Program& program, const eval::Model& model, int eot);

  /// Rules for the relation of this name, and for helpers that only this one has; the relations may
  /// be read by those that follow. `number`: 0, 1, …
  std::string rules_for(const std::string& name, int number);

  /// To take back what was written since: marks of earlier relations stay good.
  [[nodiscard]] std::size_t mark() const { return rules_.shapes.size(); }
  void forget(std::size_t mark) { rules_.shapes.resize(mark); }

 private:
  void add_events(const dedalus::Program& program);
  const Shape& located();
  std::string literal(const Shape& shape, const std::string& place, const std::string& values);
  std::string spared(const std::string& place);
  std::string history(const Shape& of);
  std::string lacking();
  std::string lost();
  std::string counted();
  std::string disagreeing();
  std::string restarted();
  std::string crashed();
  std::string anything();
  void say(const std::string& statement) { text_ += statement + ";\n"; }
  void head(const std::vector<Kind>& columns) {
    rules_.shapes.push_back({name_, columns, layer_ + 2});
  }

  Random& random_;
  RuleWriter rules_;
  std::size_t of_protocol_ = 0;
  std::string name_;
  int layer_ = 0;
  std::string text_;
};

}  // namespace ldfi::test
