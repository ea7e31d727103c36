import { postgresAddresses, postgresHost } from '../../../engine/names/postgres-addresses.js'
import type { Cluster } from '../../../wire/stored/cluster.js'
import { type NextNode, nextNodeIn } from '../../../wire/stored/next-node.js'
import { LogError } from '../log.js'
import { agreeOnTables, type OwnTables } from './cluster-tables.js'
import { foundPrimary, hostToTry } from './known-primary.js'
import type { Answer, Ask, QuorumEntry } from './log-database.js'
import { LEASE_MS } from './log-owner.js'
import { readCluster } from './postgres-schema.js'
import { type DatabaseSession, endSession, openSession, textOf } from './postgres-session.js'

/**
 * One shard's log in PostgreSQL. Carries out the requests of the log's owner (log-database.ts), one
 * at a time, on one session. Standby nodes also read the logs of other shards on it, because all logs
 * of one host are of the same moment.
 *
 *   P1. Each statement is its own transaction. Warnings are counted, because a warning means a
 *       cancelled wait for the quorum.
 *   - A session that failed once, or was silent for `SILENCE_MS`, is ended and never used again.
 *   - Query plans always use keys: a plan from when the table was empty would scan the whole table
 *     for ever.
 */
export interface PostgresOptions {
  /**
   * `postgres://user:password@host1:5432,host2:5432/database?sslmode=verify-full`. One of the hosts
   * must be the primary.
   */
  readonly url: string
  readonly shard: number
  readonly cluster: Cluster
  /**
   * A statement without an answer for this long counts as lost. The default is `SILENCE_MS`; tests
   * use less.
   */
  readonly silenceMs?: number
}

const TAKEN = '23505'
const LEASE = `${LEASE_MS} milliseconds`
const PAGE_BYTES = 4 * 1024 * 1024
const FIELDS = 'n, epoch, first_seq, body'
const FIND = `SELECT ${FIELDS} FROM log_entry WHERE shard = $1 AND first_seq BETWEEN 1 AND $2 AND n > 0 ORDER BY n DESC LIMIT 1`
const END = `SELECT ${FIELDS} FROM log_entry WHERE shard = $1 ORDER BY n DESC LIMIT 1`
/** Returns the first row whatever its size, and the rows after it, up to `PAGE_BYTES` in total. */
const READ = `SELECT ${FIELDS} FROM (
    SELECT ${FIELDS}, sum(octet_length(body)) OVER (ORDER BY n) - octet_length(body) AS before
    FROM log_entry WHERE shard = $1 AND n > $2 ORDER BY n LIMIT $3::int) page
  WHERE before < ${PAGE_BYTES} OR $3::int <= 2 ORDER BY n`
const APPEND = `INSERT INTO log_entry (shard, n, epoch, first_seq, body) SELECT $1::int, $2::bigint, $3::bigint, $4::bigint, $5::bytea
  FROM log_entry p WHERE p.shard = $1 AND p.n = $6 AND p.epoch = $7`
const TAKE = `UPDATE shard_lease SET epoch = epoch + $3, holder = $2, wanted = '', taken = clock_timestamp(),
  expires = clock_timestamp() + '${LEASE}' WHERE shard = $1 AND (holder = $2 OR expires < clock_timestamp()) RETURNING epoch`
const LEASE_NOW = `SELECT holder, wanted, epoch, confirmed_n, expires < clock_timestamp() AS is_over
  FROM shard_lease WHERE shard = $1`
const RELEASE = `UPDATE shard_lease SET holder = '', expires = clock_timestamp(), confirmed_n = $3 WHERE shard = $1 AND epoch = $2`
const RENEW = `UPDATE shard_lease SET expires = clock_timestamp() + '${LEASE}', confirmed_n = $3
  WHERE shard = $1 AND epoch = $2`

export interface Lease {
  /** The node that holds the log; empty before the first one and after a node returned the log. */
  readonly holder: string
  /** The node that should own the log next; undefined if none was requested. */
  readonly next: NextNode | undefined
  readonly epoch: number
  readonly confirmedN: number
  readonly isOver: boolean
}

interface LeaseRow {
  readonly holder: string
  readonly wanted: string
  readonly epoch: string
  readonly confirmed_n: string
  readonly is_over: boolean
}

interface Row {
  readonly n: string
  readonly epoch: string
  readonly first_seq: string
  readonly body: Buffer
}

export class PostgresDatabase {
  readonly #options: PostgresOptions
  readonly #urls: readonly string[]
  /** True once a host was found to be this cluster's primary. */
  #wasThere = false
  #session: DatabaseSession | undefined
  /** The host of the newest session. */
  #host: number | undefined

  constructor(options: PostgresOptions) {
    this.#options = options
    this.#urls = postgresAddresses(options.url) ?? []
  }

  /**
   * Sends a request and returns the answer. Throws if no host belongs to this cluster and none ever
   * did.
   */
  async answer(ask: Ask, shard = this.#options.shard): Promise<Answer> {
    try {
      if (ask.kind === 'connect') return await this.#connect()
      const session = this.#session
      if (session === undefined) return { kind: 'lost', why: 'there is no session' }
      return await this.#answerOn(session, shard, ask)
    } catch (error) {
      this.close()
      if (error instanceof OtherClusterError) throw new LogError(error.message)
      return { kind: 'lost', why: textOf(error) }
    }
  }

