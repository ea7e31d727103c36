import type { Account } from '../../../engine/account/state.js'
import { symbolByName } from '../../../engine/book/book.js'
import type { Book } from '../../../engine/book/compiled.js'
import type { Quote } from '../../../engine/book/prices.js'
import { DAY_MS } from '../../../engine/calendar/durations.js'
import { type Code, type Refusal, refusalData } from '../../../engine/code.js'
import {
  REFUSED_REQUEST_MAX,
  REFUSED_ROWS_PER_DAY,
  REFUSED_ROWS_PER_DAY_SELF_OPENED,
  REFUSED_ROWS_PER_SECOND,
} from '../../../engine/limits/requests.js'
import { textFromScaled } from '../../../engine/numbers/decimal.js'
import type { Login, UnixMs } from '../../../engine/units.js'
import { clientNameOf } from '../../../wire/record/request-key.js'
import type { RefusedMore, RefusedNews, RefusedOf } from '../../../wire/thread/refused-request.js'
import type { SentTrade } from '../../../wire/trade/trade-request.js'

/**
 * Collects the refused requests of a shard for the desk, which stores them for staff.
 *
 *   - A row is made when a request is refused and leaves with the turn, so no request waits for it.
 *   - The rows of an account per day and of the shard per second are bounded. Beyond the bounds,
 *     requests are counted by code.
 *   - A repeat that gets its first answer again is not a new row.
 *   - A restart resets the counts; the desk checks the daily bounds against its tables.
 */
const ACCOUNTS_MAX = 65_536
const KINDS_MAX = 4_096
const NOBODY = 0

/** The market and the settings, for a row. */
export interface RowMarket {
  readonly book: Book
  readonly now: UnixMs
  contextOf(account: Account): { readonly prices: { quote(symbolId: number): Quote | undefined } }
}

/** The details of a refused request, besides its refusal. */
export type RefusalDetails = Partial<SentTrade> & {
  /** The symbol; undefined if the request itself names it. */
  readonly symbolId?: number
  readonly requestKey?: string
}

export class RefusedRequests {
  #rows: RefusedOf[] = []
  /** The number of each account's rows in `#day`. */
  readonly #kept = new Map<Login, number>()
  #day = 0
  #second = 0
  #inSecond = 0
  readonly #more = new Map<string, RefusedMore & { count: number }>()
  readonly #codes = new Map<Code, number>()
  readonly #rules = new Map<number, number>()

  /** Adds a refusal that a client or staff receives. */
  add(market: RowMarket, account: Account, refused: RefusalDetails, refusal: Refusal): void {
    if (refusal.isRepeat === true) return
    const { code, by } = refusal
    countIn(this.#codes, code)
    if (by?.rule !== undefined && by.rule !== 0) countIn(this.#rules, by.rule)
    if (this.#mayKeep(account, market.now))
      this.#rows.push(rowOf(market, account, refused, refusal))
    else this.#countMore(account.login, code, market.now)
  }

  /** The rows of the turn; undefined if there are none. */
  takeRows(): RefusedNews | undefined {
    if (this.#rows.length === 0) return undefined
    const rows = this.#rows
    this.#rows = []
    return { rows, more: [], codes: [], rules: [] }
  }

  /** The counts since the last call; undefined if there are none. */
  takeCounts(): RefusedNews | undefined {
    if (this.#codes.size === 0) return undefined
    const more = [...this.#more.values()]
    const news = { rows: [], more, codes: [...this.#codes], rules: [...this.#rules] }
    for (const counts of [this.#more, this.#codes, this.#rules]) counts.clear()
    return news
  }

  #mayKeep({ login, selfOpened }: Account, now: UnixMs): boolean {
    const day = Math.floor(now / DAY_MS)
    if (day !== this.#day || this.#kept.size >= ACCOUNTS_MAX) this.#kept.clear()
    this.#day = day
    const second = Math.floor(now / 1000)
    if (second !== this.#second) this.#inSecond = 0
    this.#second = second
    const kept = this.#kept.get(login) ?? 0
    const most = selfOpened ? REFUSED_ROWS_PER_DAY_SELF_OPENED : REFUSED_ROWS_PER_DAY
    if (kept >= most || this.#inSecond >= REFUSED_ROWS_PER_SECOND) return false
    this.#kept.set(login, kept + 1)
    this.#inSecond++
    return true
  }

  #countMore(login: Login, code: Code, at: UnixMs): void {
    const whose = this.#more.size < KINDS_MAX ? login : NOBODY
    const key = `${whose} ${code}`
    const known = this.#more.get(key)
    if (known !== undefined) known.count++
    else this.#more.set(key, { login: whose, at, code, count: 1 })
  }
}

function countIn<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function rowOf(
  market: RowMarket,
  account: Account,
  { body, by, symbolId, requestKey = '' }: RefusalDetails,
  refusal: Refusal,
): RefusedOf {
  const { code, message, reason = '', params = {}, by: refuser } = refusal
  const { reason: _, params: __, ...data } = refusalData(refusal) ?? {}
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Fields
  const clientOrderId = textIn(fields, 'client_order_id') || (clientNameOf(requestKey) ?? '')
  return {
    at: market.now,
    login: account.login,
    selfOpened: account.selfOpened,
    code,
    message,
    reason,
    params,
    data: Object.keys(data).length === 0 ? null : data,
    request: bounded(body),
    kind: textIn(fields, 'kind'),
    rule: refuser?.rule ?? 0,
    dealer: refuser?.dealer ?? 0,
    gateway: refuser?.gateway ?? 0,
    ...marketOf(market, account, fields, symbolId),
    session: by?.session ?? '',
    ip: by?.ip ?? '',
    clientOrderId: clientOrderId.slice(0, 64),
    requestId: by?.requestId ?? '',
    staff: by?.dealer ?? 0,
  }
}

type Fields = Readonly<Record<string, unknown>>

function textIn(fields: Fields, name: string): string {
  const value = fields[name]
  return typeof value === 'string' ? value.slice(0, 64) : ''
}

function numberIn(fields: Fields, name: string): number {
  const value = fields[name]
  return typeof value === 'number' ? value : 0
}

/** The request as JSON; empty if it is too long. */
function bounded(body: unknown): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  return text.length > REFUSED_REQUEST_MAX ? '' : text
}

function marketOf(
  market: RowMarket,
  account: Account,
  fields: Fields,
  symbolId: number | undefined,
): Pick<RefusedOf, 'symbol' | 'bid' | 'ask' | 'quotedAt'> {
  const { book } = market
  const named = textIn(fields, 'symbol')
  const id =
    symbolId ??
    symbolByName(book, named)?.id ??
    account.positions.get(numberIn(fields, 'position_id'))?.symbolId ??
    account.orders.get(numberIn(fields, 'order_id'))?.symbolId
  const symbol = id === undefined ? undefined : book.symbolsById.get(id)
  if (symbol === undefined) return { symbol: named, bid: '', ask: '', quotedAt: 0 }
  const quote = market.contextOf(account).prices.quote(symbol.id)
  if (quote === undefined) return { symbol: symbol.name, bid: '', ask: '', quotedAt: 0 }
  const text = (points: number): string => textFromScaled(points, symbol.digits)
  const { bid, ask, at: quotedAt } = quote
  return { symbol: symbol.name, bid: text(bid), ask: text(ask), quotedAt }
}
