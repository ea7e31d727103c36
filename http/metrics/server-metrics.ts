import { Counter, Gauge, type Registry } from 'prom-client'
import type { QueryPool } from '../../actors/queries/pool.js'
import type { Supervisor } from '../../actors/server/supervisor.js'
import { pauseOf } from '../../actors/shared/intake-pace.js'
import type { Passwords } from '../../actors/sign-in/passwords.js'
import { logOutput } from '../../actors/thread/log-output.js'
import type { SessionStore } from '../sessions/session-store.js'
import { gaugesOf } from './gauges.js'

/** Gauges of the trading side, read at each scrape. */
export function serverMetrics(
  registry: Registry,
  supervisor: Supervisor,
  sessions: SessionStore,
  projectionLagMax: number,
  queues: { readonly passwords: Passwords; readonly queries: QueryPool },
): void {
  const gauge = gaugesOf(registry)
  const { counters } = supervisor
  gauge('log_seq', 'Newest log sequence number given out', () => counters.sequence)
  gauge('projection_seq', 'Every record up to here is in SQLite', () => counters.projectionSeq)
  gauge('projection_lag', 'Records that SQLite does not have yet', () => counters.projectionLag)
  gauge(
    'intake_pause_seconds',
    'Rest of a shard for each record, so that SQLite keeps up',
    () => pauseOf(counters.projectionLag, projectionLagMax) / 1e6,
  )
  new Gauge({
    name: 'openfloor_config_version',
    help: 'Version of the settings that a thread works by',
    labelNames: ['thread'],
    registers: [registry],
    collect() {
      this.set({ thread: 'front' }, supervisor.book.version)
      this.set({ thread: 'links' }, counters.configOfLinks)
      for (const { shard } of supervisor.shards) {
        this.set({ thread: `shard-${shard}` }, counters.configOfShard(shard))
      }
    },
  })
  gauge('passwords_waiting', 'Passwords that wait to be hashed', () => queues.passwords.waiting)
  gauge('queries_waiting', 'Queries that wait for a thread', () => queues.queries.waiting)
  gauge('sessions', 'Live sessions', () => sessions.size)
  gauge('api_keys', 'API keys of staff', () => sessions.keys.size)
  gauge(
    'api_keys_unknown',
    'Unknown API keys that were refused since the start',
    () => sessions.guesses.count,
  )
  gauge('shards_ready', 'Shards that trade', () => supervisor.shards.filter((s) => s.ready).length)
  gauge('accounts_set_aside', 'Accounts that nothing is done for until their shard starts', () =>
    [...supervisor.accountsSetAside.values()].reduce((sum, one) => sum + one, 0),
  )
  gauge('shard_waiting_bytes', 'Bytes of requests that wait for the shards', () =>
    supervisor.shards.reduce((sum, shard) => sum + shard.waitingBytes, 0),
  )
  gauge('provider_fills_held', 'Fills of providers that wait for staff', () => counters.heldFills)
  gauge('symbols_off_quotes', 'Symbols that should have a usable price and have none', () => {
    return supervisor.board.offQuotes
  })
  gauge(
    'gateway_transactions_kept',
    'Transactions of gateways that were kept since the start',
    () => supervisor.gateways.records.kept,
  )
  gauge(
    'gateway_transactions_dropped',
    'Transactions of gateways that came too fast to be kept, since the start',
    () => supervisor.gateways.records.dropped,
  )
  gauge('news_kept', 'News of datafeeds that were taken to be kept since the start', () => {
    return supervisor.feeds.records.kept
  })
  gauge('news_dropped', 'News of datafeeds that came too fast to be kept, since the start', () => {
    return supervisor.feeds.records.dropped
  })
  gauge(
    'troubles',
    'Parts of the server that are not well',
    () => supervisor.condition.troubles.length,
  )
  droppedLines(registry)
  refusedRequests(registry, supervisor.refusals)
}

function refusedRequests(
  registry: Registry,
  { byCode, byRule }: Pick<Supervisor['refusals'], 'byCode' | 'byRule'>,
): void {
  new Counter({
    name: 'openfloor_trade_refusals_total',
    help: 'Trade requests that were refused since the start, by code',
    labelNames: ['code'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [code, count] of byCode) this.inc({ code }, count)
    },
  })
  new Counter({
    name: 'openfloor_rule_refusals_total',
    help: 'Trade requests that were refused since the start, by the id of the routing rule',
    labelNames: ['rule'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [rule, count] of byRule) this.inc({ rule: String(rule) }, count)
    },
  })
}

function droppedLines(registry: Registry): void {
  new Counter({
    name: 'openfloor_log_lines_dropped_total',
    help: 'Lines of the log that could not be written since the start',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(logOutput.dropped)
    },
  })
}
