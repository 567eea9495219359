#include "master/proofs/certificate_folder.hpp"

#include <fmt/core.h>
#include <stdlib.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <system_error>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/base/files/file.hpp"
#include "common/prove/certificate/claim.hpp"
#include "common/prove/certificate/rup.hpp"
#include "common/solve/sat/proof.hpp"

namespace ldfi::app {
namespace {

namespace fs = std::filesystem;

/// Returns true if the checker can read the name in a claim, where blanks, commas, brackets and `>` separate
/// names.
bool plain(const std::string& name) {
  return std::ranges::none_of(name, [](char c) {
    return static_cast<unsigned char>(c) <= ' ' || c == ',' || c == '(' || c == ')' || c == '>';
  });
}

/// Returns the words with which a message about this cell of a sweep begins. Empty if there is no
/// sweep.
std::string of(const std::string& place) {
  return place.empty() ? "" : fmt::format("cell {}: ", place);
}

[[noreturn]] void fail(const char* what, const std::string& path, int code) {
  throw EnvironmentError(fmt::format("cannot {} {}: {}", what, path, std::strerror(code)));
}

/// Returns the text of a cut in the form in which fault sets are written.
std::string cut_text(const Fspec& f, const Cut& cut) {
  std::string side, rest;
  for (std::size_t n = 0; n < f.node_count(); ++n) {
    std::string& to = cut.side.contains(NodeId(n)) ? side : rest;
    to += (to.empty() ? "" : " ") + f.name(NodeId(n));
  }
  return cut.way == Way::both ? side : cut.way == Way::out ? side + ">" + rest : rest + ">" + side;
}

}  // namespace

CertificateFolder::CertificateFolder(std::string name) : name_(std::move(name)) {
  while (name_.size() > 1 && name_.ends_with('/')) name_.pop_back();
  beside_ = name_ + ".tmp-XXXXXX";
  if (::mkdtemp(beside_.data()) == nullptr) fail("make a folder beside", name_, errno);
}

CertificateFolder::~CertificateFolder() {
  std::error_code error;
  fs::remove_all(beside_, error);
}

void CertificateFolder::add(const std::string& name, const std::string& text) const {
  for (const fs::path& part : fs::path(name))
    LDFI_REQUIRE(part != ".." && part != "/", "the name stays within the folder");
  const std::string path = fmt::format("{}/{}", beside_, name);
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  if (error) fail("make the folder of", path, error.value());
  files::File file(path, files::File::Mode::fresh);
  file.write(text);
  file.sync();
  file.replace(path);
}

void CertificateFolder::prove(const BudgetCheck& check, const std::string& place) const {
  const std::string at = place.empty() ? "" : place + "/";
  const std::string folder = fmt::format("{}/{}", beside_, place);
  certificate::Questions questions;
  try {
    questions = certificate::questions(folder, certificate::read_claim(folder), check);
  } catch (const certificate::Rejected& e) {
    throw InternalError(fmt::format("{}the checker of certificates rejects the certificate: {}",
                                    of(place), e.what()));
  }
  for (const certificate::Question& question : questions.each) {
    const std::string file = fmt::format("{}{}.drup", at, question.name);
    const std::vector<certificate::Clause> clauses = question.clauses();
    // An empty proof is tried first. It is enough if unit propagation refutes the clauses, and then it is
    // shorter than a proof of the solver.
    std::istringstream nothing("0\n");
    if (certificate::refutes(clauses, nothing, check).empty()) {
      add(file, nothing.str());
      continue;
    }
    if (sat::refute(clauses, fmt::format("{}/{}", beside_, file), check)) continue;
    throw InternalError(fmt::format("{}the claim has no proof: {}", of(place), question.name));
  }
}

void CertificateFolder::finish() const {
  // mkdtemp() made a folder that only its owner can read.
  fs::permissions(beside_, fs::perms(0755));
  if (std::rename(beside_.c_str(), name_.c_str()) != 0) fail("give its name to", name_, errno);
}

ProgramTexts program_texts(const Task& task) {
  ProgramTexts out;
  for (const auto& file : task.sources.files) {
    if (file.name.starts_with(dedalus::setting_prefix)) {
      const std::string text = file.name.substr(dedalus::setting_prefix.size());
      const std::size_t is = text.find('=');
      // If a constant is set twice, keeps the first setting.
      out.parameters.emplace(text.substr(0, is), text.substr(is + 1));
      continue;
    }
    const std::string name = fs::path(file.name).filename();
    std::string free = name;
    const auto taken = [&](const auto& other) { return other.first == free; };
    for (int i = 2; std::ranges::any_of(out.files, taken); ++i)
      free = fmt::format("{}/{}", i, name);
    out.files.emplace_back(free, file.text);
  }
  return out;
}

std::string claim_about(const Task& task, const ProgramTexts& texts) {
  std::string out = certificate::first_line() + "\n";
  for (const auto& [name, text] : texts.files) out += fmt::format("program {}\n", name);
  for (const auto& [name, value] : texts.parameters)
    out += fmt::format("parameter {}={}\n", name, value);
  const Fspec& f = task.fspec;
  for (const std::string& node : f.nodes()) out += fmt::format("node {}\n", node);
  for (std::size_t a = 0; a < f.node_count(); ++a) {
    const NodeId from(a);
    if (f.may_crash() && !f.crashable(from)) out += fmt::format("survivor {}\n", f.name(from));
    for (std::size_t b = 0; b < f.node_count(); ++b) {
      if (a != b && f.limits().omissions != 0 && !f.omissible(from, NodeId(b)))
        out += fmt::format("reliable {} {}\n", f.name(from), f.name(NodeId(b)));
    }
  }
  return out;
}

std::string outages_text(const Fspec& f, std::optional<int> last) {
  std::string out;
  const auto line = [&out](const char* key, const auto& value) {
    out += fmt::format("{} {}\n", key, value);
  };
  const FaultLimits& limits = f.limits();
  if (f.restarts() > 0) {
    line("restarts", f.restarts());
    if (last) line("last-restart", *last);
    if (last) line("least-down", limits.least_down);
    if (limits.most_down) line("most-down", *limits.most_down);
    for (std::size_t a = 0; a < f.node_count(); ++a) {
      if (!f.restartable(NodeId(a))) line("stayer", f.name(NodeId(a)));
    }
  }
  if (limits.partitions > 0 && !f.cuts().empty()) {
    line("partitions", limits.partitions);
    if (last) line("last-partition", *last);
    for (const Cut& cut : f.cuts()) line("cut", cut_text(f, cut));
  }
  if (limits.most.of<Pause>() > 0) {
    line("pauses", limits.most.of<Pause>());
    if (last) line("last-pause", *last);
    for (const std::string& node : f.nodes()) {
      if (!limits.pausable.empty() && std::ranges::count(limits.pausable, node) == 0)
        line("steady", node);
    }
  }
  return out;
}

std::string disks_text(const Fspec& f, std::optional<int> last) {
  const DiskFaults& disk = f.disk();
  if (disk.none()) return "";
  std::string out;
  const auto most = [&](const char* faults, int number, const char* until) {
    if (number > 0) out += fmt::format("{} {}\n", faults, number);
    if (number > 0 && last && *until != '\0') out += fmt::format("{} {}\n", until, *last);
  };
  most("failed-writes", disk.write, "last-write");
  most("dead-disks", disk.dead, "");
  if (disk.silent) out += "disk-errors silent\n";
  most("corruptions", disk.corrupt, "last-corruption");
  for (std::size_t i = 0; disk.corrupt > 0 && i < disk.damaged.size(); ++i) {
    out += disk.detected ? fmt::format("detected {}\n", disk.damaged[i])
                         : fmt::format("damaged {} {}\n", disk.damaged[i], disk.columns[i]);
  }
  most("write-backs", disk.writeback, "last-write-back");
  for (std::size_t r = 0; disk.writeback > 0 && r < f.stored().size(); ++r) {
    if (f.buffered(NamedId(r))) out += fmt::format("written-back {}\n", f.stored()[r]);
  }
  for (std::size_t a = 0; a < f.node_count(); ++a) {
    for (std::size_t r = 0; r < f.stored().size(); ++r) {
      if (f.has_disk(NodeId(a), NamedId(r)))
        out += fmt::format("disk {} {}\n", f.name(NodeId(a)), f.stored()[r]);
    }
  }
  return out;
}

std::string late_text(const Fspec& f, std::optional<int> last) {
  const Delays& delays = f.delays();
  std::string out;
  const auto line = [&out](const char* key, const auto& value) {
    out += fmt::format("{} {}\n", key, value);
  };
  if (delays.none()) return out;
  if (last) line("late-until", *last);
  if (delays.most > 0) {
    line("late", delays.most);
    if (delays.count) line("late-count", *delays.count);
    if (delays.budget) line("late-budget", *delays.budget);
  }
  if (delays.duplicates > 0) {
    line("twice", delays.duplicates);
    line("twice-within", delays.within);
  }
  if (delays.self) line("late-self", "yes");
  for (const std::string& relation : delays.relations) line("late-relation", relation);
  if (delays.fifo) line("order", "fifo");
  for (std::size_t a = 0; a < f.node_count(); ++a) {
    for (std::size_t b = 0; b < f.node_count(); ++b) {
      if (a != b && !f.may_be_late(NodeId(a), NodeId(b)))
        line("punctual", f.name(NodeId(a)) + " " + f.name(NodeId(b)));
    }
  }
  return out;
}

void require_place(const std::string& folder) {
  std::error_code error;
  if (files::exists(folder) && !(fs::is_directory(folder, error) && fs::is_empty(folder, error))) {
    throw UsageError(
        fmt::format("{} is there already; choose another folder for --certificate", folder));
  }
  // Makes and removes a folder, to fail before a long search.
  const CertificateFolder tried(folder);
}

const char* not_covered(const Task& task) {
  FspecParameters f = task.fspec.parameters();
  each_kind([&f]<class Kind>(Kind*) {
    if constexpr (has_support<Kind>(Support::certificates)) Kind::most(f) = {};
  });
  FaultLimits& more = f.limits;
  more.omissions_from.clear();
  more.omissions_to.clear();
  more.reliable.clear();
  more.faults.reset();
  more.remove_restart_limits();
  more.one_way = false;
  more.pausable.clear();
  more.partition_sets.clear();
  more.named_sets.clear();
  if (!more.none()) return "other limits of faults";
  if (!task.program.post && task.program.specifications.empty()) return "programs without a post";
  if (!std::ranges::all_of(task.fspec.nodes(), plain))
    return "nodes with blanks, commas, brackets or `>` in their names";
  const auto line_break = [](const auto& file) {
    return file.name.find_first_of("\n\r") != std::string::npos;
  };
  if (std::ranges::any_of(task.sources.files, line_break))
    return "files with line breaks in their names";
  return nullptr;
}

}  // namespace ldfi::app
