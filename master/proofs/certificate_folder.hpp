// Creates the folder of a certificate, with the texts of the program and of the claims. The folder is written
// completely or not at all.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/base/meter.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// A folder that is written under another name beside its final name, and renamed when it is complete.
/// Members throw EnvironmentError.
class CertificateFolder {
 public:
  explicit CertificateFolder(std::string name);
  ~CertificateFolder();
  CertificateFolder(const CertificateFolder&) = delete;
  CertificateFolder& operator=(const CertificateFolder&) = delete;

  [[nodiscard]] const std::string& path() const { return beside_; }
  void add(const std::string& name, const std::string& text) const;
  /// Writes the proofs that the checker requires for the claim in the folder. If `place` is not
  /// empty, uses the subfolder of this name. Throws InternalError if the checker does not accept
  /// the claim, or if something cannot be proved.
  void prove(const BudgetCheck& check, const std::string& place = "") const;
  void finish() const;

 private:
  std::string name_, beside_;
};

/// The texts of the program, each under a name of its own, and the constants that the user set.
struct ProgramTexts {
  /// Names and texts, in the order of the run.
  std::vector<std::pair<std::string, std::string>> files;
  std::map<std::string, std::string> parameters;
};

[[nodiscard]] ProgramTexts program_texts(const Task& task);
/// Returns the first lines of a claim: the program, its parameters, its nodes, and the nodes and channels
/// that cannot fail.
[[nodiscard]] std::string claim_about(const Task& task, const ProgramTexts& texts);
/// Returns the lines of a claim about restarts, pauses and partitions: their limits and their
/// nodes. A claim about one EOT also states `last`, the last tick of these faults; it is nullopt in
/// a claim about every EOT.
[[nodiscard]] std::string outages_text(const Fspec& fspec, std::optional<int> last);
/// Returns the lines of a claim about the disks that may fail, and how. A claim about one EOT also
/// states `last`, the last tick of these faults; it is nullopt in a claim about every EOT.
[[nodiscard]] std::string disks_text(const Fspec& fspec, std::optional<int> last);
/// Returns the lines of a claim about the messages that may be delayed or duplicated. A claim about
/// one EOT also states `last`, the last tick of these faults; it is nullopt in a claim about every
/// EOT.
[[nodiscard]] std::string late_text(const Fspec& fspec, std::optional<int> last);

/// Throws UsageError if the folder exists and is not empty, and EnvironmentError if it cannot be created.
void require_place(const std::string& folder);
/// Returns the name of the first feature of the task that certificates do not cover, or nullptr.
[[nodiscard]] const char* not_covered(const Task& task);

}  // namespace ldfi::app
