import { MAIL_TOLD_CHARACTERS_MAX } from '../../engine/limits/mailbox.js'
import type { Login, UnixMs } from '../../engine/units.js'
import { timeText } from '../format/time-text.js'

export const MAIL_FOLDERS = ['inbox', 'sent', 'draft'] as const
export type MailFolder = (typeof MAIL_FOLDERS)[number]

/** The fields that only drafts have, with the version of the draft. */
export interface MailDraft extends DraftTerms {
  readonly version: number
}

export interface DraftTerms {
  readonly email: boolean
  /** A message of the writer whose thread it joins; 0 means none. */
  readonly reply_to: number
  /** The mailbox that a trader's draft is addressed to; 0 means none. */
  readonly to: Login
  readonly to_group: string
  readonly to_logins: readonly Login[]
}

/** A message in one owner's mailbox. Other mailboxes may have copies of it. */
export interface StoredMail {
  readonly id: number
  readonly owner: Login
  readonly folder: MailFolder
  readonly thread_id: number
  /** The id of the message that the copies share. */
  readonly message: number
  readonly message_id: string
  readonly from: Login
  readonly from_name: string
  readonly recipients: string
  readonly subject: string
  readonly body: string
  readonly read: boolean
  readonly created_at: UnixMs
  /** The fields of a draft; null for a sent message. */
  readonly draft: MailDraft | null
}

export interface MailFile {
  readonly id: number
  readonly file_id: string
  readonly name: string
  readonly media: string
  readonly bytes: number
}

export interface WholeMail {
  readonly mail: StoredMail
  readonly files: readonly MailFile[]
}

/** A message in the form of the API. */
export function mailView({ mail, files }: WholeMail) {
  const { owner: _owner, message: _message, created_at, draft, ...rest } = mail
  return {
    ...rest,
    created_at: timeText(created_at),
    draft: draft === null ? null : { ...draft, to_logins: [...draft.to_logins] },
    attachments: files.map(({ id, name, bytes: size }) => ({ id, name, size })),
  }
}

/** A message in the form for events: a long text is shortened. */
export function toldMail({ mail, files }: WholeMail) {
  const body = mail.body.slice(0, MAIL_TOLD_CHARACTERS_MAX)
  return mailView({ mail: { ...mail, body }, files })
}

export type MailView = ReturnType<typeof mailView>
