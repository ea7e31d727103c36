import { existsSync } from 'node:fs'
import { sqlitePath } from './paths.js'
import { metaRepo } from './repos/meta.js'
import { openReader } from './sqlite/open.js'

/** The number of shards of the data directory; undefined before its first start. */
export function storedShardCount(dataDir: string): number | undefined {
  if (!existsSync(sqlitePath(dataDir))) return undefined
  const db = openReader(sqlitePath(dataDir))
  try {
    const stored = metaRepo(db).get('shards')
    return stored === undefined ? undefined : Number(stored)
  } catch {
    // A first start was interrupted before it created the tables.
    return undefined
  } finally {
    db.close()
  }
}
