import { removeContents, type SweptFiles, sweepFiles } from '../../storage/files/file-sweep.js'
import { assertCurrentSchema } from '../../storage/migrations/migrate.js'
import { sqlitePath } from '../../storage/paths.js'
import { openReader } from '../../storage/sqlite/open.js'
import { yieldToTrading } from '../thread/background-thread.js'
import { reportingMemory } from '../thread/own-memory.js'

/** The entry of a thread that deletes contents of files. Trading has precedence. */
yieldToTrading()

/** The files to check; without ids all of them, as at a start. */
export interface FilesTask {
  readonly dataDir: string
  readonly ids?: readonly string[]
}

export default reportingMemory('files', run)

function run({ dataDir, ids }: FilesTask): SweptFiles | readonly string[] {
  if (ids !== undefined) return removeContents(dataDir, ids)
  const db = openReader(sqlitePath(dataDir))
  try {
    assertCurrentSchema(db)
    return sweepFiles(dataDir, db)
  } finally {
    db.close()
  }
}
