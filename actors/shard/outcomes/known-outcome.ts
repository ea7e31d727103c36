import type { AccountRecord } from '../../../engine/account/event.js'
import { isStarted, refusedWith } from '../../../engine/account/rules/at-provider/waiting.js'
import type { Account } from '../../../engine/account/state.js'
import { isPassing, isRefusal, isSuccess, type Refusal, refuse } from '../../../engine/code.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { UnixMs } from '../../../engine/units.js'
import type { ShardRecords } from '../log/records.js'
import type { RequestOutcome } from './outcome.js'
import type { RecentRefusals } from './recent-refusals.js'
import type { RequestKeys } from './request-keys.js'

/** The places where a shard remembers requests. */
export interface RequestMemory {
  readonly keys: RequestKeys
  readonly records: ShardRecords
  readonly refusals: RecentRefusals
  readonly now: UnixMs
}

export const USED_KEY = because('conflict.request_id_used')

/**
 * The answer to the key's request if it was decided before; `conflict` if that request had other
 * content.
 */
export function knownOutcome(
  { keys, records, refusals, now }: RequestMemory,
  account: Account,
  key: string,
  digest: number,
): RequestOutcome | undefined {
  const known = knownRecord(keys, records, account, key)
  if (known === undefined) {
    const refused = refusals.find(account.login, key, now)
    if (refused === undefined || isPassing(refused.refusal)) return undefined
    return refused.digest === digest ? refused.refusal : USED_KEY
  }
  if (isRefusal(known)) return known
  if (isPassing(known)) return undefined
  if (known.requestDigest !== digest) return USED_KEY
  return outcomeIn(known)
}

/** Marks a first answer as repeated, so that the client does not take it for a new refusal. */
export function repeated(known: RequestOutcome): RequestOutcome {
  return known.ok || known === USED_KEY ? known : { ...known, isRepeat: true }
}

/** The outcome of a request by its record. */
function outcomeIn(known: AccountRecord): RequestOutcome {
  if (isSuccess(known.code)) return { ok: true, record: known }
  const [first] = known.events
  const { code, message, numbers } = known
  const plain = refuse(code, message)
  const refusal = numbers === undefined ? plain : { ...plain, numbers }
  return first?.type === 'order' ? refusedWith(refusal, first) : refusal
}

/** The outcome of a request that was decided before, whatever its content. */
export interface FirstOutcome {
  readonly outcome: RequestOutcome
  /** The record of the outcome; undefined for a stored refusal without a record. */
  readonly record?: AccountRecord
}

/**
 * The first answer to the request, even if it may be sent again under the same key; an offered
 * price tells the client so. A refusal if the account never received the request or it still waits.
 */
export function firstOutcome(
  { keys, records, refusals, now }: RequestMemory,
  account: Account,
  key: string,
): FirstOutcome | Refusal {
  const known = knownRecord(keys, records, account, key)
  const record = known === undefined || isRefusal(known) ? undefined : known
  if (known === undefined || (record !== undefined && isPassing(record))) {
    const refused = refusals.find(account.login, key, now)
    const told = record === undefined ? {} : { record }
    if (refused !== undefined) return { outcome: refused.refusal, ...told }
  }
  if (known === undefined) return NOT_SEEN
  if (!isRefusal(known)) return { outcome: outcomeIn(known), record: known }
  return known === STILL_WAITS ? BEING_DECIDED : known
}

// Both have no reason: `data` null tells clients that the request itself is waiting or was never
// received.
export const BEING_DECIDED = refuse(
  'trade.busy',
  'The request is being decided. Ask again in a moment.',
)
const NOT_SEEN = refuse('trade.order_unknown', 'The account has not seen a request of that name.')

export function isKnown(
  { keys, records, refusals, now }: RequestMemory,
  account: Account,
  key: string,
): boolean {
  if (key === '') return false
  const refused = refusals.find(account.login, key, now)
  if (refused !== undefined && !isPassing(refused.refusal)) return true
  const known = knownRecord(keys, records, account, key)
  return known !== undefined && (isRefusal(known) || !isPassing(known))
}

/**
 * The record with the outcome of a request, if it was decided before. The newest record of the key
 * counts, because a request that waited also has one from its start, and a request answered with a
 * requote may be sent again. If a record cannot be read, the request is refused: deciding a request
 * twice would be worse.
 */
function knownRecord(
  keys: RequestKeys,
  records: ShardRecords,
  { login }: Account,
  key: string,
): AccountRecord | Refusal | undefined {
  const found = keys.find(login, key)
  for (let i = found.length - 1; i >= 0; i--) {
    const seq = found[i] as number
    const record = records.record(seq)
    if (record === undefined) {
      // The record was trimmed, so it is older than any stored key.
      if (seq < records.oldestSeq) continue
      return because('unavailable.outcome_record', { seq })
    }
    if (record.login !== login || record.requestKey !== key) continue
    return onlyBegan(record) ? STILL_WAITS : record
  }
  return undefined
}

const STILL_WAITS = because('unavailable.request_waits')

/**
 * True if the record only started the request. One whose fill is held for staff has its preliminary
 * answer.
 */
function onlyBegan({ code, events: [first] }: AccountRecord): boolean {
  return code !== 'trade.pending' && first?.type === 'order' && isStarted(first)
}
