import type { EventStream } from '../../../actors/events/event-stream.js'
import type { EventReceiver, Follower } from '../../../actors/events/follower.js'
import type { Supervisor } from '../../../actors/server/supervisor.js'
import type { Clock } from '../../../actors/thread/clock.js'
import { isRefusal, refusalData } from '../../../engine/code.js'
import { SOCKET_BEHIND_BYTES } from '../../../engine/limits/sockets.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import { framesIn, type PackedFrames } from '../../../wire/frame/packed-frames.js'
import { EventFrame } from '../../../wire/frame/plain-frame.js'
import { AckArgs, FollowArgs, FollowedView } from '../../../wire/schema/records/events.js'
import { NoArgs, Nothing, type Static } from '../../../wire/types/scalars.js'
import { type EventFilter, eventScope, knownKinds } from '../../routes/events/event-scope.js'
import { eventsKeptFrom } from '../../routes/events/kept-events.js'
import type { LiveSockets } from '../live-sockets.js'
import type { StaffConnection } from './staff-connection.js'
import {
  DONE,
  type StaffAnswer,
  type StaffFamily,
  type StaffState,
  served,
  staffOp,
} from './staff-op.js'

/**
 * `follow`, `unfollow` and `ack`: `stream` events from a given position of the event stream on, as
 * in `GET /admin/v1/events`.
 *
 * - A socket has one follower. Events arrive in order and none is skipped: a slow client gets no
 *   more until it has read what was sent.
 * - Current rights and scope apply. A follower whose rights no longer suffice gets `unfollowed`.
 */
export interface FollowOptions {
  readonly stream: Pick<EventStream, 'follower'>
  readonly clock: Clock
  readonly settings: Pick<Supervisor, 'book'>
  readonly logRetentionDays: number
  readonly onFailure: (error: unknown) => void
}

class Follows implements StaffState {
  readonly #options: FollowOptions
  readonly #sockets: LiveSockets<StaffConnection>
  readonly #followers = new Map<StaffConnection, Follower>()

  constructor(options: FollowOptions, sockets: LiveSockets<StaffConnection>) {
    this.#options = options
    this.#sockets = sockets
  }

  async begin(
    connection: StaffConnection,
    { after, latest, kinds, logins, group }: Static<typeof FollowArgs>,
  ): Promise<StaffAnswer> {
    if (this.#followers.has(connection)) return FOLLOWS_ALREADY
    const names = knownKinds(kinds)
    if (isRefusal(names)) return names
    const { stream, onFailure } = this.#options
    const keptFrom = () => eventsKeptFrom(this.#options)
    const receiver = this.#receiver(connection, { kinds: names, logins, group })
    const follower = stream.follower({ receiver, keptFrom, onFailure })
    if (isRefusal(follower)) return follower
    this.#followers.set(connection, follower)
    const from = { ...(after === undefined ? {} : { after }), isLatest: latest }
    const begun = await follower.begin(from)
    if (begun.ok) return { ok: true, data: { next: begun.value } }
    this.leave(connection)
    return begun
  }

  acknowledge(connection: StaffConnection, id: string): StaffAnswer {
    const follower = this.#followers.get(connection)
    if (follower === undefined) return FOLLOWS_NOTHING
    return follower.acknowledge(id) ? DONE : refuseField('id', say('field.event_cursor'))
  }

  drained(connection: StaffConnection): void {
    this.#followers.get(connection)?.wake()
  }

  leave(connection: StaffConnection): void {
    this.#followers.get(connection)?.stop()
    this.#followers.delete(connection)
  }

  #receiver(connection: StaffConnection, asked: EventFilter): EventReceiver {
    const session = () => (connection.state.kind === 'live' ? connection.state.session : undefined)
    return {
      codec: connection.codec,
      scope: () => {
        const reader = session()
        return reader === undefined ? SESSION_OVER : eventScope(asked, reader, this.#options)
      },
      // The set object identifies the rights: it is replaced when rights or scope change.
      sight: () => session()?.rights,
      hasRoom: () => !this.#sockets.isSilent && connection.unsent <= SOCKET_BEHIND_BYTES,
      take: (frames) => send(connection, frames),
      ended: (refusal) => {
        this.#followers.delete(connection)
        const { code, message } = refusal
        const { oldest = null } = refusalData(refusal) ?? {}
        const frame = new EventFrame('unfollowed', { code, message, oldest })
        connection.send(frame.as(connection.codec))
      },
    }
  }
}

const follow = staffOp({
  name: 'follow',
  says:
    'Sends the events of the stream in order, starting after a position. Answers the cursor of ' +
    'that position.',
  rights: ['events'],
  args: FollowArgs,
  example: { latest: true, kinds: ['deal'] },
  data: FollowedView,
  handle: (follows: Follows, { connection }, args) => follows.begin(connection, args),
})

const unfollow = staffOp({
  name: 'unfollow',
  says: 'Stops sending the events of the stream.',
  args: NoArgs,
  data: Nothing,
  handle(follows: Follows, { connection }) {
    follows.leave(connection)
    return DONE
  },
})

const ack = staffOp({
  name: 'ack',
  says:
    'Acknowledges an event of the stream and all events before it. Without acknowledgements the ' +
    'server pauses.',
  args: AckArgs,
  example: { id: 'AAAB' },
  data: Nothing,
  handle: (follows: Follows, { connection }, { id }) => follows.acknowledge(connection, id),
})

export const FOLLOW_OPS = [follow, unfollow, ack]

export function followOps(options: FollowOptions): StaffFamily {
  return (sockets) => served(FOLLOW_OPS, new Follows(options, sockets))
}

function send(connection: StaffConnection, frames: PackedFrames): void {
  connection.ws?.cork(() => {
    for (const frame of framesIn(frames)) connection.send(frame)
  })
}

const FOLLOWS_ALREADY = because('conflict.follows_already')
const FOLLOWS_NOTHING = because('conflict.follows_nothing')
const SESSION_OVER = because('auth.session_expired.over')
