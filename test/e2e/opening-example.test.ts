import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import { WholeServer } from '../given/fronts/whole-server.js'
import { SmtpPeer } from '../given/peers/smtp-peer.js'

// The script of docs/opening.md, run as it is: an empty configuration, the example provider, and a mail server. Its A-book is the
// recipe of docs/connecting-a-provider.md.

const EXAMPLES = fileURLToPath(new URL('../../../docs/examples', import.meta.url))
const run = promisify(execFile)
t.setTimeout(0)

/** The example provider, and the port that it says it listens on. */
async function provider(): Promise<{ child: ChildProcess; port: number; said: string[] }> {
  const env = { ...process.env, PORT: '0' }
  const stdio = ['ignore', 'pipe', 'inherit'] as const
  const child = spawn(process.execPath, [`${EXAMPLES}/price-provider.mjs`], {
    env,
    stdio: [...stdio],
  })
  const said: string[] = []
  if (child.stdout === null) throw new Error('its output is heard')
  const lines = createInterface(child.stdout)
  lines.on('line', (line) => said.push(line))
  const [first] = (await once(lines, 'line')) as [string]
  return { child, port: Number(/:(\d+)$/.exec(first)?.[1]), said }
}

/** Where Python itself is: what finds it by version takes half a second each time. */
function pythonFolder(): string {
  const asked = ['-c', 'import sys; print(sys.executable)']
  return dirname(spawnSync('python3', asked, { encoding: 'utf8' }).stdout.trim())
}

/** What docs/connecting-a-provider.md sends to a path. */
function recipeOf(path: string): Record<string, unknown> {
  const page = readFileSync(`${EXAMPLES}/../connecting-a-provider.md`, 'utf8')
  const [, body = ''] = page.split(`    POST ${path}\n`)
  return JSON.parse(/^ {4}\{\n[\s\S]*?\n {4}\}\n/.exec(body)?.[0] ?? 'null')
}

const isThere = (program: string) => spawnSync(program, ['--version']).status === 0
const skip = isThere('curl') && isThere('python3') ? false : 'curl or python3 is not there'

t.test('from an empty configuration to the first client', { skip }, async (t) => {
  const server = await WholeServer.start(t, { more: { DEMO: '0' } })
  const mail = await SmtpPeer.start(t)
  const { child, port, said } = await provider()
  t.teardown(() => child.kill())
  const env = {
    PATH: `${pythonFolder()}:${process.env['PATH'] ?? ''}`,
    BASE: server.origin,
    ADMIN_PASSWORD: 'Admin12!x',
    PROVIDER: `127.0.0.1:${port}`,
    SMTP: `127.0.0.1:${mail.port}`,
  }
  const { stdout } = await run('sh', [`${EXAMPLES}/opening.sh`], { env })
  t.match(stdout, /^rule at 1, warnings \[\]$/m, 'before the rule that takes everything')
  t.match(stdout, /^no licence: no brand$/m)
  t.match(stdout, /^bought 0\.1 at 1\.\d+$/m)
  const [, day = ''] = /^on (\d{4}-\d\d-\d\d): balance 10000\.00, swap/m.exec(stdout) ?? []
  // The nights of Saturday and Sunday are free.
  const isWeekend = [0, 6].includes(new Date(day).getUTCDay())
  t.match(stdout, new RegExp(`^on ${day}: .* swap ${isWeekend ? '0\\.00' : '-\\d'}`, 'm'))
  t.match(stdout, /^the statement has the trade$/m)
  t.match(said.slice(1), [/^filled \S+: buy 10000 EURUSD at 1\.\d+$/], 'the provider filled it')
  const log = await server.ask('GET /admin/v1/gateways/1/log')
  t.same(
    log.data.filter(({ level }: { level: string }) => level !== 'info'),
    [],
  )
  t.same(mail.taken.map(({ mime }) => mime.subject).length, 2, 'a test and the welcome')
  const listed = await server.ask('GET /admin/v1/routing')
  t.match(listed.data, [{ name: 'A-book' }, { name: 'Confirm at market' }])

  // The recipe asks for the same, but for the port.
  const gateways = await server.ask('GET /admin/v1/gateways')
  for (const [path, made] of [
    ['/admin/v1/gateways', gateways.data[0]],
    ['/admin/v1/routing', listed.data[0]],
  ] as const) {
    const { server: _, ...asked } = recipeOf(path)
    t.match(made, asked, path)
  }

  await server.patch('/admin/v1/gateways/1', { enabled: false })
  await server.until('GET /admin/v1/gateways/statuses', ({ data }) => data[0].state !== 'online')
  const client = { login: 1002, password: 'Trade12!x', terminal: 'desktop' }
  const { data } = await server.ask('POST /trader/v1/auth/login', {}, client)
  const trader = { authorization: `Bearer ${data.access_token}` }
  const order = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' }
  // An order that is sent while the gateway stops is in doubt.
  let refused = await server.ask('POST /trader/v1/trade', trader, order)
  while (refused.code === 'trade.timeout') {
    refused = await server.ask('POST /trader/v1/trade', trader, order)
  }
  t.equal(refused.code, 'trade.no_connection', 'nothing is filled in house instead')
})
