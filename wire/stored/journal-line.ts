import type { Login, UnixMs } from '../../engine/units.js'
import {
  type JsonValue,
  jsonField,
  jsonFields,
  jsonObject,
  jsonOf,
  jsonWritten,
} from '../answer/json-parts.js'

/**
 * The record that a line is about: one of a kind of settings, or `accounts` or `staff` by its login. The id 0 is the
 * list of a kind as a whole.
 */
export interface About {
  readonly kind: string
  readonly id: number
}

/** `groups:5`, as it is kept and asked for. */
export function aboutText({ kind, id }: About): string {
  return `${kind}:${id}`
}

export function aboutOf(text: string | null): About | null {
  if (text === null) return null
  const end = text.lastIndexOf(':')
  return { kind: text.slice(0, end), id: Number(text.slice(end + 1)) }
}

/** A line of the journal as it is kept. */
export interface JournalLine {
  readonly id: number
  readonly at: UnixMs
  /** Login of the doer, null for the system. */
  readonly actor: Login | null
  /** The account concerned. */
  readonly login: Login | null
  /** The groups concerned, in a line about no account: who does not reach the whole of them does not read it. */
  readonly masks: readonly string[] | null
  readonly about: About | null
  readonly kind: string
  readonly text: string
  /** Never secrets. */
  readonly changes: readonly FieldChange[]
  readonly ip: string
  readonly request_id: string
  /** The name of the API key by which the doer asked; null without one. */
  readonly via: string | null
  readonly hash: string
}

/** The newest line of the journal. */
export interface JournalHead {
  readonly id: number
  readonly hash: string
}

/** The newest line that a log was told of, and when. */
export interface AnchoredHead extends JournalHead {
  readonly at: UnixMs
}

/** The note on the journal in a shard's log: as its record `seq` was made, this was the newest line. */
export interface JournalAnchor extends JournalHead {
  readonly seq: number
  readonly at: UnixMs
}

export interface FieldChange {
  readonly field: string
  readonly from: unknown
  readonly to: unknown
}

/**
 * A line as it is shown to somebody who may not see the fields of `hidden`: their values read null, and
 * so does the hash of every line, since a value that is guessed could be tested with it, and with the one
 * of the next line.
 */
export type ShownLine = Omit<JournalLine, 'hash' | 'masks'> & { readonly hash: string | null }

export function shownLine(
  { masks: _, ...line }: JournalLine,
  hidden: readonly string[],
): ShownLine {
  if (hidden.length === 0) return line
  const changes = withoutValues(line.changes, hiddenIn(line.kind, hidden))
  return { ...line, changes, hash: null }
}

/** A journal line as JSON for people. `changes` is JSON already, and goes in as it is where nothing is hidden. */
export function journalLineText(
  line: Omit<JournalLine, 'changes' | 'masks' | 'about'> & {
    readonly changes: string
    readonly about: string | null
  },
  hidden: readonly string[],
): JsonValue {
  const { id, at, actor, login, kind, text, ip, request_id, via } = line
  const about = aboutOf(line.about)
  const hash = hidden.length === 0 ? line.hash : null
  const without = hiddenIn(kind, hidden)
  const changes =
    without.length === 0
      ? jsonWritten(line.changes)
      : jsonOf(withoutValues(JSON.parse(line.changes) as FieldChange[], without))
  return jsonObject(
    jsonFields({ id, at: new Date(at).toISOString(), actor, login, about, kind, text }),
    jsonField('changes', changes),
    jsonFields({ ip, request_id, via, hash }),
  )
}

/** Do its changes name fields of an account? A `name` or a `comment` of other kinds is another one's. */
function tellsOfAccount(kind: string): boolean {
  return kind === 'staff' || kind === 'account' || kind.startsWith('account.')
}

/** The fields of a line that are hidden; of settings those that hold masks of e-mails and phones. */
function hiddenIn(kind: string, hidden: readonly string[]): readonly string[] {
  if (tellsOfAccount(kind)) return hidden
  const hidesMasks = hidden.includes('email') || hidden.includes('phone')
  return kind === 'config' && hidesMasks ? ['blocked_signups'] : NONE
}

const NONE: readonly string[] = []

function withoutValues(changes: readonly FieldChange[], hidden: readonly string[]): FieldChange[] {
  return changes.map((change) =>
    hidden.includes(change.field) ? { field: change.field, from: null, to: null } : change,
  )
}
