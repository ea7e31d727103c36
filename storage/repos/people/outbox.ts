import { assert } from '../../../engine/assert.js'
import type { Login, UnixMs } from '../../../engine/units.js'
import type { EmailKind, EmailState, StoredEmail } from '../../../wire/stored/stored-email.js'
import type { Sqlite } from '../../sqlite/open.js'
import { Sql, sqlPart } from '../../sqlite/sql.js'
import { perDatabase, Statements } from '../../sqlite/statements.js'
import { loginsInGroups } from '../accounts/accounts.js'

/** All SQL statements for the outbox. They run synchronously, in the caller's transaction. */
export interface NewEmail {
  readonly messageId: string
  readonly kind: EmailKind
  readonly login: Login | null
  readonly to: string
  readonly subject: string
  /** Sealed. */
  readonly body: string
  readonly server: number
  /** The mailbox message that the e-mail is sent with, or null. */
  readonly message: number | null
  readonly now: UnixMs
}

/** A due e-mail with its encrypted text. */
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
  /**
   * The accounts whose e-mails the reader may see: those of these groups, and with `gone` deleted
   * ones; undefined for all accounts.
   */
  readonly accounts?: { readonly groups: readonly string[]; readonly gone: boolean }
}

type Waiting = Pick<StoredEmail, 'id' | 'server'>

const EMAIL = sqlPart`id, message_id, kind, login, address AS "to", subject, server, state, tries, error,
  created_at, due_at, ended_at`

