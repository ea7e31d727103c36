import { Worker } from 'node:worker_threads'
import type { AccessFacts } from '../../../engine/access/sign-in.js'
import type { BookRecords } from '../../../engine/config/book-records.js'
import type { StoredApiKey } from '../../../wire/stored/programs/stored-api-key.js'
import type { SessionRecord } from '../../../wire/thread/auth-messages.js'
import type { Logger } from '../../thread/logger.js'
import { threadError } from '../../thread/thread-error.js'

/** By what a node that follows answers staff from its tables: who they are, what they may, and the settings. */
export interface FollowedFacts {
  readonly sessions: readonly SessionRecord[]
  readonly keys: readonly StoredApiKey[]
  /** Of those who have the sessions and keys. */
  readonly facts: readonly AccessFacts[]
  /** Undefined where they are as they were told last. */
  readonly records: BookRecords | undefined
}

export interface ReadingData {
  readonly dataDir: string
}

/** Tells them as they change, and undefined when it knows them no longer; answers how to end it. */
export function readFollowed(
  data: ReadingData,
  logger: Logger,
  onTold: (facts: FollowedFacts | undefined) => void,
): () => Promise<void> {
  const worker = new Worker(new URL('./reading.worker.js', import.meta.url), { workerData: data })
  const ended = new Promise<void>((resolve) => worker.on('exit', () => resolve()))
  worker.on('message', onTold)
  worker.on('error', (error: unknown) => {
    const { message } = threadError(error)
    logger.warn({ why: message }, 'lists cannot be asked of this node while it follows')
    onTold(undefined)
  })
  return () => {
    worker.postMessage('stop')
    return ended
  }
}
