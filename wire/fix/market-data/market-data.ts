import type { FixFields, FixMessage } from '../codec/message.js'
import { TAG } from '../codec/tags.js'
import type { FixField } from '../codec/write.js'
import { groupMembers } from '../dictionary/dictionary.js'
import { FixPriceBook, type FixPriceLevel } from './price-book.js'
import { MD } from './tags.js'

/**
 * The questions to a price provider and its answers: subscriptions of symbols, their books. Messages come in,
 * calls of the sink go out; no socket, no clock.
 *
 *   M1. A message counts for what was asked on this connection alone: its id is of no other one.
 *   M2. A symbol without both sides has no quote. What is repeated after a gap changes the book, and is quoted with
 *       the first message that is not repeated.
 *   M3. Requests go out in pieces of `REQUESTS_PIECE`; `tick` brings the next one.
 *   M4. A refused symbol is not asked for again on this connection, unless it is asked for anew.
 *   M5. A book that cannot be followed, or whose sides stay crossed for `CROSSED_TICKS`, is told and asked for anew, under
 *       another id: no old price stays silently. Of one symbol that is done every `ANEW_TICKS` at most. A bid equal to
 *       the ask is a price as any other.
 */
export interface FixMarketTerms {
  /** The names that the provider has for what is wanted. */
  readonly names: readonly string[]
  /** 1 is the best price, 0 all of them. */
  readonly depth: number
  readonly updateType: '0' | '1'
}

export interface FixMarketSink {
  /** False where nothing can be sent now. */
  send(messages: readonly FixRequest[]): void
  quote(symbol: string, bid: string, ask: string): void
  levels(symbol: string, bids: readonly FixPriceLevel[], asks: readonly FixPriceLevel[]): void
  /** A line about what the provider does not give. */
  refused(what: string): void
  /** The provider's message cannot be followed. */
  broken(why: string): void
}

export type FixRequest = readonly [type: string, body: readonly FixField[]]

export const REQUESTS_PIECE = 200
/** Ticks, of about a second each. */
const CROSSED_TICKS = 3
export const ANEW_TICKS = 10
/** Lines about refused symbols, a connection. */
export const REFUSED_LINES_MAX = 20

interface Subscription {
  id: string
  readonly name: string
  readonly book: FixPriceBook
  isRefused: boolean
  /** Why its book cannot be followed; empty where it can. */
  lost: string
  crossedTicks: number
  /** Ticks until it may be asked for anew. */
  waitTicks: number
}

const SNAPSHOT_MEMBERS = groupMembers('W', MD.entries)
const CHANGE_MEMBERS = groupMembers('X', MD.entries)
const SUBSCRIBE = '1'
const UNSUBSCRIBE = '2'

export class FixMarketData {
  readonly #sink: FixMarketSink
  /** Unlike that of any other connection. */
  readonly #connection: string
  readonly #levelsMax: number
  readonly #byId = new Map<string, Subscription>()
  readonly #byName = new Map<string, Subscription>()
  readonly #behind = new Set<Subscription>()
  #waiting: FixRequest[] = []
  #terms: FixMarketTerms
  #asked = 0
  #refused = 0
  #strays = 0

  constructor(terms: FixMarketTerms, connection: string, levelsMax: number, sink: FixMarketSink) {
    this.#terms = terms
    this.#connection = connection
    this.#levelsMax = levelsMax
    this.#sink = sink
  }

  /** Messages about what was not asked for, or about a book that is asked for anew. */
  get strays(): number {
    return this.#strays
  }

  /** The session is online. */
  begin(): void {
    this.#follow()
  }

  renew(terms: FixMarketTerms): void {
    this.#terms = terms
    this.#follow()
  }

