#include "results/watch/watched_run.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

#include <algorithm>
#include <ctime>

#include "common/base/errors.hpp"
#include "common/base/overloaded.hpp"
#include "common/faults/fspec.hpp"
#include "common/record/cell_names.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "results/json/values.hpp"

namespace ldfi::results {
namespace {

/// Payloads with more bytes than this are counted without being decoded.
constexpr std::uint32_t most_payload_bytes = 64U << 20U;
/// The rate of executions is an average over this many seconds.
constexpr double lately_s = 10;

[[noreturn]] void refuse(const std::string& text) {
  throw InputError(Diagnostic{Severity::error, "journal", {FileId(~0U)}, text, {}});
}

/// Returns true if all ids of nodes and relations in the faults are below these numbers, so that they have
/// names.
bool named(const FaultSet& faults, std::size_t nodes, std::size_t stored) {
  bool all = true;
  bool late = false;  // true for a late message, whose relation may be no_relation
  const auto look = [&]<class T>(const T& member) {
    if constexpr (std::same_as<T, NodeId>) all = all && member.index() < nodes;
    if constexpr (std::same_as<T, NamedId>)
      all = all && (member.index() < stored || (late && member == no_relation));
    if constexpr (std::same_as<T, Cut>)
      all = all && (nodes >= 64 || member.side.bits >> nodes == 0);
  };
  for (const Fault& fault : faults) {
    late = is_late(fault);
    std::visit([&]<class Kind>(const Kind& one) { Kind::members(one, look); }, fault);
  }
  return all;
}

std::string name_of(const SearchJob& work) {
  std::string out = fmt::format("{},{},{}", work.eot, work.eff, work.crashes);
  return out + to_text(work.budgets) + params_in_name(work.params);
}

/// Returns the result in the last line of a recording. Empty if there is none.
std::string result_of(const std::string& recording) {
  const std::size_t end = recording.find_last_not_of("\r\n \t");
  if (end == std::string::npos) return "";
  // If there is no line break, npos + 1 is 0.
  const std::size_t begin = recording.find_last_of('\n', end) + 1;
  const Json line =
      Json::parse(recording.begin() + static_cast<std::ptrdiff_t>(begin),
                  recording.begin() + static_cast<std::ptrdiff_t>(end + 1), nullptr, false);
  const auto found = line.is_object() ? line.find("result") : line.end();
  return line.is_object() && found != line.end() && found->is_string() ? found->get<std::string>()
                                                                       : "";
}

}  // namespace

Watched::Watched(std::string path) : path_(std::move(path)) {
  open();
}

Watched::~Watched() = default;

void Watched::open() {
  const std::uint64_t replaced = seen_.replaced;
  seen_ = Seen{};
  seen_.replaced = replaced;
  least_ = {};
  lately_.clear();
  reader_.reset();
  file_ = std::make_unique<journal::File>(path_, journal::File::Mode::read);
  try {
    reader_ = std::make_unique<journal::Reader>(*file_);
    const auto first = reader_->next();
    if (!first || first->type != journal::RecordType::header ||
        first->payload_bytes > most_payload_bytes) {
      const auto& damage = reader_->damage();
      refuse(fmt::format("{}: the header is damaged at byte {}{}", path_,
                         damage ? damage->offset : journal::magic.size(),
                         damage ? fmt::format(" ({})", damage->text) : std::string()));
    }
    seen_.header = journal::decode_header(reader_->payload(*first));
    if (seen_.header.format != journal::format_version) {
      refuse(fmt::format("{} has journal format {}, this program reads {}", path_,
                         seen_.header.format, journal::format_version));
    }
  } catch (const journal::NotAJournal& e) {
    refuse(e.what());
  } catch (const wire::DecodeError& e) {
    refuse(fmt::format("{}: the header is damaged at byte {}: {}", path_, journal::magic.size(),
                       e.what()));
  }
}

void Watched::read() {
  if (!file_->has_path(path_) || file_->size() < reader_->good_bytes()) {
    ++seen_.replaced;
    open();
  }
  reader_->grow();
  while (const auto record = reader_->next()) {
    try {
      take(*record);
    } catch (const wire::DecodeError& e) {
      refuse(fmt::format("{}: the record at byte {} makes no sense: {}", path_,
                         record->offset - journal::frame_bytes, e.what()));
    }
  }
  seen_.end = reader_->damage();
  look_at_file();
}

void Watched::look_at_file() {
  struct stat status {};
  if (::stat(path_.c_str(), &status) != 0)
    return;  // the file was removed since, which the next read reports
  struct timespec now {};
  ::clock_gettime(CLOCK_REALTIME, &now);
  const auto seconds = [](const struct timespec& t) {
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
  };
  seen_.bytes = file_->size();
  // The difference may be negative, because the clocks of two machines may differ.
  seen_.written_s_ago = std::max(0.0, seconds(now) - seconds(status.st_mtim));
}

void Watched::take(const journal::Record& record) {
  using journal::RecordType;
  seen_.verdict.reset();
  const bool large = record.payload_bytes > most_payload_bytes;
  switch (record.type) {
    case RecordType::report:
      ++seen_.answers;
      if (large) {
        ++seen_.not_read;
      } else {
        take(journal::decode_answer(reader_->payload(record)));
      }
      break;
    case RecordType::standing:
      if (!large) take(journal::decode_standing(reader_->payload(record)));
      break;
    case RecordType::done:
      if (!large) {
        const wire::Bytes verdict = reader_->payload(record);
        seen_.verdict.emplace(verdict.begin(), verdict.end());
      }
      break;
    case RecordType::header:
    case RecordType::cell:  // the executions of the cell were counted before, one by one
      break;
  }
}

void Watched::take(const journal::Standing& standing) {
  const double now = standing.elapsed_s;
  // The clock starts again in a new session.
  if (!lately_.empty() && !(now > lately_.back().first)) lately_.clear();
  lately_.emplace_back(now, seen_.executed);
  while (lately_.size() > 2 && now - lately_[1].first > lately_s) lately_.pop_front();
  const auto& [then, executed] = lately_.front();
  seen_.per_s.reset();
  if (now > then) {
    seen_.per_s = BigInt(seen_.executed - executed).convert_to<double>() / (now - then);
  }
  seen_.standing = standing;
}

void Watched::take(const journal::Answer& answer) {
  const bool matches = visit_answer(
      answer.job, answer.report,
      Overloaded{[&](const ExecuteJob& work, const ExecuteReport& one) {
                   ++seen_.executed, ++seen_.tried;
                   if (one.outcome != Outcome::violates) return;
                   ++seen_.violating;
                   found(work.faults, "");
                 },
                 [&](const EnumerateJob&, const EnumerateReport& many) {
                   seen_.executed += many.executed, seen_.tried += many.executed;
                   seen_.violating += many.violating;
                   for (const FaultSet& faults : many.falsifiers) found(faults, "");
                 },
                 [&](const SampleJob&, const SampleReport& sample) {
                   seen_.executed += sample.executed, seen_.tried += sample.executed;
                   if (sample.outcome == Outcome::violates) ++seen_.violating;
                 },
                 [&](const SearchJob& work, const Cell& cell) { take(work, cell); },
                 [&](const DriveJob& work, const DriveReport& report) { take(work, report); }});
  if (!matches) throw wire::DecodeError("an answer to another kind of question");
}

void Watched::take(const SearchJob& work, const Cell& cell) {
  if (work.smaller) return;  // a job of the minimisation, which comes after the search
  seen_.executed += cell.executed, seen_.tried += cell.executed;
  if (work.probe) return;
  seen_.violating += cell.falsifiers.size();
  ++seen_.cells;
  const std::string& verdict = ldfi::name_of(cell.verdict);
  ++seen_.verdicts[verdict];
  if (seen_.last_cells.size() == Seen::kept_cells) seen_.last_cells.pop_front();
  seen_.last_cells.push_back({name_of(work), verdict, cell.executed.str()});
  for (const Falsifier& one : cell.falsifiers) found(one.faults, name_of(work));
}

void Watched::take(const DriveJob& work, const DriveReport& report) {
  ++seen_.executed;
  if (work.again == 0 && work.way == DriveWay::planned) ++seen_.tried;
  if (result_of(report.recording) != "fail") return;
  ++seen_.violating;
  const systems::FaultSet& faults = work.what.faults;
  if (seen_.best && seen_.best->size <= faults.size()) return;
  const std::string cell = seen_.standing ? seen_.standing->cell : "";
  seen_.best = BestSoFar{faults.size(), printable(systems::to_text(faults)), printable(cell)};
}

void Watched::found(const FaultSet& faults, const std::string& cell) {
  const auto order = [](const FaultSet& one) { return std::tuple(one.size(), one.faults()); };
  if (seen_.best && order(least_) <= order(faults)) return;
  seen_.best = BestSoFar{faults.size(), written(faults), cell};
  least_ = faults;
}

std::string Watched::written(const FaultSet& faults) const {
  FspecParameters names;
  names.nodes = seen_.header.nodes;
  names.disk.relations = seen_.header.stored;
  if (!named(faults, names.nodes.size(), names.disk.relations.size())) {
    throw wire::DecodeError("faults at nodes that there are not");
  }
  return printable(to_text(faults, names));
}

}  // namespace ldfi::results
