import type { Login, UnixMs } from '../../../engine/units.js'
import type { EmailKind, EmailState, StoredEmail } from '../../../wire/stored/stored-email.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase, Statements } from '../../sqlite/statements.js'
import { loginsInGroups } from '../accounts/accounts.js'

/** The only SQL that names the outbox. Synchronous; the caller owns the transaction. */
export interface NewEmail {
  readonly messageId: string
  readonly kind: EmailKind
  readonly login: Login | null
  readonly to: string
  readonly subject: string
  /** Sealed. */
  readonly body: string
  readonly server: number
  readonly now: UnixMs
}

/** An e-mail that is due, with its sealed text. */
export interface DueEmail extends StoredEmail {
  readonly body: string
}

export interface MailTally {
  readonly server: number
  readonly sent: number
  readonly errors: number
  readonly send_ms: number
}

export interface OutboxFilter {
  readonly state?: EmailState
  readonly kind?: EmailKind
  readonly login?: Login
  /** The accounts that the reader may see: those of these groups, or also those that are no more; left out it is all. */
  readonly accounts?: { readonly groups: readonly string[]; readonly gone: boolean }
}

const COLUMNS = `id, message_id, kind, login, address AS "to", subject, server, state, tries, error,
  created_at, due_at, ended_at`

export const outboxRepo = perDatabase((db: Sqlite) => {
  const insertOne = db
    .prepare<object, number>(
      `INSERT INTO outbox (message_id, kind, login, address, subject, body, server, state, tries, error,
         created_at, due_at)
       VALUES (:messageId, :kind, :login, :to, :subject, :body, :server, 'queued', 0, '', :now, :now)
       RETURNING id`,
    )
    .pluck()
  const countWaiting = db
    .prepare<[], number>('SELECT coalesce(sum(count), 0) FROM mail_waiting')
    .pluck()
  const selectWaiting = db.prepare<[], { server: number; count: number }>(
    'SELECT server, count FROM mail_waiting',
  )
  const selectDue = db.prepare<[number, number, number], DueEmail>(
    `SELECT ${COLUMNS}, body FROM outbox WHERE state = 'queued' AND server = ? AND due_at <= ?
     ORDER BY due_at LIMIT ?`,
  )
  const selectNextDue = db
    .prepare<[number, number], number | null>(
      "SELECT min(due_at) FROM outbox WHERE state = 'queued' AND server = ? AND due_at > ?",
    )
    .pluck()
  const selectTried = db
    .prepare<[number], number>("SELECT tries FROM outbox WHERE id = ? AND state = 'queued'")
    .pluck()
  const updateEnded = db.prepare<[string, string, number, number]>(
    `UPDATE outbox SET state = ?, error = ?, ended_at = ?, tries = tries + 1, body = NULL WHERE id = ?`,
  )
  const updateLater = db.prepare<[string, number, number]>(
    'UPDATE outbox SET error = ?, due_at = ?, tries = tries + 1 WHERE id = ?',
  )
  const addTally = db.prepare<[number, number, number, number]>(
    `INSERT INTO mail_tallies (server, sent, errors, send_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (server) DO UPDATE SET sent = sent + excluded.sent, errors = errors + excluded.errors,
       send_ms = send_ms + excluded.send_ms`,
  )
  const selectTallies = db.prepare<[], MailTally>('SELECT * FROM mail_tallies')
  const updateUntried = db.prepare<[string, number, number, number]>(
    `UPDATE outbox SET state = 'failed', error = ?, ended_at = ?, body = NULL WHERE id IN
       (SELECT id FROM outbox WHERE state = 'queued' AND created_at <= ? LIMIT ?)`,
  )
  const updateOverCodes = db.prepare<[string, number, number, number]>(
    `UPDATE outbox SET state = 'failed', error = ?, ended_at = ?, body = NULL WHERE id IN
       (SELECT id FROM outbox WHERE state = 'queued' AND kind = 'code' AND created_at <= ? LIMIT ?)`,
  )
  const deleteOld = db.prepare<[number, number]>(
    'DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE ended_at <= ? LIMIT ?)',
  )
  const updateLost = db.prepare<[string]>(
    `UPDATE outbox SET server = 0 WHERE state = 'queued' AND server <> 0
       AND server NOT IN (SELECT value FROM json_each(?))`,
  )
  return {
    add: (email: NewEmail): number => Number(insertOne.get(email)),
    waiting: (): number => Number(countWaiting.get()),
    /** By the server that they wait for; 0 is the default one. */
    waitingByServer: () => selectWaiting.all(),
    due: (server: number, now: UnixMs, count: number) => selectDue.all(server, now, count),
    nextDue: (server: number, now: UnixMs): UnixMs | null => selectNextDue.get(server, now) ?? null,
    /** The tries so far of one that waits; undefined of one that does not any more. */
    tried: (id: number): number | undefined => selectTried.get(id),
    end(id: number, state: 'sent' | 'failed', error: string, now: UnixMs): void {
      updateEnded.run(state, error, now, id)
    },
    later(id: number, error: string, due: UnixMs): void {
      updateLater.run(error, due, id)
    },
    tally({ server, sent, errors, send_ms }: MailTally): void {
      addTally.run(server, sent, errors, send_ms)
    },
    tallies: (): readonly MailTally[] => selectTallies.all(),
    /** Gives up what was made before; answers how many. */
    giveUp: (error: string, before: UnixMs, now: UnixMs, count: number): number =>
      updateUntried.run(error, now, before, count).changes,
    /** Gives up codes that were made before; answers how many. */
    giveUpCodes: (error: string, before: UnixMs, now: UnixMs, count: number): number =>
      updateOverCodes.run(error, now, before, count).changes,
    /** Lets lines go that ended before; answers how many. */
    forget: (before: UnixMs, count: number): number => deleteOld.run(before, count).changes,
    /** What waits for a server that is there no more waits for the default one. */
    toDefault: (servers: readonly number[]): number =>
      updateLost.run(JSON.stringify(servers)).changes,
  }
})

/** Reading alone, for pages. */
export const outboxPages = perDatabase((db: Sqlite) => {
  const pages = new Statements(db)
  return {
    /** Newest first. */
    page(filter: OutboxFilter, page: number, limit: number) {
      const { where, values } = condition(filter)
      const rows = pages
        .of<StoredEmail>(`SELECT ${COLUMNS} FROM outbox ${where} ORDER BY id DESC LIMIT ? OFFSET ?`)
        .all(...values, limit, (page - 1) * limit)
      const counted = pages
        .of<{ total: number }>(`SELECT count(*) AS total FROM outbox ${where}`)
        .get(...values)
      return { rows, total: counted?.total ?? 0 }
    },
  }
})

function condition({ state, kind, login, accounts }: OutboxFilter) {
  const parts: string[] = []
  const values: unknown[] = []
  const take = (sql: string, value: unknown): void => {
    if (value === undefined) return
    parts.push(sql)
    values.push(value)
  }
  take('state = ?', state)
  take('kind = ?', kind)
  take('login = ?', login)
  if (accounts !== undefined) {
    const theirs = accounts.gone
      ? `login NOT IN (${loginsInGroups('not in')})`
      : `login IN (${loginsInGroups('in')})`
    take(`(login IS NULL OR ${theirs})`, JSON.stringify(accounts.groups))
  }
  return { where: parts.length === 0 ? '' : `WHERE ${parts.join(' AND ')}`, values }
}
