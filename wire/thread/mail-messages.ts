import type { UnixMs } from '../../engine/units.js'

/** What an e-mail says. The plain text is always there; HTML is beside it. */
export interface EmailContent {
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** A file of this server that goes with it, as long as it is kept. */
  readonly file?: { readonly id: string; readonly name: string; readonly media: string }
}

/** An e-mail on its way to the thread that sends it. */
export interface OutgoingEmail {
  readonly messageId: string
  readonly to: string
  readonly content: EmailContent
  readonly createdAt: UnixMs
}

export type SmtpSecurity = 'none' | 'starttls' | 'tls'

/** A mail server with its password, for the thread that signs in there. */
export interface SmtpServer {
  readonly host: string
  readonly port: number
  readonly security: SmtpSecurity
  readonly login: string
  readonly password: string
  readonly senderEmail: string
  readonly senderName: string
}

/** What one mail server did since it is there. */
export interface MailServerStats {
  readonly server: number
  readonly sent: number
  /** Given up, after every try. */
  readonly errors: number
  /** Waiting, or being sent. */
  readonly queued: number
  readonly sendMs: number
}

/** One e-mail to be sent once, now. */
export interface SendTask {
  readonly server: SmtpServer
  readonly email: OutgoingEmail
}
