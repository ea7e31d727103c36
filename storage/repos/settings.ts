import type { UnixMs } from '../../engine/units.js'
import type { Sqlite } from '../sqlite/open.js'

/**
 * The only SQL that names the settings and config_version tables: versioned records of every kind,
 * each with a unique name in any case. `body` is the record without what the columns hold.
 */
export type SettingsKind = 'symbol' | 'group' | 'datafeed' | 'routing_rule'

export interface SettingsRow {
  readonly id: number
  readonly name: string
  readonly position: number
  readonly version: number
  readonly body: Readonly<Record<string, unknown>>
  readonly created_at: UnixMs
  readonly updated_at: UnixMs
}

type Row = Omit<SettingsRow, 'body'> & { body: string }

export function settingsRepo(db: Sqlite) {
  const columns = 'id, name, position, version, body, created_at, updated_at'
  const selectKind = db.prepare<[string], Row>(
    `SELECT ${columns} FROM settings WHERE kind = ? ORDER BY position, id`,
  )
  const selectNamed = db.prepare<[string, string], Row>(
    `SELECT ${columns} FROM settings WHERE kind = ? AND name = ?`,
  )
  const selectNext = db.prepare<[string], { id: number; position: number }>(
    `SELECT coalesce(max(id), 0) + 1 AS id, coalesce(max(position), 0) + 1 AS position
     FROM settings WHERE kind = ?`,
  )
  const insertOne = db.prepare<[string, number, string, number, string, number, number]>(
    `INSERT INTO settings (kind, id, name, position, version, body, created_at, updated_at)
     VALUES (?, ?, ?, ?, 1, ?, ?, ?)`,
  )
  const selectVersion = db.prepare<[], number>('SELECT version FROM config_version').pluck()
  const raiseVersion = db.prepare('UPDATE config_version SET version = version + 1')
  return {
    list: (kind: SettingsKind): SettingsRow[] => selectKind.all(kind).map(fromRow),
    named(kind: SettingsKind, name: string): SettingsRow | undefined {
      const row = selectNamed.get(kind, name)
      return row === undefined ? undefined : fromRow(row)
    },
    /** Adds a record at the end of its kind; answers its id. The name must be free. */
    insert(
      kind: SettingsKind,
      name: string,
      body: Readonly<Record<string, unknown>>,
      at: UnixMs,
    ): number {
      const next = selectNext.get(kind) as { id: number; position: number }
      insertOne.run(kind, next.id, name, next.position, JSON.stringify(body), at, at)
      return next.id
    },
    version: (): number => selectVersion.get() as number,
    raiseVersion(): number {
      raiseVersion.run()
      return selectVersion.get() as number
    },
  }
}

function fromRow(row: Row): SettingsRow {
  return { ...row, body: JSON.parse(row.body) as Record<string, unknown> }
}
