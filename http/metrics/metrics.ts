import { collectDefaultMetrics, type Metric, Registry } from 'prom-client'
import { SECONDS_BOUNDS } from '../../wire/thread/seconds-bounds.js'
import type { Route } from '../pipeline/route.js'

const NAME = 'openfloor_http_request_seconds'

interface Series {
  readonly labels: { readonly route: string; readonly method: string; readonly status: string }
  /** The count of each bucket, without the counts of smaller buckets. */
  readonly counts: Float64Array
  seconds: number
}

/**
 * The metrics of `/metrics`. Requests are counted in plain arrays, because the library's histogram
 * hashes its labels on every observation. The output is the same.
 * Labels are routes, methods and statuses, never logins, symbols or raw paths.
 */
export class FrontMetrics {
  /** The registry, which other parts of the server also use. */
  readonly registry = new Registry()
  readonly #byRoute = new Map<Route | null, Map<number, Series>>()

  constructor() {
    takeOwnMetrics(this.registry)
    this.registry.registerMetric(this.#requests())
  }

  /** Counts an answered request. `route` is null if no route matched. */
  observe(route: Route | null, status: number, ms: number): void {
    const series = this.#byRoute.get(route)?.get(status) ?? this.#newSeries(route, status)
    const seconds = ms / 1000
    series.seconds += seconds
    let bucket = 0
    while (seconds > (SECONDS_BOUNDS[bucket] as number)) bucket++
    series.counts[bucket] = (series.counts[bucket] as number) + 1
  }

  text(): Promise<string> {
    return this.registry.metrics()
  }

  get mediaType(): string {
    return this.registry.contentType
  }

  #newSeries(route: Route | null, status: number): Series {
    const series = {
      labels: {
        route: route?.path ?? 'none',
        method: route?.method ?? 'none',
        status: String(status),
      },
      counts: new Float64Array(SECONDS_BOUNDS.length),
      seconds: 0,
    }
    const ofRoute = this.#byRoute.get(route) ?? new Map<number, Series>()
    this.#byRoute.set(route, ofRoute.set(status, series))
    return series
  }

  #requests(): Metric {
    const collect = async () => ({
      name: NAME,
      help: 'Time from the head of a request to its answer, by route and status.',
      type: 'histogram',
      aggregator: 'sum',
      values: [...this.#byRoute.values()].flatMap((byStatus) =>
        [...byStatus.values()].flatMap(valuesOf),
      ),
    })
    // The registry only uses a metric's name, values and reset.
    const metric = { name: NAME, get: collect, reset: () => this.#byRoute.clear() }
    return metric as unknown as Metric
  }
}

/**
 * Adds the default process metrics. Some gauges of the library end in `_total`, a suffix for
 * counters, and are renamed.
 */
function takeOwnMetrics(registry: Registry): void {
  const made = new Registry()
  collectDefaultMetrics({ register: made, prefix: 'openfloor_' })
  for (const metric of made.getMetricsAsArray() as unknown as { name: string; type: string }[]) {
    if (metric.type === 'gauge') {
      metric.name = metric.name.replace(/^openfloor_nodejs_(.*)_total$/, 'openfloor_nodejs_all_$1')
    }
    registry.registerMetric(metric as unknown as Metric)
  }
}

interface Value {
  readonly metricName: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** The lines of one series: cumulative counts per bucket, then sum and count. */
function valuesOf(series: Series): Value[] {
  const { labels } = series
  let total = 0
  const lines: Value[] = []
  for (const [i, bound] of SECONDS_BOUNDS.entries()) {
    total += series.counts[i] as number
    const le = Number.isFinite(bound) ? String(bound) : '+Inf'
    lines.push({ metricName: `${NAME}_bucket`, labels: { ...labels, le }, value: total })
  }
  lines.push({ metricName: `${NAME}_sum`, labels, value: series.seconds })
  lines.push({ metricName: `${NAME}_count`, labels, value: total })
  return lines
}
