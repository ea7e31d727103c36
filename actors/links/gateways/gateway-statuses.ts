import { refuse } from '../../../engine/code.js'
import type { ProviderSymbol } from '../../../engine/config/imported-symbol.js'
import type { GatewayRecord } from '../../../engine/config/records/gateway.js'
import type { UnixMs } from '../../../engine/units.js'
import type { GatewayFigures, GatewayReport } from '../../../wire/thread/gateway-report.js'
import type { FeedLine } from '../../../wire/thread/messages.js'
import type { Outcome } from '../../thread/ask.js'
import type { LinksClient } from '../links-client.js'

/**
 * States of the gateways' connections, as the instances that run them report, their last lines, and what is asked of
 * them.
 *
 *   G1. A disabled gateway reads `disabled`, whatever was reported.
 *   G2. One that nobody reports on reads `stopped`; one whose reports ended does too, and says so.
 *   G3. At most GATEWAY_LINES_MAX lines a gateway; they outlive the links thread.
 *   G4. A gateway that is not in the settings any more has nothing here.
 */
export interface GatewayStatus extends GatewayFigures {
  readonly instance: string
  readonly state: 'online' | 'stopped' | 'disabled'
  readonly lastError: string
  readonly since: UnixMs | null
}

/** A session that its instance was silent about for so long counts as stopped. */
export const GATEWAY_SILENT_MS = 20_000
export const GATEWAY_LINES_MAX = 200
const LINE_CHARACTERS_MAX = 512
const AWAY = refuse(
  'unavailable',
  'The links to providers are starting again. Try again in a moment.',
)

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
}

const UNREPORTED = { ...NO_FIGURES, instance: '', lastError: '', since: null }

export class GatewaysClient {
  readonly #reports = new Map<number, GatewayReport>()
  readonly #lines = new Map<number, FeedLine[]>()
  #links: LinksClient | undefined

  /** True when the state or the error is another one than before. */
  take(report: GatewayReport): boolean {
    const before = this.#reports.get(report.id)
    this.#reports.set(report.id, report)
    return before?.state !== report.state || before.lastError !== report.lastError
  }

  /** The thread that runs them; undefined while there is none. */
  attach(links: LinksClient | undefined): void {
    this.#links = links
    if (links === undefined) this.#reports.clear()
  }

  takeLine(id: number, line: FeedLine): void {
    const lines = this.#lines.get(id) ?? []
    this.#lines.set(id, lines)
    lines.push({ ...line, text: line.text.slice(0, LINE_CHARACTERS_MAX) })
    if (lines.length > GATEWAY_LINES_MAX) lines.shift()
  }

  /** Oldest first. */
  lines(id: number): readonly FeedLine[] {
    return this.#lines.get(id) ?? []
  }

  /** G4. */
  keep(gateways: readonly GatewayRecord[]): void {
    const ids = new Set(gateways.map(({ id }) => id))
    for (const known of [this.#reports, this.#lines]) {
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id)
    }
  }

  restart(id: number): Promise<Outcome<null>> {
    return this.#links?.ask('gateway.restart', { id }).catch(() => AWAY) ?? Promise.resolve(AWAY)
  }

  instruments(id: number): Promise<Outcome<readonly ProviderSymbol[]>> {
    return (
      this.#links?.ask('gateway.instruments', { id }).catch(() => AWAY) ?? Promise.resolve(AWAY)
    )
  }

  status({ id, enabled }: GatewayRecord, now: UnixMs): GatewayStatus {
    const report = this.#reports.get(id)
    if (!enabled) return { ...UNREPORTED, state: 'disabled' }
    if (report === undefined) return { ...UNREPORTED, state: 'stopped' }
    if (report.state === 'stopped' || now - report.reportedAt < GATEWAY_SILENT_MS) return report
    return { ...report, state: 'stopped', lastError: 'the session stopped answering' }
  }
}
