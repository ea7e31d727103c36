import type { ConfigKindName } from '../../engine/config/config-records.js'
import type { UnixMs } from '../../engine/units.js'
import type { Sqlite } from '../sqlite/open.js'

/**
 * The only SQL that names the settings and config_version tables: versioned records of every kind,
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

export function settingsRepo(db: Sqlite) {
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
  const insertOne = db.prepare<[string, number, string, string, number, number]>(
    `INSERT INTO settings (kind, id, name, version, body, created_at, updated_at)
     VALUES (?, ?, ?, 1, ?, ?, ?)`,
  )
  const updateOne = db.prepare<[string, number, string, number, string, number]>(
    'UPDATE settings SET name = ?, version = ?, body = ?, updated_at = ? WHERE kind = ? AND id = ?',
  )
  const deleteOne = db.prepare<[string, number]>('DELETE FROM settings WHERE kind = ? AND id = ?')
  const selectSecrets = db.prepare(
    "SELECT 1 FROM settings WHERE json_extract(body, '$.secrets') IS NOT NULL LIMIT 1",
  )
  const selectVersion = db.prepare<[], number>('SELECT version FROM config_version').pluck()
  const raiseVersion = db.prepare('UPDATE config_version SET version = version + 1')
  const selectNext = db
    .prepare<[string], number>('SELECT "next" FROM settings_ids WHERE kind = ?')
    .pluck()
  const upsertNext = db.prepare<[string, number]>(
    `INSERT INTO settings_ids (kind, "next") VALUES (?, ?)
     ON CONFLICT (kind) DO UPDATE SET "next" = excluded."next"`,
  )
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
    /** An id of the kind that no record, deleted ones too, has had: histories name records by id. */
    takeId(kind: ConfigKindName): number {
      const id = selectNext.get(kind) ?? 1
      upsertNext.run(kind, id + 1)
      return id
    },
    /** Skips so many ids, which are given to nobody. */
    leaveOut(kind: ConfigKindName, count: number): void {
      upsertNext.run(kind, (selectNext.get(kind) ?? 1) + count)
    },
    /** The name must be free. */
    insert(kind: ConfigKindName, row: Omit<SettingsRow, 'version'>): void {
      const { id, name, body, created_at, updated_at } = row
      insertOne.run(kind, id, name, JSON.stringify(body), created_at, updated_at)
    },
    update(kind: ConfigKindName, row: Omit<SettingsRow, 'created_at'>): void {
      const { id, name, version, body, updated_at } = row
      updateOne.run(name, version, JSON.stringify(body), updated_at, kind, id)
    },
    remove(kind: ConfigKindName, id: number): void {
      deleteOne.run(kind, id)
    },
    /** True when any record has a sealed secret. */
    hasSecrets: (): boolean => selectSecrets.get() !== undefined,
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
