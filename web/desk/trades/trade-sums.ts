import {
  type ListName,
  readSums,
  type TradeFilter,
  type TradeSum,
} from '../../staff/lists/trade-list.js'
import { listWords } from '../../text/lists/list-words.js'
import type { CurrencySums, SumPart, SumsOf } from '../lists/list-sums.js'

/**
 * Longer lists are summed up only on a click, because lists of open trades reload every few
 * seconds.
 */
const LIVE_ROWS_MAX = 1_000
const ROWS_MAX = 10_000

interface Shown {
  readonly key: string
  readonly total: number | null
  readonly readAt: number | null
}

/** The sums of a list of trades; null for an empty list. */
export function tradeSums(
  { route, isLive }: { readonly route: ListName; readonly isLive: boolean },
  filter: TradeFilter,
  { key, total, readAt }: Shown,
): SumsOf | null {
  if (total === 0) return null
  const isShort = total !== null && total <= (isLive ? LIVE_ROWS_MAX : ROWS_MAX)
  return {
    key,
    by: isShort ? `${total} ${isLive ? readAt : ''}` : null,
    tooLong: listWords.value.sums.tooLong,
    async read() {
      const answer = await readSums(route, filter)
      if (!answer.ok) return { refused: answer }
      return { sums: answer.data.sums?.map(sumsOf) ?? null }
    },
  }
}

function sumsOf(sum: TradeSum): CurrencySums {
  const { sums: text } = listWords.value
  const part = (
    name: keyof TradeSum,
    label: string,
    more: Partial<SumPart> = {},
  ): readonly SumPart[] => {
    const value = sum[name]
    return typeof value === 'string' ? [{ label, value, kind: 'gain', ...more }] : []
  }
  const { unpriced = 0, profit } = sum
  return {
    currency: sum.currency,
    parts: [
      ...part('volume', text.lots, { kind: 'lots' }),
      ...part('volume_initial', text.lots, { kind: 'lots' }),
      ...part('volume_current', text.openLots, { kind: 'lots' }),
      ...part('profit', text.profit),
      ...part('swap', text.swap),
      ...part('commission', text.commission),
      ...part('fee', text.fee, { isRare: true }),
      ...part('balance', text.balance, { isRare: true }),
      ...part('credit', text.credit, { isRare: true }),
    ],
    note:
      profit === null ? text.noProfit : unpriced > 0 ? text.unpriced({ n: unpriced }) : undefined,
  }
}
