// The master of the cluster: it registers applications, keeps drivers on disk, and hands out tasks.
#include <algorithm>
#include <demi/spark.hpp>
#include <fstream>
#include <stdexcept>

namespace spark {
namespace {

const char* const disk = "drivers.json";

/// The record of an application, which must not exist yet.
void make_file(const std::string& name) {
  if (std::ifstream(name).good()) throw std::runtime_error("there is a file " + name);
  std::ofstream(name) << "begun\n";
}

}  // namespace

Master::Master(ldfi::Node& node, Defect defect) : node_(node), defect_(defect) {
  node_.on("register", [this](const json& m) { register_application(m); });
  node_.on("launch_driver", [this](const json& m) { launch_driver(m); });
  node_.on("running", [this](const json& m) { place_[m["body"]["driver"]] = m["src"]; });
  node_.on("over", [this](const json& m) { end_driver(m); });
  node_.on("task", [this](const json& m) {
    open_.push_back({m["body"]["task"], m["body"]["place"]});
  });
  node_.on("offer", [this](const json& m) { hand_out(m["src"]); });
  node_.on("status", [this](const json& m) {
    json done = json::array();
    for (const auto& [driver, is_done] : drivers_) {
      if (is_done) done.push_back(driver);
    }
    node_.reply(m, {{"type", "status_ok"}, {"applications", applications_}, {"done", done}});
  });
  load_drivers();
}

json Master::state() const {
  json open = json::array();
  for (const Task& task : open_) open.push_back({task.name, task.place});
  return json::array({applications_, open, drivers_, place_});
}

// Applications: spark-9256

void Master::register_application(const json& message) {
  const std::string application = message["body"]["application"];
  if (!applications_.contains(application) || defect_ == Defect::anew) {
    constexpr std::int64_t second = 1000 * ldfi::ms;
    make_file(application + "-" + std::to_string(node_.now() / second));
    applications_.insert(application);
  }
  node_.send(message["src"], {{"type", "registered"}, {"application", application}});
}

// Drivers that the master keeps on disk: spark-3150

void Master::launch_driver(const json& message) {
  const std::string driver = message["body"]["driver"];
  drivers_[driver] = false;
  place_[driver] = message["body"]["worker"];
  save_drivers();
  node_.send(place_[driver], {{"type", "launch"}, {"driver", driver}});
  node_.reply(message, {{"type", "launch_driver_ok"}});
}

/// With the defect, a master that was started again fails, unless it has heard where the driver runs.
void Master::end_driver(const json& message) {
  const std::string driver = message["body"]["driver"];
  if (defect_ == Defect::place && !drivers_.at(driver)) place_.erase(place_.at(driver));
  place_.erase(driver);
  drivers_[driver] = true;
  save_drivers();
  node_.send(message["src"], {{"type", "heard"}, {"driver", driver}});
}

/// A restarted master asks the workers what they run.
void Master::load_drivers() {
  std::ifstream file(disk);
  if (!file.good()) return;
  drivers_ = json::parse(file).get<std::map<std::string, bool>>();
  for (const std::string& name : node_.ids()) {
    if (name != node_.id() && name != "d") node_.send(name, {{"type", "what_runs"}});
  }
}

void Master::save_drivers() const {
  std::ofstream(disk) << json(drivers_);
}

// Tasks: spark-2294

std::vector<Master::Task>::iterator Master::first_task_of(const std::string& place) {
  return std::ranges::find(open_, place, &Task::place);
}

void Master::hand_out(const std::string& worker) {
  auto task = first_task_of(defect_ == Defect::anyone ? "any" : worker);
  if (task == open_.end()) task = first_task_of(defect_ == Defect::anyone ? worker : "any");
  if (task == open_.end()) return;
  node_.send(worker, {{"type", "do"}, {"task", task->name}, {"place", task->place}});
  open_.erase(task);
}

}  // namespace spark
