import { refuse } from '../../../engine/code.js'
import { recordsOf } from '../../../engine/config/book-records.js'
import {
  EMAIL_BODY_CHARACTERS_MAX,
  EMAIL_LINE_KEPT_MS,
  EMAIL_SUBJECT_MAX,
  EMAIL_WAITS_MS,
  EMAILS_AT_ONCE,
  EMAILS_PER_SERVER_AT_ONCE,
  EMAILS_WAITING_MAX,
} from '../../../engine/limits/mail.js'
import { SIGN_UP_CODE_MS } from '../../../engine/limits/sign-up.js'
import { defaultMailServer } from '../../../engine/mail/default-server.js'
import { type EmailTry, nextTry } from '../../../engine/mail/next-try.js'
import type { Login, UnixMs } from '../../../engine/units.js'
import { SealError } from '../../../storage/secrets/seal.js'
import type { EmailKind } from '../../../wire/stored/stored-email.js'
import type {
  EmailContent,
  MailServerStats,
  OutgoingEmail,
  SmtpServer,
} from '../../../wire/thread/mail-messages.js'
import { accept, type OperationsOf, type Outcome } from '../../thread/ask.js'
import { shortId } from '../../thread/random.js'
import type { Desk } from '../desk.js'
import { smtpServerOf } from './smtp-servers.js'

/**
 * E-mails on their way out.
 *
 *   O1. An e-mail is written in the change that it is about, with its `Message-ID` and its text sealed: it is sent if
 *       that change happened, whatever ends in between.
 *   O2. It is sent at least once. The row says `sent` after the mail server took it, so a crash in between sends it
 *       again, under the same `Message-ID`.
 *   O3. A try that failed is made again after 1, 5, 15 and 60 minutes; what a mail server refuses for good is not.
 *   O4. Its text goes when it was sent or given up; its line goes 90 days later. What is counted for a mail server
 *       outlives the lines.
 *   O5. A code that is over is not sent any more.
 */

/** The e-mails that are being sent already, which must not be taken twice. */
export interface TakeEmails {
  readonly busy: readonly { readonly id: number; readonly server: number }[]
}

export interface TakenEmails {
  readonly emails: readonly TakenEmail[]
  /** When the next e-mail is due; null while none waits that can be sent. */
  readonly nextDue: UnixMs | null
}

export interface TakenEmail {
  readonly id: number
  /** The mail server that the e-mail goes through now. */
  readonly serverId: number
  readonly server: SmtpServer
  readonly email: OutgoingEmail
}

export interface SettledEmail {
  readonly id: number
  readonly serverId: number
  readonly result: EmailTry
}

/** An e-mail to be written into the outbox. */
export interface QueuedEmail {
  readonly kind: EmailKind
  readonly login: Login | null
  readonly to: string
  readonly content: EmailContent
  /** The mail server to go through; left out, the default one. */
  readonly server?: number
}

/** The queue of e-mails that name no mail server and go through the default one. */
const BY_DEFAULT = 0
const SWEPT_AT_ONCE = 1000

export type OutboxOperations = OperationsOf<ReturnType<typeof outboxDesk>>

export function outboxDesk(desk: Desk) {
  const outbox = new Outbox(desk)
  return {
    /** The e-mails that are to be sent now, with the servers that they go through. */
    'outbox.take': ({ busy }: TakeEmails): Outcome<TakenEmails> => accept(outbox.take(busy)),
    'outbox.settle': (settled: SettledEmail) => outbox.settle(settled),
    /**
     * Gives up overdue e-mails, deletes old ones and requeues those whose mail server is gone; answers how many rows.
     */
    'outbox.sweep': () => outbox.sweep(),
    'outbox.stats': (): Outcome<readonly MailServerStats[]> => accept(outbox.stats()),
  }
}

export class Outbox {
  readonly #desk: Desk

  constructor(desk: Desk) {
    this.#desk = desk
  }

  /** Adds an e-mail to the outbox, inside a change (O1); call `told` after the change. */
  add({ kind, login, to, content, server = BY_DEFAULT }: QueuedEmail): Outcome<number> {
    const { subject, text, html = '' } = content
    if ([...subject].length > EMAIL_SUBJECT_MAX || /[\r\n]/.test(subject)) {
      return refuse('invalid_input', `A subject has one line of ${EMAIL_SUBJECT_MAX} characters.`)
    }
    if (text.length + html.length > EMAIL_BODY_CHARACTERS_MAX) {
      return refuse('too_large', 'This e-mail is too long.')
    }
    if (this.#desk.tables.outbox.waiting() >= EMAILS_WAITING_MAX) {
      return refuse('unavailable', 'Too many e-mails wait to be sent. Look at the mail servers.')
    }
    const messageId = `${shortId()}.${shortId()}@openfloor`
    const body = this.#desk.seal.seal(JSON.stringify(content), placeOf(messageId))
    const now = this.#desk.clock.now()
    return accept(
      this.#desk.tables.outbox.add({ messageId, kind, login, to, subject, body, server, now }),
    )
  }

  /** Wakes the sender of e-mails; called after the change. */
  told(): void {
    this.#desk.publish({ type: 'outbox', stats: this.stats() })
  }

