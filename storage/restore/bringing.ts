import type { AccountEvent } from '../../engine/account/event.js'
import type { Login, UnixMs } from '../../engine/units.js'
import { decodeRecords } from '../../wire/record/record.js'
import { newestSeqOf } from '../journal-anchors.js'
import type { Log } from '../log/log.js'
import { openLog } from '../log/open.js'
import { migrate } from '../migrations/migrate.js'
import { logDirectory, sqlitePath } from '../paths.js'
import { Projector } from '../projection/projector.js'
import { countersRepo } from '../repos/counters.js'
import { metaRepo } from '../repos/meta.js'
import { mailedStatementsRepo } from '../repos/people/mailed-statements.js'
import { marginLettersRepo } from '../repos/people/margin-letters.js'
import { OpenTurn, shardOf } from '../reshard/dealing.js'
import { openWriter, type Sqlite, Transactions } from '../sqlite/open.js'
import { recordsOf } from './chain.js'
import type { RestorePlan } from './plan.js'

/**
 * Applies the records after a backup to a copy of it that is not in use yet.
 *
 *   B1. Each record is written unchanged into the log of its account's shard, and from there into
 *       the tables.
 *   B2. Anchors of the journal are left out, because they refer to lines that the copy does not
 *       have.
 *   - No number in a record is given out again, however old the backup is.
 *   - E-mails about ended days and margin calls were sent when they happened, and are not sent
 *     again.
 */
export interface BringOptions {
  readonly directory: string
  readonly plan: RestorePlan
  /** How many ids of orders or deals a range contains. */
  readonly idRangeLength: number
  readonly monotonic: () => number
  readonly mapBytes?: number
}

export async function bringRecords(options: BringOptions): Promise<void> {
  const { directory, plan, monotonic, mapBytes } = options
  const db = openWriter(sqlitePath(directory))
  try {
    migrate(db)
    const logs = Array.from({ length: plan.backup.manifest.shards }, (_, shard) =>
      openLog({
        directory: logDirectory(directory, shard),
        ...(mapBytes === undefined ? {} : { mapBytes }),
      }),
    )
    try {
      const brought = writeRecords(plan, logs)
      const transactions = new Transactions(db)
      const projector = new Projector({ db, transactions, logs, monotonic })
      while (!projector.step(plan.seq).isCaughtUp);
      transactions.durable(() => settle(db, brought, options))
    } finally {
      for (const log of logs) await log.close()
    }
    db.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    db.close()
  }
}

const NEVER = Number.POSITIVE_INFINITY

/** B1, B2. */
function writeRecords({ chain, seq, leftOut }: RestorePlan, logs: readonly Log[]): Brought {
  const ends = logs.map(newestSeqOf)
  const turns = logs.map((log) => new OpenTurn(log))
  const brought = new Brought()
  for (const record of recordsOf(chain)) {
    if (record.seq > seq) break
    const { login } = record
    if (login === undefined && record.shard === undefined) continue
    const isLeftOut = login !== undefined && record.seq >= (leftOut.get(login)?.fromSeq ?? NEVER)
    if (isLeftOut) continue
    const shard = shardOf(record, logs.length)
    if (record.seq <= (ends[shard] ?? 0)) continue
    turns[shard]?.add(record)
    if (login === undefined) continue
    for (const { events } of decodeRecords(record.bytes)) {
      for (const event of events) brought.see(login, event)
    }
  }
  for (const turn of turns) turn.commit()
  return brought
}

/** Collects facts about the records that other tables need. */
class Brought {
  orderIdMax = 0
  dealIdMax = 0
  firstDay = Number.POSITIVE_INFINITY
  readonly letters = new Map<Login, UnixMs>()

  see(login: Login, event: AccountEvent): void {
    if (event.type === 'order') this.orderIdMax = Math.max(this.orderIdMax, event.id)
    else if (event.type === 'deal') this.dealIdMax = Math.max(this.dealIdMax, event.id)
    else if (event.type === 'day') this.firstDay = Math.min(this.firstDay, event.day)
    else if (event.type === 'standing' && event.entered) this.letters.set(login, event.at)
  }
}

function settle(
  db: Sqlite,
  { orderIdMax, dealIdMax, firstDay, letters }: Brought,
  { plan, idRangeLength }: BringOptions,
): void {
  const counters = countersRepo(db)
  for (const [kind, highest] of [
    ['order', orderIdMax],
    ['deal', dealIdMax],
  ] as const) {
    const next = counters.next(kind, 1)
    const ranges = Math.max(0, Math.ceil((highest + 1 - next) / idRangeLength))
    counters.setNext(kind, next + ranges * idRangeLength)
  }
  if (firstDay < Number.POSITIVE_INFINITY) mailedStatementsRepo(db).settleFrom(firstDay)
  for (const [login, at] of letters) marginLettersRepo(db).settle(login, at)
  metaRepo(db).set('restored_up_to', `${new Date(plan.at).toISOString()}, record ${plan.seq}`)
}
