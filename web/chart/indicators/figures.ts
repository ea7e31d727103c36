import {
  atr,
  type Bar,
  bollinger,
  ema,
  type Line,
  macd,
  rsi,
  sma,
  stochastic,
} from './indicators.js'

export const INDICATORS = [
  'MA 20',
  'MA 50',
  'EMA 21',
  'Bollinger 20',
  'RSI 14',
  'MACD',
  'ATR 14',
  'Stochastic',
] as const

/** What an indicator draws: lines or bars, each with its colour. */
export function figuresOf(
  name: string,
  bars: readonly Bar[],
): readonly (readonly ['line' | 'bars', string, Line])[] {
  const closes = bars.map(({ close }) => close)
  switch (name) {
    case 'MA 20':
      return [['line', '#e0a100', sma(closes, 20)]]
    case 'MA 50':
      return [['line', '#a855f7', sma(closes, 50)]]
    case 'EMA 21':
      return [['line', '#06b6d4', ema(closes, 21)]]
    case 'Bollinger 20': {
      const { middle, upper, lower } = bollinger(closes, 20, 2)
      return [upper, middle, lower].map((values) => ['line', '#8b98a9', values] as const)
    }
    case 'RSI 14':
      return [['line', '#a855f7', rsi(closes, 14)]]
    case 'MACD': {
      const { line: own, signal } = macd(closes, 12, 26, 9)
      const gap = own.map((value, i) => {
        const other = signal[i]
        return value === null || other === null || other === undefined ? null : value - other
      })
      return [
        ['bars', '#8b98a9', gap],
        ['line', '#2f81f7', own],
        ['line', '#e0a100', signal],
      ]
    }
    case 'ATR 14':
      return [['line', '#06b6d4', atr(bars, 14)]]
    case 'Stochastic': {
      const { line: own, signal } = stochastic(bars, 14, 3)
      return [
        ['line', '#2f81f7', own],
        ['line', '#e0a100', signal],
      ]
    }
  }
  return []
}
