import { rmSync } from 'node:fs'
import { logsDirectory } from '../../storage/paths.js'
import { ServerProcess } from '../crash/server-process.js'
import { openfloor } from './command.js'
import { OWNER_ROLE, type Postgres } from './postgres.js'

/** A data directory whose logs a database of a test keeps, and what its server and commands are given for that. */
export const PASSWORD = 'word-that-nobody-tells'

export function clusterEnv(postgres: Postgres, node = 'a'): Record<string, string> {
  return { DATABASE_URL: postgres.url(`${OWNER_ROLE}:${PASSWORD}`), NODE_NAME: node }
}

/** Starts a server once without a database, and makes a cluster of its directory. */
export async function makeReplicated(
  dataDir: string,
  postgres: Postgres,
  shards = 1,
  script?: readonly string[],
): Promise<void> {
  const first = await ServerProcess.start({ dataDir, shards, script })
  await first.terminate()
  const env = { ...clusterEnv(postgres), DATA_DIR: dataDir }
  const made = await openfloor(['replicate', 'init'], env)
  if (made.code !== 0) throw new Error(made.stderr)
}

/** As on another machine: what the logs hold is in the quorum alone. */
export function forgetLogs(dataDir: string): void {
  rmSync(logsDirectory(dataDir), { recursive: true, force: true })
}
