// A cluster of Spark: a master, workers and the driver of an application, as far as three defects of it
// [DEMi16] need it. The node `m` is the master, `d` the driver, and all others are workers.
#pragma once

#include <cstdint>
#include <ldfi_node.hpp>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace spark {

using ldfi::json;

enum class Defect {
  none,
  anyone,  ///< spark-2294: tasks for anyone are handed out before those whose data a worker holds
  place,   ///< spark-3150: a master must know where a driver ran that has ended
  anew,    ///< spark-9256: a second request of an application is one of a new application
};

/// The work of a node from its start on.
class Role {
 public:
  virtual ~Role() = default;
  [[nodiscard]] virtual json state() const = 0;
};

class Master : public Role {
 public:
  Master(ldfi::Node& node, Defect defect);
  [[nodiscard]] json state() const override;

 private:
  struct Task {
    std::string name;
    std::string place;  ///< the worker that holds its data, or "any"
  };

  void register_application(const json& message);
  void launch_driver(const json& message);
  void end_driver(const json& message);
  void hand_out(const std::string& worker);
  [[nodiscard]] std::vector<Task>::iterator first_task_of(const std::string& place);
  void load_drivers();
  void save_drivers() const;

  ldfi::Node& node_;
  Defect defect_;
  std::set<std::string> applications_;
  std::vector<Task> open_;
  std::map<std::string, bool>
      drivers_;  ///< on disk: those that were launched, and whether they are done
  std::map<std::string, std::string> place_;  ///< in memory: where they run
};

class Worker : public Role {
 public:
  explicit Worker(ldfi::Node& node);
  [[nodiscard]] json state() const override;

 private:
  void launch_driver(const std::string& driver);
  void tell_end(const std::string& driver);

  ldfi::Node& node_;
  std::set<std::string> known_, running_,
      ended_;  ///< drivers; the last until the master has heard that
};

class Driver : public Role {
 public:
  explicit Driver(ldfi::Node& node);
  [[nodiscard]] json state() const override;

 private:
  void apply_for(const std::string& application);

  ldfi::Node& node_;
  std::map<std::string, json>
      waiting_;  ///< applications that are not registered, and who wants to know
  std::map<std::string, int> asked_;  ///< how often
};

}  // namespace spark
