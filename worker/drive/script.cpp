#include "worker/drive/script.hpp"

#include <utility>

#include "common/base/contract.hpp"

namespace ldfi::drive {

using Json = nlohmann::json;

Script::Script(const systems::Plan& plan)
    : plan_(plan), requests_(plan.operations.size()), introductions_(plan.nodes.size()) {
  for (const systems::Operation& one : plan.operations) {
    asked_.push_back(seal({{"body", Json::parse(one.body)}}));
  }
}

const EnvelopePtr& Script::asked(std::size_t operation) const {
  LDFI_REQUIRE(operation < asked_.size(), "the plan has this operation");
  return asked_[operation];
}

const std::string& Script::request(std::size_t operation, std::uint64_t id) {
  LDFI_REQUIRE(operation < requests_.size(), "the plan has this operation");
  Text& out = requests_[operation];
  if (out.text.empty() || out.number != id) {
    const systems::Operation& one = plan_.operations[operation];
    Json body = asked_[operation]->body();
    body["msg_id"] = id;
    out = {id, Json{{"src", one.client}, {"dest", one.node}, {"body", std::move(body)}}.dump()};
  }
  return out.text;
}

const std::string& Script::introduction(std::size_t node, std::uint64_t seed) {
  LDFI_REQUIRE(node < introductions_.size(), "the plan has this node");
  Text& out = introductions_[node];
  if (out.text.empty() || out.number != seed) {
    const std::string& name = plan_.nodes[node];
    Json body{{"type", "init"}, {"msg_id", 1}, {"node_id", name}, {"node_ids", plan_.nodes}};
    if (plan_.time == systems::Time::extended) {
      body["ldfi"] = {{"version", 1}, {"seed", std::to_string(seed)}};
    }
    out = {seed, Json{{"src", initiator}, {"dest", name}, {"body", std::move(body)}}.dump()};
  }
  return out.text;
}

}  // namespace ldfi::drive
