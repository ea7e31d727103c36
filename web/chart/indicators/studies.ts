import type { Indicator } from './kinds.js'

/**
 * Computes the values of indicators: one per bar, null if there are too few bars before it.
 *
 * - A value depends only on earlier bars and values, so that updating the newest bar is cheap.
 * - Recursive averages (EMA, RSI, ATR) start with a simple average, as usual.
 */
export interface Bar {
  readonly time: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

type Values = (number | null)[]

/** A part of an indicator to draw: a line, or bars around zero. */
export interface StudyPart {
  readonly kind: 'line' | 'bars'
  readonly colour: string
  readonly values: Values
}

export interface Study {
  readonly drawn: readonly StudyPart[]
  /** Computes the value of one bar; those before it have been computed. */
  at(bars: readonly Bar[], i: number): void
}

/** The colour of second lines. */
const SECOND = '#e0a100'
const GREY = '#8b98a9'

/** Computes a study from bar `from` to the newest. */
export function fill(study: Study, bars: readonly Bar[], from: number): void {
  for (const { values } of study.drawn) values.length = Math.min(values.length, bars.length)
  for (let i = from; i < bars.length; i++) study.at(bars, i)
}

export function studyOf({ kind, lengths, colour }: Indicator): Study {
  const [first = 1, second = 1, third = 1] = lengths
  switch (kind) {
    case 'MA':
      return oneLine(colour, (bars, i) => (i < first - 1 ? null : meanOf(bars, i, first)))
    case 'EMA': {
      const values: Values = []
      return oneLine(colour, (bars, i) => {
        values[i] = smoothed(values, (at) => bars[at]?.close ?? 0, i, first, 0)
        return values[i] ?? null
      })
    }
    case 'Bollinger':
      return bollinger(colour, first)
    case 'RSI':
      return oneLine(colour, rsi(first))
    case 'MACD':
      return macd(colour, first, second, third)
    case 'ATR':
      return oneLine(colour, atr(first))
    case 'Stochastic':
      return stochastic(colour, first, second)
  }
}

function oneLine(colour: string, value: (bars: readonly Bar[], i: number) => number | null): Study {
  const values: Values = []
  return {
    drawn: [{ kind: 'line', colour, values }],
    at(bars, i) {
      values[i] = value(bars, i)
    },
  }
}

function meanOf(bars: readonly Bar[], i: number, length: number): number {
  let sum = 0
  for (let at = i - length + 1; at <= i; at++) sum += bars[at]?.close ?? 0
  return sum / length
}

/** An exponential moving average that starts at `begin`. */
function smoothed(
  before: Values,
  value: (at: number) => number,
  i: number,
  length: number,
  begin: number,
): number | null {
  if (i < begin + length - 1) return null
  const last = before[i - 1] ?? null
  if (i > begin + length - 1 && last !== null) {
    return last + (2 / (length + 1)) * (value(i) - last)
  }
  let sum = 0
  for (let at = begin; at < begin + length; at++) sum += value(at)
  return sum / length
}

/** Bollinger bands: two standard deviations around the average. */
function bollinger(colour: string, length: number): Study {
  const [upper, middle, lower]: [Values, Values, Values] = [[], [], []]
  return {
    drawn: [upper, middle, lower].map((values) => ({ kind: 'line', colour, values }) as const),
    at(bars, i) {
      const mean = i < length - 1 ? null : meanOf(bars, i, length)
      let squares = 0
      for (let at = i - length + 1; mean !== null && at <= i; at++) {
        squares += ((bars[at]?.close ?? 0) - mean) ** 2
      }
      const away = 2 * Math.sqrt(squares / length)
      upper[i] = mean === null ? null : mean + away
      middle[i] = mean
      lower[i] = mean === null ? null : mean - away
    },
  }
}

/**
 * Wilder's average of `value` from `begin` on: a simple average first, then each value has a weight
 * of 1 / `length`.
 */
function wilder(length: number, begin: number, value: (bars: readonly Bar[], i: number) => number) {
  const means: Values = []
  return (bars: readonly Bar[], i: number): number | null => {
    const last = means[i - 1] ?? null
    if (i < begin + length - 1) means[i] = null
    else if (i > begin + length - 1 && last !== null) {
      means[i] = (last * (length - 1) + value(bars, i)) / length
    } else {
      let sum = 0
      for (let at = begin; at < begin + length; at++) sum += value(bars, at)
      means[i] = sum / length
    }
    return means[i] ?? null
  }
}

function rsi(length: number): (bars: readonly Bar[], i: number) => number | null {
  const change = (bars: readonly Bar[], i: number) =>
    (bars[i]?.close ?? 0) - (bars[i - 1]?.close ?? 0)
  const gains = wilder(length, 1, (bars, i) => Math.max(0, change(bars, i)))
  const losses = wilder(length, 1, (bars, i) => Math.max(0, -change(bars, i)))
  return (bars, i) => {
    const [gain, loss] = [gains(bars, i), losses(bars, i)]
    if (gain === null || loss === null) return null
    if (loss === 0) return gain === 0 ? 50 : 100
    return 100 - 100 / (1 + gain / loss)
  }
}

/** The average true range (ATR) of the bars. */
function atr(length: number): (bars: readonly Bar[], i: number) => number | null {
  return wilder(length, 0, (bars, i) => {
    const { high = 0, low = 0 } = bars[i] ?? {}
    const before = bars[i - 1]?.close
    if (before === undefined) return high - low
    return Math.max(high - low, Math.abs(high - before), Math.abs(low - before))
  })
}

function macd(colour: string, quick: number, slow: number, smooth: number): Study {
  const [fast, late, line, signal, gap]: [Values, Values, Values, Values, Values] = [
    [],
    [],
    [],
    [],
    [],
  ]
  const begin = Math.max(quick, slow) - 1
  return {
    drawn: [
      { kind: 'bars', colour: GREY, values: gap },
      { kind: 'line', colour, values: line },
      { kind: 'line', colour: SECOND, values: signal },
    ],
    at(bars, i) {
      const close = (at: number) => bars[at]?.close ?? 0
      const one = smoothed(fast, close, i, quick, 0)
      const other = smoothed(late, close, i, slow, 0)
      fast[i] = one
      late[i] = other
      line[i] = one === null || other === null ? null : one - other
      const mean = smoothed(signal, (at) => line[at] ?? 0, i, smooth, begin)
      signal[i] = mean
      gap[i] = mean === null ? null : (line[i] ?? 0) - mean
    },
  }
}

/** The stochastic oscillator: the close relative to the range of the last bars, and its average. */
function stochastic(colour: string, length: number, smooth: number): Study {
  const [line, signal]: [Values, Values] = [[], []]
  return {
    drawn: [
      { kind: 'line', colour, values: line },
      { kind: 'line', colour: SECOND, values: signal },
    ],
    at(bars, i) {
      line[i] = i < length - 1 ? null : placeIn(bars, i, length)
      const part = line.slice(Math.max(0, i - smooth + 1), i + 1)
      const isKnown = i >= length + smooth - 2
      signal[i] = isKnown ? part.reduce<number>((sum, one) => sum + (one ?? 0), 0) / smooth : null
    },
  }
}

function placeIn(bars: readonly Bar[], i: number, length: number): number {
  let [high, low] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let at = i - length + 1; at <= i; at++) {
    high = Math.max(high, bars[at]?.high ?? high)
    low = Math.min(low, bars[at]?.low ?? low)
  }
  return high === low ? 50 : (100 * ((bars[i]?.close ?? 0) - low)) / (high - low)
}
