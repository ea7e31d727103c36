import type { Registry } from 'prom-client'
import type { RouteRates } from '../pipeline/rates/route-rates.js'
import type { ClientAddress } from '../server/client-address.js'
import type { Connections } from '../server/connections.js'
import type { FloodGuard } from '../server/flood-guard.js'
import type { PackedAnswers } from '../server/packed-answers.js'
import type { UnsentAnswers } from '../server/unsent-answers.js'
import type { SocketCounts } from '../socket/socket-counts.js'
import { gaugesOf } from './gauges.js'

/** Sources of metrics about clients' connections and about refused clients. */
export interface FrontFigures {
  readonly connections: Connections
  readonly floods: FloodGuard
  readonly addresses: Pick<ClientAddress, 'unreadNames'>
  readonly counts: SocketCounts
  readonly unsent: UnsentAnswers
  readonly packed: PackedAnswers
  /** The rate limits of routes; undefined if they are off. */
  readonly rates: RouteRates | undefined
}

export function frontMetrics(registry: Registry, figures: FrontFigures): void {
  const { connections, floods, addresses, counts, unsent, packed, rates } = figures
  const gauge = gaugesOf(registry)
  gauge('http_connections', 'Connections that speak HTTP', () => connections.open)
  gauge('http_connections_refused', 'Connections closed at once', () => connections.refused)
  gauge('flooding_connections', 'Connections that ended for a flood', () => floods.ended)
  gauge('flooding_addresses', 'Addresses that may open no connection', () => floods.barred)
  gauge('http_unread_forwarded', 'Clients that a proxy named in no way that can be read', () => {
    return addresses.unreadNames
  })
  gauge('http_unsent_bytes', 'Bytes of answers not taken yet', () => unsent.held)
  gauge('http_answers_cut', 'Answers cut off because all held too much', () => unsent.cut)
  gauge('http_packing_bytes', 'Bytes of answers that are being packed', () => packed.held)
  gauge('http_answers_packed', 'Answers that went out packed', () => packed.packed)
  gauge('http_answers_passed', 'Answers sent as they are: too many were being packed', () => {
    return packed.passed
  })
  gauge('http_rate_refused', 'Requests beyond the rates of their routes', () => {
    return rates?.refused ?? 0
  })
  gauge('http_rate_callers', 'Callers known to the rates of routes', () => rates?.size ?? 0)
  gauge('live_sockets', 'Live sockets of both sides', () => counts.all)
  gauge('live_sockets_unsigned', 'Live sockets that have not signed in', () => counts.unsigned)
}
