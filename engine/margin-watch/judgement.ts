import { type MarginStanding, marginStanding } from '../account/money/margin-standing.js'
import { moneyOf } from '../account/money/money.js'
import type { Account } from '../account/state.js'
import { assert } from '../assert.js'
import { groupOf } from '../book/book.js'
import type { Book, GroupSpec } from '../book/compiled.js'
import type { Prices } from '../book/prices.js'
import type { Minor } from '../units.js'

/** An account's standing at one moment, and the figures that decided it. */
export interface Judgement {
  readonly account: Account
  readonly group: GroupSpec
  readonly standing: MarginStanding
  readonly equity: Minor
  readonly margin: Minor
  readonly hasPositions: boolean
}

/** Judges exactly; undefined if a price is missing that the equity or the margin needs. */
export function judge(account: Account, book: Book, prices: Prices): Judgement | undefined {
  const group = groupOf(book, account.groupPath)
  assert(group !== undefined, 'a group with accounts is in the settings')
  const { equity, margin } = moneyOf(account, book, prices)
  if (equity === null || margin === null) return undefined
  const hasPositions = account.positions.size > 0
  const standing = marginStanding(group, { equity, margin, hasPositions })
  return { account, group, standing, equity, margin, hasPositions }
}
