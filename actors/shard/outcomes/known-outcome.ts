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

/** The places where a shard remembers its requests. */
export interface RequestMemory {
  readonly keys: RequestKeys
  readonly records: ShardRecords
  readonly refusals: RecentRefusals
  readonly now: UnixMs
}

export const USED_KEY = because('conflict.request_id_used')

/** The answer to the key's request, if it was decided before; `conflict` where it asked for something else. */
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

/** A first answer that is told again, so that nobody takes it for a refusal of its own. */
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

/** The outcome of a request that was decided before, whatever it asked for. */
export interface FirstOutcome {
  readonly outcome: RequestOutcome
  /** The record that holds a refusal which was kept, where there is one. */
  readonly record?: AccountRecord
}

/**
 * As it was first answered, also where that may be asked for again under the same key: a price that was offered tells
 * so. A refusal of its own where the account has not seen it or it waits.
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

// Both have no reason: clients tell by `data` null that it is the request itself that waits or was never seen.
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
 * The record that holds a request's outcome, if it was decided before. The newest one of the key counts:
 * a request that waited has a record from its start, too, and one that was answered with another price
 * may come again. A record that cannot be read is refused: deciding anew what may have been decided
 * would be the worst answer of all.
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
      // Trimmed away: older than any key is kept for.
      if (seq < records.oldestSeq) continue
      const why = `This request was decided, but record ${seq} of the log cannot be read any more.`
      return refuse('unavailable', `${why} Ask staff what came of it.`)
    }
    if (record.login !== login || record.requestKey !== key) continue
    return onlyBegan(record) ? STILL_WAITS : record
  }
  return undefined
}

const STILL_WAITS = because('unavailable.request_waits')

/** One whose fill staff look at has its answer for now. */
function onlyBegan({ code, events: [first] }: AccountRecord): boolean {
  return code !== 'trade.pending' && first?.type === 'order' && isStarted(first)
}
