import { Piscina } from 'piscina'
import { EMAILS_AT_ONCE } from '../../engine/limits/mail.js'
import type { EmailTry } from '../../engine/mail/next-try.js'
import type { SendTask } from '../../wire/thread/mail-messages.js'
import type { MailerData } from './mailer.task.js'

/** How many test e-mails may be sent in addition to others. */
const TESTS_AT_ONCE = 4
const IDLE_MS = 30_000

/**
 * The thread that talks to mail servers. It starts with the first e-mail and ends when there is
 * nothing to send. If it ends unexpectedly, its e-mails count as failed and are tried again.
 */
export class Mailer {
  readonly #pool: Piscina<SendTask, EmailTry>

  constructor(data: MailerData) {
    this.#pool = new Piscina<SendTask, EmailTry>({
      filename: new URL('./mailer.task.js', import.meta.url).href,
      workerData: data,
      minThreads: 0,
      maxThreads: 1,
      concurrentTasksPerWorker: EMAILS_AT_ONCE + TESTS_AT_ONCE,
      idleTimeout: IDLE_MS,
      // Threads must read their connections between two e-mails, too.
      atomics: 'disabled',
    })
  }

  /** Never rejects. */
  async send(task: SendTask): Promise<EmailTry> {
    try {
      return await this.#pool.run(task)
    } catch {
      return { is: 'failed', error: 'The thread that sends e-mails has ended.', isFinal: false }
    }
  }

  async stop(): Promise<void> {
    await this.#pool.destroy()
  }
}
