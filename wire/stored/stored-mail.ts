import { MAIL_TOLD_CHARACTERS_MAX } from '../../engine/limits/mailbox.js'
import type { Login, UnixMs } from '../../engine/units.js'
import { timeText } from '../frame/time-text.js'

export const MAIL_FOLDERS = ['inbox', 'sent', 'draft'] as const
export type MailFolder = (typeof MAIL_FOLDERS)[number]

/** What a draft says beside subject and body, and how often it was saved. */
export interface MailDraft extends DraftTerms {
  readonly version: number
}

export interface DraftTerms {
  readonly email: boolean
  /** A mail of the writer's, whose thread it joins; 0 is none. */
  readonly reply_to: number
  /** The mailbox that a trader's draft goes to; 0 is none. */
  readonly to: Login
  readonly to_group: string
  readonly to_logins: readonly Login[]
}

/** A copy of a mail, as its holder has it. */
export interface StoredMail {
  readonly id: number
  readonly owner: Login
  readonly folder: MailFolder
  readonly thread_id: number
  /** The message, which others may have copies of. */
  readonly message: number
  readonly message_id: string
  readonly from: Login
  readonly from_name: string
  readonly recipients: string
  readonly subject: string
  readonly body: string
  readonly read: boolean
  readonly created_at: UnixMs
  /** Null of a mail that was sent. */
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

/** A mail as REST and sockets show it. */
export function mailView({ mail, files }: WholeMail) {
  const { owner: _owner, message: _message, created_at, draft, ...rest } = mail
  return {
    ...rest,
    created_at: timeText(created_at),
    draft: draft === null ? null : { ...draft, to_logins: [...draft.to_logins] },
    attachments: files.map(({ id, name, bytes: size }) => ({ id, name, size })),
  }
}

/** The same as terminals are told of it: of a long body the beginning. */
export function toldMail({ mail, files }: WholeMail) {
  const body = mail.body.slice(0, MAIL_TOLD_CHARACTERS_MAX)
  return mailView({ mail: { ...mail, body }, files })
}

export type MailView = ReturnType<typeof mailView>
