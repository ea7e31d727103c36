import { Packr } from 'msgpackr'
import t from 'tap'
import { Prng } from '../../engine/numbers/prng.js'
import { catalog } from '../../http/catalog.js'
import { nameOf } from '../../http/pipeline/route.js'
import { statusTable } from '../../wire/answer/errors.js'
import { verifyAll } from '../crash/audit.js'
import { CHEAP_SERVER, ServerProcess, type Signature } from '../crash/server-process.js'
import { scratch } from '../given/desk.js'
import { clientFrame, OPCODE, WsClient } from '../given/fronts/ws-client.js'
import { LIVE_OPERATIONS } from '../given/live-operations.js'
import { one } from '../given/mutants.js'
import { oddFrame, oddRequest } from './odd-requests.js'
import { residentMib } from './watch.js'

/**
 * `ODD_REQUESTS=4000 TEST_SEED=2 node dist/test/attack/fuzz.test.js` for another run. Of many more requests the
 * sign-ins among them block their address, as they must: a long run is one of many seeds.
 * Every route and every operation of the sockets, asked by a stranger, a trader and a clerk who may look at
 * demo accounts: with deep, wide, huge and odd values, of the real server.
 */
const REQUESTS = Number(process.env['ODD_REQUESTS'] ?? 2_000)
const FRAMES = REQUESTS
const SEED = Number(process.env['TEST_SEED'] ?? 1)
const MEMORY_MAX_MIB = 256
const AT_ONCE = 16
const { trader: TRADER_OPS, staff: STAFF_OPS } = LIVE_OPERATIONS
const RIGHTS = ['accounts.view', 'trades.view', 'trades.edit', 'journal', 'dealing']
t.setTimeout(0)

const packr = new Packr({ useRecords: false })
const dataDir = scratch(t)
const server = await ServerProcess.start({
  dataDir,
  script: CHEAP_SERVER,
  env: { RATE_LIMITS: 'off', SHARDS: '1' },
})
t.teardown(() => server.kill())
const staff = await server.signInStaff()
const traderLogin = await server.openAccount(staff, 'demo\\standard', '100000.00')
const bystanderLogin = await server.openAccount(staff, 'real\\standard', '100000.00')
const idleMib = residentMib(server.pid)

type Role = 'stranger' | 'trader' | 'clerk'
const ROLES: readonly Role[] = ['stranger', 'trader', 'clerk']
const signatures = new Map<Role, Promise<Signature>>([
  ['stranger', Promise.resolve({ headers: {} })],
])

/** Signs in again until it may: of many at once some are told to come again. */
async function insisting(signIn: () => Promise<Signature>): Promise<Signature> {
  for (;;) {
    try {
      return await signIn()
    } catch (error) {
      if (!String(error).includes('was refused: unavailable')) throw error
    }
  }
}

/** Anew where a request has signed it out, or changed its password. */
function signature(role: Role): Promise<Signature> {
  const known = signatures.get(role)
  if (known !== undefined) return known
  const made: Promise<Signature> =
    role === 'trader'
      ? insisting(() => server.signInTrader(traderLogin))
      : insisting(async () => server.openStaff(await server.signInStaff(), RIGHTS, ['demo\\*']))
  signatures.set(role, made)
  return made
}

t.test('no route fails, whatever it is asked and by whom', async (t) => {
  const prng = new Prng(SEED)
  const seen = new Map<string, number>()
  const wrong: string[] = []
  const first = catalog.flatMap((route) => ROLES.map((role) => ({ route, role })))
  let left = Math.max(REQUESTS, first.length)
  const lane = async (): Promise<void> => {
    while (left-- > 0) {
      const { route, role } = first.pop() ?? { route: one(prng, catalog), role: one(prng, ROLES) }
      const { method, path, body } = oddRequest(prng, route)
      const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
        method,
        headers: { ...(await signature(role)).headers, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body }),
      })
      const isFile = response.headers.get('content-type')?.startsWith('application/json') !== true
      const text = await response.text()
      const { code } = isFile ? { code: 'ok' } : (JSON.parse(text) as { code: string })
      seen.set(code, (seen.get(code) ?? 0) + 1)
      if (response.status === 401 && role !== 'stranger') signatures.delete(role)
      const known = { ...statusTable(), ...route.statuses } as Readonly<Record<string, number>>
      const isKnown = known[code] === response.status
      if (response.status === 500 || (!isKnown && response.status !== 200)) {
        wrong.push(
          `${nameOf(route)} by a ${role}: ${response.status} ${code} ${body?.slice(0, 200)}`,
        )
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  t.same(wrong.slice(0, 5), [])
  t.ok(['invalid_input', 'forbidden', 'not_found', 'ok'].every((code) => seen.has(code)))
})

t.test('no operation of a socket harms anybody, whatever it is sent and by whom', async (t) => {
  const bystander = await server.signInTrader(bystanderLogin)
  const other = await WsClient.open({ port: server.port, headers: bystander.headers })
  const prng = new Prng(SEED + 1)
  const sides = [
    { role: 'stranger', path: '/trader/v1/socket', ops: TRADER_OPS },
    { role: 'stranger', path: '/admin/v1/socket', ops: STAFF_OPS },
    { role: 'trader', path: '/trader/v1/socket', ops: TRADER_OPS },
    { role: 'clerk', path: '/admin/v1/socket', ops: [...STAFF_OPS, ...TRADER_OPS] },
  ] as const
  for (let sent = 0; sent < FRAMES; ) {
    const { role, path, ops } = one(prng, sides)
    const isPacked = prng.below(2) === 0
    signatures.delete(role === 'stranger' ? 'trader' : role)
    const client = await WsClient.open({
      port: server.port,
      path,
      protocol: isPacked ? 'openfloor.msgpack' : 'openfloor.json',
      headers: {
        origin: `http://127.0.0.1:${server.port}`,
        ...(role === 'stranger' ? {} : (await signature(role)).headers),
      },
    })
    for (let n = 0; n < 40 && client.closed === null; n++, sent++) {
      const text = oddFrame(prng, ops, n)
      client.write(isPacked ? packed(text) : clientFrame(OPCODE.text, Buffer.from(text)))
      if (prng.below(4) === 0) await Promise.race([client.next(), client.closing()]).catch(() => {})
      client.frames.length = 0
    }
    client.destroy()
    other.send({ id: sent, op: 'ping' })
    t.equal((await other.reply(sent)).code, 'ok')
  }
  other.destroy()
})

/** The bytes of the frame: a text that is no JSON, or too deep for the encoder, goes as it is. */
function packed(text: string): Buffer {
  try {
    return clientFrame(OPCODE.binary, packr.pack(JSON.parse(text)))
  } catch {
    return clientFrame(OPCODE.binary, Buffer.from(text))
  }
}

t.test('nothing has ended, memory is bounded and the books are right', async (t) => {
  t.equal((await server.health()).status, 200)
  t.notMatch(server.output, /ended; starting it again|set aside/)
  t.ok(residentMib(server.pid) - idleMib < MEMORY_MAX_MIB)
  await server.terminate()
  t.same(await verifyAll(dataDir, 1), [])
})
