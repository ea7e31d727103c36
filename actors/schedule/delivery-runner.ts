import type { MailDeliveryOperations } from '../desk/mailbox/deliveries.js'
import type { Outcome } from '../thread/ask.js'
import type { Clock } from '../thread/clock.js'
import type { Logger } from '../thread/logger.js'
import { WokenRounds } from '../thread/woken-rounds.js'

/**
 * Has the desk deliver mails to groups, step by step, until nothing is left. A refused step, such
 * as with a full outbox or an unavailable desk, is tried again later.
 */
export interface DeliveryRunnerOptions {
  readonly desk: {
    ask(
      name: 'mail.deliver',
      request: null,
    ): Promise<Outcome<MailDeliveryOperations['mail.deliver']['answer']>>
  }
  readonly clock: Clock
  readonly logger: Logger
}

const AGAIN_MS = 5_000

export class DeliveryRunner {
  readonly #options: DeliveryRunnerOptions
  readonly #rounds: WokenRounds
  /** The last logged reason for waiting, to log each reason only once. */
  #toldWhy = ''

  constructor(options: DeliveryRunnerOptions) {
    this.#options = options
    this.#rounds = new WokenRounds({ clock: options.clock, round: () => this.#step() })
  }

  start(): void {
    this.#rounds.start()
  }

  wake(): void {
    this.#rounds.wake()
  }

  stop(): Promise<void> {
    return this.#rounds.stop()
  }

  async #step(): Promise<void> {
    const { desk, logger } = this.#options
    const step = await desk.ask('mail.deliver', null)
    if (step.ok) {
      this.#toldWhy = ''
      if (step.value) this.#rounds.wake()
      return
    }
    if (step.message !== this.#toldWhy) {
      logger.warn({ error: step.message }, 'a mail to groups waits')
    }
    this.#toldWhy = step.message
    this.#rounds.wakeAfter(AGAIN_MS)
  }
}
