import type { ConfigKindName } from '../../engine/config/config-records.js'
import type { Sqlite } from '../sqlite/open.js'
import { perDatabase } from '../sqlite/statements.js'
import { type SettingsRow, settingsRepo } from './settings.js'

/** What changes the tables of settings. */
export const settingWrites = perDatabase((db: Sqlite) => {
  const settings = settingsRepo(db)
  const insertOne = db.prepare<[string, number, string, string, number, number]>(
    `INSERT INTO settings (kind, id, name, version, body, created_at, updated_at)
     VALUES (?, ?, ?, 1, ?, ?, ?)`,
  )
  const updateOne = db.prepare<[string, number, string, number, string, number]>(
    'UPDATE settings SET name = ?, version = ?, body = ?, updated_at = ? WHERE kind = ? AND id = ?',
  )
  const deleteOne = db.prepare<[string, number]>('DELETE FROM settings WHERE kind = ? AND id = ?')
  const raiseVersion = db.prepare('UPDATE config_version SET version = version + 1')
  const upsertNext = db.prepare<[string, number]>(
    `INSERT INTO settings_ids (kind, "next") VALUES (?, ?)
     ON CONFLICT (kind) DO UPDATE SET "next" = excluded."next"`,
  )
  return {
    /** An id of the kind that no record, deleted ones too, has had: histories name records by id. */
    takeId(kind: ConfigKindName): number {
      const id = settings.nextId(kind)
      upsertNext.run(kind, id + 1)
      return id
    },
    /** Skips so many ids, which are given to nobody. */
    leaveOut(kind: ConfigKindName, count: number): void {
      upsertNext.run(kind, settings.nextId(kind) + count)
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
    raiseVersion(): number {
      raiseVersion.run()
      return settings.version()
    },
  }
})
