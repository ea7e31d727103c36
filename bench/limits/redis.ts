import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { connect } from 'node:net'
import { endAtExit } from '../at-exit.js'
import { freePort } from '../free-port.js'
import type { Bench } from '../harness.js'

/**
 * Redis as the peer for durable writes: `appendfsync always` syncs its append-only file once per
 * turn of its event loop, before it answers, as a shard does. It is driven by its own
 * `redis-benchmark` (C, one thread), over loopback TCP, one key, so that nothing but the log and
 * the wire is in it.
 */
export interface Redis {
  readonly name: string
  setsPerSecond(inFlight: number, requests: number): Promise<number>
}

const CLIENTS = 50
const VALUE_BYTES = 128
const START_MAX_MS = 60_000

/** A text says why there is none. */
export async function startRedis(bench: Bench): Promise<Redis | string> {
  const directory = bench.directory('redis')
  const port = await freePort()
  const server = await launch(directory, port)
  if (server === undefined) return 'redis-server is not installed'
  bench.defer(() => ended(server))
  await answersPing(port)
  return {
    name: `Redis appendfsync always, SET ${VALUE_BYTES} bytes, redis-benchmark -c ${CLIENTS}`,
    setsPerSecond: (inFlight, requests) => benchmark(port, inFlight, requests),
  }
}

function launch(directory: string, port: number): Promise<ChildProcess | undefined> {
  const options = {
    port: String(port),
    bind: '127.0.0.1',
    dir: directory,
    appendonly: 'yes',
    appendfsync: 'always',
    'auto-aof-rewrite-percentage': '0',
    save: '',
  }
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  const server = spawn('redis-server', args, { stdio: 'ignore' })
  endAtExit(server)
  return new Promise((resolve, reject) => {
    server.once('spawn', () => resolve(server))
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? resolve(undefined) : reject(error),
    )
  })
}

function ended(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null) return resolve()
    server.once('exit', () => resolve())
    server.kill('SIGKILL')
  })
}

async function answersPing(port: number): Promise<void> {
  const patience = performance.now() + START_MAX_MS
  while (!(await ping(port))) {
    if (performance.now() > patience) throw new Error('redis-server did not start in time')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

function ping(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'))
    socket.once('data', (data) => {
      socket.destroy()
      resolve(data.toString().startsWith('+PONG'))
    })
    socket.once('error', () => resolve(false))
  })
}

function benchmark(port: number, inFlight: number, requests: number): Promise<number> {
  const args = ['-h', '127.0.0.1', '-p', String(port), '-t', 'set', '--csv']
  args.push('-d', String(VALUE_BYTES), '-c', String(CLIENTS))
  args.push('-n', String(requests), '-P', String(inFlight))
  return new Promise((resolve, reject) => {
    execFile('redis-benchmark', args, (error, stdout) => {
      const rate = Number(stdout.match(/^"SET","([\d.]+)"/m)?.[1])
      if (error) reject(error)
      else if (rate > 0) resolve(rate)
      else reject(new Error(`redis-benchmark said: ${stdout}`))
    })
  })
}
