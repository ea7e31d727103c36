import type {
  AccountEvent,
  AccountRecord,
  OrderEvent,
  PositionEvent,
} from '../../engine/account/event.js'
import type { AccountProfile } from '../../engine/account/state.js'
import { groupOf } from '../../engine/book/book.js'
import type { Book } from '../../engine/book/compiled.js'
import type { Prices } from '../../engine/book/prices.js'
import type { GroupRecord } from '../../engine/config/records/group.js'
import type { SymbolRecord } from '../../engine/config/records/symbol.js'
import { must } from './must.js'

/** The holdings of an account: plain lists of open positions and resting orders, one by one. */
export interface Holdings {
  readonly login: number
  readonly balance: number
  readonly credit: number
  /** Gathered for the end of the day; costs are negative. */
  readonly commissionDue: number
  readonly positions: ReadonlyMap<number, PositionEvent>
  readonly orders: ReadonlyMap<number, OrderEvent>
}

/** An account as the reference has it. */
export class NaiveAccount implements Holdings {
  readonly login: number
  balance = 0
  credit = 0
  commissionDue = 0
  /** The newest that ended, 0 with none. */
  day = 0
  balancePrevDay = 0
  /** The position up to which a night that is charged in parts is charged. */
  nightThrough = 0
  inMarginCall = false
  /** The time of its first record, 0 with none. */
  firstAt = 0
  newest: AccountRecord | undefined
  readonly positions = new Map<number, PositionEvent>()
  readonly orders = new Map<number, OrderEvent>()
  /** The decisions under requests' keys. */
  readonly keys = new Map<string, Decision>()

  constructor(login: number) {
    this.login = login
  }

  take(record: AccountRecord): void {
    if (this.firstAt === 0) this.firstAt = record.at
    this.newest = record
    for (const event of record.events) this.#take(event)
  }

  #take(event: AccountEvent): void {
    if (event.type === 'order') {
      if (event.doneAt === 0) this.orders.set(event.id, event)
      else this.orders.delete(event.id)
    } else if (event.type === 'position') {
      if (event.closedAt === 0) this.positions.set(event.id, event)
      else this.positions.delete(event.id)
    } else if (event.type === 'deal') {
      this.balance += event.profit + event.swap + event.commission + event.fee
      this.credit += event.credit
      this.commissionDue += event.commissionDue
    } else if (event.type === 'standing') {
      if (event.standing === 'margin_call') this.inMarginCall = event.entered
    } else if (event.type === 'night') {
      this.nightThrough = event.through
    } else if (event.type === 'day') {
      this.day = event.day
      this.nightThrough = 0
      this.balancePrevDay = event.balance
    }
  }
}

export interface Decision {
  readonly body: string
  readonly code: string
}

/** The basis of a decision: the account, its settings, the prices and the time. */
export interface Scene {
  readonly account: Holdings
  readonly profile: AccountProfile
  readonly book: Book
  readonly prices: Prices
  readonly now: number
}

export function groupIn({ book, profile }: Scene): GroupRecord {
  const group = groupOf(book, profile.group)
  must(group !== undefined, `account ${profile.login} has a group`)
  return group.record
}

export function leverageIn(scene: Scene): number {
  return scene.profile.leverage || groupIn(scene).leverage || 1
}

export function symbolAt({ book }: Scene, id: number): SymbolRecord {
  const symbol = book.symbolsById.get(id)
  must(symbol !== undefined, `symbol ${id} is in the settings`)
  return symbol.record
}

export function nameOf({ path }: SymbolRecord): string {
  return path.slice(path.lastIndexOf('\\') + 1)
}

export function bySymbol<Row extends PositionEvent | OrderEvent>(
  rows: Iterable<Row>,
): Map<number, Row[]> {
  const groups = new Map<number, Row[]>()
  for (const row of rows) {
    const held = groups.get(row.symbolId)
    if (held === undefined) groups.set(row.symbolId, [row])
    else held.push(row)
  }
  return groups
}
