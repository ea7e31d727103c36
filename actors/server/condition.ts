import type { UnixMs } from '../../engine/units.js'
import type { Logger } from '../thread/logger.js'

/** A text for operators; a function where it holds a figure, so that each reader gets the figure of now. '' is none. */
export type OperatorText = string | (() => string)

/**
 * The state of the server, by part: its troubles, the reasons why its trading stands still, and the notes
 * that an operator should know although it is well.
 */
export class ServerCondition {
  readonly #logger: Logger
  readonly #onHalt: (since: UnixMs | null) => void
  readonly #now: () => UnixMs
  readonly #troubles = new Map<string, OperatorText>()
  readonly #halts = new Map<string, OperatorText>()
  readonly #notes = new Map<string, OperatorText>()
  #haltedSince: UnixMs | null = null

  /** `onHalt` hears since when trading is stopped, null when it goes on. */
  constructor(logger: Logger, onHalt: (since: UnixMs | null) => void, now: () => UnixMs) {
    this.#logger = logger
    this.#onHalt = onHalt
    this.#now = now
  }

  /** The troubles of the server in words; empty when it is well. */
  get troubles(): readonly string[] {
    return [...this.#troubles.values()].map(said)
  }

  get notes(): readonly string[] {
    return [...this.#notes.values()].map(said)
  }

  /** The notes with the part that each is of. */
  get notesByPart(): ReadonlyMap<string, string> {
    return new Map([...this.#notes].map(([part, what]) => [part, said(what)]))
  }

  /** '' while trading goes on. */
  get haltReason(): string {
    const [reason = ''] = this.#halts.values()
    return said(reason)
  }

  /** Null while trading goes on. */
  get haltedSince(): UnixMs | null {
    return this.#haltedSince
  }

  /** '' is none any more, here and below. */
  trouble(part: string, what: OperatorText): void {
    set(this.#troubles, part, what)
  }

  /** A trouble for which trading stops. */
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
