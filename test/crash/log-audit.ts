import type { AccountRecord, DealEvent, OrderEvent } from '../../engine/account/event.js'
import { openLmdbLogForReading } from '../../storage/log/lmdb-log.js'
import { recordsOf } from '../../storage/merged-records.js'
import { logDirectory } from '../../storage/paths.js'

/**
 * The logs as an auditor reads them: records are folded once, as they appear, and whatever they
 * contradict is a problem. It shares no code with the server's own recovery.
 *
 *   G1. An account's records form one chain, its seq has no gaps, a request id has one record with
 *       at most one deal.
 *   G2. Ids of orders and deals are given out once, and an order goes on from what it was.
 */
export interface LoggedAccount {
  seq: number
  recordSeq: number
  balance: number
  credit: number
  deals: number
  readonly keys: Map<string, LoggedOutcome>
  /** Open volume by position: what came in less what went out. */
  readonly volumes: Map<number, number>
  /** Those that rest. */
  readonly orders: Map<number, OrderEvent>
}

export interface LoggedOutcome {
  readonly code: string
  readonly dealId: number
  /** Of its deal, or the one that it is about; 0 is none. */
  readonly orderId: number
  readonly recordSeq: number
}

const FIRED: ReadonlySet<string> = new Set(['activation', 'sl', 'tp'])

export class LogAudit {
  readonly accounts = new Map<number, LoggedAccount>()
  readonly problems: string[] = []
  records = 0
  /** Deals that prices made: fills of orders, stops. */
  fired = 0
  readonly #dataDir: string
  readonly #cursors: number[]
  readonly #ids = { order: new Set<number>(), deal: new Set<number>() }

  constructor(dataDir: string, shards: number) {
    this.#dataDir = dataDir
    this.#cursors = new Array(shards).fill(0)
  }

  /** The newest record seen. */
  get newest(): number {
    return Math.max(...this.#cursors)
  }

  /** Takes what the logs have beyond what was seen. */
  async advance(): Promise<void> {
    for (const [shard, cursor] of this.#cursors.entries()) {
      const log = openLmdbLogForReading({ directory: logDirectory(this.#dataDir, shard) })
      for (const record of recordsOf(log, cursor, Number.MAX_SAFE_INTEGER)) {
        this.#take(record)
        this.#cursors[shard] = record.seq
      }
      await log.close()
    }
  }

  account(login: number): LoggedAccount {
    let account = this.accounts.get(login)
    if (account === undefined) {
      const money = { balance: 0, credit: 0, deals: 0 }
      account = {
        seq: 0,
        recordSeq: 0,
        ...money,
        keys: new Map(),
        volumes: new Map(),
        orders: new Map(),
      }
      this.accounts.set(login, account)
    }
    return account
  }

  #take(record: AccountRecord): void {
    this.records++
    const { login, seq, requestKey, events } = record
    const account = this.account(login)
    const where = `record ${seq} of ${login}`
    if (record.previousSeq !== account.recordSeq || record.accountSeq !== account.seq) {
      this.problems.push(`${where} does not follow ${account.recordSeq} at ${account.seq}`)
    }
    account.recordSeq = seq
    account.seq = record.accountSeq + events.length
    const deals = events.filter((event): event is DealEvent => event.type === 'deal')
    for (const deal of deals) this.#deal(account, deal)
    for (const event of events) {
      if (event.type === 'order') this.#order(account, event)
    }
    if (requestKey === '') return
    if (account.keys.has(requestKey)) this.problems.push(`${where}: ${requestKey} a second time`)
    const isBy = deals[0]?.entry === 'out_by'
    if (deals.length > (isBy ? 2 : 1))
      this.problems.push(`${where}: ${deals.length} deals for ${requestKey}`)
    account.keys.set(requestKey, {
      code: record.code,
      dealId: deals[0]?.id ?? 0,
      orderId: deals[0]?.orderId ?? (events[0]?.type === 'order' ? events[0].id : 0),
      recordSeq: seq,
    })
  }

  #order({ orders }: LoggedAccount, order: OrderEvent): void {
    const before = orders.get(order.id)
    if (order.version === 1) this.#once('order', order.id)
    else if (before?.version !== order.version - 1) {
      this.problems.push(`order ${order.id} goes on from version ${before?.version}`)
    }
    if (order.doneAt === 0) orders.set(order.id, order)
    else orders.delete(order.id)
  }

  #deal(account: LoggedAccount, deal: DealEvent): void {
    this.#once('deal', deal.id)
    account.deals++
    if (FIRED.has(deal.reason)) this.fired++
    account.balance += deal.profit + deal.swap + deal.commission + deal.fee
    account.credit += deal.credit
    if (deal.positionId === 0) return
    const before = account.volumes.get(deal.positionId) ?? 0
    const after = deal.entry === 'in' ? before + deal.volume : before - deal.volume
    if (after < 0) this.problems.push(`deal ${deal.id} takes more than position has`)
    if (after === 0) account.volumes.delete(deal.positionId)
    else account.volumes.set(deal.positionId, after)
  }

  #once(kind: 'order' | 'deal', id: number): void {
    if (this.#ids[kind].has(id)) this.problems.push(`${kind} ${id} was given out twice`)
    this.#ids[kind].add(id)
  }
}
