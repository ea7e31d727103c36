import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { addressBlock } from '../../engine/access/address.js'
import { normalPassword } from '../../engine/access/password.js'
import { assert } from '../../engine/assert.js'
import { isRefusal, type Refusal, refuseFor } from '../../engine/code.js'
import { refuseField } from '../../engine/reasons/fault.js'
import { say } from '../../engine/reasons/reasons.js'
import { openSeal } from '../../storage/secrets/seal.js'
import type { StoredCredential } from '../../wire/thread/auth-messages.js'
import { type Clock, systemClock, type Timer } from '../thread/clock.js'
import { FairQueue, type LaneRules, type RunningJob } from '../thread/fair-queue.js'
import { randomKey } from '../thread/random.js'
import { madeHash } from './made-hash.js'
import type { PasswordCost, PasswordResult, PasswordTask } from './password.task.js'

/** 64 MiB, 3 passes, 1 lane: 38 ms on the project's kind of machine. */
export const PASSWORD_COST: PasswordCost = { memoryKib: 64 * 1024, passes: 3 }
export const PASSWORDS_WAITING_MAX = 32
export const STAFF_PASSWORDS_WAITING_MAX = 16
export const PARTY_PASSWORDS_WAITING_MAX = 4
/**
 * The limit of waiting passwords that staff set. Their programs may open hundreds of accounts at
 * once, and the last one waits ten to twenty seconds.
 */
export const SET_BY_STAFF_WAITING_MAX = 512
export const PARTY_SET_BY_STAFF_WAITING_MAX = 128
/**
 * The limit of waiting passwords of imports. An import submits only as many as may be hashed at
 * once.
 */
export const IMPORTED_WAITING_MAX = 32
export const PARTY_IMPORTED_WAITING_MAX = 8
/** The most waiting passwords of strangers who sign up; an address has one at a time. */
export const STRANGERS_WAITING_MAX = 16
export const PARTY_STRANGERS_WAITING_MAX = 1
const IDLE_MS = 30_000
const STUCK_MS = 1000
/** The time to process a full lane of sign-ins on the project's kind of machine. */
const FULL_MS = 2000
const PATIENT_THREADS_MAX = 4

export interface PasswordCheck {
  readonly ok: true
  /** The index of the matching hash, or -1. */
  readonly fits: number
  /** The hash to store instead of the matching one, if its cost is outdated. */
  readonly rehash: string | null
}

/** The owner of a password, for taking turns. */
export interface PasswordParty {
  readonly lane: PasswordLane
  /**
   * The party that takes turns in the lane: an address, or a login if many users share one address.
   */
  readonly name: string
}

const SIGN_IN = { partyWaitingMax: PARTY_PASSWORDS_WAITING_MAX }

/**
 * A known user has proved their identity before: is signed in, or signs in from an address where
 * they did lately. Passwords that staff set, and those of imports, have separate lanes.
 */
const LANES = {
  known_staff: { waitingMax: STAFF_PASSWORDS_WAITING_MAX, ...SIGN_IN },
  staff: { waitingMax: STAFF_PASSWORDS_WAITING_MAX, ...SIGN_IN },
  known_traders: { waitingMax: PASSWORDS_WAITING_MAX, ...SIGN_IN },
  traders: { waitingMax: PASSWORDS_WAITING_MAX, ...SIGN_IN },
  set_by_staff: {
    waitingMax: SET_BY_STAFF_WAITING_MAX,
    partyWaitingMax: PARTY_SET_BY_STAFF_WAITING_MAX,
  },
  strangers: {
    waitingMax: STRANGERS_WAITING_MAX,
    partyWaitingMax: PARTY_STRANGERS_WAITING_MAX,
  },
  imported: { waitingMax: IMPORTED_WAITING_MAX, partyWaitingMax: PARTY_IMPORTED_WAITING_MAX },
} satisfies Readonly<Record<string, LaneRules>>

export type PasswordLane = keyof typeof LANES
const LANE_NAMES = Object.keys(LANES)

/** The server's own passwords, and those of its commands. */
export const OWN_PASSWORDS: PasswordParty = { lane: 'known_staff', name: 'the server' }

/** A staff user who sets passwords of others. */
export function staffSetting(login: number): PasswordParty {
  return { lane: 'set_by_staff', name: `login ${login}` }
}

/** A stranger who signs up, known only by address. */
export function signingUp(address: string): PasswordParty {
  return { lane: 'strangers', name: addressBlock(address) }
}

