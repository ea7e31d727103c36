import type { UnixMs } from '../../engine/units.js'
import { lastTimeOf } from '../../wire/record/record.js'
import type { LogReader } from '../log/log.js'
import type { EventPlace } from './event-place.js'

/**
 * The place before the first record of any log that is not older than `cutoff`; before `newest` if
 * all are older.
 */
export function oldestPlace(
  logs: readonly LogReader[],
  cutoff: UnixMs,
  newest: number,
): EventPlace {
  let [low, high] = [0, newest]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const next = nextEntry(logs, middle)
    if (next === undefined || next.at >= cutoff) high = middle
    else low = Math.max(middle, next.firstSeq) + 1
  }
  return { seq: Math.min(low, newest), line: 0, part: 0 }
}

/** The first entry of any log that contains `seq` or comes after it. */
function nextEntry(
  logs: readonly LogReader[],
  seq: number,
): { readonly firstSeq: number; readonly at: UnixMs } | undefined {
  let found: { firstSeq: number; at: UnixMs } | undefined
  for (const log of logs) {
    for (const { firstSeq, bytes } of log.read(seq)) {
      if (found === undefined || firstSeq < found.firstSeq) {
        found = { firstSeq, at: lastTimeOf(bytes) }
      }
      break
    }
  }
  return found
}
