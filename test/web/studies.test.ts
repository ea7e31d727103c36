import t from 'tap'
import { pageModule } from '../given/page-module.js'

// Values of indicators: made from a bar on they are those that the plain way makes of all bars, and of what they say.

interface Bar {
  readonly time: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

interface Study {
  readonly drawn: readonly { readonly values: readonly (number | null)[] }[]
}

interface Studies {
  fill(study: Study, bars: readonly Bar[], from: number): void
  studyOf(indicator: object): Study
}

const { fill, studyOf } = await pageModule<Studies>('web/chart/indicators/studies.ts')

/** Prices that go up and down by themselves, the same each time. */
function walk(count: number): Bar[] {
  let [seed, close] = [7, 1.15]
  const next = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647 - 0.5
  }
  return Array.from({ length: count }, (_, time) => {
    const open = close
    close = open + next() / 1_000
    const away = Math.abs(next()) / 1_000
    return {
      time,
      open,
      high: Math.max(open, close) + away,
      low: Math.min(open, close) - away,
      close,
    }
  })
}

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)
const mean = (values: readonly number[]) => sum(values) / values.length

/** As books tell it: the first mean is a plain one, each next moves by a share. */
function moved(values: readonly number[], length: number, share: number): number {
  return values
    .slice(length)
    .reduce((last, value) => last + share * (value - last), mean(values.slice(0, length)))
}

const ema = (values: readonly number[], length: number) => moved(values, length, 2 / (length + 1))
const wilder = (values: readonly number[], length: number) => moved(values, length, 1 / length)
const closes = (bars: readonly Bar[]) => bars.map(({ close }) => close)

function stochastic(bars: readonly Bar[], length: number): number {
  const part = bars.slice(-length)
  const low = Math.min(...part.map((bar) => bar.low))
  const high = Math.max(...part.map((bar) => bar.high))
  return (100 * ((part.at(-1)?.close ?? 0) - low)) / (high - low)
}

const PLAIN: Readonly<Record<string, (bars: readonly Bar[]) => readonly number[]>> = {
  'MA 20': (bars) => [mean(closes(bars).slice(-20))],
  'EMA 21': (bars) => [ema(closes(bars), 21)],
  'Bollinger 20': (bars) => {
    const part = closes(bars).slice(-20)
    const away = 2 * Math.sqrt(mean(part.map((value) => (value - mean(part)) ** 2)))
    return [mean(part) + away, mean(part), mean(part) - away]
  },
  'RSI 14': (bars) => {
    const changes = closes(bars).flatMap((close, i) =>
      i === 0 ? [] : [close - (bars[i - 1]?.close ?? 0)],
    )
    const gain = wilder(
      changes.map((one) => Math.max(0, one)),
      14,
    )
    const loss = wilder(
      changes.map((one) => Math.max(0, -one)),
      14,
    )
    return [(100 * gain) / (gain + loss)]
  },
  'MACD 12 26 9': (bars) => {
    const all = closes(bars)
    const lines = all.flatMap((_, i) => {
      const part = all.slice(0, i + 1)
      return i < 25 ? [] : [ema(part, 12) - ema(part, 26)]
    })
    const [line, signal] = [lines.at(-1) ?? 0, ema(lines, 9)]
    return [line - signal, line, signal]
  },
  'ATR 14': (bars) => {
    const ranges = bars.map(({ high, low }, i) => {
      const before = bars[i - 1]?.close ?? low
      return Math.max(high, before) - Math.min(low, i === 0 ? low : before)
    })
    return [wilder(ranges, 14)]
  },
  'Stochastic 14 3': (bars) => {
    const last = [0, 1, 2].map((back) => stochastic(bars.slice(0, bars.length - back), 14))
    return [last[0] ?? 0, mean(last)]
  },
}

for (const [name, plain] of Object.entries(PLAIN)) {
  t.test(name, async (t) => {
    const [kind, ...lengths] = name.split(' ')
    const study = studyOf({ kind, lengths: lengths.map(Number), colour: '#000000' })
    const bars = walk(200)
    const shown: Bar[] = bars.slice(0, 60)
    fill(study, shown, 0)
    const said = (at: number) => study.drawn.map(({ values }) => values[at] ?? null)
    t.ok(
      said(0).every((value) => value === null),
      'too few bars are no value',
    )
    for (const [i, bar] of bars.entries()) {
      if (i < 60) continue
      // A price within the bar, the bar, and an earlier one that the server knows better.
      shown.push({ ...bar, close: bar.open })
      fill(study, shown, i)
      shown[i] = bar
      const before = shown[i - 1] ?? bar
      shown[i - 1] = { ...before, close: before.low }
      fill(study, shown, i - 1)
    }
    const wanted = plain(shown)
    const made = said(shown.length - 1)
    t.equal(made.length, wanted.length)
    for (const [i, value] of wanted.entries()) {
      t.ok(Math.abs((made[i] ?? Number.NaN) - value) < 1e-9, `${made[i]} is ${value}`)
    }
  })
}
