// Proofs in few bytes: many are kept on the way to a proof, and few are looked at again.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace twixt {

// (kind, pegs needed, zone, own pegs, own links, hole, links made, children, ends)
using Node = std::tuple<int, int, std::vector<int>, std::vector<int>, std::vector<int>, int,
                        std::vector<int>, std::vector<int>, std::array<int, 2>>;

// A number takes a byte for each seven bits; its lowest bit is the sign. A node is its fields in
// order.
class Packer {
public:
    std::string bytes() && { return std::move(bytes_); }

    void add(int number) {
        std::uint32_t bits = static_cast<std::uint32_t>(number) << 1 ^ (number < 0 ? ~0u : 0u);
        for (; bits >= 0x80; bits >>= 7)
            bytes_.push_back(static_cast<char>(bits | 0x80));
        bytes_.push_back(static_cast<char>(bits));
    }
    // So many numbers, which `each` visits: most rise by little.
    template <class Each> void add(int size, Each each) {
        add(size);
        int before = 0;
        each([&](int number) {
            add(number - before);
            before = number;
        });
    }

private:
    std::string bytes_;
};

class Unpacker {
public:
    explicit Unpacker(std::string_view bytes) : bytes_(bytes) {}

    std::vector<Node> unpack() {
        std::vector<Node> nodes;
        while (at_ < bytes_.size())
            std::apply([&](auto&... fields) { (take(fields), ...); }, nodes.emplace_back());
        return nodes;
    }

private:
    void take(int& number) {
        std::uint32_t bits = 0;
        for (int shift = 0;; shift += 7) {
            if (at_ == bytes_.size() || shift > 28)
                throw std::invalid_argument("no packed proof");
            const auto byte = static_cast<unsigned char>(bytes_[at_++]);
            bits |= (byte & 0x7Fu) << shift;
            if (byte < 0x80)
                break;
        }
        number = static_cast<int>(bits >> 1 ^ (bits & 1 ? ~0u : 0u));
    }
    void take(std::vector<int>& numbers) {
        int size = 0;
        std::uint32_t before = 0; // of damaged bytes the sum may be anything
        take(size);
        for (int i = 0; i < size; ++i) {
            int step = 0;
            take(step);
            before += static_cast<std::uint32_t>(step);
            numbers.push_back(static_cast<int>(before));
        }
    }
    void take(std::array<int, 2>& pair) {
        take(pair[0]);
        take(pair[1]);
    }

    std::string_view bytes_;
    std::size_t at_ = 0;
};

} // namespace twixt