export const outboxRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  /**
   * Updates `mail_waiting`, the number of waiting e-mails per server. Every change of waiting
   * e-mails calls it.
   */
  const waits = (server: number, more: number) =>
    sql.run`INSERT INTO mail_waiting VALUES (${server}, ${more})
      ON CONFLICT (server) DO UPDATE SET count = count + ${more}`
  const failAll = (waiting: readonly Waiting[], error: string, now: UnixMs): number => {
    for (const { id, server } of waiting) {
      sql.run`UPDATE outbox SET state = 'failed', error = ${error}, ended_at = ${now}, body = NULL WHERE id = ${id}`
      waits(server, -1)
    }
    return waiting.length
  }
  /**
   * Due e-mails by urgency. A code expires within half an hour, and a letter informs one person of
   * a recent event; behind mass e-mails both would wait for hours. Each kind is read from its
   * index, up to the limit. The last index also contains the first two kinds, which are skipped.
   */
  const urgencies: readonly ((server: number, now: UnixMs, count: number) => DueEmail[])[] = [
    (server, now, count) =>
      sql.all`SELECT ${EMAIL}, body FROM outbox INDEXED BY outbox_codes
        WHERE state = 'queued' AND kind = 'code' AND server = ${server} AND due_at <= ${now}
        ORDER BY due_at LIMIT ${count}`,
    (server, now, count) =>
      sql.all`SELECT ${EMAIL}, body FROM outbox INDEXED BY outbox_letters
        WHERE state = 'queued' AND kind NOT IN ('code', 'mail', 'statement') AND server = ${server} AND due_at <= ${now}
        ORDER BY due_at LIMIT ${count}`,
    (server, now, count) =>
      sql.all`SELECT ${EMAIL}, body FROM outbox INDEXED BY outbox_due
        WHERE state = 'queued' AND kind IN ('mail', 'statement') AND server = ${server} AND due_at <= ${now}
        ORDER BY due_at LIMIT ${count}`,
  ]
  return {
    add({ messageId: message_id, to: address, now: created_at, ...rest }: NewEmail): number {
      const times = { created_at, due_at: created_at }
      const row = { ...rest, message_id, address, state: 'queued', tries: 0, error: '', ...times }
      waits(rest.server, 1)
      return Number(sql.insert('outbox', row))
    },
    /** Counts the e-mails that were sent with a mailbox message and are still in the outbox. */
    ofMessage(message: number): Readonly<Record<EmailState, number>> {
      const found = sql.all<{ state: EmailState; count: number }>`
        SELECT state, count(*) AS count FROM outbox WHERE message = ${message} GROUP BY state`
      const counts = Object.fromEntries(found.map(({ state, count }) => [state, count]))
      return { queued: 0, sent: 0, failed: 0, ...counts }
    },
    waiting: () => sql.value<number>`SELECT coalesce(sum(count), 0) FROM mail_waiting` ?? 0,
    /** Counts waiting e-mails by mail server; 0 is the default server. */
    waitingByServer: () =>
      sql.all<{ server: number; count: number }>`SELECT server, count FROM mail_waiting`,
    /** The most urgent e-mails first, and among equals the one that is due longest. */
    due(server: number, now: UnixMs, count: number): DueEmail[] {
      const found: DueEmail[] = []
      for (const dueOf of urgencies) {
        if (found.length < count) found.push(...dueOf(server, now, count - found.length))
      }
      return found
    },
    nextDue: (server: number, now: UnixMs) =>
      sql.value<UnixMs>`SELECT min(due_at) FROM outbox
        WHERE state = 'queued' AND server = ${server} AND due_at > ${now}` ?? null,
    /** The number of attempts for a waiting e-mail; undefined if it does not wait any more. */
    tried: (id: number) =>
      sql.value<number>`SELECT tries FROM outbox WHERE id = ${id} AND state = 'queued'`,
    /** Ends a waiting e-mail as sent or failed. */
    end(id: number, state: 'sent' | 'failed', error: string, now: UnixMs): void {
      const server = sql.value<number>`SELECT server FROM outbox WHERE id = ${id} AND state = 'queued'`
      assert(server !== undefined, 'an e-mail ends once')
      sql.run`UPDATE outbox SET state = ${state}, error = ${error}, ended_at = ${now}, tries = tries + 1, body = NULL
        WHERE id = ${id}`
      waits(server, -1)
    },
    later: (id: number, error: string, due: UnixMs) =>
      sql.run`UPDATE outbox SET error = ${error}, due_at = ${due}, tries = tries + 1 WHERE id = ${id}`,
    tally: ({ server, sent, errors, send_ms }: MailTally) =>
      sql.run`INSERT INTO mail_tallies (server, sent, errors, send_ms) VALUES (${server}, ${sent}, ${errors}, ${send_ms})
        ON CONFLICT (server) DO UPDATE SET sent = sent + excluded.sent, errors = errors + excluded.errors,
          send_ms = send_ms + excluded.send_ms`,
    tallies: () => sql.all<MailTally>`SELECT * FROM mail_tallies`,
    /** Gives up e-mails queued before a time. Returns their number. */
    giveUp: (error: string, before: UnixMs, now: UnixMs, count: number) =>
      failAll(
        sql.all<Waiting>`SELECT id, server FROM outbox
          WHERE state = 'queued' AND created_at <= ${before} LIMIT ${count}`,
        error,
        now,
      ),
    /** Gives up codes created before this time. Returns their number. */
    giveUpCodes: (error: string, before: UnixMs, now: UnixMs, count: number) =>
      failAll(
        sql.all<Waiting>`SELECT id, server FROM outbox
          WHERE state = 'queued' AND kind = 'code' AND created_at <= ${before} LIMIT ${count}`,
        error,
        now,
      ),
    /** Deletes rows of e-mails that ended before this time. Returns their number. */
    forget: (before: UnixMs, count: number) =>
      sql.run`DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE ended_at <= ${before} LIMIT ${count})`,
    /** Moves e-mails that wait for this server to the default server. Returns their number. */
    toDefault(server: number, count: number): number {
      const moved = sql.run`UPDATE outbox SET server = 0 WHERE id IN
        (SELECT id FROM outbox WHERE state = 'queued' AND server = ${server} LIMIT ${count})`
      waits(server, -moved)
      waits(0, moved)
      return moved
    },
  }
})

export const outboxPages = perDatabase((db: Sqlite) => {
  const pages = new Statements(db)
  return {
    /** Newest first. */
    page(filter: OutboxFilter, page: number, limit: number) {
      const { where, values } = condition(filter)
      const rows = pages
        .of<StoredEmail>(
          `SELECT ${EMAIL.text} FROM outbox ${where} ORDER BY id DESC LIMIT ? OFFSET ?`,
        )
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
