import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { lacksContent, missingContents } from '../../../storage/files/file-sweep.js'
import { putParts } from '../../../storage/files/parts.js'
import { type Log, LogError } from '../../../storage/log/log.js'
import { type Ask, DESK_LOG, type QuorumEntry } from '../../../storage/log/quorum/log-database.js'
import { type Lease, PostgresDatabase } from '../../../storage/log/quorum/postgres-database.js'
import { PostgresFiles } from '../../../storage/log/quorum/postgres-files.js'
import { PostgresNodes } from '../../../storage/log/quorum/postgres-nodes.js'
import { PostgresPrices } from '../../../storage/log/quorum/postgres-prices.js'
import { placeOf, StandbyLog } from '../../../storage/log/quorum/standby-log.js'
import { differingPath } from '../../../storage/paths.js'
import { filesRepo } from '../../../storage/repos/records/files.js'
import { type DeskEntry, unpackEntry } from '../../../storage/row-images/desk-entry.js'
import type { Sqlite } from '../../../storage/sqlite/open.js'
import { lastSeqOf } from '../../../wire/record/record.js'
import {
  FOLLOWS_NOBODY,
  type Following,
  LEFT_TO_NEWER_MS,
  type QuorumStart,
} from '../../../wire/thread/quorum-messages.js'
import { TablesBehind } from '../../desk/cluster/tables-behind.js'
import { type Clock, rest } from '../../thread/clock.js'
import { ComparedTables } from './compared-tables.js'
import { FollowedMinutes } from './followed-minutes.js'

/**
 * Follows the active node: copies the entries of the quorum into this node's logs, tables and files
 * until the lease of that node has ended.
 *
 *   F1. A round reads the desk's changes first and the shards' logs after them, all in one session.
 *       So the logs have every record that one of those changes depends on, and they are applied up
 *       to there before the changes. This order matters because tables that have a change do not
 *       accept earlier records. With separate sessions each log might come from another host, and
 *       one of these from a former primary that came back.
 *   - Tables advance only with changes of the desk, each at its place; during trading there is one
 *     a second.
 *   F3. It takes no lease and writes no entry; a row reports its state
 *       (`storage/log/quorum/postgres-nodes.ts`). The lease of the desk, by the database's
 *       clock, shows whether the active node has stopped. It must show that for `GRACE_MS`, because
 *       after an outage of the database itself the active node may renew first. A returned lease is
 *       for the wanted node, and for another node only if that one does not take it. A node that
 *       must restart takes no lease: it continues until it has everything, and ends
 *       (`NEEDS_RESTART`, standby-thread.ts).
 *   F4. If the tables differ from those of the active node, this node continues to follow and
 *       reports the difference, but it does not take over. A file remembers that (`differingPath`)
 *       until a newer backup replaces this directory.
 *   - If the database does not answer, the request is repeated. If this directory cannot continue
 *     from its data, the node ends.
 *   F6. File contents are copied for each row that has none here, including rows from an earlier
 *       process. If the database does not have a whole file, the node tries again later, because
 *       the database may be a former primary.
 */
export interface StandbyOptions {
  readonly db: Sqlite
  readonly prices: Sqlite
  readonly dataDir: string
  /**
   * The log of each shard. No other thread has them open; the code that opened them closes them.
   */
  readonly logs: readonly Log[]
  readonly quorum: QuorumStart
  readonly clock: Clock
}

const GRACE_MS = 2_000
const LEFT_TO_OTHER_MS = 10_000
const SAY_EVERY_MS = 1_000
const PAGE_ENTRIES = 500
const AGAIN_MS = 200
const LACKING_AGAIN_MS = 10_000

/** A log that is followed; `place` is known after the first query. */
interface Followed {
  readonly shard: number
  readonly name: string
  place: StandbyLog | undefined
}

/** There is no active node and this node may take over, now or after a restart; then it has all entries. */
export type StandbyEnd = 'no-active-node' | 'needs-restart'

/** Reports that the database did not answer. */
class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'
}

export class Standby {
  readonly #options: StandbyOptions
  readonly #tables: TablesBehind
  readonly #compared: ComparedTables
  readonly #database: PostgresDatabase
  #isConnected = false
  readonly #files: PostgresFiles
  readonly #nodes: PostgresNodes
  readonly #minutes: FollowedMinutes
  /** The ids of files to check, and of files to check again later (F6). */
  readonly #lookedAt: Set<string>
  readonly #lacking = new Set<string>()
  #lackingAt = 0
  readonly #desk: Followed
  readonly #shards: readonly Followed[]
  /** The time since which this node may take the lease; it waits a moment before it does. */
  #freeSince: number | undefined
  #saidAt: number | undefined
  #told: Following = FOLLOWS_NOBODY
  /** The names of the tables that differ; empty if none are known to (F4). */
  #differing: string

