import type {
  AccountRecord,
  CorrectionEvent,
  DayEvent,
  DealEvent,
  OrderEvent,
} from '../../engine/account/event.js'
import { isSuccess } from '../../engine/code.js'
import { openLogFile } from '../../storage/log/open-file.js'
import { logDirectory } from '../../storage/paths.js'
import { recordsOf } from '../../storage/projection/merged-records.js'
import { dayOf } from './server-clock.js'

/**
 * The logs as an auditor reads them: records are folded once, as they appear, and whatever they
 * contradict is a problem. It shares no code with the server's own recovery.
 *
 *   G1. An account's records form one chain, its seq has no gaps, a request id has one record with
 *       at most one deal, and before it maybe one that started the order; of an order at a provider one for
 *       each of its trades, and one end.
 *   G2. Ids of orders and deals are given out once, and an order goes on from what it was.
 *   G3. Days end one by one, each once, with the balance that the deals have come to.
 */
export interface LoggedAccount {
  seq: number
  recordSeq: number
  balance: number
  credit: number
  deals: number
  /** The day of its first record, and the newest day that has ended; 0 is none. */
  readonly firstDay: number
  day: number
  readonly keys: Map<string, LoggedOutcome>
  /** Open volume by position: what came in less what went out. */
  readonly volumes: Map<number, number>
  /** The orders that rest. */
  readonly orders: Map<number, OrderEvent>
}

export interface LoggedOutcome {
  readonly code: string
  readonly dealId: number
  /** The order of its deal, or the one that it is about; 0 is none. */
  readonly orderId: number
  readonly recordSeq: number
  /** The order that waits, 0 when it is done. */
  readonly startedId: number
}

const FIRED: ReadonlySet<string> = new Set(['activation', 'sl', 'tp'])

export class LogAudit {
  readonly accounts = new Map<number, LoggedAccount>()
  readonly problems: string[] = []
  records = 0
  /** Deals that prices made: fills of orders, stops. */
  fired = 0
  days = 0
  readonly standings = { calls: 0, stopOuts: 0 }
  /** Orders that waited and were ended by a restart, or by an answer. */
  waited = 0
  #dataDir: string
  readonly #onRecord: (record: AccountRecord) => void
  readonly #cursors: number[]
  readonly #ids = { order: new Set<number>(), deal: new Set<number>() }

  /** `onRecord` hears of each record once, of an account's in their order. */
  constructor(
    dataDir: string,
    shards: number,
    onRecord: (record: AccountRecord) => void = () => undefined,
  ) {
    this.#dataDir = dataDir
    this.#onRecord = onRecord
    this.#cursors = new Array(shards).fill(0)
  }

  /** Goes on with the same logs as another node has them. */
  readFrom(dataDir: string): void {
    this.#dataDir = dataDir
  }

