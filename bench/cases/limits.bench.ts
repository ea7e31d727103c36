import type { Bench, BenchCase } from '../harness.js'
import { startBare } from '../limits/bare.js'
import { fdatasyncMs, LmdbAppend } from '../limits/disk.js'
import { startPgbench } from '../limits/pgbench.js'
import { startRedis } from '../limits/redis.js'
import { getRequest } from '../load/http-client.js'
import { startLoad } from '../load/start-load.js'

/** The speed of this machine with the libraries and peers that the figures are read against. */
export const limits: BenchCase = {
  name: 'limits',
  goals: ['limit'],
  async run(bench) {
    await disk(bench)
    await redis(bench)
    await pgbench(bench)
    await bareSockets(bench)
    await bareHttp(bench)
  },
}

const IN_FLIGHT = [1, 16, 100] as const

async function disk(bench: Bench): Promise<void> {
  const directory = bench.directory('disk')
  const log = new LmdbAppend(directory)
  bench.defer(() => log.close())
  const values = await bench.interleave({
    fdatasync: () => fdatasyncMs(directory, bench.size(2_000, 20)),
    'LMDB append x 1': () => log.appendsPerSecond(1, bench.size(5_000, 20)),
    'LMDB append x 64': () => log.appendsPerSecond(64, bench.size(3_000, 5)),
    'LMDB append x 1000': () => log.appendsPerSecond(1_000, bench.size(500, 2)),
  })
  for (const [name, rounds] of Object.entries(values)) {
    const time = name === 'fdatasync'
    bench.report({
      name: `limit ${name}`,
      unit: time ? 'ms' : 'appends/s',
      better: time ? 'lower' : 'higher',
      values: rounds,
      durability: time ? undefined : 'synced at every commit',
    })
  }
}

async function redis(bench: Bench): Promise<void> {
  const redis = await startRedis(bench)
  if (typeof redis === 'string') {
    bench.say(`limit Redis is left out: ${redis}`)
    return
  }
  for (const inFlight of IN_FLIGHT) {
    const requests = bench.size(inFlight === 1 ? 200_000 : 1_000_000, 2_000)
    const values = await bench.interleave({
      redis: () => redis.setsPerSecond(inFlight, requests),
    })
    bench.report({
      name: `limit Redis SET, 50 x ${inFlight}`,
      unit: 'requests/s',
      better: 'higher',
      values: values.redis,
      durability: 'appendfsync always',
      notes: redis.name,
    })
  }
}

async function pgbench(bench: Bench): Promise<void> {
  const pgbench = await startPgbench(bench)
  if (typeof pgbench === 'string') {
    bench.say(`limit pgbench is left out: ${pgbench}`)
    return
  }
  const values = await bench.interleave({ updates: () => pgbench.updatesPerSecond(5) })
  bench.report({
    name: 'limit pgbench simple update',
    unit: 'transactions/s',
    better: 'higher',
    values: values.updates,
    durability: 'synced at every commit',
    notes: pgbench.name,
  })
}

async function bareSockets(bench: Bench): Promise<void> {
  const { port } = await startBare(bench, { body: '', topics: 0 })
  const load = startLoad(bench)
  const tokens = Array.from({ length: bench.size(50, 10) }, () => '')
  const protocol = 'openfloor.json'
  await load.call('openSockets', { port, path: '/echo', protocol, tokens, signIn: 'header' })
  for (const inFlight of IN_FLIGHT) {
    let clientCpu = 0
    const values = await bench.interleave({
      echo: async () => {
        const result = await load.call('traffic', {
          mix: 'echo',
          inFlight,
          rate: 0,
          warmUpSec: bench.size(0.5, 0.02),
          seconds: bench.size(2, 0.1),
        })
        clientCpu = result.clientCpu
        return result.answers / result.seconds
      },
    })
    bench.report({
      name: `limit bare echo, ${tokens.length} x ${inFlight}`,
      unit: 'messages/s',
      better: 'higher',
      values: values.echo,
      notes: `load client at ${Math.round(clientCpu * 100)} % of a core`,
    })
  }
}

async function bareHttp(bench: Bench): Promise<void> {
  const body = JSON.stringify({ success: true, code: 'ok', message: '', data: 'x'.repeat(300) })
  const { port } = await startBare(bench, { body, topics: 0 })
  const load = startLoad(bench)
  const requests = [getRequest(port, '/constant', [])]
  let clientCpu = 0
  const values = await bench.interleave({
    http: async () => {
      const result = await load.call('http', {
        port,
        connections: 50,
        requests,
        warmUpSec: bench.size(0.5, 0.02),
        seconds: bench.size(2, 0.1),
      })
      clientCpu = result.clientCpu
      return result.answers / result.seconds
    },
  })
  bench.report({
    name: 'limit bare HTTP, 50 connections',
    unit: 'requests/s',
    better: 'higher',
    values: values.http,
    notes:
      `constant answer of ${body.length} bytes; ` +
      `load client at ${Math.round(clientCpu * 100)} % of a core`,
  })
}
