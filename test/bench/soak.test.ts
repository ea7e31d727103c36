import t from 'tap'
import { runSoak } from '../../bench/soak/soak.js'
import { compareThirds, FLAT, type SoakSample, whoseRise } from '../../bench/soak/soak-samples.js'
import { BUILT_COMMAND } from '../given/built-command.js'

t.test('a soak of some seconds does all its work, and finds the books in order', async (t) => {
  const result = await runSoak({
    product: BUILT_COMMAND,
    minutes: 3,
    minuteSec: 1,
    warmUpSec: 1,
    warmUpRate: 40,
    traders: 2,
    rate: 20,
    say: (text) => t.comment(text),
  })
  t.ok(result.isInOrder)
  t.equal(result.samples.length, 3)
  for (const { orders, reads } of result.samples) t.ok(orders > 0 && reads > 0)
  for (const { threads } of result.samples) {
    for (const name of ['front', 'desk', 'projector', 'links', 'history', 'shard-0', 'queries-0']) {
      t.ok(Number(threads[name]) > 1e6, name)
    }
  }
  const sum = (of: (sample: SoakSample) => number): number =>
    result.samples.reduce((total, sample) => total + of(sample), 0)
  t.ok(sum(({ reports }) => reports) > 0)
  t.ok(sum(({ mails }) => mails) > 0)
})

const MEMORY = { rss: 2e8, own: 1e8, mapped: 5e7, threads: {} }

t.test('a rise of memory is told by the threads that have it', async (t) => {
  const mib = 1_048_576
  const samples = [0, 0, 0, 0, 0, 0, 1, 1, 1].map((risen) => ({
    own: (200 + risen * 40) * mib,
    threads: {
      front: (50 - risen) * mib,
      'shard-0': (30 + risen * 25) * mib,
      desk: 20 * mib,
      ...(risen === 0 ? {} : { 'jobs-0': 9 * mib }),
    },
  })) as unknown as SoakSample[]
  t.equal(
    whoseRise(samples),
    'own memory +40.0 MiB from the second third to the last: shard-0 +25.0, jobs-0 +9.0, beside all threads +7.0, front -1.0',
  )
})

t.test('a figure that rises from the second third to the last is not flat', async (t) => {
  const sample = { ...MEMORY, heap: 3e7, files: 60, wal: 4e7, p50: 1, p99: 4 }
  const counts = { orders: 1, reads: 1, reports: 1, mails: 1 }
  const nine = Array.from({ length: 9 }, (): SoakSample => ({ ...sample, ...counts }))
  t.ok(compareThirds(nine).every(({ isFlat }) => isFlat))
  for (const field of ['own', 'heap', 'files', 'wal', 'p50', 'p99'] as const) {
    const rising = nine.map((one, i) => ({ ...one, [field]: one[field] * (1 + (i * i) / 2) }))
    const verdicts = compareThirds(rising).filter(({ isFlat }) => !isFlat)
    t.equal(verdicts.length, 1, field)
  }
  t.equal(FLAT.length, 6)
})
