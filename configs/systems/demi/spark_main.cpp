//   spark-node DEFECT      none, anyone, place or anew
#include <demi/spark.hpp>
#include <iostream>

namespace {

using spark::Defect;

const std::map<std::string, Defect> defects{{"none", Defect::none},
                                            {"anyone", Defect::anyone},
                                            {"place", Defect::place},
                                            {"anew", Defect::anew}};

std::unique_ptr<spark::Role> role_of(ldfi::Node& node, Defect defect) {
  if (node.id() == "m") return std::make_unique<spark::Master>(node, defect);
  if (node.id() == "d") return std::make_unique<spark::Driver>(node);
  return std::make_unique<spark::Worker>(node);
}

}  // namespace

int main(int count, char** words) {
  const auto defect = count == 2 ? defects.find(words[1]) : defects.end();
  if (defect == defects.end()) {
    std::cerr << "usage: spark-node DEFECT\n";
    return 64;
  }
  ldfi::Node node;
  std::unique_ptr<spark::Role> role;
  node.state = [&] { return role ? role->state() : nullptr; };
  node.reset = [&] { role.reset(); };
  node.started = [&] { role = role_of(node, defect->second); };
  return node.run();
}
