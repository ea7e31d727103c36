import type { Login, UnixMs } from '../../engine/units.js'
import { timeOrNull, timeText } from '../frame/time-text.js'

/** `queued` waits to be sent, or to be tried again. */
export const EMAIL_STATES = ['queued', 'sent', 'failed'] as const
export type EmailState = (typeof EMAIL_STATES)[number]

/** The reasons why this server sends e-mails. */
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

/** An e-mail of the outbox without its text, which is sealed. */
export interface StoredEmail {
  readonly id: number
  /** Made with the row, so that an e-mail that was sent twice is known as one. */
  readonly message_id: string
  readonly kind: EmailKind
  /** The account that it is about; null where there is none. */
  readonly login: Login | null
  readonly to: string
  readonly subject: string
  /** The mail server that it is sent through; 0 is the default one. */
  readonly server: number
  readonly state: EmailState
  readonly tries: number
  /** The first line of what the mail server said last; empty where it took the e-mail. */
  readonly error: string
  readonly created_at: UnixMs
  /** The time of the next try. */
  readonly due_at: UnixMs
  readonly ended_at: UnixMs | null
}

/** An e-mail as staff see it, its address only with the right. `waitsFor`: why it cannot be sent now, in words. */
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
