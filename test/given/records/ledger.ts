import { isDeepStrictEqual } from 'node:util'
import { applyRecord } from '../../../engine/account/apply.js'
import { checkAccount } from '../../../engine/account/check.js'
import {
  type AccountEvent,
  type AccountRecord,
  type CorrectionEvent,
  type DayEvent,
  type DealEvent,
  isResting,
  type OrderEvent,
  type PositionEvent,
  type RestatementEvent,
  type RestoredPositionEvent,
} from '../../../engine/account/event.js'
import { type Account, emptyAccount } from '../../../engine/account/state.js'
import { isPassing, isSuccess } from '../../../engine/code.js'
import { givenProfile } from '../account.js'
import { accountDigest } from './account-digest.js'

/**
 * An account's books kept a second time, from its records alone and without the engine's `apply`:
 * balance and credit are sums of deals, positions are what deals went in and out of.
 *
 *   G1. Records and events follow one another without a gap, in time that does not go back.
 *   G2. Every order that is not there any more has reached its end once, every deal has its own id, every request key is used once
 *       in its seven days.
 *   G3. A position's volume is what went in less what went out; its swap leaves with its volume.
 *   G4. What the volume was opened for is what went in at its prices, less what went out at the average;
 *       the open price is the average of what is in, rounded when something went in.
 *   G5. Commissions cost: at once the balance, or what is due at day end.
 *   G6. Days end one by one, and a daily row tells what the account stood at.
 *   G7. Of an order that was sent to a provider its deals say how much is filled, and for how much.
 *   G8. A repair makes the account what these books say, and moves nothing.
 */
export class Ledger {
  readonly login: number
  readonly records: AccountRecord[] = []
  /** Event `seq` stands at place `seq - 1`. */
  readonly events: AccountEvent[] = []
  readonly positions = new Map<number, LedgerPosition>()
  /** The orders that rest, as their newest rows have them. */
  readonly orders = new Map<number, OrderEvent>()
  balance = 0n
  credit = 0n
  commissionDue = 0n
  /** Positions that there are or were: an order opens one at most. */
  readonly #opened = new Set<number>()
  /** The sums of each order's deals. */
  readonly #filled = new Map<number, LedgerFill>()
  lastRecordSeq = 0
  readonly #ids: UsedIds
  readonly #keys = new Map<string, AccountRecord>()
  #lastAt = 0
  /** The newest that ended, 0 with none. */
  day = 0
  #balancePrevDay = 0

  constructor(login: number, ids: UsedIds = new UsedIds()) {
    this.login = login
    this.#ids = ids
  }

  get seq(): number {
    return this.events.length
  }

