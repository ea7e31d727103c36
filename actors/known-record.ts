import type { AccountRecord } from '../engine/account/event.js'
import type { Account } from '../engine/account/state.js'
import { isStarted } from '../engine/account/waiting.js'
import { isPassing, type Refusal, refuse } from '../engine/code.js'
import type { RequestKeys } from './request-keys.js'
import type { ShardRecords } from './shard-records.js'

/**
 * The record that holds a request's outcome, if it was decided before. The newest one of the key counts:
 * a request that waited has a record from its start, too, and one that was answered with another price
 * may come again. A record that cannot be read is refused: deciding anew what may have been decided
 * would be the worst answer of all.
 */
export function knownRecord(
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
    if (isPassing(record)) return undefined
    return onlyBegan(record) ? STILL_WAITS : record
  }
  return undefined
}

const STILL_WAITS = refuse('unavailable', 'The request waits for an answer. Repeat it in a moment.')

function onlyBegan({ events: [first] }: AccountRecord): boolean {
  return first?.type === 'order' && isStarted(first)
}
