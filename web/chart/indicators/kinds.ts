/** The kinds of indicators, and the user's indicators, stored as text such as `MA 20 #e0a100`. */
interface KindTerms {
  /** The default lengths of the indicator, in bars. */
  readonly lengths: readonly number[]
  readonly colour: string
  /** Whether the indicator has its own pane below the prices. */
  readonly isOwn: boolean
  /** The horizontal lines in the pane of the indicator. */
  readonly levels: readonly number[]
}

const ON_PRICES = { isOwn: false, levels: [] } as const

export const KINDS = {
  MA: { lengths: [20], colour: '#e0a100', ...ON_PRICES },
  EMA: { lengths: [21], colour: '#06b6d4', ...ON_PRICES },
  Bollinger: { lengths: [20], colour: '#8b98a9', ...ON_PRICES },
  RSI: { lengths: [14], colour: '#a855f7', isOwn: true, levels: [30, 70] },
  MACD: { lengths: [12, 26, 9], colour: '#2f81f7', isOwn: true, levels: [] },
  ATR: { lengths: [14], colour: '#06b6d4', isOwn: true, levels: [] },
  Stochastic: { lengths: [14, 3], colour: '#2f81f7', isOwn: true, levels: [20, 80] },
} as const satisfies Readonly<Record<string, KindTerms>>

export type IndicatorKind = keyof typeof KINDS
export const INDICATOR_KINDS = Object.keys(KINDS) as IndicatorKind[]

const LENGTH_MAX = 500
/** The most indicators on a chart. */
export const INDICATORS_MAX = 12

export interface Indicator {
  readonly kind: IndicatorKind
  readonly lengths: readonly number[]
  readonly colour: string
}

/**
 * Parses a stored indicator, which may come from another version of the page; null if it is
 * invalid.
 */
function indicatorOf(text: string): Indicator | null {
  const [name = '', ...parts] = text.split(' ')
  const kind = INDICATOR_KINDS.find((one) => one === name)
  if (kind === undefined) return null
  const numbers = parts.filter((part) => isLength(part)).map(Number)
  const lengths = KINDS[kind].lengths.map((length, i) => numbers[i] ?? length)
  const colour = parts.find((part) => /^#[0-9a-f]{6}$/.test(part)) ?? KINDS[kind].colour
  return { kind, lengths, colour }
}

export function isLength(text: string): boolean {
  return /^[1-9]\d{0,2}$/.test(text) && Number(text) <= LENGTH_MAX
}

export function indicatorText({ kind, lengths, colour }: Indicator): string {
  return [kind, ...lengths, colour].join(' ')
}

/** The name of an indicator on the chart, such as `MACD 12 26 9`. */
export function indicatorName({ kind, lengths }: Indicator): string {
  return [kind, ...lengths].join(' ')
}

export function indicatorsOf(texts: readonly string[]): readonly Indicator[] {
  return texts.flatMap((text) => indicatorOf(text) ?? []).slice(0, INDICATORS_MAX)
}
