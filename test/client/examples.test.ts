import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import ts from 'typescript'
import { clientServer, PASSWORD } from './client-server.js'

// The examples of docs/clients.md, run as they are.

t.setTimeout(0)
const run = promisify(execFile)
const ROOT = resolve(fileURLToPath(new URL('../../..', import.meta.url)))
const EXAMPLES = join(ROOT, 'docs/examples')
const { server, login } = await clientServer(t)
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

t.test('TypeScript: it compiles against what is published, and runs', async (t) => {
  // Beside the build, where the package finds itself by its name.
  const outDir = mkdtempSync(join(ROOT, 'dist/example-'))
  t.teardown(() => rmSync(outDir, { recursive: true }))
  const program = ts.createProgram([join(EXAMPLES, 'trader-client.ts')], {
    strict: true,
    exactOptionalPropertyTypes: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2023.d.ts'],
    types: ['node'],
    rootDir: EXAMPLES,
    outDir,
  })
  const told = ts.getPreEmitDiagnostics(program)
  t.same(
    told.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
    [],
  )
  program.emit()
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
  const [positions, first, again, outcome, out] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  t.equal(positions.code, 'ok')
  t.type(first.data.deal_id, 'number')
  t.same(again.data, first.data)
  t.equal(outcome.data.deal_id, first.data.deal_id)
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
})
