import { textFromScaled, trimmedTextFromScaled } from '../../../engine/numbers/decimal.js'
import type { FixMessage } from '../../../wire/fix/codec/message.js'
import { TAG } from '../../../wire/fix/codec/tags.js'
import type { FixField } from '../../../wire/fix/codec/write.js'
import { groupMembers } from '../../../wire/fix/dictionary/dictionary.js'
import type { FixRequest } from '../../../wire/fix/market-data/market-data.js'
import { MD } from '../../../wire/fix/market-data/tags.js'
import {
  type BookLevel,
  type BookSide,
  type LevelChange,
  QUANTITY_DIGITS,
  type SimulatedBook,
} from './simulated-book.js'
import { SIMULATED_INSTRUMENTS } from './simulated-market.js'

/**
 * The price subscriptions of one session of the built-in provider, as messages: a snapshot (W)
 * first, then changes (X), or only whole books (W) for subscriptions to those.
 *
 *   - At most `SUBSCRIPTIONS_MAX` per session; another one is refused.
 *   - A slow client gets the whole book when it has room again: outdated changes are never sent.
 */
export const SUBSCRIPTIONS_MAX = 256
const NAME_CHARACTERS_MAX = 64
const RELATED = groupMembers('V', MD.relatedSymbols)
const KIND = { snapshot: '0', subscribe: '1', unsubscribe: '2' } as const
const ACTION = { isNew: '0', change: '1', gone: '2' } as const
const REASON = {
  symbol: '0',
  doubled: '1',
  tooMany: '2',
  kind: '4',
  depth: '5',
  type: '6',
} as const
const ENTRY: Readonly<Record<BookSide, string>> = { bid: '0', ask: '1' }

interface Subscription {
  readonly id: string
  readonly book: SimulatedBook
  readonly isTop: boolean
  readonly tellsChanges: boolean
  /** The best prices as last sent, for subscriptions to only those. */
  top: Partial<Record<BookSide, BookLevel>>
  isBehind: boolean
}

export class SimulatedQuotes {
  readonly #books: ReadonlyMap<string, SimulatedBook>
  readonly #byId = new Map<string, Subscription[]>()
  readonly #bySymbol = new Map<string, Set<Subscription>>()
  #count = 0

  constructor(books: ReadonlyMap<string, SimulatedBook>) {
    this.#books = books
  }

  /** Answers a MarketDataRequest. */
  asked(message: FixMessage): readonly FixRequest[] {
    const id = message.text(MD.requestId)
    const kind = message.text(MD.subscription)
    if (kind === KIND.unsubscribe) {
      this.#leave(id)
      return []
    }
    const depth = message.text(MD.depth)
    const names = message.entries(MD.relatedSymbols, RELATED).map((entry) => entry.text(MD.symbol))
    const books = names.flatMap((name) => this.#books.get(name) ?? [])
    const reason = this.#refusal({ id, kind, depth, books, asked: names.length })
    if (reason !== undefined) {
      const [code, text] = reason
      return [
        [
          'Y',
          [
            [MD.requestId, id],
            [MD.rejectReason, code],
            [TAG.text, text],
          ],
        ],
      ]
    }
    const subscriptions = books.map((book): Subscription => {
      const tellsChanges = message.text(MD.updateType) === '1'
      return { id, book, isTop: depth === '1', tellsChanges, top: {}, isBehind: false }
    })
    if (kind === KIND.subscribe) this.#join(id, subscriptions)
    return subscriptions.map(snapshot)
  }

  /**
   * Messages for changes of a book; `hasRoom` is false if the client has not read the earlier ones.
   */
  changed(
    book: SimulatedBook,
    changes: readonly LevelChange[],
    hasRoom: boolean,
  ): readonly FixRequest[] {
    const subscriptions = this.#bySymbol.get(book.instrument.name)
    if (subscriptions === undefined) return []
    const messages: FixRequest[] = []
    for (const subscription of subscriptions) {
      if (!hasRoom) subscription.isBehind = true
      else messages.push(...news(subscription, changes))
    }
    return messages
  }

  /** Snapshots of the books that a client missed while it had no room. */
  caughtUp(): readonly FixRequest[] {
    const messages: FixRequest[] = []
    for (const subscriptions of this.#bySymbol.values()) {
      for (const one of subscriptions) if (one.isBehind) messages.push(snapshot(one))
    }
    return messages
  }

  #refusal(asked: {
    readonly id: string
    readonly kind: string
    readonly depth: string
    readonly books: readonly SimulatedBook[]
    readonly asked: number
  }): readonly [string, string] | undefined {
    const { id, kind, depth, books } = asked
    if (id.length > NAME_CHARACTERS_MAX) return [REASON.doubled, 'the MDReqID is too long']
    if (this.#byId.has(id)) return [REASON.doubled, 'this MDReqID is in use']
    if (kind !== KIND.subscribe && kind !== KIND.snapshot) return [REASON.kind, 'unknown kind']
    if (!['0', '1', '5'].includes(depth)) return [REASON.depth, 'Market Depth is 0, 1 or 5 here']
    if (books.length < asked.asked) return [REASON.symbol, 'this symbol is not traded here']
    if (this.#count + books.length > SUBSCRIPTIONS_MAX) {
      return [REASON.tooMany, `at most ${SUBSCRIPTIONS_MAX} subscriptions`]
    }
    return undefined
  }

  #join(id: string, subscriptions: readonly Subscription[]): void {
    this.#byId.set(id, [...subscriptions])
    this.#count += subscriptions.length
    for (const one of subscriptions) {
      const { name } = one.book.instrument
      const known = this.#bySymbol.get(name)
      if (known === undefined) this.#bySymbol.set(name, new Set([one]))
      else known.add(one)
    }
  }

  #leave(id: string): void {
    const subscriptions = this.#byId.get(id) ?? []
    this.#byId.delete(id)
    this.#count -= subscriptions.length
    for (const one of subscriptions) this.#bySymbol.get(one.book.instrument.name)?.delete(one)
  }
}

