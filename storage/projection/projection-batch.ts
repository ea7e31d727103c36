import {
  type AccountEvent,
  type AccountRecord,
  type CorrectionEvent,
  type DayEvent,
  type DealEvent,
  isResting,
  type JournalNote,
  type OrderEvent,
  type PositionEvent,
  type PositionSums,
  type Reason,
  type RestoredPositionEvent,
} from '../../engine/account/event.js'
import { heldKeys } from '../../engine/account/rules/at-provider/held-fills.js'
import type { Stops } from '../../engine/account/rules/protection.js'
import { assert } from '../../engine/assert.js'
import { executionKey } from '../../engine/names/execution-key.js'
import { type KeySecret, requestKeyHash } from '../../engine/numbers/request-key-hash.js'
import type { Login } from '../../engine/units.js'
import type { FieldDifference } from '../../wire/account/field-difference.js'
import { emptyState } from '../../wire/account/stored-account.js'
import type { RefusalsRecord, TurnRecord } from '../../wire/record/record.js'
import { TurnPack } from '../../wire/record/turn-times.js'
import type { FieldChange, JournalLine } from '../../wire/stored/journal-line.js'
import type { OrderTerms } from '../../wire/stored/stored-change.js'
import { addDeal, noDailySums } from '../../wire/stored/stored-daily.js'
import { accountStateWrites } from '../repos/accounts/account-state-writes.js'
import { type AccountChains, accountStatesRepo } from '../repos/accounts/account-states.js'
import { dailyRepo } from '../repos/accounts/daily.js'
import { dailyWrites } from '../repos/accounts/daily-writes.js'
import { requestKeySecretOf } from '../repos/meta.js'
import { marginLettersRepo } from '../repos/people/margin-letters.js'
import { journalRepo } from '../repos/records/journal.js'
import { closedPositionWrites } from '../repos/trades/closed-position-writes.js'
import { dealWrites } from '../repos/trades/deal-writes.js'
import { dealsRepo } from '../repos/trades/deals.js'
import { openOrderWrites } from '../repos/trades/open-order-writes.js'
import { orderWrites } from '../repos/trades/order-writes.js'
import { positionCorrectionWrites } from '../repos/trades/position-correction-writes.js'
import { positionWrites } from '../repos/trades/position-writes.js'
import { refusedRequestsRepo } from '../repos/trades/refused-requests.js'
import { requestKeysRepo } from '../repos/trades/request-keys.js'
import { tradedSymbolsRepo } from '../repos/trades/traded-symbols.js'
import { turnTimesRepo } from '../repos/trades/turn-times.js'
import { KeyPack } from '../sqlite/key-pack.js'
import type { Sqlite } from '../sqlite/open.js'
import { HistoryMarking, type SumsSinceMark, sumsSinceMark } from './history-marking.js'
import { TradeChanges } from './trade-changes.js'

const KNOWN_MAX = 50_000
/** The cost of a mark whose sums must be read from the tables, counted in rows. */
const ROWS_OF_A_MARK = 64

/**
 * Writes log records into the tables, inside one transaction of the caller.
 *
 *   - Every record is added once, and an account's in order: each must follow the account's `seq`
 *     and newest record in the tables, so a missing or repeated one stops the projection.
 *   - Done orders, deals and closed positions are written in order, several with one statement.
 *     Rows that change often (account states, positions, pending orders) are kept in memory until
 *     `flush`, so a position that was opened and closed in one batch is never written as open. The
 *     request keys of a shard are one row.
 *   - The first order of a symbol marks it as traded, in the same transaction.
 *   - The journal line of a record is written in the same transaction, so it exists once, even
 *     after a crash.
 *   P6. A daily row sums the deals since the row before, which the tables then all have.
 */
