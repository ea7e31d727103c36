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

/** The newest line of the journal. */
export interface JournalHead {
  readonly id: number
  readonly hash: string
}

/** What the log of a shard says of the journal: as its record `seq` was made, this was the newest line. */
export interface JournalAnchor extends JournalHead {
  readonly seq: number
  readonly at: UnixMs
}

export interface FieldChange {
  readonly field: string
  readonly from: unknown
  readonly to: unknown
}

/** As people read it. `changes` is JSON already, and goes in as it is. */
export function journalLineText(line: Omit<JournalLine, 'changes'> & { readonly changes: string }) {
  const { id, at, actor, login, kind, text, changes, ip, request_id, hash } = line
  const head = JSON.stringify({ id, at: new Date(at).toISOString(), actor, login, kind, text })
  const tail = JSON.stringify({ ip, request_id, hash })
  return `${head.slice(0, -1)},"changes":${changes},${tail.slice(1)}`
}
