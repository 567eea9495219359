#include "master/journal/journal.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstring>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/farm/wire/messages.hpp"
#include "common/journal/answer.hpp"
#include "common/journal/cell_codec.hpp"

namespace ldfi::journal {
namespace {

/// Returns a key of everything in the setup that determines the answers to jobs. Leaves out the limit on
/// facts and the paths of the program's files, which do not affect answers.
Key cell_key(wire::Setup setup) {
  setup.sources.programs.clear();
  for (auto& file : setup.sources.files) file.name.clear();
  return key_of(wire::encode(wire::without_limits(setup)));
}

auto order(const Key& cell, const Key& work) {
  return std::tuple(cell, work);
}

}  // namespace

std::string journal_name(const std::string& output) {
  constexpr std::string_view extension = ".h5";
  const bool named = output.size() > extension.size() && output.ends_with(extension);
  return (named ? output.substr(0, output.size() - extension.size()) : output) + ".journal";
}

Journal::Journal(File fresh, const Header& header) : file_(std::move(fresh)), header_(header) {
  LDFI_ENSURE(file_.lock(), "a new journal can be locked");
  file_.write(magic);
  size_ = magic.size();
  // The header is not forced to the disk. After a loss of power, the header is either blank or
  // whole, and the next run can continue in both cases.
  append(RecordType::header, encode_header(header));
}

Journal::Journal(File file) : file_(std::move(file)) {
  Reader reader(file_);
  const auto first = reader.next();
  if (!first || first->type != RecordType::header) {
    throw NotAJournal(
        fmt::format("the header of {} is damaged at byte {}{}", file_.path(), reader.good_bytes(),
                    reader.damage() ? fmt::format(" ({})", reader.damage()->text) : std::string()));
  }
  header_ = decode_header(reader.payload(*first));
  if (header_.format != format_version) {
    throw NotAJournal(fmt::format("{} has journal format {}, this program writes {}", file_.path(),
                                  header_.format, format_version));
  }
  load(reader);
  damage_ = reader.damage();
  size_ = reader.good_bytes();
}

void Journal::load(Reader& reader) {
  while (const auto record = reader.next()) {
    done_.reset();
    if (record->type == RecordType::report || record->type == RecordType::cell) {
      index(reader, *record);
    } else if (record->type == RecordType::done) {
      const wire::Bytes verdict = reader.payload(*record);
      done_ = std::string(verdict.begin(), verdict.end());
    }
  }
  std::stable_sort(known_.begin(), known_.end(), [](const Known& a, const Known& b) {
    return order(a.cell, a.work) < order(b.cell, b.work);
  });
  const auto twice = std::unique(known_.begin(), known_.end(), [](const Known& a, const Known& b) {
    return order(a.cell, a.work) == order(b.cell, b.work);
  });
  known_.erase(twice, known_.end());
}

void Journal::index(const Reader& reader, const Record& record) {
  const bool report = record.type == RecordType::report;
  const std::size_t head = report ? 2 * key_bytes : key_bytes;
  const wire::Bytes bytes = reader.beginning(record, head);
  // Ignores a record that is too short although its checksum is valid. No version of ldfi-farm
  // writes such a record.
  if (bytes.size() < head) return;
  if (report) {
    known_.push_back({read_key(bytes), read_key(std::span(bytes).subspan(key_bytes)), record});
    ++acknowledged_;
  } else {
    cells_.emplace_back(read_key(bytes), record);
  }
}

void Journal::begin(const wire::Setup& setup) {
  cell_ = cell_key(setup);
}

std::optional<Report> Journal::recall(const Job& job) {
  if (known_.empty()) return std::nullopt;
  const wire::Bytes work = work_of(job);
  const Key key = key_of(work);
  const auto it = std::lower_bound(known_.begin(), known_.end(), order(cell_, key),
                                   [](const Known& k, const std::tuple<Key, Key>& wanted) {
                                     return order(k.cell, k.work) < wanted;
                                   });
  if (it == known_.end() || order(it->cell, it->work) != order(cell_, key)) return std::nullopt;
  auto [asked, report] = answer(*it);
  if (work_of(asked) != work) return std::nullopt;  // another job has the same key of 128 bits
  it->recalled = true;
  return std::move(report);
}

std::pair<Job, Report> Journal::answer(const Known& known) const {
  try {
    Answer found = decode_answer(Reader(file_).payload(known.record));
    return {std::move(found.job), std::move(found.report)};
  } catch (const wire::DecodeError& e) {
    throw EnvironmentError(fmt::format("{}: the record at byte {} makes no sense: {}", path(),
                                       known.record.offset - frame_bytes, e.what()));
  }
}

void Journal::keep(const Job& job, const wire::Bytes& report) {
  append(RecordType::report, encode_answer(cell_, job, report));
  ++acknowledged_;
  sync_if_due();
}

void Journal::each_not_recalled(const wire::Setup& setup, const Take& take) const {
  const Key cell = cell_key(setup);
  std::vector<const Known*> rest;
  for (const Known& known : known_) {
    if (known.cell == cell && !known.recalled) rest.push_back(&known);
  }
  std::sort(rest.begin(), rest.end(), [](const Known* a, const Known* b) {
    return a->record.offset < b->record.offset;  // oldest first
  });
  for (const Known* known : rest) {
    const auto [job, report] = answer(*known);
    take(job, report);
  }
}

std::optional<Cell> Journal::finished_cell(const wire::Setup& setup) const {
  const Key key = cell_key(setup);
  const auto it =
      std::find_if(cells_.begin(), cells_.end(), [&](const auto& c) { return c.first == key; });
  if (it == cells_.end()) return std::nullopt;
  const wire::Bytes bytes = Reader(file_).payload(it->second);
  try {
    return decode_cell(std::span(bytes).subspan(key_bytes));
  } catch (const wire::DecodeError& e) {
    throw EnvironmentError(fmt::format("{}: the record at byte {} makes no sense: {}", path(),
                                       it->second.offset - frame_bytes, e.what()));
  }
}

void Journal::keep_cell(const wire::Setup& setup, const Cell& cell) {
  const Key key = cell_key(setup);
  wire::Bytes payload;
  payload.insert(payload.end(), key_bytes, 0);
  std::memcpy(payload.data(), key.data(), key_bytes);
  const wire::Bytes bytes = encode_cell(cell);
  payload.insert(payload.end(), bytes.begin(), bytes.end());
  append(RecordType::cell, payload);
  sync_if_due();
}

void Journal::finish(const std::string& verdict) {
  append(RecordType::done, wire::Bytes(verdict.begin(), verdict.end()));
  done_ = verdict;
  sync_if_due();
}

void Journal::stand(const Standing& standing, bool news) {
  const double now = clock_();
  if (!news && now - progress_added_at_ < standing_interval_s) return;
  progress_added_at_ = now;
  append(RecordType::standing, encode_standing(standing));
}

void Journal::append(RecordType type, const wire::Bytes& payload) {
  // Damage at the end of the file is removed only now, so that reading a damaged journal never changes it.
  if (damage_) file_.truncate(size_);
  damage_.reset();
  done_.reset();
  const wire::Bytes bytes = frame(size_, type, payload);
  try {
    file_.write(bytes);
  } catch (...) {
    try {  // remove the half-written record, which the next reader would take for damage
      file_.truncate(size_);
    } catch (const EnvironmentError&) {
    }
    throw;
  }
  size_ += bytes.size();
}

void Journal::set_clock(Clock clock) {
  clock_ = std::move(clock);
  synced_at_ = clock_();
  progress_added_at_ = synced_at_;
}

double Journal::steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void Journal::sync_if_due() {
  const double now = clock_();
  if (now - synced_at_ < sync_interval_s) return;
  file_.sync();
  if (!named_) file_.sync_name();
  named_ = true;
  synced_at_ = now;
}

}  // namespace ldfi::journal
