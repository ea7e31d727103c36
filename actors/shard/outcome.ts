import type { AccountEvent, AccountRecord, JournalNote } from '../../engine/account/event.js'
import type { Refusal, RefusalNumbers } from '../../engine/code.js'

/** What came of a request: the record that holds it, or why there is none. */
export type RequestOutcome = { readonly ok: true; readonly record: AccountRecord } | Refusal

/** What the journal is to say, once it is known what was done. */
export type NoteOf = (events: readonly AccountEvent[]) => JournalNote

/** What a record says of its request. */
export interface RecordHead {
  readonly requestKey: string
  readonly digest: number
  /** That of a success when left out. */
  readonly code?: AccountRecord['code']
  readonly message: string
  /** Of a refusal: what it came up against. */
  readonly numbers?: RefusalNumbers | undefined
}

/** An order that could not be activated is an outcome, too. */
export function codeOf(outcome: RequestOutcome): Refusal['code'] {
  if (!outcome.ok) return outcome.code
  const [first] = outcome.record.events
  const isRejected = first?.type === 'order' && first.state === 'rejected'
  return isRejected ? 'trade.rejected' : outcome.record.code
}
