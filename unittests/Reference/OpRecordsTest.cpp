// Walks all registered weir ops and fails for one that lacks a piece without saying why in its record.
#include "dialects/Interfaces/Decomposition.h"
#include "dialects/Interfaces/Gradient.h"
#include "lib/Support/SplitCandidates.h"
#include "lib/Verify/OperandDomains.h"
#include "unittests/Reference/OpInstances.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace weir {
namespace {

/// The record of an op, as llvm-tblgen --dump-json shows it, and the family it stands in.
struct Record {
  llvm::json::Object fields;
  std::string family;

  std::string text(llvm::StringRef field) const { return fields.getString(field).value_or("").str(); }
};

void readFamily(const std::string &path, std::map<std::string, Record> &records) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  ASSERT_TRUE(buffer) << path;
  llvm::Expected<llvm::json::Value> parsed = llvm::json::parse((*buffer)->getBuffer());
  ASSERT_TRUE(bool(parsed)) << llvm::toString(parsed.takeError());
  const llvm::json::Object &all = *parsed->getAsObject();
  const llvm::json::Array *names = all.getObject("!instanceof")->getArray("Weir_TensorOp");
  for (const llvm::json::Value &name : names ? *names : llvm::json::Array()) {
    Record record{*all.getObject(*name.getAsString()), llvm::sys::path::stem(path).lower()};
    records.emplace("weir." + record.text("opName"), std::move(record));
  }
}

/// Records of Weir_TensorOps by the op's name.
const std::map<std::string, Record> &readRecords() {
  static const std::map<std::string, Record> all = [] {
    std::map<std::string, Record> records;
    for (llvm::StringRef file : llvm::split(WEIR_RECORDS, ","))
      readFamily(file.str(), records);
    return records;
  }();
  return all;
}

std::vector<mlir::RegisteredOperationName> opsWithSemantics(mlir::MLIRContext &context) {
  std::vector<mlir::RegisteredOperationName> ops;
  for (mlir::RegisteredOperationName name : context.getRegisteredOperations())
    if (name.getDialectNamespace() == "weir" && name.hasInterface<SemanticsInterface>())
      ops.push_back(name);
  return ops;
}

TEST(OpRecords, EveryOpHasARecordWithASummary) {
  auto context = makeContext();
  const std::map<std::string, Record> &records = readRecords();
  std::vector<mlir::RegisteredOperationName> ops = opsWithSemantics(*context);
  EXPECT_EQ(records.size(), ops.size());
  for (mlir::RegisteredOperationName op : ops) {
    SCOPED_TRACE(op.getStringRef().str());
    ASSERT_TRUE(records.count(op.getStringRef().str()));
    EXPECT_NE(records.at(op.getStringRef().str()).text("summary"), "");
  }
}

TEST(OpRecords, EveryOpHasAnEvalOrADecomposition) {
  auto context = makeContext();
  for (mlir::RegisteredOperationName op : opsWithSemantics(*context))
    EXPECT_NE(op.hasInterface<EvalInterface>(), op.hasInterface<DecompositionInterface>()) << op.getStringRef().str();
}

TEST(OpRecords, EveryOpHasAGradientOrSaysWhyNot) {
  auto context = makeContext();
  const std::map<std::string, Record> &records = readRecords();
  for (mlir::RegisteredOperationName op : opsWithSemantics(*context)) {
    std::string reason = records.at(op.getStringRef().str()).text("notDifferentiable");
    bool hasGradient = op.hasInterface<GradientInterface>() || op.hasInterface<DecompositionInterface>();
    EXPECT_TRUE(hasGradient || reason != "") << op.getStringRef().str();
    EXPECT_FALSE(op.hasInterface<GradientInterface>() && reason != "") << op.getStringRef().str();
  }
}

TEST(OpRecords, EveryOpSplitsInSomeInstanceOrSaysWhyNot) {
  auto context = makeContext();
  const std::map<std::string, Record> &records = readRecords();
  std::set<std::string> present, split;
  for (const OpInstance &instance : opInstances()) {
    ParsedInstance parsed = parse(instance, *context);
    ASSERT_TRUE(parsed.op) << instance.text;
    std::string name = parsed.op->getName().getStringRef().str();
    present.insert(name);
    mlir::FailureOr<IterationRule> rule = iterationRuleOf(parsed.op);
    ASSERT_TRUE(mlir::succeeded(rule)) << instance.text;
    if (!splitCandidates(*rule).empty())
      split.insert(name);
  }
  for (mlir::RegisteredOperationName op : opsWithSemantics(*context)) {
    std::string name = op.getStringRef().str();
    EXPECT_TRUE(present.count(name))
        << name
        << " has no instance: expects samples in its record (dialects/Weir/IR/Base.td), or a row in OpInstances.cpp";
    EXPECT_NE(split.count(name) != 0, records.at(name).text("unsplittable") != "") << name;
  }
}

TEST(OpRecords, DomainsAreOfOperandsAndWhatTheDocsSay) {
  int64_t numDomains = 0;
  for (const auto &[name, record] : readRecords()) {
    SCOPED_TRACE(name);
    size_t numArguments = record.fields.getObject("arguments")->getArray("args")->size();
    EXPECT_EQ(operandDomains(name).size(), record.fields.getArray("domainWords")->size());
    for (const OperandDomain &domain : operandDomains(name)) {
      ++numDomains;
      EXPECT_LT(domain.operand, numArguments);
      EXPECT_LT(domain.least, domain.most);
    }
  }
  EXPECT_GT(numDomains, 20);
}

TEST(OpRecords, EveryOpHasAFileOfSelfCheckingTests) {
  for (const auto &[name, record] : readRecords()) {
    std::string path = std::string(WEIR_SOURCE) + "/test/ops/" + record.family + "/" + record.text("opName") + ".mlir";
    EXPECT_TRUE(llvm::sys::fs::exists(path)) << path;
  }
}

} // namespace
} // namespace weir
