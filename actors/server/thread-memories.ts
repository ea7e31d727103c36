import { existsSync } from 'node:fs'
import { BroadcastChannel } from 'node:worker_threads'
import type { Clock } from '../thread/clock.js'
import {
  MEMORY_CHANNEL,
  type MemoryMessage,
  measureMemory,
  type ThreadMemory,
} from '../thread/own-memory.js'

/** The memory of one thread under a unique name: `desk`, `shard-0`, `queries-1`. */
export type NamedMemory = Pick<
  ThreadMemory,
  'heapUsed' | 'heapTotal' | 'external' | 'arrayBuffers'
> & { readonly name: string }

/** Readings that are requested within this time share one answer. */
const FRESH_MS = 5_000
/** A busy thread that does not answer within this time keeps its previous figures. */
const ANSWER_MS = 100

/**
 * Reads the memory of all threads on request.
 *
 *   - Names are bounded: a thread of a pool takes the lowest free number of its kind, and returns
 *     it when it ends.
 *   - The thread that commits a shard's log is not included: it sleeps in shared memory and
 *     receives no messages.
 */
export class ThreadMemories {
  readonly #clock: Clock
  readonly #channel = new BroadcastChannel(MEMORY_CHANNEL)
  readonly #told = new Map<number, { readonly name: string; readonly memory: ThreadMemory }>()
  #askedAt = Number.NEGATIVE_INFINITY
  /** Threads that were known at the last request and have not answered it yet. */
  #awaited = new Set<number>()
  #allAnswered: () => void = () => undefined
  #asking: Promise<void> = Promise.resolve()

  constructor(clock: Clock) {
    this.#clock = clock
    this.#channel.unref()
    this.#channel.onmessage = (event) => {
      const { data } = event as unknown as { readonly data: MemoryMessage }
      if (data !== null) this.#hear(data)
    }
  }

  /** The memory of all threads: the front first, the others sorted by name. */
  async all(): Promise<NamedMemory[]> {
    if (this.#clock.monotonic() - this.#askedAt >= FRESH_MS) this.#asking = this.#ask()
    await this.#asking
    this.#forgetEnded()
    const others = [...this.#told.values()].map(({ name, memory }) => named(name, memory))
    return [
      named('front', measureMemory()),
      ...others.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    ]
  }

  close(): void {
    this.#channel.close()
  }

  #ask(): Promise<void> {
    this.#askedAt = this.#clock.monotonic()
    this.#forgetEnded()
    const known = [...this.#told.values()].filter(({ memory }) => !memory.isOfPool)
    this.#awaited = new Set(known.map(({ memory }) => memory.threadId))
    this.#channel.postMessage(null)
    return new Promise((resolve) => {
      const late = this.#clock.after(ANSWER_MS, resolve)
      this.#allAnswered = () => {
        late.cancel()
        resolve()
      }
    })
  }

  #hear(memory: ThreadMemory): void {
    const name = this.#told.get(memory.threadId)?.name ?? this.#nameOf(memory)
    this.#told.set(memory.threadId, { name, memory })
    // The first request knows no other threads yet, so it waits the full time.
    if (this.#awaited.delete(memory.threadId) && this.#awaited.size === 0) this.#allAnswered()
  }

  #nameOf({ kind, shard, isOfPool }: ThreadMemory): string {
    if (!isOfPool) return shard === null ? kind : `${kind}-${shard}`
    this.#forgetEnded()
    const taken = new Set([...this.#told.values()].map(({ name }) => name))
    let number = 0
    while (taken.has(`${kind}-${number}`)) number++
    return `${kind}-${number}`
  }

  #forgetEnded(): void {
    for (const [threadId, { memory }] of this.#told) {
      const { kernelId } = memory
      if (kernelId !== '' && !existsSync(`/proc/self/task/${kernelId}`)) this.#told.delete(threadId)
    }
  }
}

function named(
  name: string,
  { heapUsed, heapTotal, external, arrayBuffers }: Omit<NamedMemory, 'name'>,
): NamedMemory {
  return { name, heapUsed, heapTotal, external, arrayBuffers }
}
