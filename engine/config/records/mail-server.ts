/** A server for outgoing e-mails, as staff see it. */
export interface MailServerRecord {
  readonly id: number
  readonly name: string
  /** host:port */
  readonly server: string
  /** The encryption. With `starttls` the connection must switch to TLS before anything is sent. */
  readonly security: MailSecurity
  readonly login: string
  readonly has_password: boolean
  readonly sender_email: string
  readonly sender_name: string
  readonly enabled: boolean
  /** True for the server that sends the platform's e-mails. */
  readonly is_default: boolean
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
}

export const MAIL_SECURITIES = ['none', 'starttls', 'tls'] as const
export type MailSecurity = (typeof MAIL_SECURITIES)[number]

/** A mail server with its password, only for the sending thread. */
export interface OpenedMailServer extends MailServerRecord {
  readonly password: string
}
