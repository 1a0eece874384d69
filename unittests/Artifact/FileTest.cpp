// The file: what is written is read back; what is damaged is refused, with the section's name.
#include "lib/Artifact/ArtifactFile.h"
#include "lib/Artifact/FileFormat.h"
#include "unittests/Artifact/SampleArtifact.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <random>

namespace weir {
namespace {

using FileBytes = std::vector<uint8_t>;

FileBytes sampleBytes() {
  Result<FileBytes> bytes = serialize(sampleArtifact());
  EXPECT_TRUE(bool(bytes)) << (bytes ? "" : bytes.message());
  return bytes ? *bytes : FileBytes();
}

std::string errorOf(const FileBytes &bytes) {
  Result<Artifact> read = readArtifact(bytes);
  return read ? "" : read.message();
}

TEST(ArtifactFile, WhatIsWrittenIsRead) {
  Result<Artifact> read = readArtifact(sampleBytes());
  ASSERT_TRUE(bool(read)) << read.message();
  EXPECT_EQ(*serialize(*read), sampleBytes());

  EXPECT_EQ(read->cpuFeatures, (std::vector<std::string>{"avx2", "fma"}));
  EXPECT_EQ(read->kernels[0].locations[0], (Location{"weir.add", "model.py", 5, 9, {}}));
  EXPECT_EQ(read->jobs[0].instructions[0].location.layer, "model.0");
  EXPECT_EQ(read->kernels[0].images[0].phases[0].offset, 64u);
  const KernelImage &image = read->kernels[1].images[1];
  EXPECT_EQ(image.target, "cuda");
  EXPECT_EQ(image.arch, "sm_90a");
  EXPECT_EQ(image.code.data()[1], 101);
  EXPECT_EQ(image.sourceHash, "cafe");
  ASSERT_EQ(image.phases.size(), 2u);
  EXPECT_EQ(image.phases[1].symbol, "add_1");
  EXPECT_EQ(image.phases[0].threads, 128u);
  EXPECT_EQ(image.phases[0].sharedBytes, 4096u);
  EXPECT_EQ(image.phases[0].registers, 40u);
  EXPECT_EQ(read->jobs[3].targets, (std::vector<std::string>{"cuda", "sim"}));
  EXPECT_EQ(read->kernels[0].operands[1].access, Access::Mut);
  EXPECT_EQ(read->variables[1].aliasOf, Id(0));
  EXPECT_EQ(read->variables[2].initial, std::nullopt);
  EXPECT_EQ(read->constants[1].data.data()[5], 55);
  const Job &job = read->jobs[1];
  EXPECT_EQ(job.inputs[0].shape, (std::vector<int64_t>{4, kDynamic}));
  EXPECT_EQ(job.scalars[2].kind, HostScalar::Kind::CeilDiv);
  EXPECT_EQ(std::get<ArenaStorage>(job.buffers[6].storage).inPlaceOf, Id(5));
  EXPECT_EQ(std::get<Call>(job.instructions[1].body).locations[0].file, "a.py");
  EXPECT_EQ(job.instructions[1].predecessors, std::vector<Id>{0});
  EXPECT_EQ(std::get<Fill>(job.instructions[10].body).bits, 0x7fc00000u);
  EXPECT_EQ(job.instructions[10].predicate, Id(1));
  EXPECT_EQ(job.instructions[10].location.line, 20u);
}

TEST(ArtifactFile, RepeatsAreRead) {
  Artifact artifact = sampleArtifact();
  Job &written = artifact.jobs[0];
  written.repeat = 4;
  std::get<InputStorage>(written.buffers[0].storage).isSliced = true;
  std::get<ResultStorage>(written.buffers[1].storage).isStacked = true;
  written.buffers.push_back({DType::F32, {0, 1}, ArenaStorage{0, 0, {}, {}, /*registers=*/3, false}});
  written.buffers.push_back({DType::F32, {0, 1}, ArenaStorage{0, 0, {}, {}, 1, /*isCarried=*/true}});
  written.instructions.push_back({Release{0}, 0, {}, {}, {}, When::Last});
  Result<std::vector<uint8_t>> bytes = serialize(artifact);
  ASSERT_TRUE(bool(bytes)) << bytes.message();
  Result<Artifact> read = readArtifact(*bytes);
  ASSERT_TRUE(bool(read)) << read.message();
  const Job &job = read->jobs[0];
  EXPECT_EQ(job.repeat, 4u);
  EXPECT_TRUE(std::get<InputStorage>(job.buffers[0].storage).isSliced);
  EXPECT_TRUE(std::get<ResultStorage>(job.buffers[1].storage).isStacked);
  EXPECT_EQ(std::get<ArenaStorage>(job.buffers[2].storage).registers, 3u);
  EXPECT_TRUE(std::get<ArenaStorage>(job.buffers[3].storage).isCarried);
  EXPECT_EQ(job.instructions[1].when, When::Last);
}

TEST(ArtifactFile, ImagesAndConstantsAreAligned) {
  Result<Artifact> read = readArtifact(sampleBytes());
  ASSERT_TRUE(bool(read));
  for (const Kernel &kernel : read->kernels) {
    EXPECT_EQ(reinterpret_cast<uintptr_t>(kernel.host.data()) % 64, 0u);
    for (const KernelImage &image : kernel.images)
      EXPECT_EQ(reinterpret_cast<uintptr_t>(image.code.data()) % 64, 0u);
  }
  for (const Constant &constant : read->constants)
    EXPECT_EQ(reinterpret_cast<uintptr_t>(constant.data.data()) % 64, 0u);
}

TEST(ArtifactFile, EqualBytesAreStoredOnce) {
  Artifact artifact = sampleArtifact();
  Result<Artifact> read = readArtifact(sampleBytes());
  ASSERT_TRUE(bool(read));
  EXPECT_EQ(read->kernels[0].host.data(), read->kernels[0].images[0].code.data());
  EXPECT_NE(read->kernels[1].host.data(), read->kernels[1].images[0].code.data());
  const Bytes &code = artifact.kernels[0].host;
  artifact.kernels[0].images[0].code = Bytes(std::vector<uint8_t>(code.data(), code.data() + code.size()));
  EXPECT_EQ(*serialize(artifact), sampleBytes()) << "not the same memory, but the same bytes";
}

TEST(ArtifactFile, ThroughAFile) {
  std::string path = ::testing::TempDir() + "weir_artifact_test.weir";
  ASSERT_EQ(writeArtifact(sampleArtifact(), path), std::nullopt);
  Result<Artifact> read = readArtifact(path);
  ASSERT_TRUE(bool(read)) << read.message();
  EXPECT_EQ(*serialize(*read), sampleBytes());
  std::remove(path.c_str());
  read = readArtifact(path);
  ASSERT_FALSE(read);
  EXPECT_NE(read.message().find("No such file"), std::string::npos);
  EXPECT_FALSE(readArtifact(std::string("/")));
  EXPECT_NE(writeArtifact(sampleArtifact(), "/nowhere/model.weir"), std::nullopt);
}

/// Bits between sections mean nothing; all others are noticed.
TEST(ArtifactFile, NoFlippedBitGoesUnnoticed) {
  FileBytes bytes = sampleBytes();
  size_t harmless = 0;
  for (size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    bytes[bit / 8] ^= uint8_t(1 << bit % 8);
    if (Result<Artifact> read = readArtifact(bytes)) {
      ++harmless;
      ASSERT_EQ(*serialize(*read), sampleBytes()) << "bit " << bit;
    }
    bytes[bit / 8] ^= uint8_t(1 << bit % 8);
  }
  EXPECT_LT(harmless, 7 * 64 * 8u) << "only padding behind seven sections may be harmless";
}

TEST(ArtifactFile, NoOtherLengthIsRead) {
  FileBytes bytes = sampleBytes();
  for (size_t size = 0; size < bytes.size(); ++size)
    ASSERT_NE(errorOf(FileBytes(bytes.begin(), bytes.begin() + ptrdiff_t(size))), "") << size;
  bytes.push_back(0);
  EXPECT_NE(errorOf(bytes).find("expects a file of"), std::string::npos);
}

TEST(ArtifactFile, ErrorsNameTheSection) {
  FileBytes bytes = sampleBytes();
  file::Header header;
  std::memcpy(&header, bytes.data(), sizeof header);
  auto errorAfterFlip = [&](size_t position) {
    FileBytes flipped = bytes;
    flipped[position] ^= 1;
    return errorOf(flipped);
  };
  EXPECT_EQ(errorAfterFlip(0), "artifact header: expects the file to begin as a weir artifact does");
  EXPECT_EQ(errorAfterFlip(8),
            "artifact header: expects format version 4, got 5, of a newer compiler; compile the program again");
  bytes[8] = 3;
  EXPECT_EQ(errorOf(bytes),
            "artifact header: expects format version 4, got 3, of an older compiler; compile the program again");
  bytes[8] = 4;
  EXPECT_NE(errorAfterFlip(20).find("artifact header: expects contents"), std::string::npos);
  EXPECT_NE(errorAfterFlip(header.metadata.offset).find("artifact metadata: expects contents"), std::string::npos);
  EXPECT_NE(errorAfterFlip(64).find("artifact host code of kernel 'add'"), std::string::npos);
  EXPECT_NE(errorAfterFlip(256).find("artifact image for 'sim' ''"), std::string::npos);
  EXPECT_NE(errorAfterFlip(512).find("artifact image for 'cuda' 'sm_90a'"), std::string::npos);
  EXPECT_NE(errorAfterFlip(704).find("artifact data of constant 0"), std::string::npos);
}

/// Damage with right hashes, as a bug or a hostile writer makes it: the reader refuses or gives a valid artifact, and
/// never reads outside the file. Sanitizers watch.
TEST(ArtifactFile, MetadataIsNotTrusted) {
  const FileBytes original = sampleBytes();
  file::Header header;
  std::memcpy(&header, original.data(), sizeof header);
  std::mt19937 random(1);
  int refused = 0;
  for (int round = 0; round < 20'000; ++round) {
    FileBytes bytes = original;
    for (uint32_t i = 0; i <= random() % 3; ++i)
      bytes[header.metadata.offset + random() % header.metadata.length] = uint8_t(random() % 4 ? random() : 0xFF);
    file::Header fixed = header;
    fixed.metadata = file::describeSection(header.metadata.offset, std::span(bytes).subspan(header.metadata.offset));
    fixed.headerHash = file::hashOfHeader(fixed);
    std::memcpy(bytes.data(), &fixed, sizeof fixed);
    Result<Artifact> read = readArtifact(bytes);
    refused += !read;
    if (read)
      ASSERT_TRUE(bool(serialize(*read))) << "round " << round;
  }
  EXPECT_GT(refused, 10'000);
}

} // namespace
} // namespace weir
