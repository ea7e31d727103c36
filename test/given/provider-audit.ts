import { Decimal } from 'decimal.js'
import type { AccountRecord } from '../../engine/account/event.js'
import { openLmdbLogForReading } from '../../storage/log/lmdb-log.js'
import { logDirectory } from '../../storage/paths.js'
import { sentIdOf } from '../../wire/provider-messages.js'
import { decodeRecords } from '../../wire/record.js'
import type { Counterparty } from './counterparty.js'
import { Ledger, UsedIds } from './ledger.js'

/**
 * The books of a server against those of its provider, from the logs alone.
 *
 *   1. Every account's records add up (ledger.ts).
 *   2. What the provider has traded of each order is booked, once: all of it, at what was paid.
 *   3. An order that was sent has one end, and so has the request that it came of.
 */
export interface Audited {
  readonly records: number
  readonly orders: number
  readonly trades: number
  readonly problems: readonly string[]
  /** Orders that are at the provider still, by the books. */
  readonly open: readonly number[]
}

/** `contract` is what a lot of every symbol traded is of; `digits` are those of its price. */
export async function auditProvider(
  party: Counterparty,
  dataDir: string,
  shards: number,
  { contract = 100_000, digits = 5 } = {},
): Promise<Audited> {
  const records = await loggedRecords(dataDir, shards)
  const problems = ledgerProblems(records)
  const booked = new Map<number, { volume: Decimal; value: Decimal }>()
  const ends = new Map<number, number>()
  const sent = new Set<number>()
  const origin = new Map<number, number>()
  for (const { events } of records) {
    for (const event of events) {
      if (event.type === 'order' && event.gatewayId !== 0) {
        sent.add(event.id)
        if (event.doneAt !== 0) ends.set(event.id, (ends.get(event.id) ?? 0) + 1)
        if (event.reason === 'gateway') origin.set(event.id, Number(event.comment.slice(6)))
      } else if (event.type === 'deal' && event.externalId !== '') {
        const order = origin.get(event.orderId) ?? event.orderId
        const before = booked.get(order) ?? { volume: new Decimal(0), value: new Decimal(0) }
        const volume = before.volume.plus(event.volume)
        const value = before.value.plus(new Decimal(event.volume).times(event.price))
        booked.set(order, { volume, value })
      }
    }
  }
  const traded = new Map<number, { volume: Decimal; value: Decimal }>()
  for (const { order, quantity, price } of party.trades) {
    const id = sentIdOf(order)?.orderId ?? 0
    const before = traded.get(id) ?? { volume: new Decimal(0), value: new Decimal(0) }
    const units = new Decimal(quantity).div(contract).times(1e8)
    const value = before.value.plus(units.times(price).times(new Decimal(10).pow(digits)))
    traded.set(id, { volume: before.volume.plus(units), value })
  }
  for (const id of new Set([...booked.keys(), ...traded.keys()])) {
    const [own, there] = [booked.get(id), traded.get(id)]
    const isSame = own?.volume.equals(there?.volume ?? 0) && own.value.equals(there?.value ?? 0)
    if (isSame !== true) problems.push(`order ${id}: ${text(own)} is booked, ${text(there)} traded`)
  }
  for (const [id, count] of ends) if (count !== 1) problems.push(`order ${id} has ${count} ends`)
  const open = [...sent].filter((id) => !ends.has(id))
  problems.push(...party.doubled.map((id) => `${id} was placed twice`))
  return { records: records.length, orders: sent.size, trades: party.trades.length, problems, open }
}

function text(sums: { volume: Decimal; value: Decimal } | undefined): string {
  return sums === undefined ? 'nothing' : `${sums.volume} for ${sums.value}`
}

async function loggedRecords(dataDir: string, shards: number): Promise<AccountRecord[]> {
  const all: AccountRecord[] = []
  for (let shard = 0; shard < shards; shard++) {
    const log = openLmdbLogForReading({ directory: logDirectory(dataDir, shard) })
    for (const { bytes } of log.read(0)) all.push(...decodeRecords(bytes))
    await log.close()
  }
  return all
}

function ledgerProblems(records: readonly AccountRecord[]): string[] {
  const ledgers = new Map<number, Ledger>()
  const ids = new UsedIds()
  const problems: string[] = []
  for (const record of records) {
    let ledger = ledgers.get(record.login)
    if (ledger === undefined) {
      ledger = new Ledger(record.login, ids)
      ledgers.set(record.login, ledger)
    }
    try {
      ledger.add(record)
    } catch (error) {
      problems.push(String(error))
      break
    }
  }
  return problems
}