export class ProjectionBatch {
  readonly #states: ReturnType<typeof accountStatesRepo>
  readonly #stateWrites: ReturnType<typeof accountStateWrites>
  readonly #orders: ReturnType<typeof orderWrites>
  readonly #openOrders: ReturnType<typeof openOrderWrites>
  readonly #deals: ReturnType<typeof dealWrites>
  readonly #dealsBefore: Pick<ReturnType<typeof dealsRepo>, 'chainAfter'>
  readonly #daily: ReturnType<typeof dailyRepo>
  readonly #dailyWrites: ReturnType<typeof dailyWrites>
  readonly #positions: ReturnType<typeof positionWrites>
  readonly #closed: ReturnType<typeof closedPositionWrites>
  readonly #corrections: ReturnType<typeof positionCorrectionWrites>
  readonly #keys: ReturnType<typeof requestKeysRepo>
  readonly #traded: ReturnType<typeof tradedSymbolsRepo>
  readonly #journal: ReturnType<typeof journalRepo>
  readonly #letters: ReturnType<typeof marginLettersRepo>
  readonly #changes: TradeChanges
  /** The projector also calls it between batches. */
  readonly marking: HistoryMarking
  /** The journal lines of this batch, which the projector reports after its commit. */
  readonly #lines: JournalLine[] = []
  /**
   * Symbols that the table already marks as traded. Those of this batch are added after its commit,
   * because it may be rolled back.
   */
  readonly #tradedIds = new Set<number>()
  readonly #newlyTraded = new Set<number>()
  /**
   * The accounts of this batch. Each batch has new maps, because maps that are filled and cleared
   * repeatedly leave garbage that only a full collection finds.
   */
  #accounts = new Map<Login, ProjectedAccount>()
  /** Accounts of earlier batches, as they are in the tables. Only this class writes these rows. */
  readonly #known = new Map<Login, ProjectedAccount>()
  #positionFolds = new Map<number, PositionFold>()
  /** The pending orders of the batch in their current state. */
  #resting = new Map<number, RestingFold>()
  readonly #keySecret: KeySecret
  /** Packs by shard. */
  readonly #keyPacks: readonly KeyPack[]
  readonly #turnPacks: readonly TurnPack[]
  readonly #turns: ReturnType<typeof turnTimesRepo>
  readonly #refused: ReturnType<typeof refusedRequestsRepo>
  /** Positions closed by the record being added, in order. */
  readonly #closedIds: number[] = []

  constructor(db: Sqlite, shards: number) {
    this.#keySecret = requestKeySecretOf(db)
    this.#keyPacks = Array.from({ length: shards }, () => new KeyPack())
    this.#turnPacks = Array.from({ length: shards }, () => new TurnPack())
    this.#turns = turnTimesRepo(db)
    this.#refused = refusedRequestsRepo(db)
    this.#states = accountStatesRepo(db)
    this.#stateWrites = accountStateWrites(db)
    this.#orders = orderWrites(db)
    this.#openOrders = openOrderWrites(db)
    this.#deals = dealWrites(db)
    this.#dealsBefore = dealsRepo(db)
    this.#daily = dailyRepo(db)
    this.#dailyWrites = dailyWrites(db)
    this.#positions = positionWrites(db)
    this.#closed = closedPositionWrites(db)
    this.#corrections = positionCorrectionWrites(db)
    this.#keys = requestKeysRepo(db)
    this.#traded = tradedSymbolsRepo(db)
    this.#journal = journalRepo(db)
    this.#letters = marginLettersRepo(db)
    this.#changes = new TradeChanges(db)
    this.marking = new HistoryMarking(db)
  }

