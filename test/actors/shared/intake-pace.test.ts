import t from 'tap'
import { LagWatch } from '../../../actors/server/lag-watch.js'
import { IntakePace, pauseOf } from '../../../actors/shared/intake-pace.js'
import { createSharedBuffers, SharedCounters } from '../../../actors/shared/shared-state.js'

const LAG_MAX = 200_000

function counters(): SharedCounters {
  return new SharedCounters(createSharedBuffers(), 1)
}

t.test('nobody rests up to a quarter of the bound, and ever longer beyond it', async (t) => {
  t.equal(pauseOf(LAG_MAX / 4, LAG_MAX), 0)
  t.ok(pauseOf(LAG_MAX / 4 + 100, LAG_MAX) > 0)
  let before = 0
  for (let lag = LAG_MAX / 4; lag < 2 * LAG_MAX; lag += 1000) {
    const pause = pauseOf(lag, LAG_MAX)
    t.ok(pause >= before, `at ${lag}`)
    before = pause
  }
})

t.test('a shard that has just started takes as many requests a turn as any other', async (t) => {
  const pace = new IntakePace(counters(), LAG_MAX, 3)
  t.same([pace.takesMore(), pace.takesMore(), pace.takesMore()], [true, true, false])
  t.equal(pace.entries, 3)
  t.equal(pace.isSlowed, false)
  pace.rest(3)
  t.equal(pace.isSlowed, false, 'nor after a turn that the tables have taken')
})

/** Seconds of a shard that decides 100,000 records a second and tables that take `tablesPerSec`. */
function lagsOf(tablesPerSec: number, seconds: number): { lags: number[]; longestRestMs: number } {
  const shared = counters()
  let longestRestMs = 0
  let nowMs = 0
  const pace = new IntakePace(shared, LAG_MAX, 256, (ms) => {
    longestRestMs = Math.max(longestRestMs, ms)
    nowMs += ms
  })
  const lags: number[] = []
  while (nowMs < seconds * 1000) {
    let records = 0
    do {
      shared.nextSequence()
      records++
      nowMs += 0.01
    } while (pace.takesMore())
    pace.turnEnds()
    shared.setProjectionSeq(Math.min(shared.sequence, Math.floor((nowMs * tablesPerSec) / 1000)))
    pace.rest(records)
    if (Math.floor(nowMs / 1000) > lags.length) lags.push(shared.projectionLag)
  }
  return { lags, longestRestMs }
}

for (const tablesPerSec of [80_000, 50_000, 5_000, 500, 50]) {
  t.test(`tables that take ${tablesPerSec} records a second stay within the bound`, async (t) => {
    const { lags, longestRestMs } = lagsOf(tablesPerSec, 120)
    t.ok(Math.max(...lags) < LAG_MAX, `${Math.max(...lags)} records behind`)
    t.ok(longestRestMs <= 5)
    const settled = lags.slice(-20)
    t.ok(Math.max(...settled) - Math.min(...settled) < LAG_MAX / 50, 'it settles')
  })
}

t.test('tables that keep up slow nobody down', async (t) => {
  const { lags, longestRestMs } = lagsOf(100_000, 5)
  t.ok(Math.max(...lags) <= LAG_MAX / 4)
  t.equal(longestRestMs, 0)
})

t.test('what a long turn leaves is rested in short rests', async (t) => {
  const shared = counters()
  const rests: number[] = []
  const pace = new IntakePace(shared, LAG_MAX, 256, (ms) => rests.push(ms))
  for (let n = 0; n < LAG_MAX; n++) shared.nextSequence()
  pace.rest(0)
  t.ok(pace.isSlowed)
  for (let turn = 0; turn < 200; turn++) pace.rest(turn === 0 ? 10_000 : 0)
  t.ok(rests.every((ms) => ms <= 5))
  const total = rests.reduce((sum, ms) => sum + ms, 0)
  t.ok(total > 200 && total <= 250, `${total} ms: owed, and bounded`)
})

t.test('tables that stand still at the bound stop trading until half of it is done', async (t) => {
  const shared = counters()
  const told: string[] = []
  let look: () => void = () => undefined
  const watch = new LagWatch(shared, 1000, (state) => told.push(state))
  watch.start({
    now: () => 0,
    monotonic: () => 0,
    after: () => ({ cancel: () => undefined }),
    every: (_ms, run) => {
      look = run
      return { cancel: () => undefined }
    },
  })
  const looks = (count: number) => {
    for (let n = 0; n < count; n++) look()
  }
  for (let n = 0; n < 500; n++) shared.nextSequence()
  looks(20)
  t.same(told, ['slowed'], 'far from the bound nothing stops')
  for (let n = 0; n < 600; n++) shared.nextSequence()
  for (let n = 0; n < 20; n++) {
    shared.setProjectionSeq(n)
    look()
  }
  t.same(told, ['slowed'], 'tables that move are waited for')
  looks(4)
  t.same(told, ['slowed'])
  looks(1)
  t.same(told, ['slowed', 'stuck'])
  shared.setProjectionSeq(400)
  looks(1)
  t.same(told, ['slowed', 'stuck'], 'still more than half behind')
  shared.setProjectionSeq(601)
  looks(1)
  t.same(told, ['slowed', 'stuck', 'slowed'])
  shared.setProjectionSeq(1100)
  looks(1)
  t.same(told.at(-1), 'ok')
})

t.test(
  'the rest for a record is what the records behind come to, and no more than at the bound',
  (t) => {
    const pauses = [0, 250, 400, 625, 850, 1000, 5000].map((lag) => Math.round(pauseOf(lag, 1000)))
    t.same(pauses, [0, 0, 50, 500, 3200, 20_000, 20_000])
    t.end()
  },
)

t.test(
  'a shard takes what a rest pays for, rests after it, and owes nothing that is caught up',
  (t) => {
    const shared = counters()
    for (let n = 0; n < 1000; n++) shared.nextSequence()
    const rests: number[] = []
    const pace = new IntakePace(shared, 1000, 20, (ms) => rests.push(Math.round(ms * 100) / 100))
    /** What is taken in a turn, whether it is slowed after it, and the rests that it took. */
    const turnOf = (records: number, behind: number) => {
      shared.setProjectionSeq(1000 - behind)
      let taken = 1
      while (pace.takesMore()) taken++
      t.equal(pace.entries, taken)
      pace.turnEnds()
      t.equal(pace.entries, 0)
      pace.rest(records)
      return [taken, pace.isSlowed, ...rests.splice(0)]
    }
    t.same(turnOf(100, 250), [20, false])
    t.same(turnOf(100, 400), [20, true], 'what was done before counts for nothing')
    t.same(turnOf(3, 400), [20, true], 'too short to be taken')
    t.same(turnOf(2, 625), [20, true, 0.25], 'but not lost')
    t.same(turnOf(1, 625), [10, true, 0.5])
    t.same(turnOf(0, 1000), [10, true])
    t.same(turnOf(100, 1000), [1, true, 5])
    t.same(turnOf(0, 250), [1, false, 5])
    t.same(turnOf(0, 625), [20, true], 'what was owed is caught up')
    t.same(turnOf(0, 625), [10, true])
    t.end()
  },
)

t.test('a rest takes its time', (t) => {
  const shared = counters()
  for (let n = 0; n < 1000; n++) shared.nextSequence()
  const pace = new IntakePace(shared, 1000, 20)
  pace.rest(0)
  const begun = performance.now()
  pace.rest(1)
  t.ok(performance.now() - begun > 4)
  t.end()
})
