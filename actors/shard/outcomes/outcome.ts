import type {
  AccountEvent,
  AccountRecord,
  ChangeOrigin,
  JournalNote,
} from '../../../engine/account/event.js'
import type { Refusal, RefusalNumbers } from '../../../engine/code.js'

/** The outcome of a request: the record that holds it, or why there is none. */
export type RequestOutcome = { readonly ok: true; readonly record: AccountRecord } | Refusal

/** The line for the journal, made once it is known what was done. */
export type NoteOf = (events: readonly AccountEvent[]) => JournalNote

/** The part of a record that tells of its request. */
export interface RecordHead {
  readonly requestKey: string
  readonly digest: number
  /** The code; that of a success when left out. */
  readonly code?: AccountRecord['code']
  readonly message: string
  /** The numbers that a refusal came up against. */
  readonly numbers?: RefusalNumbers | undefined
  readonly origin?: ChangeOrigin | undefined
}

/** An order that could not be activated is an outcome, too. */
export function codeOf(outcome: RequestOutcome): Refusal['code'] {
  if (!outcome.ok) return outcome.code
  const [first] = outcome.record.events
  const isRejected = first?.type === 'order' && first.state === 'rejected'
  return isRejected ? 'trade.rejected' : outcome.record.code
}
