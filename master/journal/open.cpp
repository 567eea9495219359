// The rules for what already stands under a journal's name. They never lose what was computed.
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "common/core/errors.hpp"
#include "master/journal/journal.hpp"

namespace ldfi::journal {
namespace {

// A run that was killed a moment ago may still hold its lock.
constexpr int lock_attempts = 100;
constexpr std::chrono::milliseconds lock_pause{100};

File locked(const std::string& path) {
  File file(path, File::Mode::append);
  for (int i = 0; i < lock_attempts; ++i) {
    if (file.lock()) return file;
    std::this_thread::sleep_for(lock_pause);
  }
  throw EnvironmentError(
      fmt::format("{} is in use by another run; wait for it or choose another --output", path));
}

std::unique_ptr<Journal> reopen(const std::string& path, bool to_read = false) {
  const std::string advice = "; nothing was changed: move it away, or choose another --output";
  try {
    return std::make_unique<Journal>(to_read ? File(path, File::Mode::read) : locked(path));
  } catch (const NotAJournal& e) {
    throw EnvironmentError(e.what() + advice);
  } catch (const wire::DecodeError& e) {
    throw EnvironmentError(
        fmt::format("the header of {} is damaged: {}{}", path, e.what(), advice));
  }
}

std::string spare_name(const std::string& path) {
  const std::string stem = path.substr(0, path.size() - std::string_view(".journal").size());
  std::string name = stem + ".prev.journal";
  for (int i = 2; exists(name); ++i) name = fmt::format("{}.prev-{}.journal", stem, i);
  return name;
}

void refuse_another_run(const Journal& journal, const Header& header, std::string_view option) {
  const auto different = differences(journal.header(), header);
  if (different.empty()) return;
  throw UsageError(fmt::format("{}: {} is of another run: {}", option, journal.path(),
                               fmt::join(different, "; ")));
}

}  // namespace

Opened open_journal(const std::string& path, const Header& header, bool resume) {
  Opened out;
  const bool there = exists(path);
  if (!there || blank(path)) {
    out.journal = std::make_unique<Journal>(path, header);
    if (resume || there) {
      out.notes.push_back(fmt::format("{} {}: this run begins anew",
                                      there ? "nothing was written to" : "there is no", path));
    }
    return out;
  }
  auto old = reopen(path);
  if (resume) {
    refuse_another_run(*old, header, "--resume");
    if (const auto& damage = old->damage()) {
      out.notes.push_back(
          fmt::format("{}: the record at byte {} is damaged ({}); everything before it is used",
                      path, damage->offset, damage->text));
    }
    out.journal = std::move(old);
    return out;
  }
  if (!old->done() && old->acknowledged() > 0) {
    const std::string name = spare_name(path);
    if (::rename(path.c_str(), name.c_str()) != 0) {
      throw EnvironmentError(fmt::format("rename {} to {} failed", path, name));
    }
    out.notes.push_back(
        fmt::format("{} held {} executed jobs of a run that did not end, and is kept as {}; to go "
                    "on with that run, give it back its name and add --resume",
                    path, old->acknowledged(), name));
  }
  out.journal = std::make_unique<Journal>(path, header);
  return out;
}

Opened read_journal(const std::string& path, const Header& header) {
  if (!exists(path)) throw UsageError(fmt::format("--results-only: there is no {}", path));
  Opened out;
  out.journal = reopen(path, true);
  refuse_another_run(*out.journal, header, "--results-only");
  if (const auto& damage = out.journal->damage()) {
    out.notes.push_back(fmt::format(
        "{}: the record at byte {} is damaged, or just being written ({}); everything before it "
        "is used",
        path, damage->offset, damage->text));
  }
  return out;
}

}  // namespace ldfi::journal
