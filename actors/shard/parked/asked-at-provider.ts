import type { AccountEvent, OrderEvent } from '../../../engine/account/event.js'
import { isStarted } from '../../../engine/account/rules/at-provider/waiting.js'
import type { OwnNoteOf } from './parked-requests.js'

/** The order of which the events ask something of its provider: who wanted it waits for the answer. */
export function asksProvider([row]: readonly AccountEvent[]): OrderEvent | undefined {
  return row?.type === 'order' && row.asked !== '' && isStarted(row) ? row : undefined
}

/** The journal is told of what was done, not of what was asked for. */
export function noteUnlessAsked(noteOf: OwnNoteOf | undefined): OwnNoteOf | undefined {
  if (noteOf === undefined) return undefined
  return (events) => (asksProvider(events) === undefined ? noteOf(events) : undefined)
}
