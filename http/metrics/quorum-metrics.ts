import { Counter, Gauge, type Metric, type Registry } from 'prom-client'
import type { LogQuorum, QuorumWatch } from '../../actors/server/quorum-watch.js'
import { FOLLOWS_SEC, type StandbyNode } from '../../wire/thread/quorum-messages.js'
import { SECONDS_BOUNDS } from '../../wire/thread/seconds-bounds.js'

const APPENDS = 'openfloor_replica_append_seconds'

type Figures = Pick<QuorumWatch, 'figures' | 'standbyNodes'>

/**
 * Metrics of the log quorum, labelled by log (a shard number or `desk`), and of the following
 * nodes. A single server has none.
 */
export function quorumMetrics(registry: Registry, quorum: Figures): void {
  const figures = () => quorum.figures
  const gauge = (
    name: string,
    help: string,
    read: (log: LogQuorum) => number | undefined,
  ): void => {
    new Gauge({
      name: `openfloor_replica_${name}`,
      help,
      labelNames: ['shard'],
      registers: [registry],
      collect() {
        for (const one of figures()) {
          const value = read(one)
          if (value !== undefined) this.set({ shard: one.log }, value)
        }
      },
    })
  }
  gauge(
    'confirmed_age_seconds',
    'Since the quorum confirmed the newest change of the log',
    (one) => {
      return one.confirmedAge
    },
  )
  gauge(
    'lease_age_seconds',
    'Since the newest lease of the log was asked for',
    (one) => one.leaseAge,
  )
  gauge('epoch', 'Epoch under which this node writes the log', (one) => one.epoch)
  gauge('database_in_past', 'The database lacks what the quorum confirmed: 1, else 0', (one) => {
    return Number(one.isInPast)
  })
  new Counter({
    name: 'openfloor_replica_append_unknown_total',
    help: 'Entries of the log whose outcome was not known at first',
    labelNames: ['shard'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { log: shard, unknown } of figures()) this.inc({ shard }, unknown)
    },
  })
  registry.registerMetric(appends(figures))
  standbyMetrics(registry, () => quorum.standbyNodes)
}

function standbyMetrics(registry: Registry, standbyNodes: () => readonly StandbyNode[]): void {
  const registers = [registry]
  const live = () => standbyNodes().filter(({ heardSec }) => heardSec <= FOLLOWS_SEC)
  new Gauge({
    name: 'openfloor_replica_followers',
    help: 'Nodes that follow this one and could take over',
    registers,
    collect() {
      this.set(live().length)
    },
  })
  const gauge = (name: string, help: string, read: (node: StandbyNode) => number): void => {
    new Gauge({
      name: `openfloor_replica_follower_${name}`,
      help,
      labelNames: ['node'],
      registers,
      collect() {
        this.reset()
        for (const one of live()) this.set({ node: one.node }, read(one))
      },
    })
  }
  gauge('differs', 'Tables of the node differ from those of this one: 1, else 0', (one) => {
    return Number(one.differing !== '')
  })
  gauge('lag_entries', 'Entries that the node saw and has not taken yet', (one) => one.behind)
  gauge(
    'lag_seconds',
    'Age of the oldest entry that the node has not taken yet',
    (one) => one.lagSec,
  )
}

/**
 * Times are counted where log entries are written, because the library's histogram would need a
 * message for each.
 */
function appends(figures: () => readonly LogQuorum[]): Metric {
  const collect = async () => ({
    name: APPENDS,
    help: 'Time from a turn’s entry to its confirmation by the quorum.',
    type: 'histogram',
    aggregator: 'sum',
    values: figures().flatMap(valuesOf),
  })
  return { name: APPENDS, get: collect, reset: () => undefined } as unknown as Metric
}

function valuesOf({ log: shard, appends: counts, appendSeconds }: LogQuorum) {
  let total = 0
  const lines = SECONDS_BOUNDS.map((bound, bucket) => {
    total += counts[bucket] ?? 0
    const le = Number.isFinite(bound) ? String(bound) : '+Inf'
    return { metricName: `${APPENDS}_bucket`, labels: { shard, le }, value: total }
  })
  return [
    ...lines,
    { metricName: `${APPENDS}_sum`, labels: { shard }, value: appendSeconds },
    { metricName: `${APPENDS}_count`, labels: { shard }, value: total },
  ]
}
