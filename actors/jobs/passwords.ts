import { Piscina } from 'piscina'
import { normalPassword } from '../../engine/access/password.js'
import { assert } from '../../engine/assert.js'
import { type Refusal, refuse } from '../../engine/code.js'
import type { PasswordCost, PasswordResult, PasswordTask } from './password.task.js'

/** 64 MiB, 3 passes, 1 lane: 38 ms on the project's kind of machine. */
export const PASSWORD_COST: PasswordCost = { memoryKib: 64 * 1024, passes: 3 }
export const PASSWORD_QUEUE_MAX = 64
const IDLE_MS = 30_000

export interface PasswordCheck {
  readonly ok: true
  /** Which of the hashes fits, or -1. */
  readonly fits: number
  /** To be stored in place of the hash that fits, when its cost is not today's. */
  readonly rehash: string | null
}

/**
 * Hashing and checking of passwords, on one thread of its own that ends when it is idle, because it
 * holds 64 MiB while it works.
 *
 *   P1. At most 64 passwords wait; one more is refused, never queued.
 *   P2. A check that fails takes the time of `tries` verifications, however many hashes there are.
 */
export class Passwords {
  readonly #pool: Piscina<PasswordTask, PasswordResult>
  readonly #cost: PasswordCost

  constructor(cost: PasswordCost = PASSWORD_COST) {
    this.#cost = cost
    this.#pool = new Piscina<PasswordTask, PasswordResult>({
      filename: new URL('./password.task.js', import.meta.url).href,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
      maxQueue: PASSWORD_QUEUE_MAX,
    })
  }

  async check(
    password: string,
    hashes: readonly string[],
    tries: number,
  ): Promise<PasswordCheck | Refusal> {
    assert(tries >= hashes.length, 'a fitting hash is never beyond the tries (P2)')
    if (this.#isFull) return queueFull()
    const normal = normalPassword(password)
    const result = await this.#pool.run({
      do: 'check',
      password: normal,
      hashes,
      tries,
      cost: this.#cost,
    })
    return { ok: true, fits: result.fits, rehash: result.hash }
  }

  async hash(password: string): Promise<string | Refusal> {
    if (this.#isFull) return queueFull()
    const task: PasswordTask = { do: 'hash', password: normalPassword(password), cost: this.#cost }
    const { hash } = await this.#pool.run(task)
    assert(hash !== null, 'a hash was asked for')
    return hash
  }

  get waiting(): number {
    return this.#pool.queueSize
  }

  close(): Promise<void> {
    return this.#pool.destroy()
  }

  get #isFull(): boolean {
    return this.#pool.queueSize >= PASSWORD_QUEUE_MAX
  }
}

function queueFull(): Refusal {
  return refuse('auth.too_many_attempts', 'Too many sign-ins at once. Try again in a few seconds.')
}
