import type { Logger } from '../thread/logger.js'

/**
 * The state of the server, by part: its troubles, the reasons why its trading stands still, and the notes
 * that an operator should know although it is well.
 */
export class ServerCondition {
  readonly #logger: Logger
  readonly #onHalt: (reason: string) => void
  readonly #troubles = new Map<string, string>()
  readonly #halts = new Map<string, string>()
  readonly #notes = new Map<string, string>()

  /** `onHalt` hears the reason for which trading stands still, '' when it goes on. */
  constructor(logger: Logger, onHalt: (reason: string) => void) {
    this.#logger = logger
    this.#onHalt = onHalt
  }

  /** The troubles of the server in words; empty when it is well. */
  get troubles(): readonly string[] {
    return [...this.#troubles.values()]
  }

  get notes(): readonly string[] {
    return [...this.#notes.values()]
  }

  /** The notes with the part that each is of. */
  get notesByPart(): ReadonlyMap<string, string> {
    return this.#notes
  }

  /** '' while trading goes on. */
  get haltReason(): string {
    const [reason = ''] = this.#halts.values()
    return reason
  }

  /** '' is none any more, here and below. */
  trouble(part: string, what: string): void {
    set(this.#troubles, part, what)
  }

  /** A trouble for which trading stops. */
  halt(part: string, why: string): void {
    const before = this.haltReason
    this.trouble(part, why)
    set(this.#halts, part, why)
    const reason = this.haltReason
    if (reason === before) return
    if (reason === '') this.#logger.info({ was: before }, 'trading goes on')
    else this.#logger.error({ reason }, 'trading stopped')
    this.#onHalt(reason)
  }

  note(part: string, what: string): void {
    if (this.#notes.get(part) === what) return
    set(this.#notes, part, what)
    if (what !== '') this.#logger.warn({ part }, what)
  }
}

function set(of: Map<string, string>, part: string, what: string): void {
  if (what === '') of.delete(part)
  else of.set(part, what)
}
