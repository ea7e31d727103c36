import { join } from 'node:path'
import { openLmdbLog } from '../../../storage/log/lmdb-log.js'
import type { Log } from '../../../storage/log/log.js'
import { Projector } from '../../../storage/projection/projector.js'
import { migrate } from '../../../storage/sqlite/migrate.js'
import { openWriter, type Sqlite, Transactions } from '../../../storage/sqlite/open.js'

export function openLogs(directory: string, shards: number): Log[] {
  return Array.from({ length: shards }, (_, shard) =>
    openLmdbLog({
      directory: join(directory, 'log', `shard-${shard}`),
      mapBytes: 256 * 1024 * 1024,
    }),
  )
}

export function openTables(directory: string): Sqlite {
  const db = openWriter(join(directory, 'openfloor.sqlite'))
  migrate(db)
  return db
}

export function projector(db: Sqlite, logs: readonly Log[], recordsMax = 10_000): Projector {
  let time = 0
  const monotonic = (): number => ++time / 1e6
  return new Projector({ db, transactions: new Transactions(db), logs, monotonic, recordsMax })
}

export function projectAll(projector: Projector, settled: number): void {
  while (!projector.step(settled).isCaughtUp);
}
