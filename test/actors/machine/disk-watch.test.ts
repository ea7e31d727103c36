import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { DiskWatch } from '../../../actors/machine/disk-watch.js'
import { type Clock, systemClock } from '../../../actors/thread/clock.js'

t.test('it has looked when it has started, and told what it saw', async (t) => {
  const told: string[] = []
  const watch = new DiskWatch(
    { dataDir: t.testdir(), reserveBytes: Number.MAX_SAFE_INTEGER },
    'trading',
    (space) => told.push(space),
  )
  await watch.start(systemClock())
  watch.stop()
  t.same(told, ['low'])
  const other = new DiskWatch({ dataDir: t.testdir(), reserveBytes: 0 }, 'trading', (space) =>
    told.push(space),
  )
  await other.start(systemClock())
  other.stop()
  t.same(told, ['low'], 'that there is space is no news')
})

t.test('stopped during its first look, it comes to no second one', async (t) => {
  const clock = systemClock()
  let timers = 0
  const watch = new DiskWatch({ dataDir: t.testdir(), reserveBytes: 0 }, 'trading', () => undefined)
  const started = watch.start({
    ...clock,
    every: (ms, run) => {
      const timer = clock.every(ms, run)
      timers++
      return {
        cancel: () => {
          timers--
          timer.cancel()
        },
      }
    },
  })
  watch.stop()
  await started
  t.equal(timers, 0)
})

t.test('it looks every half second, and tells what is new', async (t) => {
  const told: string[] = []
  const timers: [number, () => void][] = []
  let heard = (): void => undefined
  const directory = join(t.testdir(), 'data')
  const watch = new DiskWatch(
    { dataDir: directory, reserveBytes: Number.MAX_SAFE_INTEGER },
    'trading',
    (space) => {
      told.push(space)
      heard()
    },
  )
  const clock = {
    every: (ms: number, run: () => void) => {
      timers.push([ms, run])
      return { cancel: () => undefined }
    },
  } as unknown as Clock
  await watch.start(clock)
  t.same(told, [], 'a disk that does not answer tells nothing')
  mkdirSync(directory)
  const [[ms, look] = [0, () => undefined]] = timers
  t.equal(ms, 500)
  await new Promise<void>((resolve) => {
    heard = resolve
    look()
  })
  t.same(told, ['low'])
  await watch.start(clock)
  t.same(told, ['low'], 'that it still is so is no news')
})