  add(record: AccountRecord): void {
    const where = `account ${this.login}, record ${record.seq}`
    must(record.login === this.login, `${where}: the account's own`)
    must(record.seq > this.lastRecordSeq, `${where}: records rise`)
    must(record.previousSeq === this.lastRecordSeq, `${where}: follows the record before it`)
    must(record.accountSeq === this.seq, `${where}: follows event ${this.seq} without a gap`)
    must(record.at >= this.#lastAt, `${where}: time does not go back`)
    const ends = record.events.every((event) => event.type === 'order' && this.orders.has(event.id))
    must(isSuccess(record.code) || ends, `${where}: a refusal ends what waited, and no more`)
    this.#useKey(record, where)
    this.#addEvents(record, where)
    this.records.push(record)
    this.lastRecordSeq = record.seq
    this.#lastAt = record.at
  }

  /** Throws unless `account` holds what the records say. */
  check(account: Account): void {
    const who = `account ${this.login}`
    must(BigInt(account.balance) === this.balance, `${who}: balance is the sum of its deals`)
    must(BigInt(account.credit) === this.credit, `${who}: credit is the sum of its deals' credit`)
    const due = BigInt(account.commissionDue)
    must(due === this.commissionDue, `${who}: what is due is the sum of its deals' commissions`)
    must(account.day === this.day, `${who}: knows the newest day that ended`)
    must(account.balancePrevDay === this.#balancePrevDay, `${who}: and its balance then`)
    must(account.seq === this.seq, `${who}: seq counts its events`)
    must(account.lastRecordSeq === this.lastRecordSeq, `${who}: knows its newest record`)
    must(account.positions.size === this.positions.size, `${who}: positions are those left open`)
    must(account.orders.size === this.orders.size, `${who}: orders are those that rest`)
    for (const [id, own] of this.orders) {
      const isSame = isDeepStrictEqual(account.orders.get(id), own)
      must(isSame, `${who}: order ${id} rests as its newest row says`)
    }
    for (const [id, own] of this.positions) {
      const held = account.positions.get(id)
      must(held !== undefined, `${who}: position ${id} is held`)
      must(
        held.volume === own.volume &&
          held.swap === own.swap &&
          held.side === own.side &&
          held.symbolId === own.symbolId &&
          held.priceOpen === own.priceOpen &&
          held.openRest === own.openRest,
        `${who}: position ${id} is the fold of its deals`,
      )
    }
  }

  #useKey(record: AccountRecord, where: string): void {
    const { requestKey } = record
    if (requestKey === '') return
    const used = this.#keys.get(requestKey)
    must(
      used === undefined ||
        record.at - used.at >= KEY_MS ||
        isPassing(used) ||
        goesOn(used, record),
      `${where}: key ${requestKey} takes effect once in its seven days`,
    )
    this.#keys.set(requestKey, record)
  }

  #addEvents(record: AccountRecord, where: string): void {
    const { events } = record
    for (const event of events) {
      if (event.type === 'order') this.#addOrder(event, where)
      else if (event.type === 'deal') this.#addDeal(event, where)
      else if (event.type === 'position') this.#addPosition(event, events, where)
      else if (event.type === 'correction') this.#correct(event, where)
      else if (event.type === 'day') this.#endDay(event, events, where)
      else if (event.type === 'restatement') this.#restate(event, where)
      else if (event.type === 'restored_position') this.#restore(event, where)
      this.events.push(event)
    }
    for (const [id, position] of this.positions) {
      if (position.volume === 0) this.positions.delete(id)
    }
    for (const event of events) {
      if (event.type === 'order' && event.gatewayId !== 0) this.#checkFilled(event, where)
    }
  }

