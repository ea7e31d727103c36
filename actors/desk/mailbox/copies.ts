import { MAIL_DRAFTS_MAX } from '../../../engine/limits/mailbox.js'
import {
  fillPlaceholders,
  hasPlaceholders,
  type Placeholders,
} from '../../../engine/names/placeholders.js'
import type { Login } from '../../../engine/units.js'
import type { Addressee } from '../../../storage/repos/people/addressees.js'
import type { StoredMail, WholeMail } from '../../../wire/stored/stored-mail.js'
import { toldMail } from '../../../wire/stored/stored-mail.js'
import type { Desk } from '../desk.js'
import { FileShelf } from '../files.js'

/** A message as it is put into mailboxes. */
export interface SentMessage {
  readonly message: number
  readonly thread: number
  readonly subject: string
  readonly body: string
  /** True to replace placeholders for each recipient. Only for messages of staff. */
  readonly isFilled: boolean
}

export interface ArrivedMail {
  readonly login: Login
  readonly id: number
}

/** Copies of messages in mailboxes. Changing methods are called inside changes. */
export class MailCopies {
  readonly #desk: Desk
  readonly #shelf: FileShelf

  constructor(desk: Desk) {
    this.#desk = desk
    this.#shelf = new FileShelf(desk)
  }

  /** Puts a copy into a recipient's inbox; undefined if it is there already. */
  deliver(sent: SentMessage, to: Addressee): ArrivedMail | undefined {
    const { message, thread, subject, body, isFilled } = sent
    const hasOwn = isFilled && (hasPlaceholders(subject) || hasPlaceholders(body))
    const id = this.#desk.tables.mails.addCopy({
      owner: to.login,
      folder: 'inbox',
      message,
      thread,
      isRead: false,
      ...(hasOwn ? this.filledFor(sent, to) : {}),
      at: this.#desk.clock.now(),
    })
    return id === undefined ? undefined : { login: to.login, id }
  }

  /** The message as its recipient reads it; `shown` replaces some of the recipient's values. */
  filledFor(
    { subject, body }: Pick<SentMessage, 'subject' | 'body'>,
    to: Addressee,
    shown: Partial<Placeholders> = {},
  ): { subject: string; body: string } {
    const values = { ...this.#valuesOf(to), ...shown }
    return { subject: fillPlaceholders(subject, values), body: fillPlaceholders(body, values) }
  }

  /** Removes a copy; the last copy of a message also removes the message and its files. */
  remove({ id, message }: Pick<StoredMail, 'id' | 'message'>): void {
    this.#desk.tables.mails.removeCopy(id)
    this.release(message)
  }

  /** Removes all drafts of a mailbox, inside a change. Returns how many there were. */
  removeDrafts(owner: Login): number {
    const drafts = this.#desk.tables.mails.drafts(owner, 1, MAIL_DRAFTS_MAX)
    for (const draft of drafts) this.remove(draft)
    return drafts.length
  }

  /** Removes one reference to a message; the last one removes the message and its files. */
  release(message: number): void {
    const files = this.#desk.tables.mails.files(message)
    if (!this.#desk.tables.mails.release(message)) return
    for (const { file_id } of files) this.#shelf.release(file_id)
  }

  whole(mail: StoredMail): WholeMail {
    return { mail, files: this.#desk.tables.mails.files(mail.message) }
  }

  /** Notifies terminals of arrived mails, after the change. */
  tell(arrived: readonly ArrivedMail[]): void {
    const items = arrived.flatMap(({ login, id }) => {
      const mail = this.#desk.tables.mails.get(login, id)
      return mail === undefined ? [] : [{ login, view: toldMail(this.whole(mail)) }]
    })
    if (items.length > 0) this.#desk.publish({ type: 'mails', items })
  }

  #valuesOf({ login, name, last_name, group: path }: Addressee): Placeholders {
    const { world } = this.#desk.config
    const group = world.named('groups', path)
    const brand = group === undefined ? undefined : world.named('brands', group.company)
    return {
      login: String(login),
      name: `${name} ${last_name}`.trim(),
      group: path,
      currency: group?.currency ?? '',
      company: group?.company ?? '',
      company_email: brand?.support_email ?? '',
      company_phone: brand?.phone ?? '',
      company_website: brand?.website ?? '',
    }
  }
}