/** A SecurityList of everything that the provider trades. */
export function securityList(message: FixMessage): FixRequest {
  const entries = SIMULATED_INSTRUMENTS.flatMap(
    ({ name, base, quote, digits, lot }): FixField[] => [
      [MD.symbol, name],
      [MD.contractMultiplier, String(lot)],
      [MD.securityDesc, `${base} against ${quote}`],
      [MD.minPriceIncrement, textFromScaled(1, digits)],
      [MD.currency, quote],
      [MD.symbolDigits, String(digits)],
    ],
  )
  const id = message.text(MD.securityRequestId)
  return [
    'y',
    [
      [MD.securityRequestId, id],
      [SECURITY_RESPONSE_ID, id],
      [MD.listResult, '0'],
      [MD.relatedSymbols, String(SIMULATED_INSTRUMENTS.length)],
      ...entries,
    ],
  ]
}

const SECURITY_RESPONSE_ID = 322

/** The messages of a subscription for changes; a whole snapshot if it missed something. */
function news(subscription: Subscription, changes: readonly LevelChange[]): readonly FixRequest[] {
  if (subscription.isBehind || !subscription.tellsChanges) return [snapshot(subscription)]
  const told = subscription.isTop ? topChanges(subscription) : changes
  if (told.length === 0) return []
  const { id, book } = subscription
  const fields = told.flatMap((change) => changeFields(book, change))
  return [['X', [[MD.requestId, id], [MD.entries, String(told.length)], ...fields]]]
}

/** The best price has a fixed name, whichever level it is. */
function topChanges(subscription: Subscription): readonly LevelChange[] {
  const { book, top } = subscription
  return (['bid', 'ask'] as const).flatMap((side): LevelChange[] => {
    const before = top[side]
    const best = book.best(side)
    if (best === undefined && before === undefined) return []
    if (best !== undefined && before?.price === best.price && before.size === best.size) return []
    const level = best === undefined ? undefined : { ...best, name: 0 }
    if (level === undefined) delete top[side]
    else top[side] = level
    return [{ side, name: 0, isNew: before === undefined, level }]
  })
}

function snapshot(subscription: Subscription): FixRequest {
  const { id, book, isTop } = subscription
  subscription.isBehind = false
  subscription.top = {}
  const entries: FixField[] = []
  let count = 0
  for (const side of ['bid', 'ask'] as const) {
    for (const level of book.levels(side).slice(0, isTop ? 1 : undefined)) {
      const named = isTop ? { ...level, name: 0 } : level
      if (isTop) subscription.top[side] = named
      entries.push([MD.entryType, ENTRY[side]], [MD.entryId, entryName(side, named.name)])
      entries.push(...priceFields(book, named))
      count++
    }
  }
  const { name } = book.instrument
  const head: FixField[] = [
    [MD.requestId, id],
    [MD.symbol, name],
    [MD.entries, String(count)],
  ]
  return ['W', [...head, ...entries]]
}

function changeFields(book: SimulatedBook, change: LevelChange): readonly FixField[] {
  const { side, name, isNew, level } = change
  const stands = isNew ? ACTION.isNew : ACTION.change
  return [
    [MD.action, level === undefined ? ACTION.gone : stands],
    [MD.entryType, ENTRY[side]],
    [MD.entryId, entryName(side, name)],
    [MD.symbol, book.instrument.name],
    ...(level === undefined ? [] : priceFields(book, level)),
  ]
}

function priceFields(book: SimulatedBook, { price, size }: BookLevel): readonly FixField[] {
  return [
    [MD.price, textFromScaled(price, book.instrument.digits)],
    [MD.size, trimmedTextFromScaled(size, QUANTITY_DIGITS)],
  ]
}

function entryName(side: BookSide, name: number): string {
  return `${side}${name}`
}
