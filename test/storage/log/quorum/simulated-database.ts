import type { Prng } from '../../../../engine/numbers/prng.js'
import {
  type Answer,
  type Ask,
  isFence,
  type Place,
  type QuorumEntry,
} from '../../../../storage/log/quorum/log-database.js'
import { LEASE_MS } from '../../../../storage/log/quorum/log-owner.js'

/**
 * A database of one shard's log that confirms by a quorum, and does all that such a one may do to its clients. It is worse than PostgreSQL in
 * one way: others see a change at once, not only when the wait for the quorum was broken off.
 *
 *   D1. A primary writes its changes one after the other; the quorum has the first so many of them.
 *   D2. Another primary begins with what the quorum has, and maybe some more. The one before may live on, and never
 *       hears of the quorum again.
 *   D3. `forget` is what no quorum does: the next primary lacks what was confirmed.
 */
export interface Lease {
  readonly epoch: number
  readonly holder: string
  readonly expires: number
  readonly confirmedN: number
}

type Change = QuorumEntry | Lease

const ORIGIN: QuorumEntry = { n: 0, epoch: 0, firstSeq: 0, body: new Uint8Array(0) }
const NOBODY: Lease = { epoch: 0, holder: '', expires: -1, confirmedN: 0 }
/** Stands for any place or epoch in asks of which a mistake took the condition away. */
export const ANY = -1

export interface DatabaseFaults {
  /** A lease is given to whoever asks. */
  readonly leasesAreFree?: boolean
}

/** A statement that was carried out: the answer, and how many changes the quorum needs before it may be given. */
export interface Executed {
  readonly answer: Answer
  readonly needs: number
}

export class Primary {
  readonly log: QuorumEntry[]
  lease: Lease
  /** Since it is the primary. */
  readonly #changes: Change[] = []
  readonly #begins: number
  readonly #firstLease: Lease
  #confirmed = 0
  confirmedN: number
  confirmedLease: Lease
  readonly #faults: DatabaseFaults

  constructor(log: QuorumEntry[], lease: Lease, faults: DatabaseFaults) {
    this.log = log
    this.lease = lease
    this.#begins = log.length
    this.#firstLease = lease
    this.confirmedN = log.length - 1
    this.confirmedLease = lease
    this.#faults = faults
  }

  get waiting(): number {
    return this.#changes.length - this.#confirmed
  }

  isConfirmed(needs: number): boolean {
    return needs <= this.#confirmed
  }

  /** The quorum has so many changes more. */
  confirm(count: number): void {
    for (const change of this.#changes.slice(this.#confirmed, this.#confirmed + count)) {
      if ('body' in change) this.confirmedN = change.n
      else this.confirmedLease = change
      this.#confirmed++
    }
  }

