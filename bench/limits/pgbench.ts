import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench } from '../harness.js'
import { Histogram } from '../histogram.js'
import { type Cluster, startCluster } from './postgres.js'

/**
 * PostgreSQL under its own load client, `pgbench` with its transaction "simple update": one row of accounts
 * is changed and read, one row of history is added, and the commit is synced before it is answered. A
 * connection has one transaction under way, so its clients are those of P1, whatever an order's case has in flight.
 */
export interface Pgbench {
  readonly name: string
  /** Transactions per second if each client sends the next one when the last is answered. */
  updatesPerSecond(seconds: number): Promise<number>
  /** The times of transactions that fall due at a steady rate, from then on. */
  latencyAt(spec: { rate: number; warmUpSec: number; seconds: number }): Promise<Histogram>
}

const CLIENTS = 50
/** Rows of accounts: 100,000 for each. */
const SCALE = 10
const DATABASE = 'postgres'
/** The number of transactions of each client in the smallest size, which has no time limit. */
const SMOKE_TRANSACTIONS = 20

/** A text says why there is none. */
export async function startPgbench(bench: Bench): Promise<Pgbench | string> {
  const cluster = await startCluster(bench)
  if (typeof cluster === 'string') return cluster
  const [clients, scale] = [bench.size(CLIENTS, 4), bench.size(SCALE, 1)]
  await cluster.run('pgbench', ['--initialize', '--quiet', '--scale', String(scale), DATABASE])
  const simpleUpdates = (seconds: number, extra: readonly string[] = []): Promise<string> => {
    const length = bench.smoke ? ['-t', String(SMOKE_TRANSACTIONS)] : ['-T', String(seconds)]
    const load = ['-N', '-M', 'prepared', '-n', '-c', String(clients), ...length]
    return cluster.run('pgbench', [...load, ...extra, DATABASE])
  }
  return {
    name: `${cluster.version} synchronous_commit on, pgbench -N -M prepared, scale ${scale}, ${clients} clients`,
    updatesPerSecond: async (seconds) => {
      const said = await simpleUpdates(seconds)
      const rate = Number(said.match(/^tps = ([\d.]+)/m)?.[1])
      if (!(rate > 0)) throw new Error(`pgbench said: ${said}`)
      return rate
    },
    latencyAt: async ({ rate, warmUpSec, seconds }) => {
      const log = ['--log', `--log-prefix=${LOG_PREFIX}`, `--rate=${rate}`]
      await simpleUpdates(Math.ceil(warmUpSec + seconds), log)
      return timesOf(takeLog(cluster), bench.smoke ? 0 : warmUpSec)
    },
  }
}

const LOG_PREFIX = 'transactions'

/** The lines of a run, whose file is removed. */
function takeLog({ directory }: Cluster): string[] {
  const name = readdirSync(directory).find((file) => file.startsWith(LOG_PREFIX))
  if (name === undefined) throw new Error('pgbench wrote no log')
  const file = join(directory, name)
  const text = readFileSync(file, 'latin1')
  rmSync(file)
  return text.trimEnd().split('\n')
}

/** A line has client, number, microseconds from when it fell due, script, and the second and microsecond of its end. */
function timesOf(lines: readonly string[], warmUpSec: number): Histogram {
  const transactions = lines.map((line) => line.split(' ').map(Number))
  const endOf = (fields: readonly number[]): number => (fields[4] ?? 0) + (fields[5] ?? 0) / 1e6
  const from = endOf(transactions[0] ?? []) + warmUpSec
  const times = new Histogram()
  for (const fields of transactions) {
    if (endOf(fields) >= from) times.record((fields[2] ?? 0) / 1000)
  }
  return times
}
