// Writes rules of random specifications. Some rules have forms that people write, others have
// random forms.
#pragma once

#include <string>
#include <vector>

#include "common/dedalus/eval/model.hpp"
#include "test/support/rule_writer.hpp"

namespace ldfi::test {

class SpecificationWriter {
 public:
  /// `program` has the relations of the protocol. `model` is the failure-free run of the protocol,
  /// which shows which columns have nodes.
  SpecificationWriter(Random& random, const std::vector<std::string>& nodes,
                      const dedalus::Program& program, const eval::Model& model, int eot);

  /// Returns rules for the relation with this name, and for helpers of this relation. Later rules
  /// may read these relations. `number` counts the calls from 0.
  std::string rules_for(const std::string& name, int number);

  /// Returns a mark for forget(), which removes all relations that were written since. Earlier
  /// marks stay valid.
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
