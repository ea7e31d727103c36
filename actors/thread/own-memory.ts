import { basename } from 'node:path'
import { BroadcastChannel, isMainThread, threadId, workerData } from 'node:worker_threads'
import { callingThread } from './background-thread.js'
import { systemClock } from './clock.js'

/**
 * What a thread tells of its own memory. It goes over a channel that all threads of the process hear, since nobody holds all of
 * them (the projector is the desk's, the built-in provider the links thread's), and a heap is known to its thread alone.
 *
 *   Y1. A thread with an event loop tells it when it is asked, and does nothing until then.
 *   Y2. A thread of a pool hears nothing while it waits for a task: it tells its memory when it has loaded, and then when a
 *       task returns, every `AGAIN_MS` at most.
 *   Y3. The channel keeps no thread running.
 */
export const MEMORY_CHANNEL = 'openfloor-memory'

export interface ThreadMemory {
  /** The thread's program, such as `shard`, or what its pool is for. */
  readonly kind: string
  /** Of a shard; else null. */
  readonly shard: number | null
  readonly isOfPool: boolean
  readonly threadId: number
  /** The kernel's number of the thread: it is gone when that is. Empty where the system does not say. */
  readonly kernelId: string
  readonly heapUsed: number
  readonly heapTotal: number
  /** Memory beside the heap that its objects hold; the contents of array buffers are in it. */
  readonly external: number
  readonly arrayBuffers: number
}

/** Null asks all threads. */
export type MemoryMessage = ThreadMemory | null

const AGAIN_MS = 15_000
const PROGRAM = /\.worker\.js$/

/** For the entry of a thread with an event loop. */
export function tellMemory(): void {
  if (isMainThread) return
  const channel = openChannel()
  const kind = basename(process.argv[1] ?? '').replace(PROGRAM, '')
  const { shard = null } = (workerData ?? {}) as { readonly shard?: number }
  const thread = { kind, shard, isOfPool: false, threadId, kernelId: callingThread() }
  channel.onmessage = (event) => {
    const { data } = event as unknown as { readonly data: MemoryMessage }
    if (data === null) channel.postMessage({ ...thread, ...measured() })
  }
}

/** For the entry of a pool's thread: its work, which tells the thread's memory beside. */
export function tellingMemory<Task, Result>(
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
    channel.postMessage({ ...thread, ...measured() })
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

/** Of the calling thread, but for `rss`, which is of the whole process. */
export function measured(): Omit<
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
