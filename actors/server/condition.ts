import type { KeyedText } from '../../engine/reasons/keyed-text.js'
import type { UnixMs } from '../../engine/units.js'
import type { Logger } from '../thread/logger.js'

/** A text for operators. A function recomputes the figures in it for each reader. '' means none. */
export type OperatorText = string | (() => string)

/** A note, in every language; null is none. */
export type OperatorNote = KeyedText | (() => KeyedText) | null

/**
 * The state of the server by part: its troubles, the reasons why trading is stopped, and notes that
 * do not make the server unwell.
 */
export class ServerCondition {
  readonly #logger: Logger
  readonly #onHalt: (since: UnixMs | null) => void
  readonly #now: () => UnixMs
  readonly #troubles = new Map<string, OperatorText>()
  readonly #halts = new Map<string, OperatorText>()
  readonly #notes = new Map<string, Exclude<OperatorNote, null>>()
  #haltedSince: UnixMs | null = null

  /** Calls `onHalt` with the time since when trading is stopped, or null when it resumes. */
  constructor(logger: Logger, onHalt: (since: UnixMs | null) => void, now: () => UnixMs) {
    this.#logger = logger
    this.#onHalt = onHalt
    this.#now = now
  }

  /** Descriptions of the current troubles; empty when the server is well. */
  get troubles(): readonly string[] {
    return [...this.#troubles.values()].map(said)
  }

  get notes(): readonly string[] {
    return [...this.#notes.values()].map((note) => textOf(note).message)
  }

  /** The notes with the part that each is of. */
  get notesByPart(): ReadonlyMap<string, KeyedText> {
    return new Map([...this.#notes].map(([part, note]) => [part, textOf(note)]))
  }

  /** '' while trading is not stopped. */
  get haltReason(): string {
    const [reason = ''] = this.#halts.values()
    return said(reason)
  }

  /** Null while trading is not stopped. */
  get haltedSince(): UnixMs | null {
    return this.#haltedSince
  }

  /** Sets the trouble of a part; '' clears it. The setters below do the same. */
  trouble(part: string, what: OperatorText): void {
    set(this.#troubles, part, what)
  }

  /** Sets a trouble that also stops trading. */
  halt(part: string, why: OperatorText): void {
    const before = this.haltReason
    this.trouble(part, why)
    set(this.#halts, part, why)
    const reason = this.haltReason
    if (reason === before) return
    if (reason === '') this.#logger.info({ was: before }, 'trading goes on')
    else this.#logger.error({ reason }, 'trading stopped')
    if ((reason === '') === (this.#haltedSince === null)) return
    this.#haltedSince = reason === '' ? null : this.#now()
    this.#onHalt(this.#haltedSince)
  }

  note(part: string, note: OperatorNote): void {
    const before = this.#notes.get(part)
    if (note === null) {
      this.#notes.delete(part)
      return
    }
    this.#notes.set(part, note)
    if (before === undefined || !isSame(before, note)) {
      this.#logger.warn({ part }, textOf(note).message)
    }
  }
}

function textOf(note: Exclude<OperatorNote, null>): KeyedText {
  return typeof note === 'function' ? note() : note
}

/** A function stays the same note while its figure changes. */
function isSame(one: Exclude<OperatorNote, null>, other: Exclude<OperatorNote, null>): boolean {
  if (typeof one === 'function' || typeof other === 'function') return one === other
  return one.message === other.message
}

function said(text: OperatorText): string {
  return typeof text === 'string' ? text : text()
}

function set(of: Map<string, OperatorText>, part: string, what: OperatorText): void {
  if (what === '') of.delete(part)
  else of.set(part, what)
}
