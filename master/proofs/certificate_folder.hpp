// The folder of a certificate during its creation. It is written completely or not at all, and contains
// the program's texts.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/base/meter.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// A folder that is written under a new name beside its final name, and renamed when it is complete.
/// Members throw EnvironmentError.
class CertificateFolder {
 public:
  explicit CertificateFolder(std::string name);
  ~CertificateFolder();
  CertificateFolder(const CertificateFolder&) = delete;
  CertificateFolder& operator=(const CertificateFolder&) = delete;

  [[nodiscard]] const std::string& path() const { return beside_; }
  void add(const std::string& name, const std::string& text) const;
  /// Proves everything that the checker requires for the claim that was added to the folder itself or to
  /// its subfolder `place`. Throws InternalError if the checker does not accept the claim, or something
  /// cannot be proved.
  void prove(const BudgetCheck& check, const std::string& place = "") const;
  void finish() const;

 private:
  std::string name_, beside_;
};

/// The texts of the program, under distinct names, and the constants that were set.
struct ProgramTexts {
  std::vector<std::pair<std::string, std::string>> files;  ///< in the order of the run
  std::map<std::string, std::string> parameters;
};

[[nodiscard]] ProgramTexts program_texts(const Task& task);
/// Returns the first lines of a claim: program, parameters, nodes, and which nodes and channels may not
/// fail.
[[nodiscard]] std::string claim_about(const Task& task, const ProgramTexts& texts);
/// Returns the limits on restarts, pauses and partitions, the nodes concerned, and the last tick of these
/// faults for a claim about one EOT.
[[nodiscard]] std::string outages_text(const Fspec& fspec, std::optional<int> last);
/// Returns which disks may fail, and how, and the last tick of these faults for a claim about one EOT.
[[nodiscard]] std::string disks_text(const Fspec& fspec, std::optional<int> last);
/// Returns which messages may be delayed or duplicated, and the last tick of these faults for a claim
/// about one EOT.
[[nodiscard]] std::string late_text(const Fspec& fspec, std::optional<int> last);

/// Throws UsageError if the folder exists and is not empty, and EnvironmentError if it cannot be created.
void require_place(const std::string& folder);
/// Returns the first feature of the task that certificates do not cover, or nullptr.
[[nodiscard]] const char* not_covered(const Task& task);

}  // namespace ldfi::app
