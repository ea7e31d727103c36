import type { Clock } from '../../../../actors/thread/clock.js'
import type { Book } from '../../../../engine/book/compiled.js'
import { type Code, type Refusal, refuse } from '../../../../engine/code.js'
import { groupMaskFits } from '../../../../engine/names/group-path.js'
import { because } from '../../../../engine/reasons/reasons.js'
import { EventFrame } from '../../../../wire/frame/plain-frame.js'
import type { GroupWatch } from '../../../../wire/thread/watched-accounts.js'
import { groupWatchOf, reachOf } from '../../../reach/group-reach.js'
import type { LiveSession } from '../../../sessions/live-session.js'
import type { LiveSockets } from '../../live-sockets.js'
import type { StaffConnection } from '../staff-connection.js'
import { type PicturePart, PictureWatchers, type SentTexts } from './picture-watchers.js'

export interface MaskParts {
  readonly shards: readonly { readonly ready: boolean }[]
  readonly clock: Clock
  book(): Book
}

export interface MaskArgs {
  readonly group: string
}

/** One answer of a picture: its rows as text for comparing, and its frames. */
export type MaskAnswer = Omit<PicturePart, 'name'>

/** A kind of figures that sockets watch by group mask. */
export interface MaskPicture<Args extends MaskArgs> {
  /** The rights to watch; all are required. */
  readonly rights: readonly string[]
  /**
   * The name of these watches in messages. The field of `unwatched` that lists ended watches has
   * the same name.
   */
  readonly noun: string
  /** The maximum number of watches per socket, and of different queries by all sockets. */
  readonly perSocketMax: number
  readonly questionsMax: number
  /**
   * Arguments that identify a watch besides its mask. A new watch with equal arguments replaces it.
   */
  named(args: Args): Readonly<Record<string, unknown>>
  /** Arguments that the shards need. Watches for which they are equal share a query. */
  shared(args: Args): unknown
  /** The pictures of a query, in the order of its arguments, or the code of a refusal. */
  answer(asked: GroupWatch, args: readonly Args[]): Promise<readonly MaskAnswer[] | Code>
}

interface Watch<Args> {
  readonly args: Args
  /** All arguments as text, to compare watches. */
  readonly asks: string
  readonly sent: SentTexts
}

interface Question<Args> {
  readonly asked: GroupWatch
  readonly args: Map<string, Args>
}

const STARTING = because('unavailable.trading_starts')

type OwnWatches<Args> = Map<string, Watch<Args>>

/**
 * Live figures about the accounts of a mask's groups, such as exposure.
 *
 * - Every second the shards are queried, one query after the other. Watchers with the same
 *   arguments and the same scope share the answer. A socket gets an update when its rows have
 *   changed.
 * - Current scope and rights apply: each query carries the scope, and an answer for another scope
 *   is dropped. A session that loses the right, or that sees no group of the mask any more, gets
 *   `unwatched`.
 * - A slow client gets nothing until it has caught up, and then the newest figures.
 * - If a shard does not answer, nothing is sent, because partial figures would be wrong.
 */
export class MaskWatchers<Args extends MaskArgs> extends PictureWatchers<OwnWatches<Args>> {
  readonly #parts: MaskParts
  readonly #picture: MaskPicture<Args>

  constructor(parts: MaskParts, picture: MaskPicture<Args>, sockets: LiveSockets<StaffConnection>) {
    super(parts.clock, sockets)
    this.#parts = parts
    this.#picture = picture
  }

  watch(connection: StaffConnection, session: LiveSession, args: Args): Refusal | null {
    const { shards } = this.#parts
    const { group } = args
    if (shards.some(({ ready }) => !ready)) return STARTING
    if (!this.#isSeen(session, group)) return because('not_found.group', { path: group })
    const own: OwnWatches<Args> = this.watchOf(connection) ?? new Map()
    const name = this.#nameOf(args)
    const refusal = this.#refusalOf(session, own, name, args)
    if (refusal !== undefined) return refusal
    // A repeated subscription sends the picture again.
    own.set(name, { args, asks: JSON.stringify(args), sent: new Map() })
    this.begin(connection, own)
    return null
  }

  /** Ends the watches for which `isMeant` is true. */
  unwatch(connection: StaffConnection, isMeant: (args: Args) => boolean): void {
    const own = this.watchOf(connection)
    if (own === undefined) return
    for (const [name, { args }] of own) if (isMeant(args)) own.delete(name)
    this.#tidy(connection, own)
  }

  enter(connection: StaffConnection, session: LiveSession): void {
    const own = this.watchOf(connection)
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
    own: OwnWatches<Args>,
    ended: readonly Watch<Args>[],
    code: Code,
  ): void {
    if (ended.length === 0) return
    for (const { args } of ended) own.delete(this.#nameOf(args))
    this.#tidy(connection, own)
    const { noun } = this.#picture
    const told = ended.map(({ args }) => ({ group: args.group, ...this.#picture.named(args) }))
    this.send(connection, [new EventFrame('unwatched', { [noun]: told, code })])
  }

  /** Ends all watches of a query that is too expensive to answer. */
  #endAll(key: string, code: Code): void {
    for (const { connection, session, watch: own } of this.watchers()) {
      const ended = [...own.values()].filter(({ args }) => this.#keyOf(session, args) === key)
      this.#end(connection, own, ended, code)
    }
  }

  #tidy(connection: StaffConnection, own: ReadonlyMap<string, Watch<Args>>): void {
    if (own.size === 0) this.leave(connection)
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

  /** The distinct queries that the watches of all sockets need. */
  #questions(): Map<string, Question<Args>> {
    const questions = new Map<string, Question<Args>>()
    for (const { session, watch: own } of this.watchers()) {
      for (const { args, asks } of own.values()) {
        const key = this.#keyOf(session, args)
        const question = questions.get(key) ?? {
          asked: groupWatchOf(session, args.group),
          args: new Map<string, Args>(),
        }
        question.args.set(asks, args)
        questions.set(key, question)
      }
    }
    return questions
  }

  protected async look(): Promise<void> {
    for (const [key, question] of this.#questions()) await this.#answer(key, question)
  }

  async #answer(key: string, { asked, args }: Question<Args>): Promise<void> {
    const told = await this.#picture.answer(asked, [...args.values()])
    if (told === 'too_large') this.#endAll(key, told)
    if (typeof told === 'string') return
    const byAsk = new Map([...args.keys()].map((asks, at) => [asks, told[at] as MaskAnswer]))
    for (const { connection, session, watch: own } of this.watchers()) {
      if (!this.#mayWatch(session)) continue
      for (const { args, asks, sent } of own.values()) {
        const picture = byAsk.get(asks)
        if (picture === undefined || this.#keyOf(session, args) !== key) continue
        this.sendChanged(connection, sent, [{ name: '', ...picture }])
      }
    }
  }

  #nameOf(args: Args): string {
    return JSON.stringify([args.group, this.#picture.named(args)])
  }

  #keyOf(session: LiveSession, args: Args): string {
    const { mask, scope, sees_staff } = groupWatchOf(session, args.group)
    return JSON.stringify([mask, sees_staff, scope, this.#picture.shared(args)])
  }
}
