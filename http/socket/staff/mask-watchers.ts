import type { Clock } from '../../../actors/thread/clock.js'
import type { Book } from '../../../engine/book/compiled.js'
import { type Code, type Refusal, refuse } from '../../../engine/code.js'
import { SOCKET_BEHIND_BYTES } from '../../../engine/limits/sockets.js'
import { groupMaskFits } from '../../../engine/names/group-path.js'
import { because } from '../../../engine/reasons/reasons.js'
import { EventFrame } from '../../../wire/frame/plain-frame.js'
import type { GroupWatch } from '../../../wire/thread/watched.js'
import { groupWatchOf, reachOf } from '../../reach/group-reach.js'
import type { LiveSession } from '../../sessions/live-session.js'
import { EachSecond } from './each-second.js'
import type { StaffConnection } from './staff-connection.js'

/**
 * Live figures about the accounts of a mask's groups, such as exposure.
 *
 * E1. Every second the shards are queried, one query after the other. Watchers with the same
 *     arguments and the same scope share the answer. A socket gets an update when its rows have
 *     changed.
 * E2. Current scope and rights apply: each query carries the scope, and an answer for another scope
 *     is dropped. A session that loses the right, or that sees no group of the mask any more, gets
 *     `unwatched`.
 * E3. A slow client gets nothing until it has caught up, and then the newest figures.
 * E4. If a shard does not answer, nothing is sent, because partial figures would be wrong.
 */
export interface MaskParts {
  readonly shards: readonly { readonly ready: boolean }[]
  readonly clock: Clock
  book(): Book
}

/** The arguments of a watch. */
export interface MaskArgs {
  readonly group: string
}

/** Encoded figures: the rows as text for comparison, and the frames. */
export interface Told {
  readonly text: string
  readonly frames: readonly EventFrame[]
}

/** A kind of figures. */
export interface MaskPicture<Args extends MaskArgs> {
  /** Rights needed to watch; all of them. */
  readonly rights: readonly string[]
  /** Their name in messages, and the field of `unwatched` that lists the ended ones. */
  readonly noun: string
  /** The most watches of one socket, and the most different queries of all sockets. */
  readonly perSocketMax: number
  readonly questionsMax: number
  /** Arguments that identify a watch besides its mask. A new watch with equal ones replaces it. */
  named(args: Args): Readonly<Record<string, unknown>>
  /** Arguments that the shards need. Watches for which they are equal share a query. */
  shared(args: Args): unknown
  /** Computes the figures for each set of arguments in order, or returns a refusal code. */
  answer(asked: GroupWatch, args: readonly Args[]): Promise<readonly Told[] | Code>
}

interface Watch<Args> {
  readonly args: Args
  /** All arguments as text. */
  readonly asks: string
  /** The rows that were last sent. */
  told: string
}

interface Question<Args> {
  readonly asked: GroupWatch
  readonly args: Map<string, Args>
}

const STARTING = because('unavailable.trading_starts')

export class MaskWatchers<Args extends MaskArgs> {
  readonly #parts: MaskParts
  readonly #picture: MaskPicture<Args>
  readonly #watches = new Map<StaffConnection, Map<string, Watch<Args>>>()
  #bound: (connection: StaffConnection) => void = () => undefined
  readonly #eachSecond: EachSecond

  constructor(parts: MaskParts, picture: MaskPicture<Args>) {
    this.#parts = parts
    this.#picture = picture
    this.#eachSecond = new EachSecond(parts.clock, () => this.#tell())
  }

  /** `bound` checks the backlog of a socket. */
  attach(bound: (connection: StaffConnection) => void): void {
    this.#bound = bound
  }

