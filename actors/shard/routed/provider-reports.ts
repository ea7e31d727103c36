import type { AccountEvent, OrderEvent } from '../../../engine/account/event.js'
import {
  type FillBooking,
  fillBooking,
} from '../../../engine/account/rules/at-provider/fill-booking.js'
import { openFills, roomOf } from '../../../engine/account/rules/at-provider/held-fills.js'
import {
  bookApart,
  type ProviderFill,
} from '../../../engine/account/rules/at-provider/provider-fill.js'
import { isStarted } from '../../../engine/account/rules/at-provider/waiting.js'
import { withTimes } from '../../../engine/account/rules/order-way.js'
import type { Account } from '../../../engine/account/state.js'
import { assert } from '../../../engine/assert.js'
import { providerPrice, spreadDiffOf } from '../../../engine/book/group-prices.js'
import { isRefusal } from '../../../engine/code.js'
import { executionKey } from '../../../engine/names/execution-key.js'
import { roundedDivideToNumber } from '../../../engine/numbers/rounding.js'
import type { PricePts, VolumeUnits } from '../../../engine/units.js'
import {
  AVERAGE_ONE,
  averageMoved,
  averageOf,
  figuresOf,
  gatewayTerms,
} from '../../../wire/thread/provider-figures.js'
import {
  mayGoOn,
  type ProviderReport,
  providerOrderId,
  type SentId,
  sentIdOf,
  type ToGateway,
} from '../../../wire/thread/provider-messages.js'
import type { AccountBooks } from '../books.js'
import type { GatewayOrders } from './gateway-orders.js'
import type { HeldFills } from './held-fills.js'
import { compensationNote, lateNote, madeText, strayNote, undoneNote } from './journal-notes.js'
import type {
  AtProviderState,
  ParkedRequest,
  ParkedRequests,
  RestsAtProviderState,
} from './parked-requests.js'
import type { ProviderBooking } from './provider-booking.js'
import type { EndState } from './provider-ends.js'
import { countedAs, type RestingAtProvider } from './resting-orders.js'
import type { SentFates } from './sent-fates.js'
import { bookedAs, isBooked, sentFate, undoneKey } from './sent-orders.js'

/**
 * Books what providers report about orders.
 *
 *   - A report is acknowledged in the turn whose commit makes it durable, and is sent again until
 *     then. So a report that cannot be booked now (a price is missing, nothing may be written) is
 *     booked when it is repeated.
 *   - A trade is booked once. It is identified by its execution id and by the total volume that the
 *     provider reports. The missing part of that total is booked, not the volume of the last
 *     message.
 *   R3. A trade of an order that has ended, or beyond the order's volume, is booked apart, with a
 *       line in the journal.
 *   R4. A report on an order that the log no longer knows is only written to the journal: staff
 *       must correct it.
 *   R5. A trade that the provider cancels or corrects stays booked, with a line in the journal:
 *       staff must correct it. The provider's later totals no longer include it, so they are
 *       compared with totals reduced in the same way.
 *   R6. A trade far from the market, or one whose money could not be computed, is held until staff
 *       decide.
 *   - A report whose symbol the gateway did not know is read with the symbol of its order; if that
 *     is unknown too, R4 applies.
 */
interface Providers {
  readonly gateways: GatewayOrders
  readonly resting: RestingAtProvider
  readonly booking: ProviderBooking
  readonly held: HeldFills
  readonly fates: SentFates
}

/** The maximum length of a provider's total inside a key. */
const SUM_CHARACTERS_MAX = 64

export class ProviderReports {
  readonly #core: AccountBooks
  readonly #lot: ParkedRequests
  readonly #gateways: GatewayOrders
  readonly #resting: RestingAtProvider
  readonly #booking: ProviderBooking
  readonly #held: HeldFills
  readonly #fates: SentFates
  readonly #tell: (message: ToGateway) => void

  constructor(
    core: AccountBooks,
    lot: ParkedRequests,
    { gateways, resting, booking, held, fates }: Providers,
    tell: (message: ToGateway) => void,
  ) {
    this.#core = core
    this.#lot = lot
    this.#gateways = gateways
    this.#resting = resting
    this.#booking = booking
    this.#held = held
    this.#fates = fates
    this.#tell = tell
  }

