import type { Login, UnixMs } from '../../engine/units.js'
import {
  type JsonValue,
  jsonField,
  jsonFields,
  jsonObject,
  jsonOf,
  jsonWritten,
} from '../format/json-parts.js'

/**
 * The record that a journal line is about: a settings record, or `accounts` or `staff` with a
 * login. Id 0 means the list of a kind as a whole.
 */
export interface About {
  readonly kind: string
  readonly id: number
}

/** The stored text form, such as `groups:5`. */
export function aboutText({ kind, id }: About): string {
  return `${kind}:${id}`
}

export function aboutOf(text: string | null): About | null {
  if (text === null) return null
  const end = text.lastIndexOf(':')
  return { kind: text.slice(0, end), id: Number(text.slice(end + 1)) }
}

export interface JournalLine {
  readonly id: number
  readonly at: UnixMs
  /** The login of the person who acted; null for the system. */
  readonly actor: Login | null
  /** The account concerned. */
  readonly login: Login | null
  /**
   * The groups concerned, if the line is about no account. Only readers whose scope covers all of
   * them see the line.
   */
  readonly masks: readonly string[] | null
  readonly about: About | null
  readonly kind: string
  readonly text: string
  /** The changed fields. They never contain secrets. */
  readonly changes: readonly FieldChange[]
  readonly ip: string
  readonly request_id: string
  /** The name of the API key that was used, or null. */
  readonly via: string | null
  readonly hash: string
}

export interface JournalHead {
  readonly id: number
  readonly hash: string
}

/** The newest line that was recorded in a log, with the time. */
export interface AnchoredHead extends JournalHead {
  readonly at: UnixMs
}

/** A journal anchor in a shard's log: the newest line at the time when record `seq` was written. */
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
 * A line for a reader who may not see the fields in `hidden`, whose values are null. The hash of
 * every line is then null too, because guessed values could be tested with it or with the next
 * line's hash.
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

/**
 * A journal line as JSON for the API. `changes` is already JSON and is embedded unchanged if
 * nothing is hidden.
 */
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

/**
 * Whether its changes are about fields of an account. Other kinds have their own `name` and
 * `comment`.
 */
function tellsOfAccount(kind: string): boolean {
  return kind === 'staff' || kind === 'account' || kind.startsWith('account.')
}

/**
 * The fields of a line to hide. For settings, those with masks of e-mail addresses and phone
 * numbers.
 */
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
