import type { LiveSession } from '../../../http/sessions/live-session.js'
import type { LibrarySocket } from '../../../http/socket/connection.js'
import type { LiveSockets } from '../../../http/socket/live-sockets.js'
import { StaffConnection } from '../../../http/socket/staff/staff-connection.js'
import type {
  StaffAnswer,
  StaffFamily,
  StaffOps,
  StaffRequest,
} from '../../../http/socket/staff/staff-op.js'
import type { DeskEvent } from '../../../wire/thread/messages.js'

export interface StaffTold {
  readonly event?: string
  readonly id?: unknown
  readonly data: Readonly<Record<string, unknown>>
}

/** A live staff socket that writes down what it is sent. `rights` and `scope` are its session's, and may be changed. */
export class StaffReader {
  readonly rights: Set<string>
  readonly session: { login: number; groupScope: readonly string[]; rights: Set<string> }
  readonly connection: StaffConnection
  readonly #told: StaffTold[] = []
  /** Bytes that it has not read. */
  unsent = 0

  constructor(id: number, rights: readonly string[], scope: readonly string[] = ['*']) {
    this.rights = new Set(rights)
    this.session = { login: 500 + id, groupScope: scope, rights: this.rights }
    this.connection = new StaffConnection(id, 'json', '192.0.2.1', this.live, 0)
    this.connection.ws = {
      send: (frame: Uint8Array) => this.#told.push(JSON.parse(Buffer.from(frame).toString('utf8'))),
      getBufferedAmount: () => this.unsent,
      cork: (run: () => void) => run(),
    } as unknown as LibrarySocket
  }

  get live(): { readonly kind: 'live'; readonly session: LiveSession } {
    return { kind: 'live', session: this.session as unknown as LiveSession }
  }

  /** What it was sent since it was last asked. */
  heard(): StaffTold[] {
    return this.#told.splice(0)
  }
}

/** A family of operations on sockets that note, by their numbers, whose backlog was looked at. */
export class GivenFamily {
  readonly bounded: number[] = []
  readonly ops: StaffOps

  constructor(family: StaffFamily) {
    const boundBacklog = ({ id }: { readonly id: number }) => this.bounded.push(id)
    this.ops = family({ boundBacklog } as unknown as LiveSockets<StaffConnection>)
  }

  ask(
    { connection, session }: StaffReader,
    op: string,
    args: object = {},
  ): StaffAnswer | Promise<StaffAnswer> | undefined {
    const request = { id: 'a', op, args, sizeBytes: 100, connection, session }
    return this.ops.ops[op]?.run(request as unknown as StaffRequest)
  }

  told(event: DeskEvent): void {
    this.ops.onDeskEvent?.(event)
  }
}
