import { Worker } from 'node:worker_threads'
import type { DeskData, FromProjector, ToProjector } from '../../wire/thread/messages.js'

/**
 * MiB for young objects: most objects of a batch are garbage at the next collection, and few are
 * copied.
 */
const YOUNG_MB = 96

/** The desk's handle on the projector's thread. If the thread fails, the desk fails too. */
export class ProjectorThread {
  readonly #worker: Worker
  readonly #ended: Promise<void>

  constructor(data: DeskData, onMessage: (message: FromProjector) => void) {
    this.#worker = new Worker(new URL('./projector.worker.js', import.meta.url), {
      workerData: data,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    })
    this.#worker.on('message', onMessage)
    this.#worker.on('error', (error: unknown) => {
      throw error
    })
    this.#ended = new Promise((resolve) => this.#worker.once('exit', () => resolve()))
  }

  tell(message: ToProjector): void {
    this.#worker.postMessage(message)
  }

  /**
   * Projects the settled records until the time is over; afterwards the database has only one
   * writer.
   */
  stop(): Promise<void> {
    this.tell({ type: 'stop' })
    return this.#ended
  }
}
