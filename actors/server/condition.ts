import type { UnixMs } from '../../engine/units.js'
import type { Logger } from '../thread/logger.js'

/** A text for operators. A function recomputes the figures in it for each reader. '' means none. */
export type OperatorText = string | (() => string)

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
  readonly #notes = new Map<string, OperatorText>()
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
    return [...this.#notes.values()].map(said)
  }

  /** The notes by the part that they are about. */
  get notesByPart(): ReadonlyMap<string, string> {
    return new Map([...this.#notes].map(([part, what]) => [part, said(what)]))
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

  note(part: string, what: OperatorText): void {
    if (this.#notes.get(part) === what) return
    set(this.#notes, part, what)
    if (what !== '') this.#logger.warn({ part }, said(what))
  }
}

function said(text: OperatorText): string {
  return typeof text === 'string' ? text : text()
}

function set(of: Map<string, OperatorText>, part: string, what: OperatorText): void {
  if (what === '') of.delete(part)
  else of.set(part, what)
}
