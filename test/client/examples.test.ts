import { execFile, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import t from 'tap'
import { clientServer, PASSWORD } from './client-server.js'
import { EXAMPLES, projectWith, ROOT } from './example-project.js'

// The examples of docs/clients.md, run as they are.

/** The compiler of this project. `package.test.ts` compiles with the version before it. */
const TSC = join(ROOT, 'node_modules/typescript7/bin/tsc')

t.setTimeout(0)
const run = promisify(execFile)
const { server, login } = await clientServer(t, { RATE_LIMITS: 'off' })
const env = {
  PATH: process.env['PATH'] ?? '',
  BASE: server.origin,
  LOGIN: String(login),
  PASSWORD,
  API_PASSWORD: await apiPassword(),
  PYTHONPATH: join(ROOT, 'client/python'),
}

/** The broker lets programs in, and the owner makes their password. */
async function apiPassword(): Promise<string> {
  await server.patch(`/admin/v1/accounts/${login}`, { api_enabled: true })
  const signIn = { login, password: PASSWORD, terminal: 'desktop' }
  const { data } = await server.ask('POST /trader/v1/auth/login', {}, signIn)
  const headers = { authorization: `Bearer ${data['access_token']}` }
  const body = { current_password: PASSWORD }
  const made = await server.ask('POST /trader/v1/me/api-password', headers, body)
  return String(made.data['password'])
}

t.test('TypeScript: it compiles as docs/clients.md says, and runs', async (t) => {
  const outDir = projectWith(t, 'trader-client.ts')
  const page = readFileSync(join(ROOT, 'docs/clients.md'), 'utf8')
  const [, flags = ''] = /^npx tsc (.*) trader-client\.ts$/m.exec(page) ?? []
  t.match(flags, '--strict')
  const typeRoots = ['--typeRoots', join(ROOT, 'node_modules/@types')]
  const compile = [TSC, ...flags.split(' '), ...typeRoots, 'trader-client.ts']
  const { status, stdout: told } = spawnSync(process.execPath, compile, {
    cwd: outDir,
    encoding: 'utf8',
  })
  t.same([status, told], [0, ''])
  const { stdout } = await run(process.execPath, [join(outDir, 'trader-client.js')], { env })
  t.match(stdout, /balance 100000\.00/)
  t.match(stdout, /state live/)
  t.match(stdout, /opened done 1\.\d+/)
  t.match(stdout, /position \d+ EURUSD buy 0\.01 1\.\d+/)
  t.match(stdout, /closed done/)
  t.match(stdout, /refused invalid_input limit/)
})

function missing(program: string): string | false {
  return spawnSync(program, ['--version']).status === 0 ? false : `${program} is not there`
}

t.test('curl: a repeat hears the first answer', { skip: missing('curl') }, async (t) => {
  const { stdout } = await run('sh', [join(EXAMPLES, 'trader-rest.sh')], { env })
  const [positions, first, again, outcome, closed, out] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  t.equal(positions.code, 'ok')
  t.type(first.data.deal_id, 'number')
  t.same(again.data, first.data)
  t.equal(outcome.data.deal_id, first.data.deal_id)
  t.equal(closed.code, 'ok')
  t.equal(out.code, 'ok')
})

t.test('Python: the client trades as a program', { skip: missing('python3') }, async (t) => {
  const { stdout } = await run('python3', [join(EXAMPLES, 'trader_client.py')], { env })
  t.match(stdout, /^balance \d+/)
  t.match(stdout, /opened 1\.\d+/)
  t.match(stdout, /closed done/)
  t.match(stdout, /refused invalid_input/)
})

t.test('Python: a refusal is said', { skip: missing('python3') }, async (t) => {
  await server.patch('/admin/v1/symbols/1', { trade_access: 'close_only' })
  const ended = run('python3', [join(EXAMPLES, 'live_socket.py')], { env })
  await t.rejects(ended, { code: 1, stderr: /^trade trade\.close_only: \S/ })
  await server.patch('/admin/v1/symbols/1', { trade_access: 'full' })
})

t.test('Python: a lost line is resumed', { skip: missing('python3') }, async (t) => {
  const { stdout } = await run('python3', [join(EXAMPLES, 'live_socket.py')], { env })
  t.match(stdout, /^seq \d+ balance \d+/)
  t.match(stdout, /quote EURUSD 1\.\d+/)
  t.match(stdout, /trade ok 1\.\d+/)
  t.match(stdout, /outcome ok True/)
  t.match(stdout, /without a gap True/)
  t.match(stdout, /closed ok/)
})

/** Runs a bot and kills it soon after its second order. */
async function killed(program: string, args: readonly string[], orderFile: string): Promise<void> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...env, ORDER_FILE: orderFile, HOLD_SEC: '0' },
  })
  let lines = 0
  for await (const line of createInterface(child.stdout)) {
    t.match(line, /^(done|not-placed) /)
    if (++lines === 2) setTimeout(() => child.kill('SIGKILL'), Math.random() * 50)
  }
}

t.test('bots that are killed never hold two positions', { skip: missing('python3') }, async (t) => {
  const folder = projectWith(t, 'restart-safe-bot.mjs')
  for (let run = 0; run < 2; run++) {
    await killed('python3', [join(EXAMPLES, 'restart_safe_bot.py')], join(folder, 'order.json'))
  }
  for (let run = 0; run < 2; run++) {
    const file = join(folder, 'orders.json')
    await killed(process.execPath, [join(folder, 'restart-safe-bot.mjs')], file)
  }
  const { data } = await server.until(
    `GET /admin/v1/accounts/${login}/deals?limit=1000`,
    (answer) => answer.data['consistency'] !== 'projection_pending',
  )
  const items = data['items'] as readonly {
    readonly id: number
    readonly entry: string
    readonly client_order_id: string | null
  }[]
  const deals = items.filter(({ entry }) => entry === 'in' || entry === 'out')
  t.ok(deals.length >= 8, `${deals.length} deals`)
  const inTurn = deals.toSorted((a, b) => a.id - b.id).map(({ entry }) => entry)
  t.same(
    inTurn,
    inTurn.map((_, at) => (at % 2 === 0 ? 'in' : 'out')),
  )
  t.equal(new Set(deals.map((deal) => deal.client_order_id)).size, deals.length, 'no order twice')
})
