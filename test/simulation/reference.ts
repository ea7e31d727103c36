import type { TapeTick } from '../../actors/shared/tick-tape.js'
import type { AccountEvent, AccountRecord } from '../../engine/account/event.js'
import type { Account, AccountProfile } from '../../engine/account/state.js'
import { assert } from '../../engine/assert.js'
import type { Book } from '../../engine/book/compiled.js'
import type { Prices } from '../../engine/book/prices.js'
import type { Code } from '../../engine/code.js'
import type { TradeFields } from '../../wire/trade/trade-request.js'
import type { AskedRequest } from './asked.js'
import type { Cause, Verdict } from './cause.js'
import { Expectation } from './expectation.js'
import { must } from './must.js'
import type { NaiveAccount, Scene } from './naive-account.js'
import { type BalanceAsk, naiveBalance } from './naive-balance.js'
import { isTraded } from './naive-checks.js'
import type { EndedDay } from './naive-day-end.js'
import { NaiveDays } from './naive-days.js'
import { type Level, WaitingLevels } from './naive-levels.js'
import { NaiveOffers } from './naive-offers.js'
import { isPassing, type Outcome } from './naive-outcome.js'
import { endedRow } from './naive-pending.js'
import { differenceOf, isOld, seenAs, seenBy } from './naive-prices.js'
import { NaiveRefusals } from './naive-refusals.js'
import { naiveTrade } from './naive-requests.js'
import { naiveStanding } from './naive-standing.js'
import { activated, exited, trailed } from './naive-triggers.js'

export interface ReferenceParts {
  readonly book: Book
  readonly market: Prices
  readonly profiles: ReadonlyMap<number, AccountProfile>
  account(login: number): NaiveAccount
}

interface CameTick extends TapeTick {
  readonly moment: number
}

/** The length of the tape: a reader that is further behind has lost its place. */
const TAPE_TICKS = 32_768
const DEALER = 1
/** The most deals that one decision can make. */
const DEALS_MAX = 4
const DAY_END_DEALS_MAX = 2

/**
 * The work of a shard, done plainly: every request by the rules, every tick against every level.
 * It runs behind the shard, turn by turn, over the records that the turn left on the disk, and knows the
 * shard's ids and times from there alone.
 */
export class Reference {
  readonly waiting = new WaitingLevels((login, symbolId) => this.#difference(login, symbolId))
  readonly #parts: ReferenceParts
  readonly #offers = new Map<number, NaiveOffers>()
  readonly #ids = { order: 0, deal: 0 }
  readonly #logins: number[] = []
  readonly #days: NaiveDays
  readonly #refusals = new NaiveRefusals()
  #ticks: CameTick[] = []
  /** Being looked at, before the tape goes on. */
  #front: CameTick[] = []
  #hasTrailed = false
  /** The prices of some group may be others, though no tick came. */
  #owesLook = false
  /** Counts ticks and looks at the board. */
  #moment = 0
  #isLooking = false
  #listens = false
  isHalted = false
  #expected = new Expectation([], true)
  #now = 0

  constructor(parts: ReferenceParts) {
    this.#parts = parts
    const reference = this
    this.#days = new NaiveDays({
      logins: this.#logins,
      scene: (login) => ({ ...this.#scene(login), account: parts.account(login) }),
      write: (login, ended) => this.#endDay(login, ended),
      get mayWrite() {
        return reference.#mayEndDays
      },
    })
  }

  get #mayEndDays(): boolean {
    return !this.isHalted && this.#ids.deal >= DAY_END_DEALS_MAX && !this.#expected.isOver
  }

