import type { ShardClient } from '../../../actors/shard/shard-client.js'
import type { Clock, Timer } from '../../../actors/thread/clock.js'
import type { Book } from '../../../engine/book/compiled.js'
import { type Code, type Refusal, refuse } from '../../../engine/code.js'
import {
  EXPOSURE_EVENT_ROWS_MAX,
  EXPOSURES_MAX,
  EXPOSURES_PER_SOCKET_MAX,
  SOCKET_BEHIND_BYTES,
} from '../../../engine/limits/sockets.js'
import { groupMaskFits } from '../../../engine/names/group-path.js'
import { EventFrame } from '../../../wire/frame/plain-frame.js'
import type { ExposureAnswer, ExposureAsk } from '../../../wire/thread/exposure.js'
import { reachOf } from '../../reach/group-reach.js'
import type { LiveSession } from '../../sessions/live-session.js'
import {
  type ExposureBy,
  exposureRows,
  type SummedExposures,
  summedExposures,
} from './exposure-rows.js'
import type { StaffConnection } from './staff-connection.js'

/**
 * The news that staff hear of exposures.
 *
 *   E1. Each second the shards are asked what is watched, one question after the other; who asks the same within the
 *       same reach shares an answer. A socket is told where its rows are others than it was told last.
 *   E2. Scope and rights are those of the moment: each question carries the scope, and what was asked under another one
 *       is not told. Who has lost the right, or sees no group of the mask any more, hears `unwatched`.
 *   E3. A reader that is behind is told nothing, and then the newest.
 *   E4. While a shard does not answer nothing is told: a part is no picture.
 */
export interface ExposureParts {
  readonly shards: readonly Pick<ShardClient, 'ask' | 'ready'>[]
  readonly clock: Clock
  book(): Book
}

interface ExposureWatch {
  readonly mask: string
  readonly by: ExposureBy
  /** The rows as told last. */
  told: string
}

interface Question {
  readonly asked: ExposureAsk
  readonly by: Set<ExposureBy>
}

export const EXPOSURE_RIGHTS = ['accounts.view', 'trades.view'] as const
const TELL_MS = 1000
const STARTING = refuse('unavailable', 'Trading is starting. Try again in a moment.')

export class ExposureWatchers {
  readonly #parts: ExposureParts
  readonly #watches = new Map<StaffConnection, Map<string, ExposureWatch>>()
  #bound: (connection: StaffConnection) => void = () => undefined
  #timer: Timer | undefined
  #isTelling = false

  constructor(parts: ExposureParts) {
    this.#parts = parts
  }

  /** `bound` looks whether a reader is too slow. */
  attach(bound: (connection: StaffConnection) => void): void {
    this.#bound = bound
  }

  /** The number of sockets that watch something. */
  get size(): number {
    return this.#watches.size
  }

  watch(
    connection: StaffConnection,
    session: LiveSession,
    mask: string,
    by: ExposureBy,
  ): Refusal | null {
    const { shards } = this.#parts
    if (shards.some(({ ready }) => !ready)) return STARTING
    if (!this.#isSeen(session, mask)) return refuse('not_found', `There is no group ${mask}.`)
    const own = this.#watches.get(connection) ?? new Map<string, ExposureWatch>()
    const name = nameOf(mask, by)
    if (!own.has(name)) {
      const refusal = this.#refusalOf(session, own, mask)
      if (refusal !== undefined) return refusal
    }
    // Asked for again: it is told again.
    own.set(name, { mask, by, told: '' })
    this.#watches.set(connection, own)
    this.#timer ??= this.#parts.clock.every(TELL_MS, () => void this.#tell())
    return null
  }

  unwatch(connection: StaffConnection, mask?: string, by?: ExposureBy): void {
    const own = this.#watches.get(connection)
    if (own === undefined) return
    for (const [name, watch] of own) {
      const isMeant =
        (mask === undefined || mask === watch.mask) && (by === undefined || by === watch.by)
      if (isMeant) own.delete(name)
    }
    this.#tidy(connection, own)
  }

  /** Its session may do other things than before. */
  review(connection: StaffConnection, session: LiveSession): void {
    const own = this.#watches.get(connection)
    if (own === undefined) return
    const mayWatch = EXPOSURE_RIGHTS.every((right) => session.rights.has(right))
    const ended = [...own.values()].filter(({ mask }) => !mayWatch || !this.#isSeen(session, mask))
    this.#end(connection, own, ended, 'not_found')
  }

  /** The socket is told that it watches these no more. */
  #end(
    connection: StaffConnection,
    own: Map<string, ExposureWatch>,
    ended: readonly ExposureWatch[],
    code: Code,
  ): void {
    if (ended.length === 0) return
    for (const { mask, by } of ended) own.delete(nameOf(mask, by))
    this.#tidy(connection, own)
    const exposures = ended.map(({ mask, by }) => ({ group: mask, by }))
    connection.send(new EventFrame('unwatched', { exposures, code }).as(connection.codec))
    this.#bound(connection)
  }

  /** Ends all watches of an exposure that is too much to add up. */
  #endAll(key: string, code: Code): void {
    for (const [connection, own] of [...this.#watches]) {
      const { state } = connection
      if (state.kind !== 'live') continue
      const { session } = state
      const ended = [...own.values()].filter(({ mask }) => keyOf(askOf(session, mask)) === key)
      this.#end(connection, own, ended, code)
    }
  }

  #tidy(connection: StaffConnection, own: ReadonlyMap<string, ExposureWatch>): void {
    if (own.size === 0) this.#watches.delete(connection)
    if (this.#watches.size > 0) return
    this.#timer?.cancel()
    this.#timer = undefined
  }

  #refusalOf(
    session: LiveSession,
    own: ReadonlyMap<string, ExposureWatch>,
    mask: string,
  ): Refusal | undefined {
    if (own.size >= EXPOSURES_PER_SOCKET_MAX) {
      const why = `A socket watches at most ${EXPOSURES_PER_SOCKET_MAX} exposures.`
      return refuse('invalid_input', why)
    }
    const questions = this.#questions()
    if (questions.size < EXPOSURES_MAX || questions.has(keyOf(askOf(session, mask)))) {
      return undefined
    }
    return refuse('too_many_requests', 'Many exposures are watched. Try again later.')
  }

