import { MessageChannel } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { WEBHOOK_IN_FLIGHT_MAX, WEBHOOKS_MAX } from '../../engine/limits/webhooks.js'
import type {
  DeliveredPart,
  DeliverTask,
  SendTask,
  WebhookAnswer,
  WebhookProgress,
} from '../../wire/stored/stored-webhook.js'
import type { DeliverRequest, WebhooksData } from './webhooks.task.js'

const TESTS_AT_ONCE = 4
const IDLE_MS = 30_000

/** The thread that speaks to receivers of webhooks. It starts with the first delivery, and ends if there is none for a while. */
export class WebhookDeliverer {
  readonly #pool: Piscina<DeliverRequest | SendTask, DeliveredPart | WebhookAnswer | null>

  constructor(data: WebhooksData) {
    this.#pool = new Piscina({
      filename: new URL('./webhooks.task.js', import.meta.url).href,
      workerData: data,
      minThreads: 0,
      maxThreads: 1,
      concurrentTasksPerWorker: WEBHOOKS_MAX * WEBHOOK_IN_FLIGHT_MAX + TESTS_AT_ONCE,
      idleTimeout: IDLE_MS,
      // Connections are read between two parts, too.
      atomics: 'disabled',
    })
  }

  /** Delivers a part; null if the stream cannot be read now. `onProgress` hears how far it is meanwhile. */
  async deliver(
    id: number,
    task: DeliverTask,
    onProgress: (progress: WebhookProgress) => void,
  ): Promise<DeliveredPart | null> {
    const { port1: port, port2: theirs } = new MessageChannel()
    port.on('message', onProgress)
    try {
      const request: DeliverRequest = { ...task, id, port: theirs }
      return (await this.#pool.run(request, { transferList: [theirs] })) as DeliveredPart | null
    } finally {
      port.close()
    }
  }

  async send(task: SendTask): Promise<WebhookAnswer> {
    return (await this.#pool.run(task)) as WebhookAnswer
  }

  stop(): Promise<void> {
    return this.#pool.destroy()
  }
}