  #fill({ orderId, volume, price }: DealEvent): void {
    const { volume: before, value } = this.#filled.get(orderId) ?? NOT_FILLED
    const added = BigInt(volume) * BigInt(price)
    this.#filled.set(orderId, { volume: before + volume, value: value + added })
  }

  #checkFilled({ id, volumeInitial, volumeCurrent, filledValue }: OrderEvent, where: string): void {
    const { volume, value } = this.#filled.get(id) ?? NOT_FILLED
    must(volumeInitial - volumeCurrent === volume, `${where}: order ${id} is filled by its deals`)
    must(filledValue === value, `${where}: order ${id} is worth its deals`)
  }

  #addOrder(order: OrderEvent, where: string): void {
    const held = this.orders.get(order.id)
    if (held === undefined) this.#ids.use('order', order.id, where)
    else {
      must(
        held.symbolId === order.symbolId &&
          held.side === order.side &&
          held.volumeInitial === order.volumeInitial &&
          held.createdAt === order.createdAt,
        `${where}: order ${order.id} stays the same order`,
      )
    }
    const version = (held?.version ?? 0) + 1
    must(order.version === version, `${where}: order ${order.id} is one version on`)
    must(
      (order.doneAt === 0) === isResting(order),
      `${where}: order ${order.id} is done at its end`,
    )
    must(
      order.state !== 'filled' || order.volumeCurrent === 0,
      `${where}: order ${order.id} filled whole`,
    )
    this.orders.delete(order.id)
    if (!isResting(order)) return
    must(order.volumeCurrent > 0, `${where}: an order rests with what is left of it`)
    this.orders.set(order.id, order)
  }

  #addDeal(deal: DealEvent, where: string): void {
    this.#ids.use('deal', deal.id, where)
    this.balance += BigInt(deal.profit + deal.swap + deal.commission + deal.fee)
    this.credit += BigInt(deal.credit)
    this.commissionDue += BigInt(deal.commissionDue)
    if (deal.entry === 'balance') return
    must(deal.volume > 0, `${where}: a trade has volume`)
    must(deal.commission <= 0 && deal.commissionDue <= 0, `${where}: commissions cost`)
    const { positionId } = deal
    const position = this.positions.get(positionId)
    this.#fill(deal)
    if (deal.entry === 'in' && deal.orderId === positionId && !this.#opened.has(positionId)) {
      this.#opened.add(positionId)
      must(position === undefined, `${where}: position ${positionId} is new`)
      this.positions.set(positionId, opened(deal, deal.volume))
      return
    }
    must(position !== undefined, `${where}: position ${positionId} is open`)
    must(deal.symbolId === position.symbolId, `${where}: of the same symbol`)
    if (deal.entry === 'in') addTo(position, deal, where)
    else if (deal.entry === 'inout') this.#reverse(position, deal, where)
    else takeFrom(position, deal, where)
  }

  #reverse(position: LedgerPosition, deal: DealEvent, where: string): void {
    const { volumeClosed } = deal
    must(volumeClosed === position.volume, `${where}: a reversal closes all that is in`)
    must(deal.volume > volumeClosed, `${where}: and opens what is over`)
    takeFrom(position, { ...deal, volume: volumeClosed }, where)
    this.positions.set(deal.positionId, opened(deal, deal.volume - volumeClosed))
  }

  /** Staff say what the position is from now on; the money stays. */
  #correct(row: CorrectionEvent, where: string): void {
    const position = this.positions.get(row.id)
    must(position !== undefined, `${where}: position ${row.id} is open`)
    must(row.volume === 0 || row.volume === position.volume, `${where}: it keeps its volume`)
    must(row.swap === position.swap, `${where}: it keeps its swap`)
    const { volume, priceOpen, openRest } = row
    const isSame = priceOpen === position.priceOpen
    must(openRest === (isSame ? position.openRest : 0), `${where}: a price that is set has no rest`)
    this.positions.set(row.id, { ...position, volume, priceOpen, openRest })
  }

  #endDay(row: DayEvent, events: readonly AccountEvent[], where: string): void {
    must(events.at(-1) === row, `${where}: a day end ends with its row`)
    must(this.day === 0 || row.day === this.day + 1, `${where}: days end one by one`)
    must(BigInt(row.balance) === this.balance, `${where}: the row tells the balance`)
    must(BigInt(row.credit) === this.credit, `${where}: the row tells the credit`)
    let swap = 0
    for (const position of this.positions.values()) swap += position.swap
    must(row.swap === swap, `${where}: the row tells the swap`)
    this.day = row.day
    this.#balancePrevDay = row.balance
  }

  #restate(event: RestatementEvent, where: string): void {
    must(BigInt(event.balance) === this.balance, `${where}: the balance is the sum of the deals`)
    must(BigInt(event.credit) === this.credit, `${where}: and so is the credit`)
    must(BigInt(event.commissionDue) === this.commissionDue, `${where}: and what is due`)
    this.#balancePrevDay = event.balancePrevDay
  }

  #restore(row: RestoredPositionEvent, where: string): void {
    const own = this.positions.get(row.id)
    if (row.volume === 0) {
      must(own === undefined, `${where}: position ${row.id} is not open`)
      return
    }
    must(own !== undefined, `${where}: position ${row.id} is open`)
    must(
      row.side === own.side &&
        row.symbolId === own.symbolId &&
        row.volume === own.volume &&
        row.priceOpen === own.priceOpen &&
        row.openRest === own.openRest,
      `${where}: position ${row.id} is the fold of its deals`,
    )
    own.swap = row.swap
  }

  /** The row must be what the deals make of it; only a record without a deal may set the swap. */
  #addPosition(row: PositionEvent, events: readonly AccountEvent[], where: string): void {
    const position = this.positions.get(row.id)
    must(position !== undefined, `${where}: position ${row.id} comes from a deal`)
    must(row.volume === position.volume, `${where}: position ${row.id} has in less out`)
    must(row.side === position.side, `${where}: position ${row.id} has the side of its deals`)
    must(
      row.priceOpen === position.priceOpen && row.openRest === position.openRest,
      `${where}: position ${row.id} has the price that its deals make`,
    )
    must((row.closedAt !== 0) === (row.volume === 0), `${where}: closed is without volume`)
    if (events.some((event) => event.type === 'deal' && event.positionId === row.id)) {
      must(row.swap === position.swap, `${where}: position ${row.id} keeps the rest of its swap`)
    }
    position.swap = row.swap
  }
}

