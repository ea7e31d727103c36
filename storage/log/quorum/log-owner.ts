import { assert } from '../../../engine/assert.js'
import type { LogEntry } from '../log.js'
import { GUARDS, type Guards } from './guards.js'
import type { Answer, Ask, LocalLogHead, Place, QuorumEntry, Wrote } from './log-database.js'

/**
 * The owner of one shard's log in the quorum: a state machine that returns the next request to the
 * database and processes the answers. It does no input or output and has no clock, so the
 * simulation can test any behaviour of a database.
 *
 * Opening takes these steps: open a session; check that the local log is a prefix of the
 * database's; take the lease; read the end of the log; write a fence after it, which excludes the
 * previous owner; read all entries up to the fence that the local log lacks. After that it appends
 * one entry at a time and renews the lease in between.
 */
export interface OwnerOptions {
  /** The name of this node; only one process with that name runs at a time. */
  readonly holder: string
  /** The newest entry of the local log; undefined if that log is empty. */
  readonly local: LocalLogHead | undefined
  /**
   * Draws at random by how much taking the lease raises the epoch, so that an epoch which a
   * database assigned and lost is not used again.
   */
  readonly raise: () => number
  readonly guards?: Guards
}

/** A lease is valid for this long after the moment when it was requested. */
export const LEASE_MS = 5_000
/** The trouble of an owner while another node has the log. */
export const LEASE_HELD = 'another node holds the lease'
export const RENEW_EVERY_MS = 1_000
const PAGE_ENTRIES = 500
const ORIGIN: QuorumEntry = { n: 0, epoch: 0, firstSeq: 0, body: new Uint8Array(0) }

/** The reason why an owner cannot continue. */
export interface Trouble {
  readonly why: string
  readonly since: number
  /** True if the database lacks confirmed entries (docs/decisions/quorum.md, G3). */
  readonly isInPast: boolean
}

const DIFFERS = 'the own log is ahead of the database, or differs from it'
/** The trouble with a database that is empty or whose entries begin later. */
const MISSING = 'the database has nothing of the own log (a day old: join from a newer backup); '
const IN_PAST = 'the database is one of the past'

/** The next request to the database. */
type Step =
  | 'connect'
  | 'find'
  | 'take'
  | 'end'
  | 'fence'
  | 'own fence'
  | 'pull'
  /** While open: writes an entry or renews the lease if necessary. */
  | 'rest'
  /** While open: finds out what is at the place of an entry with an unknown outcome. */
  | 'place'
  | 'renew'
  | 'fenced'

export class LogOwner {
  readonly #options: OwnerOptions
  readonly #guards: Guards
  #step: Step = 'connect'
  /** The open request, and when it was sent. */
  #asked: Ask | undefined
  #askedAt = 0
  #epoch = 0
  /** The place after which the next entry is appended. During opening, the end of the log. */
  #end: Place = ORIGIN
  /** This node's fence, confirmed or not. Its place is 0 until the fence is written. */
  #fence: QuorumEntry = ORIGIN
  #isFenced = false
  /** The place up to which the local log has all entries. */
  #pulled: Place = ORIGIN
  #isOpen = false
  #underway: QuorumEntry | undefined
  /**
   * True if the session has shown the current entry. The next confirmed write on that session then
   * confirms the entry.
   */
  #isSeen = false
  #renewedAt: number | undefined
  #trouble = ''
  #troubleSince: number | undefined

  constructor(options: OwnerOptions) {
    this.#options = options
    this.#guards = options.guards ?? GUARDS
  }

  /** True once the local log has all entries and new ones may begin. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  /**
   * True if another owner has the shard. The outcome of unsettled entries is then unknown, and the
   * process must end.
   */
  get isShutOut(): boolean {
    return this.#step === 'fenced'
  }

  /** True if the entry passed to `begin` is confirmed. */
  get isSettled(): boolean {
    return this.#underway === undefined
  }

  get epoch(): number {
    return this.#epoch
  }

  /** The place of the newest entry known to be confirmed. */
  get confirmedN(): number {
    return this.#end.n
  }

