import { MINUTE_MS } from '../../../engine/calendar/durations.js'
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
import { because } from '../../../engine/reasons/reasons.js'
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
 * E-mails waiting to be sent.
 *
 *   O1. An e-mail is written in the change that causes it, with its `Message-ID` and its encrypted
 *       text. So it is sent if and only if that change happened, whatever process ends in between.
 *   - It is sent at least once. Its row becomes `sent` after the mail server accepted it, so after
 *     a crash in between it is sent again, with the same `Message-ID`.
 *   - A failed attempt is repeated after 1, 5, 15 and 60 minutes, unless the mail server refused
 *     permanently.
 *   - Its text is deleted when it was sent or given up, its row 90 days later. The counters of a
 *     mail server outlive the rows.
 *   - An expired code is not sent any more.
 *   - No sendable e-mail is forgotten: it is being sent, or its queue is at its limit, or `nextDue`
 *     says when to ask again. E-mails that were given up do not count for limits.
 *   - E-mails for a deleted mail server go through the default one.
 */

/** The e-mails that are being sent and must not be taken twice. */
export interface TakeEmails {
  readonly busy: readonly { readonly id: number; readonly server: number }[]
}

export interface TakenEmails {
  readonly emails: readonly TakenEmail[]
  /**
   * When to ask again: when the next e-mail is due, or when limits kept some back; null while no
   * sendable one waits.
   */
  readonly nextDue: UnixMs | null
}

export interface TakenEmail {
  readonly id: number
  /** The mail server through which the e-mail is sent now. */
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
  /** The mail server to use; undefined for the default one. */
  readonly server?: number
  /** The mailbox message that the e-mail is sent with. */
  readonly message?: number
}

/** The queue of e-mails that name no mail server and so use the default one. */
const BY_DEFAULT = 0
const SWEPT_AT_ONCE = 1000
/**
 * The maximum number of e-mails given up in one call, because each text must be decrypted and each
 * round is a disk write.
 */
const DROPPED_AT_ONCE = 64
/** The delay before a refused change, such as on a full disk, is tried again. */
const REFUSED_AGAIN_MS = MINUTE_MS

export type OutboxOperations = OperationsOf<ReturnType<typeof outboxDesk>>

