// Archives that write and read values with bounded memory. The binary archive of
// Boost.Serialization handles scalars and blocks of bytes. Everything with a length is read by the
// code below, because Boost trusts the counts that it reads. A count is compared with the number of
// remaining bytes before memory is allocated, so memory stays within a small multiple of the input.
// The byte order is native, because all ranks of a farm have the same architecture.
//
// Both archives offer ar(a, b, …) for integers, flags, enums, strings, vectors, and every type that
// has a function
//   template <class Archive, class T> void fields(Archive&, T&)   found by ADL,
// so that one description of a type serves both directions.
#pragma once

#include <fmt/core.h>

#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <concepts>
#include <cstdint>
#include <span>
#include <streambuf>
#include <string>
#include <type_traits>
#include <vector>

#include "common/farm/wire/codec.hpp"

namespace ldfi::wire {

template <class T>
concept Scalar = std::integral<T> && !std::same_as<T, bool>;

/// Vectors of these types are written as one block.
template <class T>
concept Block = std::same_as<T, std::uint32_t>;

/// A stream buffer that appends to a vector of bytes.
class AppendBuffer : public std::streambuf {
 public:
  explicit AppendBuffer(Bytes& bytes) : bytes_(bytes) {}

 protected:
  std::streamsize xsputn(const char* data, std::streamsize count) override {
    bytes_.insert(bytes_.end(), data, data + count);
    return count;
  }
  int_type overflow(int_type c) override {
    if (!traits_type::eq_int_type(c, traits_type::eof())) {
      bytes_.push_back(traits_type::to_char_type(c));
    }
    return traits_type::not_eof(c);
  }

 private:
  Bytes& bytes_;
};

/// A stream buffer that reads from a range of bytes without a copy.
class RangeBuffer : public std::streambuf {
 public:
  RangeBuffer(const char* first, std::size_t count) {
    // Safe: a buffer for reading never writes to its get area.
    char* begin = const_cast<char*>(first);
    setg(begin, begin, begin + count);
  }
  [[nodiscard]] std::size_t left() const { return static_cast<std::size_t>(egptr() - gptr()); }
};

class OutputArchive {
 public:
  static constexpr bool loading = false;
  explicit OutputArchive(Bytes& bytes) : buffer_(bytes), archive_(buffer_, flags) {}

  template <class... T>
  void operator()(T&... values) {
    (put(values), ...);
  }

 private:
  static constexpr unsigned flags = boost::archive::no_header | boost::archive::no_codecvt;

  template <class T>
  void put(T& value) {
    if constexpr (Scalar<std::remove_const_t<T>>) {
      archive_ << value;
    } else if constexpr (std::same_as<std::remove_const_t<T>, bool>) {
      const std::uint8_t byte = value ? 1 : 0;
      archive_ << byte;
    } else if constexpr (std::is_enum_v<T>) {
      const auto raw = static_cast<std::underlying_type_t<T>>(value);
      archive_ << raw;
    } else {
      fields(*this, value);
    }
  }
  void put(const std::string& text) {
    put_count(text.size());
    archive_.save_binary(text.data(), text.size());
  }
  template <class T>
  void put(const std::vector<T>& values) {
    put_count(values.size());
    if constexpr (Block<T>) {
      archive_.save_binary(values.data(), values.size() * sizeof(T));
    } else {
      for (auto& value : values) put(value);
    }
  }
  // Without the following two overloads, the generic one would be a better match for a non-const
  // string or vector.
  void put(std::string& text) { put(std::as_const(text)); }
  template <class T>
  void put(std::vector<T>& values) {
    put(std::as_const(values));
  }
  void put_count(std::size_t count) {
    const std::uint64_t wide = count;
    archive_ << wide;
  }

  AppendBuffer buffer_;
  boost::archive::binary_oarchive archive_;
};

/// Reads values from bytes. Throws DecodeError, or Boost's archive_exception if the bytes end
/// early.
class InputArchive {
 public:
  static constexpr bool loading = true;
  InputArchive(const char* first, std::size_t count)
      : buffer_(first, count), archive_(buffer_, flags) {}

  template <class... T>
  void operator()(T&... values) {
    (get(values), ...);
  }
  /// Reads an enumerator. Throws DecodeError if its value is above `last`.
  template <class E>
  void enumeration(E& value, E last) {
    std::underlying_type_t<E> raw{};
    get(raw);
    if (raw > static_cast<std::underlying_type_t<E>>(last)) throw DecodeError("unknown enumerator");
    value = static_cast<E>(raw);
  }
  [[nodiscard]] std::size_t left() const { return buffer_.left(); }

 private:
  static constexpr unsigned flags = boost::archive::no_header | boost::archive::no_codecvt;

  template <class T>
  void get(T& value) {
    if constexpr (Scalar<T>) {
      archive_ >> value;
    } else if constexpr (std::same_as<T, bool>) {
      std::uint8_t byte = 0;
      archive_ >> byte;
      if (byte > 1) throw DecodeError("a flag that is neither 0 nor 1");
      value = byte != 0;
    } else {
      fields(*this, value);
    }
  }
  void get(std::string& text) {
    text.resize(get_count(1));
    archive_.load_binary(text.data(), text.size());
  }
  template <class T>
  void get(std::vector<T>& values) {
    if constexpr (Block<T>) {
      values.resize(get_count(sizeof(T)));
      archive_.load_binary(values.data(), values.size() * sizeof(T));
    } else {
      // Each element has at least so many bytes: the two integers of a crash, or a count.
      const std::size_t count = get_count(sizeof(std::uint64_t));
      values.clear();
      values.reserve(count);
      for (std::size_t i = 0; i < count; ++i) get(values.emplace_back());
    }
  }
  std::size_t get_count(std::size_t element_bytes) {
    std::uint64_t count = 0;
    archive_ >> count;
    if (count > left() / element_bytes) throw DecodeError("a length exceeds the message");
    return static_cast<std::size_t>(count);
  }

  RangeBuffer buffer_;
  boost::archive::binary_iarchive archive_;
};

/// Reads `bytes` with load(archive), which returns true if nothing may follow. Throws DecodeError
/// if the bytes end early, or if something follows. Error messages call the bytes `what`.
template <class Load>
void read_whole(std::span<const char> bytes, const char* what, Load load) {
  try {
    InputArchive ar(bytes.data(), bytes.size());
    if (load(ar) && ar.left() != 0) {
      throw DecodeError(fmt::format("{} bytes too many", ar.left()));
    }
  } catch (const boost::archive::archive_exception& e) {
    throw DecodeError(fmt::format("{} ends early ({})", what, e.what()));
  }
}

}  // namespace ldfi::wire
