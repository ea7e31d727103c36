import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { open } from 'lmdb'

/** The speed of the disk and of LMDB for one thread that waits for each commit, as a shard does. */

/** Milliseconds of one fdatasync after a write of 4 KiB. */
export function fdatasyncMs(directory: string, times: number): number {
  const file = openSync(join(directory, 'sync'), 'w')
  const page = Buffer.alloc(4096, 1)
  try {
    const start = performance.now()
    for (let i = 0; i < times; i++) {
      writeSync(file, page)
      fdatasyncSync(file)
    }
    return (performance.now() - start) / times
  } finally {
    closeSync(file)
  }
}

const RECORD_BYTES = 128

/** Durable appends per second, `batch` of them in one entry and one synchronous commit. */
export class LmdbAppend {
  readonly #log
  #next = 1

  constructor(directory: string) {
    this.#log = open({
      path: join(directory, 'lmdb'),
      encoding: 'binary',
      keyEncoding: 'binary',
      overlappingSync: false,
    })
  }

  appendsPerSecond(batch: number, commits: number): number {
    const key = Buffer.alloc(8)
    const value = Buffer.alloc(RECORD_BYTES * batch, 7)
    const start = performance.now()
    for (let i = 0; i < commits; i++) {
      key.writeBigUInt64BE(BigInt(this.#next))
      this.#next += batch
      this.#log.transactionSync(() => this.#log.putSync(key, value))
    }
    return (batch * commits * 1000) / (performance.now() - start)
  }

  close(): Promise<void> {
    return this.#log.close()
  }
}
