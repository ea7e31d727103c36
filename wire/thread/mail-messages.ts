import type { UnixMs } from '../../engine/units.js'

/** The content of an e-mail: always plain text, optionally HTML as well. */
export interface EmailContent {
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** A stored file to attach, if it still exists. */
  readonly file?: { readonly id: string; readonly name: string; readonly media: string }
  /** A text to attach as a file; it is stored with the e-mail. */
  readonly attached?: { readonly name: string; readonly media: string; readonly text: string }
}

export interface OutgoingEmail {
  readonly messageId: string
  readonly to: string
  readonly content: EmailContent
  readonly createdAt: UnixMs
}

export type SmtpSecurity = 'none' | 'starttls' | 'tls'

/** A mail server including its password, for the thread that signs in there. */
export interface SmtpServer {
  readonly host: string
  readonly port: number
  readonly security: SmtpSecurity
  readonly login: string
  readonly password: string
  readonly senderEmail: string
  readonly senderName: string
}

/** Statistics of a mail server since it was added. */
export interface MailServerStats {
  readonly server: number
  readonly sent: number
  /** The number of e-mails that were given up after all attempts. */
  readonly errors: number
  /** The number of e-mails that wait or are being sent. */
  readonly queued: number
  readonly sendMs: number
}

/** A single attempt to send an e-mail. */
export interface SendTask {
  readonly server: SmtpServer
  readonly email: OutgoingEmail
}
