// Tiles of a factor whose rows are windows of images: what a row adds to a position is computed once, what a depth adds
// once for all rows, and each copy asks whether their sum is inside of the image.
#include "lib/Target/Gpu/Product/GpuProductLoader.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace weir::gpu {
namespace {

class ImageLoader : public TileLoader {
public:
  ImageLoader(const GpuCode &code, const ImagePart &part, const TileLayout &layout, const ProductTile &tile,
              Value thread)
      : TileLoader(code, layout, tile, thread), part(part), image(part.image), tileDepth(tile.k) {
    first = code.add(part.firstDepth, code.mul(chunk, layout.elementsPerChunk()));
    // Behind the last row it is copied again: what becomes of its sums is left alone.
    Value last = code.sub(part.rowsLeft, 1);
    for (int64_t pass = 0; pass * rowsPerPass < layout.rows; ++pass)
      rows.push_back(placeOfRow(code.min(code.add(row, pass * rowsPerPass), last)));
    chunksFit = hasWholeChunks() ? areMultiples(part.address, kChunkBytes) : code.truth(false);
  }

  bool mayBeAsync() const override { return layout.elementBytes == kWordBytes || GpuCode::known(chunksFit) != 0; }
  /// As a number of the depth.
  Value start() const override { return first; }
  Value next(Value source) const override { return code.add(source, tileDepth); }

  void copy(Value source, Value target, Value depthLeft, bool byChunks) const override {
    Value count = elementsIn(depthLeft);
    target = code.at(target, sharedOffset);
    if (byChunks)
      return copyChunks(source, target, count, /*aligned=*/true);
    if (!hasWholeChunks())
      return copyElements(source, target, count);
    code.ifElse(
        chunksFit, [&] { copyChunks(source, target, count, /*aligned=*/true); },
        [&] { copyChunks(source, target, count, /*aligned=*/false); });
  }

private:
  /// What a row or a depth adds to the byte that is read, and to the position along each padded dimension; i32.
  struct Place {
    Value byte;
    SmallVector<Value> positions;
  };

  Place placeOf(ArrayRef<Value> indices, int64_t start, llvm::function_ref<int64_t(unsigned loop)> step,
                llvm::function_ref<int64_t(const ImageDim &dim, unsigned loop)> stepIn, bool isRow) const {
    auto sum = [&](int64_t from, llvm::function_ref<int64_t(unsigned loop)> by) {
      Value total = code.i32(from);
      for (auto [loop, index] : llvm::enumerate(indices))
        if (int64_t step = by(loop))
          total = code.add(code.mul(index, step), total);
      return total;
    };
    Place place{sum(start * layout.elementBytes, [&](unsigned loop) { return step(loop) * layout.elementBytes; }), {}};
    for (const ImageDim &dim : image.dims)
      if (dim.isPadded)
        place.positions.push_back(sum(isRow ? dim.low : 0, [&](unsigned loop) { return stepIn(dim, loop); }));
    return place;
  }

  Place placeOfRow(Value number) const {
    return placeOf(
        part.firstRow.behind(code, number), image.start(), [&](unsigned loop) { return image.rowStep(loop); },
        [](const ImageDim &dim, unsigned loop) { return dim.rowSteps[loop]; }, /*isRow=*/true);
  }

  Place placeOfDepth(Value number) const {
    SmallVector<Value> indices(image.depthSizes.size());
    for (unsigned loop = indices.size(); loop-- > 0;) {
      indices[loop] = loop > 0 ? code.rem(number, image.depthSizes[loop]) : number;
      number = code.div(number, image.depthSizes[loop]);
    }
    return placeOf(
        indices, 0, [&](unsigned loop) { return image.depthStep(loop); },
        [](const ImageDim &dim, unsigned loop) { return dim.depthSteps[loop]; }, /*isRow=*/false);
  }

