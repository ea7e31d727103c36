import { symbolOf } from '../../engine/account/event.js'
import type { Login, UnixMs } from '../../engine/units.js'
import { decodeRecords, type RawRecord } from '../../wire/record/record.js'
import { shardOf } from '../reshard/dealing.js'
import { BackupLook, type FoundBackup } from './backup-look.js'
import { type Chain, chainAfter, recordsOf, refuseOtherEnd } from './chain.js'
import type { LogSource } from './log-source.js'
import { RestoreError } from './restore-error.js'

/**
 * Plans a restore to a moment before anything is written; it reads every record.
 *
 *   M1. The moment is a place in the order of all records: a time is the place before the first
 *       later record. So the result is a state that the tables once had.
 *   - It begins with the newest backup that is not later than the moment.
 *   M3. Accounts that the backup lacks get none of their records; an account that traded a symbol
 *       which the backup lacks gets those before that. Each is named.
 */
export type Moment = { readonly at: UnixMs } | { readonly seq: number }

export interface LeftOut {
  readonly why: 'account' | 'symbol'
  /** The seq of the account's first record that is left out. */
  readonly fromSeq: number
  records: number
}

export interface RestorePlan {
  readonly backup: FoundBackup
  readonly chain: Chain
  /** The seq of the newest record in the restored directory. */
  readonly seq: number
  /** The time of the newest record in the restored directory. */
  readonly at: UnixMs
  /** The number of the accounts' records after the backup, and their bytes. */
  readonly records: number
  readonly bytes: number
  readonly leftOut: ReadonlyMap<Login, LeftOut>
}

/** Plans the restore; `backups` must be sorted newest first. */
export async function planOf(
  backups: readonly FoundBackup[],
  sources: readonly LogSource[],
  moment: Moment,
): Promise<RestorePlan> {
  for (const backup of backups) {
    const { manifest } = backup
    const isLater =
      'at' in moment
        ? Date.parse(manifest.created_at) > moment.at
        : manifest.projection_seq > moment.seq
    if (isLater) continue
    const look = new BackupLook(backup)
    try {
      const plan = planFrom(look, sources, moment)
      if (plan !== undefined) return plan
    } finally {
      await look.close()
    }
  }
  const oldest = backups.at(-1)?.manifest
  throw new RestoreError(
    `there is no backup at or before it: the oldest is of ${oldest?.created_at}, ` +
      `with the records up to ${oldest?.projection_seq}`,
  )
}

/** Plans a restore from this backup; undefined if the backup is later than the moment. */
function planFrom(
  look: BackupLook,
  sources: readonly LogSource[],
  moment: Moment,
): RestorePlan | undefined {
  // Skips this backup, because its tables are newer than its name says.
  if ('at' in moment && look.newestAt > moment.at) return undefined
  const chain = chainAfter(look, sources)
  const reading = new Reading(look)
  let next: RawRecord | undefined
  for (const record of recordsOf(chain)) {
    if (isAfter(record, moment)) {
      next = record
      break
    }
    reading.take(record)
  }
  const seq = seqOf(chain, moment, next)
  if (look.ends.some((end) => end > seq)) return undefined
  refuseOtherEnd(chain, reading.lastSeq, next)
  const { records, bytes, leftOut } = reading
  return { backup: look.backup, chain, seq, at: reading.lastAt, records, bytes, leftOut }
}

function isAfter({ at, seq }: RawRecord, moment: Moment): boolean {
  return 'at' in moment ? at > moment.at : seq > moment.seq
}

/** The seq of the moment (M1). Throws if the records do not reach that far. */
function seqOf(
  { through, why, isEnd }: Chain,
  moment: Moment,
  next: RawRecord | undefined,
): number {
  if ('seq' in moment) {
    if (moment.seq <= through) return moment.seq
    throw new RestoreError(`record ${moment.seq} is beyond what is there, up to ${through}: ${why}`)
  }
  if (next !== undefined) return next.seq - 1
  if (isEnd) return through
  throw new RestoreError(
    `the time is after what is there, which goes up to record ${through} (--at seq:${through}): ${why}`,
  )
}

class Reading {
  readonly leftOut = new Map<Login, LeftOut>()
  records = 0
  bytes = 0
  lastSeq: number
  lastAt: UnixMs
  readonly #look: BackupLook

  constructor(look: BackupLook) {
    this.#look = look
    this.lastSeq = look.tablesThrough
    this.lastAt = look.newestAt
  }

  take(raw: RawRecord): void {
    this.lastSeq = raw.seq
    this.lastAt = Math.max(this.lastAt, raw.at)
    const { login, seq, bytes } = raw
    if (login === undefined) return
    if (seq <= (this.#look.ends[shardOf(raw, this.#look.shards)] ?? 0)) return
    const known = this.leftOut.get(login)
    const why = known?.why ?? this.#whyNot(raw, login)
    if (known !== undefined) known.records += 1
    else if (why !== undefined) this.leftOut.set(login, { why, fromSeq: seq, records: 1 })
    if (why !== undefined) return
    this.records += 1
    this.bytes += bytes.length
  }

  /** M3. */
  #whyNot({ bytes }: RawRecord, login: Login): LeftOut['why'] | undefined {
    if (!this.#look.hasAccount(login)) return 'account'
    for (const { events } of decodeRecords(bytes)) {
      if (!events.every((event) => this.#look.hasSymbol(symbolOf(event)))) return 'symbol'
    }
    return undefined
  }
}
