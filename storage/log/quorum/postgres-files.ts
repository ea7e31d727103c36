import type { ContentPart } from '../../files/parts.js'
import { LogError } from '../log.js'
import { type ClusterAddress, ClusterSession } from './cluster-session.js'
import { DESK_LOG } from './log-database.js'
import { type DatabaseSession, textOf } from './postgres-session.js'

/**
 * Parts of file contents in PostgreSQL, by file and place. The desk's row counts bytes of a file
 * only after they are here, so another node has them when it receives that row.
 *
 *   - A part is stored once its statement returned without a warning, so the quorum has it.
 *     Otherwise it is written again on another session.
 *   - Parts written from a place on replace everything that was there: a repeated slice of a job
 *     may differ.
 *   - Only the active node writes. One that was suspended while another took over would cut off the
 *     other's parts. A lock on the lease during the write keeps the lease from being taken
 *     meanwhile.
 */
export interface PostgresFilesOptions extends ClusterAddress {
  /** The name under which this node holds leases. */
  readonly holder: string
  readonly pause: () => Promise<void>
  /** The monotonic milliseconds, to measure when to give up. */
  readonly monotonic: () => number
}

const GIVES_UP_MS = 45_000
const WORKS = (node: string) =>
  `EXISTS (SELECT 1 FROM shard_lease WHERE shard = ${DESK_LOG} AND holder = ${node} FOR SHARE)`
const CUT = `DELETE FROM file_part WHERE file = $1 AND at >= $2 AND ${WORKS('$3')}`
const KEEP = `INSERT INTO file_part (file, at, body) SELECT $1::text, $2::bigint, $3::bytea WHERE ${WORKS('$4')}`
const READ = 'SELECT at, body FROM file_part WHERE file = $1 AND at > $2 ORDER BY at LIMIT 16'

export class PostgresFiles {
  readonly #options: PostgresFilesOptions
  readonly #session: ClusterSession
  #underWay: Promise<unknown> = Promise.resolve()

  constructor(options: PostgresFilesOptions) {
    this.#options = options
    this.#session = new ClusterSession(options)
  }

  /** Stores parts of a file. Rejects if the quorum does not confirm them in time. */
  async keep(file: string, from: number, parts: () => Iterable<ContentPart>): Promise<void> {
    await this.#inTurn(() =>
      this.#tried(async (session) => {
        const { holder } = this.#options
        await this.#write(session, CUT, [file, from, holder])
        for (const { at, body } of parts()) {
          const bytes = Buffer.from(body.buffer, body.byteOffset, body.length)
          const rows = await this.#write(session, KEEP, [file, at, bytes, holder])
          if (rows !== 1) throw new LogError('another node is active')
        }
      }),
    )
  }

  /** The parts of a file in order, a few at a time. */
  async *read(file: string): AsyncGenerator<ContentPart, void, undefined> {
    for (let after = -1; ; ) {
      const from = after
      const rows = await this.#inTurn(() =>
        this.#tried(async ({ client }) => (await client.query<Row>(READ, [file, from])).rows),
      )
      for (const { at, body } of rows) {
        after = Number(at)
        yield { at: after, body }
      }
      if (rows.length === 0) return
    }
  }

  close(): void {
    this.#session.close()
  }

  /** Runs one statement at a time, because a session counts warnings in total. */
  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#underWay.then(work)
    this.#underWay = done.catch(() => undefined)
    return done
  }

  async #tried<Value>(work: (session: DatabaseSession) => Promise<Value>): Promise<Value> {
    const until = this.#options.monotonic() + GIVES_UP_MS
    for (;;) {
      try {
        return await work(await this.#session.opened())
      } catch (error) {
        this.close()
        if (this.#options.monotonic() >= until) throw new LogError(textOf(error))
        await this.#options.pause()
      }
    }
  }

  /** Runs a statement and returns the number of written rows. */
  async #write(session: DatabaseSession, text: string, values: unknown[]): Promise<number> {
    session.notices = 0
    const { rowCount } = await session.client.query({ text, values })
    if (session.notices > 0) throw new LogError('the wait for the quorum was broken off')
    return rowCount ?? 0
  }
}

interface Row {
  readonly at: string
  readonly body: Buffer
}