  /// Whether each chunk is one element of a window and neighbouring channels, in memory at a multiple of its size.
  bool hasWholeChunks() const {
    int64_t perChunk = layout.elementsPerChunk();
    if (image.depthSizes.empty() || image.depthSizes.back() % perChunk != 0 || image.start() % perChunk != 0)
      return false;
    unsigned inner = image.depthSizes.size() - 1;
    bool isWhole = image.depthStep(inner) == 1;
    for (unsigned loop = 0; loop < inner; ++loop)
      isWhole &= image.depthStep(loop) % perChunk == 0;
    for (unsigned loop = 0; loop < image.rowSizes.size(); ++loop)
      isWhole &= image.rowStep(loop) % perChunk == 0;
    return isWhole &&
           llvm::none_of(image.dims, [&](const ImageDim &dim) { return dim.isPadded && dim.depthSteps[inner] != 0; });
  }

  Value isInside(const Place &row, const Place &depth) const {
    Value inside = code.truth(true);
    auto padded = llvm::make_filter_range(image.dims, [](const ImageDim &dim) { return dim.isPadded; });
    for (auto [dim, x, y] : llvm::zip(padded, row.positions, depth.positions))
      inside = code.both(inside, code.isBelow(code.add(x, y), dim.extent.known()));
    return inside;
  }

  Value source(const Place &row, const Place &depth) const {
    return code.at(part.pointer, code.add(row.byte, depth.byte));
  }
  Value rowOfTile(Value target, int64_t pass) const { return code.at(target, pass * rowsPerPass * layout.rowBytes()); }
  Value bytesIf(Value exists, int64_t bytes) const { return code.select(exists, code.i32(bytes), code.i32(0)); }

  /// Chunks are there as a whole, or not.
  void copyChunks(Value number, Value target, Value count, bool aligned) const {
    Place depth = placeOfDepth(number);
    Value exists = code.less(code.i32(0), count);
    for (auto [pass, row] : llvm::enumerate(rows)) {
      Value copied = code.both(exists, isInside(row, depth));
      copyRun(source(row, depth), rowOfTile(target, pass), copied, aligned);
    }
  }

  void copyRun(Value source, Value target, Value exists, bool aligned) const {
    if (aligned)
      return copyAsync(target, source, kChunkBytes, bytesIf(exists, kChunkBytes));
    SmallVector<Value> elements;
    for (int64_t byte = 0; byte < kChunkBytes; byte += layout.elementBytes)
      if (layout.elementBytes == kWordBytes)
        copyAsync(code.at(target, byte), code.at(source, byte), kWordBytes, bytesIf(exists, kWordBytes));
      else
        elements.push_back(loadElement(code.at(source, byte), exists));
    if (!elements.empty())
      storeElements(elements, target);
  }

  /// Word by word, so that few registers hold what depths add.
  void copyElements(Value number, Value target, Value count) const {
    int64_t perWord = kWordBytes / layout.elementBytes;
    for (int64_t element = 0; element < layout.elementsPerChunk(); element += perWord) {
      SmallVector<Place> depths;
      for (int64_t i = element; i < element + perWord; ++i)
        depths.push_back(placeOfDepth(code.add(number, i)));
      for (auto [pass, row] : llvm::enumerate(rows)) {
        Value word = code.at(rowOfTile(target, pass), element * layout.elementBytes);
        SmallVector<Value> elements;
        for (auto [i, depth] : llvm::enumerate(depths)) {
          Value exists = code.both(code.less(code.i32(element + i), count), isInside(row, depth));
          if (perWord == 1)
            copyAsync(word, source(row, depth), kWordBytes, bytesIf(exists, kWordBytes));
          else
            elements.push_back(loadElement(source(row, depth), exists));
        }
        if (perWord > 1)
          storeElements(elements, word);
      }
    }
  }

  const ImagePart part;
  const ProductImage &image;
  const int64_t tileDepth;
  Value first;
  SmallVector<Place> rows; ///< that this thread copies
};

} // namespace

std::unique_ptr<TileLoader> imageLoader(const GpuCode &code, const ImagePart &part, const TileLayout &layout,
                                        const ProductTile &tile, Value thread) {
  return std::make_unique<ImageLoader>(code, part, layout, tile, thread);
}

} // namespace weir::gpu