  #tell({ login, at, seq, events }: AccountRecord, note: JournalNote): void {
    const { actor, kind, text, ip, requestId, via } = note
    const entry = {
      actor: actor === 0 ? null : actor,
      login,
      kind,
      text,
      changes: kind === 'repair' ? repairedFields(events) : [],
      ip,
      requestId,
      via,
    }
    this.#lines.push(this.#journal.append(entry, at, seq))
  }

  /** Adds a record; `shard` is the shard whose log contains it. */
  add(record: AccountRecord, shard: number): void {
    if (record.note !== undefined) this.#tell(record, record.note)
    const account = this.#account(record)
    let seq = record.accountSeq
    for (const event of record.events) {
      seq++
      switch (event.type) {
        case 'order':
          this.#changes.order(record, seq, event, () => this.#termsOf(record.login, event.id))
          this.#addOrder(account, event)
          if (event.heldFills !== '')
            for (const key of heldKeys(event)) this.#addKey(shard, record, key)
          break
        case 'deal':
          this.#addDealRow(account, seq, event)
          account.commissionDue += event.commissionDue
          if (event.positionId !== 0) this.#addDeal(record.login, event)
          if (event.externalId !== '')
            this.#addKey(shard, record, executionKey(event.orderId, event.externalId))
          break
        case 'position':
          this.#changes.position(record, seq, event, () => this.#stopsOf(record.login, event.id))
          this.#addPosition(record.login, event)
          break
        case 'correction':
          this.#changes.position(record, seq, event, () => this.#stopsOf(record.login, event.id))
          this.#corrections.add(record.login, seq, event)
          this.#addPosition(record.login, event)
          break
        case 'standing':
          if (event.standing === 'margin_call') account.inMarginCall = event.entered
          if (event.entered) this.#letters.entered(record.login, event)
          break
        case 'night':
          account.nightThrough = event.through
          break
        case 'day':
          this.#endDay(account, seq, event)
          break
        case 'restatement':
          account.balance = event.balance
          account.credit = event.credit
          account.commissionDue = event.commissionDue
          account.balancePrevDay = event.balancePrevDay
          account.balancePrevMonth = event.balancePrevMonth
          this.marking.repaired(account)
          break
        case 'restored_position':
          this.#restore(record.login, event)
          break
        case 'restored_deal':
          this.#deals.restore(record.login, event)
      }
    }
    this.#writeClosed()
    account.seq = seq
    if (account.recordSeq === 0) account.firstAt = record.at
    account.recordSeq = record.seq
    if (record.requestKey !== '') this.#addKey(shard, record, record.requestKey)
  }

  /** Adds the times of a turn. After a reshard, a log may have the times of several shards. */
  addTurn({ seq, turn, shard, shards }: TurnRecord, ofLog: number): void {
    const pack = this.#turnPacks[ofLog]
    assert(pack !== undefined, 'a known shard')
    if (pack.shard !== shard || pack.shards !== shards) this.#flushTurns(pack)
    pack.shard = shard
    pack.shards = shards
    pack.add(seq, turn)
  }

  addRefusals({ since, refusals }: RefusalsRecord): void {
    for (const one of refusals) this.#refused.add(since, one)
  }

  #flushTurns(pack: TurnPack): void {
    if (!pack.isEmpty) this.#turns.add(pack)
    pack.clear()
  }

  #addKey(shard: number, { login, seq, at }: AccountRecord, key: string): void {
    const pack = this.#keyPacks[shard]
    assert(pack !== undefined, 'a known shard')
    pack.add(requestKeyHash(this.#keySecret, login, key), seq, at)
  }

  /** Writes the collected rows. After the transaction call `committed` or `undone`. */
  flush(): void {
    for (const [id, fold] of this.#positionFolds) {
      const { login, row } = fold
      if (fold.isRestored) this.#positions.take(login, id)
      if (row !== undefined) this.#positions.upsert(login, row, fold)
      else assert(this.#positions.addSums(login, id, fold), `a deal finds its position ${id} open`)
    }
    for (const { login, order } of this.#resting.values()) this.#openOrders.upsert(login, order)
    for (const rows of [this.#orders, this.#deals, this.#closed, this.#changes]) rows.flush()
    this.marking.flush()
    for (const account of this.#accounts.values()) this.#stateWrites.set(account)
    for (const [shard, pack] of this.#keyPacks.entries()) {
      if (!pack.isEmpty) this.#keys.add(shard, pack)
    }
    for (const pack of this.#turnPacks) this.#flushTurns(pack)
  }

  /** The cost of the next `flush`, measured in rows. */
  get folded(): number {
    const folds = this.#accounts.size + this.#positionFolds.size + this.#resting.size
    const rows = folds + this.#changes.size
    return rows + this.marking.unsummed * ROWS_OF_A_MARK
  }

  /**
   * Forgets the written rows after the commit. Account states stay, because they are needed again
   * soon.
   */
  committed(): readonly JournalLine[] {
    const lines = this.#lines.splice(0)
    this.#forgetBatch()
    if (this.#known.size + this.#accounts.size > KNOWN_MAX) this.#known.clear()
    for (const [login, account] of this.#accounts) this.#known.set(login, account)
    this.#accounts = new Map()
    for (const symbolId of this.#newlyTraded) this.#tradedIds.add(symbolId)
    this.#newlyTraded.clear()
    return lines
  }

  /** Forgets everything in memory, because the transaction was rolled back. */
  undone(): void {
    this.#known.clear()
    this.#accounts = new Map()
    this.#forgetBatch()
    for (const rows of [this.#orders, this.#deals, this.#closed]) rows.forget()
    this.marking.forget()
    this.#newlyTraded.clear()
    this.#lines.length = 0
  }

  /** Writes the closed positions. Their last deal is in the record that closes them. */
  #writeClosed(): void {
    for (const id of this.#closedIds) {
      const fold = this.#positionFolds.get(id)
      assert(fold?.row !== undefined, 'a closed position was seen in this batch')
      this.#positionFolds.delete(id)
      this.#close(fold, fold.row)
    }
    this.#closedIds.length = 0
  }

  #forgetBatch(): void {
    this.#positionFolds = new Map()
    this.#resting = new Map()
    this.#changes.forget()
    this.#closedIds.length = 0
    for (const pack of this.#keyPacks) pack.clear()
    for (const pack of this.#turnPacks) pack.clear()
  }

  #account(record: AccountRecord): ProjectedAccount {
    const { login } = record
    let account = this.#accounts.get(login)
    if (account === undefined) {
      account = this.#known.get(login) ?? projected(this.#states.get(login) ?? newAccount(login))
      this.#accounts.set(login, account)
    }
    assert(
      account.seq === record.accountSeq && account.recordSeq === record.previousSeq,
      `record ${record.seq} follows what account ${login} has in the tables (P1)`,
    )
    return account
  }

  #addOrder(account: ProjectedAccount, order: OrderEvent): void {
    const { login } = account
    if (!this.#tradedIds.has(order.symbolId)) this.#mark(order.symbolId)
    if (isResting(order)) {
      const isNew = order.version === 1 || (this.#resting.get(order.id)?.isNew ?? false)
      this.#resting.set(order.id, { login, order, isNew })
      return
    }
    if (order.version > 1) this.#endResting(login, order.id)
    this.#orders.add(login, order, account.lastOrderId)
    account.lastOrderId = order.id
    account.orders++
    const row = { login, ordinal: account.orders, id: order.id, at: order.doneAt }
    this.marking.added('orders', account.sinceMark, row)
  }

  /** Deletes the pending row of an order that is done, if it has one. */
  #endResting(login: Login, id: number): void {
    const fold = this.#resting.get(id)
    this.#resting.delete(id)
    if (fold?.isNew === true) return
    assert(this.#openOrders.remove(login, id), `order ${id} rests in the tables`)
  }

  /** An order's terms before the row that is being added. */
  #termsOf(login: Login, id: number): OrderTerms | undefined {
    return this.#resting.get(id)?.order ?? this.#openOrders.terms(login, id)
  }

  #stopsOf(login: Login, id: number): Stops | undefined {
    return this.#positionFolds.get(id)?.row ?? this.#positions.stops(login, id)
  }

  #mark(symbolId: number): void {
    if (this.#newlyTraded.has(symbolId)) return
    this.#newlyTraded.add(symbolId)
    this.#traded.add(symbolId)
  }

  #addDealRow(account: ProjectedAccount, seq: number, deal: DealEvent): void {
    const { login } = account
    const { id, at, credit } = deal
    const amount = deal.profit + deal.swap + deal.commission + deal.fee
    this.#deals.add(login, seq, deal, account.lastDealId)
    account.lastDealId = id
    account.deals++
    account.balance += amount
    account.credit += credit
    const row = { login, ordinal: account.deals, id, at }
    this.marking.added('deals', account.sinceMark, row, amount, credit)
  }

  #addDeal(login: Login, deal: DealEvent): void {
    const fold = this.#position(deal.positionId, login)
    if (deal.entry !== 'in') {
      fold.closedVolume += deal.entry === 'inout' ? deal.volumeClosed : deal.volume
      fold.closeReason = deal.reason
    }
    fold.profit += deal.profit
    fold.commission += deal.commission
    fold.fee += deal.fee
    fold.swapPaid += deal.swap
  }

  #addPosition(login: Login, row: PositionEvent | CorrectionEvent): void {
    const fold = this.#setRow(login, row)
    if (row.version === 1) fold.isNew = true
  }

  #setRow(login: Login, row: AnyPositionEvent): PositionFold {
    const fold = this.#position(row.id, login)
    fold.row = row
    if (row.volume === 0) this.#closedIds.push(row.id)
    return fold
  }

  #restore(login: Login, event: RestoredPositionEvent): void {
    const fold = this.#setRow(login, event)
    fold.isRestored = true
    fold.closedVolume = event.closedVolume
    fold.profit = event.profit
    fold.commission = event.commission
    fold.fee = event.fee
    fold.swapPaid = event.swapPaid
  }

  #position(id: number, login: Login): PositionFold {
    let fold = this.#positionFolds.get(id)
    if (fold === undefined) {
      fold = {
        login,
        row: undefined,
        isNew: false,
        isRestored: false,
        closedVolume: 0,
        profit: 0,
        commission: 0,
        fee: 0,
        swapPaid: 0,
        closeReason: '',
      }
      this.#positionFolds.set(id, fold)
    }
    return fold
  }

  /** See P6. */
  #endDay(account: ProjectedAccount, seq: number, event: DayEvent): void {
    const { type: _type, endsMonth, ...figures } = event
    const { login, balancePrevDay, balancePrevMonth } = account
    const previousDay = account.day
    const sums = noDailySums()
    this.#deals.flush()
    const since = previousDay === 0 ? 0 : this.#daily.seqOf(previousDay, login)
    for (const deal of this.#dealsBefore.chainAfter(account.lastDealId, since)) addDeal(sums, deal)
    const before = { previousDay, balancePrevDay, balancePrevMonth }
    this.#dailyWrites.insert({ ...figures, ...before, login, seq, sums })
    account.day = event.day
    account.nightThrough = 0
    account.balancePrevDay = event.balance
    if (endsMonth) account.balancePrevMonth = event.balance
  }

  #close(fold: PositionFold, row: AnyPositionEvent): void {
    const account = this.#accounts.get(fold.login)
    assert(account !== undefined, 'the account of a position is in the same batch')
    const stored = fold.isNew ? undefined : this.#positions.take(fold.login, row.id)
    // A deleted position does not count as closed. Its deals stay.
    if (row.type !== 'position') return
    const sums = stored === undefined || fold.isRestored ? fold : added(stored, fold)
    this.#closed.add(fold.login, row, sums, fold.closeReason, account.lastClosedId)
    account.lastClosedId = row.id
    account.closed++
    const { commission, fee, profit, swapPaid, closedVolume } = sums
    this.marking.added(
      'closed',
      account.sinceMark,
      { login: fold.login, ordinal: account.closed, id: row.id, at: row.closedAt },
      commission,
      fee,
      profit,
      swapPaid,
      closedVolume,
    )
  }
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

type ProjectedAccount = Mutable<AccountChains> & { readonly sinceMark: SumsSinceMark }

interface RestingFold {
  readonly login: Login
  readonly order: OrderEvent
  /** True if it was placed in this batch, so it is not in the tables yet. */
  readonly isNew: boolean
}

interface PositionFold extends Mutable<PositionSums> {
  readonly login: Login
  row: AnyPositionEvent | undefined
  /** True if it was opened in this batch, so it is not in the tables yet. */
  isNew: boolean
  /**
   * The reason of the last deal in this batch that reduced the position. The closing deal is in the
   * record that closes it.
   */
  closeReason: Reason | ''
  /** True after a repair, which ignores the row and the sums in the tables. */
  isRestored: boolean
}

type AnyPositionEvent = PositionEvent | CorrectionEvent | RestoredPositionEvent

function repairedFields(events: readonly AccountEvent[]): FieldChange[] {
  const repair = events.find((event) => event.type === 'restatement')
  if (repair === undefined) return []
  const found = JSON.parse(repair.differences) as FieldDifference[]
  return found.map(({ field, stored, computed }) => ({ field, from: stored, to: computed }))
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

function projected(stored: AccountChains): ProjectedAccount {
  return { ...stored, sinceMark: sumsSinceMark(stored) }
}

function newAccount(login: Login): AccountChains {
  return {
    ...emptyState(login),
    lastOrderId: 0,
    lastDealId: 0,
    lastClosedId: 0,
    orders: 0,
    deals: 0,
    closed: 0,
  }
}
