// A worker: it offers to work, and runs drivers, which end by themselves.
#include <demi/spark.hpp>

namespace spark {
namespace {

constexpr std::int64_t driver_takes = 100 * ldfi::ms;
constexpr std::int64_t between_tries = 50 * ldfi::ms;

}  // namespace

Worker::Worker(ldfi::Node& node) : node_(node) {
  node_.on("offer", [this](const json& m) {
    node_.send("m", {{"type", "offer"}});
    node_.reply(m, {{"type", "offer_ok"}});
  });
  node_.on("do", [](const json&) {});
  node_.on("launch", [this](const json& m) { launch_driver(m["body"]["driver"]); });
  node_.on("heard", [this](const json& m) { ended_.erase(m["body"]["driver"]); });
  node_.on("what_runs", [this](const json&) {
    for (const std::string& driver : running_)
      node_.send("m", {{"type", "running"}, {"driver", driver}});
  });
}

json Worker::state() const {
  return json::array({known_, running_, ended_});
}

void Worker::launch_driver(const std::string& driver) {
  if (!known_.insert(driver).second) return;
  running_.insert(driver);
  node_.after(driver_takes, "end " + driver, [this, driver] {
    running_.erase(driver);
    ended_.insert(driver);
    tell_end(driver);
  });
}

void Worker::tell_end(const std::string& driver) {
  if (!ended_.contains(driver)) return;
  node_.send("m", {{"type", "over"}, {"driver", driver}});
  node_.after(between_tries, "tell " + driver, [this, driver] { tell_end(driver); });
}

}  // namespace spark
