import type { AccountNames } from '../../../actors/queries/accounts/account-names-query.js'
import type { QueryPool } from '../../../actors/queries/pool.js'
import type { Outcome } from '../../../actors/thread/ask.js'
import type { Clock, Timer } from '../../../actors/thread/clock.js'
import {
  ONLINE_EVENT_ROWS_MAX,
  ONLINE_LOOKS_PER_STEP,
  ONLINE_TOLD_AT_ONCE,
} from '../../../engine/limits/people.js'
import { SOCKET_BEHIND_BYTES } from '../../../engine/limits/sockets.js'
import type { Login } from '../../../engine/units.js'
import { EventFrame } from '../../../wire/frame/plain-frame.js'
import { ServerTimeView } from '../../../wire/schema/records/event-views.js'
import { NoArgs } from '../../../wire/types/scalars.js'
import type { LiveSession } from '../../sessions/live-session.js'
import { type Presence, seesGroups } from '../../sessions/presence.js'
import { factsOfRow, type HolderNames, NO_NAMES } from '../../sessions/session-rows.js'
import type { SessionStore } from '../../sessions/session-store.js'
import type { StaffConnection } from './staff-connection.js'
import { type StaffFamily, type StaffState, served, staffOp } from './staff-op.js'
import { endsSubscription } from './subscription-ops.js'

/**
 * `watch_online` and `unwatch_online`: an `online` event with sessions that started, ended or
 * changed their number of sockets.
 *
 * - A client that first subscribes and then reads the list misses nothing. Changes are sent at most
 *   once a second, each session in its newest state.
 * - The end of a session is always sent, even if its start was not.
 * - Current rights and scope decide who gets an event. If a session leaves the reader's scope, the
 *   reader gets its end.
 * - While a socket watches, sessions are examined in steps, so events per second are bounded. A
 *   slow client, or one whose permissions have changed, gets one event to read the list again.
 */
export interface OnlineOptions {
  readonly clock: Clock
  readonly sessions: SessionStore
  readonly presence: Presence
  /** The names of each account in order; null if the account does not exist. */
  readonly names: (logins: readonly Login[]) => Promise<Outcome<readonly (AccountNames | null)[]>>
}

const WATCH_RIGHT = 'accounts.online'
const STEP_MS = 250
const TELL_MS = 1000
const GONE = -1
const READ_AGAIN = new EventFrame('online', { items: [], behind: true })

/** The caller of these queries, which take turns with queries of staff. */
const SERVER = { audience: 'staff', login: 0 } as const

export function namesFrom(queries: Pick<QueryPool, 'of'>): OnlineOptions['names'] {
  return (logins) => queries.of(SERVER).run('accounts.names', { logins })
}

class OnlineWatch implements StaffState {
  readonly #options: OnlineOptions
  readonly #bound: (connection: StaffConnection) => void
  readonly #watchers = new Map<StaffConnection, Watcher>()
  readonly #known = new Map<string, KnownSession>()
  /** Sessions that have changed since the last event, in the order of their first change. */
  readonly #changed = new Map<string, ChangedSession>()
  #looking: IterableIterator<LiveSession> | null = null
  #timers: readonly Timer[] = []
  #isTelling = false

