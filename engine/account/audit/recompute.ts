import { safeNumber } from '../../numbers/rounding.js'
import type {
  AccountEvent,
  CorrectionEvent,
  DealEvent,
  PositionEvent,
  PositionSums,
} from '../event.js'
import type { Position } from '../holdings/position.js'
import { shareOf } from '../rules/fill.js'
import { averageOpen } from '../rules/netting.js'

/**
 * Computes an account from its deals, without its state. The history is read newest first, like log
 * and tables link it, so that a long history need not be kept in memory: the data of a closed
 * position is dropped when its first deal is reached.
 *
 *   - Money is the sum of the deals. The balance at a day end is the sum without the later deals.
 *   - A position is the result of its deals and of changes by staff: a price that staff set
 *     replaces the computed one from then on, and a deleted position is none, although its deals
 *     stay.
 *   - Fields that deals do not contain (swap, stops, rates) are taken from the newest row, if the
 *     history has one.
 *   - It never throws: deals that contradict each other end the position.
 */
export class Recomputation {
  readonly #held: ReadonlySet<number>
  readonly #stories = new Map<number, Step[]>()
  readonly #takenOut = new Set<number>()
  readonly #positions = new Map<number, DealtPosition>()
  readonly #rows = new Map<number, RecomputedRow>()
  #balance = 0n
  #credit = 0n
  #commissionDue = 0n
  #sinceDay: bigint | undefined
  #sinceMonth: bigint | undefined

  /**
   * Keeps the newest rows of the positions in `held`. Rows of other positions are dropped once
   * these close.
   */
  constructor(held: Iterable<number>) {
    this.#held = new Set(held)
  }

  /** Adds an event of the log. Callers add the events of a record from last to first. */
  event(event: AccountEvent): void {
    if (event.type === 'deal') this.deal(event)
    else if (event.type === 'day') this.dayEnd(event.endsMonth)
    else if (event.type === 'position' || event.type === 'restored_position') this.#row(event)
    else if (event.type === 'correction') {
      this.#row(event)
      this.correction(event)
    }
  }

  deal(deal: DealEvent): void {
    const { profit, swap, commission, fee, positionId } = deal
    this.#balance += BigInt(profit) + BigInt(swap) + BigInt(commission) + BigInt(fee)
    this.#credit += BigInt(deal.credit)
    this.#commissionDue += BigInt(deal.commissionDue)
    if (positionId === 0 || this.#takenOut.has(positionId)) return
    const story = this.#storyOf(positionId)
    story.push(deal)
    // A position filled by a provider may have been opened in several parts.
    const isFirst = deal.entry === 'in' && deal.orderId === positionId && deal.externalId === ''
    if (isFirst) this.#end(positionId, story)
  }

  correction(row: CorrectedFields): void {
    const { id, volume } = row
    if (this.#takenOut.has(id)) return
    if (volume === 0 && !this.#stories.has(id)) this.#takenOut.add(id)
    else this.#storyOf(id).push({ entry: 'corrected', row })
  }

  dayEnd(endsMonth: boolean): void {
    this.#sinceDay ??= this.#balance
    if (endsMonth) this.#sinceMonth ??= this.#balance
  }

  /**
   * The account after all added events. If they reach back to its first record (`isWhole`), a day
   * end that was not among them never happened.
   */
  result(isWhole: boolean): RecomputedAccount {
    for (const [id, story] of this.#stories) this.#end(id, story)
    const before = (since: bigint | undefined): number | undefined => {
      if (since === undefined) return isWhole ? 0 : undefined
      return safeNumber(this.#balance - since)
    }
    return {
      balance: safeNumber(this.#balance),
      credit: safeNumber(this.#credit),
      commissionDue: safeNumber(this.#commissionDue),
      balancePrevDay: before(this.#sinceDay),
      balancePrevMonth: before(this.#sinceMonth),
      positions: this.#positions,
      rows: this.#rows,
    }
  }

  #row(row: RecomputedRow): void {
    if (!this.#rows.has(row.id)) this.#rows.set(row.id, row)
  }

  #storyOf(id: number): Step[] {
    let story = this.#stories.get(id)
    if (story === undefined) {
      story = []
      this.#stories.set(id, story)
    }
    return story
  }

  /** Completes a position whose events have all been added. */
  #end(id: number, story: Step[]): void {
    this.#stories.delete(id)
    let position: Mutable<DealtPosition> | undefined
    for (const step of story.reverse()) position = after(position, step)
    if (position !== undefined) this.#positions.set(id, position)
    else if (!this.#held.has(id)) this.#rows.delete(id)
  }
}

export interface RecomputedAccount {
  readonly balance: number
  readonly credit: number
  readonly commissionDue: number
  /** The balance at the last day end; undefined if the history does not contain that day end. */
  readonly balancePrevDay: number | undefined
  readonly balancePrevMonth: number | undefined
  /** Open positions by id. */
  readonly positions: ReadonlyMap<number, DealtPosition>
  /** The newest row of each order and position in the log. */
  readonly rows: ReadonlyMap<number, RecomputedRow>
}

/** The fields of a position that deals do not contain. */
type MissingField = 'rateMargin' | 'swap' | 'version' | 'stopLoss' | 'takeProfit' | 'trailingPts'

/**
 * An open position computed from its deals. Reason, comment and dealer come from the deal that
 * opened it.
 */
export type DealtPosition = Readonly<Omit<Position, MissingField>> & PositionSums

export type RecomputedRow = Omit<PositionEvent, 'type' | 'closedAt'>
export type CorrectedFields = Pick<CorrectionEvent, 'id' | 'volume' | 'priceOpen' | 'openRest'>

type Step = DealEvent | { readonly entry: 'corrected'; readonly row: CorrectedFields }
type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

function after(
  position: Mutable<DealtPosition> | undefined,
  step: Step,
): Mutable<DealtPosition> | undefined {
  if (step.entry === 'corrected') {
    if (position === undefined || step.row.volume === 0) return undefined
    position.priceOpen = step.row.priceOpen
    position.openRest = step.row.openRest
    return position
  }
  if (position === undefined) return step.entry === 'in' ? opened(step, step.volume) : undefined
  position.profit += step.profit
  position.commission += step.commission
  position.fee += step.fee
  position.swapPaid += step.swap
  if (step.entry === 'in' && step.side === position.side) {
    const { priceOpen, openRest } = averageOpen(position, step.volume, step.price)
    position.volume += step.volume
    position.priceOpen = priceOpen
    position.openRest = openRest
    return position
  }
  const isReversal = step.entry === 'inout'
  const closes = Math.min(isReversal ? step.volumeClosed : step.volume, position.volume)
  position.closedVolume += closes
  if (isReversal) {
    const { closedVolume, profit, commission, fee, swapPaid } = position
    const sums = { closedVolume, profit, commission, fee, swapPaid }
    return { ...opened(step, step.volume - step.volumeClosed), ...sums, id: position.id }
  }
  if (closes === position.volume) return undefined
  position.openRest -= shareOf(position.openRest, position, closes)
  position.volume -= closes
  return position
}

function opened(deal: DealEvent, volume: number): Mutable<DealtPosition> {
  return {
    id: deal.positionId,
    symbolId: deal.symbolId,
    side: deal.side === -1 ? -1 : 1,
    volume,
    priceOpen: deal.price,
    openRest: 0,
    openedAt: deal.at,
    reason: deal.reason,
    comment: deal.comment,
    dealer: deal.dealer,
    closedVolume: 0,
    profit: deal.profit,
    commission: deal.commission,
    fee: deal.fee,
    swapPaid: deal.swap,
  }
}
