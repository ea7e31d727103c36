import {
  MAIL_PAGE_MAX,
  MAIL_THREAD_BYTES_MAX,
  MAIL_THREAD_MAX,
} from '../../engine/limits/mailbox.js'
import { because } from '../../engine/reasons/reasons.js'
import type { Login } from '../../engine/units.js'
import { addresseesRepo } from '../../storage/repos/people/addressees.js'
import { type DeliveryState, mailsRepo } from '../../storage/repos/people/mails.js'
import { outboxRepo } from '../../storage/repos/people/outbox.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { inSnapshot } from '../../storage/sqlite/snapshot.js'
import type { EmailState } from '../../wire/stored/stored-email.js'
import type { MailFolder, StoredMail, WholeMail } from '../../wire/stored/stored-mail.js'
import { accept, type Handlers } from '../thread/ask.js'
import { BAD_PAGE, isPage } from './page.js'

/** Mailboxes, and the number of recipients of a mail. */
export interface MailQueries {
  'mail.page': {
    readonly request: {
      readonly owner: Login
      readonly folder: MailFolder
      readonly page: number
      readonly limit: number
    }
    readonly answer: MailPage
  }
  /** Returns the mails of a thread, oldest first. Of a long thread it returns only the newest. */
  'mail.thread': {
    readonly request: { readonly owner: Login; readonly thread: number }
    readonly answer: readonly WholeMail[]
  }
  'mail.delivery': {
    /** The sender, and the sender's copy. */
    readonly request: { readonly owner: Login; readonly id: number }
    readonly answer: DeliveryState & { readonly emails: Readonly<Record<EmailState, number>> }
  }
  'mail.reached': {
    readonly request: { readonly groups: readonly string[] }
    readonly answer: { readonly accounts: number; readonly emails: number }
  }
}

export interface MailPage {
  readonly rows: readonly MailRow[]
  readonly total: number
  readonly unread: number
}

export interface MailRow extends WholeMail {
  /** The number of the thread's messages in the folder; null for a draft. */
  readonly count: number | null
}

export function mailQueries(db: Sqlite): Handlers<MailQueries> {
  const mails = mailsRepo(db)
  const addressees = addresseesRepo(db)
  const outbox = outboxRepo(db)
  const whole = (mail: StoredMail): WholeMail => ({ mail, files: mails.files(mail.message) })
  return {
    'mail.page': ({ owner, folder, page, limit }) => {
      if (!isPage(page, limit) || limit > MAIL_PAGE_MAX) return BAD_PAGE
      return inSnapshot(db, () => {
        const { count: unread } = mails.unread(owner)
        if (folder === 'draft') {
          const drafts = mails.drafts(owner, page, limit)
          const rows = drafts.map((mail) => ({ ...whole(mail), count: null }))
          return accept({ rows, total: mails.count(owner, folder), unread })
        }
        const rows = mails
          .threads(owner, folder, page, limit)
          .map(({ mail, count, isRead }) => ({ ...whole({ ...mail, read: isRead }), count }))
        return accept({ rows, total: mails.threadCount(owner, folder), unread })
      })
    },
    'mail.thread': ({ owner, thread }) =>
      inSnapshot(db, () => {
        const found: StoredMail[] = []
        let bytes = 0
        for (const mail of mails.thread(owner, thread)) {
          bytes += Buffer.byteLength(mail.body)
          if (found.length >= MAIL_THREAD_MAX || bytes > MAIL_THREAD_BYTES_MAX) break
          found.push(mail)
        }
        return accept(found.reverse().map(whole))
      }),
    'mail.delivery': ({ owner, id }) =>
      inSnapshot(db, () => {
        const mail = mails.get(owner, id)
        if (mail?.folder !== 'sent') return because('not_found.mail', { id })
        return accept({ ...mails.deliveryOf(mail.message), emails: outbox.ofMessage(mail.message) })
      }),
    'mail.reached': ({ groups }) =>
      inSnapshot(db, () => {
        const counts = groups.map((group) => addressees.countOf(group))
        const sum = (of: (count: (typeof counts)[number]) => number): number =>
          counts.reduce((total, count) => total + of(count), 0)
        return accept({
          accounts: sum(({ accounts }) => accounts),
          emails: sum(({ emails }) => emails),
        })
      }),
  }
}
