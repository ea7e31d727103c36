import { type ClusterAddress, ClusterSession } from './cluster-session.js'
import { PARTS_KEPT_MS } from './postgres-trimming.js'

/**
 * One-minute candles in PostgreSQL for following nodes, in the order in which they were written.
 * They are kept as long as file contents. No answer depends on them, so writes do not wait for the
 * quorum.
 */
const KEEP = 'INSERT INTO price_part (body) VALUES ($1)'
const NEWEST = 'SELECT body FROM price_part ORDER BY n DESC LIMIT 1'
const READ = 'SELECT n, body FROM price_part WHERE n > $1 ORDER BY n LIMIT 16'
const TRIM = `DELETE FROM price_part WHERE at < clock_timestamp() - interval '${PARTS_KEPT_MS} milliseconds'`

export interface PricePart {
  readonly n: number
  readonly body: Uint8Array
}

export class PostgresPrices {
  readonly #session: ClusterSession

  constructor(address: ClusterAddress) {
    this.#session = new ClusterSession(address)
  }

  keep(parts: readonly Uint8Array[]): Promise<void> {
    return this.#session.locally(async (client) => {
      for (const part of parts) {
        await client.query(KEEP, [Buffer.from(part.buffer, part.byteOffset, part.length)])
      }
      await client.query(TRIM)
    })
  }

  newest(): Promise<Uint8Array | undefined> {
    return this.#session.locally(async (client) => {
      const { rows } = await client.query<{ body: Buffer }>(NEWEST)
      return rows[0]?.body
    })
  }

  /** Reads the parts after part `n`. */
  read(n: number): Promise<readonly PricePart[]> {
    return this.#session.locally(async (client) => {
      const { rows } = await client.query<{ n: string; body: Buffer }>(READ, [n])
      return rows.map((row) => ({ n: Number(row.n), body: row.body }))
    })
  }

  close(): void {
    this.#session.close()
  }
}
