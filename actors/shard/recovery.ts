import { holdOrder } from '../../engine/account/holdings/hold-order.js'
import { holdPosition } from '../../engine/account/holdings/hold-position.js'
import { emptyAccount } from '../../engine/account/state.js'
import { assert } from '../../engine/assert.js'
import type { UnixMs } from '../../engine/units.js'
import { BadRecordError, type Log } from '../../storage/log/log.js'
import { recoverShard } from '../../storage/projection/recovery.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { decodeRecords, lastSeqOf, lastTimeOf } from '../../wire/record/record.js'
import type { ShardCore } from './core.js'

/** The shard to recover, the number of shards, and the time. */
export interface RecoveredShard {
  readonly shard: number
  readonly shards: number
  readonly now: UnixMs
}

export interface Recovery {
  readonly accounts: number
  readonly positions: number
  /** The number of log records that the tables did not have. */
  readonly replayed: number
  readonly newest: number
  /** The newest change of accounts that the recovered state includes. */
  readonly accountChange: number
}

/** Restores the accounts of a shard: the tables at their checkpoint, then the log after it. */
export function recoverCore(
  core: ShardCore,
  tables: Sqlite,
  log: Log,
  { shard, shards, now }: RecoveredShard,
): Recovery {
  let newestKnown = 0
  const { cursor, accountChange, accounts, positions } = recoverShard(tables, shard, shards, now, {
    account(profile, state) {
      const account = emptyAccount(profile)
      account.balance = state.balance
      account.credit = state.credit
      account.seq = state.seq
      account.lastRecordSeq = state.lastRecordSeq
      account.commissionDue = state.commissionDue
      account.inMarginCall = state.inMarginCall
      account.firstAt = state.firstAt
      account.day = state.day
      account.nightThrough = state.nightThrough
      account.balancePrevDay = state.balancePrevDay
      account.balancePrevMonth = state.balancePrevMonth
      core.accounts.set(account)
      if (state.lastRecordSeq > newestKnown) newestKnown = state.lastRecordSeq
    },
    position(login, position) {
      const account = core.accounts.get(login)
      assert(account !== undefined, `the account ${login} of position ${position.id} exists`)
      holdPosition(account, position)
      core.tradedBefore(position.symbolId)
    },
    order(login, order) {
      const account = core.accounts.get(login)
      assert(account !== undefined, `the account ${login} of order ${order.id} exists`)
      holdOrder(account, order)
      core.tradedBefore(order.symbolId)
    },
    cover(login, symbolId, volume) {
      core.groupExposures.keepCover(login, symbolId, volume)
    },
    requestKey(hash, seq, at, isOld) {
      core.keys.addHashed(hash, seq, at, isOld)
    },
  })
  core.groupExposures.forget()
  refuseShortLog(log, shard, newestKnown)
  const { replayed, newest } = replayAfter(core, log, cursor)
  return { accounts, positions, replayed, newest, accountChange }
}

/**
 * Refuses a log that ends before the tables do. LMDB's pages have no checksum, so a damaged root
 * can hide the end of the log.
 */
function refuseShortLog(log: Log, shard: number, newestKnown: number): void {
  const last = log.last()
  const newest = last === undefined ? 0 : lastSeqOf(last.bytes)
  if (newest >= newestKnown) return
  throw new BadRecordError(
    `the log of shard ${shard} ends at record ${newest}, but the tables hold record ${newestKnown}: the log is damaged, restore a backup`,
  )
}

function replayAfter(
  core: ShardCore,
  log: Log,
  cursor: number,
): Pick<Recovery, 'replayed' | 'newest'> {
  // The newest record may be in the tables already, but its time still counts.
  const newestEntry = log.last()
  if (newestEntry !== undefined) core.notBefore(lastTimeOf(newestEntry.bytes))
  let replayed = 0
  let newest = cursor
  for (const entry of log.read(cursor + 1)) {
    for (const record of decodeRecords(entry.bytes)) {
      if (record.seq <= cursor) continue
      core.ledger.replay(record)
      replayed++
    }
    // Entries of every kind count: the next number must be higher.
    newest = Math.max(newest, lastSeqOf(entry.bytes))
  }
  return { replayed, newest }
}
