import type { Schemas } from '../link/contract.js'
import { type Answer, call } from '../link/rest.js'
import { digitsOf, scaled, unscaled } from '../text/numbers.js'
import { bySize } from './exposure-sums.js'

/** Who holds a symbol, the largest first, summed from the open positions. */
type Position = Pick<Schemas['OpenPositionView'], 'login' | 'group' | 'side' | 'volume' | 'profit'>

export const HOLDERS_BY = ['net', 'gross', 'profit'] as const
export type HoldersBy = (typeof HOLDERS_BY)[number]

export interface Holder {
  readonly login: number
  readonly group: string
  readonly buy: string
  readonly sell: string
  readonly net: string
  /** In the account's currency; null while a price is missing. */
  readonly profit: string | null
  readonly positions: number
}

export interface Holders {
  readonly rows: readonly Holder[]
  /** The number of positions that were summed where there are more than these; else null. */
  readonly partOf: number | null
}

const PAGE_ROWS = 1_000
const PAGES_MAX = 5

export async function readHolders(
  symbol: string,
  group: string,
): Promise<Answer<Holders> | Answer<unknown>> {
  const read: Position[] = []
  for (let page = 1; ; page++) {
    const answer = await call('GET /admin/v1/positions', {
      query: { symbol, group, page, limit: PAGE_ROWS },
    })
    if (!answer.ok) return answer
    const { items, total } = answer.data
    read.push(...items)
    const isAll = items.length < PAGE_ROWS || read.length >= (total ?? 0)
    if (isAll || page === PAGES_MAX) {
      return { ...answer, data: { rows: summed(read), partOf: isAll ? null : read.length } }
    }
  }
}

function summed(positions: readonly Position[]): Holder[] {
  const holders = new Map<number, Holder>()
  for (const { login, group, side, volume, profit } of positions) {
    const before = holders.get(login) ?? {
      login,
      group,
      buy: '0',
      sell: '0',
      net: '0',
      profit: '0',
      positions: 0,
    }
    const { buy, sell } = before
    const all =
      side === 'buy' ? { buy: plus(buy, volume), sell } : { buy, sell: plus(sell, volume) }
    holders.set(login, {
      ...before,
      ...all,
      net: plus(all.buy, `-${all.sell}`),
      profit: profit === null || before.profit === null ? null : plus(before.profit, profit),
      positions: before.positions + 1,
    })
  }
  return [...holders.values()]
}

function plus(a: string, b: string): string {
  const digits = Math.max(a.split('.')[1]?.length ?? 0, b.split('.')[1]?.length ?? 0)
  return unscaled(scaled(a, digits) + scaled(b, digits), digits)
}

const sizeOf = ({ buy, sell, net, profit }: Holder, by: HoldersBy): string | null =>
  by === 'net' ? net : by === 'profit' ? profit : plus(buy, sell)

/** Those that hold at least so much, the largest first, whatever the sign. */
export function largest(rows: readonly Holder[], by: HoldersBy, min: string): readonly Holder[] {
  return rows
    .filter((one) => min === '' || bySize(sizeOf(one, by), min) <= 0)
    .toSorted((a, b) => bySize(sizeOf(a, by), sizeOf(b, by)) || a.login - b.login)
}

/** Lots without zeros that say nothing. */
export function lots(volume: string): string {
  const digits = Math.max(2, digitsOf(volume))
  return unscaled(scaled(volume, digits), digits)
}
