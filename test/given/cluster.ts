import { rmSync } from 'node:fs'
import { logsDirectory } from '../../storage/paths.js'
import { ServerProcess } from '../crash/server-process.js'
import { openfloor } from './command.js'
import { OWNER_ROLE, type Postgres } from './postgres.js'

/** A data directory whose logs a database of a test keeps, and what its server and commands are given for that. */
export const PASSWORD = 'word-that-nobody-tells'

export function clusterEnv(postgres: Pick<Postgres, 'url'>, node = 'a'): Record<string, string> {
  return { DATABASE_URL: postgres.url(`${OWNER_ROLE}:${PASSWORD}`), NODE_NAME: node }
}

/** Starts a server once without a database, and makes a cluster of its directory. */
export async function makeCluster(
  dataDir: string,
  postgres: Pick<Postgres, 'url'>,
  shards = 1,
  script?: readonly string[],
): Promise<void> {
  const first = await ServerProcess.start({ dataDir, shards, script })
  await first.terminate()
  const env = { ...clusterEnv(postgres), DATA_DIR: dataDir }
  const made = await openfloor(['replicate', 'init'], env)
  if (made.code !== 0) throw new Error(made.stderr)
}

/** Makes a second node's directory of one whose server runs, by a backup of it. */
export async function joinFrom(
  dataDir: string,
  joined: string,
  postgres: Pick<Postgres, 'url'>,
): Promise<void> {
  const backup = `${joined}-backup`
  const steps = [
    {
      words: ['backup', backup, '--with-key'],
      env: { ...clusterEnv(postgres), DATA_DIR: dataDir },
    },
    {
      words: ['replicate', 'join', backup],
      env: { ...clusterEnv(postgres, 'b'), DATA_DIR: joined },
    },
  ]
  for (const { words, env } of steps) {
    const end = await openfloor(words, env)
    if (end.code !== 0) throw new Error(end.stderr)
  }
}

/** As on another machine: what the logs hold is in the quorum alone. */
export function forgetLogs(dataDir: string): void {
  rmSync(logsDirectory(dataDir), { recursive: true, force: true })
}

/** Entries that stand behind no other, or behind one of a later epoch: there must be none. */
export async function entriesOutOfPlace(postgres: Pick<Postgres, 'sql'>): Promise<unknown> {
  const [found] = await postgres.sql(
    `SELECT count(*)::int AS n FROM log_entry e WHERE n > 0 AND NOT EXISTS
       (SELECT FROM log_entry p WHERE p.shard = e.shard AND p.n = e.n - 1 AND p.epoch <= e.epoch)`,
  )
  return found?.['n']
}
