import { strict as assert } from 'node:assert'
import type { Prng } from '../../../../engine/numbers/prng.js'
import { GUARDS, type Guards } from '../../../../storage/log/quorum/guards.js'
import {
  type Answer,
  type Ask,
  isFence,
  type QuorumEntry,
} from '../../../../storage/log/quorum/log-database.js'
import { LogOwner } from '../../../../storage/log/quorum/log-owner.js'
import type { DatabaseFaults, Executed, Primary, SimulatedDatabase } from './simulated-database.js'

/** A mistake that is planted: a guard taken away, a condition left out of an ask, an answer that is not what it was. */
export interface Sabotage {
  readonly guards?: Partial<Guards>
  readonly faults?: DatabaseFaults
  /** By how much a taking raises the epoch at the most. */
  readonly raises?: number
  ask?(ask: Ask): Ask
  answer?(ask: Ask, answer: Answer): Answer
}

interface Underway {
  readonly ask: Ask
  readonly at: Primary
  executed: Executed | undefined
}

/** What a process knows: its log, and who it is. All but the log goes with it. */
interface Process {
  readonly owner: LogOwner
  at: Primary
  underway: Underway | undefined
  wasOpen: boolean
  frozenUntil: number
}

/** As many as make it unlikely that two nodes draw the same. */
const RAISES = 1 << 20

export class SimulatedNode {
  readonly name: string
  readonly #prng: Prng
  readonly #database: SimulatedDatabase
  readonly #sabotage: Sabotage
  /** The own log without fences. */
  #own: QuorumEntry[] = []
  #process: Process | undefined
  /** The newest entry that was tried. */
  #tried: QuorumEntry | undefined
  /** Told as confirmed, of all processes. */
  readonly confirmed: QuorumEntry[] = []
  takings = 0

  /** It freezes as often in 2,000 steps. */
  readonly #sleepiness: number

  constructor(name: string, prng: Prng, database: SimulatedDatabase, sabotage: Sabotage) {
    this.name = name
    this.#sleepiness = prng.below(4) === 0 ? 40 : 4
    this.#prng = prng
    this.#database = database
    this.#sabotage = sabotage
  }

  step(now: number): void {
    const process = this.#process
    if (process === undefined) {
      if (this.#prng.below(20) === 0) this.#process = this.#start(now)
      return
    }
    if (now < process.frozenUntil) return
    if (process.underway !== undefined) this.#goOn(process, process.underway, now)
    else this.#ask(process, now)
    this.#look(process, now)
    this.#mayEnd(process, now)
  }

  /** Stops an owner for some seconds. */
  freeze(now: number): void {
    const process = this.#process
    if (process?.owner.isOpen) process.frozenUntil = now + this.#prng.below(8_000)
  }

  #start(now: number): Process {
    const newest = this.#own.at(-1)
    const owner = new LogOwner({
      holder: this.name,
      local: newest && { firstSeq: newest.firstSeq, bytes: newest.body },
      raise: () => 1 + this.#prng.below(this.#sabotage.raises ?? RAISES),
      guards: { ...GUARDS, ...this.#sabotage.guards },
    })
    const at = this.#database.anyPrimary()
    return { owner, at, underway: undefined, wasOpen: false, frozenUntil: now }
  }

  #ask(process: Process, now: number): void {
    const { owner } = process
    if (owner.isOpen && owner.isSettled && this.#prng.below(2) > 0) this.#begin(owner)
    const asked = owner.next(now)
    if (asked === undefined) return
    const ask = this.#sabotage.ask?.(asked) ?? asked
    if (ask.kind === 'connect') process.at = this.#database.anyPrimary()
    process.underway = { ask, at: process.at, executed: undefined }
    if (ask.kind === 'append' && !isFence(ask.entry)) this.#tried = ask.entry
  }

  #begin(owner: LogOwner): void {
    const firstSeq = (this.#own.at(-1)?.firstSeq ?? 0) + 1 + this.#prng.below(2)
    owner.begin(firstSeq, Buffer.from(`${this.name} ${firstSeq} ${this.#prng.uint32()}`))
  }

  /** The statement on its way: there, carried out, answered, or one of the things that may happen to it. */
  #goOn(process: Process, underway: Underway, now: number): void {
    const { ask, at, executed } = underway
    const kind = this.#prng.below(100)
    if (kind < 6) {
      // The session ends, before or after the statement came there.
      if (executed === undefined) this.#database.stray(at, ask)
      this.#hear(process, underway, { kind: 'lost', why: 'the session ended' }, now)
    } else if (executed === undefined) {
      underway.executed = at.execute(ask, now)
    } else if (at === this.#database.primary && at.isConfirmed(executed.needs)) {
      this.#hear(process, underway, executed.answer, now)
    } else if (executed.needs === 0) {
      this.#hear(process, underway, executed.answer, now)
    } else if (kind < 10 && executed.answer.kind === 'wrote') {
      // The wait for the quorum was cancelled.
      this.#hear(process, underway, { ...executed.answer, notices: 1 }, now)
    }
  }

