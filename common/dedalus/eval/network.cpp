#include "common/dedalus/eval/network.hpp"

#include "common/base/contract.hpp"

namespace ldfi::eval {

Network::Network(const dedalus::Program& program, const Fspec& fspec)
    : nodes_(program.symbols.size(), none),
      model_(fspec.crash_model()),
      itself_late_(fspec.delays().self),
      faults_(fspec.node_count()) {
  for (const dedalus::Relation& relation : program.relations) {
    stored_.push_back(fspec.find_stored(program.stored_name(relation)).value_or(no_relation));
    late_.push_back(fspec.delays().by_relation
                        ? fspec.find_named(relation.name).value_or(no_relation)
                        : no_relation);
  }
  for (std::uint32_t i = 0; i < fspec.node_count(); ++i) {
    symbols_.push_back(program.symbols.find(fspec.nodes()[i]));
    if (symbols_.back()) nodes_[static_cast<std::size_t>(*symbols_.back())] = i;
  }
}

Value Network::symbol(NodeId node) const {
  LDFI_REQUIRE(symbols_.at(node.index()).has_value(), "each node is a symbol of the program");
  return *symbols_[node.index()];
}

}  // namespace ldfi::eval