  watch(connection: StaffConnection, session: LiveSession, args: Args): Refusal | null {
    const { shards } = this.#parts
    const { group } = args
    if (shards.some(({ ready }) => !ready)) return STARTING
    if (!this.#isSeen(session, group)) return because('not_found.group', { path: group })
    const own = this.#watches.get(connection) ?? new Map<string, Watch<Args>>()
    const name = this.#nameOf(args)
    const refusal = this.#refusalOf(session, own, name, args)
    if (refusal !== undefined) return refusal
    // A repeated watch sends the rows again.
    own.set(name, { args, asks: JSON.stringify(args), told: '' })
    this.#watches.set(connection, own)
    this.#eachSecond.goOn(true)
    return null
  }

  /** Ends the selected watches, by default all. */
  unwatch(connection: StaffConnection, isMeant: (args: Args) => boolean = () => true): void {
    const own = this.#watches.get(connection)
    if (own === undefined) return
    for (const [name, { args }] of own) if (isMeant(args)) own.delete(name)
    this.#tidy(connection, own)
  }

  /** Called when the session's permissions may have changed. */
  review(connection: StaffConnection, session: LiveSession): void {
    const own = this.#watches.get(connection)
    if (own === undefined) return
    const mayWatch = this.#mayWatch(session)
    const ended = [...own.values()].filter(
      ({ args }) => !mayWatch || !this.#isSeen(session, args.group),
    )
    this.#end(connection, own, ended, 'not_found')
  }

  /** Tells the socket that these watches have ended. */
  #end(
    connection: StaffConnection,
    own: Map<string, Watch<Args>>,
    ended: readonly Watch<Args>[],
    code: Code,
  ): void {
    if (ended.length === 0) return
    for (const { args } of ended) own.delete(this.#nameOf(args))
    this.#tidy(connection, own)
    const { noun } = this.#picture
    const told = ended.map(({ args }) => ({ group: args.group, ...this.#picture.named(args) }))
    connection.send(new EventFrame('unwatched', { [noun]: told, code }).as(connection.codec))
    this.#bound(connection)
  }

  /** Ends all watches of a query that is too expensive to answer. */
  #endAll(key: string, code: Code): void {
    for (const [connection, own] of [...this.#watches]) {
      const { state } = connection
      if (state.kind !== 'live') continue
      const { session } = state
      const ended = [...own.values()].filter(({ args }) => this.#keyOf(session, args) === key)
      this.#end(connection, own, ended, code)
    }
  }

  #tidy(connection: StaffConnection, own: ReadonlyMap<string, Watch<Args>>): void {
    if (own.size === 0) this.#watches.delete(connection)
    this.#eachSecond.goOn(this.#watches.size > 0)
  }

  #refusalOf(
    session: LiveSession,
    own: ReadonlyMap<string, Watch<Args>>,
    name: string,
    args: Args,
  ): Refusal | undefined {
    const { noun, perSocketMax, questionsMax } = this.#picture
    const before = own.get(name)
    if (before === undefined && own.size >= perSocketMax) {
      return refuse('invalid_input', `A socket watches at most ${perSocketMax} ${noun}.`)
    }
    const key = this.#keyOf(session, args)
    if (before !== undefined && this.#keyOf(session, before.args) === key) return undefined
    const questions = this.#questions()
    if (questions.size < questionsMax || questions.has(key)) return undefined
    return refuse('too_many_requests', `Many ${noun} are watched. Try again later.`)
  }

  #mayWatch({ rights }: LiveSession): boolean {
    return this.#picture.rights.every((right) => rights.has(right))
  }

  #isSeen(session: LiveSession, mask: string): boolean {
    const reach = reachOf(session)
    for (const { path } of this.#parts.book().groups.values()) {
      if (groupMaskFits(mask, path) && reach.covers(path)) return true
    }
    return false
  }

  /** The queries needed for all sockets. */
  #questions(): Map<string, Question<Args>> {
    const questions = new Map<string, Question<Args>>()
    for (const [connection, own] of this.#watches) {
      const { state } = connection
      if (state.kind !== 'live') continue
      for (const { args, asks } of own.values()) {
        const key = this.#keyOf(state.session, args)
        const question = questions.get(key) ?? {
          asked: groupWatchOf(state.session, args.group),
          args: new Map<string, Args>(),
        }
        question.args.set(asks, args)
        questions.set(key, question)
      }
    }
    return questions
  }

  async #tell(): Promise<void> {
    for (const [key, question] of this.#questions()) await this.#answer(key, question)
  }

  async #answer(key: string, { asked, args }: Question<Args>): Promise<void> {
    const told = await this.#picture.answer(asked, [...args.values()])
    if (told === 'too_large') this.#endAll(key, told)
    if (typeof told === 'string') return
    const byAsk = new Map([...args.keys()].map((asks, at) => [asks, told[at] as Told]))
    for (const [connection, own] of [...this.#watches]) {
      for (const watch of own.values()) {
        const picture = byAsk.get(watch.asks)
        if (picture !== undefined) this.#send(connection, watch, key, picture)
      }
    }
  }

  #send(
    connection: StaffConnection,
    watch: Watch<Args>,
    key: string,
    { text, frames }: Told,
  ): void {
    const { state } = connection
    if (watch.told === text || state.kind !== 'live') return
    const { session } = state
    const mayHear = this.#keyOf(session, watch.args) === key && this.#mayWatch(session)
    if (!mayHear || connection.unsent > SOCKET_BEHIND_BYTES) return
    watch.told = text
    connection.ws?.cork(() => {
      for (const frame of frames) connection.send(frame.as(connection.codec))
    })
    this.#bound(connection)
  }

  #nameOf(args: Args): string {
    return JSON.stringify([args.group, this.#picture.named(args)])
  }

  #keyOf(session: LiveSession, args: Args): string {
    const { mask, scope, sees_staff } = groupWatchOf(session, args.group)
    return JSON.stringify([mask, sees_staff, scope, this.#picture.shared(args)])
  }
}
