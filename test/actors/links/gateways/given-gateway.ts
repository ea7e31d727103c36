import type {
  ProviderSession,
  SessionOptions,
  SessionOrder,
  SessionReport,
} from '../../../../actors/links/gateways/provider-session.js'
import type { OpenedGateway } from '../../../../engine/config/records/gateway.js'
import type { ProviderOrder } from '../../../../wire/thread/provider-messages.js'
import { gatewayRecord } from '../../../given/floors/provider-floor.js'

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
