import type { UnixMs } from '../../engine/units.js'
import type {
  OutboxOperations,
  SettledEmail,
  TakenEmail,
  TakenEmails,
} from '../desk/people/outbox.js'
import type { Outcome } from '../thread/ask.js'
import type { Clock, Timer } from '../thread/clock.js'
import type { Logger } from '../thread/logger.js'
import type { Mailer } from './mailer.js'

/**
 * Sends what waits in the outbox.
 *
 *   R1. An e-mail that is being sent is not taken again before the desk knows its outcome.
 *   R2. It is woken when an e-mail is queued, when settings of mail servers change, when one was sent, and when the
 *       next one is due; while nothing waits it does nothing.
 *   R3. While the desk does not answer it asks again.
 */
export interface OutboxDesk {
  ask<Name extends 'outbox.take' | 'outbox.settle'>(
    name: Name,
    request: OutboxOperations[Name]['request'],
  ): Promise<Outcome<OutboxOperations[Name]['answer']>>
}

export interface OutboxRunnerOptions {
  readonly desk: OutboxDesk
  readonly mailer: Pick<Mailer, 'send'>
  readonly clock: Clock
  readonly logger: Logger
}

const AGAIN_MS = 1_000
/** The wall clock may be set: a time that is due is looked at again so often. */
const LOOK_MS = 60_000

export class OutboxRunner {
  readonly #options: OutboxRunnerOptions
  /** The e-mails being sent, by id, with the mail server that each goes through. */
  readonly #sending = new Map<number, number>()
  #timer: Timer | undefined
  #round: Promise<void> | undefined
  #isWoken = false
  #isRunning = false

  constructor(options: OutboxRunnerOptions) {
    this.#options = options
  }

  /** E-mails on their way to mail servers now. */
  get sending(): number {
    return this.#sending.size
  }

  start(): void {
    this.#isRunning = true
    this.wake()
  }

  wake(): void {
    if (!this.#isRunning) return
    this.#isWoken = true
    this.#round ??= this.#rounds().finally(() => {
      this.#round = undefined
      if (this.#isWoken) this.wake()
    })
  }

  /** Stops. E-mails being sent are left and sent again at the next start, unless their outcome is known by then. */
  async stop(): Promise<void> {
    this.#isRunning = false
    this.#isWoken = false
    this.#timer?.cancel()
    await this.#round
  }

  async #rounds(): Promise<void> {
    while (this.#isWoken && this.#isRunning) {
      this.#isWoken = false
      const busy = [...this.#sending].map(([id, server]) => ({ id, server }))
      const taken = await this.#options.desk.ask('outbox.take', { busy })
      if (!this.#isRunning) return
      if (!taken.ok) {
        this.#later(AGAIN_MS)
        return
      }
      this.#begin(taken.value)
    }
  }

  #begin({ emails, nextDue }: TakenEmails): void {
    for (const one of emails) {
      this.#sending.set(one.id, one.serverId)
      void this.#send(one)
    }
    this.#wakeAt(nextDue)
  }

  async #send({ id, serverId, server, email }: TakenEmail): Promise<void> {
    const { mailer, logger } = this.#options
    const result = await mailer.send({ server, email })
    if (result.is === 'failed') {
      const { error, isFinal } = result
      logger.warn({ email: id, mail_server: serverId, error, isFinal }, 'an e-mail was not sent')
    }
    await this.#settle({ id, serverId, result })
    this.#sending.delete(id)
    this.wake()
  }

  async #settle(settled: SettledEmail): Promise<void> {
    for (;;) {
      const told = await this.#options.desk.ask('outbox.settle', settled)
      if (told.ok || !this.#isRunning) return
      await new Promise<void>((resolve) => void this.#options.clock.after(AGAIN_MS, resolve))
    }
  }

  #wakeAt(due: UnixMs | null): void {
    if (due === null) this.#timer?.cancel()
    else this.#later(Math.min(LOOK_MS, Math.max(0, due - this.#options.clock.now())))
  }

  #later(ms: number): void {
    this.#timer?.cancel()
    this.#timer = this.#options.clock.after(ms, () => this.wake())
  }
}
