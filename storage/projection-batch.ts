import type { AccountRecord, DealEvent, PositionEvent } from '../engine/account/event.js'
import { assert } from '../engine/assert.js'
import type { Login } from '../engine/units.js'
import { accountStatesRepo } from './repos/account-states.js'
import { closedPositionsRepo } from './repos/closed-positions.js'
import { dealsRepo } from './repos/deals.js'
import { ordersRepo } from './repos/orders.js'
import { type PositionSums, positionsRepo } from './repos/positions.js'
import { requestKeysRepo } from './repos/request-keys.js'
import type { Sqlite } from './sqlite/open.js'

/**
 * Log records on their way into the tables, inside one transaction of the caller's.
 *
 *   P1. Every record is given once, and an account's in their order. Sums are added, so a record
 *       given twice would count twice; the account's `seq` is checked, which finds that.
 *   P2. Orders, deals and keys are written at once. What changes again and again (account states,
 *       positions) is folded in memory until `flush`: a position that was opened and closed in one
 *       batch is never written as an open one.
 */
export class ProjectionBatch {
  readonly #states: Accounts
  readonly #orders: ReturnType<typeof ordersRepo>
  readonly #deals: ReturnType<typeof dealsRepo>
  readonly #positions: ReturnType<typeof positionsRepo>
  readonly #closed: ReturnType<typeof closedPositionsRepo>
  readonly #keys: ReturnType<typeof requestKeysRepo>
  readonly #accountFolds = new Map<Login, AccountFold>()
  readonly #positionFolds = new Map<number, PositionFold>()

  constructor(db: Sqlite) {
    this.#states = accountStatesRepo(db)
    this.#orders = ordersRepo(db)
    this.#deals = dealsRepo(db)
    this.#positions = positionsRepo(db)
    this.#closed = closedPositionsRepo(db)
    this.#keys = requestKeysRepo(db)
  }

  add(record: AccountRecord): void {
    const account = this.#account(record)
    let seq = record.accountSeq
    for (const event of record.events) {
      seq++
      switch (event.type) {
        case 'order':
          this.#orders.upsert(record.login, event)
          break
        case 'deal':
          this.#deals.upsert(record.login, seq, event)
          account.balance += event.profit + event.swap + event.commission + event.fee
          account.credit += event.credit
          if (event.positionId !== 0) this.#addDeal(record.login, event)
          break
        case 'position':
          this.#position(event.id, record.login).row = event
      }
    }
    account.seqAfter = seq
    account.recordSeq = record.seq
    if (record.requestKey !== '') {
      this.#keys.add(record.seq, record.login, record.requestKey, record.at)
    }
  }

  /** Writes what was folded. After it, or when the transaction failed, `clear`. */
  flush(): void {
    for (const [login, fold] of this.#accountFolds) {
      const { balance, credit, seqBefore, seqAfter, recordSeq } = fold
      const added = this.#states.add(login, balance, credit, seqBefore, seqAfter, recordSeq)
      assert(added, `account ${login} is projected up to its seq ${seqBefore} (P1)`)
    }
    for (const [id, fold] of this.#positionFolds) this.#flushPosition(id, fold)
  }

  clear(): void {
    this.#accountFolds.clear()
    this.#positionFolds.clear()
  }

  #account(record: AccountRecord): AccountFold {
    const known = this.#accountFolds.get(record.login)
    if (known !== undefined) {
      assert(known.seqAfter === record.accountSeq, `account ${record.login} has no gap in its seq`)
      return known
    }
    const fold = {
      balance: 0,
      credit: 0,
      seqBefore: record.accountSeq,
      seqAfter: record.accountSeq,
      recordSeq: 0,
    }
    this.#accountFolds.set(record.login, fold)
    return fold
  }

  #addDeal(login: Login, deal: DealEvent): void {
    const fold = this.#position(deal.positionId, login)
    if (deal.entry === 'in') {
      if (deal.orderId === deal.positionId) fold.isNew = true
    } else {
      fold.closedVolume += deal.volume
    }
    fold.profit += deal.profit
    fold.commission += deal.commission
    fold.fee += deal.fee
    fold.swapPaid += deal.swap
  }

  #position(id: number, login: Login): PositionFold {
    let fold = this.#positionFolds.get(id)
    if (fold === undefined) {
      fold = {
        login,
        row: undefined,
        isNew: false,
        closedVolume: 0,
        profit: 0,
        commission: 0,
        fee: 0,
        swapPaid: 0,
      }
      this.#positionFolds.set(id, fold)
    }
    return fold
  }

  #flushPosition(id: number, fold: PositionFold): void {
    const { login, row } = fold
    if (row === undefined) {
      assert(this.#positions.addSums(id, fold), `a deal of position ${id} finds it open`)
    } else if (row.volume > 0) {
      this.#positions.upsert(login, row, fold)
    } else {
      const stored = fold.isNew ? undefined : this.#positions.take(id)
      this.#closed.upsert(login, row, stored === undefined ? fold : added(stored, fold))
    }
  }
}

type Accounts = ReturnType<typeof accountStatesRepo>

interface AccountFold {
  balance: number
  credit: number
  readonly seqBefore: number
  seqAfter: number
  recordSeq: number
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

interface PositionFold extends Mutable<PositionSums> {
  readonly login: Login
  row: PositionEvent | undefined
  /** Opened in this batch, so not in the tables yet. */
  isNew: boolean
}

function added(a: PositionSums, b: PositionSums): PositionSums {
  return {
    closedVolume: a.closedVolume + b.closedVolume,
    profit: a.profit + b.profit,
    commission: a.commission + b.commission,
    fee: a.fee + b.fee,
    swapPaid: a.swapPaid + b.swapPaid,
  }
}
