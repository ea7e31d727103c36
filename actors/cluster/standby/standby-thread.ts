import { Worker } from 'node:worker_threads'
import type { LogLine } from '../../../wire/thread/messages.js'
import type { Following, QuorumStart } from '../../../wire/thread/quorum-messages.js'
import type { Logger } from '../../thread/logger.js'
import { threadError } from '../../thread/thread-error.js'

export interface StandbyData {
  readonly dataDir: string
  readonly quorum: QuorumStart
}

export type FromStandby = { readonly type: 'following'; readonly following: Following } | LogLine

/** The reason with which a following node ends so that a newer version can start in its place. */
export const NEEDS_RESTART =
  'this node has all records and stops. Start it again to make it the active node'

/**
 * Follows the active node, and resolves when that node is no longer active. Rejects if this
 * directory cannot continue from its data, and with `NEEDS_RESTART`.
 */
export function follow(
  data: StandbyData,
  logger: Logger,
  onTold: (following: Following) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./standby.worker.js', import.meta.url), {
      workerData: data,
    })
    let failure: Error | undefined
    worker.on('message', (message: FromStandby) => {
      if (message.type === 'following') onTold(message.following)
      else logger[message.level](message.fields, message.message)
    })
    worker.on('error', (error: unknown) => {
      failure = threadError(error)
    })
    worker.on('exit', (code) => {
      if (failure === undefined && code === 0) resolve()
      else reject(failure ?? new Error(`the thread that follows ended with ${code}`))
    })
  })
}
