import type { Login, UnixMs } from '../../engine/units.js'
import { timeOrNull, timeText } from '../format/time-text.js'

/** `queued` means that the e-mail waits for its first or another attempt. */
export const EMAIL_STATES = ['queued', 'sent', 'failed'] as const
export type EmailState = (typeof EMAIL_STATES)[number]

/** The reasons for which the server sends e-mails. */
export const EMAIL_KINDS = [
  'code',
  'welcome',
  'margin_call',
  'statement',
  'report',
  'sign_in',
  'webhook',
  'mail',
] as const
export type EmailKind = (typeof EMAIL_KINDS)[number]

/** An e-mail in the outbox without its content, which is stored encrypted. */
export interface StoredEmail {
  readonly id: number
  /** The id is created with the row, so that an e-mail sent twice has the same id. */
  readonly message_id: string
  readonly kind: EmailKind
  /** The account that the e-mail is about, or null. */
  readonly login: Login | null
  readonly to: string
  readonly subject: string
  /** The mail server to use; 0 means the default one. */
  readonly server: number
  readonly state: EmailState
  readonly tries: number
  /** The first line of the mail server's last answer; empty if it accepted the e-mail. */
  readonly error: string
  readonly created_at: UnixMs
  /** The time at which the next attempt is due. */
  readonly due_at: UnixMs
  readonly ended_at: UnixMs | null
}

/**
 * An e-mail as staff see it; the address is only shown with the right. `waitsFor` says why it
 * cannot be sent at the moment.
 */
export function emailView(email: StoredEmail, showsAddress: boolean, waitsFor: string) {
  const { server, tries, due_at, created_at, ended_at, to, state, ...rest } = email
  return {
    ...rest,
    error: waitsFor || rest.error,
    to: showsAddress ? to : null,
    state,
    server_id: server === 0 ? null : server,
    attempts: tries,
    created_at: timeText(created_at),
    next_at: state === 'queued' ? timeText(due_at) : null,
    ended_at: timeOrNull(ended_at),
  }
}
