// The folder of a certificate as it is written: whole or not at all, with the program's texts.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/base/meter.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// A folder that is written beside its name, under a name that nobody has, and gets its own when it is
/// whole. Throws EnvironmentError.
class CertificateFolder {
 public:
  explicit CertificateFolder(std::string name);
  ~CertificateFolder();
  CertificateFolder(const CertificateFolder&) = delete;
  CertificateFolder& operator=(const CertificateFolder&) = delete;

  [[nodiscard]] const std::string& path() const { return beside_; }
  void add(const std::string& name, const std::string& text) const;
  /// Proves what the checker asks of the claim that was added, in the folder itself or in `place`, one of
  /// its folders. Throws InternalError if the checker does not agree, or something cannot be proved.
  void prove(const BudgetCheck& check, const std::string& place = "") const;
  void finish() const;

 private:
  std::string name_, beside_;
};

/// The texts of the program, by names that are theirs alone, and the constants that were set.
struct ProgramTexts {
  std::vector<std::pair<std::string, std::string>> files;  ///< in the order of the run
  std::map<std::string, std::string> parameters;
};

[[nodiscard]] ProgramTexts program_texts(const Task& task);
/// The first lines of a claim: program, parameters, nodes, and who may not fail.
[[nodiscard]] std::string claim_about(const Task& task, const ProgramTexts& texts);
/// How many restarts, pauses and partitions there may be, whose, and, of one EOT, up to which tick.
[[nodiscard]] std::string outages_text(const Fspec& fspec, std::optional<int> last);
/// Which disks may fail, and how, and, of one EOT, up to which tick.
[[nodiscard]] std::string disks_text(const Fspec& fspec, std::optional<int> last);
/// Which messages may be late or come twice, and, of one EOT, up to which tick.
[[nodiscard]] std::string late_text(const Fspec& fspec, std::optional<int> last);

/// Throws UsageError if it is there already and not empty, and EnvironmentError if none can be made.
void require_place(const std::string& folder);
/// What no certificate says yet, whatever the claim; nothing: all can be said.
[[nodiscard]] const char* not_covered(const Task& task);

}  // namespace ldfi::app
