import type { FixFields } from '../codec/message.js'
import { MD, plainDecimal } from './tags.js'

/**
 * The prices of one symbol as its provider tells them: whole, or what changed. Owns both sides, the best first.
 *
 *   B1. At most `BOOK_ENTRIES_MAX` entries; one more is told to the caller and not held.
 *   B2. An entry is known by its id. A snapshot of FIX 4.4 carries none: an id that was not told before is that of the
 *       entry without one at the position that is named, else at the price, else of the only one of the side. Of
 *       a book of depth 1 it is that of the side.
 *   B3. A change of an entry that is not known is a new one where it names its price, and the deletion of one that is not
 *       known is nothing, as long as every entry of the side has an id. Else the book cannot be followed, which
 *       is told to the caller.
 *   B4. A price that is not above zero is none.
 */
export const BOOK_ENTRIES_MAX = 2_000

export interface FixPriceLevel {
  readonly price: string
  readonly size: string
}

/** The outcome of a change of the book: `full` has no room, `lost` cannot be followed any more. */
export type BookFollowing = 'done' | 'full' | 'lost'

interface Entry {
  /** Empty where the provider gave it none. */
  readonly id: string
  /** The position that it was told with; empty where there was none. */
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

  /** False where there are too many of them. */
  replace(entries: readonly FixFields[]): boolean {
    this.clear()
    if (entries.length > BOOK_ENTRIES_MAX) return false
    for (const fields of entries) this.#add(this.#sideOf(fields), fields, undefined)
    return true
  }

  /** `depth` is the Market Depth that was asked for: 1 is the best price, 0 all of them. */
  change(fields: FixFields, depth: number): BookFollowing {
    const action = ACTIONS[fields.text(MD.action)]
    if (action === undefined) return 'done'
    // An entry whose type is left out is known by its id.
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

  /** Both sides are there, and the best bid is above the best ask; a locked market, where they are equal, is none. */
  get isCrossed(): boolean {
    const [bid] = this.#bids
    const [ask] = this.#asks
    return bid !== undefined && ask !== undefined && bid.value > ask.value
  }

  /** The best of a side, each price once with all that is there. */
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

  /** Every entry has an id. */
  #isWhole(): boolean {
    return hasIds(this.#bids) && hasIds(this.#asks)
  }

  /** A change may leave out what stays. */
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

/** The place of the entry that a change is about: -1 where there is none, `lost` where it cannot be told. */
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

/** Whether an entry stands at the position it was told with, or at that of its price where it was told with none. */
function standsAt(entry: Entry, at: number, position: string): boolean {
  return entry.position === '' ? String(at + 1) === position : entry.position === position
}

function hasIds(side: readonly Entry[]): boolean {
  return side.every(({ id }) => id !== '')
}

/** The sum of two sizes for people to see; beyond 15 digits it is rounded. */
function sumOf(a: string, b: string): string {
  return String(Number((Number(a) + Number(b)).toFixed(8)))
}
