import type { ContentPart } from '../../files/parts.js'
import { LogError } from '../log.js'
import { type ClusterAddress, ClusterSession } from './cluster-session.js'
import { DESK_LOG } from './log-database.js'
import { type DatabaseSession, textOf } from './postgres-session.js'

/**
 * Parts of files' contents in PostgreSQL, each by its file and place. A row of the desk counts bytes of a file once they are here, so
 * that another node has them when it comes to that row.
 *
 *   P1. Kept is what the quorum has: a statement that came without a warning. Anything else is done again on another session.
 *   P2. What is kept from a place on takes the place of all that was there: a slice of a job that is made again is another one.
 *   P3. Only the node at work writes: one that slept while another took over would cut off what that one has kept. The lock on the lease lasts
 *       as long as the write, so that nobody takes it meanwhile.
 */
export interface PostgresFilesOptions extends ClusterAddress {
  /** The name of this node. */
  readonly holder: string
  readonly pause: () => Promise<void>
  /** The time after which it gives up, in milliseconds that only rise. */
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

  /** Rejects when the quorum did not confirm it in time. */
  async keep(file: string, from: number, parts: () => Iterable<ContentPart>): Promise<void> {
    await this.#inTurn(() =>
      this.#tried(async (session) => {
        const { holder } = this.#options
        await this.#write(session, CUT, [file, from, holder])
        for (const { at, body } of parts()) {
          const bytes = Buffer.from(body.buffer, body.byteOffset, body.length)
          const rows = await this.#write(session, KEEP, [file, at, bytes, holder])
          if (rows !== 1) throw new LogError('another node is at work')
        }
      }),
    )
  }

  /** The parts of a file in their order, some at a time. */
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

  /** One after the other: warnings are counted by session. */
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

  /** Answers how many rows it wrote. */
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
