import { readFile } from 'node:fs/promises'
import { workerData } from 'node:worker_threads'
import { SMTP_EMAIL_MS } from '../../engine/limits/mail.js'
import type { EmailTry } from '../../engine/mail/next-try.js'
import { filePath } from '../../storage/paths.js'
import type { OutgoingEmail, SendTask } from '../../wire/thread/mail-messages.js'
import { systemClock } from '../thread/clock.js'
import { Outbound } from '../thread/outbound.js'
import { reportingMemory } from '../thread/own-memory.js'
import { mimeOf } from './mime.js'
import { SmtpPool } from './smtp-pool.js'
import { SendError } from './smtp-session.js'

/**
 * The entry of a thread that talks to mail servers, so that a slow or hostile one delays no other
 * thread.
 */
export interface MailerData {
  readonly outboundAllow: readonly string[]
  /** The directory of files to attach; undefined to send none. */
  readonly dataDir?: string
}

const { dataDir, outboundAllow } = workerData as MailerData
const clock = systemClock()
const pool = new SmtpPool(new Outbound(outboundAllow), clock)

export default reportingMemory('mailer', send)

async function send(task: SendTask): Promise<EmailTry> {
  const begun = clock.monotonic()
  try {
    await sent(task)
    return { is: 'sent', tookMs: clock.monotonic() - begun }
  } catch (error) {
    if (error instanceof SendError) {
      return { is: 'failed', error: error.message, isFinal: error.isFinal }
    }
    throw error
  }
}

/** The file to send with an e-mail; null if it has none or the file was deleted. */
async function fileOf({ content: { file } }: OutgoingEmail): Promise<Uint8Array | null> {
  if (file === undefined || dataDir === undefined) return null
  try {
    return await readFile(filePath(dataDir, file.id))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

async function sent({ server, email }: SendTask): Promise<void> {
  const message = await mimeOf(email, server, await fileOf(email))
  const session = await pool.take(server)
  const late = () => session.abort('The mail server took too long.')
  const timer = clock.after(SMTP_EMAIL_MS, late)
  try {
    await session.send(server.senderEmail, email.to, message)
    pool.give(server, session)
  } finally {
    timer.cancel()
  }
}
