import type { Login, UnixMs } from '../engine/units.js'

/** A line of the journal as it is kept. */
export interface JournalLine {
  readonly id: number
  readonly at: UnixMs
  /** Login of the doer, null for the system. */
  readonly actor: Login | null
  /** The account concerned. */
  readonly login: Login | null
  readonly kind: string
  readonly text: string
  /** Never secrets. */
  readonly changes: readonly FieldChange[]
  readonly ip: string
  readonly request_id: string
  readonly hash: string
}

export interface FieldChange {
  readonly field: string
  readonly from: unknown
  readonly to: unknown
}
