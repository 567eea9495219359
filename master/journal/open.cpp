// Opens a journal, and decides what happens to a file that already has its name. Computed answers
// are never lost.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

#include "common/base/errors.hpp"
#include "common/base/text.hpp"
#include "master/journal/journal.hpp"

namespace ldfi::journal {
namespace {

// The lock is tried this often, because a run that was killed a moment ago may still hold it.
constexpr int lock_attempts = 100;
constexpr std::chrono::milliseconds lock_pause{100};

/// Returns the file at `path`, locked, or nullopt if there is no file. A run that held the lock may have
/// given the name to another file during the wait. Then the lock is on a file without a name, and this tries
/// again.
std::optional<File> locked(const std::string& path) {
  for (int i = 0; i < lock_attempts; ++i) {
    if (!files::exists(path)) return std::nullopt;
    File file(path, File::Mode::append);
    const bool ours = file.lock();
    if (ours && file.has_path(path)) return file;
    if (!ours) std::this_thread::sleep_for(lock_pause);
  }
  throw EnvironmentError(fmt::format(
      "{} is in use by another run: wait for that run, or choose another --output", path));
}

/// Returns true if the file is empty, or consists of at most 256 MiB of zeros.
bool blank(const File& file) {
  constexpr std::uint64_t most = std::uint64_t{1} << 28U;
  if (file.size() > most) return false;
  std::array<char, std::size_t{1} << 16U> piece{};
  for (std::uint64_t at = 0;;) {
    const std::size_t got = file.read(at, piece);
    if (got == 0) return true;
    const auto end = piece.begin() + static_cast<std::ptrdiff_t>(got);
    if (std::any_of(piece.begin(), end, [](char byte) { return byte != 0; })) return false;
    at += got;
  }
}

std::unique_ptr<Journal> read_file(File file) {
  const std::string path = file.path();
  const std::string advice =
      "; nothing was changed. Move the file away, or choose another --output";
  try {
    return std::make_unique<Journal>(std::move(file));
  } catch (const NotAJournal& e) {
    throw EnvironmentError(e.what() + advice);
  } catch (const wire::DecodeError& e) {
    throw EnvironmentError(
        fmt::format("the header of {} is damaged: {}{}", path, e.what(), advice));
  }
}

/// Makes a new journal in a file that does not have its name yet.
std::unique_ptr<Journal> new_journal(const std::string& path, const Header& header) {
  return std::make_unique<Journal>(File(path, File::Mode::fresh), header);
}

void refuse_another_run(const Journal& journal, const Header& header, std::string_view option) {
  const auto different = differences(journal.header(), header);
  if (different.empty()) return;
  throw UsageError(fmt::format("{}: {} belongs to another run: {}", option, journal.path(),
                               fmt::join(different, "; ")));
}

Opened go_on_with(std::unique_ptr<Journal> journal, const Header& header) {
  refuse_another_run(*journal, header, "--resume");
  Opened out;
  if (const auto& damage = journal->damage()) {
    out.notes.push_back(
        fmt::format("{}: the record at byte {} is damaged ({}); all records before it are used",
                    journal->path(), damage->offset, damage->text));
  }
  out.journal = std::move(journal);
  return out;
}

Opened take_over(File found, const Header& header, bool resume) {
  const std::string path = found.path();
  Opened out;
  if (blank(found)) {
    out.journal = new_journal(path, header);
    out.journal->replace(path);
    out.notes.push_back(
        fmt::format("nothing was written to {}, so this run starts from the beginning", path));
    return out;
  }
  auto old = read_file(std::move(found));
  if (resume) return go_on_with(std::move(old), header);
  if (!old->done() && old->acknowledged() > 0) {
    out.notes.push_back(
        fmt::format("{} held {} of a run that did not end, so it was renamed to {}; to continue "
                    "that run, rename the file back and add --resume",
                    path, counted(old->acknowledged(), "executed job"), files::keep(path)));
  }
  out.journal = new_journal(path, header);
  out.journal->replace(path);
  return out;
}

}  // namespace

Opened open_journal(const std::string& path, const Header& header, bool resume) {
  for (;;) {
    if (auto found = locked(path)) return take_over(*std::move(found), header, resume);
    Opened out;
    out.journal = new_journal(path, header);
    if (!out.journal->take_name(path)) continue;  // another run has taken the name in the meantime
    if (resume)
      out.notes.push_back(
          fmt::format("there is no {}, so this run starts from the beginning", path));
    return out;
  }
}

Opened read_journal(const std::string& path, const Header& header) {
  if (!files::exists(path))
    throw UsageError(fmt::format("--results-only: there is no journal {}", path));
  Opened out;
  out.journal = read_file(File(path, File::Mode::read));
  refuse_another_run(*out.journal, header, "--results-only");
  if (const auto& damage = out.journal->damage()) {
    out.notes.push_back(
        fmt::format("{}: the record at byte {} is damaged or still being written ({}); all records "
                    "before it are used",
                    path, damage->offset, damage->text));
  }
  return out;
}

}  // namespace ldfi::journal
