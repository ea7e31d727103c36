import MailComposer from 'nodemailer/lib/mail-composer'
import type { OutgoingEmail, SmtpServer } from '../../wire/thread/mail-messages.js'

/**
 * Encodes an e-mail for transport. Addresses and names are passed as objects, so nothing in them
 * can become another header or recipient; file paths and web addresses are never opened.
 */
export function mimeOf(
  email: OutgoingEmail,
  server: SmtpServer,
  bytes: Uint8Array | null = null,
): Promise<Buffer> {
  const { subject, text, html, file, attached: own } = email.content
  const attached = [
    ...(file === undefined || bytes === null ? [] : [attachmentOf(file, Buffer.from(bytes))]),
    ...(own === undefined ? [] : [attachmentOf(own, Buffer.from(own.text))]),
  ]
  const composer = new MailComposer({
    from: { name: server.senderName, address: server.senderEmail },
    to: { name: '', address: email.to },
    text,
    ...(html === undefined ? {} : { html }),
    attachments: attached,
    messageId: `<${email.messageId}>`,
    date: new Date(email.createdAt),
    headers: {
      'Auto-Submitted': 'auto-generated',
      Subject: { prepared: true, value: subjectOf(subject) },
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}

function attachmentOf({ name, media }: { name: string; media: string }, content: Buffer) {
  return { filename: name, contentType: media, content }
}

/** Characters that need no encoding, unless they look like an encoded word. */
const PLAIN = /^(?!.*=\?)[ -~]*$/
const ENCODED_BYTES_MAX = 45

/**
 * The subject, encoded if it contains letters beyond ASCII or text that looks like an encoded word.
 */
function subjectOf(subject: string): string {
  if (PLAIN.test(subject)) return subject
  const words: string[] = []
  let word = ''
  for (const character of subject) {
    if (Buffer.byteLength(word + character) > ENCODED_BYTES_MAX) {
      words.push(word)
      word = ''
    }
    word += character
  }
  words.push(word)
  return words.map((one) => `=?UTF-8?B?${Buffer.from(one).toString('base64')}?=`).join(' ')
}
