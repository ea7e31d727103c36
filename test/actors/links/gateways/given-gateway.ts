import { GatewayActor } from '../../../../actors/links/gateways/gateway-actor.js'
import type { GatewaySettings } from '../../../../actors/links/gateways/gateway-words.js'
import type {
  ProviderSession,
  SessionOptions,
  SessionOrder,
  SessionReport,
} from '../../../../actors/links/gateways/provider-session.js'
import { Outbound } from '../../../../actors/thread/outbound.js'
import type { OpenedGateway } from '../../../../engine/config/records/gateway.js'
import type { ProviderOrder, ProviderReport } from '../../../../wire/thread/provider-messages.js'
import type { GatewayTransaction } from '../../../../wire/thread/provider-records.js'
import { givenBook } from '../../../given/book.js'
import { gatewayRecord } from '../../../given/floors/provider-floor.js'
import { writtenLog } from '../feeds/given-feed.js'
import { ManualClock } from '../manual-clock.js'

export const OUTBOUND = new Outbound([])
export const OPENED: OpenedGateway = {
  ...gatewayRecord(),
  password: 'sEcReT',
  gateway_password: '',
}
export const ORDER: ProviderOrder = {
  id: '1001-5-1',
  symbol_id: 1,
  side: 1,
  volume: 100_000_000,
  limit: 117_010,
  filling: 'ioc',
}
/** The same as its session sends it. */
export const SENT: SessionOrder = {
  id: ORDER.id,
  symbol: 'EURUSD',
  side: 'buy',
  quantity: '100000',
  limit: '',
  timeInForce: 'ioc',
}
export const REPORT: SessionReport = {
  order: ORDER.id,
  symbol: 'EURUSD',
  side: 'buy',
  state: 'filled',
  externalId: 'P1',
  execution: { id: 'E1', quantity: '100000', price: '1.17' },
  total: '100000',
  average: '1.17',
  text: '',
}

/** The session of a provider that the test speaks for. */
export class GivenSession implements ProviderSession {
  readonly figures = { bytesIn: 10, bytesOut: 20, seqIn: 1, seqOut: 2, instruments: 0 }
  readonly said: string[] = []
  readonly options: SessionOptions
  last: SessionOrder | undefined

  constructor(options: SessionOptions) {
    this.options = options
  }

  place(order: SessionOrder): void {
    this.last = order
    this.said.push(`place ${order.id}`)
  }

  change = ({ id, replaces }: SessionOrder) => this.said.push(`change ${replaces} to ${id}`)
  cancel = ({ id }: SessionOrder) => this.said.push(`cancel ${id}`)
  ask = ({ id }: SessionOrder) => this.said.push(`ask ${id}`)
  taken = (mark: number) => this.said.push(`taken ${mark}`)
  close = (why: string) => this.said.push(`close: ${why}`)
}

/** A gateway whose sessions are made of that class, and all that it tells. */
export function startedGateway<Session extends GivenSession = GivenSession>(
  over: Partial<OpenedGateway> = {},
  given: Partial<GatewaySettings> = {},
  Made = GivenSession as new (
    options: SessionOptions,
  ) => Session,
) {
  const clock = new ManualClock()
  const sessions: Session[] = []
  const reports: ProviderReport[] = []
  const rows: GatewayTransaction[] = []
  const changes: unknown[] = []
  const states: string[] = []
  const log = writtenLog()
  const settings = { record: { ...OPENED, ...over }, book: givenBook(), ...given }
  const actor: GatewayActor = new GatewayActor(settings, {
    clock,
    log,
    outbound: OUTBOUND,
    open: (options) => {
      const session = new Made(options)
      sessions.push(session)
      return session
    },
    report: (report) => reports.push(report),
    transaction: (row) => rows.push(row),
    changed: () => {
      changes.push([actor.isOnline, actor.lastError])
      states.push(actor.isOnline ? 'online' : actor.lastError)
    },
  })
  actor.start()
  const newest = (): Session => {
    const session = sessions.at(-1)
    if (session === undefined) throw new Error('a session was opened')
    return session
  }
  const took = () => ({ reports: reports.splice(0), rows: rows.splice(0) })
  return { actor, clock, sessions, newest, reports, rows, changes, states, log, settings, took }
}
