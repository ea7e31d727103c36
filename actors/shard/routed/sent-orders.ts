import type {
  AccountEvent,
  AccountRecord,
  OrderEvent,
  Reason,
} from '../../../engine/account/event.js'
import {
  countedHeld,
  countedTogether,
  type HeldFill,
  heldFillsOf,
  NO_VOLUME,
  openFills,
  type VolumeAndValue,
} from '../../../engine/account/rules/at-provider/held-fills.js'
import {
  FIRST_ATTEMPT,
  restsAtProvider,
} from '../../../engine/account/rules/at-provider/resting-order.js'
import type { Account } from '../../../engine/account/state.js'
import { executionKey } from '../../../engine/names/execution-key.js'
import type { VolumeUnits } from '../../../engine/units.js'
import type { SentId } from '../../../wire/thread/provider-messages.js'
import type { ShardRecords } from '../log/records.js'
import type { RequestKeys } from '../outcomes/request-keys.js'

/**
 * Reads from the log the orders that were sent to providers, and their executions.
 *
 *   O1. An execution is booked once: its record is found by the order and the provider's execution
 *       id, as long as request keys are kept.
 *   - An execution that is not booked on its order has a record under the execution's key, whose
 *     digest is the attempt that it belongs to.
 */
export interface SentFate {
  /** The order's current row, or its last row if it has ended. */
  readonly order: OrderEvent
  /** The order's row that sent it, and its time. */
  readonly sent: OrderEvent
  readonly at: number
  /** The volume that the attempt filled of the order itself, and the sum of volume x price. */
  readonly filled: VolumeUnits
  readonly value: bigint
  /** The volume that the attempt filled later in separate orders. */
  readonly apart: VolumeUnits
  readonly apartValue: bigint
  /** True if the other order of its pair has filled since, so this one must be cancelled. */
  readonly isUnwanted: boolean
  /** The key of the client's request; empty if there was none. */
  readonly requestKey: string
  readonly digest: number
}

/**
 * The maximum number of an account's records that are searched backwards. Orders sent earlier are
 * not found.
 */
const RECORDS_MAX = 10_000

/** True if an execution of an order is booked (O1). */
export function isBooked(
  keys: RequestKeys,
  records: ShardRecords,
  { login, orderId }: SentId,
  executionId: string,
): boolean {
  const key = executionKey(orderId, executionId)
  return keys.find(login, key).some((seq) => {
    const record = records.record(seq)
    // Counts as booked if unreadable: booking the execution twice would be worse.
    if (record === undefined) return seq >= records.oldestSeq
    if (record.login !== login) return false
    return (
      record.requestKey === key || record.events.some((event) => isOf(event, orderId, executionId))
    )
  })
}

function isOf(event: AccountEvent, orderId: number, execution: string): boolean {
  if (event.type === 'order') return fillsIn(event, orderId, execution).length > 0
  return event.type === 'deal' && event.orderId === orderId && event.externalId === execution
}

/** The fills of an execution that are or were held in this row. */
function fillsIn(row: OrderEvent, orderId: number, execution: string): readonly HeldFill[] {
  return heldFillsOf(row).filter((fill) => fill.order === orderId && fill.execution === execution)
}

/**
 * The total of an execution as its provider counts it: deals of the order, separate deals, and held
 * fills.
 */
export function bookedAs(
  keys: RequestKeys,
  records: ShardRecords,
  { login, orderId }: SentId,
  executionId: string,
): VolumeAndValue {
  const key = executionKey(orderId, executionId)
  const held = new Map<number, readonly HeldFill[]>()
  let sum = NO_VOLUME
  for (const seq of [...new Set(keys.find(login, key))].sort((a, b) => a - b)) {
    const record = records.record(seq)
    if (record === undefined || record.login !== login) continue
    const isApart = record.requestKey === key
    for (const event of record.events) {
      if (event.type === 'order') {
        const fills = fillsIn(event, orderId, executionId)
        if (fills.length > 0) held.set(event.id, fills)
      }
      if (event.type !== 'deal' || event.entry === 'balance') continue
      if (!isApart && event.externalId !== executionId) continue
      const { volume, price } = event
      sum = countedTogether(sum, { volume, value: BigInt(volume) * BigInt(price) })
    }
  }
  return countedTogether(sum, countedHeld([...held.values()].flat()))
}

/**
 * The key of the record that an execution was cancelled or corrected. The record stores the change
 * of the provider's totals, because the booked deals stay until staff change them.
 */
export function undoneKey(orderId: number, id: string, { volume, value }: VolumeAndValue): string {
  return executionKey(orderId, `${UNDONE}${id}:${volume}:${value}`)
}

const UNDONE = 'undone:'

/** The part of an execution that a record reports as cancelled; undefined for other records. */
function undoneBy(
  { requestKey, events }: AccountRecord,
  lateKey: string,
): VolumeAndValue | undefined {
  if (events.length > 0 || !requestKey.startsWith(`${lateKey}${UNDONE}`)) return undefined
  const parts = /:(-?\d{1,16}):(-?\d{1,40})$/.exec(requestKey)
  return parts === null
    ? undefined
    : { volume: Number(parts[1]), value: BigInt(parts[2] as string) }
}

/**
 * Searches the account's records backwards up to the one that sent the order. Without an attempt it
 * looks for the newest.
 */