  /** The positions' rows come in the order in which the account has them. */
  #endDay(login: number, { events, lacksSwap, isMadeGood }: EndedDay): boolean {
    const places = new Map(
      this.#expected.coming?.events.map((event, i) => ['id' in event ? event.id : 0, i]),
    )
    const rows = events.filter(({ type }) => type === 'position')
    const others = events.filter(({ type }) => type !== 'position')
    const placeOf = (event: AccountEvent): number => places.get('id' in event ? event.id : 0) ?? 0
    rows.sort((a, b) => placeOf(a) - placeOf(b))
    return (
      this.#write(login, [...rows, ...others], { hasNote: lacksSwap || isMadeGood }) !== undefined
    )
  }

  /** The account's days have ended before anything else is decided for it. */
  #endDaysOf(login: number): void {
    if (this.#days.isDue(login)) this.#days.end(login)
  }

  /** A shard that comes up waits for all that its accounts hold, in the order in which it has them. */
  load(accounts: Iterable<Account>): void {
    const all = [...accounts]
    for (const { login } of all) this.#logins.push(login)
    this.follow(all)
  }

  /** Groups have other differences: levels go where they have to be now, in the order of what is held. */
  follow(accounts: Iterable<Account>): void {
    for (const { login, orders, positions } of accounts) {
      const own = this.#parts.account(login)
      for (const id of orders.keys()) {
        const order = own.orders.get(id)
        must(order !== undefined, `order ${id} of ${login} rests`)
        this.waiting.order(login, order)
      }
      for (const id of positions.keys()) {
        const position = own.positions.get(id)
        must(position !== undefined, `position ${id} of ${login} is open`)
        this.waiting.position(login, position)
      }
    }
  }

  /** Settings with differences came or went: the board is looked at behind the ticks. */
  otherPrices(): void {
    this.#owesLook = true
  }

  granted(kind: 'order' | 'deal', count: number): void {
    this.#ids[kind] += count
  }

  tick(tick: TapeTick): void {
    this.#ticks.push({ ...tick, moment: ++this.#moment })
  }

  offersTo(login: number): NaiveOffers {
    let offers = this.#offers.get(login)
    if (offers === undefined) {
      offers = new NaiveOffers()
      this.#offers.set(login, offers)
    }
    return offers
  }

  /** The last moment at which each offer holds, and the one after it. */
  offerEnds(): number[] {
    return [...this.#offers.values()].flatMap((offers) => offers.ends())
  }

  /**
   * Holds the records of a turn against what the turn had to do. Of a turn that was not committed whole
   * the records may end at any place.
   */
  check(
    causes: readonly Cause[],
    records: readonly AccountRecord[],
    now: number,
    isWhole: boolean,
  ) {
    this.#now = now
    this.#expected = new Expectation(records, isWhole)
    this.#days.at(now)
    for (const cause of causes) {
      if (this.#expected.isOver) break
      if (cause.kind === 'asked') cause.verdict = this.#asked(cause.asked, cause.readOnly)
      else if (cause.kind === 'margin') {
        this.#judge(cause.records)
        if (cause.isAll) this.#judgeAll()
      } else if (cause.kind === 'days') {
        if (cause.retries) this.#days.retry()
        this.#days.slice(cause.effort)
      } else {
        const hasMore = this.#look(cause.most)
        must(this.#expected.isOver || hasMore === cause.hasMore, 'a look ends where it must')
      }
    }
    this.#expected.end()
  }

  /** The shard looks at ticks from now on, or does not any more. */
  listen(listens: boolean): void {
    const holds = this.#logins.some((login) => {
      const { orders, positions } = this.#parts.account(login)
      return orders.size + positions.size > 0
    })
    must(listens || !holds, 'ticks are looked at while anybody holds anything')
    if (listens && !this.#listens) this.#lookAtBoard()
    this.#listens = listens
  }

  /** Checks the steps about the accounts' standing, one step a record, whoever came first. */
  #judge(records: number): void {
    const coming = (): AccountRecord | undefined => this.#expected.coming
    for (let left = records; left > 0; left--) {
      const record = coming()
      if (record === undefined) {
        this.#expected.cutOff('how an account stands')
        return
      }
      const { login } = record
      if (this.#days.isDue(login)) {
        const before = this.#expected.taken
        this.#endDaysOf(login)
        left -= Math.max(0, this.#expected.taken - before - 1)
        if (this.#expected.taken > before) continue
      }
      const order = record.events.find((event) => event.type === 'order')
      const { inMarginCall } = this.#parts.account(login)
      const events = naiveStanding(this.#scene(login), inMarginCall, order?.id ?? 0)
      must(events !== undefined, `nothing is to be done about how ${login} stands`)
      this.#write(login, events, { hasNote: true })
    }
  }

  /** Everybody was looked at: nothing is left to do. */
  #judgeAll(): void {
    if (!this.#canWrite || this.#expected.isOver) return
    for (const login of this.#logins) {
      const { inMarginCall } = this.#parts.account(login)
      const events = naiveStanding(this.#scene(login), inMarginCall, 0)
      const [first] = events ?? []
      must(first === undefined, `${login} stands as it should, and needs no ${first?.type}`)
    }
  }

  #difference(login: number, symbolId: number): number {
    const { book, profiles } = this.#parts
    return differenceOf(book, profiles.get(login)?.group ?? '', symbolId)
  }

  #scene(login: number): Scene {
    const { book, market: prices, profiles } = this.#parts
    const profile = profiles.get(login)
    assert(profile !== undefined, 'an account has a profile')
    const seen = seenBy(book, profile.group, prices)
    return { account: this.#parts.account(login), profile, book, prices: seen, now: this.#now }
  }

  #asked(asked: AskedRequest, readOnly: boolean): Verdict {
    const { login, op, key, body } = asked
    if (readOnly) return verdict('trade.read_only')
    const account = this.#parts.account(login)
    const text = JSON.stringify(body)
    const decision = account.keys.get(key) ?? this.#refusals.find(login, key, this.#now)
    if (decision?.body === text) return { ...verdict(decision.code), decision }
    if (decision !== undefined) return verdict('conflict')
    if (!this.#canWrite) return verdict('unavailable')
    this.#endDaysOf(login)
    const scene = this.#scene(login)
    const outcome =
      op === 'trade'
        ? naiveTrade(scene, this.offersTo(login), body as TradeFields)
        : naiveBalance(scene, body as unknown as BalanceAsk, DEALER)
    const { quote_id } = body
    if (typeof quote_id === 'string' && outcome.events.length > 0) {
      this.offersTo(login).take(quote_id)
    }
    return this.#decided(asked, text, outcome)
  }

  #decided({ login, op, key }: AskedRequest, body: string, outcome: Outcome): Verdict {
    const { code, events, offer } = outcome
    if (isPassing(outcome)) {
      const named = offer === undefined ? undefined : this.offersTo(login).make(offer)
      return { code, record: undefined, offer, named }
    }
    if (events.length === 0) {
      const decision = this.#refusals.add(login, key, { body, code }, this.#now)
      return { ...verdict(code), decision }
    }
    const { newest } = this.#parts.account(login)
    if (outcome.isSame && key === '' && newest !== undefined) {
      return { ...verdict(code), same: { events, newest } }
    }
    const requestKey = key === '' ? '' : `${op === 'trade' ? 'o' : 'b'}:${key}`
    const hasNote = op === 'balance'
    const record = this.#write(login, events, { requestKey, code, hasNote })
    const decision = { body, code }
    if (key !== '' && record !== undefined) this.#parts.account(login).keys.set(key, decision)
    return { ...verdict(code), record, decision }
  }

  get #canWrite(): boolean {
    return !this.isHalted && this.#ids.order >= 1 && this.#ids.deal >= DEALS_MAX
  }

  /** The next record of the log must be this one. */
  #write(
    login: number,
    events: readonly AccountEvent[],
    { requestKey = '', code = 'ok' as Code, hasNote = false } = {},
  ): AccountRecord | undefined {
    const fields = { login, at: this.#now, requestKey, code, hasNote }
    const record = this.#expected.next(fields, events)
    if (record === undefined) return undefined
    const given = new Set(
      events.flatMap((one) => ('id' in one && one.id < 0 ? [`${one.type} ${one.id}`] : [])),
    )
    for (const one of given) {
      if (one.startsWith('order')) this.#ids.order--
      else if (one.startsWith('deal')) this.#ids.deal--
    }
    this.#parts.account(login).take(record)
    this.waiting.moment = this.#isLooking ? 0 : this.#moment
    this.waiting.take(login, record.events)
    this.waiting.moment = 0
    return record
  }

  #lookAtBoard(): void {
    this.#ticks = []
    this.#front = []
    this.#takeBoard()
  }

  #takeBoard(): void {
    this.#owesLook = false
    const moment = ++this.#moment
    const { book, market: prices } = this.#parts
    for (const { id: symbolId, digits } of book.symbolsById.values()) {
      const quote = this.waiting.bySymbol.has(symbolId) ? prices.quote(symbolId) : undefined
      if (quote !== undefined) this.#front.push({ symbolId, digits, ...quote, moment })
    }
  }

  /** Expiries, then tick by tick, `most` things at a time; true when something is left. */
  #look(most: number): boolean {
    let left = most - this.#expire(most)
    while (left > 0 && !this.#expected.isOver) {
      const tick = this.#nextTick()
      if (tick === undefined) return false
      this.#isLooking = true
      left -= this.#lookAt(tick, left)
      this.#isLooking = false
      if (left === 0) break
      this.#front.shift()
      this.#hasTrailed = false
    }
    return true
  }

  #nextTick(): CameTick | undefined {
    while (this.#front.length === 0) {
      if (this.#ticks.length >= TAPE_TICKS) {
        this.#lookAtBoard()
        continue
      }
      const tick = this.#ticks.shift()
      if (tick === undefined && !this.#owesLook) return undefined
      if (tick === undefined) this.#takeBoard()
      else if (this.waiting.bySymbol.has(tick.symbolId)) this.#front.push(tick)
    }
    return this.#front[0]
  }

  #expire(most: number): number {
    let done = 0
    while (done < most) {
      const level = this.waiting.expiries.next(this.#now, 0)
      if (level === undefined) break
      const mayWrite = this.#canWrite
      if (mayWrite) this.#endDaysOf(level.login)
      const order = this.#parts.account(level.login).orders.get(level.id)
      must(order !== undefined, `order ${level.id} rests until it expires`)
      const expired = { ...endedRow(order, 'expired', this.#now), reason: 'expiration' } as const
      if (mayWrite) this.#write(level.login, [expired])
      if (this.#expected.isOver) break
      done++
    }
    return done
  }

  #lookAt(tick: CameTick, most: number): number {
    const held = this.waiting.bySymbol.get(tick.symbolId)
    const symbol = this.#parts.book.symbolsById.get(tick.symbolId)
    if (held === undefined || symbol === undefined) return 0
    if (!isTraded(symbol.record, this.#now) || isOld(tick, this.#now)) return 0
    const { bid, ask } = tick
    let done = 0
    while (done < most && !this.#expected.isOver) {
      const level = this.#hasTrailed ? undefined : held.trailing.next(bid, ask)
      if (level === undefined) {
        this.#hasTrailed = true
        const hit = held.levels.next(bid, ask)
        if (hit === undefined) break
        if (hit.moment < tick.moment) this.#fire(hit, tick)
      } else if (level.moment < tick.moment) this.#trail(level, tick)
      done++
    }
    return done
  }

  #trail({ login, id }: Level, listed: TapeTick): void {
    const tick = seenAs(listed, this.#difference(login, listed.symbolId))
    const { positions } = this.#parts.account(login)
    const held = positions.get(id)
    must(held !== undefined, `position ${id} has its trailing stop`)
    if (trailed(held, tick) === undefined || !this.#canWrite) return
    this.#endDaysOf(login)
    const events = trailed(positions.get(id) ?? held, tick)
    if (events !== undefined) this.#write(login, events)
  }

  #fire({ login, what, id }: Level, listed: TapeTick): void {
    const { bid, ask, at } = seenAs(listed, this.#difference(login, listed.symbolId))
    if (!this.#canWrite) return
    this.#endDaysOf(login)
    const { orders, positions } = this.#parts.account(login)
    const quote = { bid, ask, at }
    const order = what === 'order' ? orders.get(id) : undefined
    if (order !== undefined) {
      const came = activated(this.#scene(login), order, quote)
      if (came !== undefined) this.#write(login, came.events, { hasNote: came.isRejected })
      return
    }
    const position = positions.get(id)
    must(position !== undefined && what !== 'order', `${what} ${id} is of what is there`)
    const events = exited(this.#scene(login), position, what === 'sl' ? 'sl' : 'tp', quote)
    if (events !== undefined) this.#write(login, events)
  }
}

function verdict(code: string): Verdict {
  return { code: code as Code, record: undefined, offer: undefined, named: undefined }
}
