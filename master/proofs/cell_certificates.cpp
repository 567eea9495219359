#include "master/proofs/cell_certificates.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "common/base/errors.hpp"
#include "common/base/phase.hpp"
#include "common/config/options.hpp"
#include "common/prove/certificate/cells.hpp"
#include "common/record/cell_names.hpp"
#include "master/proofs/certificate.hpp"

namespace ldfi::app {
namespace {

/// Chooses the name of a folder for each cell (Fspec of a sweep). The name of the cell itself may
/// contain long constants with any bytes.
class FolderNames {
 public:
  explicit FolderNames(const std::vector<Cell>& cells) : names_(cells) {}

  std::string of(const Cell& cell) {
    std::string out;
    for (const char c : names_.of(cell)) {
      const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
                         (c >= 'a' && c <= 'z') ||
                         std::string_view("._-+=,").find(c) != std::string_view::npos;
      out += plain ? std::string(1, c) : fmt::format("%{:02x}", static_cast<unsigned char>(c));
    }
    out.resize(std::min<std::size_t>(out.size(), 200));
    const std::string name = out;
    for (int i = 2; !taken_.insert(out).second; ++i) out = fmt::format("{},{}", name, i);
    return out;
  }

 private:
  CellNames names_;
  std::set<std::string> taken_;
};

/// Returns the task of a run that searches only this cell, which is one Fspec of a sweep.
Task task_of(const Task& task, const Cell& cell) {
  Task out = task;
  out.fspec = Fspec(cell.fspec);
  if (cell.params.empty()) return out;
  out.program = task.variant(cell.params);
  // The settings of the cell come first, because if a constant is set twice, the first setting
  // takes effect.
  out.sources = dedalus::with_settings(task.sources, cell.params);
  return out;
}

std::uint64_t bytes_in(const std::string& folder) {
  namespace fs = std::filesystem;
  std::uint64_t out = 0;
  std::error_code error;
  for (auto it = fs::recursive_directory_iterator(folder, error);
       !error && it != fs::recursive_directory_iterator(); it.increment(error)) {
    if (it->is_regular_file(error)) out += it->file_size(error);
  }
  return out;
}

}  // namespace

void write_certificates(const Task& task, const std::vector<Cell>& cells, const Log& log,
                        const BudgetCheck& check) {
  const std::string& folder = task.options.certificate;
  const auto decided = [](const Cell& cell) {
    return cell.verdict != Verdict::inconclusive && !is_out_of_reach(cell);
  };
  const auto all = static_cast<std::size_t>(std::ranges::count_if(cells, decided));
  if (all == 0) return log.error("no certificate: no cell has a proved verdict");
  if (cells.size() > most_certified_cells) {
    return log.error(fmt::format("no certificate: {} cells are more than {}", cells.size(),
                                 most_certified_cells));
  }
  const Phase phase("writing the certificates");
  const CertificateFolder made(folder);
  FolderNames names(cells);
  std::vector<certificate::ListedCell> list;
  std::uint64_t bytes = 0;
  for (const Cell& cell : cells) {
    const std::string name = names.of(cell);
    list.push_back({name, decided(cell)});
    if (!decided(cell)) continue;
    add_certificate(made, name, task_of(task, cell), cell, check);
    bytes += bytes_in(fmt::format("{}/{}", made.path(), name));
    if (bytes > most_certificate_bytes) {
      return log.error(fmt::format("no certificate: up to cell {}, they have more than {} GiB",
                                   name, most_certificate_bytes >> 30U));
    }
  }
  made.add(std::string(certificate::cells_file), certificate::to_text(list));
  made.finish();
  log.note(fmt::format("the certificates of {} cells are in {}; to check them: ldfi-check {}", all,
                       folder, folder));
}

}  // namespace ldfi::app
