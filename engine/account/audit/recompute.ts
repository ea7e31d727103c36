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
 * An account as its deals make it, found from its history without its state. History comes newest
 * first, as the log and the tables link it, so that a long one need not be held: what a closed position
 * did is forgotten when its first deal comes.
 *
 *   H1. Money is the sum of the deals. What it was at a day end is that without the deals since.
 *   H2. A position is the fold of its deals and of what staff made of it: a price that was set holds from
 *       then on, and one that was taken out is none, though its deals stay.
 *   H3. What deals do not tell (swap, stops, rates) is as the newest row says, where history has one.
 *   H4. It is total: deals that contradict each other end a position, they do not end the server.
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

  /** The newest rows of positions in `held` are kept, those of others only while they are open. */
  constructor(held: Iterable<number>) {
    this.#held = new Set(held)
  }

  /** An event of the log; those of a record come last to first. */
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
    // A deal that a provider has filled may have parts before it.
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

  /** The account by all that came. `isWhole`: back to the first record, so a day end that did not come never was. */
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

  /** Ends a position: all that happened to it has come. */
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
  /** Undefined where the day end is not in the history. */
  readonly balancePrevDay: number | undefined
  readonly balancePrevMonth: number | undefined
  /** Open positions by id. */
  readonly positions: ReadonlyMap<number, DealtPosition>
  /** The newest rows that the log has. */
  readonly rows: ReadonlyMap<number, RecomputedRow>
}

/** The fields of a position that deals do not tell. */
type Untold = 'rateMargin' | 'swap' | 'version' | 'stopLoss' | 'takeProfit' | 'trailingPts'

/** An open position as its deals tell it. Reason, comment and dealer are those of the deal that opened it. */
export type DealtPosition = Readonly<Omit<Position, Untold>> & PositionSums

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
