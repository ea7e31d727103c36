import type { FixFields } from '../codec/message.js'
import { MD, plainDecimal } from './tags.js'

/**
 * The order book of one symbol, from full snapshots or changes. Both sides start with the best
 * price.
 *
 * - It has at most `BOOK_ENTRIES_MAX` entries. One more is reported to the caller and not stored.
 * - Entries are identified by id. FIX 4.4 snapshots contain no ids. An unknown id therefore belongs
 *   to the entry without id at the given position, else at the same price, else to the only entry
 *   of the side. With depth 1 it belongs to the side's entry.
 * - If every entry of the side has an id, a change of an unknown entry with a price adds it, and a
 *   deletion of an unknown entry is ignored. Otherwise the book is inconsistent, which is reported
 *   to the caller.
 * - A price that is not positive is ignored.
 */
export const BOOK_ENTRIES_MAX = 2_000

export interface FixPriceLevel {
  readonly price: string
  readonly size: string
}

/** The result of a change: `full` means no space, `lost` that the book has become inconsistent. */
export type BookFollowing = 'done' | 'full' | 'lost'

interface Entry {
  /** The entry's id; empty if the provider sent none. */
  readonly id: string
  /** The position that the provider sent; empty if it sent none. */
  readonly position: string
  readonly price: string
  readonly value: number
  readonly size: string
}

const ACTIONS: Readonly<Record<string, 'new' | 'change' | 'delete'>> = {
  '0': 'new',
  '1': 'change',
  '2': 'delete',
}

export class FixPriceBook {
  readonly #bids: Entry[] = []
  readonly #asks: Entry[] = []

  get entries(): number {
    return this.#bids.length + this.#asks.length
  }

  get bid(): string | undefined {
    return this.#bids[0]?.price
  }

  get ask(): string | undefined {
    return this.#asks[0]?.price
  }

  clear(): void {
    this.#bids.length = 0
    this.#asks.length = 0
  }

  /** Replaces the whole book. False if there are too many entries. */
  replace(entries: readonly FixFields[]): boolean {
    this.clear()
    if (entries.length > BOOK_ENTRIES_MAX) return false
    for (const fields of entries) this.#add(this.#sideOf(fields), fields, undefined)
    return true
  }

  /** `depth` is the requested MarketDepth: 1 for the best price, 0 for all levels. */
  change(fields: FixFields, depth: number): BookFollowing {
    const action = ACTIONS[fields.text(MD.action)]
    if (action === undefined) return 'done'
    // An entry without a type is found by its id in either side.
    const side = this.#sideOf(fields) ?? this.#sideWith(fields.text(MD.entryId))
    if (side === undefined) return this.#isWhole() ? 'done' : 'lost'
    const at = placeOf(side, fields, depth)
    if (at === 'lost' && action !== 'new') return 'lost'
    const before = at === 'lost' || at < 0 ? undefined : side.splice(at, 1)[0]
    if (action === 'delete') return 'done'
    if (this.entries >= BOOK_ENTRIES_MAX) return 'full'
    this.#add(side, fields, action === 'change' ? before : undefined)
    return 'done'
  }

  /** Whether the best bid is above the best ask. Equal prices do not count as crossed. */
  get isCrossed(): boolean {
    const [bid] = this.#bids
    const [ask] = this.#asks
    return bid !== undefined && ask !== undefined && bid.value > ask.value
  }

  /** The best levels of a side, with the total size at each price. */
  levels(side: 'bid' | 'ask', most: number): FixPriceLevel[] {
    const levels: { price: string; size: string; value: number }[] = []
    for (const { price, value, size } of side === 'bid' ? this.#bids : this.#asks) {
      if (size === '') continue
      const last = levels.at(-1)
      if (last?.value === value) last.size = sumOf(last.size, size)
      else if (levels.length === most) break
      else levels.push({ price, size, value })
    }
    return levels.map(({ price, size }) => ({ price, size }))
  }

  #sideOf(fields: FixFields): Entry[] | undefined {
    const type = fields.text(MD.entryType)
    if (type === '0') return this.#bids
    return type === '1' ? this.#asks : undefined
  }

  #sideWith(id: string): Entry[] | undefined {
    if (id === '') return undefined
    return [this.#bids, this.#asks].find((side) => side.some((entry) => entry.id === id))
  }

  /** Whether every entry of the book has an id. */
  #isWhole(): boolean {
    return hasIds(this.#bids) && hasIds(this.#asks)
  }

  /** Adds or changes an entry. A change may omit fields that stay the same. */
  #add(side: Entry[] | undefined, fields: FixFields, before: Entry | undefined): void {
    if (side === undefined) return
    const price = plainDecimal(fields.text(MD.price)) || before?.price || ''
    const size = plainDecimal(fields.text(MD.size)) || before?.size || ''
    const value = Number(price)
    if (!(value > 0)) return
    const id = fields.text(MD.entryId)
    const entry = { id, position: fields.text(MD.position), price, value, size }
    const isBid = side === this.#bids
    let at = side.length
    while (at > 0) {
      const { value: other } = side[at - 1] as Entry
      if (isBid ? other >= value : other <= value) break
      at--
    }
    if (at === side.length) side.push(entry)
    else side.splice(at, 0, entry)
  }
}

/**
 * The index of the entry that a change refers to: -1 if the entry does not exist, `lost` if several
 * may be meant.
 */
function placeOf(side: readonly Entry[], fields: FixFields, depth: number): number | 'lost' {
  const id = fields.text(MD.entryId)
  const reference = fields.text(MD.entryRef)
  const byId = side.findIndex((entry) => entry.id !== '' && [id, reference].includes(entry.id))
  if (byId >= 0) return byId
  if (depth === 1) return side.length - 1
  const position = fields.text(MD.position)
  const price = Number(plainDecimal(fields.text(MD.price)))
  const nameless = side.flatMap((entry, at) => (entry.id === '' ? [at] : []))
  const is = (fits: (entry: Entry, at: number) => boolean): number =>
    nameless.find((at) => fits(side[at] as Entry, at)) ?? -1
  const byPosition = position === '' ? -1 : is((entry, at) => standsAt(entry, at, position))
  if (byPosition >= 0) return byPosition
  const byPrice = is((entry) => entry.value === price)
  if (byPrice >= 0 || nameless.length === 0) return byPrice
  if (id === '') return -1
  return nameless.length === 1 && side.length === 1 ? 0 : 'lost'
}

/**
 * Whether the entry is at this position: the position that the provider sent or, without one, the
 * position of its price.
 */
function standsAt(entry: Entry, at: number, position: string): boolean {
  return entry.position === '' ? String(at + 1) === position : entry.position === position
}

function hasIds(side: readonly Entry[]): boolean {
  return side.every(({ id }) => id !== '')
}

/** The sum of two sizes for display; rounded beyond 15 digits. */
function sumOf(a: string, b: string): string {
  return String(Number((Number(a) + Number(b)).toFixed(8)))
}