  #isSeen(session: LiveSession, mask: string): boolean {
    const reach = reachOf(session)
    for (const { path } of this.#parts.book().groups.values()) {
      if (groupMaskFits(mask, path) && reach.covers(path)) return true
    }
    return false
  }

  /** The questions that all sockets want answered now. */
  #questions(): Map<string, Question> {
    const questions = new Map<string, Question>()
    for (const [connection, own] of this.#watches) {
      const { state } = connection
      if (state.kind !== 'live') continue
      for (const { mask, by } of own.values()) {
        const asked = askOf(state.session, mask)
        const key = keyOf(asked)
        const question = questions.get(key) ?? { asked, by: new Set() }
        question.by.add(by)
        questions.set(key, question)
      }
    }
    return questions
  }

  async #tell(): Promise<void> {
    if (this.#isTelling) return
    this.#isTelling = true
    try {
      for (const [key, question] of this.#questions()) await this.#answer(key, question)
    } finally {
      this.#isTelling = false
    }
  }

  async #answer(key: string, { asked, by: ways }: Question): Promise<void> {
    const sums = await this.#ask(asked)
    if (sums === 'too_large') this.#endAll(key, sums)
    if (typeof sums === 'string') return
    for (const by of ways) {
      const rows = exposureRows(this.#parts.book(), sums, by)
      const text = JSON.stringify(rows)
      const frames = framesOf(asked.mask, by, rows, this.#parts.clock.now())
      for (const [connection, own] of [...this.#watches]) {
        const watch = own.get(nameOf(asked.mask, by))
        if (watch !== undefined) this.#send(connection, watch, key, text, frames)
      }
    }
  }

  async #ask(asked: ExposureAsk): Promise<SummedExposures | Code> {
    const { shards } = this.#parts
    const answers = await Promise.all(shards.map((shard) => shard.ask('exposure', asked)))
    const told: ExposureAnswer[] = []
    for (const answer of answers) {
      if (!answer.ok) return answer.code
      told.push(answer.value)
    }
    return summedExposures(told)
  }

  #send(
    connection: StaffConnection,
    watch: ExposureWatch,
    key: string,
    text: string,
    frames: readonly EventFrame[],
  ): void {
    const { state } = connection
    if (watch.told === text || state.kind !== 'live') return
    const { session } = state
    const isSame = keyOf(askOf(session, watch.mask)) === key
    const mayHear = isSame && EXPOSURE_RIGHTS.every((right) => session.rights.has(right))
    if (!mayHear || connection.unsent > SOCKET_BEHIND_BYTES) return
    watch.told = text
    connection.ws?.cork(() => {
      for (const frame of frames) connection.send(frame.as(connection.codec))
    })
    this.#bound(connection)
  }
}

function nameOf(mask: string, by: ExposureBy): string {
  return `${by} ${mask}`
}

function askOf({ groupScope: scope, rights }: LiveSession, mask: string): ExposureAsk {
  return { mask, scope, sees_staff: rights.has('config.staff') }
}

function keyOf({ mask, scope, sees_staff }: ExposureAsk): string {
  return JSON.stringify([mask, sees_staff, scope])
}

/** All rows as frames, in as many events as they need. */
function framesOf(
  group: string,
  by: ExposureBy,
  rows: readonly object[],
  now: number,
): readonly EventFrame[] {
  const at = new Date(now).toISOString()
  const parts = Math.max(1, Math.ceil(rows.length / EXPOSURE_EVENT_ROWS_MAX))
  return Array.from({ length: parts }, (_, i) => {
    const start = i * EXPOSURE_EVENT_ROWS_MAX
    const part = rows.slice(start, start + EXPOSURE_EVENT_ROWS_MAX)
    return new EventFrame('exposure', { group, by, at, part: i + 1, parts, rows: part })
  })
}
