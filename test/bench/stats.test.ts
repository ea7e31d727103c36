import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { compareRuns, loadRun, saveRun } from '../../bench/baseline.js'
import { figureLine, figureText, type Measure } from '../../bench/figure.js'
import { Histogram } from '../../bench/histogram.js'
import { difference, median, quantile, ratios, spreadOf } from '../../bench/stats.js'

t.test('median and quantiles of known data', async (t) => {
  t.equal(median([3, 1, 2]), 2)
  t.equal(median([4, 1, 3, 2]), 2.5)
  t.equal(median([7]), 7)
  const hundred = Array.from({ length: 100 }, (_, i) => 100 - i)
  t.equal(quantile(hundred, 0.5), 50)
  t.equal(quantile(hundred, 0.95), 95)
  t.equal(quantile(hundred, 0.99), 99)
  t.equal(quantile(hundred, 0.999), 100)
  t.equal(quantile(hundred, 0), 1)
  t.same(spreadOf([5, 9, 1]), { min: 1, median: 5, max: 9 })
})

t.test('a ratio is taken round by round', async (t) => {
  t.same(ratios([50, 10], [100, 40]), [0.5, 0.25])
})

t.test('a difference inside the range of the rounds is noise', async (t) => {
  t.equal(difference([10, 12, 11], [11.9, 13, 14], 'higher'), 'noise')
  t.equal(difference([10, 12, 11], [12.1, 13, 14], 'higher'), 'better')
  t.equal(difference([10, 12, 11], [12.1, 13, 14], 'lower'), 'worse')
  t.equal(difference([10, 12, 11], [9, 8, 7], 'higher'), 'worse')
  t.equal(difference([10, 12, 11], [9, 8, 7], 'lower'), 'better')
  t.equal(difference([100], [115], 'higher'), 'noise', 'one round proves little')
  t.equal(difference([100], [150], 'higher'), 'better')
})

t.test('a histogram answers the percentiles of what it was given, within 1/128', async () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.001, max: 50_000, noNaN: true }), {
        minLength: 1,
        maxLength: 300,
      }),
      fc.constantFrom(0.5, 0.95, 0.99, 0.999, 1),
      (values, q) => {
        const histogram = new Histogram()
        for (const value of values) histogram.record(value)
        const exact = quantile(values, q)
        const given = histogram.quantile(q)
        // 0.1 µs is the finest step.
        return given >= exact - 0.00005 && given <= exact * (1 + 1 / 128) + 0.0001
      },
    ),
  )
})

t.test('a histogram sent in pieces and added up is the histogram of all', async (t) => {
  const [all, sum] = [new Histogram(), new Histogram()]
  for (let piece = 0; piece < 3; piece++) {
    const one = new Histogram()
    for (let i = 1; i <= 1000; i++) {
      one.record(i * (piece + 1) * 0.01)
      all.record(i * (piece + 1) * 0.01)
    }
    sum.add(JSON.parse(JSON.stringify(one.encode())))
  }
  t.same(sum.summary(), all.summary())
  t.equal(sum.count, 3000)
})

t.test('a histogram takes what is out of range at its ends', async (t) => {
  const histogram = new Histogram()
  t.ok(Number.isNaN(histogram.quantile(0.5)), 'an empty one knows nothing')
  histogram.record(-1)
  t.equal(histogram.quantile(1), 0)
  histogram.record(1e12)
  t.ok(histogram.quantile(1) > 400_000)
})

const measured: Measure = {
  name: 'P1 orders',
  unit: 'orders/s',
  better: 'higher',
  values: [50, 40, 60],
  limits: [{ name: 'peer', values: [100, 100, 100] }],
  judged: 'ratio',
  floor: 0.4,
  goal: 1,
}

t.test('a figure line carries value, limit, ratio and conditions', async (t) => {
  const line = figureLine(measured, true)
  t.match(line, { value: 50, verdict: 'floor', smoke: true })
  t.match(line.limits, [{ name: 'peer', value: 100, ratio: 0.5, ratio_rounds: [0.5, 0.4, 0.6] }])
  t.equal(line.node, process.version)
  t.ok(line.cpus > 0 && line.memory_mb > 0)
  t.match(figureText(line), /50 orders\/s; 0\.50 of peer \(100\).*floor 0\.4, goal 1: floor/)
})

t.test('a figure is judged by its goal, its floor and the way it improves', async (t) => {
  t.equal(figureLine({ ...measured, values: [120] }, false).verdict, 'goal')
  t.equal(figureLine({ ...measured, values: [30] }, false).verdict, 'below')
  const latency = { ...measured, better: 'lower', judged: 'value', floor: 5, goal: 2 } as const
  t.equal(figureLine({ ...latency, values: [1] }, false).verdict, 'goal')
  t.equal(figureLine({ ...latency, values: [4] }, false).verdict, 'floor')
  t.equal(figureLine({ ...latency, values: [6] }, false).verdict, 'below')
  const alone = figureLine({ ...measured, limits: [{ missing: 'no peer' }] }, false)
  t.equal(alone.verdict, null, 'without its limit a ratio is not judged')
  t.match(figureText(alone), /no ratio: no peer/)
})

t.test('a figure with several limits tells all, and is judged by the first alone', async (t) => {
  const other = { name: 'another', values: [500, 500, 500] }
  const both = figureLine({ ...measured, limits: [...(measured.limits ?? []), other] }, false)
  t.match(figureText(both), /0\.50 of peer \(100\); 0\.10 of another \(500\)/)
  t.equal(both.verdict, 'floor')
  const withoutFirst = figureLine({ ...measured, limits: [{ missing: 'no peer' }, other] }, false)
  t.match(figureText(withoutFirst), /no ratio: no peer; 0\.10 of another \(500\)/)
  t.equal(withoutFirst.verdict, null)
  t.match(compareRuns([withoutFirst], [both]), [/P1 orders: noise \(50 to 50 orders\/s\)/])
})

t.test('a saved run is compared by ratio, and noise is called noise', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'openfloor-baseline-'))
  t.teardown(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'run.jsonl')
  const before = figureLine(measured, false)
  saveRun(file, [before])
  t.same(loadRun(file), [before])
  const twiceAsFastMachine = {
    ...measured,
    values: [100, 80, 120],
    limits: [{ name: 'peer', values: [200, 200, 200] }],
  }
  t.match(compareRuns([before], [figureLine(twiceAsFastMachine, false)]), [/P1 orders: noise/])
  const faster = figureLine({ ...measured, values: [80, 90, 100] }, false)
  t.match(compareRuns([before], [faster]), [/better, 0\.5 to 0\.9 of the limit \(80\.0 %\)/])
  t.same(compareRuns([], [faster]), [], 'a new figure has nothing to be compared with')
})
