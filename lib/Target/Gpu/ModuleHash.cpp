// See ModuleHash.h.
#include "lib/Target/Gpu/ModuleHash.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"
#include "mlir/IR/AsmState.h"

using namespace mlir;

namespace weir::gpu {

namespace {

/// What a module says, as numbers: of texts their hashes, of values and blocks their places.
class ModuleContents {
public:
  explicit ModuleContents(MLIRContext *context) : printing(context) {}

  void add(Operation *op) {
    addText(op->getName().getIdentifier());
    addText(op->getAttrDictionary());
    if (Attribute properties = op->getPropertiesAsAttribute()) // flags of arithmetic are no attributes
      addText(properties);
    addValues(op->getOperands());
    addTypes(op->getResultTypes());
    number(op->getResults());
    words.push_back(op->getNumSuccessors());
    for (Block *block : op->getSuccessors())
      words.push_back(place(block));
    words.push_back(op->getNumRegions());
    for (Region &region : op->getRegions())
      add(region);
  }

  llvm::XXH128_hash_t hash() const {
    return llvm::xxh3_128bits({reinterpret_cast<const uint8_t *>(words.data()), words.size() * sizeof(uint64_t)});
  }

private:
  void add(Region &region) {
    words.push_back(region.getBlocks().size());
    for (Block &block : region) {
      words.push_back(place(&block));
      addTypes(block.getArgumentTypes());
      number(block.getArguments());
      words.push_back(block.getOperations().size());
      for (Operation &op : block)
        add(&op);
    }
  }

  template <typename AttributeOrType> void addText(AttributeOrType said) {
    auto [at, isNew] = texts.try_emplace(said.getAsOpaquePointer());
    if (isNew) {
      text.clear();
      llvm::raw_svector_ostream stream(text);
      said.print(stream, printing);
      at->second = llvm::xxh3_64bits(text);
    }
    words.push_back(at->second);
  }

  void addTypes(TypeRange types) {
    words.push_back(types.size());
    for (Type type : types)
      addText(type);
  }

  void number(ValueRange values) {
    for (Value value : values) // of which one may have been used before
      words.push_back(place(value.getAsOpaquePointer()));
  }

  void addValues(ValueRange values) {
    words.push_back(values.size());
    for (Value value : values)
      words.push_back(place(value.getAsOpaquePointer()));
  }

  /// The how many-eth value or block this is of those that were met.
  size_t place(const void *valueOrBlock) { return places.try_emplace(valueOrBlock, places.size()).first->second; }

  std::vector<uint64_t> words;
  llvm::DenseMap<const void *, uint64_t> texts;
  llvm::DenseMap<const void *, size_t> places;
  SmallString<128> text;
  AsmState printing;
};

} // namespace

std::string hashOf(ModuleOp module) {
  ModuleContents contents(module.getContext());
  contents.add(module);
  llvm::XXH128_hash_t hash = contents.hash();
  return llvm::utohexstr(hash.high64, /*LowerCase=*/true, /*Width=*/16) +
         llvm::utohexstr(hash.low64, /*LowerCase=*/true, /*Width=*/16);
}

} // namespace weir::gpu