  /** The current lease, read on a newly requested session. */
  async lease(shard = this.#options.shard): Promise<Lease | undefined> {
    const { rows } = (await this.#session?.client.query<LeaseRow>(LEASE_NOW, [shard])) ?? {
      rows: [],
    }
    const [row] = rows
    if (row === undefined) return undefined
    const { holder, wanted, epoch, confirmed_n: confirmedN, is_over: isOver } = row
    return {
      holder,
      next: nextNodeIn(wanted),
      epoch: Number(epoch),
      confirmedN: Number(confirmedN),
      isOver,
    }
  }

  /**
   * Checks that this program may use the cluster, and throws a `LogError` if not. Requires an open
   * session.
   */
  async agreeOnTables(own: OwnTables): Promise<void> {
    if (this.#session === undefined) throw new Error('there is no session')
    await agreeOnTables(this.#session.client, own)
  }

  /**
   * Returns a lease of this epoch, so that the next node need not wait for its expiry. Does not
   * wait for the quorum.
   */
  async release(epoch: number, confirmedN: number): Promise<void> {
    await this.#session?.client.query(RELEASE, [this.#options.shard, epoch, confirmedN])
  }

  close(): void {
    if (this.#session !== undefined) endSession(this.#session)
    this.#session = undefined
  }

  /** Tries each host once. If all fail, the answer contains the fault of each. */
  async #connect(): Promise<Answer> {
    this.close()
    const faults: string[] = []
    let other: OtherClusterError | undefined
    const hosts = this.#urls.length
    const first = hostToTry(this.#options.url, hosts, this.#host)
    for (let tried = 0; tried < hosts; tried++) {
      const host = (first + tried) % hosts
      const url = this.#urls[host] ?? ''
      try {
        this.#session = await this.#sessionAt(url)
        this.#wasThere = true
        this.#host = host
        foundPrimary(this.#options.url, host)
        return { kind: 'connected' }
      } catch (error) {
        if (error instanceof OtherClusterError) other = error
        faults.push(`${postgresHost(url)}: ${textOf(error)}`)
      }
    }
    const why = faults.join('; ')
    if (other !== undefined && !this.#wasThere) throw new OtherClusterError(why)
    return { kind: 'lost', why }
  }

  async #sessionAt(url: string): Promise<DatabaseSession> {
    const session = await openSession(url, this.#options.silenceMs)
    try {
      const fault = differenceOf(await readCluster(session.client), this.#options.cluster)
      if (fault !== undefined) throw new OtherClusterError(fault)
      return session
    } catch (error) {
      endSession(session)
      throw error
    }
  }

  #answerOn(
    session: DatabaseSession,
    shard: number,
    ask: Exclude<Ask, { kind: 'connect' }>,
  ): Promise<Answer> {
    switch (ask.kind) {
      case 'find':
        return this.#entries(session, FIND, [shard, ask.through])
      case 'end':
        return this.#entries(session, END, [shard])
      case 'read':
        return this.#entries(session, READ, [shard, ask.after, ask.limit])
      case 'take':
        return this.#write(session, TAKE, [shard, ask.holder, ask.raise])
      case 'renew':
        return this.#write(session, RENEW, [shard, ask.epoch, ask.confirmedN])
      case 'append': {
        const { n, epoch, firstSeq, body } = ask.entry
        const { behind } = ask
        const bytes = Buffer.from(body.buffer, body.byteOffset, body.length)
        const values = [shard, n, epoch, firstSeq, bytes, behind.n, behind.epoch]
        return this.#write(session, APPEND, values)
      }
    }
  }

  async #entries({ client }: DatabaseSession, text: string, values: unknown[]): Promise<Answer> {
    const { rows } = await client.query<Row>({ name: nameOf(text), text, values })
    return { kind: 'entries', entries: rows.map(entryOf) }
  }

  /** See P1. */
  async #write(session: DatabaseSession, text: string, values: unknown[]): Promise<Answer> {
    session.notices = 0
    try {
      const { rowCount, rows } = await session.client.query<{ epoch?: string }>({
        name: nameOf(text),
        text,
        values,
      })
      const epoch = Number(rows[0]?.epoch ?? 0)
      return { kind: 'wrote', rows: rowCount ?? 0, notices: session.notices, epoch }
    } catch (error) {
      const isTaken = (error as { readonly code?: unknown }).code === TAKEN
      if (!isTaken) throw error
      return { kind: 'wrote', rows: 0, notices: session.notices, epoch: 0 }
    }
  }
}

const NAMES = new Map([FIND, END, READ, APPEND, TAKE, RENEW].map((text, at) => [text, `log${at}`]))

function nameOf(text: string): string {
  return NAMES.get(text) ?? ''
}

function entryOf({ n, epoch, first_seq: firstSeq, body }: Row): QuorumEntry {
  return { n: Number(n), epoch: Number(epoch), firstSeq: Number(firstSeq), body }
}

/** The database belongs to another cluster than this directory. Waiting cannot help. */
export class OtherClusterError extends Error {
  override readonly name = 'OtherClusterError'
}

/**
 * Describes how a database's cluster differs from the expected one; undefined if both are the same.
 */
export function differenceOf(found: Cluster, own: Cluster): string | undefined {
  if (found.id !== own.id) return `it is of another cluster, ${found.id}, not of ${own.id}`
  if (found.serverId !== own.serverId) {
    return `it is of another server, ${found.serverId}, not of ${own.serverId}`
  }
  if (found.shards === own.shards) return undefined
  return `it has ${found.shards} shards, not ${own.shards}`
}