/** A record of a request that waits, and the next one of its order, up to the one that ends it. */
function goesOn({ events: [began] }: AccountRecord, { events: [next] }: AccountRecord): boolean {
  if (began?.type !== 'order' || next?.type !== 'order') return false
  return began.state === 'started' && next.id === began.id
}

interface LedgerFill {
  readonly volume: number
  readonly value: bigint
}

const NOT_FILLED: LedgerFill = { volume: 0, value: 0n }

export interface LedgerPosition {
  readonly symbolId: number
  readonly side: 1 | -1
  volume: number
  priceOpen: number
  openRest: number
  swap: number
}

function opened({ symbolId, side, price }: DealEvent, volume: number): LedgerPosition {
  return {
    symbolId,
    side: side === 1 ? 1 : -1,
    volume,
    priceOpen: price,
    openRest: 0,
    swap: 0,
  }
}

function addTo(position: LedgerPosition, deal: DealEvent, where: string): void {
  must(deal.side === position.side, `${where}: the same side adds`)
  const volume = BigInt(position.volume + deal.volume)
  const paid =
    BigInt(position.volume) * BigInt(position.priceOpen) +
    BigInt(position.openRest) +
    BigInt(deal.volume) * BigInt(deal.price)
  const size = paid < 0n ? -paid : paid
  const average = (2n * size + volume) / (2n * volume)
  position.volume = Number(volume)
  position.priceOpen = paid < 0n ? 0 - Number(average) : Number(average)
  position.openRest = Number(paid - volume * BigInt(position.priceOpen))
}

function takeFrom(position: LedgerPosition, deal: DealEvent, where: string): void {
  must(deal.volume <= position.volume, `${where}: no more goes out than is in`)
  must(deal.side === -position.side, `${where}: the other side closes`)
  const share = (amount: number) => shareOf(amount, position.volume, deal.volume)
  must(deal.swap === share(position.swap), `${where}: the swap leaves with its volume`)
  position.openRest -= share(position.openRest)
  position.volume -= deal.volume
  position.swap -= deal.swap
}

/** Order and deal ids of all accounts: none is given out twice. */
export class UsedIds {
  readonly #used = { order: new Set<number>(), deal: new Set<number>() }

  use(kind: 'order' | 'deal', id: number, where: string): void {
    must(id > 0 && !this.#used[kind].has(id), `${where}: ${kind} id ${id} is used once`)
    this.#used[kind].add(id)
  }
}

const KEY_MS = 7 * 86_400_000

/** Half away from zero, by whole numbers; the last volume takes what is left. */
function shareOf(amount: number, whole: number, part: number): number {
  if (part === whole) return amount
  const twice = 2n * BigInt(Math.abs(amount)) * BigInt(part)
  const share = Number((twice + BigInt(whole)) / (2n * BigInt(whole)))
  return amount < 0 ? 0 - share : share
}

export class LedgerError extends Error {
  override readonly name = 'LedgerError'
}

function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new LedgerError(what)
}

/**
 * Throws unless the account is what its records make it: by the books kept a second time, by its own
 * invariants, and by a replay from nothing. `records` are all of the account's records.
 */
export function checkLedger(records: readonly AccountRecord[], account: Account): void {
  const ledger = new Ledger(account.login)
  for (const record of records) ledger.add(record)
  ledger.check(account)
  checkAccount(account)
  const replayed = replay(records, account.login)
  must(
    accountDigest(replayed) === accountDigest(account),
    `account ${account.login}: replay = live`,
  )
}

export function replay(records: readonly AccountRecord[], login: number): Account {
  const account = blankAccount(login)
  for (const record of records) applyRecord(account, record)
  return account
}

export function blankAccount(login: number): Account {
  return emptyAccount(givenProfile({ login, group: '' }))
}