  take(report: ProviderReport): void {
    const { gateway, number } = report
    if (!this.#core.mayWrite || !this.#core.hasIds || !this.#isTaken(report)) return
    if (number !== 0) this.#tell({ what: 'taken', gateway, report: number })
    this.#gateways.givenUp.heard(report)
  }

  #isTaken(report: ProviderReport): boolean {
    const core = this.#core
    const sent = sentIdOf(report.order)
    const account = sent === undefined ? undefined : core.account(sent.login)
    // A report of another system on the same provider account, or from before a restore, cannot be
    // booked anywhere.
    if (sent === undefined || account === undefined) return true
    if (isRefusal(account)) return account.code === 'not_found'
    try {
      return this.#isTakenFor(account, sent, this.#read(account, sent, report))
    } catch (error) {
      // The report is repeated after the next start, which restores the account from the log.
      core.quarantine.add(account, error)
      return false
    }
  }

  #isTakenFor(account: Account, sent: SentId, report: ProviderReport): boolean {
    const core = this.#core
    core.ledger.endDays(account)
    const { execution } = report
    if (execution !== null && isBooked(core.keys, core.records, sent, execution.id)) return true
    if (report.unread !== undefined) {
      return this.#stray(account, sent, report, 'its symbol is not known; put it right by hand')
    }
    const parked = this.#lot.get(sent.orderId)
    const order = account.orders.get(sent.orderId)
    const state = parked?.state
    if (parked !== undefined && state?.is === 'rests_at_provider' && order !== undefined) {
      return this.#restsAtProvider(parked, state, order, sent, report)
    }
    const isOfIt = state?.is === 'at_provider' && state.attempt === sent.attempt
    if (isOfIt && report.times !== undefined) state.times = { ...state.times, ...report.times }
    if (report.state === 'undone') {
      return this.#undone(account, sent, report, isOfIt ? state : undefined)
    }
    if (parked !== undefined && isOfIt && order !== undefined && isStarted(order)) {
      if (report.state === 'kept') this.#gateways.kept(state)
      return this.#booked(parked, state, sent, report)
    }
    return this.#late(account, sent, report)
  }

  /**
   * Reads the figures for which the gateway knew no symbol by the order's symbol; returns the
   * report unchanged if that is unknown.
   */
  #read(account: Account, { orderId, attempt }: SentId, report: ProviderReport): ProviderReport {
    if (report.unread === undefined) return report
    const { book, records } = this.#core
    const order = account.orders.get(orderId) ?? sentFate(records, account, orderId, attempt)?.order
    const gateway = book.records.gateways.find(({ id }) => id === report.gateway)
    if (order === undefined || gateway === undefined) return report
    const terms = gatewayTerms(gateway, book, order.symbolId)
    if (terms === undefined) return report
    const { unread, ...read } = report
    return { ...read, ...figuresOf(unread, terms) }
  }

  #booked(
    parked: ParkedRequest,
    sent: AtProviderState,
    own: SentId,
    report: ProviderReport,
  ): boolean {
    const { account, id } = parked
    const missing = report.total - sent.filled
    if (missing > 0) {
      const order = account.orders.get(id)
      const price = priceOf(this.#seen(account, order, report), missing, sent.value)
      if (price === 0) return this.#stray(account, own, report, 'its price could not be read')
      if (!this.#trade(parked, sent, own, fillOf(report, missing, price), report)) return false
    }
    if (mayGoOn(report.state) || this.#lot.get(id) !== parked) return true
    return this.#gateways.end(parked, sent, report.state as EndState, report.text)
  }

  /**
   * Handles a report on a resting order: answers the request for it, books its fills, ends it (T4
   * of resting-orders.ts).
   */
  #restsAtProvider(
    parked: ParkedRequest,
    state: RestsAtProviderState,
    order: OrderEvent,
    sent: SentId,
    report: ProviderReport,
  ): boolean {
    const own = countedAs(sent, order)
    if (report.state === 'undone') return this.#undone(parked.account, own, report, state)
    const heard = this.#resting.heard(parked, sent, report)
    if (heard === false) return false
    const { account, id } = parked
    if (report.times !== undefined) state.times = { ...state.times, ...report.times }
    this.#sum(account, state, own, report)
    const missing = report.total - state.filled
    if (missing > 0) {
      const row = account.orders.get(id) ?? order
      const price = priceOf(this.#seen(account, row, report), missing, state.value)
      if (price === 0) return this.#stray(account, own, report, 'its price could not be read')
      const whole = this.#lot.get(id)
      if (whole !== undefined && missing >= roomOf(row) && !this.#resting.overtaken(whole)) {
        return false
      }
      const by = this.#lot.get(id)
      if (by === undefined) return false
      const fill = fillOf({ ...report, order: providerOrderId(own) }, missing, price)
      if (!this.#trade(by, state, own, fill, report)) return false
    }
    const last = this.#lot.get(id)
    if (heard !== 'ends' || mayGoOn(report.state) || last === undefined) return true
    return this.#resting.end(last, state, report.state as EndState, report.text)
  }

  /** Adds what was booked apart before a restart, once a report needs the sum. */
  #sum(
    account: Account,
    state: RestsAtProviderState,
    own: SentId,
    { total }: ProviderReport,
  ): void {
    if (state.isSummed || total === state.filled || total === 0) return
    state.isSummed = true
    const fate = sentFate(this.#core.records, account, own.orderId, own.attempt)
    if (fate === undefined) return
    state.filled = fate.filled + fate.apart
    state.value = fate.value + fate.apartValue
  }

  /** Books a fill of an order that is at its provider, or holds it (R6). */
  #trade(
    parked: ParkedRequest,
    sent: AtProviderState | RestsAtProviderState,
    own: SentId,
    fill: ProviderFill,
    report: ProviderReport,
  ): boolean {
    const { account, id } = parked
    const row = account.orders.get(id)
    assert(row !== undefined, 'what is at a provider is there')
    const order = withTimes(row, sent.times)
    const context = this.#core.contextOf(account)
    const book = () => fillBooking(context, account, order, fill)
    const found = this.#held.look(account, order, fill, book, ({ events }) => events)
    if (isRefusal(found)) return false
    const isDone =
      'held' in found
        ? this.#held.hold(parked, own, order, fill, { ...found, report })
        : this.#book(parked, own, fill, found.booked, report)
    if (!isDone) return false
    sent.filled += fill.volume
    sent.value += BigInt(fill.volume) * BigInt(fill.price)
    sent.hasMore ||= 'booked' in found && found.booked.apart.length > 0
    return true
  }

  #book(
    parked: ParkedRequest,
    own: SentId,
    fill: ProviderFill,
    booked: FillBooking,
    report: ProviderReport,
  ): boolean {
    const core = this.#core
    const { account, id } = parked
    if (!booked.isOfOrder) return this.#apart(account, own, fill, booked.events, report)
    if (!this.#booking.write(parked, booked, this.#noteOf(parked, booked, report))) return false
    const key = executionKey(id, fill.executionId)
    core.keys.add(account.login, key, account.lastRecordSeq, core.now)
    return true
  }

  #noteOf({ account, id }: ParkedRequest, { events, apart }: FillBooking, report: ProviderReport) {
    const core = this.#core
    if (apart.length === 0) return compensationNote(core, account, events)
    return lateNote(core, account.login, id, report, madeText('beyond it', apart))
  }

  /** Books a report on an order that waits for nothing any more (R3). */
  #late(account: Account, sent: SentId, report: ProviderReport): boolean {
    if (report.total === 0 && report.execution === null) return true
    const fate = this.#fates.find(account, sent)
    if (fate === 'not now') return false
    if (fate === undefined) return this.#stray(account, sent, report, 'put it right by hand')
    const filled = fate.filled + fate.apart
    const missing = report.total - filled
    if (missing <= 0) return true
    const seen = this.#seen(account, fate.order, report)
    const price = priceOf(seen, missing, fate.value + fate.apartValue)
    if (price === 0) return this.#stray(account, sent, report, 'its price could not be read')
    const fill = fillOf(report, missing, price)
    const own = countedAs(sent, fate.order)
    const order = { ...fate.order, gatewayId: report.gateway }
    const book = () => bookApart(this.#core.contextOf(account), account, order, fill)
    const found = this.#held.look(account, order, fill, book, (events) => events)
    if (isRefusal(found)) return false
    if ('held' in found)
      return this.#held.holdApart(account, own, order, fill, { ...found, report })
    return this.#apart(account, own, fill, found.booked, report)
  }

  /**
   * The report at the account's prices, which include the group's markup on the provider's spread.
   */
  #seen(account: Account, order: OrderEvent | undefined, report: ProviderReport): ProviderReport {
    if (order === undefined) return report
    const diff = spreadDiffOf(this.#core.book, account, order.symbolId)
    if (diff === 0) return report
    const { execution, average, undoes } = report
    const own = (price: PricePts): PricePts => providerPrice(price, order.side, diff, 1)
    return {
      ...report,
      ...averageMoved(report, own(average)),
      execution: execution && { ...execution, price: own(execution.price) },
      ...(undoes && undoes.volume > 0 ? { undoes: { ...undoes, price: own(undoes.price) } } : {}),
    }
  }

  #apart(
    account: Account,
    { login, orderId, attempt }: SentId,
    fill: ProviderFill,
    events: readonly AccountEvent[],
    report: ProviderReport,
  ): boolean {
    const core = this.#core
    const requestKey = executionKey(orderId, fill.executionId)
    const note = lateNote(core, login, orderId, report, madeText('after its end', events))
    const kept = { requestKey, digest: attempt, message: '', code: 'ok' } as const
    return !isRefusal(core.ledger.write(account, kept, events, note))
  }

  /** Handles a report that a trade was cancelled or corrected (R5). */
  #undone(
    account: Account,
    sent: SentId,
    report: ProviderReport,
    state: AtProviderState | RestsAtProviderState | undefined,
  ): boolean {
    const { execution } = report
    const { undoes } = this.#seen(account, account.orders.get(sent.orderId), report)
    if (undoes === undefined) return this.#stray(account, sent, report, 'put it right by hand')
    const core = this.#core
    const { login, orderId, attempt } = sent
    const { volume, value } = bookedAs(core.keys, core.records, sent, undoes.execution)
    // A trade that was never booked is not part of the totals either.
    const isBookedHere = volume > 0
    const change = isBookedHere
      ? {
          volume: undoes.volume - volume,
          value: BigInt(undoes.volume) * BigInt(undoes.price) - value,
        }
      : { volume: 0, value: 0n }
    const requestKey = undoneKey(orderId, execution?.id ?? '', change)
    const known = core.keys.find(login, requestKey)
    if (known.some((seq) => core.records.record(seq)?.requestKey === requestKey)) return true
    const isHeld = [...account.orders.values()].some((row) =>
      openFills(row).some((fill) => {
        return fill.order === orderId && fill.execution === undoes.execution
      }),
    )
    const here = isHeld ? 'held' : isBookedHere ? 'booked' : 'unknown'
    const note = undoneNote(core, login, report, here)
    const kept = { requestKey, digest: attempt, message: '', code: 'ok' } as const
    if (isRefusal(core.ledger.write(account, kept, [], note))) return false
    if (state !== undefined) {
      state.filled += change.volume
      state.value += change.value
    }
    return true
  }

  /** Notes a reported trade that cannot be booked, so that staff correct it (R4). */
  #stray(
    account: Account,
    { login, orderId, attempt }: SentId,
    report: ProviderReport,
    why: string,
  ) {
    const core = this.#core
    const { execution, state, total, unread } = report
    const requestKey = executionKey(
      orderId,
      `${state}:${execution?.id ?? unread?.total.slice(0, SUM_CHARACTERS_MAX) ?? total}`,
    )
    const known = core.keys.find(login, requestKey)
    if (known.some((seq) => core.records.record(seq)?.requestKey === requestKey)) return true
    const note = strayNote(core, login, report, why)
    const kept = { requestKey, digest: attempt, message: '', code: 'ok' } as const
    return !isRefusal(core.ledger.write(account, kept, [], note))
  }
}

function fillOf(
  { execution, external_id: externalId, total, order }: ProviderReport,
  volume: VolumeUnits,
  price: PricePts,
): ProviderFill {
  // A trade that is known only by its total uses the total as its id, together with the attempt,
  // because each attempt has its own totals.
  const ofSum = `total:${sentIdOf(order)?.attempt ?? 0}:${total}`
  return { volume, price, externalId, executionId: execution?.id ?? ofSum }
}

/**
 * The trade's own price, or the price computed from the provider's average; 0 if there is neither.
 */
function priceOf(report: ProviderReport, missing: VolumeUnits, value: bigint): PricePts {
  const { execution, average, total } = report
  if (execution !== null && (execution.volume === missing || average === 0)) return execution.price
  if (average === 0) return 0
  const rest = averageOf(report) * BigInt(total) - value * AVERAGE_ONE
  return Math.max(0, roundedDivideToNumber(rest, BigInt(missing) * AVERAGE_ONE))
}
