// How streams are folded onto lanes, and that no event is made that another already implies.
#include "lib/Runtime/Vm/Lanes.h"

#include <gtest/gtest.h>

namespace weir {
namespace {

Instruction on(uint32_t stream, std::vector<Id> predecessors = {}) {
  return {Barrier{}, stream, std::move(predecessors), {}, {}};
}

/// Barriers in `on` would order everything; these tests want instructions without meaning.
Job jobOf(std::vector<Instruction> instructions) {
  Job job;
  for (Instruction &instruction : instructions)
    if (std::holds_alternative<Barrier>(instruction.body))
      instruction.body = Release{0};
  job.instructions = std::move(instructions);
  return job;
}

size_t numWaits(const LaneSchedule &schedule) {
  size_t count = 0;
  for (const auto &lane : schedule.lanes)
    for (const LaneStep &step : lane)
      count += step.waits.size();
  return count;
}

TEST(Lanes, OneLaneIsTheListWithoutEvents) {
  LaneSchedule schedule = scheduleLanes(jobOf({on(0), on(1, {0}), on(2, {1}), on(0, {2})}), 1, {});
  ASSERT_EQ(schedule.lanes.size(), 1u);
  EXPECT_EQ(schedule.events.size(), 0u);
  for (Id id = 0; id < 4; ++id)
    EXPECT_EQ(schedule.lanes[0][id].instruction, id);
}

TEST(Lanes, StreamsFoldOntoLanes) {
  LaneSchedule schedule = scheduleLanes(jobOf({on(0), on(1), on(2), on(3)}), 2, {});
  ASSERT_EQ(schedule.lanes.size(), 2u);
  EXPECT_EQ(schedule.lanes[0].size(), 2u);
  EXPECT_EQ(schedule.lanes[1].size(), 2u);
  EXPECT_EQ(schedule.events.size(), 0u);
}

TEST(Lanes, OneEventServesAllWhoWait) {
  LaneSchedule schedule = scheduleLanes(jobOf({on(0), on(1, {0}), on(2, {0})}), 3, {});
  EXPECT_EQ(schedule.events.size(), 1u);
  EXPECT_EQ(numWaits(schedule), 2u);
  EXPECT_TRUE(schedule.lanes[0][0].recorded.has_value());
}

TEST(Lanes, ImpliedOrderTakesNoEvent) {
  // 0 and 1 on lane 0; 2 on lane 1 waits for 1, which implies 0; 3 on lane 1 asks for 0 again; 5 on lane 2 waits for 4,
  // which implies all of it.
  LaneSchedule schedule =
      scheduleLanes(jobOf({on(0), on(0), on(1, {0, 1}), on(1, {0}), on(1, {1}), on(2, {0, 1, 4})}), 3, {});
  EXPECT_EQ(schedule.events.size(), 2u);
  EXPECT_EQ(numWaits(schedule), 2u);
}

TEST(Lanes, ReuseOfBytesIsOrdered) {
  ArenaUse first{0, 64, {0, 1}}, second{0, 64, {2}}, elsewhere{64, 128, {2}};
  Job job = jobOf({on(0), on(0), on(1)});
  EXPECT_EQ(scheduleLanes(job, 2, std::vector{first, elsewhere}).events.size(), 0u);
  LaneSchedule schedule = scheduleLanes(job, 2, std::vector{first, second});
  EXPECT_EQ(schedule.events.size(), 1u);
  EXPECT_TRUE(schedule.lanes[0][1].recorded.has_value());
}

// ---- Of a job that repeats ----

using Waits = std::vector<std::pair<Id, uint32_t>>; ///< instructions and lags

Waits waitsOf(const LaneSchedule &schedule, size_t lane, size_t step) {
  Waits waits;
  for (const LaneWait &wait : schedule.lanes[lane][step].waits)
    waits.push_back({schedule.events[wait.event], wait.lag});
  return waits;
}

Job repeated(uint32_t times, std::vector<Instruction> instructions) {
  Job job = jobOf(std::move(instructions));
  job.repeat = times;
  return job;
}

TEST(Lanes, CountsOfCredits) {
  LaneWait data{0, 0}, credit{0, 2};
  EXPECT_EQ(data.countIn(0), 1u);
  EXPECT_EQ(data.countIn(7), 8u);
  EXPECT_EQ(credit.countIn(1), 0u);
  EXPECT_EQ(credit.countIn(2), 1u);
  EXPECT_EQ(credit.countIn(7), 6u);
}

TEST(Lanes, WhoWritesRegistersWaitsForCredits) {
  Job job = repeated(5, {on(0), on(1, {0})});
  RegisterUse use{2, {0, 1}, {0}};
  LaneSchedule schedule = scheduleLanes(job, 2, {}, std::vector{use});
  EXPECT_EQ(waitsOf(schedule, 0, 0), (Waits{{1, 2}}));
  EXPECT_EQ(waitsOf(schedule, 1, 0), (Waits{{0, 0}})) << "which implies those of earlier iterations";
  use.registers = 5;
  EXPECT_EQ(waitsOf(scheduleLanes(job, 2, {}, std::vector{use}), 0, 0), Waits()) << "there are credits for all";
}

TEST(Lanes, WhatIsCarriedIsRead) {
  Job job = repeated(5, {on(0), on(1)});
  LaneSchedule schedule = scheduleLanes(job, 2, {}, std::vector{RegisterUse{1, {0, 1}, {1}}});
  EXPECT_EQ(waitsOf(schedule, 0, 0), (Waits{{1, 1}})) << "what the iteration before has written";
  EXPECT_EQ(waitsOf(schedule, 1, 0), (Waits{{0, 1}})) << "the job doesn't ask for more";
}

TEST(Lanes, ReuseOfBytesIsOrderedBetweenIterations) {
  ArenaUse first{0, 64, {0}}, second{0, 64, {1}};
  LaneSchedule schedule = scheduleLanes(repeated(5, {on(0), on(1)}), 2, std::vector{first, second});
  EXPECT_EQ(waitsOf(schedule, 0, 0), (Waits{{1, 1}}));
  EXPECT_EQ(waitsOf(schedule, 1, 0), (Waits{{0, 0}}));
}

TEST(Lanes, BarriersOrderIterations) {
  Job job = repeated(5, {on(0), on(1), on(0)});
  job.instructions[1].body = Barrier{};
  LaneSchedule schedule = scheduleLanes(job, 2, {});
  EXPECT_EQ(waitsOf(schedule, 1, 0), (Waits{{0, 0}})) << "which implies the last one of the iteration before";
  EXPECT_EQ(waitsOf(schedule, 0, 0), (Waits{{1, 1}}));
  EXPECT_EQ(waitsOf(schedule, 0, 1), (Waits{{1, 0}}));
}

/// No iteration comes before the first and none after the last, and what waits in one of them waits for itself alone.
TEST(Lanes, InstructionsOfOneIteration) {
  Job job = repeated(5, {on(0), on(1, {0}), on(1, {0})});
  job.instructions[0].when = When::First;
  job.instructions[1].when = When::Last;
  LaneSchedule schedule = scheduleLanes(job, 2, {}, std::vector{RegisterUse{1, {0, 1}, {0, 1}}});
  EXPECT_EQ(waitsOf(schedule, 0, 0), Waits());
  EXPECT_EQ(waitsOf(schedule, 1, 0), (Waits{{0, 0}}));
  EXPECT_EQ(waitsOf(schedule, 1, 1), (Waits{{0, 0}}));
}

TEST(Lanes, BarrierOrdersAllLanes) {
  Job job = jobOf({on(0), on(1), on(2), on(0), on(1), on(2)});
  job.instructions[2].body = Barrier{};
  LaneSchedule schedule = scheduleLanes(job, 3, {});
  EXPECT_EQ(schedule.lanes[2][0].waits.size(), 2u);
  EXPECT_EQ(schedule.lanes[0][1].waits.size(), 1u);
  EXPECT_EQ(schedule.lanes[1][1].waits.size(), 1u);
  EXPECT_EQ(schedule.lanes[2][1].waits.size(), 0u);
}

} // namespace
} // namespace weir
