import type { ConfigKindName } from '../../engine/config/config-records.js'
import type { Login, UnixMs } from '../../engine/units.js'
import type { Sqlite } from '../sqlite/open.js'
import { json, Sql, sqlPart } from '../sqlite/sql.js'
import { perDatabase } from '../sqlite/statements.js'
import { reportSchedulesRepo } from './reports/report-schedules.js'

/**
 * All SQL statements for the settings and config_version tables. Settings are versioned records of
 * every kind, with names that are unique ignoring case. `body` contains the fields without their
 * own column, and encrypted secrets.
 */
export interface SettingsRow {
  readonly id: number
  readonly name: string
  readonly version: number
  readonly body: Readonly<Record<string, unknown>>
  readonly created_at: UnixMs
  readonly updated_at: UnixMs
}

const COLUMNS = sqlPart`id, name, version, body, created_at, updated_at`

type Row = Omit<SettingsRow, 'body'> & { body: string }

export const settingsRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  const nextId = (kind: ConfigKindName): number =>
    sql.value<number>`SELECT "next" FROM settings_ids WHERE kind = ${kind}` ?? 1
  const setNextId = (kind: ConfigKindName, id: number) =>
    sql.run`INSERT OR REPLACE INTO settings_ids (kind, "next") VALUES (${kind}, ${id})`
  const version = (): number => sql.value<number>`SELECT version FROM config_version` as number
  return {
    list: (kind: ConfigKindName): SettingsRow[] =>
      sql.all<Row>`SELECT ${COLUMNS} FROM settings WHERE kind = ${kind} ORDER BY id`.map(fromRow),
    named(kind: ConfigKindName, name: string): SettingsRow | undefined {
      const row = sql.get<Row>`SELECT ${COLUMNS} FROM settings WHERE kind = ${kind} AND name = ${name}`
      return row === undefined ? undefined : fromRow(row)
    },
    get(kind: ConfigKindName, id: number): SettingsRow | undefined {
      const row = sql.get<Row>`SELECT ${COLUMNS} FROM settings WHERE kind = ${kind} AND id = ${id}`
      return row === undefined ? undefined : fromRow(row)
    },
    /** The id that `takeId` will return next. */
    nextId,
    /** True if any record has an encrypted secret. */
    hasSecrets: (): boolean =>
      sql.get<unknown>`SELECT 1 FROM settings
        WHERE json_extract(body, '$.secrets') IS NOT NULL LIMIT 1` !== undefined,
    version,
    /**
     * Returns an id that no record of the kind has ever had. Deleted records count too, because
     * histories name records by id.
     */
    takeId(kind: ConfigKindName): number {
      const id = nextId(kind)
      setNextId(kind, id + 1)
      return id
    },
    /** Skips this many ids, so that they are never used. */
    leaveOut(kind: ConfigKindName, count: number): void {
      setNextId(kind, nextId(kind) + count)
    },
    /** The login that last changed a record; null for the server, or if it is unknown. */
    updatedBy: (kind: ConfigKindName, id: number): Login | null =>
      sql.value<Login | null>`SELECT updated_by FROM settings WHERE kind = ${kind} AND id = ${id}` ??
      null,
    /** Inserts a record. Its name must not exist yet. */
    insert(kind: ConfigKindName, row: Omit<SettingsRow, 'version'>, by: Login | null = null): void {
      const body = json(row.body)
      sql.insert('settings', { kind, version: 1, ...row, body, updated_by: by })
    },
    update(kind: ConfigKindName, row: Omit<SettingsRow, 'created_at'>, by: Login | null): void {
      const { id, name, version, body, updated_at } = row
      sql.run`UPDATE settings
          SET name = ${name}, version = ${version}, body = ${json(body)}, updated_at = ${updated_at},
            updated_by = ${by}
          WHERE kind = ${kind} AND id = ${id}`
    },
    /** Deletes a record. Deleting a report configuration also deletes its schedules. */
    remove(kind: ConfigKindName, id: number): void {
      sql.run`DELETE FROM settings WHERE kind = ${kind} AND id = ${id}`
      if (kind === 'reports') reportSchedulesRepo(db).removeOf(id)
    },
    raiseVersion(): number {
      sql.run`UPDATE config_version SET version = version + 1`
      return version()
    },
  }
})

function fromRow(row: Row): SettingsRow {
  return { ...row, body: JSON.parse(row.body) as Record<string, unknown> }
}