/** A staff user who imports accounts, whose passwords have to be hashed. */
export function importing(login: number): PasswordParty {
  return { lane: 'imported', name: `login ${login}` }
}

interface Job {
  readonly task: PasswordTask
  readonly settle: (result: PasswordResult | Refusal) => void
  readonly fail: (error: unknown) => void
}

interface Running {
  readonly taken: RunningJob<Job>
  readonly since: number
  isDoneTwice: boolean
}

export interface PasswordsOptions {
  readonly clock?: Clock
  readonly stuckMs?: number
  /** The module that replaces the patient threads' work. Tests use it. */
  readonly patientModule?: string
  readonly patientThreads?: number
  /** The key for hashes of generated passwords (made-hash.ts); left out if there are none. */
  readonly secretKey?: Uint8Array
}

/**
 * Hashes and checks passwords. The patient threads give trading precedence; one prompt thread does
 * not. All end when idle, because each uses 64 MiB while it works.
 *
 *   - Lanes take turns: staff and traders, each divided into known and unknown users, and passwords
 *     that staff set. A lane has a limit, and each party in it a smaller one; beyond it a request
 *     is refused with `unavailable` at once.
 *   - A failing check takes the time of `tries` verifications, however many hashes there are.
 *   P3. Known staff use the prompt thread. It also takes over one job a second that a patient
 *       thread has had for a second, so that a fully loaded machine delays sign-ins but does not
 *       stop them.
 *   P4. Imports use at most half of the patient threads, and at least one.
 */
export class Passwords {
  readonly #cost: PasswordCost
  readonly #clock: Clock
  readonly #stuckMs: number
  readonly #patient: Piscina<PasswordTask, PasswordResult>
  readonly #prompt: Piscina<PasswordTask, PasswordResult>
  readonly #patientThreads: number
  readonly #queue: FairQueue<Job>
  readonly #mark: ((text: string) => string) | null
  readonly #running = new Set<Running>()
  #isPromptBusy = false
  #isClosed = false
  #look: Timer | null = null

  constructor(cost: PasswordCost = PASSWORD_COST, options: PasswordsOptions = {}) {
    this.#cost = cost
    this.#clock = options.clock ?? systemClock()
    this.#stuckMs = options.stuckMs ?? STUCK_MS
    this.#patientThreads = options.patientThreads ?? defaultThreads()
    const imported = { ...LANES.imported, runningMax: this.importsAtOnce }
    this.#queue = new FairQueue<Job>(Object.values({ ...LANES, imported }))
    const { secretKey } = options
    this.#mark = secretKey === undefined ? null : openSeal(secretKey, randomKey).mark
    const module = options.patientModule ?? PATIENT_MODULE
    this.#patient = threads(module, this.#patientThreads)
    this.#prompt = threads(PROMPT_MODULE, 1)
  }

