import type { ConfigKindName } from '../../engine/config/config-records.js'
import type { UnixMs } from '../../engine/units.js'
import type { Sqlite } from '../sqlite/open.js'
import { perDatabase } from '../sqlite/statements.js'

/**
 * The only SQL that reads the settings and config_version tables: versioned records of every kind,
 * each with a unique name in any case. `body` is the record without what the columns hold, and with
 * its sealed secrets.
 */
export interface SettingsRow {
  readonly id: number
  readonly name: string
  readonly version: number
  readonly body: Readonly<Record<string, unknown>>
  readonly created_at: UnixMs
  readonly updated_at: UnixMs
}

type Row = Omit<SettingsRow, 'body'> & { body: string }

export const settingsRepo = perDatabase((db: Sqlite) => {
  const columns = 'id, name, version, body, created_at, updated_at'
  const selectKind = db.prepare<[string], Row>(
    `SELECT ${columns} FROM settings WHERE kind = ? ORDER BY id`,
  )
  const selectNamed = db.prepare<[string, string], Row>(
    `SELECT ${columns} FROM settings WHERE kind = ? AND name = ?`,
  )
  const selectOne = db.prepare<[string, number], Row>(
    `SELECT ${columns} FROM settings WHERE kind = ? AND id = ?`,
  )
  const selectSecrets = db.prepare(
    "SELECT 1 FROM settings WHERE json_extract(body, '$.secrets') IS NOT NULL LIMIT 1",
  )
  const selectVersion = db.prepare<[], number>('SELECT version FROM config_version').pluck()
  const selectNext = db
    .prepare<[string], number>('SELECT "next" FROM settings_ids WHERE kind = ?')
    .pluck()
  return {
    list: (kind: ConfigKindName): SettingsRow[] => selectKind.all(kind).map(fromRow),
    named(kind: ConfigKindName, name: string): SettingsRow | undefined {
      const row = selectNamed.get(kind, name)
      return row === undefined ? undefined : fromRow(row)
    },
    get(kind: ConfigKindName, id: number): SettingsRow | undefined {
      const row = selectOne.get(kind, id)
      return row === undefined ? undefined : fromRow(row)
    },
    /** The id that `takeId` gives next. */
    nextId: (kind: ConfigKindName): number => selectNext.get(kind) ?? 1,
    /** True when any record has a sealed secret. */
    hasSecrets: (): boolean => selectSecrets.get() !== undefined,
    version: (): number => selectVersion.get() as number,
  }
})

function fromRow(row: Row): SettingsRow {
  return { ...row, body: JSON.parse(row.body) as Record<string, unknown> }
}
