import type { FeedsClient } from '../../actors/links/feeds/feeds-client.js'
import type { GatewaysClient } from '../../actors/links/gateways/gateway-statuses.js'
import type { BookRecords } from '../../engine/config/book-records.js'
import { say } from '../../engine/reasons/reasons.js'
import type { UnixMs } from '../../engine/units.js'
import { type HealthNote, healthNote } from './health-note.js'

/** How long an enabled connection may take to come online before it is reported. */
const PATIENCE_MS = 10 * 60_000

/** The maximum number of names in a note. Others are only counted. */
const NAMED_MAX = 5
const ONLINE = null

export interface ConnectionsState {
  readonly records: Pick<BookRecords, 'datafeeds' | 'gateways'>
  readonly feeds: Pick<FeedsClient, 'status'>
  readonly gateways: Pick<GatewaysClient, 'status'>
}

/**
 * Finds enabled connections that have never been online. Alerts about lost connections do not cover
 * these.
 *
 * - The time starts when a connection is first seen enabled, and again at each start of the server.
 * - A connection that was online once is not reported until it has been disabled; alerts cover its
 *   outages.
 */
export class NeverOnline {
  /** Enabled connections by kind and id, with the time when the wait began, or `ONLINE`. */
  #waited: ReadonlyMap<string, UnixMs | typeof ONLINE> = new Map()
  #notes: readonly HealthNote[] = []

  get notes(): readonly HealthNote[] {
    return this.#notes
  }

  /** Checks the connections. `monotonicMs` must not decrease, and `now` is wall-clock time. */
  look({ records, feeds, gateways }: ConnectionsState, monotonicMs: number, now: UnixMs): void {
    const waited = new Map<string, UnixMs | typeof ONLINE>()
    const late = { datafeed: [] as Late[], gateway: [] as Late[] }
    const see = (kind: keyof typeof late, id: number, name: string, state: string): void => {
      if (state === 'disabled') return
      const key = `${kind} ${id}`
      const known = this.#waited.get(key)
      const since = state === 'online' || known === ONLINE ? ONLINE : (known ?? monotonicMs)
      waited.set(key, since)
      if (since !== ONLINE && monotonicMs - since >= PATIENCE_MS) late[kind].push({ id, name })
    }
    for (const one of records.datafeeds) see('datafeed', one.id, one.name, feeds.status(one).state)
    for (const one of records.gateways) {
      see('gateway', one.id, one.name, gateways.status(one, now).state)
    }
    this.#waited = waited
    this.#notes = [...noteOf('datafeed', late.datafeed), ...noteOf('gateway', late.gateway)]
  }
}

/** A connection that has not come online in time. */
interface Late {
  readonly id: number
  readonly name: string
}

function noteOf(kind: 'datafeed' | 'gateway', late: readonly Late[]): readonly HealthNote[] {
  if (late.length === 0) return []
  const named = late.slice(0, NAMED_MAX).map(({ name }) => name)
  const said = say('note.never_online', {
    kind,
    count: late.length,
    names: named.join(', '),
    more: late.length - named.length,
  })
  const about = { kind: `${kind}s`, ids: late.map(({ id }) => id) }
  return [healthNote('connections.never_online', said, about)]
}
