import type { OrderEvent, PositionEvent } from '../../engine/account/event.js'
import { dateOfDay } from '../../engine/calendar/server-day.js'
import type { Login } from '../../engine/units.js'
import type { JournalAnchor } from '../../wire/stored/journal-line.js'
import type { StoredDaily } from '../../wire/stored/stored-daily.js'
import type { StoredDeal } from '../../wire/stored/stored-trades.js'
import { anchorsOf, newestSeqOf } from '../journal-anchors.js'
import type { LogReader } from '../log/log.js'
import { recordsOf } from '../projection/merged-records.js'
import { accountStatesRepo } from '../repos/accounts/account-states.js'
import { dailyRepo } from '../repos/accounts/daily.js'
import { journalRepo } from '../repos/records/journal.js'
import { tradeChangesRepo } from '../repos/records/trade-changes.js'
import { closedPositionsRepo } from '../repos/trades/closed-positions.js'
import { dealsRepo } from '../repos/trades/deals.js'
import { openOrdersRepo } from '../repos/trades/open-orders.js'
import { ordersRepo } from '../repos/trades/orders.js'
import {
  positionCorrectionsRepo,
  type StoredCorrection,
} from '../repos/trades/position-corrections.js'
import { positionsRepo } from '../repos/trades/positions.js'
import { projectionRepo } from '../repos/trades/projection.js'
import { tradedSymbolsRepo } from '../repos/trades/traded-symbols.js'
import type { Sqlite } from '../sqlite/open.js'
import { type Difference, Differences } from './differences.js'
import { NotedLines } from './noted-lines.js'
import { Replay, type ReplayedPosition } from './replay.js'
import { ReplayedChanges } from './replayed-changes.js'

/**
 * Replays the logs in memory and compares the result with the tables (`openfloor verify`).
 *
 *   - Only records that the tables should have are compared: those up to each shard's cursor.
 *   V2. If the log was trimmed, the replay begins with the archive that was made before, and every
 *       row of the archive must still be in the tables.
 *   - The replay shares no code with the projector.
 *   - The journal has the lines of the records, and every line that the logs know. Those are
 *     collected before the tables are read, because a line is on disk before a log has it.
 */
export interface VerifyOptions {
  readonly db: Sqlite
  readonly logs: readonly LogReader[]
  /** The newest archive that covers everything that was trimmed. */
  readonly archive?: Sqlite
}

export interface Verification {
  readonly records: number
  readonly accounts: number
  /** The first thousand differences; `differenceCount` counts all. */
  readonly differences: readonly Difference[]
  readonly differenceCount: number
}

export function verify(options: VerifyOptions): Verification {
  const { db, logs, archive } = options
  const found = new Differences()
  let records = 0
  let accounts = 0
  const noted = logs.map(newestSeqOf)
  db.exec('BEGIN')
  try {
    const journal = journalRepo(db)
    logs.forEach((log, shard) => {
      for (const anchor of anchorsOf(log, 0, noted[shard])) compareAnchor(journal, found, anchor)
      const part = new ShardVerification(db, found, shard, logs.length)
      if (archive !== undefined) part.startFrom(archive)
      records += part.replay(log)
      if (archive !== undefined) part.compareArchived(archive)
      accounts += part.compare()
    })
    const broken = journal.brokenAt()
    if (broken !== undefined) found.add('journal', 'chain', broken, 'unbroken')
  } finally {
    db.exec('COMMIT')
  }
  return { records, accounts, differences: found.list, differenceCount: found.count }
}

function compareAnchor(
  journal: ReturnType<typeof journalRepo>,
  found: Differences,
  { id, hash, seq }: JournalAnchor,
): void {
  const stored = journal.hashOf(id) ?? 'missing'
  if (stored !== hash) found.add('journal', `line ${id}`, stored, `${hash} by record ${seq}`)
}

class ShardVerification {
  readonly #db: Sqlite
  readonly #found: Differences
  readonly #shard: number
  readonly #shards: number
  readonly #replay: Replay
  readonly #orders: ReturnType<typeof ordersRepo>
  readonly #deals: ReturnType<typeof dealsRepo>
  readonly #closed: ReturnType<typeof closedPositionsRepo>
  readonly #daily: ReturnType<typeof dailyRepo>
  readonly #corrections: ReturnType<typeof positionCorrectionsRepo>
  readonly #notes: NotedLines
  readonly #changes: ReplayedChanges
  readonly #tradedSymbols = new Set<number>()
  readonly #restored = new Map<number, StoredDeal>()
  #cursor = 0
  #rows = { orders: 0, deals: 0, closed: 0, daily: 0, corrections: 0 }

