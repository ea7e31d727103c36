import type { MailDeliveryOperations } from '../desk/mailbox/deliveries.js'
import type { Outcome } from '../thread/ask.js'
import type { Clock, Timer } from '../thread/clock.js'
import type { Logger } from '../thread/logger.js'

/**
 * Has the desk take mails to groups further, one step after the other, as long as there is something to do. A step that
 * is refused, since e-mails beside it find no room or the desk is away, is asked for again later.
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
  #timer: Timer | undefined
  #round: Promise<void> | undefined
  #isWoken = false
  #isRunning = false

  constructor(options: DeliveryRunnerOptions) {
    this.#options = options
  }

  start(): void {
    this.#isRunning = true
    this.wake()
  }

  wake(): void {
    if (!this.#isRunning) return
    this.#isWoken = true
    this.#round ??= this.#steps().finally(() => {
      this.#round = undefined
      if (this.#isWoken) this.wake()
    })
  }

  async stop(): Promise<void> {
    this.#isRunning = false
    this.#isWoken = false
    this.#timer?.cancel()
    await this.#round
  }

  async #steps(): Promise<void> {
    const { desk, clock, logger } = this.#options
    while (this.#isWoken && this.#isRunning) {
      this.#isWoken = false
      const step = await desk.ask('mail.deliver', null)
      if (step.ok) {
        this.#isWoken ||= step.value
        continue
      }
      logger.warn({ error: step.message }, 'a mail to groups waits')
      this.#isWoken = false
      this.#timer?.cancel()
      this.#timer = clock.after(AGAIN_MS, () => this.wake())
    }
  }
}
