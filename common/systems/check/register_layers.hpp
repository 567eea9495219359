// Divides the history of one register into layers, one for each answer, in the order of time. A
// layer contains the calls that are requested after the previous answer and before the answer of
// the layer. Each call gets a slot, which is the position of its bit in states of the search.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "common/systems/check/register_call.hpp"

namespace ldfi::check {

class RegisterLayers {
 public:
  static constexpr std::uint32_t none = static_cast<std::uint32_t>(-1);

  struct Arrival {
    std::uint32_t call = 0;
    std::uint32_t slot = none;  ///< `none` for a write without an answer whose value no later call
                                ///< can see
  };
  /// The slot of a call without an answer, for the layer from which on no call can see its value.
  struct End {
    std::uint32_t slot = 0;
    bool write = false;
  };
  struct Layer {
    std::uint32_t answered = 0;  ///< the call whose answer ends the layer
    std::uint32_t slot = 0;      ///< slot of the answered call
    std::uint32_t arrivals = 0;  ///< end of the layer's range in the list of all arrivals
    std::uint32_t ends = 0;      ///< end of the layer's range in the list of all ends
    /// Number of failed compare-and-set calls (kind `differs`) that are answered in this layer or
    /// later.
    std::uint32_t differs_left = 0;
  };

  /// Builds the layers for the first `count` calls of `answers`. Requires that `answers` is the
  /// result of order_by_answer(calls).
  RegisterLayers(const std::vector<RegisterCall>& calls, const std::vector<std::uint32_t>& answers,
                 std::size_t count);

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(layers_.size()); }
  [[nodiscard]] const Layer& operator[](std::uint32_t layer) const { return layers_[layer]; }
  /// Returns the calls that are requested after the answer of the previous layer and no later than
  /// the answer of this layer.
  [[nodiscard]] std::span<const Arrival> arrivals(std::uint32_t layer) const;
  [[nodiscard]] std::span<const End> ends(std::uint32_t layer) const;
  [[nodiscard]] std::uint32_t slots() const { return static_cast<std::uint32_t>(owners_.size()); }
  /// Returns the call that has this slot at a layer. Fast if the layers of successive calls of this
  /// function are close to each other.
  [[nodiscard]] std::uint32_t call_at(std::uint32_t slot, std::uint32_t layer);
  /// Returns true if a call that is answered at `layer` or later can see that the register has
  /// `value`.
  [[nodiscard]] bool is_observed(ValueNumber value, std::uint32_t layer) const {
    return value >= 0 && end_of_value_[static_cast<std::size_t>(value)] > layer;
  }
  /// Returns true if a call that is answered at `layer` or later may need that the register has
  /// `value`.
  [[nodiscard]] bool is_useful(ValueNumber value, std::uint32_t layer) const {
    return end_of_differs_ > layer || is_observed(value, layer);
  }
  /// Returns the number of a call's equivalence class. Calls of one class have the same effect.
  [[nodiscard]] std::uint32_t kind_of(std::uint32_t call) const { return kinds_[call]; }
  [[nodiscard]] std::uint32_t kinds() const { return kind_count_; }
  /// Returns the layer that a call's answer ends, or `none` if the call has no answer.
  [[nodiscard]] std::uint32_t layer_of(std::uint32_t call) const { return layer_of_[call]; }

 private:
  struct Owner {
    std::uint32_t from = 0;  ///< layer from which on the call has the slot
    std::uint32_t call = 0;
  };
  struct Slot {
    std::vector<Owner> owners;
    std::size_t last_found = 0;
  };

  void number_kinds(const std::vector<RegisterCall>& calls);
  void find_ends(const std::vector<RegisterCall>& calls);
  void extend_over_open_cas(const std::vector<RegisterCall>& calls);
  void give_slots(const std::vector<RegisterCall>& calls);
  std::uint32_t take_slot(std::uint32_t call, std::uint32_t layer);
  void arrive(const RegisterCall& one, std::uint32_t call, std::uint32_t layer);

  std::vector<Layer> layers_;
  std::vector<Arrival> arrivals_;
  std::vector<End> ends_;
  std::vector<Slot> owners_;
  std::vector<std::uint32_t> free_slots_;
  /// For each layer, the calls whose slots become free at this layer.
  std::vector<std::vector<End>> ends_at_;
  std::vector<std::uint32_t>
      end_of_value_;  ///< for each value, the first layer from which on no call can see the value
  std::uint32_t end_of_differs_ = 0;  ///< first layer from which on no failed compare-and-set (kind
                                      ///< `differs`) is answered
  std::vector<std::uint32_t> layer_of_;
  std::vector<std::uint32_t> kinds_;
  std::uint32_t kind_count_ = 0;
};

}  // namespace ldfi::check
