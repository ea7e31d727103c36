import { Worker } from 'node:worker_threads'
import type { AccessFacts } from '../../../engine/access/sign-in.js'
import type { BookRecords } from '../../../engine/config/book-records.js'
import type { StoredApiKey } from '../../../wire/stored/programs/stored-api-key.js'
import type { SessionRecord } from '../../../wire/thread/auth-messages.js'
import type { Logger } from '../../thread/logger.js'
import { threadError } from '../../thread/thread-error.js'

/**
 * The data from which a following node answers staff from its tables: sessions, rights and
 * settings.
 */
export interface FollowedFacts {
  readonly sessions: readonly SessionRecord[]
  readonly keys: readonly StoredApiKey[]
  /** The rights of the owners of the sessions and API keys. */
  readonly facts: readonly AccessFacts[]
  /** The settings; undefined if they have not changed since the last message. */
  readonly records: BookRecords | undefined
}

export interface ReadingData {
  readonly dataDir: string
}

/**
 * Calls `onTold` with the facts when they change, and with undefined when they are no longer known.
 * Returns a function that ends it.
 */
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
