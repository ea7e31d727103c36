import type { Book } from '../../../engine/book/compiled.js'
import { spreadDiffOf, widenSpread } from '../../../engine/book/group-prices.js'
import type { Prices } from '../../../engine/book/prices.js'
import { EXPOSURE_ROWS_MAX } from '../../../engine/limits/shards.js'
import { because } from '../../../engine/reasons/reasons.js'
import type {
  ExposureAnswer,
  ExposureAsk,
  ExposureOfSymbol,
} from '../../../wire/thread/exposure.js'
import { reachedGroups } from '../../../wire/thread/watched-accounts.js'
import type { ShardCore } from '../core.js'
import type { GroupSums } from '../sums/group-exposures.js'
import { type SummedExposure, SymbolSums } from '../sums/symbol-sums.js'
import type { ShardAnswer } from './answer.js'

/**
 * The combined exposure of the accounts of some groups at one moment: no account changes within a
 * turn. It adds the sums that are kept for each group, so its cost depends on groups and symbols,
 * not on accounts.
 */
export function answerExposure(core: ShardCore, asked: ExposureAsk): ShardAnswer {
  const reaches = reachedGroups(asked)
  const groups = [...core.groupExposures.groups()].filter(([path]) => reaches(path))
  const rows = groups.reduce((sum, [, { symbols }]) => sum + symbols.size, 0)
  if (rows > EXPOSURE_ROWS_MAX) {
    return because('too_large.symbols')
  }
  const value: ExposureAnswer = {
    symbols: symbolsOf(core, groups),
    currencies: [...currenciesOf(core, groups)],
  }
  return { ok: true, value }
}

type Groups = readonly (readonly [path: string, sums: GroupSums])[]

function currenciesOf({ groupExposures }: ShardCore, groups: Groups): ReadonlyMap<string, number> {
  const all = new Map<string, number>()
  for (const [, { currencies }] of groups) {
    currencies.forEach((accounts, number) => {
      const name = groupExposures.currencyOf(number)
      if (accounts > 0) all.set(name, (all.get(name) ?? 0) + accounts)
    })
  }
  return all
}

function symbolsOf({ book, market }: ShardCore, groups: Groups): ExposureOfSymbol[] {
  const told = new Map<number, AddedUp>()
  for (const [diff, sums] of sumsByDiff(book, groups)) {
    for (let place = 0; place < sums.size; place++) {
      const row = sums.rowAt(place)
      const { symbolId } = row
      const before = told.get(symbolId) ?? NOTHING
      told.set(symbolId, addedUp(before, row, diff, market))
    }
  }
  return [...told].map(([id, sum]) => ({
    id,
    accounts: sum.accounts,
    bought: String(sum.bought),
    sold: String(sum.sold),
    covered: String(sum.covered),
    market:
      sum.atMarket === undefined
        ? null
        : {
            bought: String(sum.atMarket.bought),
            sold: String(sum.atMarket.sold),
            covered: String(sum.atMarket.covered),
            gain: String(sum.atMarket.gain),
          },
  }))
}

/** The sums by spread difference, because groups with the same difference are valued together. */
function sumsByDiff(book: Book, groups: Groups): ReadonlyMap<number, SymbolSums> {
  const byDiff = new Map<number, SymbolSums>()
  const of = (diff: number): SymbolSums => {
    const known = byDiff.get(diff)
    if (known !== undefined) return known
    const fresh = new SymbolSums()
    byDiff.set(diff, fresh)
    return fresh
  }
  for (const [groupPath, { symbols }] of groups) {
    if (book.groupsByPath.get(groupPath)?.hasSpreads !== true) {
      of(0).add(symbols)
      continue
    }
    for (let place = 0; place < symbols.size; place++) {
      of(spreadDiffOf(book, { groupPath }, symbols.symbolAt(place))).addRow(symbols, place)
    }
  }
  return byDiff
}

interface AddedUp extends Pick<SummedExposure, 'accounts' | 'bought' | 'sold' | 'covered'> {
  /** The value at the market; undefined without a price. */
  readonly atMarket: Valued | undefined
}

interface Valued {
  readonly bought: bigint
  readonly sold: bigint
  readonly covered: bigint
  readonly gain: bigint
}

const NOTHING: AddedUp = {
  accounts: 0,
  bought: 0n,
  sold: 0n,
  covered: 0n,
  atMarket: { bought: 0n, sold: 0n, covered: 0n, gain: 0n },
}

function addedUp(before: AddedUp, row: SummedExposure, diff: number, market: Prices): AddedUp {
  const now = valued(row, diff, market)
  const { atMarket } = before
  return {
    accounts: before.accounts + row.accounts,
    bought: before.bought + row.bought,
    sold: before.sold + row.sold,
    covered: before.covered + row.covered,
    atMarket:
      now === undefined || atMarket === undefined
        ? undefined
        : {
            bought: atMarket.bought + now.bought,
            sold: atMarket.sold + now.sold,
            covered: atMarket.covered + now.covered,
            gain: atMarket.gain + now.gain,
          },
  }
}

/**
 * Values bought volume at the bid and sold volume at the ask of its group; cover at the listed
 * prices.
 */
function valued(row: SummedExposure, diff: number, market: Prices): Valued | undefined {
  const listed = market.quote(row.symbolId)
  if (listed === undefined) return undefined
  const quote = widenSpread(listed, diff)
  const bought = row.bought * BigInt(quote.bid)
  const sold = row.sold * BigInt(quote.ask)
  const covered = row.covered * BigInt(row.covered > 0n ? listed.bid : listed.ask)
  return { bought, sold, covered, gain: bought - row.boughtValue + row.soldValue - sold }
}
