import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { debianArchitecture, debianVersion } from '../../bin/debian-control.js'
import { hasDpkgDeb, makeDebianPackage } from '../../bin/debian-package.js'
import { productionPackages } from '../../bin/production-packages.js'
import { moment, scratch } from '../given/desk.js'
import { freePort } from '../given/quickfix/quickfix-peer.js'

// The package for Debian, made of what was built, and a server that starts out of it.

const ROOT = resolve(fileURLToPath(new URL('../../..', import.meta.url)))
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const skip = hasDpkgDeb() ? false : 'dpkg-deb is not installed'

const place = scratch(t)
const tree = join(place, 'tree')
let file = ''

function dpkgDeb(...args: readonly string[]): string {
  return execFileSync('dpkg-deb', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
}

function unpacked(path: string): string {
  return readFileSync(join(tree, path), 'utf8')
}

function field(name: string): string {
  return dpkgDeb('--field', file, name).trim()
}

t.before(() => {
  if (skip !== false) return
  const dist = join(ROOT, 'dist')
  const name = makeDebianPackage({ root: ROOT, dist, into: place, compression: 'gzip' })
  t.equal(name, `openfloor_${debianVersion(version)}_${debianArchitecture()}.deb`)
  t.same(readdirSync(place), [name], 'nothing half made is left')
  file = join(place, name)
  dpkgDeb('-x', file, tree)
  dpkgDeb('-e', file, join(place, 'DEBIAN'))
})

t.test('it says what it is and what it wants', { skip }, async (t) => {
  t.equal(field('Version'), debianVersion(version))
  t.equal(field('Architecture'), debianArchitecture())
  t.match(field('Depends'), /^adduser, libc6 \(>= 2\.\d+\), libgcc-s1, libstdc\+\+6 \(>= \d/)
  const [major] = process.versions.node.split('.').map(Number)
  t.match(field('Recommends'), new RegExp(`^nodejs \\(>= ${major}\\.\\d+\\), nodejs \\(<< `))
  const du = execFileSync('du', ['-sk', '--apparent-size', tree], { encoding: 'utf8' })
  const [kib] = du.split('\t')
  const told = Number(field('Installed-Size'))
  t.ok(told > Number(kib) * 0.8 && told < Number(kib) * 1.3, `${told} KiB, ${kib} by du`)
  t.equal(readFileSync(join(place, 'DEBIAN/conffiles'), 'utf8'), '/etc/openfloor/openfloor.env\n')
  const sums = spawnSync('md5sum', ['--check', '--quiet', join(place, 'DEBIAN/md5sums')], {
    cwd: tree,
  })
  t.equal(sums.status, 0, String(sums.stdout))
  t.equal(debianVersion('1.0.0-rc.1'), '1.0.0~rc.1', 'which is older than 1.0.0')
})

t.test('its files are root’s, programs and folders 0755, others 0644', { skip }, async (t) => {
  const lines = dpkgDeb('--contents', file).trimEnd().split('\n')
  const odd = lines.filter((line) => {
    const isProgram = line.endsWith(' ./usr/bin/openfloor')
    const mode = line.startsWith('d') ? 'drwxr-xr-x' : isProgram ? '-rwxr-xr-x' : '-rw-r--r--'
    return !line.startsWith(`${mode} root/root `)
  })
  t.same(odd, [])
  const control = dpkgDeb('--info', file)
  for (const name of ['postinst', 'prerm', 'postrm']) {
    t.match(control, new RegExp(`\\* +${name} +#!/bin/sh`), `${name} is a program`)
    execFileSync('sh', ['-n', join(place, 'DEBIAN', name)])
  }
})

t.test('it has the packages of production and no other', { skip }, async (t) => {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const packages = Object.entries(lock.packages as Record<string, { dev?: boolean }>)
  const lib = join(tree, 'usr/lib/openfloor')
  const found = productionPackages(ROOT).map(({ folder }) => folder)
  const isWanted = ([path, { dev }]: (typeof packages)[number]) =>
    path !== '' && dev !== true && existsSync(join(ROOT, path))
  t.same(
    found,
    packages
      .filter(isWanted)
      .map(([path]) => path)
      .sort(),
    'by the lock file’s marks',
  )
  const laid = readdirSync(join(lib, 'node_modules')).flatMap((name) =>
    name.startsWith('@')
      ? readdirSync(join(lib, 'node_modules', name)).map((one) => `node_modules/${name}/${one}`)
      : [`node_modules/${name}`],
  )
  t.same(
    laid.filter((path) => !found.includes(path)),
    [],
  )
  const copyright = unpacked('usr/share/doc/openfloor/copyright')
  for (const path of found) t.match(copyright, `/${path}/*`)
})

t.test('its units start its command', { skip }, async (t) => {
  const units = readdirSync(join(tree, 'lib/systemd/system'))
  const given = readdirSync(join(ROOT, 'operations/systemd'))
  t.same(
    units,
    given.filter((name) => /\.(service|timer)$/.test(name)),
  )
  for (const name of units.filter((one) => one.endsWith('.service'))) {
    t.match(unpacked(`lib/systemd/system/${name}`), /^ExecStart=\/usr\/bin\/openfloor [a-z]+/m)
  }
})

/** The environment that the unit gives, with the folders of the test. */
function unitEnv(port: number): Record<string, string> {
  const unit = unpacked('lib/systemd/system/openfloor.service')
  const settings = unpacked('etc/openfloor/openfloor.env')
  const lines = [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)]
  const all = [...lines, ...settings.matchAll(/^(\w+)=(.*)$/gm)]
  const env = Object.fromEntries(all.map(([, name = '', value = '']) => [name, value]))
  const key = join(place, 'secret_key')
  writeFileSync(key, `${Buffer.alloc(32, 7).toString('base64')}\n`, { mode: 0o600 })
  return {
    ...env,
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: join(place, 'data'),
    SECRET_KEY_FILE: (env['SECRET_KEY_FILE'] ?? '').replace('%d/secret_key', key),
    OPENFLOOR_NODE: process.execPath,
    SHARDS: '1',
    DISK_RESERVE_MB: '16',
    PORT: String(port),
  }
}

t.test('its server starts as the unit starts it, is well and stops', { skip }, async (t) => {
  const port = await freePort()
  const unit = unpacked('lib/systemd/system/openfloor.service')
  const [, command = '', words = ''] = /^ExecStart=(\S+) (.*)$/m.exec(unit) ?? []
  const server = spawn(join(tree, command), words.split(' '), {
    cwd: place,
    env: unitEnv(port),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = () => server.kill('SIGKILL')
  process.once('exit', end)
  t.teardown(end)
  const ended = once(server, 'close')
  let output = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [server.stdout, server.stderr]) {
      stream.on('data', (bytes: Buffer) => {
        output += bytes.toString('utf8')
        if (output.includes('Openfloor listens on ')) resolve()
      })
    }
    server.once('close', (code) => reject(new Error(`it ended with ${code}: ${output}`)))
  })
  const health = (): Promise<Response> => fetch(`http://127.0.0.1:${port}/health`)
  let answer = await health()
  while (answer.status !== 200) {
    await moment()
    answer = await health()
  }
  t.match(await answer.json(), { status: 'ok', version })
  t.equal((await fetch(`http://127.0.0.1:${port}/`)).status, 200, 'its pages are there')
  server.kill('SIGTERM')
  t.same(await ended, [0, null], 'the signal comes to the server, and it stops in order')
})

t.test('a Node that does not fit is refused, and it says what to do', { skip }, async (t) => {
  const folder = join(place, 'nodes')
  mkdirSync(folder)
  const [major = 0] = process.versions.node.split('.').map(Number)
  const run = (node: string) => {
    const env = { PATH: process.env['PATH'] ?? '', OPENFLOOR_NODE: node }
    return spawnSync(join(tree, 'usr/bin/openfloor'), ['version'], { env, encoding: 'utf8' })
  }
  for (const told of [`v${major - 1}.9.0`, `v${major + 1}.0.0`]) {
    const node = join(folder, told)
    writeFileSync(node, `#!/bin/sh\necho ${told}\n`, { mode: 0o755 })
    const { status, stderr } = run(node)
    t.equal(status, 2, told)
    t.match(stderr, `wants Node ${major}`)
    t.match(stderr, `${node} is ${told}`)
    t.match(stderr, 'OPENFLOOR_NODE=')
  }
  const none = run(join(folder, 'none'))
  t.equal(none.status, 2)
  t.match(none.stderr, 'is none')
  const { status, stdout } = run(process.execPath)
  t.equal(status, 0)
  t.match(stdout, version)
})
