import type { Sqlite } from '../sqlite/open.js'

/** The only SQL that names the meta table. */
export type MetaName = 'server_id' | 'shards' | 'seeded_at'

export function metaRepo(db: Sqlite) {
  const selectOne = db.prepare<[string], string>('SELECT value FROM meta WHERE name = ?').pluck()
  const upsertOne = db.prepare<[string, string]>(
    'INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  )
  return {
    get: (name: MetaName): string | undefined => selectOne.get(name),
    set(name: MetaName, value: string): void {
      upsertOne.run(name, value)
    },
  }
}
