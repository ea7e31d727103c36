import t from 'tap'
import { BuiltInProviders } from '../../../../actors/links/simulator/built-in-providers.js'
import { SimulatedNumbers } from '../../../../actors/links/simulator/simulated-numbers.js'
import { SimulatorThread } from '../../../../actors/links/simulator/simulator-thread.js'
import { createClockMemory, systemClock } from '../../../../actors/thread/clock.js'
import { BUILT_IN_SIMULATOR } from '../../../../engine/config/demo-set.js'
import { moment } from '../../../given/desk.js'
import { feedRecord, startedFeed, writtenLog } from '../feeds/given-feed.js'
import { ManualClock } from '../manual-clock.js'

const clock = systemClock()

t.test('a connection to a built-in provider rests until that listens', async (t) => {
  let changes = 0
  const providers = new BuiltInProviders({
    clock,
    log: writtenLog(),
    clockOffsetMs: 0,
    clockMemory: createClockMemory(),
    changed: () => {
      changes++
    },
  })
  const other = feedRecord({ server: 'fix.example.com:9876' })
  t.equal(providers.dialled(other), other)
  const off = feedRecord({ server: BUILT_IN_SIMULATOR, enabled: false })
  t.equal(providers.dialled(off), off, 'nothing is started for it')
  const dde = feedRecord({ server: BUILT_IN_SIMULATOR })
  const fix = feedRecord({ server: BUILT_IN_SIMULATOR, module: 'fix44' })
  for (const record of [dde, fix]) t.equal(providers.dialled(record).enabled, false)
  while (changes < 2) await moment()
  const seats = [dde, fix].map((record) => providers.dialled(record))
  for (const seat of seats) t.match(seat, { enabled: true, server: /^127\.0\.0\.1:[1-9]\d+$/ })
  t.equal(new Set(seats.map(({ server }) => server)).size, 2)
  t.equal(new Set(seats.map(({ password }) => password)).size, 2)
  t.ok(seats.every(({ password }) => password.length > 40))
  const [seat = dde] = seats
  for (const wrong of [{ login: 'desk' }, { password: 'sEcReT-1' }]) {
    const { actor, until } = startedFeed(
      { record: { ...seat, ...wrong }, symbols: undefined },
      clock,
    )
    await until(() => actor.lastError !== '')
    t.equal(actor.lastError, 'the provider denied access; check login and password')
    actor.stop()
  }
  await providers.stop()
})

t.test('the thread of the provider is started again when it ends', async (t) => {
  const log = writtenLog()
  const memory = new SharedArrayBuffer(3)
  const thread = new SimulatorThread({
    clock,
    log,
    listens: () => t.fail('it cannot have begun'),
    data: { clockOffsetMs: 0, clock: memory, login: '', password: '', ticksPerSec: 1 },
  })
  const ends = (): number => log.lines.filter((line) => line.includes('starting it again')).length
  while (ends() < 2) await moment()
  await thread.stop()
  const before = ends()
  await moment()
  t.equal(ends(), before)
})

t.test('it waits longer each time that it ends soon, and after a minute as at first', async (t) => {
  const log = writtenLog()
  const manual = new ManualClock()
  // The server has run for longer than that.
  manual.advance(90_000)
  const memory = new SharedArrayBuffer(3)
  const thread = new SimulatorThread({
    clock: manual,
    log,
    listens: () => t.fail('it cannot have begun'),
    data: { clockOffsetMs: 0, clock: memory, login: '', password: '', ticksPerSec: 1 },
  })
  const waits = (): number[] =>
    log.lines.flatMap((line) => /"afterMs":(\d+)/.exec(line)?.[1] ?? []).map(Number)
  const lives = [
    [0, 100],
    [0, 200],
    [60_000, 500],
    [60_001, 100],
    [0, 200],
  ] as const
  for (const [index, [livedMs, waitMs]] of lives.entries()) {
    // It has begun in this turn, so that its end is not heard before.
    manual.advance(livedMs)
    while (waits().length <= index) await moment()
    manual.advance(waitMs)
  }
  await thread.stop()
  t.same(
    waits(),
    lives.map(([, waitMs]) => waitMs),
  )
})

t.test('one that is stopped while it waits does not begin again', async (t) => {
  const log = writtenLog()
  const manual = new ManualClock()
  const memory = new SharedArrayBuffer(3)
  const thread = new SimulatorThread({
    clock: manual,
    log,
    listens: () => t.fail('it cannot have begun'),
    data: { clockOffsetMs: 0, clock: memory, login: '', password: '', ticksPerSec: 1 },
  })
  while (manual.timers === 0) await moment()
  await thread.stop()
  t.equal(manual.timers, 0)
  t.match(log.lines, [/^error the built-in provider ended; starting it again .*"afterMs":100/])
})

t.test('session numbers continue after a reconnect and restart after a reset', (t) => {
  const store = new SimulatedNumbers()
  t.same(store.numbers, { nextIn: 1, nextOut: 1 })
  const sent = (seq: number) => ({ what: 'sent', seq, message: null }) as const
  store.keep([sent(4), { what: 'received', nextIn: 9 }, sent(5)])
  t.same(store.numbers, { nextIn: 9, nextOut: 6 })
  store.keep([{ what: 'reset' }, sent(1)])
  t.same(store.numbers, { nextIn: 1, nextOut: 2 })
  t.end()
})
