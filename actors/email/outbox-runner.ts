import type { UnixMs } from '../../engine/units.js'
import type {
  OutboxOperations,
  SettledEmail,
  TakenEmail,
  TakenEmails,
} from '../desk/people/outbox.js'
import type { Outcome } from '../thread/ask.js'
import type { Clock } from '../thread/clock.js'
import type { Logger } from '../thread/logger.js'
import { WokenRounds } from '../thread/woken-rounds.js'
import type { Mailer } from './mailer.js'

/**
 * Sends the waiting e-mails of the outbox.
 *
 *   - An e-mail being sent is not taken again before the desk knows its outcome.
 *   - The runner wakes when an e-mail is queued, when settings of mail servers change, when one was
 *     sent, and when the next one is due; otherwise it sleeps.
 *   - While the desk does not answer, it tries again.
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
/** A due time is checked again at this interval, because the wall clock may be changed. */
const LOOK_MS = 60_000

export class OutboxRunner {
  readonly #options: OutboxRunnerOptions
  readonly #rounds: WokenRounds
  /** The e-mails being sent, by id, with the mail server of each. */
  readonly #sending = new Map<number, number>()

  constructor(options: OutboxRunnerOptions) {
    this.#options = options
    this.#rounds = new WokenRounds({ clock: options.clock, round: () => this.#round() })
  }

  get sending(): number {
    return this.#sending.size
  }

  start(): void {
    this.#rounds.start()
  }

  wake(): void {
    this.#rounds.wake()
  }

  /** Stops the runner. The next start sends e-mails with an unknown outcome again. */
  stop(): Promise<void> {
    return this.#rounds.stop()
  }

  async #round(): Promise<void> {
    const busy = [...this.#sending].map(([id, server]) => ({ id, server }))
    const taken = await this.#options.desk.ask('outbox.take', { busy })
    if (!this.#rounds.isRunning) return
    if (taken.ok) this.#begin(taken.value)
    else this.#rounds.wakeAfter(AGAIN_MS)
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
      if (told.ok || !this.#rounds.isRunning) return
      await new Promise<void>((resolve) => void this.#options.clock.after(AGAIN_MS, resolve))
    }
  }

  #wakeAt(due: UnixMs | null): void {
    const { clock } = this.#options
    const ms = due === null ? null : Math.min(LOOK_MS, Math.max(0, due - clock.now()))
    this.#rounds.wakeAfter(ms)
  }
}