  constructor(options: OnlineOptions, bound: (connection: StaffConnection) => void) {
    this.#options = options
    this.#bound = bound
    options.sessions.onClosed((session) => {
      if (this.#watchers.size > 0) this.#note(session, GONE)
    })
    // The account may have moved to another group, so other readers may see it.
    options.sessions.onChanged((session) => {
      const now = this.#socketsNow(session)
      if (this.#watchers.size > 0 && now !== GONE) this.#note(session, now)
    })
  }

  /** Answers the time from which on nothing is missed. */
  add(connection: StaffConnection, session: LiveSession): string {
    if (this.#watchers.size === 0) this.#begin()
    this.#watchers.set(connection, { isBehind: false, sight: sightOf(session) })
    return new Date(this.#options.clock.now()).toISOString()
  }

  enter(connection: StaffConnection, session: LiveSession): void {
    const watcher = this.#watchers.get(connection)
    const sight = sightOf(session)
    if (watcher === undefined || watcher.sight === sight) return
    watcher.sight = sight
    if (!watcher.isBehind) this.#send(connection, READ_AGAIN)
    if (!session.rights.has(WATCH_RIGHT)) this.leave(connection)
  }

  leave(connection: StaffConnection): void {
    if (this.#watchers.delete(connection) && this.#watchers.size === 0) this.#end()
  }

  drained(connection: StaffConnection): void {
    const watcher = this.#watchers.get(connection)
    if (watcher === undefined || !watcher.isBehind) return
    if (connection.unsent > SOCKET_BEHIND_BYTES) return
    watcher.isBehind = false
    this.#send(connection, READ_AGAIN)
  }

  #begin(): void {
    const { clock, sessions } = this.#options
    for (const session of sessions.all()) {
      const now = this.#socketsNow(session)
      if (now !== GONE) this.#known.set(session.id, { sockets: now, group: session.group })
    }
    this.#timers = [
      clock.every(STEP_MS, () => this.#look()),
      clock.every(TELL_MS, () => void this.#tell()),
    ]
  }

  #end(): void {
    for (const timer of this.#timers) timer.cancel()
    this.#timers = []
    this.#known.clear()
    this.#changed.clear()
    this.#looking = null
  }

  #socketsNow(session: LiveSession): number {
    const { presence } = this.#options
    return presence.isInUse(session) ? presence.socketsOf(session.id) : GONE
  }

  #look(): void {
    this.#looking ??= this.#options.sessions.all()
    for (let i = 0; i < ONLINE_LOOKS_PER_STEP; i++) {
      const next = this.#looking.next()
      if (next.done) {
        this.#looking = null
        return
      }
      const now = this.#socketsNow(next.value)
      if (now !== (this.#known.get(next.value.id)?.sockets ?? GONE)) this.#note(next.value, now)
    }
  }

  #note(session: LiveSession, sockets: number): void {
    const { id, group } = session
    const before = this.#known.get(id)?.group ?? group
    const left = this.#changed.get(id)?.left ?? []
    if (sockets === GONE) this.#known.delete(id)
    else this.#known.set(id, { sockets, group })
    this.#changed.set(id, { session, left: left.includes(before) ? left : [...left, before] })
  }

  async #tell(): Promise<void> {
    if (this.#isTelling || this.#changed.size === 0) return
    this.#isTelling = true
    try {
      await this.#tellNext()
    } finally {
      this.#isTelling = false
    }
  }

  async #tellNext(): Promise<void> {
    const told: ChangedSession[] = []
    for (const changed of this.#changed.values()) {
      if (told.length === ONLINE_TOLD_AT_ONCE) break
      told.push(changed)
    }
    for (const { session } of told) this.#changed.delete(session.id)
    const names = await this.#namesOf(told.map(({ session }) => session))
    const rows = told.map((changed) => ({ ...changed, row: this.#rowOf(changed.session, names) }))
    const made = new Map<string, readonly EventFrame[]>()
    for (const [connection, watcher] of [...this.#watchers]) {
      this.#tellOne(connection, watcher, rows, made)
    }
  }

  #tellOne(
    connection: StaffConnection,
    watcher: Watcher,
    rows: readonly SentRow[],
    made: Map<string, readonly EventFrame[]>,
  ): void {
    const { state } = connection
    if (state.kind !== 'live' || !state.session.rights.has(WATCH_RIGHT)) return
    watcher.isBehind ||= connection.unsent > SOCKET_BEHIND_BYTES
    if (watcher.isBehind) return
    const key = sightOf(state.session)
    const frames = made.get(key) ?? framesFor(state.session, rows)
    made.set(key, frames)
    for (const frame of frames) this.#send(connection, frame)
  }

  #send(connection: StaffConnection, frame: EventFrame): void {
    connection.send(frame.as(connection.codec))
    this.#bound(connection)
  }

  /** Names are null if the database does not answer. */
  async #namesOf(told: readonly LiveSession[]): Promise<NamesByLogin> {
    const logins = [...new Set(told.map(({ login }) => login))]
    const found = await this.#options.names(logins).catch(() => null)
    if (found === null || !found.ok) return new Map()
    return new Map(logins.map((login, i) => [login, found.value[i]]))
  }

  #rowOf(session: LiveSession, names: NamesByLogin): OnlineRow {
    const now = this.#socketsNow(session)
    const facts = factsOfRow(session, Math.max(now, 0), names.get(session.login) ?? NO_NAMES)
    return { ...facts, online: now !== GONE }
  }
}

const watchOnline = staffOp({
  name: 'watch_online',
  says: 'Subscribes to sessions that start, change or end after the answered time.',
  rights: [WATCH_RIGHT],
  args: NoArgs,
  data: ServerTimeView,
  handle(watch: OnlineWatch, { connection, session }) {
    return { ok: true, data: { at: watch.add(connection, session) } }
  },
})

const unwatchOnline = endsSubscription('online', 'Ends the subscription to sessions.')

export const ONLINE_OPS = [watchOnline, unwatchOnline]

export function onlineOps(options: OnlineOptions): StaffFamily {
  return (sockets) =>
    served(ONLINE_OPS, new OnlineWatch(options, (connection) => sockets.boundBacklog(connection)))
}

type OnlineRow = ReturnType<typeof factsOfRow> & { readonly online: boolean }

type NamesByLogin = ReadonlyMap<number, HolderNames | null | undefined>

interface Watcher {
  /** True if the reader has missed events and must read the list again. */
  isBehind: boolean
  sight: string
}

interface KnownSession {
  readonly sockets: number
  readonly group: string
}

interface ChangedSession {
  readonly session: LiveSession
  /** Groups that the session was in since the last event; may include its current one. */
  readonly left: readonly string[]
}

interface SentRow extends ChangedSession {
  readonly row: OnlineRow
}

/** A key of everything that decides which rows a reader gets, and with which fields. */
function sightOf({ rights, groupScope }: LiveSession): string {
  const held = [WATCH_RIGHT, 'config.staff', 'accounts.name'].map((right) => rights.has(right))
  return JSON.stringify([held, groupScope])
}

function framesFor(reader: LiveSession, rows: readonly SentRow[]): readonly EventFrame[] {
  const sees = seesGroups(reader)
  const hidden = reader.rights.has('accounts.name') ? {} : NO_NAMES
  const items = rows.flatMap(({ session, left, row }) => {
    if (sees(session.group)) return [{ ...row, ...hidden }]
    const group = left.find(sees)
    return group === undefined ? [] : [{ ...row, ...hidden, group, sockets: 0, online: false }]
  })
  const frames: EventFrame[] = []
  for (let start = 0; start < items.length; start += ONLINE_EVENT_ROWS_MAX) {
    const part = items.slice(start, start + ONLINE_EVENT_ROWS_MAX)
    frames.push(new EventFrame('online', { items: part, behind: false }))
  }
  return frames
}
