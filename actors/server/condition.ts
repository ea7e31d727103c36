import type { KeyedText } from '../../engine/reasons/keyed-text.js'
import type { UnixMs } from '../../engine/units.js'
import type { Logger } from '../thread/logger.js'

/**
 * A text for operators, in every language. A function recomputes the figures in it for each reader.
 * Null means none.
 */
export type OperatorText = KeyedText | (() => KeyedText) | null
type SetText = Exclude<OperatorText, null>

/**
 * The state of the server by part: its troubles, the reasons why trading is stopped, and notes that
 * do not make the server unwell.
 */
export class ServerCondition {
  readonly #logger: Logger
  readonly #onHalt: (since: UnixMs | null) => void
  readonly #now: () => UnixMs
  readonly #troubles = new Map<string, SetText>()
  readonly #halts = new Map<string, SetText>()
  readonly #notes = new Map<string, SetText>()
  #haltedSince: UnixMs | null = null

  /** Calls `onHalt` with the time since when trading is stopped, or null when it resumes. */
  constructor(logger: Logger, onHalt: (since: UnixMs | null) => void, now: () => UnixMs) {
    this.#logger = logger
    this.#onHalt = onHalt
    this.#now = now
  }

  /** Descriptions of the current troubles; empty when the server is well. */
  get troubles(): readonly string[] {
    return [...this.#troubles.values()].map((trouble) => textOf(trouble).message)
  }

  /** The trouble that began first; undefined when the server is well. */
  get firstTrouble(): KeyedText | undefined {
    const [first] = this.#troubles.values()
    return first && textOf(first)
  }

  get notes(): readonly string[] {
    return [...this.#notes.values()].map((note) => textOf(note).message)
  }

  /** The notes, with the part that each is about. */
  get notesByPart(): ReadonlyMap<string, KeyedText> {
    return new Map([...this.#notes].map(([part, note]) => [part, textOf(note)]))
  }

  /** The reason why trading is stopped; empty if it is not. */
  get haltReason(): string {
    const [reason] = this.#halts.values()
    return reason === undefined ? '' : textOf(reason).message
  }

  /** The time since which trading is stopped; null if it is not. */
  get haltedSince(): UnixMs | null {
    return this.#haltedSince
  }

  /** Sets the trouble of a part; null clears it. The setters below do the same. */
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

  note(part: string, note: OperatorText): void {
    const before = this.#notes.get(part)
    set(this.#notes, part, note)
    if (note !== null && (before === undefined || !isSame(before, note))) {
      this.#logger.warn({ part }, textOf(note).message)
    }
  }
}

function textOf(text: SetText): KeyedText {
  return typeof text === 'function' ? text() : text
}

/** True for the same note. A function stays the same note while its figure changes. */
function isSame(one: SetText, other: SetText): boolean {
  if (typeof one === 'function' || typeof other === 'function') return one === other
  return one.message === other.message
}

function set(of: Map<string, SetText>, part: string, what: OperatorText): void {
  if (what === null) of.delete(part)
  else of.set(part, what)
}
