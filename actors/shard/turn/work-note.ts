import type { Login } from '../../../engine/units.js'

/**
 * The login whose work a shard has in hand, in memory that outlives its thread: so that an account which ends its
 * shard again and again is found, whatever it does it by. A plain number: nobody looks before the thread has ended.
 */
export class WorkNote {
  readonly #login: Float64Array

  constructor(memory: SharedArrayBuffer = WorkNote.create()) {
    this.#login = new Float64Array(memory)
  }

  static create(): SharedArrayBuffer {
    return new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT)
  }

  /** 0 is nobody's. */
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
