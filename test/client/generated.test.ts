import { execFile } from 'node:child_process'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { makeKey, staffUser } from '../given/api-keys.js'
import { scratch } from '../given/desk.js'
import { WholeServer } from '../given/fronts/whole-server.js'
import { ROOT } from './example-project.js'

// A client that a generator makes of /openapi.json, with one API key: a first day of a CRM.

t.setTimeout(0)
const run = promisify(execFile)
const RIGHTS = [
  'accounts.view',
  'accounts.edit',
  'accounts.name',
  'accounts.balance',
  'trades.view',
  'trades.edit',
  'events',
  'accounts.sign_in_link',
]
const PROGRAM = `
import createClient from 'openapi-fetch'
import type { components, paths } from './openapi.js'
declare const process: { readonly env: Readonly<Record<'BASE' | 'KEY', string>> }
declare const console: { log(...words: unknown[]): void }

const { BASE, KEY } = process.env
const api = createClient<paths>({ baseUrl: BASE, headers: { authorization: 'Bearer ' + KEY } })

function dataOf<Data>(answer: { data?: { data: Data }; error?: components['schemas']['Refusal'] }): Data {
  if (answer.data === undefined) throw new Error(answer.error?.code + ': ' + answer.error?.message)
  return answer.data.data
}

const { next } = dataOf(await api.GET('/admin/v1/events', { params: { query: { latest: true } } }))
const account = dataOf(
  await api.POST('/admin/v1/accounts', {
    params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
    body: { group: 'demo\\\\standard', name: 'Ada', master_password: 'Abcd12!x', investor_password: 'Look34?y' },
  }),
)
const path = { login: account.login }
const payment = dataOf(
  await api.POST('/admin/v1/accounts/{login}/balance', {
    params: { path },
    body: { action: 'deposit', amount: '5000.00', request_id: crypto.randomUUID() },
  }),
)
const trade = dataOf(
  await api.POST('/admin/v1/accounts/{login}/trade', {
    params: { path },
    body: { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' },
  }),
)
const seen: number[] = []
for (let after = next; !seen.includes(trade.deal_id ?? 0); ) {
  const query = { after, kinds: 'deal', wait_sec: 10 }
  const page = dataOf(await api.GET('/admin/v1/events', { params: { query } }))
  for (const event of page.items) if (event.kind === 'deal') seen.push(event.data.id)
  after = page.next
}
const statement = await api.GET('/admin/v1/accounts/{login}/statement', { params: { path }, parseAs: 'text' })
const link = dataOf(
  await api.POST('/admin/v1/accounts/{login}/sign-in-link', { params: { path }, body: { read_only: true } }),
)
const code = new URLSearchParams(new URL(link.url).hash.slice(1)).get('link') ?? ''
const terminal = createClient<paths>({ baseUrl: BASE })
const session = dataOf(
  await terminal.POST('/trader/v1/auth/link', { body: { code, terminal: 'desktop' } }),
)
const told = { payment: payment.deal_id, trade: trade.deal_id, seen, opened: session.session.login }
console.log(JSON.stringify({ login: account.login, ...told }))
console.log(statement.data)
`

/** A project with the generated types and the package that uses them. */
async function project(document: string): Promise<string> {
  const folder = scratch(t)
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'openapi.json'), document)
  writeFileSync(join(folder, 'program.ts'), PROGRAM)
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const generator = join(ROOT, 'node_modules/openapi-typescript/bin/cli.js')
  const args = [generator, 'openapi.json', '-o', 'openapi.d.ts', '--default-non-nullable=false']
  const { stdout, stderr } = await run(process.execPath, args, { cwd: folder })
  t.notMatch(`${stdout}${stderr}`, /warn|error/i, 'the generator takes the document as it is')
  return folder
}

/** Checks the types of the program and compiles it; rejects with what the compiler says. */
async function compile(folder: string): Promise<void> {
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
  }
  const files = ['program.ts']
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const compiler = join(ROOT, 'node_modules/typescript7/bin/tsc')
  await run(process.execPath, [compiler, '-p', '.'], { cwd: folder })
}

t.test(
  'a generated client opens an account, pays, sees a trade, reads a statement and issues a link',
  async (t) => {
    const server = await WholeServer.start(t)
    const settings = await server.done('GET /admin/v1/settings')
    await server.done('PUT /admin/v1/settings', { ...settings, terminal_url: server.origin })
    const { login } = await staffUser(server, { rights: RIGHTS })
    const { key } = await makeKey(server, { login })
    const folder = await project(await (await fetch(`${server.origin}/openapi.json`)).text())
    await compile(folder)
    const env = { PATH: process.env['PATH'] ?? '', BASE: server.origin, KEY: key }
    const { stdout } = await run(process.execPath, [join(folder, 'program.js')], { env })
    const [line = '', ...statement] = stdout.split('\n')
    const told = JSON.parse(line)
    t.same(told.seen, [told.payment, told.trade])
    t.equal(told.opened, told.login, 'the link opens the terminal of the client')
    t.match(statement.join('\n'), String(told.login))
    t.match(statement.join('\n'), /5\D?000\.00/)
  },
)