  constructor(db: Sqlite, found: Differences, shard: number, shards: number) {
    this.#db = db
    this.#found = found
    this.#shard = shard
    this.#shards = shards
    this.#orders = ordersRepo(db)
    this.#deals = dealsRepo(db)
    this.#closed = closedPositionsRepo(db)
    this.#daily = dailyRepo(db)
    this.#corrections = positionCorrectionsRepo(db)
    this.#notes = new NotedLines(journalRepo(db), found)
    this.#changes = new ReplayedChanges(db, found)
    this.#replay = new Replay({
      order: (login, order) => this.#compareOrder(login, order),
      deal: (login, seq, deal) => {
        this.#rows.deals += 1
        found.compare(`deal ${deal.id}`, this.#deals.get(deal.id), { ...deal, login, seq })
      },
      restored: (login, { previousId: _, ...deal }) => {
        this.#restored.set(deal.id, { ...deal, type: 'deal', login })
      },
      closed: (position, row) => {
        this.#rows.closed += 1
        const stored = this.#closed.get(row.id)
        // In rows from before this field existed, the field is empty.
        const closeReason = stored?.closeReason === '' ? '' : position.closeReason
        found.compare(`closed position ${row.id}`, stored, {
          ...closedRow(position, row),
          closeReason,
        })
      },
      correction: (login, seq, { id, volume, priceOpen, openRest }) => {
        const row = { login, seq, id, volume, priceOpen, openRest }
        this.#compareCorrection(row)
      },
      row: (record, seq, before, row) => this.#changes.add(record, seq, before, row),
      day: (day, login, row) => {
        this.#rows.daily += 1
        found.compare(dailySubject(day, login), flatDaily(this.#daily.get(day, login)), row)
      },
      broken: (what) => found.add(`log of shard ${shard}`, 'records', what, 'an unbroken chain'),
    })
  }

  /** See V2. */
  startFrom(archive: Sqlite): void {
    const shard = [this.#shard, this.#shards] as const
    this.#cursor = projectionRepo(archive).cursor(this.#shard)
    for (const state of accountStatesRepo(archive).chainsOfShard(...shard)) {
      const {
        login,
        lastOrderId: _order,
        lastDealId: _deal,
        lastClosedId: _closed,
        ...account
      } = state
      this.#replay.accounts.set(login, account)
    }
    for (const [login, order] of openOrdersRepo(archive).ofShard(...shard)) {
      this.#replay.resting.set(order.id, { login, order })
    }
    for (const stored of positionsRepo(archive).ofShard(...shard)) {
      const { id, login, closedVolume, profit, commission, fee, swapPaid, ...fields } = stored
      const row = { ...fields, type: 'position', id, closedAt: 0 } as PositionEvent
      const sums = { closedVolume, profit, commission, fee, swapPaid }
      this.#replay.positions.set(id, { login, row, closeReason: '', ...sums })
    }
    this.#changes.startFrom(tradeChangesRepo(archive).ofShard(...shard))
    const days = dailyRepo(archive)
    for (const deal of dealsRepo(archive).ofShard(...shard)) {
      const day = this.#replay.accounts.get(deal.login)?.day ?? 0
      if (deal.seq > days.seqOf(day, deal.login)) this.#replay.days.deal(deal.login, deal)
    }
  }

  replay(log: LogReader): number {
    const through = projectionRepo(this.#db).cursor(this.#shard)
    let records = 0
    for (const record of recordsOf(log, this.#cursor, through)) {
      this.#replay.add(record)
      if (record.note !== undefined) this.#notes.compare(record, record.note)
      records += 1
    }
    return records
  }

  /** Compares all accounts and returns their number. */
  compare(): number {
    this.#compareAccounts()
    this.#comparePositions()
    this.#compareResting()
    this.#changes.end()
    this.#compareCounts()
    this.#compareTradedSymbols()
    this.#compareSums()
    return this.#replay.accounts.size
  }

  /** Compares the archive after the replay, which knows what was repaired since. */
  compareArchived(archive: Sqlite): void {
    const shard = [this.#shard, this.#shards] as const
    const deals = dealsRepo(archive)
    for (const archived of deals.ofShard(...shard)) {
      const { id } = archived
      this.#rows.deals += 1
      this.#found.compare(`deal ${id}`, this.#deals.get(id), this.#restored.get(id) ?? archived)
    }
    const states = accountStatesRepo(archive)
    for (const deal of this.#restored.values()) {
      const { id, login, seq } = deal
      const isArchived = seq <= (states.get(login)?.seq ?? 0)
      if (!isArchived || deals.get(id) !== undefined) continue
      this.#rows.deals += 1
      this.#found.compare(`deal ${id}`, this.#deals.get(id), deal)
    }
    for (const row of dailyRepo(archive).ofShard(...shard)) {
      const { day, login } = row
      this.#rows.daily += 1
      const stored = flatDaily(this.#daily.get(day, login))
      this.#found.compare(dailySubject(day, login), stored, flatDaily(row) as object)
    }
    for (const row of positionCorrectionsRepo(archive).ofShard(...shard)) {
      this.#compareCorrection(row)
    }
    for (const [login, order] of ordersRepo(archive).ofShard(...shard)) {
      this.#compareOrder(login, order)
    }
    for (const position of closedPositionsRepo(archive).ofShard(...shard)) {
      this.#rows.closed += 1
      this.#found.compare(`closed position ${position.id}`, this.#closed.get(position.id), position)
    }
  }

  #compareOrder(login: Login, order: OrderEvent): void {
    this.#rows.orders += 1
    this.#tradedSymbols.add(order.symbolId)
    const stored = this.#orders.get(order.id)
    const row = stored && { ...stored.order, login: stored.login }
    this.#found.compare(`order ${order.id}`, row, { ...order, login })
  }

  #compareCorrection(row: StoredCorrection): void {
    const { login, seq, id } = row
    this.#rows.corrections += 1
    const subject = `correction ${seq} of account ${login}, position ${id}`
    this.#found.compare(subject, this.#corrections.get(login, seq), row)
  }

  #compareAccounts(): void {
    const states = accountStatesRepo(this.#db)
    for (const [login, account] of this.#replay.accounts) {
      this.#found.compare(`account ${login}`, states.get(login), account)
    }
    for (const state of states.chainsOfShard(this.#shard, this.#shards)) {
      const { login } = state
      const isKnown = this.#replay.accounts.has(login)
      if (!isKnown) this.#found.add(`account ${login}`, 'row', 'there', 'not in the log')
      const { orders, deals, closed } = state
      const lengths = {
        orders: this.#orders.chainLength(state.lastOrderId, orders),
        deals: this.#deals.chainLength(state.lastDealId, deals),
        closed: this.#closed.chainLength(state.lastClosedId, closed),
      }
      this.#found.compare(`chains of account ${login}`, lengths, { orders, deals, closed })
    }
  }

  #comparePositions(): void {
    const missing = new Set(this.#replay.positions.keys())
    for (const stored of positionsRepo(this.#db).ofShard(this.#shard, this.#shards)) {
      const position = this.#replay.positions.get(stored.id)
      missing.delete(stored.id)
      if (position === undefined) {
        this.#found.add(`position ${stored.id}`, 'row', 'open', 'not open')
      } else {
        this.#found.compare(`position ${stored.id}`, stored, openRow(position))
      }
    }
    for (const id of missing) this.#found.add(`position ${id}`, 'row', 'missing', 'open')
  }

  #compareResting(): void {
    const missing = new Set(this.#replay.resting.keys())
    for (const [login, order] of openOrdersRepo(this.#db).ofShard(this.#shard, this.#shards)) {
      const known = this.#replay.resting.get(order.id)
      missing.delete(order.id)
      if (known === undefined) this.#found.add(`order ${order.id}`, 'row', 'open', 'not open')
      else
        this.#found.compare(
          `order ${order.id}`,
          { ...order, login },
          { ...known.order, login: known.login },
        )
    }
    for (const id of missing) this.#found.add(`order ${id}`, 'row', 'missing', 'open')
  }

  /** Compares the numbers of rows, because a row without a record would otherwise go unnoticed. */
  #compareCounts(): void {
    const shard = [this.#shard, this.#shards] as const
    const stored = {
      orders: this.#orders.countOfShard(...shard),
      deals: this.#deals.countOfShard(...shard),
      closed: this.#closed.countOfShard(...shard),
      daily: this.#daily.countOfShard(...shard),
      corrections: this.#corrections.countOfShard(...shard),
      changes: tradeChangesRepo(this.#db).countOfShard(...shard),
    }
    const rows = { ...this.#rows, changes: this.#changes.rows }
    this.#found.compare(`tables of shard ${this.#shard}`, stored, rows)
  }

  #compareTradedSymbols(): void {
    const traded = tradedSymbolsRepo(this.#db)
    for (const id of this.#tradedSymbols) {
      if (!traded.has(id)) this.#found.add(`traded symbol ${id}`, 'row', 'missing', 'there')
    }
  }

  #compareSums(): void {
    const states = accountStatesRepo(this.#db)
    for (const { login, ...sums } of this.#deals.sumsOfShard(this.#shard, this.#shards)) {
      this.#found.compare(`sum of the deals of account ${login}`, states.get(login), sums)
    }
  }
}

function dailySubject(day: number, login: number): string {
  return `daily row ${dateOfDay(day)} of account ${login}`
}

function flatDaily(row: StoredDaily | undefined): object | undefined {
  if (row === undefined) return undefined
  const { sums, ...figures } = row
  return { ...figures, ...sums }
}

function openRow(position: ReplayedPosition): object {
  const { row, closeReason: _reason, ...rest } = position
  if (row === undefined) return rest
  const { type: _type, closedAt: _closedAt, ...fields } = row
  return { ...fields, ...rest }
}

function closedRow(position: ReplayedPosition, row: PositionEvent): object {
  const { id, symbolId, side, priceOpen, priceClose, openedAt, closedAt } = row
  const { login, closedVolume, profit, commission, fee, swapPaid } = position
  const { reason, comment, version, dealer } = row
  return {
    id,
    login,
    symbolId,
    side,
    priceOpen,
    priceClose,
    openedAt,
    closedAt,
    volume: closedVolume,
    profit,
    commission,
    fee,
    swap: swapPaid,
    reason,
    comment,
    version,
    dealer,
  }
}
