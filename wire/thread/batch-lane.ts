import { type Batch, BatchMemory, type BatchMessage, type BatchSlot, batchOf } from './batch.js'

/**
 * Shared memory for batches from one thread to another, divided into slots, so that a batch is
 * written once and read in place. Separate memory for each batch would have to be cleared, tracked
 * and collected, which cost a tenth of a shard's time.
 *
 * - A slot belongs to the writer from `free` on and to the reader from the message that names it.
 *   `release` frees it. After that the reader must keep no view of it.
 * - A batch without a free slot, or too large for one, is sent in its own memory and read in the
 *   same way.
 * - The lane ends with either thread. A successor gets a new one.
 */
export interface LaneMemory {
  readonly states: SharedArrayBuffer
  readonly slots: readonly SharedArrayBuffer[]
}

/**
 * One slot is being read, one announced and one written. The others are for turns in quick
 * succession.
 */
const SLOTS = 6
const FREE = 0
const TAKEN = 1

/** Creates the shared memory. The operating system allocates it when it is first written. */
export function laneMemory(slotBytes: number): LaneMemory {
  return {
    states: new SharedArrayBuffer(SLOTS * 4),
    slots: Array.from({ length: SLOTS }, () => new SharedArrayBuffer(slotBytes)),
  }
}

export class BatchLane {
  readonly #states: Int32Array
  readonly #slots: readonly Slot[]

  constructor({ states, slots }: LaneMemory) {
    const cells = new Int32Array(states)
    this.#states = cells
    this.#slots = slots.map((memory, index) => new Slot(memory, cells, index))
  }

  /** Returns the first free slot, whose memory was used most recently. For the writer. */
  readonly free = (): BatchSlot | undefined => {
    for (let index = 0; index < SLOTS; index++) {
      if (Atomics.load(this.#states, index) !== FREE) continue
      Atomics.store(this.#states, index, TAKEN)
      return this.#slots[index]
    }
    return undefined
  }

  /** Opens a received batch. For the reader. */
  open(message: BatchMessage): Batch {
    if (typeof message !== 'number') return batchOf(message)
    const memory = this.#slots[message % SLOTS] as Slot
    return { memory, byteLength: Math.floor(message / SLOTS) }
  }

  release(message: BatchMessage): void {
    if (typeof message === 'number') Atomics.store(this.#states, message % SLOTS, FREE)
  }
}

class Slot extends BatchMemory implements BatchSlot {
  readonly #states: Int32Array
  readonly #index: number

  constructor(memory: SharedArrayBuffer, states: Int32Array, index: number) {
    super(memory)
    this.#states = states
    this.#index = index
  }

  message(byteLength: number): number {
    return byteLength * SLOTS + this.#index
  }

  release(): void {
    Atomics.store(this.#states, this.#index, FREE)
  }
}

export function isBatch(message: unknown): message is BatchMessage {
  return typeof message === 'number' || message instanceof ArrayBuffer
}
