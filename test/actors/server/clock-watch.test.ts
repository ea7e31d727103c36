import t from 'tap'
import { type ClockChange, ClockWatch } from '../../../actors/server/clock-watch.js'
import {
  CLOCK_JUMP_MS,
  type ClockReadings,
  createClockMemory,
  shiftWallClock,
  systemClock,
  TrustedTime,
} from '../../../actors/thread/clock.js'

const HOUR_MS = 3_600_000
const BEGUN = 1_700_000_000_000

/** A machine whose clocks a test moves, and a watch that looks each second of it. */
class Machine {
  wall = BEGUN
  monotonic = 5_000
  confirmed = false
  readonly told: ClockChange[] = []
  readonly watch: ClockWatch

  constructor() {
    const readings: ClockReadings = { wall: () => this.wall, monotonic: () => this.monotonic }
    this.watch = new ClockWatch({
      readings,
      trust: new TrustedTime(createClockMemory()),
      takeConfirmation: async () => {
        const { confirmed } = this
        this.confirmed = false
        return confirmed
      },
      changed: (change) => this.told.push(change),
    })
    this.watch.start({ every: () => ({ cancel: () => undefined }) })
  }

  /** `seconds` go by; then the wall clock is set by `jumpMs`. */
  async goOn(seconds: number, jumpMs = 0): Promise<string[]> {
    for (let i = 0; i < seconds; i++) {
      this.wall += 1_000
      this.monotonic += 1_000
      if (i === seconds - 1) this.wall += jumpMs
      await this.watch.look()
    }
    return this.told.splice(0).map(({ what }) => what)
  }
}

t.test('a clock that goes on, or is set right by less than an hour, is believed', async (t) => {
  const machine = new Machine()
  t.same(await machine.goOn(100), [])
  for (const jump of [HOUR_MS - 1_000, -HOUR_MS / 2, 90_000]) {
    t.same(await machine.goOn(1, jump), [])
    t.ok(machine.watch.isTrusted)
  }
})

t.test('a jump of more than an hour, either way, is told once, and that it is back', async (t) => {
  for (const jump of [HOUR_MS + 2_000, -HOUR_MS - 2_000, 400 * 24 * HOUR_MS]) {
    const machine = new Machine()
    await machine.goOn(10)
    const expected = machine.wall + 1_000
    machine.wall += 1_000 + jump
    machine.monotonic += 1_000
    await machine.watch.look()
    t.match(machine.told.splice(0), [{ what: 'jumped', wall: expected + jump, expected }])
    t.same(await machine.goOn(50), [])
    t.notOk(machine.watch.isTrusted)
    t.same(await machine.goOn(1, -jump + 10_000), ['back'])
    t.ok(machine.watch.isTrusted)
  }
})

t.test('jumps in a row are one, unless hours lie between them', async (t) => {
  const quick = new Machine()
  t.same(await quick.goOn(1, 40 * 60_000), [])
  t.same(await quick.goOn(5, 40 * 60_000), ['jumped'])
  const slow = new Machine()
  t.same(await slow.goOn(1, 40 * 60_000), [])
  t.same(await slow.goOn(40 * 60, 40 * 60_000), [])
})

t.test('a person confirms a jump that was told, and no other one', async (t) => {
  const machine = new Machine()
  machine.confirmed = true
  t.same(await machine.goOn(5), [])
  t.same(await machine.goOn(1, 5 * HOUR_MS), ['jumped'], 'what lay there before counts for nothing')
  t.same(await machine.goOn(3), [])
  machine.confirmed = true
  t.same(await machine.goOn(1), ['confirmed'])
  t.ok(machine.watch.isTrusted)
  t.same(await machine.goOn(10), [])
  t.same(await machine.goOn(1, -5 * HOUR_MS), ['jumped'], 'from then on that is the time')
})

t.test(
  'no thread goes by a wall clock that jumped: time goes on by the monotonic one',
  async (t) => {
    const memory = createClockMemory()
    const [clock, other] = [systemClock(0, memory), systemClock(0, memory)]
    const trust = new TrustedTime(memory)
    const before = clock.now()
    shiftWallClock(memory, 24 * HOUR_MS)
    t.ok(clock.now() >= before + 24 * HOUR_MS, 'nobody watches yet')
    shiftWallClock(memory, -24 * HOUR_MS)
    const monotonic = Number(process.hrtime.bigint()) / 1e6
    trust.base = Date.now() - monotonic
    for (const jump of [24 * HOUR_MS, -48 * HOUR_MS]) {
      shiftWallClock(memory, jump)
      for (const each of [clock, other]) {
        t.ok(Math.abs(each.now() - Date.now()) < CLOCK_JUMP_MS / 2, 'as if nothing had happened')
      }
    }
    trust.base -= 24 * HOUR_MS
    t.ok(Math.abs(other.now() + 24 * HOUR_MS - Date.now()) < CLOCK_JUMP_MS / 2, 'confirmed')
  },
)

t.test('it looks each second, at one thing after the other, until it is stopped', async (t) => {
  const machine = { wall: BEGUN, monotonic: 5_000 }
  const [told, timers]: [string[], [ms: number, run: () => void][]] = [[], []]
  let [asked, answer] = [0, (_isConfirmed: boolean): void => undefined]
  const watch = new ClockWatch({
    readings: { wall: () => machine.wall, monotonic: () => machine.monotonic },
    trust: new TrustedTime(createClockMemory()),
    takeConfirmation: () => {
      asked++
      return new Promise((resolve) => {
        answer = resolve
      })
    },
    changed: ({ what }) => told.push(what),
  })
  watch.start({
    every(ms, run) {
      const timer: [number, () => void] = [ms, run]
      timers.push(timer)
      return { cancel: () => void timers.splice(timers.indexOf(timer), 1) }
    },
  })
  const [[ms, look] = [0, () => undefined]] = timers
  t.equal(ms, 1_000)
  machine.wall += 5 * HOUR_MS
  for (let i = 0; i < 3; i++) look()
  t.same([asked, told], [1, []], 'whether it was confirmed is asked once at a time')
  answer(false)
  await new Promise((resolve) => setImmediate(resolve))
  t.same(told, ['jumped'])
  look()
  t.equal(asked, 2)
  watch.stop()
  t.same(timers, [])
})

t.test('a jump of an hour is believed, and one of a millisecond more is not', async (t) => {
  for (const by of [1, -1]) {
    const told = [HOUR_MS, HOUR_MS + 1].map((jump) => new Machine().goOn(1, by * jump))
    t.same(await Promise.all(told), [[], ['jumped']])
  }
})