  take(busy: TakeEmails['busy']): TakenEmails {
    const now = this.#desk.clock.now()
    const sending = new Set(busy.map(({ id }) => id))
    const emails: TakenEmail[] = []
    let nextDue: UnixMs | null = null
    for (const { queue, serverId, server } of this.#lanes()) {
      const inUse = busy.filter((one) => one.server === serverId).length
      const free = Math.min(
        EMAILS_PER_SERVER_AT_ONCE - inUse - countOf(emails, serverId),
        EMAILS_AT_ONCE - busy.length - emails.length,
      )
      const due = this.#desk.tables.outbox.due(queue, now, Math.max(0, free) + sending.size)
      for (const row of due.filter(({ id }) => !sending.has(id)).slice(0, Math.max(0, free))) {
        const content = this.#opened(row.message_id, row.body)
        if (row.kind === 'code' && row.created_at + SIGN_UP_CODE_MS <= now) {
          this.#drop(row.id, CODE_IS_OVER)
        } else if (content === undefined) this.#drop(row.id, SEALED_OTHERWISE)
        else {
          const { message_id: messageId, to, created_at: createdAt } = row
          emails.push({
            id: row.id,
            serverId,
            server,
            email: { messageId, to, content, createdAt },
          })
        }
      }
      const next = this.#desk.tables.outbox.nextDue(queue, now)
      if (next !== null && (nextDue === null || next < nextDue)) nextDue = next
    }
    return { emails, nextDue }
  }

  settle(settled: SettledEmail): Outcome<null> {
    const outcome = this.#settle(settled)
    if (outcome.ok) this.told()
    return outcome
  }

  #settle({ id, serverId: server, result }: SettledEmail): Outcome<null> {
    const tried = this.#desk.tables.outbox.tried(id)
    if (tried === undefined) return accept(null)
    const now = this.#desk.clock.now()
    return this.#desk.change(() => {
      if (result.is === 'sent') {
        this.#desk.tables.outbox.end(id, 'sent', '', now)
        this.#desk.tables.outbox.tally({
          server,
          sent: 1,
          errors: 0,
          send_ms: Math.round(result.tookMs),
        })
        return accept(null)
      }
      const due = nextTry(tried + 1, result.isFinal, now)
      if (due !== null) this.#desk.tables.outbox.later(id, result.error, due)
      else {
        this.#desk.tables.outbox.end(id, 'failed', result.error, now)
        this.#desk.tables.outbox.tally({ server, sent: 0, errors: 1, send_ms: 0 })
      }
      return accept(null)
    })
  }

  sweep(): Outcome<number> {
    const now = this.#desk.clock.now()
    const servers = recordsOf(this.#desk.config.records, 'mail_servers').map(({ id }) => id)
    return this.#desk.change(() => {
      const why = 'There was no mail server to send it through.'
      const given = this.#desk.tables.outbox.giveUp(why, now - EMAIL_WAITS_MS, now, SWEPT_AT_ONCE)
      const over = this.#desk.tables.outbox.giveUpCodes(
        CODE_IS_OVER,
        now - SIGN_UP_CODE_MS,
        now,
        SWEPT_AT_ONCE,
      )
      const moved = this.#desk.tables.outbox.toDefault(servers)
      return accept(
        given +
          over +
          moved +
          this.#desk.tables.outbox.forget(now - EMAIL_LINE_KEPT_MS, SWEPT_AT_ONCE),
      )
    })
  }

  /** Whether an e-mail that names no mail server can be sent. */
  get hasDefault(): boolean {
    return defaultMailServer(this.#desk.config.world.list('mail_servers')) !== undefined
  }

  /**
   * Figures of every mail server. E-mails for the default server count at it, or under server 0 while there is none.
   */
  stats(): readonly MailServerStats[] {
    const servers = recordsOf(this.#desk.config.records, 'mail_servers')
    const tallies = new Map(
      this.#desk.tables.outbox.tallies().map((tally) => [tally.server, tally]),
    )
    const waiting = new Map(
      this.#desk.tables.outbox.waitingByServer().map(({ server, count }) => [server, count]),
    )
    const usual = defaultMailServer(servers)?.id
    const shared = waiting.get(BY_DEFAULT) ?? 0
    const stats = servers.map(({ id }) => {
      const { sent = 0, errors = 0, send_ms: sendMs = 0 } = tallies.get(id) ?? {}
      const queued = (waiting.get(id) ?? 0) + (id === usual ? shared : 0)
      return { server: id, sent, errors, queued, sendMs }
    })
    if (usual !== undefined || shared === 0) return stats
    return [...stats, { server: BY_DEFAULT, sent: 0, errors: 0, queued: shared, sendMs: 0 }]
  }

  /** The queues that can be sent from now, each with its mail server. */
  #lanes() {
    const servers = this.#desk.config
      .opened('mail_servers', this.#desk.seal)
      .filter(({ enabled }) => enabled)
    const lanes = servers.map((record) => ({
      queue: record.id,
      serverId: record.id,
      server: smtpServerOf(record),
    }))
    const usualId = defaultMailServer(servers)?.id
    const usual = lanes.find(({ serverId }) => serverId === usualId)
    return usual === undefined ? lanes : [{ ...usual, queue: BY_DEFAULT }, ...lanes]
  }

  #opened(messageId: string, body: string): EmailContent | undefined {
    try {
      return JSON.parse(this.#desk.seal.open(body, placeOf(messageId))) as EmailContent
    } catch (error) {
      if (error instanceof SealError) return undefined
      throw error
    }
  }

  #drop(id: number, error: string): void {
    this.#desk.change(() => {
      this.#desk.tables.outbox.end(id, 'failed', error, this.#desk.clock.now())
      return accept(null)
    })
  }
}

const SEALED_OTHERWISE = 'Its text was sealed with another SECRET_KEY.'
const CODE_IS_OVER = 'The code was over before it could be sent.'

function countOf(emails: readonly TakenEmail[], serverId: number): number {
  return emails.filter((one) => one.serverId === serverId).length
}

function placeOf(messageId: string): string {
  return `outbox/${messageId}/body`
}
