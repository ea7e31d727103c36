import { Decimal } from 'decimal.js'
import type { AccountRecord, DealEvent, OrderEvent } from '../../../engine/account/event.js'
import { openLogFile } from '../../../storage/log/open-file.js'
import { logDirectory } from '../../../storage/paths.js'
import { recordsOf } from '../../../storage/projection/merged-records.js'
import { sentIdOf } from '../../../wire/thread/provider-messages.js'
import type { Counterparty } from '../peers/counterparty.js'
import { Ledger, UsedIds } from './ledger.js'

/**
 * The books of a server against those of its provider, from the logs alone.
 *
 *   1. Every account's records add up (ledger.ts).
 *   2. What the provider has traded of each order is booked: all of it, at what was paid, and nothing else.
 *      An execution has one record.
 *   3. Of each account and symbol the provider holds what the account holds, after as much turnover.
 *   4. An order that was sent comes back, or ends.
 */
export interface AuditedOrders {
  readonly records: number
  readonly orders: number
  readonly trades: number
  /** Trades that were booked with an order of their own. */
  readonly late: number
  /** Deals of providers, by why they came about. */
  readonly reasons: Readonly<Record<string, number>>
  readonly problems: readonly string[]
  /** Orders that are at the provider still, by the books. */
  readonly open: readonly number[]
}

export interface SymbolTerms {
  readonly id: number
  /** The contract of a lot. */
  readonly contract: string
  readonly digits: number
}

interface Sums {
  readonly volume: Decimal
  readonly value: Decimal
}

const NOTHING: Sums = { volume: new Decimal(0), value: new Decimal(0) }
const EURUSD: SymbolTerms = { id: 1, contract: '100000', digits: 5 }

export class ProviderAudit {
  #dataDir: string
  readonly #isSent: (login: number) => boolean
  readonly #cursors: number[]
  readonly #ledgers = new Map<number, Ledger>()
  readonly #ids = new UsedIds()
  readonly #problems: string[] = []
  #records = 0
  /** The sums of deals that a provider made, by order. */
  readonly #booked = new Map<number, Sums>()
  /** The volumes of the records of an execution, by order and the provider's name of it. */
  readonly #executions = new Map<string, number[]>()
  readonly #sent = new Set<number>()
  readonly #open = new Set<number>()
  /** The order that a trade was of, by the one that it was booked with. */
  readonly #origins = new Map<number, number>()
  readonly #reasons: Record<string, number> = {}
  readonly #turnover = new Map<string, Decimal>()

  /** `isSent` tells the accounts whose orders go to the provider. */
  constructor(dataDir: string, shards: number, isSent: (login: number) => boolean = () => true) {
    this.#dataDir = dataDir
    this.#isSent = isSent
    this.#cursors = new Array(shards).fill(0)
  }

  /** Goes on with the same logs as another node has them. */
  readFrom(dataDir: string): void {
    this.#dataDir = dataDir
  }