  /** The reason why the owner cannot continue, and since when. */
  get trouble(): Trouble | undefined {
    if (this.#troubleSince === undefined) return undefined
    const why = this.#trouble
    return { why, since: this.#troubleSince, isInPast: why === IN_PAST }
  }

  /**
   * True if answers without an entry may be sent, because no other node can have the shard
   * (docs/decisions/quorum.md, G5).
   */
  mayTell(now: number): boolean {
    return this.#isOpen && this.#guards.mayTell(this.#renewedAt, now, LEASE_MS)
  }

  /**
   * Begins an entry. It is confirmed once `isSettled` is true; until then no other entry may begin
   * (docs/decisions/quorum.md, G1).
   */
  begin(firstSeq: number, body: Uint8Array): void {
    assert(this.#isOpen && this.#underway === undefined, 'one entry at a time, once it is open')
    this.#underway = { n: this.#end.n + 1, epoch: this.#epoch, firstSeq, body }
  }

  /**
   * The next request; undefined while an answer is missing, or if nothing is due before `dueAt`.
   */
  next(now: number): Ask | undefined {
    if (this.#asked !== undefined) return undefined
    this.#asked = this.#askOf(now)
    this.#askedAt = now
    return this.#asked
  }

  /** The time at which the next renewal of the lease is due. */
  get dueAt(): number {
    return (this.#renewedAt ?? 0) + RENEW_EVERY_MS
  }

  /** Processes an answer. Write the returned entries to the local log first, in this order. */
  heard(answer: Answer, now: number): readonly LogEntry[] {
    const asked = this.#asked
    assert(asked !== undefined, 'an answer comes to an ask')
    this.#asked = undefined
    if (answer.kind === 'lost') this.#leave(answer.why, now)
    else if (answer.kind === 'connected') this.#connected()
    else if (answer.kind === 'wrote') this.#wrote(asked, answer, now)
    else if (asked.kind === 'read' && this.#step === 'pull') return this.#page(answer.entries, now)
    else this.#read(answer.entries, now)
    return []
  }

  #askOf(now: number): Ask | undefined {
    switch (this.#step) {
      case 'connect':
        return { kind: 'connect' }
      case 'find':
        return { kind: 'find', through: newestIn(this.#options.local) }
      case 'take':
        return { kind: 'take', holder: this.#options.holder, raise: this.#options.raise() }
      case 'end':
        return { kind: 'end' }
      case 'fence':
        return { kind: 'append', entry: this.#fence, behind: this.#end }
      case 'own fence':
        return { kind: 'read', after: this.#fence.n - 1, limit: 1 }
      case 'pull':
        if (now >= this.dueAt) return this.#renewal()
        return { kind: 'read', after: this.#pulled.n, limit: PAGE_ENTRIES }
      case 'place':
        return { kind: 'read', after: this.#end.n - 1, limit: 2 }
      case 'renew':
        return this.#renewal()
      case 'rest':
        if (this.#underway !== undefined) {
          return { kind: 'append', entry: this.#underway, behind: this.#end }
        }
        return now >= this.dueAt ? this.#renewal() : undefined
      case 'fenced':
        return undefined
    }
  }

  /**
   * A renewal confirms only the entries before the current one, whose own confirmation may still
   * fail.
   */
  #renewal(): Ask {
    return { kind: 'renew', epoch: this.#epoch, confirmedN: this.#end.n }
  }

  #connected(): void {
    if (this.#isOpen) this.#step = this.#underway === undefined ? 'renew' : 'place'
    else if (this.#isFenced) this.#step = 'own fence'
    else this.#step = this.#options.local === undefined ? 'take' : 'find'
  }

  /**
   * Ends this session and looks for another. It is unknown whether the last request was, or will
   * be, carried out.
   */
  #leave(why: string, now: number): void {
    this.#step = 'connect'
    this.#isSeen = false
    this.#trouble = why
    this.#troubleSince ??= now
  }

  #fares(step: Step): void {
    this.#step = step
    this.#troubleSince = undefined
  }

  #wrote(asked: Ask, wrote: Wrote, now: number): void {
    const isConfirmed = this.#guards.isConfirmed(wrote)
    if (!isConfirmed && wrote.rows > 0) {
      this.#leave('the wait for the quorum was broken off', now)
    } else if (asked.kind === 'take') {
      if (isConfirmed) this.#taken(wrote.epoch, now)
      else this.#waits(now)
    } else if (asked.kind === 'renew') {
      if (isConfirmed) this.#renewed(now)
      else this.#step = 'fenced'
    } else if (this.#isOpen) {
      if (isConfirmed) this.#settled()
      else this.#step = 'place'
    } else if (isConfirmed) {
      this.#isFenced = true
      this.#step = 'pull'
    } else this.#step = 'end'
  }

  #taken(epoch: number, now: number): void {
    this.#epoch = epoch
    this.#renewedAt = this.#guards.renewedSince(this.#askedAt, now)
    this.#step = 'end'
  }

  /** Waits while another node holds the lease. */
  #waits(now: number): void {
    this.#trouble = LEASE_HELD
    this.#troubleSince ??= now
  }

  #renewed(now: number): void {
    this.#renewedAt = this.#guards.renewedSince(this.#askedAt, now)
    if (this.#isSeen) this.#settled()
    if (this.#isOpen) this.#fares('rest')
    else this.#step = 'pull'
  }

  #settled(): void {
    if (this.#underway !== undefined) this.#end = this.#underway
    this.#underway = undefined
    this.#isSeen = false
    this.#fares('rest')
  }

  #read(entries: readonly QuorumEntry[], now: number): void {
    const [first] = entries
    if (this.#step === 'find') this.#found(first, now)
    else if (this.#step === 'end') this.#ends(first ?? ORIGIN, now)
    else if (this.#step === 'own fence') {
      if (this.#guards.isOwnFence(first, this.#fence)) this.#step = 'pull'
      else this.#leave(IN_PAST, now)
    } else this.#placed(entries, now)
  }

  #found(found: QuorumEntry | undefined, now: number): void {
    const { local } = this.#options
    assert(local !== undefined, 'there is an entry to look for')
    if (this.#guards.agrees(local, found)) {
      this.#pulled = found ?? ORIGIN
      this.#step = 'take'
    } else this.#leave(`${found === undefined ? MISSING : ''}${DIFFERS}`, now)
  }

  #ends(end: Place, now: number): void {
    if (!this.#guards.mayFollow(end, this.#epoch)) {
      this.#leave('another node has taken the log', now)
      return
    }
    const body = Buffer.from(this.#options.holder)
    this.#end = end
    this.#fence = { n: end.n + 1, epoch: this.#epoch, firstSeq: 0, body }
    this.#step = 'fence'
  }

  #placed(entries: readonly QuorumEntry[], now: number): void {
    const entry = this.#underway
    assert(entry !== undefined, 'there is an entry under way')
    const tried = this.#guards.tried(entries, entry, this.#end)
    if (tried === 'fenced') this.#step = 'fenced'
    else if (tried === 'absent') this.#step = 'rest'
    else if (tried === 'past') this.#leave(IN_PAST, now)
    else {
      this.#isSeen = true
      this.#step = 'renew'
    }
  }

  /** Handles a page of the entries up to the fence that the local log lacks. */
  #page(entries: readonly QuorumEntry[], now: number): readonly LogEntry[] {
    const page: LogEntry[] = []
    for (const { n, epoch, firstSeq, body } of entries) {
      if (this.#pulled.n === this.#fence.n) break
      if (n !== this.#pulled.n + 1) {
        this.#leave(`the database has nothing older than entry ${n}: join from a backup`, now)
        return page
      }
      this.#pulled = { n, epoch }
      if (firstSeq > 0) page.push({ firstSeq, bytes: body })
    }
    if (this.#pulled.n === this.#fence.n) {
      this.#isOpen = true
      this.#end = this.#fence
      this.#fares('rest')
    } else if (entries.length === 0) this.#leave(IN_PAST, now)
    return page
  }
}

function newestIn(local: LocalLogHead | undefined): number {
  return local?.lastSeq ?? local?.firstSeq ?? 0
}
