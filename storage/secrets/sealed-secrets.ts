import { existsSync } from 'node:fs'
import { sqlitePath } from '../paths.js'
import { metaRepo } from '../repos/meta.js'
import { settingsRepo } from '../repos/settings.js'
import { openReader } from '../sqlite/open.js'

/** True if the data directory contains anything that only its secret key can decrypt. */
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
