import type { ProviderSymbol } from '../../../engine/config/kinds/imported-symbol.js'
import type { GatewayRecord } from '../../../engine/config/records/gateway.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { UnixMs } from '../../../engine/units.js'
import type { GatewayFigures, GatewayReport } from '../../../wire/thread/gateway-report.js'
import type { Outcome } from '../../thread/ask.js'
import { ConnectionsClient } from '../connections-client.js'

/**
 * The state of the gateways' connections, as the front knows it from the instances that run them.
 *
 *   - A disabled gateway has the state `disabled`, whatever was reported.
 *   - A gateway without a report has the state `stopped`; so has one whose reports ended, with that
 *     reason.
 */
export interface GatewayStatus extends GatewayFigures {
  readonly instance: string
  readonly state: 'online' | 'stopped' | 'disabled'
  readonly lastError: string
  readonly since: UnixMs | null
}

/** A session counts as stopped if its instance reported nothing for this long. */
export const GATEWAY_SILENT_MS = 20_000
const AWAY = because('unavailable.provider_links')

const NO_FIGURES: GatewayFigures = {
  lastLogonAt: null,
  logons: 0,
  answerMs: null,
  latencyP50Ms: null,
  latencyP99Ms: null,
  bytesIn: 0,
  bytesOut: 0,
  seqIn: 0,
  seqOut: 0,
  instruments: 0,
  symbols: 0,
  orders: 0,
  fills: 0,
  rejects: 0,
  outbox: 0,
  openOrders: 0,
  fillCounts: [],
  fillSeconds: 0,
  profile: null,
}

const UNREPORTED = { ...NO_FIGURES, instance: '', lastError: '', since: null }

export class GatewaysClient extends ConnectionsClient<GatewayReport> {
  constructor() {
    super(AWAY)
  }

  restart(id: number): Promise<Outcome<null>> {
    return this.ask('gateway.restart', { id })
  }

  instruments(id: number): Promise<Outcome<readonly ProviderSymbol[]>> {
    return this.ask('gateway.instruments', { id })
  }

  status({ id, enabled }: GatewayRecord, now: UnixMs): GatewayStatus {
    const report = this.report(id)
    if (!enabled) return { ...UNREPORTED, state: 'disabled' }
    if (report === undefined) return { ...UNREPORTED, state: 'stopped' }
    if (report.state === 'stopped' || now - report.reportedAt < GATEWAY_SILENT_MS) return report
    return { ...report, state: 'stopped', lastError: 'the session stopped answering' }
  }
}
