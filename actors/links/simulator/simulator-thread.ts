import { Worker } from 'node:worker_threads'
import type { Clock, Timer } from '../../thread/clock.js'
import type { Logger } from '../../thread/logger.js'
import { RestartDelay } from '../../thread/restart-delay.js'
import type { FromSimulator, SimulatorData } from './simulator.worker.js'

/**
 * The thread of the built-in provider, as the links thread sees it, which owns it and restarts it
 * when it ends.
 *
 * `listens` is called after each start, once the provider listens; its port is another one each
 * time.
 */
export interface SimulatorThreadOptions {
  readonly clock: Clock
  readonly log: Logger
  readonly data: SimulatorData
  listens(address: string): void
}

export class SimulatorThread {
  readonly #options: SimulatorThreadOptions
  readonly #delay = new RestartDelay()
  #worker: Worker | undefined
  #again: Timer | undefined

  constructor(options: SimulatorThreadOptions) {
    this.#options = options
    this.#start()
  }

  async stop(): Promise<void> {
    this.#again?.cancel()
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }

  #start(): void {
    const { clock, data, log, listens } = this.#options
    this.#delay.started(clock.monotonic())
    const url = new URL('./simulator.worker.js', import.meta.url)
    const worker = new Worker(url, { workerData: data, name: 'simulator' })
    this.#worker = worker
    let why = 'it ended by itself'
    worker.on('error', (error: Error) => {
      why = error.message
    })
    worker.on('message', (message: FromSimulator) => {
      if (this.#worker !== worker) return
      if (message.type === 'listens') listens(message.address)
      else log[message.level](message.fields, message.message)
    })
    worker.once('exit', () => {
      if (this.#worker === worker) this.#ended(why)
    })
  }

  #ended(why: string): void {
    const { clock, log } = this.#options
    this.#worker = undefined
    const afterMs = this.#delay.afterFailure(clock.monotonic())
    log.error({ why, afterMs }, 'the built-in provider ended; starting it again')
    this.#again = clock.after(afterMs, () => this.#start())
  }
}
