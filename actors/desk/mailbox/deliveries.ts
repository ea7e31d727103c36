import { EMAIL_BODY_CHARACTERS_MAX, EMAIL_SUBJECT_MAX } from '../../../engine/limits/mail.js'
import { MAIL_STEP_RECIPIENTS } from '../../../engine/limits/mailbox.js'
import type { Login } from '../../../engine/units.js'
import type { Addressee } from '../../../storage/repos/people/addressees.js'
import type { Delivery } from '../../../storage/repos/people/mails.js'
import type { MailProgress } from '../../../wire/thread/desk-messages.js'
import { accept, type OperationsOf, type Outcome } from '../../thread/ask.js'
import { noRoomFor } from '../../thread/no-room.js'
import type { Desk } from '../desk.js'
import { Outbox } from '../people/outbox.js'
import { type ArrivedMail, MailCopies, type SentMessage } from './copies.js'

/**
 * Mails to groups being delivered: one body, one row per recipient, in steps between which the desk
 * handles other requests.
 *
 *   - A step and its progress are one change. After a crash the next step continues after it, and
 *     nobody gets a mail twice, even after moving to another group.
 *   - An account that joins a group during the delivery may get the mail or not.
 *   - During the delivery the message is kept even if its sender deletes it.
 *   - If e-mails do not fit into the outbox, the step is repeated later.
 *   V5. Names of recipients may make a mail longer than an e-mail allows; it is cut. A recipient
 *       for whom no e-mail can be made does not stop the others.
 */

export interface DeliveryStep {
  readonly arrived: readonly ArrivedMail[]
  readonly emailed: number
}

const HALF_A_CHARACTER = /[\uD800-\uDBFF]$/
/** The sender is notified of the progress each time this many more recipients have the mail. */
const TOLD_EACH = 5_000

export type MailDeliveryOperations = OperationsOf<ReturnType<typeof mailDeliveriesDesk>>

export function mailDeliveriesDesk(desk: Desk) {
  const deliveries = new MailDeliveries(desk)
  return {
    /** Carries out the next step. Returns whether more remains. */
    'mail.deliver': () => deliveries.next(),
  }
}

export class MailDeliveries {
  readonly #desk: Desk
  readonly #copies: MailCopies
  readonly #outbox: Outbox

  constructor(desk: Desk) {
    this.#desk = desk
    this.#copies = new MailCopies(desk)
    this.#outbox = new Outbox(desk)
  }

  /** Stores a delivery; called inside the change that sends its mail. */
  begin(delivery: Delivery): void {
    this.#desk.tables.mails.putDelivery(delivery)
    this.#desk.tables.mails.addCopies(delivery.message, 1)
  }

  /** Delivers copies to some recipients, and their e-mails, inside a change. */
  step(sent: SentMessage, to: readonly Addressee[], server: number | null): Outcome<DeliveryStep> {
    const arrived: ArrivedMail[] = []
    let emailed = 0
    for (const one of to) {
      const copy = this.#copies.deliver(sent, one)
      if (copy === undefined) continue
      arrived.push(copy)
      if (server === null || one.email === '') continue
      const { subject, body: text } = this.#copies.filledFor(sent, one)
      const queued = this.#outbox.add({
        kind: 'mail',
        login: one.login,
        to: one.email,
        message: sent.message,
        content: { subject: oneLine(subject), text: bounded(text) },
        ...(server === 0 ? {} : { server }),
      })
      if (queued.ok) emailed++
      else if (queued.code === 'unavailable') return queued
    }
    this.#desk.tables.mails.addCopies(sent.message, arrived.length)
    return accept({ arrived, emailed })
  }

  next(): Outcome<boolean> {
    const delivery = this.#desk.tables.mails.nextDelivery()
    if (delivery === undefined) return accept(false)
    const full = noRoomFor(this.#desk.disk, 'staff')
    if (full !== undefined) return full
    const { message, thread, server, total } = delivery
    const [group] = delivery.groups
    const text = this.#desk.tables.mails.textOf(message)
    let progress: MailProgress | undefined
    const done = this.#desk.change((): Outcome<DeliveryStep> => {
      if (group === undefined || text === undefined) {
        this.#end(delivery)
        return accept({ arrived: [], emailed: 0 })
      }
      const some = this.#desk.tables.addressees.ofGroup(group, delivery.after, MAIL_STEP_RECIPIENTS)
      const step = this.step({ message, thread, ...text, isFilled: true }, some, server)
      if (!step.ok) return step
      const delivered = delivery.done + step.value.arrived.length
      const groups = some.length < MAIL_STEP_RECIPIENTS ? delivery.groups.slice(1) : delivery.groups
      const after = groups.length < delivery.groups.length ? 0 : (some.at(-1)?.login ?? 0)
      this.#desk.tables.mails.putDelivery({ ...delivery, groups, after, done: delivered })
      if (groups.length === 0 || passes(delivery.done, delivered)) {
        progress = { id: delivery.sentCopy, delivered, total }
      }
      if (groups.length === 0) this.#end(delivery)
      return step
    })
    if (!done.ok) return done
    this.#copies.tell(done.value.arrived)
    if (done.value.emailed > 0) this.#outbox.announce()
    if (progress !== undefined) this.tell(delivery.sender, progress)
    return accept(true)
  }

  /** Notifies the sender of the progress and wakes the delivery, after the change. */
  tell(login: Login, progress: MailProgress): void {
    this.#desk.publish({ type: 'mail_delivery', login, progress })
  }

  #end({ message }: Delivery): void {
    this.#desk.tables.mails.endDelivery(message)
    this.#copies.release(message)
  }
}

function passes(before: number, after: number): boolean {
  return Math.floor(before / TOLD_EACH) < Math.floor(after / TOLD_EACH)
}

/** The subject for an e-mail: one line (V5). */
function oneLine(subject: string): string {
  return [...subject.replaceAll(/[\r\n]+/g, ' ')].slice(0, EMAIL_SUBJECT_MAX).join('')
}

function bounded(text: string): string {
  if (text.length <= EMAIL_BODY_CHARACTERS_MAX) return text
  return text.slice(0, EMAIL_BODY_CHARACTERS_MAX).replace(HALF_A_CHARACTER, '')
}
