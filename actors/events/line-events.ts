import { reachesMasks } from '../../engine/access/line-reach.js'
import { CONFIG_KINDS, type ConfigKindName } from '../../engine/config/config-records.js'
import { masksOf, type PlacedRow } from '../../storage/repos/records/journal.js'
import { aboutOf, type FieldChange } from '../../wire/stored/journal-line.js'
import {
  passwordIn,
  type SessionPlace,
  type SessionTurn,
  sessionIn,
  stateIn,
} from '../../wire/stored/line-facts.js'
import type { AccountEventChange, EventScope } from '../../wire/thread/event-reads.js'

/**
 * The part number of the line itself, which is an event between the line's first and second change.
 */
const LINE_PART = 2

/** The events of a line in order of their parts: its changes and the line itself. */
export function partsOf(
  line: PlacedRow,
): { readonly part: number; readonly change: LineChange | null }[] {
  const [first, ...more] = changesIn(line)
  const itself = { part: LINE_PART, change: null }
  const others = more.map((change, i) => ({ part: LINE_PART + 1 + i, change }))
  return [...(first === undefined ? [] : [{ part: 1, change: first }]), itself, ...others]
}

const ACCOUNT_LINES: Readonly<Record<string, AccountEventChange>> = {
  'account.created': 'created',
  'account.changed': 'changed',
  'account.client': 'changed',
  'account.leverage': 'changed',
  'account.group': 'moved',
  'account.archived': 'archived',
  'account.restored': 'restored',
}

const APPLICATION_TURNS: Readonly<Record<string, string>> = {
  new: 'filed',
  approved: 'approved',
  rejected: 'rejected',
}

interface AccountLineChange {
  readonly kind: 'account'
  readonly change: AccountEventChange
  readonly fields: readonly string[]
}

export type LineChange =
  | AccountLineChange
  | { readonly kind: 'password'; readonly of: string; readonly change: string }
  | { readonly kind: 'session'; readonly change: SessionTurn; readonly place: SessionPlace }
  | { readonly kind: 'application'; readonly id: number; readonly change: string }
  | { readonly kind: 'mail'; readonly id: number }
  | { readonly kind: 'job'; readonly id: number }
  | { readonly kind: 'config'; readonly of: ConfigKindName; readonly id: number }

/** The changes that a line describes, each of which is an event. */
function changesIn(line: PlacedRow): readonly LineChange[] {
  const about = aboutOf(line.about)
  if (line.kind === 'config') {
    if (about === null || !isKindName(about.kind)) return []
    return [{ kind: 'config', of: about.kind, id: about.id }]
  }
  const changes = JSON.parse(line.changes) as readonly FieldChange[]
  const state = changes.map(stateIn).find((found) => found !== undefined)
  if (line.kind === 'mail') return about?.kind === 'mails' ? [{ kind: 'mail', id: about.id }] : []
  if (line.kind === 'job') {
    return about?.kind === 'jobs' && state !== undefined ? [{ kind: 'job', id: about.id }] : []
  }
  if (line.kind === 'application') {
    const change = APPLICATION_TURNS[state ?? '']
    if (about === null || change === undefined) return []
    return [{ kind: 'application', id: about.id, change }]
  }
  return line.login === null ? [] : changesOfAccount(line, changes)
}

function changesOfAccount(line: PlacedRow, changes: readonly FieldChange[]): LineChange[] {
  const ofRecord = changes.filter((one) => sessionIn(one) === undefined)
  const change = line.kind === 'account.enabled' ? switched(ofRecord) : ACCOUNT_LINES[line.kind]
  const fields = ofRecord.map(({ field }) => field)
  const account: LineChange[] = change === undefined ? [] : [{ kind: 'account', change, fields }]
  return [...account, ...changes.flatMap(ofSignIn)]
}

function ofSignIn(change: FieldChange): LineChange[] {
  const session = sessionIn(change)
  if (session !== undefined) return [{ kind: 'session', ...session }]
  const password = passwordIn(change)
  if (password === undefined) return []
  return [{ kind: 'password', of: password.kind, change: password.change }]
}

function isKindName(name: string): name is ConfigKindName {
  return (CONFIG_KINDS as readonly string[]).includes(name)
}

function switched(changes: readonly FieldChange[]): AccountEventChange {
  const enabled = changes.find(({ field }) => field === 'enabled')
  if (enabled === undefined) return 'changed'
  return enabled.to === true ? 'enabled' : 'disabled'
}

/**
 * True if the reader may see a line without an account, or the settings change that it describes.
 */
export function reachesGroups({ lines }: EventScope, { masks }: PlacedRow): boolean {
  if (masks === null || lines === undefined) return true
  return reachesMasks(lines, masksOf(masks) ?? [])
}