  /** D2: the primary after this one, which has so many changes more than the quorum, or fewer (D3). */
  successor(more: number): Primary {
    const sure = Math.max(0, this.#confirmed + Math.min(0, more))
    const log = this.log.slice(0, this.#begins)
    let lease = this.#firstLease
    for (const change of this.#changes.slice(0, sure)) {
      if ('body' in change) log.push(change)
      else lease = change
    }
    const next = new Primary(log, lease, this.#faults)
    for (const change of this.#changes.slice(sure, this.#confirmed + more)) next.#inherit(change)
    return next
  }

  #inherit(change: Change): void {
    if ('body' in change) this.log.push(change)
    else this.lease = change
    this.#changes.push(change)
  }

  execute(ask: Ask, now: number): Executed {
    switch (ask.kind) {
      case 'connect':
        return read({ kind: 'connected' })
      case 'find':
        return entries(this.log.findLast((one) => !isFence(one) && one.firstSeq <= ask.through))
      case 'end':
        return entries(this.log.at(-1))
      case 'read':
        return entries(...this.log.slice(ask.after + 1, ask.after + 1 + ask.limit))
      case 'append':
        return this.#append(ask.entry, ask.behind)
      case 'take':
        return this.#take(ask.holder, ask.raise, now)
      case 'renew':
        return this.#renew(ask.epoch, ask.confirmedN, now)
    }
  }

  #append(entry: QuorumEntry, behind: Place): Executed {
    const { n } = entry
    const before = this.log[n - 1]
    const isBehind =
      behind.n === ANY || (before !== undefined && [ANY, before.epoch].includes(behind.epoch))
    if (!isBehind || this.log[n] !== undefined) return wrote(0)
    // A log that lost its condition has gaps: they are seen as such.
    while (this.log.length < n) this.log.push({ ...ORIGIN, n: ANY })
    this.log.push(entry)
    return this.#changed(entry, 0)
  }

  #take(holder: string, raise: number, now: number): Executed {
    const { epoch, holder: before, expires } = this.lease
    const isFree = before === holder || expires < now || this.#faults.leasesAreFree === true
    if (!isFree) return wrote(0)
    this.lease = { ...this.lease, holder, epoch: epoch + raise, expires: now + LEASE_MS }
    return this.#changed(this.lease, epoch + raise)
  }

  #renew(epoch: number, confirmedN: number, now: number): Executed {
    if (epoch !== ANY && epoch !== this.lease.epoch) return wrote(0)
    this.lease = { ...this.lease, confirmedN, expires: now + LEASE_MS }
    return this.#changed(this.lease, 0)
  }

  #changed(change: Change, epoch: number): Executed {
    this.#changes.push(change)
    return { answer: { kind: 'wrote', rows: 1, notices: 0, epoch }, needs: this.#changes.length }
  }
}

function read(answer: Answer): Executed {
  return { answer, needs: 0 }
}

function entries(...found: (QuorumEntry | undefined)[]): Executed {
  return read({ kind: 'entries', entries: found.filter((one) => one !== undefined) })
}

/** A statement that wrote nothing waits for nobody. */
function wrote(rows: number): Executed {
  return read({ kind: 'wrote', rows, notices: 0, epoch: 0 })
}

export class SimulatedDatabase {
  readonly #prng: Prng
  primary: Primary
  /** The primary before, while it can still be reached. */
  past: Primary | undefined
  /** Statements of sessions that are over, which may be carried out yet. */
  #strays: { readonly at: Primary; readonly ask: Ask }[] = []
  /** True once what was confirmed went. */
  hasForgotten = false
  failOvers = 0

  constructor(prng: Prng, faults: DatabaseFaults = {}) {
    this.#prng = prng
    this.primary = new Primary([ORIGIN], NOBODY, faults)
  }

  /** One thing that happens by itself. */
  step(now: number): void {
    const kind = this.#prng.below(100)
    if (kind < 90) this.primary.confirm(this.#prng.below(this.primary.waiting + 1))
    else if (kind < 98) this.#executeStray(now)
    else if (this.#prng.below(5) === 0) this.past = undefined
    else if (this.#prng.below(2) === 0) this.failOver(this.#prng.below(this.primary.waiting + 1))
  }

  failOver(more: number): void {
    const { primary } = this
    this.past = this.#prng.below(4) === 0 ? undefined : primary
    this.primary = primary.successor(more)
    this.failOvers++
  }

  /** D3. */
  forget(): void {
    this.failOver(-1 - this.#prng.below(6))
    this.hasForgotten = true
  }

  /** Where a new session leads: also to a primary of the past. */
  anyPrimary(): Primary {
    return this.past !== undefined && this.#prng.below(2) === 0 ? this.past : this.primary
  }

  /** A statement that was sent on a session which is over by now. */
  stray(at: Primary, ask: Ask): void {
    this.#strays.push({ at, ask })
  }

  #executeStray(now: number): void {
    const [stray] = this.#strays.splice(this.#prng.below(this.#strays.length + 1), 1)
    if (stray === undefined) return
    const isReached = stray.at === this.primary || stray.at === this.past
    if (isReached) stray.at.execute(stray.ask, now)
  }
}
