import { assert } from '../../../engine/assert.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { MAIL_COPIES_MAX } from '../../../engine/limits/mailbox.js'
import { defaultMailServer } from '../../../engine/mail/default-server.js'
import { groupPath } from '../../../engine/names/group-path.js'
import { masksIn } from '../../../engine/names/mask.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import type { StoredMail } from '../../../wire/stored/stored-mail.js'
import { accept, type Outcome } from '../../thread/ask.js'
import { requestId } from '../../thread/random.js'
import type { Actor } from '../actor.js'
import type { Desk, JournalWriter } from '../desk.js'
import { type Caller, StaffReach } from '../identity/staff-reach.js'
import { Outbox } from '../people/outbox.js'
import type { Once } from '../remembered-answers.js'
import { MailAddresses } from './addresses.js'
import { type ArrivedMail, MailCopies, type SentMessage } from './copies.js'
import { MailDeliveries } from './deliveries.js'
import { type DraftVersion, MailDrafts } from './drafts.js'
import { type GroupMail, namedRecipients } from './recipients.js'

/**
 * Sends mails: one message, a copy for its sender and one for each recipient.
 *
 *   - A mail, its copies, files, e-mails and journal line are one change. A mail to groups reaches
 *     its recipients in later steps (actors/desk/mailbox/deliveries.ts).
 *   - A login that does not exist or is out of scope refuses the mail. Accounts of groups without
 *     mail are skipped; without any recipient left the mail is refused.
 *   - A trader may write to mailboxes of staff with the right for it whose scope covers the
 *     account.
 *   - Each named recipient has a journal line, and each mask of a mail to groups. Staff may read
 *     the line if that account, or all of those groups, are in reach.
 */

interface Written {
  readonly actor: Actor
  readonly subject: string
  readonly body: string
  /** The ids of uploaded files to attach. */
  readonly uploads: readonly string[]
  /** The mail that this one replies to; 0 if it is no reply. */
  readonly replyTo: number
  /** The draft from which the mail was written, removed when it is sent; null for none. */
  readonly draft: DraftVersion | null
  readonly once?: Once
}

export interface SendMail extends Written {
  readonly to: readonly Login[] | GroupMail
  /** The mail server for additional e-mails: 0 is the default one, null sends no e-mails. */
  readonly server: number | null
}

export interface SendToStaff extends Written {
  readonly to: Login
}

export interface SentMail {
  readonly id: number
  readonly delivered: number
  readonly skipped: number
  readonly emailed: number
}

export function mailSendingDesk(desk: Desk) {
  const sending = new MailSending(desk)
  return {
    'mail.send': (request: SendMail) => sending.send(request),
    'mail.send_to_staff': (request: SendToStaff) => sending.sendToStaff(request),
  }
}

/** The maximum number of recipients that the sender sees by name. */
const NAMED_MAX = 5

interface Delivered {
  readonly arrived: readonly ArrivedMail[]
  readonly counts: Omit<SentMail, 'id'>
}

interface Sender {
  readonly login: Login
  readonly name: string
}

class MailSending {
  readonly #desk: Desk
  readonly #staff: StaffReach
  readonly #addresses: MailAddresses
  readonly #drafts: MailDrafts
  readonly #copies: MailCopies
  readonly #deliveries: MailDeliveries
  readonly #outbox: Outbox

  constructor(desk: Desk) {
    this.#desk = desk
    this.#staff = new StaffReach(desk)
    this.#addresses = new MailAddresses(desk)
    this.#drafts = new MailDrafts(desk)
    this.#copies = new MailCopies(desk)
    this.#deliveries = new MailDeliveries(desk)
    this.#outbox = new Outbox(desk)
  }