  /** The number of passwords of imports that are hashed at the same time. */
  get importsAtOnce(): number {
    return Math.max(1, Math.floor(this.#patientThreads / 2))
  }

  /** True if a password of this party would be accepted. */
  hasRoom(party: PasswordParty): boolean {
    return this.#queue.hasRoom(laneOf(party), party.name)
  }

  async check(
    password: string,
    hashes: readonly string[],
    tries: number,
    party: PasswordParty,
  ): Promise<PasswordCheck | Refusal> {
    assert(tries >= hashes.length, 'a fitting hash is never beyond the tries (P2)')
    const normal = normalPassword(password)
    const made = this.#mark === null ? null : madeHash(this.#mark, normal)
    const task = { do: 'check', password: normal, hashes, made, tries, cost: this.#cost } as const
    const result = await this.#run(task, party)
    return isRefusal(result) ? result : { ok: true, fits: result.fits, rehash: result.hash }
  }

  /**
   * Refuses a password that the login uses for another purpose, so that a phone, view-only or api
   * password never opens more than its purpose.
   */
  async refuseTaken(
    password: string,
    others: readonly StoredCredential[],
    party: PasswordParty,
    field = 'password',
  ): Promise<Refusal | null> {
    const hashes = others.map(({ hash }) => hash)
    const check = await this.check(password, hashes, hashes.length, party)
    if (!check.ok) return check
    const same = others[check.fits]
    return same === undefined
      ? null
      : refuseField(field, say('field.other_password', { kind: same.kind }))
  }

  async hash(password: string, party: PasswordParty): Promise<string | Refusal> {
    const task = { do: 'hash', password: normalPassword(password), cost: this.#cost } as const
    const result = await this.#run(task, party)
    if (isRefusal(result)) return result
    assert(result.hash !== null, 'a hash was asked for')
    return result.hash
  }

  get waiting(): number {
    return this.#queue.waiting
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#look?.cancel()
    await Promise.all([this.#patient.destroy(), this.#prompt.destroy()])
  }

  #run(task: PasswordTask, party: PasswordParty): Promise<PasswordResult | Refusal> {
    return new Promise((settle, fail) => {
      const left = this.#queue.push(laneOf(party), party.name, { task, settle, fail })
      left?.settle(passwordsFull(party.lane))
      this.#startNext()
    })
  }

  #startNext(): void {
    if (this.#isClosed) return
    if (!this.#isPromptBusy) {
      const taken = this.#queue.next([KNOWN_STAFF])
      if (taken !== undefined) this.#onPrompt(taken, true)
    }
    while (this.#running.size < this.#patientThreads) {
      const taken = this.#queue.next()
      if (taken === undefined) return
      this.#onPatient(taken)
    }
  }

  #onPatient(taken: RunningJob<Job>): void {
    const running = { taken, since: this.#clock.monotonic(), isDoneTwice: false }
    this.#running.add(running)
    this.#look ??= this.#clock.after(this.#stuckMs, () => this.#helpStuck())
    const { job } = taken
    this.#patient
      .run(job.task)
      .then(job.settle, job.fail)
      .finally(() => {
        this.#running.delete(running)
        if (!running.isDoneTwice) this.#queue.finished(taken)
        this.#startNext()
      })
  }

  /** Runs a job on the prompt thread; `isAlone` if no patient thread works on the same job. */
  #onPrompt(taken: RunningJob<Job>, isAlone: boolean): void {
    this.#isPromptBusy = true
    const { job } = taken
    this.#prompt
      .run(job.task)
      .then(job.settle, job.fail)
      .finally(() => {
        this.#isPromptBusy = false
        if (isAlone) this.#queue.finished(taken)
        this.#startNext()
      })
  }

  /**
   * P3: runs once a second while patient threads work. A job that is done twice has the same
   * result.
   */
  #helpStuck(): void {
    this.#look = null
    if (this.#running.size === 0) return
    this.#look = this.#clock.after(this.#stuckMs, () => this.#helpStuck())
    if (this.#isPromptBusy) return
    const before = this.#clock.monotonic() - this.#stuckMs
    const stuck = [...this.#running].filter(({ since }) => since <= before)
    const [first] = stuck.filter(({ isDoneTwice }) => !isDoneTwice)
    if (first !== undefined) {
      first.isDoneTwice = true
      this.#queue.finished(first.taken)
      this.#onPrompt(first.taken, false)
    } else if (stuck.length === this.#patientThreads) {
      const taken = this.#queue.next()
      if (taken !== undefined) this.#onPrompt(taken, true)
    }
  }
}

export function passwordsFull(lane: PasswordLane): Refusal {
  return refuseFor(FULL_MS, 'unavailable', `${FULL[lane]} Try again in a few seconds.`)
}

const SIGN_INS_FULL = 'Too many sign-ins at once.'
const FULL: Readonly<Record<PasswordLane, string>> = {
  known_staff: SIGN_INS_FULL,
  staff: SIGN_INS_FULL,
  known_traders: SIGN_INS_FULL,
  traders: SIGN_INS_FULL,
  set_by_staff:
    'Too many passwords that staff set or check wait at once: ' +
    `${PARTY_SET_BY_STAFF_WAITING_MAX} of one login may, and ${SET_BY_STAFF_WAITING_MAX} of all.`,
  strangers: 'Many people sign up at the moment, or you are signing up already.',
  imported: 'Too many passwords of imports wait at once.',
}

const KNOWN_STAFF = LANE_NAMES.indexOf('known_staff')

function laneOf({ lane }: PasswordParty): number {
  return LANE_NAMES.indexOf(lane)
}

/** The number of threads: half of the cores minus one, so that the rest is free for trading. */
function defaultThreads(): number {
  const cores = availableParallelism()
  return Math.min(Math.max(Math.floor(cores / 2) - 1, 1), PATIENT_THREADS_MAX)
}

const PROMPT_MODULE = new URL('./password.task.js', import.meta.url).href
const PATIENT_MODULE = new URL('./patient-password.task.js', import.meta.url).href

function threads(filename: string, maxThreads: number): Piscina<PasswordTask, PasswordResult> {
  return new Piscina<PasswordTask, PasswordResult>({
    filename,
    minThreads: 0,
    maxThreads,
    idleTimeout: IDLE_MS,
  })
}
