import type { AccountEvent, OrderEvent } from '../../../engine/account/event.js'
import {
  fillDeviationOf,
  isBeyondWorth,
  isCountable,
  isFarFrom,
  marketOfFill,
} from '../../../engine/account/rules/at-provider/fill-bounds.js'
import {
  type GivenHeldFill,
  HELD_PER_ORDER_MAX,
  heldFillsOf,
  openFills,
  roomOf,
  withHeld,
} from '../../../engine/account/rules/at-provider/held-fills.js'
import {
  heldApart,
  type ProviderFill,
  takesFill,
} from '../../../engine/account/rules/at-provider/provider-fill.js'
import type { Account } from '../../../engine/account/state.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { executionKey } from '../../../engine/names/execution-key.js'
import type { ProviderReport, SentId } from '../../../wire/thread/provider-messages.js'
import type { AccountBooks } from '../books.js'
import { heldNote } from './journal-notes.js'
import type { ParkedRequest } from './parked-requests.js'

/**
 * Provider fills that are held for a decision of staff
 * (engine/account/rules/at-provider/held-fills.ts). Staff decide in
 * actors/shard/questions/fill-decisions.ts.
 *
 *   - A fill is held by the record that takes its report. Until the decision, the requester of its
 *     order and repeats of the request get `trade.pending`.
 *   L2. `count` is the number of waiting fills, for metrics and health; it is updated with every
 *       row.
 */
export type WhyHeld = Pick<GivenHeldFill, 'why' | 'bid' | 'ask'>

interface HeldReport {
  readonly held: WhyHeld
  readonly report: ProviderReport
}

export class HeldFills {
  readonly #core: AccountBooks
  readonly #tell: (count: number) => void
  readonly #waiting = new Map<number, number>()
  count = 0

  constructor(core: AccountBooks, tell: (count: number) => void) {
    this.#core = core
    this.#tell = tell
  }

  /** Updates the counts after a record (L2). */
  followed(events: Iterable<AccountEvent>): void {
    const before = this.count
    for (const event of events) if (event.type === 'order') this.#follow(event)
    if (this.count !== before) this.#tell(this.count)
  }

  #follow(row: OrderEvent): void {
    const was = this.#waiting.get(row.id) ?? 0
    if (row.heldFills === '' && was === 0) return
    const is = openFills(row).length
    if (is === 0) this.#waiting.delete(row.id)
    else this.#waiting.set(row.id, is)
    this.count += is - was
  }

  /**
   * The reason to hold a fill, or the booking that `book` made of it; refused while a price is
   * missing.
   */
  look<Booked>(
    account: Account,
    order: OrderEvent,
    fill: ProviderFill,
    book: () => Booked | Refusal,
    eventsOf: (booked: Booked) => readonly AccountEvent[],
  ): { readonly held: WhyHeld } | { readonly booked: Booked } | Refusal {
    const context = this.#core.contextOf(account)
    const market = marketOfFill(context, order)
    const percent = fillDeviationOf(context.book, order.gatewayId)
    const { bid, ask } = market ?? { bid: 0, ask: 0 }
    if (market !== undefined && isFarFrom(fill.price, market, percent)) {
      return { held: { why: 'price', bid, ask } }
    }
    const money = { held: { why: 'money', bid, ask } } as const
    if (isBeyondWorth(context, account, order, fill)) return money
    const booked = book()
    if (isRefusal(booked)) return booked
    const isFine = isCountable(context, account, order, fill, eventsOf(booked))
    return isFine ? { booked } : money
  }

  /**
   * Holds a fill: on its order up to the remaining volume, the rest on a separate order. False
   * while nothing can be written.
   */
  hold(
    parked: ParkedRequest,
    own: SentId,
    order: OrderEvent,
    fill: ProviderFill,
    { held, report }: HeldReport,
  ): boolean {
    const { account, requestKey, digest, state, tells } = parked
    const part = this.#partOf(account, order, fill)
    if (part === 0) return this.holdApart(account, own, order, fill, { held, report })
    const given = this.#given(own, fill, held)
    const rows = [withHeld(order, { ...given, volume: part })]
    const over = fill.volume - part
    if (over > 0) rows.push(this.#apart(account, order, { ...given, volume: over }))
    const isPending = state.is === 'at_provider'
    const code = isPending ? 'trade.pending' : 'trade.placed'
    const kept = { requestKey, digest, code, message: '' } as const
    const record = this.#core.ledger.write(
      account,
      kept,
      rows,
      heldNote(this.#core, account, rows, report),
    )
    if (isRefusal(record)) return false
    if (isPending) for (const tell of tells.splice(0)) tell({ ok: true, record })
    return true
  }

  /** Holds a fill on a separate order, because its own order has no volume left. */
  holdApart(
    account: Account,
    own: SentId,
    order: OrderEvent,
    fill: ProviderFill,
    { held, report }: HeldReport,
  ): boolean {
    const row = this.#apart(account, order, this.#given(own, fill, held))
    const requestKey = executionKey(own.orderId, fill.executionId)
    const kept = { requestKey, digest: own.attempt, message: '', code: 'ok' } as const
    const note = heldNote(this.#core, account, [row], report)
    return !isRefusal(this.#core.ledger.write(account, kept, [row], note))
  }

  #partOf(account: Account, order: OrderEvent, { volume }: ProviderFill): number {
    const part = Math.min(volume, roomOf(order))
    const isFull = heldFillsOf(order).length >= HELD_PER_ORDER_MAX
    return isFull || !takesFill(account, order, part) ? 0 : part
  }

  #apart(account: Account, order: OrderEvent, given: GivenHeldFill): OrderEvent {
    return heldApart(this.#core.contextOf(account), account, order, given)
  }

  #given(
    { orderId: order, attempt }: SentId,
    { volume, price, executionId: execution, externalId: external }: ProviderFill,
    { why, bid, ask }: WhyHeld,
  ): GivenHeldFill {
    const at = this.#core.now
    return { order, attempt, execution, external, volume, price, bid, ask, why, at }
  }
}
