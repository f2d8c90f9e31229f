// The weights of the prior, compiled into the core: CMakeLists.txt makes the list of bytes of
// prior.bin, which `python -m solver.learn.train` writes.

#include "prior.hpp"

#include <cstddef>
#include <stdexcept>

namespace twixt {
namespace {

constexpr unsigned char kBytes[] = {
#include "prior_bytes.inc"
};

class Reader {
public:
    // The next number of the file, its lowest byte first.
    template <class Number> void read(Number& number) {
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < sizeof(Number); ++i) {
            if (at_ == sizeof kBytes)
                throw std::runtime_error("prior.bin is too short");
            value |= static_cast<std::uint32_t>(kBytes[at_++]) << 8 * i;
        }
        number = static_cast<Number>(value);
    }
    template <class Element, std::size_t Size> void read(std::array<Element, Size>& numbers) {
        for (Element& number : numbers)
            read(number);
    }
    bool done() const { return at_ == sizeof kBytes; }

private:
    std::size_t at_ = 0;
};

} // namespace

const PriorWeights& prior_weights() {
    static const PriorWeights weights = [] {
        PriorWeights w;
        Reader reader;
        std::int32_t layers = 0;
        reader.read(layers);
        w.layers.resize(layers);
        reader.read(w.planes);
        reader.read(w.bias);
        for (auto& layer : w.layers) {
            reader.read(layer.weights);
            reader.read(layer.bias);
        }
        reader.read(w.last);
        if (!reader.done())
            throw std::runtime_error("prior.bin is too long");
        return w;
    }();
    return weights;
}

} // namespace twixt
