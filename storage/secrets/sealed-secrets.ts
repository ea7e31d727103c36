import { existsSync } from 'node:fs'
import { sqlitePath } from '../paths.js'
import { metaRepo } from '../repos/meta.js'
import { settingsRepo } from '../repos/settings.js'
import { openReader } from '../sqlite/open.js'

/** True when anything in the data directory can be opened only with the key that it was sealed with. */
export function hasSealedSecrets(dataDir: string): boolean {
  const path = sqlitePath(dataDir)
  if (!existsSync(path)) return false
  const db = openReader(path)
  try {
    const hasTables = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'settings'").get()
    if (hasTables === undefined) return false
    return metaRepo(db).get('sealed_text') !== undefined || settingsRepo(db).hasSecrets()
  } finally {
    db.close()
  }
}
