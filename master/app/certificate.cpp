#include "master/app/certificate.hpp"

#include <fmt/core.h>
#include <stdlib.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>
#include <system_error>

#include "common/base/contract.hpp"
#include "common/base/files/file.hpp"
#include "common/base/phase.hpp"
#include "common/certificate/claim.hpp"
#include "common/dedalus/ground/ground_program.hpp"
#include "common/dedalus/reach/reachability.hpp"
#include "common/solve/sat/make_solver.hpp"
#include "common/solve/sat/proof.hpp"
#include "worker/dedalus/limits.hpp"

namespace ldfi::app {
namespace {

namespace fs = std::filesystem;

/// In a claim, a name stands between blanks, commas and brackets.
bool plain(const std::string& name) {
  return std::ranges::none_of(name, [](char c) {
    return static_cast<unsigned char>(c) <= ' ' || c == ',' || c == '(' || c == ')';
  });
}

const char* not_covered(const Task& task) {
  const FspecParameters& f = task.fspec.parameters();
  if (task.options.sweep) return "sweeps";
  if (!task.options.specifications.empty()) return "specifications";
  if (f.crash_model == CrashModel::stop)
    return "crash_model: stop, restarts, partitions, pauses and faults of disks";
  if (!f.limits.none()) return "limits of the faults";
  if (!f.delays.none()) return "messages that are late or arrive twice";
  if (!f.crashable.empty()) return "crashes of some nodes only";
  if (!task.known.empty() || !task.options.known.empty()) return "--known";
  if (!task.program.post) return "programs without a post";
  if (!std::ranges::all_of(task.fspec.nodes(), plain))
    return "nodes with blanks, commas or brackets in their names";
  const auto line_break = [](const auto& file) {
    return file.name.find_first_of("\n\r") != std::string::npos;
  };
  if (std::ranges::any_of(task.sources.files, line_break))
    return "files with line breaks in their names";
  return nullptr;
}

/// A folder that is written beside its name, under a name that nobody has, and gets its own when it is
/// whole.
class Folder {
 public:
  explicit Folder(std::string name) : name_(std::move(name)) {
    while (name_.size() > 1 && name_.ends_with('/')) name_.pop_back();
    beside_ = name_ + ".tmp-XXXXXX";
    if (::mkdtemp(beside_.data()) == nullptr) fail("make a folder beside", name_, errno);
  }
  ~Folder() {
    std::error_code error;
    fs::remove_all(beside_, error);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  [[nodiscard]] const std::string& path() const { return beside_; }
  void add(const std::string& name, const std::string& text) const {
    const std::string path = fmt::format("{}/{}", beside_, name);
    std::error_code error;
    fs::create_directories(fs::path(path).parent_path(), error);
    if (error) fail("make the folder of", path, error.value());
    files::File file(path, files::File::Mode::fresh);
    file.write(text);
    file.sync();
    file.replace(path);
  }
  void finish() const {
    fs::permissions(beside_, fs::perms(0755));  // mkdtemp keeps it for oneself
    if (std::rename(beside_.c_str(), name_.c_str()) != 0) fail("give its name to", name_, errno);
  }

 private:
  [[noreturn]] static void fail(const char* what, const std::string& path, int code) {
    throw EnvironmentError(fmt::format("cannot {} {}: {}", what, path, std::strerror(code)));
  }
  std::string name_, beside_;
};

/// The texts of the program, by names that are theirs alone, and the constants that were set.
struct Texts {
  std::map<std::string, std::string> files;
  std::map<std::string, std::string> parameters;
};

Texts texts_of(const Task& task) {
  Texts out;
  for (const auto& file : task.sources.files) {
    if (file.name.starts_with(dedalus::setting_prefix)) {
      const std::string text = file.name.substr(dedalus::setting_prefix.size());
      const std::size_t is = text.find('=');
      out.parameters.emplace(text.substr(0, is), text.substr(is + 1));  // the first one counts
      continue;
    }
    const std::string name = fs::path(file.name).filename();
    std::string free = name;
    for (int i = 2; out.files.contains(free); ++i) free = fmt::format("{}/{}", i, name);
    out.files.emplace(free, file.text);
  }
  return out;
}

/// As a constant of Dedalus.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const bool special = static_cast<unsigned char>(c) < ' ' || c == '"' || c == '\\';
    out += special ? fmt::format("\\x{:02x}", static_cast<unsigned char>(c)) : std::string(1, c);
  }
  return out + "\"";
}

/// What can hold, if the checker needs to know: only a solver can tell where numbers that grow end.
std::string universe_of(const Task& task, const BudgetCheck& check) {
  if (task.options.prune == Pruning::never) return "";
  const auto pruner =
      reach::make_reachability(task.program, task.fspec, sat::make_solver(task.options.solver, 1),
                               task.options.prune, check);
  const ground::Universe universe =
      ground::ground_program(task.program, task.fspec, execute::ground_limits(task.budget(), check),
                             pruner.get(), ground::Extent::everything);
  std::string out;
  if (universe.pruned().empty()) return out;
  for (std::uint32_t r = 0; r < task.program.relations.size(); ++r) {
    const RelationId relation(r);
    const dedalus::Relation& about = task.program.relation(relation);
    if (task.program.built_in(relation) || about.name.find('[') != std::string::npos) continue;
    for (int t = 1; t <= task.fspec.eot(); ++t) {
      for (const FactId fact : universe.user_facts(relation, Time(t))) {
        std::string columns;
        for (std::size_t i = 0; i < about.columns.size(); ++i) {
          const dedalus::Value value = universe.tuple(fact)[i];
          const bool text = about.columns[i] == dedalus::ColumnType::string;
          columns += (i == 0 ? "" : ",") +
                     (text ? quoted(task.program.symbols.text(value)) : std::to_string(value));
        }
        out += fmt::format("{}({})@{};\n", about.name, columns, t);
      }
    }
  }
  return out;
}

std::string claim_text(const Task& task, const Cell& cell, const Texts& texts) {
  const Fspec& f = task.fspec;
  std::string out = "ldfi-certificate 1\n";
  const auto line = [&out](const char* key, const auto& value) {
    out += fmt::format("{} {}\n", key, value);
  };
  for (const auto& [name, text] : texts.files) line("program", name);
  for (const auto& [name, value] : texts.parameters)
    line("parameter", fmt::format("{}={}", name, value));
  for (const std::string& node : f.nodes()) line("node", node);
  line("eot", f.eot());
  line("last-loss", f.last_omission());
  line("crashes", f.crashes());
  line("crash-model", name_of(f.crash_model()));
  line("pre", task.options.pre);
  line("post", task.options.post);
  if (cell.falsifiers.empty()) {
    line("claim", cell.verdict == Verdict::vacuous ? "vacuous" : "certified");
    return out;
  }
  const Falsifier& first = cell.falsifiers[0];
  for (const Falsifier& one : cell.falsifiers) line("violates", to_text(one.faults, f));
  const bool minimal = std::ranges::all_of(cell.falsifiers, &Falsifier::minimal);
  if (minimal) line("claim", "minimal");
  if (minimal && task.options.strategy == StrategyName::lineage) line("claim", "least");
  if (task.options.stop == config::StopRule::all && !cell.unfinished && !first.faults.empty())
    line("claim", "all");
  return out;
}

}  // namespace

