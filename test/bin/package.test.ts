import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import t from 'tap'
import ts from 'typescript'
import { NODES, warnOfOldNode, whyNodeDoesNotFit } from '../../bin/wanted-node.js'
import { ServerProcess } from '../crash/server-process.js'
import { moment, scratch } from '../given/desk.js'

// What `npm pack` makes is all that a server needs, beside the packages that it names.

const ROOT = resolve(fileURLToPath(new URL('../../..', import.meta.url)))
const { dependencies, exports: ways } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
) as {
  readonly dependencies: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>
}

const place = scratch(t)
const home = join(place, 'package')
let names: readonly string[] = []

t.before(() => {
  const made = ['pack', '--ignore-scripts', '--json', '--pack-destination', place]
  const told = execFileSync('npm', made, { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] })
  const [{ filename, files }] = JSON.parse(told.toString('utf8'))
  names = files.map(({ path }: { readonly path: string }) => path)
  execFileSync('tar', ['-xzf', join(place, filename), '-C', place])
  symlinkSync(join(ROOT, 'node_modules'), join(home, 'node_modules'))
})

t.test('it has no tests, no benches and one bundle', async (t) => {
  t.same(
    names.filter((name) => /(^|\/)(test|bench|drills|quick)\/|\.test\.[jt]s|\.map$/.test(name)),
    [],
  )
  const bundles = names.map((name) => /^dist\/(bundle-\w+)\//.exec(name)?.[1])
  t.equal(new Set(bundles.filter((one) => one !== undefined)).size, 1)
  for (const path of ['LICENSE', 'README.md', 'docs/operate/README.md', 'dist/web/index.html']) {
    t.ok(names.includes(path), path)
  }
  for (const way of Object.values(ways)) {
    const paths = typeof way === 'string' ? [way] : Object.values(way)
    for (const path of paths) t.ok(names.includes(path.replace('./', '')), path)
  }
})

t.test('it loads no package that it does not name', async (t) => {
  const own = names.filter((name) => /^dist\/(bundle|openfloor-client).*\.js$/.test(name))
  const loaded = own.flatMap((name) => {
    const text = readFileSync(join(home, name), 'utf8')
    return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName)
  })
  const packages = new Set(
    loaded
      .filter((one) => !/^(\.|node:)/.test(one) && !builtinModules.includes(one))
      .map((one) => one.split('/', one.startsWith('@') ? 2 : 1).join('/')),
  )
  t.ok(packages.size > 10)
  t.same(
    [...packages].filter((one) => dependencies[one] === undefined),
    [],
  )
})

t.test('its server starts, shows its pages, works through a job and stops', async (t) => {
  const script = [join(home, 'dist/bundle/openfloor.js'), 'start']
  const env = { DEMO_PROVIDER: 'fix44' }
  const server = await ServerProcess.start({ dataDir: scratch(t), script, env })
  t.teardown(() => server.kill())
  for (const path of [
    '/',
    '/docs',
    '/docs/api',
    '/docs/search.json',
    '/openapi.json',
    '/asyncapi.json',
  ]) {
    const { status } = await fetch(`http://127.0.0.1:${server.port}${path}`)
    t.equal(status, 200, path)
  }
  const staff = await server.signInStaff()
  t.ok(await server.openAccount(staff, 'demo\\standard', '100.00'))
  const made = await server.ask<{ id: number }>('POST /admin/v1/accounts/export', staff, {})
  for (let state: unknown = 'queued'; state !== 'done'; await moment()) {
    const job = await server.ask(`GET /admin/v1/jobs/${made.data.id}`, staff)
    state = job.data['state']
    if (state === 'failed') return t.fail(String(job.data['error']))
  }
  const settings = { ...process.env, PORT: String(server.port) }
  const health = join(home, 'operations/docker/health.mjs')
  t.doesNotThrow(() => execFileSync(process.execPath, [health], { env: settings }))
  t.same(await server.terminate(), { code: 0, signal: null })
  t.throws(() => execFileSync(process.execPath, [health], { env: settings, stdio: 'ignore' }))
})

t.test('its client is there for programs', async (t) => {
  const client = await import(pathToFileURL(join(home, 'dist/openfloor-client/index.js')).href)
  const node = await import(pathToFileURL(join(home, 'dist/openfloor-client/node/index.js')).href)
  t.ok(Object.keys(client).length > 0 && Object.keys(node).length > 0)
  t.match(readdirSync(join(home, 'dist/openfloor-client')), /index\.d\.ts/)
})

t.test('no document has it fetched by its name, which is in no registry', (t) => {
  const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
  const texts = [
    'README.md',
    ...pages.filter((one) => one.endsWith('.md')).map((one) => `docs/${one}`),
  ]
  const byName =
    /npx (?!--no )openfloor|npm (install|i|exec|create) (-\S+ )*openfloor(-client)?(@|\s|`|$)/
  t.same(
    texts.filter((one) => byName.test(readFileSync(join(ROOT, one), 'utf8'))),
    [],
  )
  t.end()
})

t.test('a Node that cannot run the server is refused before anything else loads', async (t) => {
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  t.equal(engines.node, NODES.map(([major, minor]) => `^${major}.${minor}.0`).join(' || '))
  const pretends = join(place, 'pretends.cjs')
  writeFileSync(
    pretends,
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.8' } })\n" +
      // As this version does, which fails while it links the command.
      "delete require('node:crypto').hash; require('node:module').syncBuiltinESMExports()\n",
  )
  const args = ['--require', pretends, join(ROOT, 'dist/bundle/openfloor.js'), 'version']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  t.equal(status, 2)
  t.equal(stdout, '')
  t.match(stderr, /^openfloor: the server runs on Node 20 .*This is Node 18\.20\.8: .*\.\n$/)
  t.match(whyNodeDoesNotFit('24.1.0', '2.36'), /glibc 2\.38.*use Node 22/)
  t.equal(whyNodeDoesNotFit('24.1.0', '2.41'), undefined)
  t.match(whyNodeDoesNotFit('20.9.0', undefined), 'This is Node 20.9.0')
})

t.test('a start on Node 20 logs one warning and recommends Node 24', async (t) => {
  const lines: (readonly [unknown, string | undefined])[] = []
  const logger = { warn: (fields: object, text?: string) => void lines.push([fields, text]) }
  for (const version of ['22.0.0', '24.1.0', '20.20.2']) warnOfOldNode(version, logger)
  const fields = { node: '20.20.2', fixes_until: '2026-04', recommended: 24 }
  t.same(lines, [[fields, 'Node 20 gets no security fixes any more: install Node 24']])
})

t.test('an install on Node 20 warns of no package', async (t) => {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly engines?: { readonly node?: string } }>>
  }
  const newer = Object.entries(lock.packages).filter(([, { engines }]) =>
    /^>=\s*2[1-9]/.test(engines?.node ?? ''),
  )
  t.same(newer, [])
})
