import { Gauge, type Metric, type Registry } from 'prom-client'
import type { FeedStatus } from '../../actors/links/feeds/feeds-client.js'
import type { GatewayStatus } from '../../actors/links/gateways/gateway-statuses.js'
import type { Supervisor } from '../../actors/server/supervisor.js'
import { FILL_SECONDS } from '../../wire/thread/gateway-report.js'

/**
 * Metrics of provider connections, labelled by settings id. Counters restart with the links thread.
 */
export function connectionMetrics(
  registry: Registry,
  supervisor: Pick<Supervisor, 'book' | 'feeds' | 'gateways'>,
  now: () => number,
): void {
  const feeds = () =>
    supervisor.book.records.datafeeds.map((record) => {
      return { id: String(record.id), of: supervisor.feeds.status(record) }
    })
  const gateways = () =>
    supervisor.book.records.gateways.map((record) => {
      return { id: String(record.id), of: supervisor.gateways.status(record, now()) }
    })
  feedMetrics(gaugesBy(registry, 'datafeed', feeds))
  gatewayMetrics(gaugesBy(registry, 'gateway', gateways))
  const times = { name: FILL_TIMES, get: async () => fillTimes(gateways()), reset: () => undefined }
  // The registry only uses a metric's name, values and reset.
  registry.registerMetric(times as unknown as Metric)
}

type AddFigure<Status> = (name: string, help: string, read: (of: Status) => number) => void

interface Connection<Status> {
  readonly id: string
  readonly of: Status
}

function gaugesBy<Status>(
  registry: Registry,
  kind: 'datafeed' | 'gateway',
  all: () => readonly Connection<Status>[],
): AddFigure<Status> {
  return (name, help, read) => {
    new Gauge({
      name: `openfloor_${kind}_${name}`,
      help,
      labelNames: [kind],
      registers: [registry],
      collect() {
        // Removes the values of connections that were deleted.
        this.reset()
        for (const { id, of } of all()) this.set({ [kind]: id }, read(of))
      },
    })
  }
}

function feedMetrics(figure: AddFigure<FeedStatus>): void {
  figure('online', '1 while its session is online', ({ state }) => Number(state === 'online'))
  figure('quotes_per_second', 'Quotes of the last seconds', (of) => of.quotesPerSec)
  figure('last_quote_seconds', 'When it quoted last; 0 before that', (of) => of.lastQuoteAt / 1_000)
  figure('bytes_in', 'Bytes received', ({ bytesIn }) => bytesIn)
  figure('bytes_out', 'Bytes sent', ({ bytesOut }) => bytesOut)
}

function gatewayMetrics(figure: AddFigure<GatewayStatus>): void {
  figure('online', '1 while its session is online', ({ state }) => Number(state === 'online'))
  figure('logons', 'Times that it came online', ({ logons }) => logons)
  figure('orders_sent', 'Orders sent', ({ orders }) => orders)
  figure('orders_open', 'Orders that are at the provider, or may be', (of) => of.openOrders)
  figure('fills', 'Fills reported', ({ fills }) => fills)
  figure('rejects', 'Orders rejected', ({ rejects }) => rejects)
  figure('outbox', 'Reports that no shard has taken yet', ({ outbox }) => outbox)
  figure('messages_in', 'Messages of its session received', ({ seqIn }) => seqIn)
  figure('messages_out', 'Messages of its session sent', ({ seqOut }) => seqOut)
  figure('bytes_in', 'Bytes received', ({ bytesIn }) => bytesIn)
  figure('bytes_out', 'Bytes sent', ({ bytesOut }) => bytesOut)
}

const FILL_TIMES = 'openfloor_gateway_fill_seconds'

/** Writes cumulative counts per bucket, then sum and count. */
function fillTimes(gateways: readonly Connection<GatewayStatus>[]) {
  const values = gateways.flatMap(({ id, of: { fillCounts, fillSeconds } }) => {
    let total = 0
    const labels = { gateway: id }
    const buckets = [...FILL_SECONDS.map(String), '+Inf'].map((le, i) => {
      total += fillCounts[i] ?? 0
      return { metricName: `${FILL_TIMES}_bucket`, labels: { ...labels, le }, value: total }
    })
    return [
      ...buckets,
      { metricName: `${FILL_TIMES}_sum`, labels, value: fillSeconds },
      { metricName: `${FILL_TIMES}_count`, labels, value: total },
    ]
  })
  const help = 'Time from sending an order to its first fill.'
  return { name: FILL_TIMES, help, type: 'histogram', aggregator: 'sum', values }
}