void refuse_certificate(const Task& task) {
  const std::string& folder = task.options.certificate;
  if (folder.empty()) return;
  if (const char* why = not_covered(task))
    throw UsageError(fmt::format("--certificate does not cover {} yet", why));
  std::error_code error;
  if (files::exists(folder) && !(fs::is_directory(folder, error) && fs::is_empty(folder, error))) {
    throw UsageError(
        fmt::format("{} is there already; choose another folder for --certificate", folder));
  }
  const Folder tried(folder);  // rather now than after a long search
}

void write_certificate(const Task& task, const Cell& cell, const Log& log,
                       const BudgetCheck& check) {
  const std::string& folder = task.options.certificate;
  if (folder.empty()) return;
  if (cell.verdict == Verdict::inconclusive) {
    log.error("no certificate: nothing is proved");
    return;
  }
  const Phase phase("writing the certificate");
  const Folder made(folder);
  const Texts texts = texts_of(task);
  for (const auto& [name, text] : texts.files) made.add("program/" + name, text);
  const std::string universe = universe_of(task, check);
  if (!universe.empty()) made.add("universe.ded", universe);
  made.add("claim.txt",
           claim_text(task, cell, texts) + (universe.empty() ? "" : "universe universe.ded\n"));
  certificate::Questions questions;
  try {
    questions = certificate::questions(made.path(), certificate::read_claim(made.path()), check);
  } catch (const certificate::Rejected& e) {
    throw InternalError(fmt::format("the checker of certificates does not agree: {}", e.what()));
  }
  for (const certificate::Question& question : questions.each) {
    const std::string file = fmt::format("{}/{}.drup", made.path(), question.name);
    if (sat::refute(question.clauses(), file, check)) continue;
    throw InternalError(fmt::format("no proof of what is claimed: {}", question.name));
  }
  made.finish();
  log.note(fmt::format("the certificate is in {}; to check it: ldfi-check {}", folder, folder));
}

}  // namespace ldfi::app
