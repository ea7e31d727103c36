import { basename } from 'node:path'
import { BroadcastChannel, isMainThread, threadId, workerData } from 'node:worker_threads'
import { callingThread } from './background-thread.js'
import { systemClock } from './clock.js'

/**
 * How a thread reports its own memory. Reports use a channel that all threads of the process
 * receive, because no thread has handles of all others, and only the thread itself knows its heap.
 *
 *   - A thread with an event loop reports on request, and does nothing otherwise.
 *   - A pool thread receives nothing while it waits for a task: it reports when it has loaded, and
 *     then after a task, at most every `AGAIN_MS`.
 *   - The channel keeps no thread running.
 */
export const MEMORY_CHANNEL = 'openfloor-memory'

export interface ThreadMemory {
  /** The thread's program, such as `shard`, or the purpose of its pool. */
  readonly kind: string
  /** The number of the shard; null for other threads. */
  readonly shard: number | null
  readonly isOfPool: boolean
  readonly threadId: number
  /**
   * The kernel's id of the thread, by which its end is detected; empty if the system does not
   * provide it.
   */
  readonly kernelId: string
  readonly heapUsed: number
  readonly heapTotal: number
  /** Memory outside the heap that its objects use, including contents of array buffers. */
  readonly external: number
  readonly arrayBuffers: number
}

/** The memory of a thread. Null requests it from all threads. */
export type MemoryMessage = ThreadMemory | null

const AGAIN_MS = 15_000
const PROGRAM = /\.worker\.js$/

/** Reports the memory of this thread. The entry of a thread with an event loop calls it. */
export function reportMemory(): void {
  if (isMainThread) return
  const channel = openChannel()
  const kind = basename(process.argv[1] ?? '').replace(PROGRAM, '')
  const { shard = null } = (workerData ?? {}) as { readonly shard?: number }
  const thread = { kind, shard, isOfPool: false, threadId, kernelId: callingThread() }
  channel.onmessage = (event) => {
    const { data } = event as unknown as { readonly data: MemoryMessage }
    if (data === null) channel.postMessage({ ...thread, ...measureMemory() })
  }
}

/** Wraps the work of a pool's thread so that the thread also reports its memory. */
export function reportingMemory<Task, Result>(
  kind: string,
  work: (task: Task) => Result,
): (task: Task) => Result {
  if (isMainThread) return work
  const channel = openChannel()
  const thread = { kind, shard: null, isOfPool: true, threadId, kernelId: callingThread() }
  const clock = systemClock()
  let toldAt = Number.NEGATIVE_INFINITY
  const tell = (): void => {
    if (clock.monotonic() - toldAt < AGAIN_MS) return
    toldAt = clock.monotonic()
    channel.postMessage({ ...thread, ...measureMemory() })
  }
  tell()
  return (task) => {
    try {
      return work(task)
    } finally {
      tell()
    }
  }
}

/** Measures the memory of the calling thread. Only `rss` is that of the whole process. */
export function measureMemory(): Omit<
  ThreadMemory,
  'kind' | 'shard' | 'isOfPool' | 'threadId' | 'kernelId'
> {
  const { heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage()
  return { heapUsed, heapTotal, external, arrayBuffers }
}

function openChannel(): BroadcastChannel {
  const channel = new BroadcastChannel(MEMORY_CHANNEL)
  channel.unref()
  return channel
}
