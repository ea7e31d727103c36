import type { AccountRecord, OrderEvent, Reason } from '../../../engine/account/event.js'
import {
  FIRST_ATTEMPT,
  restsThere,
} from '../../../engine/account/rules/at-provider/resting-order.js'
import type { Account } from '../../../engine/account/state.js'
import { executionKey } from '../../../engine/names/execution-key.js'
import type { VolumeUnits } from '../../../engine/units.js'
import type { SentId } from '../../../wire/thread/provider-messages.js'
import type { ShardRecords } from '../records.js'
import type { RequestKeys } from '../request-keys.js'

/**
 * The word of the log on orders that were sent to providers, and on the executions that came of them.
 *
 *   O1. An execution is booked once: its record is found by the order and the provider's name of it, for
 *       as long as request keys are kept.
 *   O2. What is not booked on its order has a record under the execution's key, whose digest is the
 *       attempt that it came of.
 */
export interface SentFate {
  /** The order as it stands, or stood at its end. */
  readonly order: OrderEvent
  /** The row by which it was sent, and when. */
  readonly sent: OrderEvent
  readonly at: number
  /** The volume that the attempt filled of the order itself, and sum of volume x price of that. */
  readonly filled: VolumeUnits
  readonly value: bigint
  /** The volume that came of it later, in orders of its own. */
  readonly apart: VolumeUnits
  readonly apartValue: bigint
  /** The client's, where it was a request. */
  readonly requestKey: string
  readonly digest: number
}

/** The most records of one account that are walked back: what was sent longer ago is not looked for. */
const RECORDS_MAX = 10_000

/** O1. */
export function isBooked(
  keys: RequestKeys,
  records: ShardRecords,
  { login, orderId }: SentId,
  executionId: string,
): boolean {
  const key = executionKey(orderId, executionId)
  return keys.find(login, key).some((seq) => {
    const record = records.record(seq)
    // One that cannot be read any more was written: booking it twice would be worse.
    if (record === undefined) return seq >= records.oldestSeq
    if (record.login !== login) return false
    return (
      record.requestKey === key || record.events.some((event) => isOf(event, orderId, executionId))
    )
  })
}

function isOf(event: AccountRecord['events'][number], orderId: number, execution: string): boolean {
  return event.type === 'deal' && event.orderId === orderId && event.externalId === execution
}

/** The sum of what is booked of an execution: its deals of the order, and those apart. */
export function bookedAs(
  keys: RequestKeys,
  records: ShardRecords,
  { login, orderId }: SentId,
  executionId: string,
): Dealt {
  const key = executionKey(orderId, executionId)
  let sum: Dealt = NOTHING
  for (const seq of new Set(keys.find(login, key))) {
    const record = records.record(seq)
    if (record === undefined || record.login !== login) continue
    const isApart = record.requestKey === key
    for (const event of record.events) {
      if (event.type !== 'deal' || event.entry === 'balance') continue
      if (!isApart && event.externalId !== executionId) continue
      const { volume, price } = event
      sum = plus(sum, { volume, value: BigInt(volume) * BigInt(price) })
    }
  }
  return sum
}

/**
 * The key of the record that an execution was taken back or corrected. It holds by how much the provider's sums are
 * other than before, since what is booked stays until a person changes it.
 */
export function undoneKey(orderId: number, id: string, { volume, value }: Dealt): string {
  return executionKey(orderId, `${UNDONE}${id}:${volume}:${value}`)
}

const UNDONE = 'undone:'

/** Undefined where the record is none of these. */
function undoneBy({ requestKey, events }: AccountRecord, lateKey: string): Dealt | undefined {
  if (events.length > 0 || !requestKey.startsWith(`${lateKey}${UNDONE}`)) return undefined
  const parts = /:(-?\d{1,16}):(-?\d{1,40})$/.exec(requestKey)
  return parts === null
    ? undefined
    : { volume: Number(parts[1]), value: BigInt(parts[2] as string) }
}

/** Back along the account's records to the one that sent the order; the newest attempt where none is given. */
export function sentFate(
  records: ShardRecords,
  { lastRecordSeq }: Account,
  orderId: number,
  attempt?: number,
): SentFate | undefined {
  const find = records.recordWalk()
  const apartOf = new Map<number, { volume: VolumeUnits; value: bigint }>()
  const lateKey = executionKey(orderId, '')
  let order: OrderEvent | undefined
  let sums: Dealt = NOTHING
  let more: Dealt = NOTHING
  let seq = lastRecordSeq
  for (let looked = 0; seq !== 0 && looked < RECORDS_MAX; looked++) {
    const record = find(seq)
    if (record === undefined) return undefined
    seq = record.previousSeq
    if (record.requestKey.startsWith(lateKey)) {
      const late = undoneBy(record, lateKey) ?? dealt(record, () => true)
      const before = apartOf.get(record.requestDigest) ?? NOTHING
      apartOf.set(record.requestDigest, plus(before, late))
    }
    const row = rowOf(record, orderId)
    if (row === undefined) continue
    order ??= row
    const own = dealt(record, (id) => id === orderId)
    sums = plus(sums, own)
    // The volume that was traded beyond the order is in the record that filled it.
    more = plus(
      more,
      dealt(record, (id, reason) => id !== orderId && reason === 'gateway'),
    )
    if (row.gatewayId === 0 || row.state !== 'started' || own.volume > 0) continue
    // Of one that rested there its placing is the only attempt: what was asked of it later is none.
    if (restsThere(order) && row.version !== FIRST_ATTEMPT) continue
    if (attempt === undefined || restsThere(order) || row.version === attempt) {
      const { volume: apart, value: apartValue } = plus(more, apartOf.get(row.version) ?? NOTHING)
      const { requestKey, requestDigest: digest, at } = record
      const { volume: filled, value } = sums
      return { order, sent: row, at, filled, value, apart, apartValue, requestKey, digest }
    }
    sums = NOTHING
    more = NOTHING
  }
  return undefined
}

export interface Dealt {
  readonly volume: VolumeUnits
  readonly value: bigint
}

const NOTHING: Dealt = { volume: 0, value: 0n }

function dealt(
  { events }: AccountRecord,
  counts: (orderId: number, reason: Reason) => boolean,
): Dealt {
  let sum: Dealt = NOTHING
  for (const event of events) {
    if (event.type !== 'deal' || event.entry === 'balance') continue
    if (!counts(event.orderId, event.reason)) continue
    const { volume, price } = event
    sum = plus(sum, { volume, value: BigInt(volume) * BigInt(price) })
  }
  return sum
}

function plus(a: Dealt, b: Dealt): Dealt {
  return { volume: a.volume + b.volume, value: a.value + b.value }
}

function rowOf({ events }: AccountRecord, orderId: number): OrderEvent | undefined {
  for (const event of events) if (event.type === 'order' && event.id === orderId) return event
  return undefined
}
