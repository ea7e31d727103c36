import { Worker } from 'node:worker_threads'
import type { DeskData, FromProjector, ToProjector } from '../../wire/thread/messages.js'

/** MiB for young objects: most of a batch's are then gone when the collector looks, and little is copied. */
const YOUNG_MB = 96

/** The desk's handle on the projector's thread. When the thread fails, so does the desk's. */
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

  /** Projects what is settled, as far as the time reaches; then the database has one writer. */
  stop(): Promise<void> {
    this.tell({ type: 'stop' })
    return this.#ended
  }
}
