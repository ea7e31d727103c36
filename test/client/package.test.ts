import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import t from 'tap'
import ts from 'typescript'
import { makeClient } from '../../bin/make-client.js'
import { scratch } from '../given/desk.js'
import { WholeServer } from '../given/fronts/whole-server.js'
import { PASSWORD } from './client-server.js'

// The client as its tarball has it, in an empty project of somebody who has nothing of the repository.

t.setTimeout(0)
const run = promisify(execFile)
const ROOT = resolve(fileURLToPath(new URL('../../..', import.meta.url)))
const place = scratch(t)
const project = join(place, 'project')
const home = join(project, 'node_modules/openfloor-client')

/** A program with all that it needs said in it, so that it compiles without the types of a platform. */
const PROGRAM = `
import { isError, OpenfloorError, TraderClient, type OrderEnd, type TradeAsk } from 'openfloor-client'
import { nodeSocket } from 'openfloor-client/node'
declare const process: { readonly env: Readonly<Record<'BASE' | 'LOGIN' | 'PASSWORD', string>> }
declare const console: { log(...words: unknown[]): void }

const { BASE, LOGIN, PASSWORD } = process.env
for (const codec of ['json', 'msgpack'] as const) {
  const client = new TraderClient({ base: BASE, platform: { socket: nodeSocket() } })
  const session = await client.signIn({ login: Number(LOGIN), password: PASSWORD, terminal: 'desktop' })
  const live = client.live({ codec })
  const heard = new Promise<number>((resolve) => live.on('deal', ({ id }) => resolve(id)))
  live.start()
  await live.whenLive()
  const ask: TradeAsk = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' }
  const end: OrderEnd = await live.orders.place(ask)
  if (end.end !== 'done') throw new Error(end.end)
  const { items } = await client.request('GET /trader/v1/deals', { query: { limit: 1 } })
  console.log(codec, session.login, end.code, (await heard) === end.data.deal_id, items.length)
  try {
    await client.request('GET /trader/v1/deals', { query: { limit: 0 } })
  } catch (error) {
    if (isError(error, 'invalid_input')) console.log(error instanceof OpenfloorError, error.field)
  }
  live.stop()
  await client.signOut()
}
// @ts-expect-error: no such route
const wrong = (client: TraderClient) => client.request('GET /trader/v1/nothing')
// @ts-expect-error: a volume is text
const alsoWrong = (): TradeAsk => ({ kind: 'open', symbol: 'EURUSD', side: 'buy', volume: 1 })
// @ts-expect-error: what is closed has no stops
const noStops = (): TradeAsk => ({ kind: 'close', position_id: 1, stop_loss: '1.1' })
console.log(typeof wrong, typeof alsoWrong, typeof noStops)
`

t.before(async () => {
  await makeClient(ROOT, join(ROOT, 'dist'), join(place, 'made'))
  const pack = ['pack', '--json', '--pack-destination', place]
  const told = execFileSync('npm', pack, { cwd: join(place, 'made') })
  const [{ filename }] = JSON.parse(told.toString('utf8'))
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }')
  // From the tarball alone: whatever it named would have to be asked of a registry.
  const quiet = ['--offline', '--no-audit', '--no-fund', '--cache', join(place, 'cache')]
  execFileSync('npm', ['install', ...quiet, join(place, filename)], { cwd: project })
  writeFileSync(join(project, 'program.ts'), PROGRAM)
})

t.test('it comes alone, with its licences and nothing native', async (t) => {
  const installed = readdirSync(join(project, 'node_modules')).filter((name) => name[0] !== '.')
  t.same(installed, ['openfloor-client'])
  const textOf = (name: string): string => readFileSync(join(home, name), 'utf8')
  const names = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.\w+$|LICENSE/.test(name),
  )
  t.same(
    names.filter((name) => !/\.js$|\.d\.ts$|^(README\.md|LICENSE|package\.json)$/.test(name)),
    [],
  )
  t.match(textOf('LICENSE'), 'Apache License')
  t.match(textOf('live/msgpack.js'), 'Copyright (c) 2020 Kris Zyp')
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  t.match(JSON.parse(textOf('package.json')), { name: 'openfloor-client', version })
  const scripts = names.filter((name) => name.endsWith('.js'))
  const taken = scripts.flatMap((name) => {
    const { importedFiles } = ts.preProcessFile(textOf(name), true, true)
    return importedFiles.map(({ fileName }) => `${name} ${fileName}`)
  })
  t.same(
    taken.filter((one) => !/ \.|^node\/.* node:/.test(one)),
    [],
  )
})

const { ModuleKind, ModuleResolutionKind } = ts
const WAYS = {
  node16: { module: ModuleKind.Node16, moduleResolution: ModuleResolutionKind.Node16 },
  nodenext: { module: ModuleKind.NodeNext, moduleResolution: ModuleResolutionKind.NodeNext },
  bundler: { module: ModuleKind.ESNext, moduleResolution: ModuleResolutionKind.Bundler },
}
for (const [name, way] of Object.entries(WAYS)) {
  t.test(`${name}: a program of it compiles, its mistakes do not`, async (t) => {
    const program = ts.createProgram([join(project, 'program.ts')], {
      ...way,
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2023.d.ts'],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      outDir: project,
    })
    const told = ts.getPreEmitDiagnostics(program)
    t.same(
      told.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
      [],
    )
    program.emit()
  })
}

t.test('a page takes it whole, and makes no code', async (t) => {
  writeFileSync(join(project, 'page.js'), "export * from 'openfloor-client'\n")
  const { outputFiles, metafile } = await build({
    absWorkingDir: project,
    entryPoints: ['page.js'],
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    write: false,
    metafile: true,
  })
  const [file] = outputFiles
  t.comment(`${file?.contents.length} bytes, minified`)
  t.same(Object.values(metafile.outputs)[0]?.imports, [])
  t.notMatch(file?.text, /\bnew Function\b|\beval\(|\bimport\(|\brequire\(/)
  // What is not used is left out.
  writeFileSync(join(project, 'part.js'), "import 'openfloor-client'\n")
  const part = await build({
    absWorkingDir: project,
    entryPoints: ['part.js'],
    bundle: true,
    write: false,
    logLevel: 'error',
  })
  t.ok((part.outputFiles[0]?.text.length ?? 0) < 200)
})

t.test('it trades: the program, and the one that its README shows', async (t) => {
  const server = await WholeServer.start(t)
  const { login } = await server.account()
  const env = {
    PATH: process.env['PATH'] ?? '',
    BASE: server.origin,
    LOGIN: String(login),
    PASSWORD,
  }
  const ask = (name: string) => run(process.execPath, [name], { cwd: project, env })
  const { stdout } = await ask('program.js')
  t.same(stdout.trim().split('\n'), [
    `json ${login} ok true 1`,
    'true limit',
    `msgpack ${login} ok true 1`,
    'true limit',
    'function function function',
  ])
  const shown = readFileSync(join(home, 'README.md'), 'utf8')
  const [, block = ''] = /## A first order\n[\s\S]*?```js\n([\s\S]*?)```/.exec(shown) ?? []
  const first = block
    .replace('http://127.0.0.1:8080', server.origin)
    .replace('login: 100', `login: ${login}`)
  writeFileSync(join(project, 'first-order.mjs'), first)
  t.match((await ask('first-order.mjs')).stdout, /^filled at 1\.\d+$/m)
})
