import { existsSync } from 'node:fs'
import { sqlitePath } from './paths.js'
import { metaRepo } from './repos/meta.js'
import { openReader } from './sqlite/open.js'

/** The number of shards that the data directory is divided into; undefined before its first start. */
export function storedShardCount(dataDir: string): number | undefined {
  if (!existsSync(sqlitePath(dataDir))) return undefined
  const db = openReader(sqlitePath(dataDir))
  try {
    const stored = metaRepo(db).get('shards')
    return stored === undefined ? undefined : Number(stored)
  } catch {
    // A first start that was cut off before its tables were made.
    return undefined
  } finally {
    db.close()
  }
}
