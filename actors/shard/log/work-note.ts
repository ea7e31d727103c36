import type { Login } from '../../../engine/units.js'

/**
 * The login that a shard is working on, in memory that outlives the shard's thread. So an account
 * that repeatedly ends its shard is found, whatever the cause. A plain number is enough, because it
 * is read only after the thread has ended.
 */
export class WorkNote {
  readonly #login: Float64Array

  constructor(memory: SharedArrayBuffer = WorkNote.create()) {
    this.#login = new Float64Array(memory)
  }

  static create(): SharedArrayBuffer {
    return new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT)
  }

  /** 0 if none. */
  get login(): Login {
    return this.#login[0] as Login
  }

  begin(login: Login): void {
    this.#login[0] = login
  }

  end(): void {
    this.#login[0] = 0
  }
}
