import { reachesMasks } from '../../engine/access/line-reach.js'
import { CONFIG_KINDS, type ConfigKindName } from '../../engine/config/config-records.js'
import { masksOf, type PlacedRow } from '../../storage/repos/records/journal.js'
import { aboutOf, type FieldChange } from '../../wire/stored/journal-line.js'
import type { AccountEventChange, EventScope } from '../../wire/thread/event-reads.js'

/** The events of one journal line: the change that it describes, and the line itself. The numbers are parts of places. */
export const CHANGE_PART = 1
export const LINE_PART = 2

const ACCOUNT_LINES: Readonly<Record<string, AccountEventChange>> = {
  'account.created': 'created',
  'account.changed': 'changed',
  'account.client': 'changed',
  'account.leverage': 'changed',
  'account.group': 'moved',
  'account.archived': 'archived',
  'account.restored': 'restored',
}

export type LineChange =
  | {
      readonly kind: 'account'
      readonly change: AccountEventChange
      readonly fields: readonly string[]
    }
  | { readonly kind: 'config'; readonly of: ConfigKindName; readonly id: number }

/** The change that a line describes; undefined if the stream has no event for it. */
export function changeIn(line: PlacedRow): LineChange | undefined {
  if (line.kind === 'config') {
    const about = aboutOf(line.about)
    if (about === null || !isKindName(about.kind)) return undefined
    return { kind: 'config', of: about.kind, id: about.id }
  }
  if (line.login === null) return undefined
  const changes = JSON.parse(line.changes) as readonly FieldChange[]
  const change = line.kind === 'account.enabled' ? switched(changes) : ACCOUNT_LINES[line.kind]
  return change && { kind: 'account', change, fields: changes.map(({ field }) => field) }
}

function isKindName(name: string): name is ConfigKindName {
  return (CONFIG_KINDS as readonly string[]).includes(name)
}

function switched(changes: readonly FieldChange[]): AccountEventChange {
  const enabled = changes.find(({ field }) => field === 'enabled')
  if (enabled === undefined) return 'changed'
  return enabled.to === true ? 'enabled' : 'disabled'
}

/** Whether the reader may see a line that names no account, or the settings change that the line describes. */
export function reachesGroups({ lines }: EventScope, { masks }: PlacedRow): boolean {
  if (masks === null || lines === undefined) return true
  return reachesMasks(lines, masksOf(masks) ?? [])
}
