import type { AccountEvent, OrderEvent } from '../../../engine/account/event.js'
import { isStarted } from '../../../engine/account/rules/at-provider/waiting.js'
import type { NoteOrNone } from '../outcomes/outcome.js'

/**
 * The order whose events send a request to its provider; the requester waits for the provider's
 * answer.
 */
export function asksProvider([row]: readonly AccountEvent[]): OrderEvent | undefined {
  return row?.type === 'order' && row.asked !== '' && isStarted(row) ? row : undefined
}

/**
 * Writes no journal line while the provider has not answered: the journal records what was done.
 */
export function noteUnlessRequested(noteOf: NoteOrNone | undefined): NoteOrNone | undefined {
  if (noteOf === undefined) return undefined
  return (events) => (asksProvider(events) === undefined ? noteOf(events) : undefined)
}
