import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { WEBHOOK_IN_FLIGHT_MAX, WEBHOOKS_MAX } from '../../engine/limits/webhooks.js'
import type { WebhookProgress } from '../../wire/stored/programs/stored-webhook.js'
import type {
  DeliveredPart,
  WebhookAnswer,
  WebhookDeliverTask,
  WebhookSendTask,
} from '../../wire/thread/webhook-messages.js'
import type { DeliverRequest, WebhooksData } from './webhooks.task.js'

const TESTS_AT_ONCE = 4
const IDLE_MS = 30_000

/**
 * The thread that sends requests to webhook receivers. It starts with the first delivery, and ends
 * when idle.
 *
 *   D1. It is not terminated while it reads a log, because that would end the process.
 */
export class WebhookThread {
  readonly #pool: Piscina<DeliverRequest | WebhookSendTask, DeliveredPart | WebhookAnswer | null>
  /** The running parts, by the ports that end them. */
  readonly #running = new Map<MessagePort, Promise<unknown>>()

  constructor(data: WebhooksData) {
    this.#pool = new Piscina({
      filename: new URL('./webhooks.task.js', import.meta.url).href,
      workerData: data,
      minThreads: 0,
      maxThreads: 1,
      concurrentTasksPerWorker: WEBHOOKS_MAX * WEBHOOK_IN_FLIGHT_MAX + TESTS_AT_ONCE,
      idleTimeout: IDLE_MS,
      // Threads must read their connections between two parts, too.
      atomics: 'disabled',
    })
  }

  /**
   * Delivers a part; null if the stream cannot be read now. `onProgress` receives its progress
   * meanwhile.
   */
  async deliver(
    id: number,
    task: WebhookDeliverTask,
    onProgress: (progress: WebhookProgress) => void,
  ): Promise<DeliveredPart | null> {
    const { port1: port, port2: theirs } = new MessageChannel()
    port.on('message', onProgress)
    const request: DeliverRequest = { ...task, id, port: theirs }
    const part = this.#pool.run(request, { transferList: [theirs] })
    this.#running.set(port, part)
    try {
      return (await part) as DeliveredPart | null
    } finally {
      this.#running.delete(port)
      port.close()
    }
  }

  async send(task: WebhookSendTask): Promise<WebhookAnswer> {
    return (await this.#pool.run(task)) as WebhookAnswer
  }

  /** Ends the running parts without waiting for answers of receivers (D1). */
  async stop(): Promise<void> {
    for (const port of this.#running.keys()) port.postMessage(null)
    await Promise.allSettled(this.#running.values())
    await this.#pool.destroy()
  }
}