  constructor(options: StandbyOptions) {
    const { db, prices, logs, quorum, clock } = options
    const { url, cluster, holder } = quorum
    const monotonic = () => clock.monotonic()
    this.#options = options
    this.#compared = new ComparedTables(db)
    this.#differing = readDiffering(options.dataDir)
    const before = (entry: DeskEntry) => this.#compare(entry)
    this.#tables = new TablesBehind({ db, openLogs: () => logs, monotonic, before })
    this.#database = new PostgresDatabase({ url, cluster, shard: DESK_LOG })
    this.#desk = { shard: DESK_LOG, name: 'the log of the desk', place: undefined }
    this.#shards = logs.map((_, shard) => {
      return { shard, name: `the log of shard ${shard}`, place: undefined }
    })
    const pause = () => rest(clock, AGAIN_MS)
    this.#files = new PostgresFiles({ url, cluster, holder, pause, monotonic })
    this.#nodes = new PostgresNodes({ url, cluster })
    this.#minutes = new FollowedMinutes(prices, new PostgresPrices({ url, cluster }), clock)
    this.#lookedAt = new Set(missingContents(options.dataDir, db))
  }

  /** Runs one round. Returns the reason if this node must stop following. */
  async round(): Promise<Following | StandbyEnd> {
    try {
      const lease = await this.#lease(this.#desk)
      const needsRestart = this.#needsRestart(lease)
      if (!needsRestart && this.#isGone(lease)) {
        await this.#minutes.bringLast()
        return 'no-active-node'
      }
      const behind = await this.#bring(lease)
      // Any version fills the logs, but only this version writes the desk's rows of the tables.
      if (needsRestart && this.#desk.place?.n === lease.confirmedN) {
        await this.#minutes.bringLast()
        return 'needs-restart'
      }
      const differing = this.#differing
      // A node that returned its logs is still the node that was followed.
      const holder = lease.holder === '' ? this.#told.holder : lease.holder
      this.#told = { holder, behind, differing, trouble: '' }
      await this.#beside(behind)
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error
      this.#freeSince = undefined
      // Changes that were read but not applied are read again; the tables know their place.
      this.#desk.place = undefined
      this.#told = { ...this.#told, trouble: error.message }
    }
    return this.#told
  }

  close(): void {
    this.#tables.close()
    this.#files.close()
    this.#nodes.close()
    this.#minutes.close()
    this.#database.close()
  }

  /** See F4. */
  #compare(entry: DeskEntry): void {
    const differing = this.#compared.before(entry).join(', ')
    if (differing === '') return
    this.#differing = differing
    writeFileSync(differingPath(this.#options.dataDir), differing)
  }

  /**
   * True if the active node has released its logs so that this node takes over after a restart with
   * a newer version.
   */
  #needsRestart({ holder, next }: Lease): boolean {
    const isNext = next?.node === this.#options.quorum.holder && next.restartsNode
    return isNext && holder === '' && this.#differing === '' && this.#told.holder !== ''
  }

  /** True if the active node has stopped and this one may take over (F3, F4). */
  #isGone({ holder, next, isOver }: Lease): boolean {
    const { clock, quorum } = this.#options
    const own = quorum.holder
    if (this.#differing !== '') return false
    if (holder === own || (holder === '' && (next === undefined || next.node === own))) return true
    const isFree = holder === '' || isOver
    const now = clock.monotonic()
    this.#freeSince = isFree ? (this.#freeSince ?? now) : undefined
    const forOther = next?.restartsNode ? LEFT_TO_NEWER_MS : LEFT_TO_OTHER_MS
    const patience = holder === '' ? forOther : GRACE_MS
    return this.#freeSince !== undefined && now - this.#freeSince > patience
  }

  /** Reports the state once a second. If a report is lost, the next one replaces it (F3). */
  async #beside(behind: number): Promise<void> {
    const { clock, quorum } = this.#options
    const now = clock.monotonic()
    if (now - (this.#saidAt ?? Number.NEGATIVE_INFINITY) < SAY_EVERY_MS) return
    this.#saidAt = now
    const places = new Map<number, number>()
    for (const { shard, place } of [this.#desk, ...this.#shards]) {
      if (place !== undefined) places.set(shard, place.n)
    }
    const differing = this.#differing
    await this.#nodes.say({ node: quorum.holder, behind, differing, places }).catch(() => undefined)
    await this.#minutes.bring()
  }

  /** Copies entries (F1). Returns the number of entries that are still missing. */
  async #bring(lease: Lease): Promise<number> {
    const desk = await this.#placeOf(this.#desk, this.#tables.local)
    const page = await this.#page(this.#desk, desk.n)
    const entries = desk.take(page, lease.confirmedN, 0)
    const through = Math.max(0, ...entries.map(({ bytes }) => unpackEntry(bytes).projectionSeq))
    let behind = lacking(desk, page, lease)
    for (const [shard, followed] of this.#shards.entries()) {
      behind += await this.#bringShard(shard, followed, through)
    }
    this.#lookAt(entries.map((entry) => this.#tables.put(entry)))
    await this.#bringFiles()
    return behind
  }

  async #bringShard(shard: number, followed: Followed, through: number): Promise<number> {
    const log = this.#options.logs[shard] as Log
    const newest = log.last()
    const local = newest && { ...newest, lastSeq: lastSeqOf(newest.bytes) }
    const place = await this.#placeOf(followed, local)
    const lease = await this.#lease(followed)
    for (;;) {
      const { n } = place
      const page = await this.#page(followed, n)
      const taken = place.take(page, lease.confirmedN, through)
      for (const { firstSeq, bytes } of taken) log.commit(firstSeq, bytes)
      const last = taken.at(-1)
      const isThere = last !== undefined && lastSeqOf(last.bytes) >= through
      if (isThere || place.n === n) return lacking(place, page, lease)
    }
  }

  #lookAt(entries: readonly DeskEntry[]): void {
    for (const { changes } of entries) {
      for (const { table, row } of changes) {
        if (table === 'files' && typeof row[0] === 'string') this.#lookedAt.add(row[0])
      }
    }
  }

  /** See F6. */
  async #bringFiles(): Promise<void> {
    const { db, dataDir, clock } = this.#options
    if (this.#lacking.size > 0 && clock.monotonic() - this.#lackingAt > LACKING_AGAIN_MS) {
      for (const id of this.#lacking) this.#lookedAt.add(id)
      this.#lacking.clear()
    }
    for (const id of this.#lookedAt) {
      const file = filesRepo(db).get(id)
      if (file !== undefined && lacksContent(dataDir, file)) {
        const isWhole = await putParts(dataDir, file, this.#files.read(id)).catch((error) => {
          if (error instanceof LogError) throw this.#noAnswer(error.message)
          throw error
        })
        if (!isWhole) this.#lack(id)
      }
      this.#lookedAt.delete(id)
    }
  }

  #lack(id: string): void {
    if (this.#lacking.size === 0) this.#lackingAt = this.#options.clock.monotonic()
    this.#lacking.add(id)
  }

  async #placeOf(followed: Followed, local: Parameters<typeof placeOf>[1]): Promise<StandbyLog> {
    if (followed.place !== undefined) return followed.place
    const { name } = followed
    const through =
      local === undefined ? 0 : 'lastSeq' in local ? (local.lastSeq ?? 0) : local.firstSeq
    const [found] =
      local === undefined ? [] : await this.#entries(followed, { kind: 'find', through })
    followed.place = new StandbyLog(name, placeOf(name, local, found))
    return followed.place
  }

  #page(followed: Followed, after: number): Promise<readonly QuorumEntry[]> {
    return this.#entries(followed, { kind: 'read', after, limit: PAGE_ENTRIES })
  }

  async #entries({ shard }: Followed, ask: Ask): Promise<readonly QuorumEntry[]> {
    await this.#connected()
    const answer = await this.#database.answer(ask, shard)
    if (answer.kind === 'entries') return answer.entries
    throw this.#noAnswer(answer.kind === 'lost' ? answer.why : 'it answered otherwise')
  }

  async #lease({ shard }: Followed): Promise<Lease> {
    await this.#connected()
    const lease = await this.#database.lease(shard).catch((error: unknown) => {
      throw this.#noAnswer(error instanceof Error ? error.message : String(error))
    })
    if (lease === undefined) throw this.#noAnswer('it has no place for the log')
    return lease
  }

  /**
   * Returns the session. If it fails, the round ends, so that no round begins on one host and
   * continues on another (F1).
   */
  async #connected(): Promise<void> {
    if (this.#isConnected) return
    const answer = await this.#database.answer({ kind: 'connect' })
    if (answer.kind === 'lost') throw this.#noAnswer(answer.why)
    this.#isConnected = true
  }

  /**
   * Closes the other sessions. They are probably with the same host and would wait for it one after
   * the other.
   */
  #noAnswer(why: string): NoAnswerError {
    this.#isConnected = false
    for (const one of [this.#database, this.#files, this.#nodes, this.#minutes]) one.close()
    return new NoAnswerError(why)
  }
}

/** The number of a log's entries that are known to be missing here. */
function lacking(place: StandbyLog, page: readonly QuorumEntry[], { confirmedN }: Lease): number {
  return Math.max(0, Math.max(confirmedN, page.at(-1)?.n ?? 0) - place.n)
}

/** Reads the differences that an earlier process has found (F4). */
function readDiffering(dataDir: string): string {
  const path = differingPath(dataDir)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
