import type { Client } from 'pg'
import { type DatabaseSettings, faultOfSettings, SETTINGS_QUERY } from './postgres-settings.js'

/** A session with a primary whose settings are correct. */
const CONNECT_MS = 2_000
/** The client library's message for a statement without an answer. */
const TIMEOUT = 'Query read timeout'
export const SILENCE_MS = 10_000
/**
 * `jit = off`, because with `enable_seqscan = off` a plan that must scan a table has a very high
 * cost, and PostgreSQL compiles plans of high cost. That takes longer than these short statements.
 */
const SESSION =
  'SET synchronous_commit = on; SET enable_seqscan = off; SET enable_bitmapscan = off; SET jit = off; SET client_min_messages = warning'

export interface DatabaseSession {
  readonly client: Client
  notices: number
}

/**
 * Opens a session with the one host of `url`. A statement without an answer for `silenceMs` ends
 * the session.
 */
export async function openSession(url: string, silenceMs = SILENCE_MS): Promise<DatabaseSession> {
  // Most servers have no quorum, and the library takes a tenth of a second to load.
  const { default: pg } = await import('pg')
  const client = new pg.Client({
    connectionString: url,
    application_name: 'openfloor',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: silenceMs,
    keepAlive: true,
  })
  const session: DatabaseSession = { client, notices: 0 }
  // The open statement, or the next one, will report the error.
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
    return session
  } catch (error) {
    endSession(session)
    throw error
  }
}

/**
 * Closes a session at once. A server that waits for its quorum would answer a regular end only
 * afterwards.
 */
export function endSession({ client }: Pick<DatabaseSession, 'client'>): void {
  client.connection.stream.destroy()
}

/**
 * The text of an error. If a name has several addresses, the connection error has its texts in
 * inner errors.
 */
export function textOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map(textOf).join(', ')
  }
  const text = error instanceof Error ? error.message : String(error)
  return text === TIMEOUT ? 'it did not answer in time' : text
}
