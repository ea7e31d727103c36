import { outcomeOf } from '../../../actors/shard/outcomes/trade-answer.js'
import { applyRecord } from '../../../engine/account/apply.js'
import { type BalanceDecision, decideBalance } from '../../../engine/account/decide/balance.js'
import { decideTrade } from '../../../engine/account/decide/decide.js'
import { decideMarginLevel } from '../../../engine/account/decide/stop-out.js'
import type { AccountEvents, DecisionContext } from '../../../engine/account/decision.js'
import { CANNOT_WAIT, isWaiting } from '../../../engine/account/decision.js'
import type {
  AccountEvent,
  AccountRecord,
  BalanceAction,
  PendingOrderKind,
} from '../../../engine/account/event.js'
import type {
  BalanceRequest,
  ChangeRequest,
  CloseRequest,
  OpenRequest,
  PlaceRequest,
  StopsRequest,
  TradeRequest,
} from '../../../engine/account/request.js'
import { Offers } from '../../../engine/account/rules/offers.js'
import { positionRow } from '../../../engine/account/rules/rows.js'
import type { StopOutQueue } from '../../../engine/account/rules/stop-out-queue.js'
import {
  type Account,
  type AccountProfile,
  applyProfile,
  emptyAccount,
} from '../../../engine/account/state.js'
import type { Book } from '../../../engine/book/compiled.js'
import { GatewaysOnline } from '../../../engine/book/gateways-online.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { minorFromText, volumeFromText } from '../../../engine/numbers/decimal.js'
import { givenProfile, LOGIN } from '../account.js'
import { type BookChanges, givenBook, HEDGING } from '../book.js'
import { PLAIN_CHANGE, PLAIN_CLOSE, PLAIN_OPEN, PLAIN_PLACE, PLAIN_STOPS } from '../plain.js'
import { GivenPrices, type Market, points, QUOTED_AT } from '../prices.js'
import { accountRecord } from '../records/events.js'
import { checkLedger } from '../records/ledger.js'

/**
 * One account that trades through `decide` and `apply`, with a record kept of everything, so that
 * `settle` can check the money at the end of every test.
 */
export class Floor {
  book: Book
  readonly prices: GivenPrices
  readonly account: Account
  readonly records: AccountRecord[] = []
  now = QUOTED_AT
  readonly gateways = new GatewaysOnline()
  readonly #offers = new Offers()
  #nextId = 500

  constructor(changes: BookChanges = {}, market?: Market) {
    this.book = givenBook(changes)
    this.prices = new GivenPrices(this.book, market)
    this.account = emptyAccount(PROFILE)
  }

  profile(change: Partial<AccountProfile>): this {
    applyProfile(this.account, { ...PROFILE, ...change })
    return this
  }

  /** Decides, and applies what was decided. */
  open(symbol: string, side: 'buy' | 'sell', lots: string, more: Partial<OpenRequest> = {}) {
    const request: OpenRequest = {
      kind: 'open',
      symbol,
      side: side === 'buy' ? 1 : -1,
      volume: volumeFromText(lots),
      ...PLAIN_OPEN,
      ...more,
    }
    return this.ask(request)
  }

  /** Closes the position, whole without `lots`. */
  close(positionId: number, lots?: string, more: Partial<CloseRequest> = {}) {
    const volume = lots === undefined ? 0 : volumeFromText(lots)
    return this.ask({ kind: 'close', positionId, volume, ...PLAIN_CLOSE, ...more })
  }

  closeBy(positionId: number, byPositionId: number, dealer = 0) {
    return this.ask({ kind: 'close_by', positionId, byPositionId, ...PLAIN_DELETE, dealer })
  }

  /** `what` is like `buy limit`. */
  place(symbol: string, what: string, lots: string, price: string, more?: Partial<PlaceRequest>) {
    const [side, orderKind] = what.split(' ')
    return this.ask({
      kind: 'place',
      symbol,
      volume: volumeFromText(lots),
      price,
      side: side === 'buy' ? 1 : -1,
      orderKind: orderKind as PendingOrderKind,
      ...PLAIN_PLACE,
      ...more,
    })
  }

  change(orderId: number, more: Partial<ChangeRequest> = {}) {
    return this.ask({ kind: 'change', orderId, ...PLAIN_CHANGE, ...more })
  }

