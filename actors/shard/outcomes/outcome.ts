import type {
  AccountEvent,
  AccountRecord,
  ChangeOrigin,
  JournalNote,
} from '../../../engine/account/event.js'
import type { Refusal, RefusalNumbers } from '../../../engine/code.js'

/** The outcome of a request: the record that holds it, or the refusal if there is none. */
export type RequestOutcome = { readonly ok: true; readonly record: AccountRecord } | Refusal

/** Creates the journal line from the events of the decision. */
export type NoteOf = (events: readonly AccountEvent[]) => JournalNote
/** The same, for events of which some need no line. */
export type NoteOrNone = (events: readonly AccountEvent[]) => JournalNote | undefined

/** The part of a record that describes its request. */
export interface RecordHead {
  readonly requestKey: string
  readonly digest: number
  /** The code; undefined for the success code of the events. */
  readonly code?: AccountRecord['code']
  readonly message: string
  /** The numbers that caused a refusal, such as a limit. */
  readonly numbers?: RefusalNumbers | undefined
  readonly origin?: ChangeOrigin | undefined
}

/** The code of an outcome. An order that could not be activated has an outcome too. */
export function codeOf(outcome: RequestOutcome): Refusal['code'] {
  if (!outcome.ok) return outcome.code
  const [first] = outcome.record.events
  const isRejected = first?.type === 'order' && first.state === 'rejected'
  return isRejected ? 'trade.rejected' : outcome.record.code
}