  /** Takes what the logs have beyond what was seen. */
  async advance(): Promise<void> {
    for (const [shard, cursor] of this.#cursors.entries()) {
      const log = openLogFile(logDirectory(this.#dataDir, shard))
      for (const record of recordsOf(log, cursor, Number.MAX_SAFE_INTEGER)) {
        if (this.#isSent(record.login)) this.#take(record)
        this.#cursors[shard] = record.seq
      }
      await log.close()
    }
  }

  /** Holds what was seen against the provider's books. */
  against(
    party: Counterparty,
    termsOf: (symbol: string) => SymbolTerms = () => EURUSD,
  ): AuditedOrders {
    const problems = [
      ...this.#problems,
      ...this.#orderProblems(party, termsOf),
      ...this.#executionProblems(party),
      ...this.#holdingProblems(party, termsOf),
      ...party.doubled.map((id) => `${id} was placed twice`),
    ]
    const open = [...this.#open]
    const [orders, trades] = [this.#sent.size, party.trades.length]
    const [records, late, reasons] = [this.#records, this.#origins.size, this.#reasons]
    return { records, orders, trades, late, reasons, problems, open }
  }

  #take(record: AccountRecord): void {
    this.#records++
    this.#keep(record)
    const volumes = new Map<string, number>()
    for (const event of record.events) {
      if (event.type === 'order') this.#order(event)
      else if (event.type === 'deal' && event.entry !== 'balance')
        this.#deal(record.login, event, volumes)
    }
    for (const [name, volume] of volumes) {
      this.#executions.set(name, [...(this.#executions.get(name) ?? []), volume])
    }
  }

  #keep(record: AccountRecord): void {
    const { login } = record
    const ledger = this.#ledgers.get(login) ?? new Ledger(login, this.#ids)
    this.#ledgers.set(login, ledger)
    try {
      ledger.add(record)
    } catch (error) {
      this.#problems.push(String(error))
    }
  }

  #order({ id, reason, comment, state, gatewayId }: OrderEvent): void {
    if (state !== 'started' || gatewayId === 0) this.#open.delete(id)
    else {
      this.#sent.add(id)
      this.#open.add(id)
    }
    if (reason === 'gateway') this.#origins.set(id, Number(comment.slice('order '.length)))
  }

  #deal(login: number, deal: DealEvent, volumes: Map<string, number>): void {
    const { orderId, externalId, symbolId, volume, price } = deal
    // One position against another one trades nothing.
    if (deal.entry === 'out_by') return
    if (externalId === '') {
      this.#problems.push(`deal ${deal.id} was not traded by the provider`)
      return
    }
    const order = this.#origins.get(orderId) ?? orderId
    const value = new Decimal(volume).times(price)
    this.#booked.set(order, plus(this.#booked.get(order), { volume: new Decimal(volume), value }))
    const name = `${login}-${order} ${externalId}`
    volumes.set(name, (volumes.get(name) ?? 0) + volume)
    this.#reasons[deal.reason] = (this.#reasons[deal.reason] ?? 0) + 1
    const where = `${login} ${symbolId}`
    this.#turnover.set(where, (this.#turnover.get(where) ?? new Decimal(0)).plus(volume))
  }

  /** Two. */
  #orderProblems(party: Counterparty, termsOf: (symbol: string) => SymbolTerms): string[] {
    const traded = new Map<number, Sums>()
    const unnamed = new Set<number>()
    for (const { order, id, symbol, quantity, price } of party.trades) {
      const { login = 0, orderId = 0 } = sentIdOf(order) ?? {}
      const { contract, digits } = termsOf(symbol)
      const volume = unitsOf(quantity, contract)
      const value = volume.times(price).times(new Decimal(10).pow(digits))
      traded.set(orderId, plus(traded.get(orderId), { volume, value }))
      const [booked] = this.#executions.get(`${login}-${orderId} ${id}`) ?? []
      if (booked === undefined || !volume.equals(booked)) unnamed.add(orderId)
    }
    return [...new Set([...this.#booked.keys(), ...traded.keys()])].flatMap((id) => {
      const [own, there] = [this.#booked.get(id) ?? NOTHING, traded.get(id) ?? NOTHING]
      // An execution that was only told as a sum has the average's price, to a point.
      const isOff = own.value.minus(there.value).abs()
      const isSame = isOff.lte(unnamed.has(id) ? there.volume : 0) && own.volume.eq(there.volume)
      if (isSame) return []
      return [`order ${id}: ${text(own)} is booked, ${text(there)} traded`]
    })
  }

  #executionProblems(party: Counterparty): string[] {
    const names = new Set(
      party.trades.map(({ order, id }) => {
        const { login = 0, orderId = 0 } = sentIdOf(order) ?? {}
        return `${login}-${orderId} ${id}`
      }),
    )
    return [...this.#executions].flatMap(([name, volumes]) => {
      if (volumes.length > 1) return [`execution ${name} is booked ${volumes.length} times`]
      // Executions that the provider does not tell again are known by their sum only.
      const isKnown = names.has(name) || name.includes(' total:')
      return isKnown ? [] : [`execution ${name} is booked, and the provider knows no such`]
    })
  }

  /** Three. */
  #holdingProblems(party: Counterparty, termsOf: (symbol: string) => SymbolTerms): string[] {
    const there = new Map<string, Decimal>()
    const turnover = new Map<string, Decimal>()
    for (const { order, symbol, side, quantity } of party.trades) {
      const { id, contract } = termsOf(symbol)
      const where = `${sentIdOf(order)?.login ?? 0} ${id}`
      const volume = unitsOf(quantity, contract)
      there.set(
        where,
        (there.get(where) ?? new Decimal(0)).plus(side === 'buy' ? volume : volume.neg()),
      )
      turnover.set(where, (turnover.get(where) ?? new Decimal(0)).plus(volume))
    }
    const held = new Map<string, Decimal>()
    for (const [login, { positions }] of this.#ledgers) {
      for (const { symbolId, side, volume } of positions.values()) {
        const where = `${login} ${symbolId}`
        held.set(where, (held.get(where) ?? new Decimal(0)).plus(side * volume))
      }
    }
    return [...unlike('held', held, there), ...unlike('traded', this.#turnover, turnover)]
  }
}

/** All of a data directory's logs. */
export async function auditProvider(
  party: Counterparty,
  dataDir: string,
  shards: number,
): Promise<AuditedOrders> {
  const audit = new ProviderAudit(dataDir, shards)
  await audit.advance()
  return audit.against(party)
}

type Volumes = ReadonlyMap<string, Decimal>

function unlike(what: string, own: Volumes, there: Volumes): string[] {
  return [...new Set([...own.keys(), ...there.keys()])].flatMap((where) => {
    const [mine, theirs] = [own.get(where) ?? new Decimal(0), there.get(where) ?? new Decimal(0)]
    return mine.eq(theirs) ? [] : [`${where}: ${mine} is ${what} here, ${theirs} at the provider`]
  })
}

function unitsOf(quantity: string, contract: string): Decimal {
  return new Decimal(quantity).div(contract).times(1e8)
}

function plus(before: Sums = NOTHING, { volume, value }: Sums): Sums {
  return { volume: before.volume.plus(volume), value: before.value.plus(value) }
}

function text({ volume, value }: Sums): string {
  return `${volume} for ${value}`
}
