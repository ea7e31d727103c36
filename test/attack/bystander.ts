import { Worker } from 'node:worker_threads'
import type { BystanderFigures, BystanderStart } from './bystander-thread.js'

/**
 * Another account that trades on while somebody is attacked: orders fall due at a steady rate whatever the
 * server does, from a thread of its own, and their time runs from then.
 */
export class Bystander {
  readonly #worker: Worker

  private constructor(start: BystanderStart) {
    this.#worker = new Worker(new URL('./bystander-thread.js', import.meta.url), {
      workerData: start,
    })
  }

  static async start(start: BystanderStart): Promise<Bystander> {
    const bystander = new Bystander(start)
    await bystander.#said()
    return bystander
  }

  /** What its orders took since the last time. */
  async figures(): Promise<BystanderFigures> {
    const said = this.#said()
    this.#worker.postMessage('figures')
    return (await said) as BystanderFigures
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#worker.once('exit', resolve))
    this.#worker.postMessage('stop')
    await ended
  }

  #said(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const [said, failed] = [
        (message: unknown) => {
          this.#worker.off('error', failed)
          resolve(message)
        },
        (error: unknown) => {
          this.#worker.off('message', said)
          reject(error)
        },
      ]
      this.#worker.once('message', said)
      this.#worker.once('error', failed)
    })
  }
}
