import type { Refusal } from '../../../engine/code.js'
import { MAIL_DRAFT_KEPT_MS } from '../../../engine/limits/mailbox.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import type { MailFile, WholeMail } from '../../../wire/stored/stored-mail.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Desk } from '../desk.js'
import { MailCopies } from './copies.js'

/**
 * Operations of a mailbox's holder on its mails. Nobody else sees a mailbox, so the journal has no
 * lines about it.
 *
 *   - A mail of another user is answered as not found.
 *   - A mail is kept until its holder deletes it; drafts that were not changed for 90 days are
 *     deleted.
 */

export interface OwnMail {
  readonly owner: Login
  readonly id: number
}

export interface OwnMailFile extends OwnMail {
  /** The index of the attachment in its mail. */
  readonly file: number
}

const SWEPT_AT_ONCE = 500

export function mailReadingDesk(desk: Desk) {
  const { mails } = desk.tables
  const copies = new MailCopies(desk)
  return {
    /** Returns a mail and marks it as read. */
    'mail.read': ({ owner, id }: OwnMail): Outcome<WholeMail> => {
      const mail = mails.get(owner, id)
      if (mail === undefined) return noMail(id)
      if (mail.read) return accept(copies.whole(mail))
      return desk.change(() => {
        mails.markRead(id)
        return accept(copies.whole({ ...mail, read: true }))
      })
    },
    'mail.read_thread': ({
      owner,
      thread,
    }: {
      readonly owner: Login
      readonly thread: number
    }): Outcome<null> =>
      desk.change(() => {
        mails.markThread(owner, thread)
        return accept(null)
      }),
    'mail.remove': ({ owner, id }: OwnMail): Outcome<null> => {
      const mail = mails.get(owner, id)
      if (mail === undefined) return noMail(id)
      return desk.change(() => {
        copies.remove(mail)
        return accept(null)
      })
    },
    'mail.file': ({ owner, id, file }: OwnMailFile): Outcome<MailFile> => {
      const mail = mails.get(owner, id)
      const found = mail && mails.files(mail.message).find((one) => one.id === file)
      return found === undefined ? noFile(file) : accept(found)
    },
    /** Removes old drafts and returns their number. */
    'mail.sweep': (): Outcome<number> =>
      desk.change(() => {
        const old = mails.oldDrafts(desk.clock.now() - MAIL_DRAFT_KEPT_MS, SWEPT_AT_ONCE)
        for (const { id, owner } of old) {
          const draft = mails.get(owner, id)
          if (draft !== undefined) copies.remove(draft)
        }
        return accept(old.length)
      }),
  }
}

export function noMail(id: number): Refusal {
  return because('not_found.mail', { id })
}

export function noFile(file: number): Refusal {
  return because('not_found.attachment', { id: file })
}
