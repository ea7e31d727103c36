import type { FixFields } from '../codec/message.js'
import { MD, plainDecimal } from './tags.js'

/**
 * The prices of one symbol as its provider tells them: whole, or what changed. Owns both sides, the best first.
 *
 *   B1. At most `BOOK_ENTRIES_MAX` entries; one more is told to the caller and not held.
 *   B2. An entry is known by its id, or by its position or its price where it has none. A change of one that is
 *       not known is a new one; the deletion of one that is not known is nothing.
 *   B3. A price that is not above zero is none.
 */
export const BOOK_ENTRIES_MAX = 2_000

export interface FixPriceLevel {
  readonly price: string
  readonly size: string
}

interface Entry {
  key: string
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

  /** False where there is no room for it. */
  change(fields: FixFields): boolean {
    const action = ACTIONS[fields.text(MD.action)]
    if (action === undefined) return true
    const said = this.#sideOf(fields)
    // An entry whose type is left out is known by its id.
    const side = said ?? this.#sideWith(keyOf(fields))
    if (side === undefined) return true
    const before = this.#take(side, fields)
    if (action === 'delete') return true
    if (this.entries >= BOOK_ENTRIES_MAX) return false
    this.#add(side, fields, action === 'change' ? before : undefined)
    return true
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

  #sideWith(key: string): Entry[] | undefined {
    return [this.#bids, this.#asks].find((side) => side.some((entry) => entry.key === key))
  }

  #take(side: Entry[], fields: FixFields): Entry | undefined {
    const reference = fields.text(MD.entryRef)
    const key = keyOf(fields)
    const at = side.findIndex((entry) => entry.key === key || entry.key === `i${reference}`)
    return at < 0 ? undefined : side.splice(at, 1)[0]
  }

  /** A change may leave out what stays. */
  #add(side: Entry[] | undefined, fields: FixFields, before: Entry | undefined): void {
    if (side === undefined) return
    const price = plainDecimal(fields.text(MD.price)) || before?.price || ''
    const size = plainDecimal(fields.text(MD.size)) || before?.size || ''
    const value = Number(price)
    if (!(value > 0)) return
    const entry = { key: keyOf(fields), price, value, size }
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

function keyOf(fields: FixFields): string {
  const id = fields.text(MD.entryId)
  if (id !== '') return `i${id}`
  const position = fields.text(MD.position)
  return position === '' ? `p${plainDecimal(fields.text(MD.price))}` : `n${position}`
}

/** For people to see: beyond 15 digits it is rounded. */
function sumOf(a: string, b: string): string {
  return String(Number((Number(a) + Number(b)).toFixed(8)))
}
