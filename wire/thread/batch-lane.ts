import { type Batch, BatchMemory, type BatchMessage, type BatchSlot, batchOf } from './batch.js'

/**
 * The way of batches from one thread to one other: slots of memory that both have, so that a batch is
 * written once and read where it lies. Memory of its own for each batch had to be cleared, found and given
 * back by three collectors: a tenth of a shard's time.
 *
 *   B1. A slot is the writer's from `free` on and the reader's from the message that names it; `release`
 *       gives it back. Who has read a batch keeps no view of it.
 *   B2. A batch that finds no slot free, or outgrows one, goes as memory of its own, and is read the same.
 *   B3. When either thread ends, so does the lane: its successor gets a new one.
 */
export interface LaneMemory {
  readonly states: SharedArrayBuffer
  readonly slots: readonly SharedArrayBuffer[]
}

/** Slots: one being read, one announced, one being written; the rest are for turns that come close together. */
const SLOTS = 6
const FREE = 0
const TAKEN = 1

/** Memory is taken when it is written to. */
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

  /** The first free slot, for the writer; its memory was used most recently. */
  readonly free = (): BatchSlot | undefined => {
    for (let index = 0; index < SLOTS; index++) {
      if (Atomics.load(this.#states, index) !== FREE) continue
      Atomics.store(this.#states, index, TAKEN)
      return this.#slots[index]
    }
    return undefined
  }

  /** Opens a batch that has arrived, for the reader. */
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
