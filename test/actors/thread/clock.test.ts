import t from 'tap'
import {
  createClockMemory,
  machineReadings,
  rest,
  shiftWallClock,
  systemClock,
  within,
} from '../../../actors/thread/clock.js'

/** The patience with a machine that is busy with something else. */
const PATIENCE_MS = 60_000

t.test('the offset moves the wall time and not durations', async (t) => {
  const [clock, ahead] = [systemClock(), systemClock(86_400_000)]
  const [now, later] = [clock.now(), ahead.now()]
  t.ok(later - now >= 86_400_000 && later - now < 86_400_000 + PATIENCE_MS)
  t.ok(Math.abs(ahead.monotonic() - clock.monotonic()) < PATIENCE_MS)
})

t.test('monotonic time never falls', async (t) => {
  const clock = systemClock()
  let last = clock.monotonic()
  for (let i = 0; i < 10_000; i++) {
    const now = clock.monotonic()
    if (now < last) t.fail(`${now} after ${last}`)
    last = now
  }
})

t.test('after runs once and not before its time', async (t) => {
  const clock = systemClock()
  const begun = clock.monotonic()
  let runs = 0
  await new Promise<void>((resolve) => {
    clock.after(20, () => {
      runs++
      resolve()
    })
  })
  t.ok(clock.monotonic() - begun >= 19)
  t.equal(runs, 1)
})

t.test('every runs again and again until it is cancelled', async (t) => {
  const clock = systemClock()
  let runs = 0
  await new Promise<void>((resolve) => {
    const timer = clock.every(1, () => {
      if (++runs < 3) return
      timer.cancel()
      resolve()
    })
  })
  await new Promise<void>((resolve) => clock.after(10, resolve))
  t.equal(runs, 3)
})

t.test('what is cancelled does not run, and cancelling twice is harmless', async (t) => {
  const clock = systemClock()
  const timer = clock.after(1, () => t.fail('it ran'))
  timer.cancel()
  timer.cancel()
  await new Promise<void>((resolve) => clock.after(5, resolve))
})

t.test('within gives what the work gave, or its error, and leaves no timer behind', async (t) => {
  let cancelled = 0
  const clock = {
    ...systemClock(),
    after: () => ({
      cancel: () => {
        cancelled++
      },
    }),
  }
  t.equal(await within(clock, PATIENCE_MS, Promise.resolve(7), 'late'), 7)
  await t.rejects(within(clock, PATIENCE_MS, Promise.reject(new Error('broken')), 'late'), /broken/)
  await new Promise((resolve) => setImmediate(resolve))
  t.equal(cancelled, 2)
})

t.test('within rejects with its reason when the work takes longer', async (t) => {
  const never = new Promise<never>(() => undefined)
  await t.rejects(
    within(systemClock(), 5, never, 'the desk took too long'),
    /the desk took too long/,
  )
})

t.test('a rest is as long as its clock says', async (t) => {
  const waits: number[] = []
  const after = (ms: number, run: () => void) => {
    waits.push(ms)
    run()
    return { cancel: () => undefined }
  }
  await rest({ ...systemClock(), after }, 7)
  t.same(waits, [7])
})

t.test('threads measure from one moment: readings rise with the time of the machine', (t) => {
  const memory = createClockMemory()
  const [one, other] = [machineReadings(0, memory), machineReadings(5_000, memory)]
  const machine = () => Number(process.hrtime.bigint()) / 1e6
  for (const { monotonic } of [one, other]) {
    const before = machine()
    const read = monotonic()
    const after = machine()
    t.ok(read >= before - 1 && read <= after + 1, `${before} ${read} ${after}`)
  }
  shiftWallClock(memory, 86_400_000)
  const ahead = other.wall() - Date.now()
  t.ok(ahead >= 86_404_000 && ahead <= 86_405_000 + PATIENCE_MS)
  t.end()
})