export function outboxDesk(desk: Desk) {
  const outbox = new Outbox(desk)
  return {
    /** Returns the e-mails to send now, with their servers. */
    'outbox.take': ({ busy }: TakeEmails): Outcome<TakenEmails> => accept(outbox.take(busy)),
    'outbox.settle': (settled: SettledEmail) => outbox.settle(settled),
    /**
     * Gives up overdue e-mails, deletes old e-mails, and requeues e-mails of deleted mail servers.
     * Returns the number of rows.
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

  /** Adds an e-mail to the outbox, inside a change (O1); call `announce` after the change. */
  add(email: QueuedEmail): Outcome<number> {
    const { kind, login, to, content, server = BY_DEFAULT, message = null } = email
    const { subject, text, html = '', attached } = content
    if ([...subject].length > EMAIL_SUBJECT_MAX || /[\r\n]/.test(subject)) {
      return because('invalid_input.subject', { max: EMAIL_SUBJECT_MAX })
    }
    const characters = text.length + html.length + (attached?.text.length ?? 0)
    if (characters > EMAIL_BODY_CHARACTERS_MAX) {
      return because('too_large.email')
    }
    if (this.#desk.tables.outbox.waiting() >= EMAILS_WAITING_MAX) {
      return because('unavailable.emails')
    }
    const messageId = `${shortId()}.${shortId()}@openfloor`
    const body = this.#desk.seal.seal(JSON.stringify(content), placeOf(messageId))
    const now = this.#desk.clock.now()
    const row = { messageId, kind, login, to, subject, body, server, message, now }
    return accept(this.#desk.tables.outbox.add(row))
  }

  /** Wakes the sender of e-mails; called after the change. */
  announce(): void {
    this.#desk.publish({ type: 'outbox', stats: this.stats() })
  }

  take(busy: TakeEmails['busy']): TakenEmails {
    const now = this.#desk.clock.now()
    const taking = new Taking(now, busy)
    const gone = this.#gone()
    if (gone.length > 0) {
      const moved = this.#desk.change(() => accept(this.#toDefault(gone)))
      taking.goesOnAfter(moved, SWEPT_AT_ONCE)
    }
    for (const lane of this.#lanes()) {
      this.#takeFrom(lane, taking)
      taking.askAgainAt(this.#desk.tables.outbox.nextDue(lane.queue, now))
    }
    if (taking.changed > 0) this.announce()
    return { emails: taking.emails, nextDue: taking.nextDue }
  }

  #takeFrom({ queue, serverId, server }: Lane, taking: Taking): void {
    const { now } = taking
    for (let free = taking.free(serverId); free > 0; free = taking.free(serverId)) {
      const due = this.#desk.tables.outbox.due(queue, now, free + taking.known.size)
      const unfit: Unfit[] = []
      for (const row of due.filter(({ id }) => !taking.known.has(id)).slice(0, free)) {
        const { id, message_id: messageId, to, created_at: createdAt } = row
        const isOver = row.kind === 'code' && createdAt + SIGN_UP_CODE_MS <= now
        const content = isOver ? undefined : this.#opened(messageId, row.body)
        if (content !== undefined) {
          taking.add({ id, serverId, server, email: { messageId, to, content, createdAt } })
        } else unfit.push({ id, error: isOver ? CODE_IS_OVER : SEALED_OTHERWISE })
      }
      if (unfit.length === 0 || !taking.goesOnAfter(this.#drop(unfit), DROPPED_AT_ONCE)) return
    }
  }

  settle(settled: SettledEmail): Outcome<null> {
    const outcome = this.#settle(settled)
    if (outcome.ok) this.announce()
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
    const { outbox } = this.#desk.tables
    const now = this.#desk.clock.now()
    const gone = this.#gone()
    let ofWaiting = 0
    const swept = this.#desk.change(() => {
      const why = 'There was no mail server to send it through.'
      const given = outbox.giveUp(why, now - EMAIL_WAITS_MS, now, SWEPT_AT_ONCE)
      const over = outbox.giveUpCodes(CODE_IS_OVER, now - SIGN_UP_CODE_MS, now, SWEPT_AT_ONCE)
      ofWaiting = given + over + this.#toDefault(gone)
      return accept(ofWaiting + outbox.forget(now - EMAIL_LINE_KEPT_MS, SWEPT_AT_ONCE))
    })
    if (swept.ok && ofWaiting > 0) this.announce()
    return swept
  }

  /** True if e-mails without a named mail server can be sent. */
  get hasDefault(): boolean {
    return defaultMailServer(this.#desk.config.world.list('mail_servers')) !== undefined
  }

  /**
   * Figures of every mail server. E-mails for the default server count for it, or under server 0
   * while there is none.
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

  /** The queues that can be sent now, each with its mail server. */
  #lanes(): readonly Lane[] {
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

  /** The deleted mail servers that still have waiting e-mails. */
  #gone(): readonly number[] {
    const servers = recordsOf(this.#desk.config.records, 'mail_servers').map(({ id }) => id)
    return this.#desk.tables.outbox
      .waitingByServer()
      .filter(({ server, count }) => count > 0 && ![BY_DEFAULT, ...servers].includes(server))
      .map(({ server }) => server)
  }

  /** Moves some e-mails of these servers to the default one, inside a change. Returns how many. */
  #toDefault(servers: readonly number[]): number {
    let moved = 0
    for (const server of servers) {
      moved += this.#desk.tables.outbox.toDefault(server, SWEPT_AT_ONCE - moved)
    }
    return moved
  }

  #drop(unfit: readonly Unfit[]): Outcome<number> {
    const now = this.#desk.clock.now()
    return this.#desk.change(() => {
      for (const { id, error } of unfit) this.#desk.tables.outbox.end(id, 'failed', error, now)
      return accept(unfit.length)
    })
  }
}

/** A queue whose e-mails can be sent, with its mail server. */
interface Lane {
  readonly queue: number
  readonly serverId: number
  readonly server: SmtpServer
}

/** An e-mail that cannot be sent, and why. */
interface Unfit {
  readonly id: number
  readonly error: string
}

/** The e-mails taken in one call, and the free places for more. */
class Taking {
  readonly now: UnixMs
  readonly emails: TakenEmail[] = []
  /** The ids of e-mails that are being sent. */
  readonly known: Set<number>
  /** The number of e-mails that were given up or moved in this call. */
  changed = 0
  nextDue: UnixMs | null = null
  readonly #busy: TakeEmails['busy']

  constructor(now: UnixMs, busy: TakeEmails['busy']) {
    this.now = now
    this.#busy = busy
    this.known = new Set(busy.map(({ id }) => id))
  }

  /** The free places for e-mails through this mail server. */
  free(serverId: number): number {
    const busy = this.#busy.filter(({ server }) => server === serverId)
    const taken = this.emails.filter((one) => one.serverId === serverId)
    return Math.min(
      EMAILS_PER_SERVER_AT_ONCE - busy.length - taken.length,
      EMAILS_AT_ONCE - this.#busy.length - this.emails.length,
    )
  }

  add(email: TakenEmail): void {
    this.emails.push(email)
    this.known.add(email.id)
  }

  /** True to continue after this change. Otherwise sets when the runner should ask again. */
  goesOnAfter(change: Outcome<number>, max: number): boolean {
    if (!change.ok) this.askAgainAt(this.now + REFUSED_AGAIN_MS)
    else {
      this.changed += change.value
      if (this.changed < max) return true
      this.askAgainAt(this.now)
    }
    return false
  }

  askAgainAt(at: UnixMs | null): void {
    if (at !== null && (this.nextDue === null || at < this.nextDue)) this.nextDue = at
  }
}

const SEALED_OTHERWISE = 'Its text was sealed with another SECRET_KEY.'
const CODE_IS_OVER = 'The code was over before it could be sent.'

function placeOf(messageId: string): string {
  return `outbox/${messageId}/body`
}