  /** About once a second. */
  tick(): void {
    this.#catchUp()
    for (const subscription of this.#byName.values()) this.#watch(subscription)
    this.#sendPiece()
  }

  /** False for a message that is none of market data. */
  take(message: FixMessage): boolean {
    switch (message.type) {
      case 'W':
        this.#snapshot(message)
        break
      case 'X':
        this.#changes(message)
        break
      case 'Y':
        this.#refusedBy(message)
        break
      default:
        return this.#isAboutRequest(message)
    }
    if (!message.isPossDup) this.#catchUp()
    return true
  }

  #follow(): void {
    const wanted = new Set(this.#terms.names)
    for (const [name, subscription] of this.#byName) {
      if (wanted.has(name)) continue
      this.#byName.delete(name)
      this.#byId.delete(subscription.id)
      this.#behind.delete(subscription)
      if (!subscription.isRefused) this.#waiting.push(this.#request(subscription, UNSUBSCRIBE))
    }
    for (const name of wanted) {
      if (this.#byName.has(name)) continue
      const id = this.#nextId()
      const subscription = {
        id,
        name,
        book: new FixPriceBook(),
        isRefused: false,
        lost: '',
        crossedTicks: 0,
        waitTicks: 0,
      }
      this.#byId.set(id, subscription)
      this.#byName.set(name, subscription)
      this.#waiting.push(this.#request(subscription, SUBSCRIBE))
    }
    this.#sendPiece()
  }

  #nextId(): string {
    return `${this.#connection}-${++this.#asked}`
  }

  /** Asks for a book anew that cannot be followed (M5). */
  #watch(subscription: Subscription): void {
    const { book, isRefused } = subscription
    if (subscription.waitTicks > 0) subscription.waitTicks--
    if (isRefused) return
    subscription.crossedTicks = book.isCrossed ? subscription.crossedTicks + 1 : 0
    if (subscription.crossedTicks >= CROSSED_TICKS)
      this.#lose(subscription, 'its sides are crossed')
    if (subscription.lost === '' || subscription.waitTicks > 0) return
    this.#sink.refused(`${subscription.name} is asked for anew: ${subscription.lost}`)
    this.#waiting.push(this.#request(subscription, UNSUBSCRIBE))
    this.#byId.delete(subscription.id)
    subscription.id = this.#nextId()
    this.#byId.set(subscription.id, subscription)
    this.#waiting.push(this.#request(subscription, SUBSCRIBE))
    subscription.lost = ''
    subscription.waitTicks = ANEW_TICKS
  }

