import type { FixFields, FixMessage } from '../codec/message.js'
import { TAG } from '../codec/tags.js'
import type { FixField } from '../codec/write.js'
import { groupMembers } from '../dictionary/dictionary.js'
import { FixPriceBook, type FixPriceLevel } from './price-book.js'
import { MD } from './tags.js'

/**
 * Requests to a price provider and its answers: symbol subscriptions and their order books. A state
 * machine that receives messages and calls the sink; it has no socket and no clock.
 *
 * - Only answers to requests of this connection count. Request ids differ between connections.
 * - A symbol without both sides has no quote. Messages that are resent after a gap change the book,
 *   but quotes are only reported with the next new message.
 * M3. Requests are sent in batches of `REQUESTS_PIECE`; `tick` sends the next batch.
 * - A refused symbol is not requested again on this connection unless the settings request it
 *   again.
 * M5. If a book becomes inconsistent, or bid stays above ask for `CROSSED_TICKS`, this is reported
 *     and the book is requested again under a new id, at most every `RESUBSCRIBE_TICKS` per symbol, so
 *     that no outdated price remains. A bid equal to the ask is valid.
 */
export interface FixMarketTerms {
  /** The provider's names of the wanted symbols. */
  readonly names: readonly string[]
  /** The requested depth: 1 for only the best price, 0 for all levels. */
  readonly depth: number
  readonly updateType: '0' | '1'
}

export interface FixMarketSink {
  /** Returns false if nothing can be sent at the moment. */
  send(messages: readonly FixRequest[]): void
  quote(symbol: string, bid: string, ask: string): void
  levels(symbol: string, bids: readonly FixPriceLevel[], asks: readonly FixPriceLevel[]): void
  /** Reports data that the provider refuses to send, as a log line. */
  refused(what: string): void
  /** The provider sent a message that cannot be interpreted. */
  broken(why: string): void
}

export type FixRequest = readonly [type: string, body: readonly FixField[]]

export const REQUESTS_PIECE = 200
/** A number of ticks; `tick` is called about once a second. */
const CROSSED_TICKS = 3
export const RESUBSCRIBE_TICKS = 10
/** The most log lines about refused symbols per connection. */
export const REFUSED_LINES_MAX = 20

interface Subscription {
  id: string
  readonly name: string
  readonly book: FixPriceBook
  isRefused: boolean
  /** The reason why the book is inconsistent; empty if it is consistent. */
  lost: string
  crossedTicks: number
  /** The number of ticks until the book may be requested again. */
  waitTicks: number
}

const SNAPSHOT_MEMBERS = groupMembers('W', MD.entries)
const CHANGE_MEMBERS = groupMembers('X', MD.entries)
const SUBSCRIBE = '1'
const UNSUBSCRIBE = '2'

export class FixMarketData {
  readonly #sink: FixMarketSink
  /** A prefix of request ids that differs from that of other connections. */
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

  /** The number of messages about unknown requests, or about a book that has been requested again. */
  get strays(): number {
    return this.#strays
  }

  /** Called when the session is online. */
  begin(): void {
    this.#follow()
  }

  renew(terms: FixMarketTerms): void {
    this.#terms = terms
    this.#follow()
  }

  /** Sends the next batch of requests (M3). The caller calls it about once a second. */
  tick(): void {
    this.#catchUp()
    for (const subscription of this.#byName.values()) this.#watch(subscription)
    this.#sendPiece()
  }

  /** Processes a message. False if it is not about market data. */
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

  /** Requests a book again that is inconsistent (M5). */
  #watch(subscription: Subscription): void {
    const { book, isRefused } = subscription
    if (subscription.waitTicks > 0) subscription.waitTicks--
    if (isRefused) return
    subscription.crossedTicks = book.isCrossed ? subscription.crossedTicks + 1 : 0
    if (subscription.crossedTicks >= CROSSED_TICKS)
      this.#lose(subscription, 'its sides are crossed')
    if (subscription.lost === '' || subscription.waitTicks > 0) return
    this.#sink.refused(`${subscription.name} is subscribed again: ${subscription.lost}`)
    this.#waiting.push(this.#request(subscription, UNSUBSCRIBE))
    this.#byId.delete(subscription.id)
    subscription.id = this.#nextId()
    this.#byId.set(subscription.id, subscription)
    this.#waiting.push(this.#request(subscription, SUBSCRIBE))
    subscription.lost = ''
    subscription.waitTicks = RESUBSCRIBE_TICKS
  }

  /** Marks a book as inconsistent. Nothing is quoted from it until a full snapshot arrives. */
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

  /**
   * Applies changes of books. An entry without a symbol belongs to the symbol of the entry before,
   * or of the request.
   */
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

  /** Applies one change. False if the connection has ended. */
  #change(subscription: Subscription, fields: FixFields): boolean {
    // Changes of an inconsistent book are ignored until a full snapshot arrives.
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

  /** Whether a BusinessMessageReject names one of the requests. */
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

/** The meaning of the provider's reason code, followed by the provider's own text. */
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