  send(request: SendMail): Outcome<SentMail> {
    const caller = this.#staff.holder(request.actor, 'mailbox')
    if (isRefusal(caller)) return caller
    const refusal = this.#refuseServer(request.server)
    if (refusal !== undefined) return refusal
    const sender = { login: caller.login, name: this.#addresses.nameOf(caller.profile) }
    const { to } = request
    return 'mask' in to
      ? this.#toGroups(request, to, caller, sender)
      : this.#toLogins(request, to, caller, sender)
  }

  sendToStaff(request: SendToStaff): Outcome<SentMail> {
    const login = callerOf(request.actor)
    const account = this.#desk.tables.accounts.get(login)
    assert(account !== undefined, 'who is signed in has an account')
    const to = this.#desk.tables.addressees.get(request.to)
    if (to === undefined || !this.#addresses.isMailbox(to.login, account.group)) {
      return refuseField('to', say('field.no_mailbox', { login: request.to }))
    }
    const sender = { login, name: `${account.name} ${account.last_name}`.trim() }
    const text = `A mail went to the mailbox ${to.login}: ${request.subject}`
    return this.#sent(request, sender, String(to.login), (sent, journal) => {
      journal(request.actor, { kind: 'mail', about: aboutMail(sent.message), login, text })
      const step = this.#deliveries.step({ ...sent, isFilled: false }, [to], null)
      if (!step.ok) return step
      const counts = { delivered: 1, skipped: 0, emailed: 0 }
      return accept({ arrived: step.value.arrived, counts })
    })
  }

  #toLogins(
    request: SendMail,
    logins: readonly Login[],
    caller: Caller,
    sender: Sender,
  ): Outcome<SentMail> {
    const named = namedRecipients(this.#desk, caller, logins)
    if (!named.ok) return named
    const { reached, skipped } = named.value
    if (reached.length === 0) return NOBODY
    const recipients = namesOf(reached.map(({ login }) => String(login)))
    const sent = this.#sent(request, sender, recipients, (message, journal) => {
      for (const { login } of reached) {
        const text = `A mail went to the account ${login}: ${request.subject}`
        journal(request.actor, { kind: 'mail', about: aboutMail(message.message), login, text })
      }
      const step = this.#deliveries.step(message, reached, request.server)
      if (!step.ok) return step
      const { arrived, emailed } = step.value
      return accept({ arrived, counts: { delivered: reached.length, skipped, emailed } })
    })
    if (sent.ok && sent.value.emailed > 0) this.#outbox.announce()
    return sent
  }

  #toGroups(
    request: SendMail,
    { mask, groups, accounts, emails, skipped }: GroupMail,
    caller: Caller,
    sender: Sender,
  ): Outcome<SentMail> {
    const reached = groups.filter((path) => caller.reach.covers(path))
    if (accounts === 0 || reached.length === 0) return NOBODY
    const counts = {
      delivered: accounts,
      skipped,
      emailed: request.server === null ? 0 : emails,
    }
    const sent = this.#sent(request, sender, mask, (message, journal, sentCopy) => {
      const given = masksIn(groupPath(mask))
      const without = given.filter((one) => one.startsWith('!'))
      for (const one of given) {
        if (one.startsWith('!')) continue
        const masks = [one, ...without]
        const text = `A mail went to the groups ${masks.join(', ')}: ${request.subject}`
        journal(request.actor, { kind: 'mail', about: aboutMail(message.message), masks, text })
      }
      this.#deliveries.begin({
        message: message.message,
        thread: message.thread,
        sender: sender.login,
        sentCopy,
        groups: reached,
        after: 0,
        server: request.server,
        done: 0,
        total: accounts,
      })
      return accept({ arrived: [], counts })
    })
    if (!sent.ok) return sent
    this.#deliveries.tell(sender.login, { id: sent.value.id, delivered: 0, total: accounts })
    return sent
  }

  /**
   * Writes the message with its files and the sender's copy; `deliver` does the rest of the change.
   */
  #sent(
    { actor, subject, body, uploads, replyTo, draft: seen }: Written,
    { login, name }: Sender,
    recipients: string,
    deliver: (sent: SentMessage, journal: JournalWriter, sentCopy: number) => Outcome<Delivered>,
  ): Outcome<SentMail> {
    assert(actor.login === login, 'who sends is who asks')
    const draft = this.#drafts.seen(login, seen)
    if (isRefusal(draft)) return draft
    const joined = this.#drafts.threadOf(login, replyTo)
    if (isRefusal(joined)) return joined
    if (this.#desk.tables.mails.held(login) >= MAIL_COPIES_MAX) return FULL
    const at = this.#desk.clock.now()
    let arrived: readonly ArrivedMail[] = []
    const outcome = this.#desk.change((journal) => {
      const message = this.#desk.tables.mails.addMessage({
        uuid: requestId(),
        sender: login,
        senderName: name,
        recipients,
        subject,
        body,
        draft: null,
        at,
      })
      const thread = joined ?? message
      const owned = { owner: login, folder: 'sent', isRead: true } as const
      const id = this.#desk.tables.mails.addCopy({ ...owned, message, thread, at })
      assert(id !== undefined, 'a new message is in no folder yet')
      this.#desk.tables.mails.addCopies(message, 1)
      const refusal = this.#addFiles(login, message, draft, uploads)
      if (refusal !== undefined) return refusal
      const delivered = deliver({ message, thread, subject, body, isFilled: true }, journal, id)
      if (!delivered.ok) return delivered
      arrived = delivered.value.arrived
      // The value of a change is stored under its key, so it must be the complete answer.
      return accept({ id, ...delivered.value.counts })
    })
    if (outcome.ok) this.#copies.tell(arrived)
    return outcome
  }

  #addFiles(
    login: Login,
    message: number,
    draft: StoredMail | undefined,
    uploads: readonly string[],
  ): Refusal | undefined {
    if (draft !== undefined) this.#drafts.sentAs(draft, message)
    return this.#drafts.addFiles(login, message, uploads)
  }

  /** Refuses a mail server that does not exist or does not send. */
  #refuseServer(server: number | null): Refusal | undefined {
    if (server === null) return undefined
    const servers = this.#desk.config.world.list('mail_servers')
    const named =
      server === 0 ? defaultMailServer(servers) : servers.find(({ id }) => id === server)
    if (named?.enabled === true) return undefined
    const why = server === 0 ? say('field.no_default_mail_server') : say('field.no_mail_server')
    return refuseField('server_id', why)
  }
}

const NOBODY = because('invalid_input.nobody_left')
const FULL = because('conflict.mailbox_full', { max: MAIL_COPIES_MAX })

/** The reference of a message in journal lines. */
function aboutMail(id: number) {
  return { kind: 'mails', id }
}

function callerOf({ login }: Actor): Login {
  assert(login !== null, 'mails have a sender')
  return login
}

function namesOf(names: readonly string[]): string {
  const named = names.slice(0, NAMED_MAX).join(', ')
  const more = names.length - NAMED_MAX
  return more > 0 ? `${named} and ${more} more` : named
}
