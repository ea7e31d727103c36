import { assert } from '../../engine/assert.js'
import type { Refusal } from '../../engine/code.js'
import {
  IDEMPOTENCY_KEY_MS,
  REMEMBERED_BYTES_PER_CALLER_MAX,
  REMEMBERED_PER_CALLER_MAX,
} from '../../engine/limits/requests.js'
import { because } from '../../engine/reasons/reasons.js'
import type { Login } from '../../engine/units.js'
import {
  type RememberedSums,
  rememberedAnswersRepo,
} from '../../storage/repos/records/remembered-answers.js'
import { type Seal, SealError } from '../../storage/secrets/seal.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { accept, type Outcome, type Success } from '../thread/ask.js'
import type { Clock } from '../thread/clock.js'
import type { Actor } from './actor.js'

/** The key under which a change is made only once, and the digest of the request. */
export interface Once {
  readonly key: string
  readonly digest: string
}

/**
 * Answers to changes with a key.
 *
 *   - The answer is written in the transaction of its change: both exist or neither. A refusal
 *     changed nothing and is not stored.
 *   - Keys are separate for each caller. Within 24 hours a repeat gets the first answer, and
 *     another request under the same key is a conflict.
 *   - The desk does one thing at a time, so of simultaneous repeats the first is carried out and
 *     the others find its answer.
 *   - The number and bytes of answers per caller are limited; beyond that a request with a new key
 *     is refused before anything is done.
 *   - Answers are encrypted and digests are keyed, so the content of requests and answers is not
 *     readable on disk.
 */
/** Limits of the stored answers per caller. */
export interface RememberedBounds {
  readonly answers: number
  readonly bytes: number
}

const BOUNDS: RememberedBounds = {
  answers: REMEMBERED_PER_CALLER_MAX,
  bytes: REMEMBERED_BYTES_PER_CALLER_MAX,
}

export class RememberedAnswers {
  readonly #repo
  readonly #clock: Clock
  readonly #seal: Seal
  readonly #bounds: RememberedBounds
  /** The number and bytes of stored answers for each login with a key since the last sweep. */
  readonly #kept = new Map<Login, RememberedSums>()
  #asked: { readonly login: Login; readonly once: Once } | null = null

  constructor(db: Sqlite, clock: Clock, seal: Seal, bounds: RememberedBounds = BOUNDS) {
    this.#bounds = bounds
    this.#repo = rememberedAnswersRepo(db)
    this.#clock = clock
    this.#seal = seal
  }

  /** Makes a change at most once per key. Without a key it always makes the change. */
  once<T>(actor: Actor, once: Once | undefined, make: () => Outcome<T>): Outcome<T> {
    if (once === undefined) return make()
    const first = this.first(actor, once)
    if (first !== null) return first as Outcome<T>
    const login = callerOf(actor)
    const refusal = this.#refuseOneMore(login)
    if (refusal !== null) return refusal
    this.#asked = { login, once }
    let isKept = false
    try {
      const outcome = make()
      assert(!outcome.ok || this.#asked === null, 'what is made once is one change (O1)')
      isKept = outcome.ok
      return outcome
    } finally {
      this.#asked = null
      // The answer may have been counted although it was not stored.
      if (!isKept) this.#kept.delete(login)
    }
  }

  /**
   * Stores the answer to the current request, inside its transaction: only the first value after
   * `once` counts.
   */
  keep(value: unknown): void {
    if (this.#asked === null) return
    const { login, once } = this.#asked
    const answer = this.#seal.seal(JSON.stringify(value), placeOf(login, once))
    const digest = this.#seal.mark(once.digest)
    const { answers, bytes } = this.#keptOf(login)
    // An expired answer stays until it is swept, but is replaced here.
    const before = this.#repo.get(login, once.key)?.answer
    this.#repo.put({ login, request_key: once.key, digest, answer, at: this.#clock.now() })
    this.#kept.set(login, {
      answers: before === undefined ? answers + 1 : answers,
      bytes: bytes + answer.length - (before?.length ?? 0),
    })
    this.#asked = null
  }

  first(actor: Actor, once: Once): Success<unknown> | Refusal | null {
    const login = callerOf(actor)
    const found = this.#repo.get(login, once.key)
    if (found === undefined || found.at + IDEMPOTENCY_KEY_MS <= this.#clock.now()) return null
    if (found.digest !== this.#seal.mark(once.digest)) {
      return because('conflict.key_used')
    }
    try {
      const value: unknown = JSON.parse(this.#seal.open(found.answer, placeOf(login, once)))
      return accept(value)
    } catch (error) {
      if (!(error instanceof SealError)) throw error
      return because('conflict.answer_lost')
    }
  }

  sweep(max: number): number {
    const removed = this.#repo.removeUntil(this.#clock.now() - IDEMPOTENCY_KEY_MS, max)
    if (removed > 0) this.#kept.clear()
    return removed
  }

  #keptOf(login: Login): RememberedSums {
    const kept = this.#kept.get(login) ?? this.#repo.sumsOf(login)
    this.#kept.set(login, kept)
    return kept
  }

  #refuseOneMore(login: Login): Refusal | null {
    const { answers, bytes } = this.#keptOf(login)
    if (answers < this.#bounds.answers && bytes < this.#bounds.bytes) return null
    return because('too_many_requests.keys')
  }
}

function placeOf(login: Login, { key }: Once): string {
  return `remembered_answers/${login}/${key}`
}

function callerOf({ login }: Actor): Login {
  assert(login !== null, 'who sends a key is signed in')
  return login
}
