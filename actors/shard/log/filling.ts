import { type MessagePort, Worker } from 'node:worker_threads'
import type { LogLine } from '../../../wire/thread/messages.js'
import type { QuorumStart } from '../../../wire/thread/quorum-messages.js'
import type { Logger } from '../../thread/logger.js'
import { threadError } from '../../thread/thread-error.js'

export interface FillingData {
  readonly dataDir: string
  readonly quorum: QuorumStart
  /** Ports for reports of the quorum's state, by shard; may be empty. */
  readonly told: readonly MessagePort[]
}

/**
 * Copies the entries of a quorum into the logs of all shards. Must finish before the desk or a
 * shard reads the logs. Rejects if the quorum cannot be reached.
 */
export function fillLogs(data: FillingData, logger: Logger): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./filling.worker.js', import.meta.url), {
      workerData: data,
      transferList: [...data.told],
    })
    let failure: Error | undefined
    worker.on('message', ({ level, fields, message }: LogLine) => logger[level](fields, message))
    worker.on('error', (error: unknown) => {
      failure = threadError(error)
    })
    worker.on('exit', (code) => {
      if (failure === undefined && code === 0) resolve()
      else reject(failure ?? new Error(`the thread that fills the logs ended with ${code}`))
    })
  })
}