  #hear(process: Process, { ask }: Underway, answer: Answer, now: number): void {
    const { owner } = process
    process.underway = undefined
    const isUnsettled = owner.isOpen && !owner.isSettled
    const told = this.#sabotage.answer?.(ask, answer) ?? answer
    const pulled = owner.heard(told, now)
    const { log } = process.at
    for (const { firstSeq, bytes } of pulled) {
      const entry = log.find((one) => one.firstSeq === firstSeq && one.body === bytes)
      assert.ok(entry !== undefined, 'what is pulled was read')
      this.#own.push(entry)
    }
    if (isUnsettled && owner.isSettled) this.#settled()
  }

  /** S1: an entry is told. */
  #settled(): void {
    const entry = this.#tried
    assert.ok(entry !== undefined, 'it was tried')
    const { primary } = this.#database
    assert.equal(
      primary.log[entry.n],
      entry,
      `entry ${entry.n} of ${this.name} is told and not there`,
    )
    assert.ok(entry.n <= primary.confirmedN, `entry ${entry.n} of ${this.name} is told unconfirmed`)
    this.#own.push(entry)
    this.confirmed.push(entry)
    if (this.#database.hasForgotten) this.#checkOwn(entry.n)
  }

  /** S1, S3. */
  #look(process: Process, now: number): void {
    const { owner } = process
    if (owner.isOpen && !process.wasOpen) {
      process.wasOpen = true
      this.takings++
      // What was forgotten since the fence was confirmed shows with the first entry.
      if (!this.#database.hasForgotten) this.#checkOwn(this.#own.at(-1)?.n ?? 0)
    }
    if (this.#database.hasForgotten || !owner.mayTell(now)) return
    // A statement of its own process before may have taken it anew.
    const { holder } = this.#database.primary.confirmedLease
    assert.equal(holder, this.name, `${this.name} tells what ${holder} may have changed`)
  }

  /** S1: the quorum has all entries of the own log up to a place, and no others. */
  #checkOwn(through: number): void {
    const { primary } = this.#database
    const there = primary.log.slice(0, through + 1).filter((one) => !isFence(one))
    assert.equal(there.length, this.#own.length, `${this.name} knows another log`)
    for (const [index, entry] of there.entries()) {
      assert.equal(entry, this.#own[index], `${this.name} knows another entry ${entry.n}`)
    }
    assert.ok(through <= primary.confirmedN, `${this.name} knows what is not confirmed`)
  }

  #mayEnd(process: Process, now: number): void {
    const kind = this.#prng.below(2_000)
    if (process.owner.isShutOut || kind < 6) this.#end(process)
    else if (kind < 7) {
      // The machine ends: the own log is not synced.
      this.#end(process)
      this.#own.length -= this.#prng.below(Math.min(10, this.#own.length) + 1)
    } else if (kind < 7 + this.#sleepiness) {
      process.frozenUntil = now + this.#prng.below(12_000)
    } else if (kind === 1_000 && !process.owner.isOpen && this.#database.hasForgotten) {
      // An operator has a log that is ahead filled anew.
      this.#end(process)
      this.#own = []
    }
  }

  #end({ underway }: Process): void {
    if (underway !== undefined && underway.executed === undefined) {
      this.#database.stray(underway.at, underway.ask)
    }
    this.#process = undefined
    this.#tried = undefined
  }
}

/** Somebody who follows the log, from whatever primary he comes to. */
export class SimulatedReader {
  readonly #prng: Prng
  readonly #database: SimulatedDatabase
  readonly #guards: Guards
  #has = 0

  constructor(prng: Prng, database: SimulatedDatabase, { guards }: Sabotage) {
    this.#prng = prng
    this.#database = database
    this.#guards = { ...GUARDS, ...guards }
  }

  /** S4. */
  step(): void {
    if (this.#database.hasForgotten) return
    const { log, lease } = this.#database.anyPrimary()
    const after = this.#has + 1
    const entries = log.slice(after, after + 1 + this.#prng.below(8))
    for (const entry of this.#guards.followable(entries, lease.confirmedN)) {
      const { primary } = this.#database
      assert.equal(primary.log[entry.n], entry, `a reader has entry ${entry.n}, which is lost`)
      assert.ok(entry.n <= primary.confirmedN, `a reader has entry ${entry.n} unconfirmed`)
      this.#has = entry.n
    }
  }
}
