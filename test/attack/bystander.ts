import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { BystanderFigures, BystanderStart } from './bystander-thread.js'

/**
 * Another account that trades on while somebody is attacked: orders fall due at a steady rate whatever the
 * server does, from a thread of its own, and their time runs from then. One thread serves all scenarios, made
 * before the attackers give up their priority: it would inherit theirs.
 */
export class Bystander {
  readonly #worker = new Worker(new URL('./bystander-thread.js', import.meta.url))

  static async create(): Promise<Bystander> {
    const bystander = new Bystander()
    await once(bystander.#worker, 'message')
    return bystander
  }

  /** It trades from now on, in the place of whoever it was before. */
  async begin(start: BystanderStart): Promise<void> {
    await this.#ask(start)
  }

  /** The times that its orders took since the last call. */
  async figures(): Promise<BystanderFigures> {
    return (await this.#ask('figures')) as BystanderFigures
  }

  async rest(): Promise<void> {
    await this.#ask('rest')
  }

  async stop(): Promise<void> {
    await this.#worker.terminate()
  }

  async #ask(question: BystanderStart | 'figures' | 'rest'): Promise<unknown> {
    const answered = once(this.#worker, 'message')
    this.#worker.postMessage(question)
    return (await answered)[0]
  }
}
