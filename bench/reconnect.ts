import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TraderClient, type TraderLive } from '../client/index.js'
import { nodeSocket } from '../client/node/index.js'
import { CHEAP_SERVER, ServerProcess } from '../test/crash/server-process.js'
import { freePort } from './free-port.js'
import { cpuSeconds } from './process-cost.js'

/**
 * A server that is killed under thousands of live sockets, and their way back: `node dist/bench/reconnect.js 10000`. All
 * are clients of the library, signed in and subscribed, in this one process; every account is paid while most of its
 * sockets are away. Each must come back by `resume`, without a gap, and stand where the server does.
 */
const SOCKETS = Number(process.argv[2] ?? 1000)
const SOCKETS_EACH = 10
const AT_ONCE = 50
/** Passwords are hashed a few at a time, and few may wait. */
const SIGN_INS_AT_ONCE = 8
const PASSWORD = 'Crash#2026ma'
const PAID = '00000000-0000-4000-8000-'
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function inTurns<T>(
  items: readonly T[],
  work: (item: T, i: number) => Promise<unknown>,
  atOnce = AT_ONCE,
) {
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const i = next++
      await work(items[i] as T, i)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

const dataDir = mkdtempSync(join(tmpdir(), 'openfloor-reconnect-'))
process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
const options = {
  dataDir,
  shards: 2,
  script: CHEAP_SERVER,
  env: { PORT: String(await freePort()) },
}
let server = await ServerProcess.start(options)
const staff = await server.signInStaff()

const clients: TraderClient[] = []
const lives: TraderLive[] = []
const logins: number[] = []
await inTurns(
  Array.from({ length: Math.ceil(SOCKETS / SOCKETS_EACH) }),
  async () => {
    const login = await server.openAccount(staff, 'demo\\standard', '1000.00')
    const base = `http://127.0.0.1:${server.port}`
    const client = new TraderClient({ base, platform: { socket: nodeSocket() } })
    await client.signIn({ login, password: PASSWORD, terminal: 'desktop' })
    logins.push(login)
    clients.push(client)
  },
  SIGN_INS_AT_ONCE,
)
const begun = performance.now()
await inTurns(Array.from({ length: SOCKETS }), async (_, i) => {
  const live = (clients[i % clients.length] as TraderClient).live({ codec: 'msgpack' })
  lives.push(live)
  live.subscribe(['EURUSD'], 1)
  live.start()
  await live.whenLive()
})
const seconds = (ms: number): string => (ms / 1000).toFixed(1)
console.log(`${lives.length} sockets live after ${seconds(performance.now() - begun)} s`)

const killedAt = performance.now()
await server.kill()
const back = lives.map(async (live) => {
  while (live.state === 'live' || live.state === 'stale') await pause(20)
  await live.whenLive()
  return performance.now()
})
server = await ServerProcess.start(options)
const readyAt = performance.now()
const usedBefore = { server: cpuSeconds(server.pid), clients: cpuSeconds(process.pid) }
// Events that happen while most of the clients are disconnected.
await inTurns(logins, async (login) => {
  const body = {
    action: 'deposit',
    amount: '1.00',
    request_id: `${PAID}${String(login + 500_000).padStart(12, '0')}`,
  }
  const pay = () => server.sure(`POST /admin/v1/accounts/${login}/balance`, staff, body)
  // In such a crowd connections are refused; a repeat under the request's id pays nothing twice.
  while (
    !(await pay().then(
      () => true,
      () => false,
    ))
  )
    await pause(100)
})
const paidMs = performance.now() - readyAt
const times = (await Promise.all(back)).map((at) => at - readyAt).toSorted((a, b) => a - b)
const used = {
  server: cpuSeconds(server.pid) - usedBefore.server,
  clients: cpuSeconds(process.pid) - usedBefore.clients,
}
const at = (share: number) =>
  seconds(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0)
console.log(`the server was there again ${seconds(readyAt - killedAt)} s after the kill`)
console.log(`live again after that: half ${at(0.5)} s, 99 % ${at(0.99)} s, all ${at(1)} s`)
console.log(
  `processor seconds meanwhile: ${used.server.toFixed(1)} of the server, ${used.clients.toFixed(1)} of the clients`,
)
console.log(`all accounts were paid meanwhile, which took ${seconds(paidMs)} s`)

let [wrong, gaps, snapshots] = [0, 0, 0]
await inTurns(lives, async (live) => {
  const { picture } = live
  const { seq, account } = await live.ask('snapshot')
  const stands = () =>
    picture.seq === Number(seq) && picture.money?.balance === account.money.balance
  for (let tries = 0; !stands() && tries < 500; tries++) await pause(20)
  if (!stands()) wrong++
  gaps += picture.gaps
  snapshots += picture.snapshots - 1
})
console.log(`${gaps} gaps, ${snapshots} new snapshots, ${wrong} with a wrong state`)
for (const live of lives) live.stop()
await server.terminate()
process.exit(wrong + gaps + snapshots > 0 ? 1 : 0)