export function sentFate(
  records: Pick<ShardRecords, 'recordWalk'>,
  { lastRecordSeq }: Account,
  orderId: number,
  attempt?: number,
): SentFate | undefined {
  const find = records.recordWalk()
  const apartOf = new Map<number, { volume: VolumeUnits; value: bigint }>()
  const lateKey = executionKey(orderId, '')
  let order: OrderEvent | undefined
  let sums = NO_VOLUME
  let more = NO_VOLUME
  let held: VolumeAndValue | undefined
  let isUnwanted = false
  let seq = lastRecordSeq
  for (let looked = 0; seq !== 0 && looked < RECORDS_MAX; looked++) {
    const record = find(seq)
    if (record === undefined) return undefined
    seq = record.previousSeq
    if (record.requestKey.startsWith(lateKey)) {
      const late =
        undoneBy(record, lateKey) ??
        countedTogether(
          dealt(record, () => true),
          heldBeside(record, orderId),
        )
      const before = apartOf.get(record.requestDigest) ?? NO_VOLUME
      apartOf.set(record.requestDigest, countedTogether(before, late))
    }
    isUnwanted ||= pairFilledIn(record) === orderId
    const row = rowOf(record, orderId)
    if (row === undefined) continue
    order ??= row
    const own = dealt(record, (id) => id === orderId)
    sums = countedTogether(sums, own)
    // The volume traded beyond the order is in the record that filled the order, or that held the
    // fill.
    more = countedTogether(
      more,
      dealt(record, (id, reason) => id !== orderId && reason === 'gateway'),
    )
    more = countedTogether(more, heldBeside(record, orderId))
    if (row.heldFills !== '') held ??= countedHeld(heldFillsOf(row))
    if (row.gatewayId === 0 || row.state !== 'started' || own.volume > 0) continue
    // An order is never sent with held fills.
    if (row.heldFills !== '') continue
    // An order that rested there has only its placing as attempt; later requests about it do not
    // count.
    if (restsAtProvider(order) && row.version !== FIRST_ATTEMPT) continue
    if (attempt === undefined || restsAtProvider(order) || row.version === attempt) {
      const { volume: apart, value: apartValue } = countedTogether(
        more,
        apartOf.get(row.version) ?? NO_VOLUME,
      )
      const { requestKey, requestDigest: digest, at } = record
      const { volume: filled, value } = countedTogether(sums, held ?? NO_VOLUME)
      return {
        order,
        sent: row,
        at,
        filled,
        value,
        apart,
        apartValue,
        isUnwanted,
        requestKey,
        digest,
      }
    }
    sums = NO_VOLUME
    more = NO_VOLUME
    held = undefined
  }
  return undefined
}

/**
 * True if no record of the account after `seq` concerns the order; false if a record cannot be
 * read.
 */
export function isUntouchedSince(
  records: Pick<ShardRecords, 'recordWalk'>,
  { lastRecordSeq }: Account,
  orderId: number,
  seq: number,
): boolean {
  const find = records.recordWalk()
  const lateKey = executionKey(orderId, '')
  for (let at = lastRecordSeq; at > seq; ) {
    const record = find(at)
    const isAbout =
      record === undefined ||
      record.requestKey.startsWith(lateKey) ||
      pairFilledIn(record) === orderId ||
      rowOf(record, orderId) !== undefined
    if (isAbout) return false
    at = record.previousSeq
  }
  return true
}

/** The other order of the pair if a record fills an order of a pair; otherwise 0. */
export function pairFilledIn({ events }: Pick<AccountRecord, 'events'>): number {
  const [row] = events
  const fills = row?.type === 'order' && events.some(({ type }) => type === 'deal')
  return fills ? row.ocoOrderId : 0
}

/** The held volume that a record put into other orders because this order had no room for it. */
function heldBeside({ events }: AccountRecord, orderId: number): VolumeAndValue {
  return events.reduce((sum, event) => {
    if (event.type !== 'order' || event.id === orderId) return sum
    const fills = openFills(event).filter(({ order }) => order === orderId)
    return countedTogether(sum, countedHeld(fills))
  }, NO_VOLUME)
}

function dealt(
  { events }: AccountRecord,
  counts: (orderId: number, reason: Reason) => boolean,
): VolumeAndValue {
  let sum = NO_VOLUME
  for (const event of events) {
    if (event.type !== 'deal' || event.entry === 'balance') continue
    if (!counts(event.orderId, event.reason)) continue
    const { volume, price } = event
    sum = countedTogether(sum, { volume, value: BigInt(volume) * BigInt(price) })
  }
  return sum
}

/**
 * The newest row of an order of the account, even if it has ended; undefined if the log has none.
 */
export function newestRow(
  records: Pick<ShardRecords, 'recordWalk'>,
  { orders, lastRecordSeq }: Account,
  orderId: number,
): OrderEvent | undefined {
  const open = orders.get(orderId)
  if (open !== undefined) return open
  const find = records.recordWalk()
  let seq = lastRecordSeq
  for (let looked = 0; seq !== 0 && looked < RECORDS_MAX; looked++) {
    const record = find(seq)
    if (record === undefined) return undefined
    const row = rowOf(record, orderId)
    if (row !== undefined) return row
    seq = record.previousSeq
  }
  return undefined
}

function rowOf({ events }: AccountRecord, orderId: number): OrderEvent | undefined {
  for (const event of events) if (event.type === 'order' && event.id === orderId) return event
  return undefined
}
