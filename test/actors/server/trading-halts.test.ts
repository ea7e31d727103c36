import t from 'tap'
import { ServerCondition } from '../../../actors/server/condition.js'
import { TradingHalts } from '../../../actors/server/trading-halts.js'
import { createSharedBuffers, SharedCounters } from '../../../actors/shared/shared-state.js'
import { createClockMemory, shiftWallClock } from '../../../actors/thread/clock.js'
import type { Logger } from '../../../actors/thread/logger.js'
import { confirmClock } from '../../../storage/clock-confirmation.js'
import { STOPPED_AT } from '../../given/floors/shard.js'
import { writtenLog } from '../links/feeds/given-feed.js'
import { ManualClock } from '../links/manual-clock.js'

const HOUR_MS = 3_600_000
const log = () => undefined
const NOBODY = { info: log, warn: log, error: log } as unknown as Logger

/** The watches by a clock that a test moves, and all that is told of what they see. */
function given(dataDir: string, diskReserveBytes: number) {
  const clock = new ManualClock()
  const clockMemory = createClockMemory()
  const counters = new SharedCounters(createSharedBuffers(), 1)
  const [log, told, halted] = [writtenLog(), [] as string[], [] as (number | null)[]]
  const condition = new ServerCondition(
    NOBODY,
    (since) => halted.push(since),
    () => STOPPED_AT,
  )
  let heard = (): void => undefined
  const halts = new TradingHalts({
    dataDir,
    diskReserveBytes,
    projectionLagMax: 1_000,
    counters,
    clockOffsetMs: 0,
    clock,
    clockMemory,
    condition,
    logger: log,
    haltDemo: () => undefined,
    tell: (text) => {
      told.push(text)
      heard()
    },
  })
  const untilTold = (): Promise<void> =>
    new Promise((resolve) => {
      heard = resolve
      clock.advance(1_000)
    })
  return { clock, clockMemory, counters, log, told, halted, condition, halts, untilTold }
}

t.test('a disk that is nearly full stops trading before anything is written', async (t) => {
  const { halts, condition, halted } = given(t.testdir(), Number.MAX_SAFE_INTEGER)
  await halts.start()
  t.same(halted, [STOPPED_AT])
  const reason = condition.haltReason
  t.match(reason, /^The disk is nearly full: only \d+ MiB are free\.$/)
  t.ok(Number(/\d+/.exec(reason)) > 0)
  t.match(condition.troubles, [/^The disk is nearly full: only \d+ MiB are free\.$/])
  // Each class of stored data has a check of its own, and they end in any order.
  t.match(condition.notes.toSorted(), [
    /demo accounts from sign-ups cannot trade/,
    /the server stores no more data from staff/,
    /traders and visitors/,
  ])
  halts.stop()
})

t.test('tables that are behind are noted, and stop trading where they stand still', async (t) => {
  const { halts, clock, counters, condition } = given(t.testdir(), 0)
  await halts.start()
  const seen = () => [condition.notes, condition.troubles, condition.haltReason]
  counters.raiseSequence(999)
  clock.advance(1_000)
  t.same(seen(), [[], [], ''], 'the logs are read')
  halts.startLag()
  clock.advance(1_000)
  const slowed = 'The tables are behind the logs, so the server slows down orders.'
  t.same(seen(), [[slowed], [], ''])
  counters.raiseSequence(1_000)
  clock.advance(5_000)
  const stuck = 'The tables are 1000 records behind the logs and make no progress.'
  t.same(seen(), [[], [stuck], stuck])
  counters.setProjectionSeq(501)
  clock.advance(1_000)
  t.same(seen(), [[slowed], [], ''])
  counters.setProjectionSeq(900)
  clock.advance(1_000)
  t.same(seen(), [[], [], ''])
  t.equal(clock.timers, 6)
  halts.stop()
  t.equal(clock.timers, 0)
})

t.test('each change of the clock is told in words, to the journal and to the log', async (t) => {
  const dataDir = t.testdir()
  const { halts, clockMemory, log, told, halted, condition, untilTold } = given(dataDir, 0)
  await halts.start()
  const shifted = async (byHours: number): Promise<string[]> => {
    shiftWallClock(clockMemory, byHours * HOUR_MS)
    await untilTold()
    // The moment is of the machine, which the test does not set.
    const texts = told.splice(0)
    const said = texts.map((text) => text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/, 'NOW'))
    const lines = log.lines.splice(0).map((line, i) => line.replace(texts[i] ?? '?', 'TEXT'))
    return [...said, ...lines, condition.haltReason]
  }
  const reason =
    "The machine's clock jumped by 5 h 0 min. Trading waits until the clock is right again or you confirm the new time."
  t.same(await shifted(5), [
    "The machine's clock jumped ahead by 5 h 0 min, to NOW: trading, day ends and trimming wait",
    'warn TEXT {"what":"jumped"}',
    reason,
  ])
  t.equal(halts.isClockTrusted, false)
  t.same(await shifted(-5), [
    "The machine's clock is back, at NOW: trading goes on",
    'warn TEXT {"what":"back"}',
    '',
  ])
  t.equal(halts.isClockTrusted, true)
  t.same(halted, [STOPPED_AT, null])
  t.same(await shifted(-5), [
    "The machine's clock jumped back by 5 h 0 min, to NOW: trading, day ends and trimming wait",
    'warn TEXT {"what":"jumped"}',
    reason,
  ])
  confirmClock(dataDir)
  t.same(await shifted(0), [
    "A person confirmed the machine's clock: it is NOW, 5 h 0 min behind the server's time, and trading goes on by it",
    'warn TEXT {"what":"confirmed"}',
    '',
  ])
  halts.stop()
})