  /** The newest record seen. */
  get newest(): number {
    return Math.max(...this.#cursors)
  }

  /** Takes what the logs have beyond what was seen. */
  async advance(): Promise<void> {
    for (const [shard, cursor] of this.#cursors.entries()) {
      const log = openLogFile(logDirectory(this.#dataDir, shard))
      for (const record of recordsOf(log, cursor, Number.MAX_SAFE_INTEGER)) {
        this.#take(record)
        this.#onRecord(record)
        this.#cursors[shard] = record.seq
      }
      await log.close()
    }
  }

  account(login: number): LoggedAccount {
    return this.accounts.get(login) ?? newAccount(0)
  }

  #of({ login, at }: AccountRecord): LoggedAccount {
    let account = this.accounts.get(login)
    if (account === undefined) {
      account = newAccount(dayOf(at))
      this.accounts.set(login, account)
    }
    return account
  }

  #take(record: AccountRecord): void {
    this.records++
    const { login, seq, requestKey, events } = record
    const account = this.#of(record)
    const where = `record ${seq} of ${login}`
    if (record.previousSeq !== account.recordSeq || record.accountSeq !== account.seq) {
      this.problems.push(`${where} does not follow ${account.recordSeq} at ${account.seq}`)
    }
    account.recordSeq = seq
    account.seq = record.accountSeq + events.length
    for (const event of events) {
      if (event.type === 'deal') this.#deal(account, event)
      else if (event.type === 'order') this.#order(account, event)
      else if (event.type === 'correction') correct(account, event)
      else if (event.type === 'day') this.#day(account, event, where)
      else if (event.type === 'standing') {
        this.standings[event.standing === 'stop_out' ? 'stopOuts' : 'calls']++
      }
    }
    if (requestKey !== '') this.#decided(account, record, where)
  }

  #decided(
    { keys }: LoggedAccount,
    { requestKey, events, code, seq }: AccountRecord,
    where: string,
  ) {
    const deals = events.filter((event): event is DealEvent => event.type === 'deal')
    const [first] = events
    const order = first?.type === 'order' ? first : undefined
    const before = keys.get(requestKey)
    const isAtProvider = order !== undefined && order.gatewayId !== 0
    if (before !== undefined && before.startedId === 0) {
      this.problems.push(`${where}: ${requestKey} a second time`)
    } else if (before !== undefined && !(isAtProvider && order.state === 'started')) {
      this.waited++
      // What rests at its provider goes on there once the provider has answered.
      const goesOn = order !== undefined && order.attempt !== 0 && order.asked === ''
      if (order?.id !== before.startedId || (order.doneAt === 0 && !goesOn)) {
        this.problems.push(`${where}: ${requestKey} does not end order ${before.startedId}`)
      }
    }
    // A refusal names the order's newest deal; of what is done with one that rests there its own are told.
    const hasDeal = deals.length > 0 || order?.attempt === 0 || !isSuccess(code)
    const isBy = deals[0]?.entry === 'out_by'
    if (deals.length > (isBy ? 2 : 1) && !isAtProvider)
      this.problems.push(`${where}: ${deals.length} deals for ${requestKey}`)
    if (before !== undefined && isAtProvider && order.id !== before.startedId) {
      this.problems.push(`${where}: ${requestKey} goes on with another order, ${order.id}`)
    }
    keys.set(requestKey, {
      code,
      dealId: isAtProvider && hasDeal ? order.lastDealId : (deals[0]?.id ?? 0),
      orderId: deals[0]?.orderId ?? order?.id ?? 0,
      recordSeq: seq,
      startedId: order?.state === 'started' ? order.id : 0,
    })
  }

  #day(account: LoggedAccount, row: DayEvent, where: string): void {
    const { day, firstDay, balance, credit } = account
    if (row.day !== (day === 0 ? firstDay : day + 1)) {
      this.problems.push(`${where}: day ${row.day} ends after ${day}`)
    }
    if (row.balance !== balance || row.credit !== credit) {
      this.problems.push(`${where}: day ${row.day} ends with ${row.balance}, not ${balance}`)
    }
    account.day = row.day
    this.days++
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
    const after = volumeAfter(before, deal)
    if (after < 0) this.problems.push(`deal ${deal.id} takes more than position has`)
    if (after === 0) account.volumes.delete(deal.positionId)
    else account.volumes.set(deal.positionId, after)
  }

  #once(kind: 'order' | 'deal', id: number): void {
    if (this.#ids[kind].has(id)) this.problems.push(`${kind} ${id} was given out twice`)
    this.#ids[kind].add(id)
  }
}

function newAccount(firstDay: number): LoggedAccount {
  return {
    seq: 0,
    recordSeq: 0,
    balance: 0,
    credit: 0,
    deals: 0,
    firstDay,
    day: 0,
    keys: new Map(),
    volumes: new Map(),
    orders: new Map(),
  }
}

function volumeAfter(before: number, { entry, volume }: DealEvent): number {
  if (entry === 'in') return before + volume
  return entry === 'inout' ? volume - before : before - volume
}

function correct({ volumes }: LoggedAccount, { id, volume }: CorrectionEvent): void {
  if (volume === 0) volumes.delete(id)
}