  delete(orderId: number, dealer = 0) {
    return this.ask({ kind: 'delete', orderId, ...PLAIN_DELETE, dealer })
  }

  stops(positionId: number, more: Partial<StopsRequest> = {}) {
    return this.ask({ kind: 'stops', positionId, ...PLAIN_STOPS, ...more })
  }

  ask(request: TradeRequest): AcceptedTrade | Refusal {
    const decided = decideTrade(this.context(), this.account, request)
    if (isWaiting(decided)) return CANNOT_WAIT
    if (!isRefusal(decided) && 'quoteId' in request) this.#offers.take(LOGIN, request.quoteId)
    return this.#keep(decided)
  }

  balance(
    action: BalanceAction,
    amount: string,
    more: Partial<BalanceRequest> = {},
  ): BalanceDecision | Refusal {
    const decision = decideBalance(this.context(), this.account, {
      kind: 'balance',
      login: LOGIN,
      action,
      amount: minorFromText(amount, 2),
      comment: '',
      skipMarginCheck: false,
      dealer: 0,
      ...more,
    })
    if (decision.ok) this.record([decision.deal])
    return decision
  }

  /**
   * Acts as the server on the account's standing, step by step, until nothing is left to do; with a queue as
   * in one turn.
   */
  stand(queue?: StopOutQueue): AccountEvent[] {
    const done: AccountEvent[] = []
    for (;;) {
      const decided = decideMarginLevel(this.context(), this.account, undefined, queue)
      if (decided === undefined || isWaiting(decided)) return done
      this.record(decided)
      done.push(...decided)
    }
  }

  /** A trailing stop moves a position's stop loss. */
  trail(positionId: number, stopLoss: string): void {
    const held = this.account.positions.get(positionId)
    const symbol = this.book.symbolsById.get(held?.symbolId ?? 0)
    if (held === undefined || symbol === undefined) throw new Error(`${positionId} is open`)
    this.record([positionRow(held, { stopLoss: points(stopLoss, symbol.digits) })])
  }

  /** Charges a night on a position: its row with another swap. */
  rollOver(positionId: number, swap: string): void {
    const held = this.account.positions.get(positionId)
    if (held === undefined) throw new Error(`position ${positionId} is open`)
    const version = held.version + 1
    const row = { ...held, type: 'position', swap: minorFromText(swap, 2), version } as const
    this.record([{ ...row, priceClose: 0, closedAt: 0 }])
  }

  /** The money checks of every test that trades. */
  settle(): void {
    checkLedger(this.records, this.account)
  }

  record(events: readonly AccountEvent[]): void {
    const { account } = this
    const record: AccountRecord = accountRecord({
      seq: this.records.length + 1,
      previousSeq: account.lastRecordSeq,
      at: this.now,
      login: LOGIN,
      accountSeq: account.seq,
      events,
    })
    this.records.push(record)
    applyRecord(account, record)
  }

  #keep(decided: AccountEvents | Refusal): AcceptedTrade | Refusal {
    if (isRefusal(decided)) return decided
    this.record(decided)
    return { ok: true, events: decided, ...outcomeOf(this.book, decided) }
  }

  context(): DecisionContext {
    const next = () => this.#nextId++
    const { book, prices, now, gateways } = this
    return {
      book,
      prices,
      now,
      gateways,
      offers: this.#offers,
      nextOrderId: next,
      nextDealId: next,
    }
  }
}

const PLAIN_DELETE = { comment: '', reason: 'client' } as const

/** The decision, and the part of it that the client is told. */
export type AcceptedTrade = { readonly ok: true; readonly events: AccountEvents } & ReturnType<
  typeof outcomeOf
>

const PROFILE: AccountProfile = givenProfile({ login: LOGIN, group: HEDGING })

/** The code of a decision, and what it says when it is a refusal. */
export function codeOf(decision: AcceptedTrade | Refusal): string {
  return decision.ok ? 'ok' : decision.code
}

/** The order that a decision placed; a refusal fails the test that wanted one. */
export function orderOf(decision: AcceptedTrade | Refusal): number {
  if (!decision.ok) throw new Error(`refused: ${decision.code} ${decision.message}`)
  return decision.orderId
}

/** The position a decision opened; a refusal fails the test that wanted one. */
export function positionOf(decision: AcceptedTrade | Refusal): number {
  if (!decision.ok) throw new Error(`refused: ${decision.code} ${decision.message}`)
  return decision.positionId
}
