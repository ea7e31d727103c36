import pg from 'pg'
import type { Answer, Ask, QuorumEntry } from './log-database.js'
import { LEASE_MS } from './log-owner.js'
import { readCluster } from './postgres-schema.js'
import { type DatabaseSettings, faultOfSettings, SETTINGS_QUERY } from './postgres-settings.js'

/**
 * One shard's log in PostgreSQL: carries out what its owner asks (log-database.ts), one ask at a time, on one session.
 *
 *   P1. A statement is a transaction by itself. Warnings that come with it are counted: a wait for the quorum that was
 *       cancelled is nothing else.
 *   P2. A session that failed once, or was silent for `SILENCE_MS`, is ended, and never asked again.
 *   P3. Plans are of keys whatever the table looks like: one that was made while it was empty would read all of it for ever.
 */
export interface PostgresOptions {
  /** `postgres://user:password@host1:5432,host2:5432/database?sslmode=verify-full`: one of the hosts is the primary. */
  readonly url: string
  readonly shard: number
  readonly clusterId: string
  /** A statement without an answer for so long is lost; `SILENCE_MS` unless a test has less patience. */
  readonly silenceMs?: number
}

const CONNECT_MS = 2_000
const SILENCE_MS = 10_000
const TAKEN = '23505'
const LEASE = `${LEASE_MS} milliseconds`
const SESSION =
  'SET synchronous_commit = on; SET enable_seqscan = off; SET enable_bitmapscan = off; SET client_min_messages = warning'
const FIELDS = 'n, epoch, first_seq, body'
const FIND = `SELECT ${FIELDS} FROM log_entry WHERE shard = $1 AND first_seq = $2 AND n > 0 ORDER BY n DESC LIMIT 1`
const END = `SELECT ${FIELDS} FROM log_entry WHERE shard = $1 ORDER BY n DESC LIMIT 1`
const READ = `SELECT ${FIELDS} FROM log_entry WHERE shard = $1 AND n > $2 ORDER BY n LIMIT $3`
const APPEND = `INSERT INTO log_entry SELECT $1::int, $2::bigint, $3::bigint, $4::bigint, $5::bytea
  FROM log_entry p WHERE p.shard = $1 AND p.n = $6 AND p.epoch = $7`
const TAKE = `UPDATE shard_lease SET epoch = epoch + $3, holder = $2, expires = clock_timestamp() + '${LEASE}'
  WHERE shard = $1 AND (holder = $2 OR expires < clock_timestamp()) RETURNING epoch`
const RENEW = `UPDATE shard_lease SET expires = clock_timestamp() + '${LEASE}', confirmed_n = $3
  WHERE shard = $1 AND epoch = $2`

interface Session {
  readonly client: pg.Client
  notices: number
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
  /** The host that is tried first. */
  #host = 0
  #session: Session | undefined

  constructor(options: PostgresOptions) {
    this.#options = options
    this.#urls = urlsOf(options.url)
  }

  async answer(ask: Ask): Promise<Answer> {
    try {
      if (ask.kind === 'connect') return await this.#connect()
      const session = this.#session
      if (session === undefined) return { kind: 'lost', why: 'there is no session' }
      return await this.#answerOn(session, ask)
    } catch (error) {
      this.close()
      return { kind: 'lost', why: textOf(error) }
    }
  }

  close(): void {
    if (this.#session !== undefined) end(this.#session.client)
    this.#session = undefined
  }

  /** Each host is tried once; the answer names the fault of each. */
  async #connect(): Promise<Answer> {
    this.close()
    const faults: string[] = []
    for (let tried = 0; tried < this.#urls.length; tried++) {
      const url = this.#urls[this.#host] ?? ''
      try {
        this.#session = await this.#sessionAt(url)
        return { kind: 'connected' }
      } catch (error) {
        faults.push(`${hostOf(url)}: ${textOf(error)}`)
        this.#host = (this.#host + 1) % this.#urls.length
      }
    }
    return { kind: 'lost', why: faults.join('; ') }
  }

  async #sessionAt(url: string): Promise<Session> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'openfloor',
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: this.#options.silenceMs ?? SILENCE_MS,
      keepAlive: true,
    })
    const session: Session = { client, notices: 0 }
    // The statement that waits, or the next one, tells of it.
    client.on('error', () => undefined)
    client.on('notice', () => {
      session.notices++
    })
    try {
      await client.connect()
      await client.query(SESSION)
      const { rows } = await client.query<DatabaseSettings>(SETTINGS_QUERY)
      const fault = rows[0] === undefined ? 'it tells no settings' : faultOfSettings(rows[0])
      if (fault !== undefined) throw new Error(fault)
      const { id } = await readCluster(client)
      if (id !== this.#options.clusterId) throw new Error(`it is of another cluster, ${id}`)
      return session
    } catch (error) {
      end(client)
      throw error
    }
  }

  #answerOn(session: Session, ask: Exclude<Ask, { kind: 'connect' }>): Promise<Answer> {
    const { shard } = this.#options
    switch (ask.kind) {
      case 'find':
        return this.#entries(session, FIND, [shard, ask.firstSeq])
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

  async #entries({ client }: Session, text: string, values: unknown[]): Promise<Answer> {
    const { rows } = await client.query<Row>({ name: nameOf(text), text, values })
    return { kind: 'entries', entries: rows.map(entryOf) }
  }

  /** P1. */
  async #write(session: Session, text: string, values: unknown[]): Promise<Answer> {
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

/** One address for each of the hosts. */
export function urlsOf(url: string): string[] {
  const found = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]+)(\/.*)$/.exec(url)
  if (found === null) throw new Error('it must be like postgres://user@host1,host2/database')
  const [, before = '', hosts = '', rest = ''] = found
  return hosts.split(',').map((host) => `${before}${host}${rest}`)
}

function hostOf(url: string): string {
  return /^[^/]*\/\/(?:[^@/]*@)?([^/?]+)/.exec(url)?.[1] ?? ''
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Ends a session at once: a server that waits for its quorum would answer a farewell when it has it. */
function end(client: pg.Client): void {
  client.connection.stream.destroy()
}
