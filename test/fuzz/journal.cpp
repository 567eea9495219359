// The journal's reader, twice: on the bytes as a file; and on a file whose header is right and
// whose records they are, framed with checksums that match, some behind the keys of the search and
// the job that are asked for, so that what stands there is decoded, too.
#include "master/journal/journal.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/farm/wire/messages.hpp"
#include "test/fuzz/target.hpp"
#include "test/support/faults.hpp"

namespace ldfi::fuzz {
namespace {

constexpr std::size_t key_bytes = 2 * sizeof(journal::Key);

wire::Setup setup() {
  wire::Setup out;
  out.sources = {{"a.ded"}, {{"a.ded", "p(a)@1;"}}};
  out.fspec = {3, 1, 0, {"a", "b"}, EffMode::inclusive, CrashModel::silent};
  return out;
}

Job job() {
  return {1, ExecuteJob{test::fault_set({{NodeId(0), NodeId(1), Time(1)}}, {})}};
}

/// A journal with one answer, as the program writes it.
std::string genuine() {
  const auto path =
      std::filesystem::temp_directory_path() / ("ldfi_fuzz_journal_" + std::to_string(::getpid()));
  {
    const auto made =
        journal::open_journal(path, {0, "1", {{"eot", "3"}}, "now", {"ldfi-farm"}}, false).journal;
    made->begin(setup());
    made->keep(job(), wire::encode(Report{1, 0, 0, ExecuteReport{}}));
  }
  std::ifstream in(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(in), {}};
  std::filesystem::remove(path);
  return bytes;
}

struct Pieces {
  std::string start;  ///< magic number and header
  std::string keys;   ///< of the search and the job
};

const Pieces& pieces() {
  static const Pieces out = [] {
    const std::string whole = genuine();
    const auto header = journal::read_frame(std::span<const char, journal::frame_bytes>(
        whole.data() + journal::magic.size(), journal::frame_bytes));
    const std::size_t end = journal::magic.size() + journal::frame_bytes + header.payload_bytes;
    return Pieces{whole.substr(0, end), whole.substr(end + journal::frame_bytes, key_bytes)};
  }();
  return out;
}

/// Records { type, length, payload }: the low bits of the type choose it, its high bit puts the
/// keys before the payload.
std::string with_frames(std::string_view bytes) {
  std::string out = pieces().start;
  while (bytes.size() >= 2) {
    const auto type = static_cast<unsigned char>(bytes[0]);
    const auto size = std::min<std::size_t>(static_cast<unsigned char>(bytes[1]), bytes.size() - 2);
    std::string payload;
    if ((type & 0x80U) != 0) {
      const bool cell = (type & 7U) == static_cast<unsigned>(journal::RecordType::cell);
      payload = pieces().keys.substr(0, cell ? key_bytes / 2 : key_bytes);
    }
    payload += bytes.substr(2, size);
    const auto record = journal::frame(out.size(), journal::RecordType{type & 7U}, payload);
    out.append(record.begin(), record.end());
    bytes.remove_prefix(2 + size);
  }
  return out;
}

void ask(journal::Journal& found) {
  LDFI_ENSURE(!found.damage() || found.damage()->offset >= journal::magic.size(),
              "damage before the first record");
  found.begin(setup());
  const auto quietly = [](const auto& question) {
    try {
      question();
    } catch (const EnvironmentError&) {  // "the record at byte 120 makes no sense"
      return;
    }
  };
  quietly([&] { static_cast<void>(found.recall(job())); });
  quietly([&] { static_cast<void>(found.finished_cell(setup())); });
  quietly([&] { found.each_not_recalled(setup(), [](const auto&, const auto&) {}); });
}

void read(std::string_view bytes) {
  const int file = ::memfd_create("journal", MFD_CLOEXEC);
  LDFI_ENSURE(file >= 0, "memfd_create");
  const std::string name = "/proc/self/fd/" + std::to_string(file);
  LDFI_ENSURE(::write(file, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()),
              "write to memory");
  try {
    journal::Journal found(journal::File(name, journal::File::Mode::read));
    ask(found);
  } catch (const journal::NotAJournal&) {
  } catch (const wire::DecodeError&) {
  }
  ::close(file);
}

}  // namespace

void run(std::string_view bytes) {
  read(bytes);
  read(with_frames(bytes));
}

}  // namespace ldfi::fuzz
