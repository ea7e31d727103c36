import { join } from 'node:path'
import { holdOrder } from '../../../engine/account/holdings/hold-order.js'
import { holdPosition } from '../../../engine/account/holdings/hold-position.js'
import { type Account, emptyAccount } from '../../../engine/account/state.js'
import { openLmdbLog } from '../../../storage/log/lmdb-log.js'
import type { Log } from '../../../storage/log/log.js'
import { sqlitePath } from '../../../storage/paths.js'
import { Projector } from '../../../storage/projection/projector.js'
import { recoverShard } from '../../../storage/projection/recovery.js'
import { openWriter, type Sqlite, Transactions } from '../../../storage/sqlite/open.js'
import { scratch } from '../desk.js'
import { prepareTables } from '../prepared-tables.js'

export function openLogs(directory: string, shards: number): Log[] {
  return Array.from({ length: shards }, (_, shard) =>
    openLmdbLog({
      directory: join(directory, 'log', `shard-${shard}`),
      mapBytes: 256 * 1024 * 1024,
    }),
  )
}

export function openTables(directory: string): Sqlite {
  prepareTables(sqlitePath(directory))
  const db = openWriter(sqlitePath(directory))
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

/** The one account of the tables, as a shard has it after a restart; `cursor` is where its log goes on. */
export function recovered(db: Sqlite): { readonly account: Account; readonly cursor: number } {
  let account: Account | undefined
  const { cursor } = recoverShard(db, 0, 1, 0, {
    account: (profile, state) => {
      account = Object.assign(emptyAccount(profile), state)
    },
    position: (_login, position) => account !== undefined && holdPosition(account, position),
    order: (_login, order) => account !== undefined && holdOrder(account, order),
    requestKey: () => undefined,
    cover: () => undefined,
  })
  if (account === undefined) throw new Error('the account is in the tables')
  return { account, cursor }
}

/** Logs of so many shards and tables, in a directory of their own until the test ends. */
export function openBooks(test: { teardown(run: () => unknown): unknown }, shards = 1) {
  const directory = scratch(test)
  const logs = openLogs(directory, shards)
  const db = openTables(directory)
  test.teardown(async () => {
    db.close()
    await Promise.all(logs.map((log) => log.close()))
  })
  return { directory, logs, db }
}
