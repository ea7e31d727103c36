import type { SeenName } from '../../../engine/config/kinds/imported-symbol.js'
import type { DatafeedRecord, FeedState } from '../../../engine/config/records/datafeed.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { UnixMs } from '../../../engine/units.js'
import type { FeedReport } from '../../../wire/thread/messages.js'
import type { Outcome } from '../../thread/ask.js'
import { ConnectionsClient } from '../connections-client.js'

/** The state of a datafeed's connection, as the front knows it. */
export interface FeedStatus {
  readonly state: FeedState
  readonly lastError: string
  readonly quotesPerSec: number
  /** The time of the last quote; 0 before the first. */
  readonly lastQuoteAt: UnixMs
  readonly bytesIn: number
  readonly bytesOut: number
}

const UNHEARD = 'the connection has not reported yet'
const SILENT = { quotesPerSec: 0, lastQuoteAt: 0, bytesIn: 0, bytesOut: 0 }
const AWAY = because('unavailable.price_links')

export class FeedsClient extends ConnectionsClient<FeedReport> {
  constructor() {
    super(AWAY)
  }

  /** Settings decide if it is disabled, because a report may be older. */
  status({ id, enabled }: DatafeedRecord): FeedStatus {
    const report = this.report(id)
    if (!enabled) return { ...SILENT, ...report, state: 'disabled', lastError: '', quotesPerSec: 0 }
    if (report === undefined) return { ...SILENT, state: 'connecting', lastError: UNHEARD }
    return report.state === 'disabled' ? { ...report, state: 'connecting' } : report
  }

  restart(id: number): Promise<Outcome<null>> {
    return this.ask('feed.restart', { id })
  }

  names(id: number): Promise<Outcome<readonly SeenName[]>> {
    return this.ask('feed.names', { id })
  }
}