  /** Gives up a book that cannot be followed: nothing is quoted from it until it comes whole. */
  #lose(subscription: Subscription, why: string): void {
    subscription.lost ||= why
    subscription.crossedTicks = 0
    subscription.book.clear()
    this.#behind.delete(subscription)
  }

  #request({ id, name }: Subscription, kind: string): FixRequest {
    const { depth, updateType } = this.#terms
    const body: FixField[] = [
      [MD.requestId, id],
      [MD.subscription, kind],
      [MD.depth, String(depth)],
      [MD.updateType, updateType],
      [MD.entryTypes, '2'],
      [MD.entryType, '0'],
      [MD.entryType, '1'],
      [MD.relatedSymbols, '1'],
      [MD.symbol, name],
    ]
    return ['V', body]
  }

  #sendPiece(): void {
    if (this.#waiting.length === 0) return
    const piece = this.#waiting.slice(0, REQUESTS_PIECE)
    this.#waiting = this.#waiting.slice(REQUESTS_PIECE)
    this.#sink.send(piece)
  }

  #snapshot(message: FixMessage): void {
    const id = message.text(MD.requestId)
    const name = message.text(MD.symbol)
    const subscription = id === '' ? this.#byName.get(name) : this.#byId.get(id)
    if (subscription === undefined || (name !== '' && name !== subscription.name)) {
      this.#strays++
      return
    }
    const entries = message.entries(MD.entries, SNAPSHOT_MEMBERS)
    subscription.lost = ''
    if (!subscription.book.replace(entries)) this.#overfull(subscription)
    else this.#moved(subscription, message)
  }

  /** An entry without a symbol is about that of the one before it, or of the request. */
  #changes(message: FixMessage): void {
    const id = message.text(MD.requestId)
    let subscription = this.#byId.get(id)
    if (id !== '' && subscription === undefined) {
      this.#strays++
      return
    }
    const touched = new Set<Subscription>()
    for (const fields of message.entries(MD.entries, CHANGE_MEMBERS)) {
      const name = fields.text(MD.symbol)
      if (name !== '') subscription = this.#byName.get(name)
      if (subscription === undefined) this.#strays++
      else if (!this.#change(subscription, fields)) return
      else touched.add(subscription)
    }
    for (const one of touched) this.#moved(one, message)
  }

  /** False where the connection is over. */
  #change(subscription: Subscription, fields: FixFields): boolean {
    // Of a book that was lost nothing counts before it comes whole.
    if (subscription.lost !== '') return true
    const { depth } = this.#terms
    const became = subscription.book.change(fields, depth)
    if (became === 'lost') this.#lose(subscription, 'a change names no entry that was told')
    if (became === 'full') this.#overfull(subscription)
    return became !== 'full'
  }

  #overfull({ name }: Subscription): void {
    this.#sink.broken(`it has too many prices of ${name} at once; set a smaller Market Depth`)
  }

  #moved(subscription: Subscription, message: FixMessage): void {
    if (message.isPossDup) this.#behind.add(subscription)
    else {
      this.#behind.delete(subscription)
      this.#tell(subscription)
    }
  }

  #catchUp(): void {
    if (this.#behind.size === 0) return
    const behind = [...this.#behind]
    this.#behind.clear()
    for (const subscription of behind) this.#tell(subscription)
  }

  #tell({ name, book }: Subscription): void {
    const { bid, ask } = book
    if (bid === undefined || ask === undefined) return
    this.#sink.quote(name, bid, ask)
    if (this.#terms.depth === 1) return
    const levels = (side: 'bid' | 'ask') => book.levels(side, this.#levelsMax)
    const [bids, asks] = [levels('bid'), levels('ask')]
    if (bids.length > 0 && asks.length > 0) this.#sink.levels(name, bids, asks)
  }

  #refusedBy(message: FixMessage): void {
    const subscription = this.#byId.get(message.text(MD.requestId))
    if (subscription === undefined) this.#strays++
    else this.#refuse(subscription, reasonOf(message, MD.rejectReason, REQUEST_REASONS))
  }

  /** A BusinessMessageReject may name the request. */
  #isAboutRequest(message: FixMessage): boolean {
    if (message.type !== 'j') return false
    const subscription = this.#byId.get(message.text(TAG.businessRefId))
    if (subscription === undefined) return false
    this.#refuse(subscription, reasonOf(message, TAG.businessReason, {}))
    return true
  }

  #refuse(subscription: Subscription, why: string): void {
    if (subscription.isRefused) return
    subscription.isRefused = true
    subscription.book.clear()
    this.#refused++
    if (this.#refused > REFUSED_LINES_MAX) return
    const of = `${this.#refused} of ${this.#byName.size} symbols`
    this.#sink.refused(`the provider refuses ${of}: ${subscription.name}: ${why}`)
  }
}

const REQUEST_REASONS: Readonly<Record<string, string>> = {
  '0': 'it does not know the symbol',
  '1': 'the id of the request was used before',
  '2': 'too much is asked for',
  '3': 'the login may not have it',
  '4': 'it takes no subscriptions',
  '5': 'it does not offer this Market Depth',
  '6': 'it does not offer this MD Update Type',
  '8': 'it does not offer bids and asks',
}

/** The provider's own words after the meaning of its number. */
export function reasonOf(
  message: FixMessage,
  tag: number,
  meanings: Readonly<Record<string, string>>,
): string {
  const said = message.text(TAG.text).slice(0, 200)
  const number = message.text(tag)
  const meaning = meanings[number] ?? (number === '' ? '' : `reason ${number}`)
  if (meaning === '' && said === '') return 'it gives no reason'
  return meaning === '' || said === '' ? meaning + said : `${meaning} (${said})`
}
