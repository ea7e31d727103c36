import MailComposer from 'nodemailer/lib/mail-composer'
import type { OutgoingEmail, SmtpServer } from '../../wire/thread/mail-messages.js'

/**
 * An e-mail as it goes over the line. Addresses and names are handed over as objects, so nothing in them is read as
 * another header or another recipient; files and addresses of the web are never opened.
 */
export function mimeOf(
  email: OutgoingEmail,
  server: SmtpServer,
  bytes: Uint8Array | null = null,
): Promise<Buffer> {
  const { subject, text, html, file } = email.content
  const attached =
    file === undefined || bytes === null
      ? []
      : [{ filename: file.name, contentType: file.media, content: Buffer.from(bytes) }]
  const composer = new MailComposer({
    from: { name: server.senderName, address: server.senderEmail },
    to: { name: '', address: email.to },
    subject,
    text,
    ...(html === undefined ? {} : { html }),
    attachments: attached,
    messageId: `<${email.messageId}>`,
    date: new Date(email.createdAt),
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}
