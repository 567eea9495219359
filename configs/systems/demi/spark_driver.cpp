// The driver of an application: it registers it, and submits tasks.
#include <demi/spark.hpp>

namespace spark {
namespace {

constexpr std::int64_t waits = 30 * ldfi::ms;
constexpr int tries = 3;

}  // namespace

Driver::Driver(ldfi::Node& node) : node_(node) {
  node_.on("submit", [this](const json& m) {
    const std::string application = m["body"]["application"];
    waiting_[application] = m;
    apply_for(application);
  });
  node_.on("registered", [this](const json& m) {
    const auto found = waiting_.extract(m["body"]["application"]);
    if (!found.empty()) node_.reply(found.mapped(), {{"type", "submit_ok"}});
  });
  node_.on("task", [this](const json& m) {
    node_.send("m", {{"type", "task"}, {"task", m["body"]["task"]}, {"place", m["body"]["place"]}});
    node_.reply(m, {{"type", "task_ok"}});
  });
}

json Driver::state() const {
  return json::array({waiting_, asked_});
}

/// A driver without an answer asks again.
void Driver::apply_for(const std::string& application) {
  if (!waiting_.contains(application) || asked_[application] == tries) return;
  ++asked_[application];
  node_.send("m", {{"type", "register"}, {"application", application}});
  node_.after(waits, "ask " + application, [this, application] { apply_for(application); });
}

}  // namespace spark
