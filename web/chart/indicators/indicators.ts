/** Figures over closes, highs and lows: one value a bar, null where there are too few bars before it. */
export interface Bar {
  readonly time: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

export type Line = readonly (number | null)[]

export function sma(values: readonly number[], length: number): Line {
  let sum = 0
  return values.map((value, i) => {
    sum += value - (i >= length ? (values[i - length] ?? 0) : 0)
    return i >= length - 1 ? sum / length : null
  })
}

export function ema(values: readonly number[], length: number): Line {
  const share = 2 / (length + 1)
  let last: number | null = null
  let sum = 0
  return values.map((value, i) => {
    sum += value
    if (i < length - 1) return null
    last = last === null ? sum / length : last + share * (value - last)
    return last
  })
}

export function bollinger(values: readonly number[], length: number, width: number) {
  const middle = sma(values, length)
  const deviation = values.map((_, i) => {
    const mean = middle[i]
    if (mean === null || mean === undefined) return null
    const part = values.slice(i - length + 1, i + 1)
    return Math.sqrt(part.reduce((sum, value) => sum + (value - mean) ** 2, 0) / length)
  })
  const moved = (sign: 1 | -1): Line =>
    middle.map((mean, i) => (mean === null ? null : mean + sign * width * (deviation[i] ?? 0)))
  return { middle, upper: moved(1), lower: moved(-1) }
}

/** Wilder's means of gains and losses. */
export function rsi(values: readonly number[], length: number): Line {
  let [gain, loss] = [0, 0]
  return values.map((value, i) => {
    if (i === 0) return null
    const change = value - (values[i - 1] ?? value)
    const [up, down] = [Math.max(change, 0), Math.max(-change, 0)]
    if (i <= length) {
      gain += up / length
      loss += down / length
      if (i < length) return null
    } else {
      gain = (gain * (length - 1) + up) / length
      loss = (loss * (length - 1) + down) / length
    }
    if (loss === 0) return gain === 0 ? 50 : 100
    return 100 - 100 / (1 + gain / loss)
  })
}

export function macd(values: readonly number[], fast: number, slow: number, signalLength: number) {
  const [quick, late] = [ema(values, fast), ema(values, slow)]
  const line = quick.map((value, i) => {
    const other = late[i]
    return value === null || other === null || other === undefined ? null : value - other
  })
  const first = line.findIndex((value) => value !== null)
  const known = first < 0 ? [] : line.slice(first).map((value) => value ?? 0)
  const signal: Line = [
    ...line.slice(0, Math.max(first, 0)).map(() => null),
    ...ema(known, signalLength),
  ]
  return { line: line as Line, signal }
}

/** Wilder's mean of the true range. */
export function atr(bars: readonly Bar[], length: number): Line {
  let mean = 0
  return bars.map(({ high, low }, i) => {
    const before = bars[i - 1]?.close
    const range =
      before === undefined
        ? high - low
        : Math.max(high - low, Math.abs(high - before), Math.abs(low - before))
    if (i < length) {
      mean += range / length
      return i === length - 1 ? mean : null
    }
    mean = (mean * (length - 1) + range) / length
    return mean
  })
}

export function stochastic(bars: readonly Bar[], length: number, smooth: number) {
  const raw = bars.map(({ close }, i) => {
    if (i < length - 1) return null
    const part = bars.slice(i - length + 1, i + 1)
    const high = Math.max(...part.map((bar) => bar.high))
    const low = Math.min(...part.map((bar) => bar.low))
    return high === low ? 50 : (100 * (close - low)) / (high - low)
  })
  const known = raw.slice(length - 1).map((value) => value ?? 0)
  const signal: Line = [...raw.slice(0, length - 1).map(() => null), ...sma(known, smooth)]
  return { line: raw as Line, signal }
}
