import type { UnixMs } from '../../engine/units.js'

/** The content of an e-mail: always plain text, and HTML beside it where there is some. */
export interface EmailContent {
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** A file of this server that goes with it, as long as it is kept. */
  readonly file?: { readonly id: string; readonly name: string; readonly media: string }
  /** A text that goes with it as a file, and is kept with the e-mail. */
  readonly attached?: { readonly name: string; readonly media: string; readonly text: string }
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

/** Figures of one mail server since it was added. */
export interface MailServerStats {
  readonly server: number
  readonly sent: number
  /** Given up, after every try. */
  readonly errors: number
  /** Waiting, or being sent. */
  readonly queued: number
  readonly sendMs: number
}

/** An e-mail to be sent now, once. */
export interface SendTask {
  readonly server: SmtpServer
  readonly email: OutgoingEmail
}
