import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { scratch } from '../given/desk.js'

// The comparison of native builds with their recorded digests (operations/native-builds).

const ROOT = resolve(fileURLToPath(new URL('../../..', import.meta.url)))
const { faultsOf } = await import(join(ROOT, 'operations/native-builds/compare.mjs'))
const NODE = { platform: 'linux', arch: 'x64', abi: '115', major: 20 }
const [USED, OTHER] = ['uws_linux_x64_115.node', 'uws_linux_arm64_115.node']

/** A package with two builds, and a record of them. */
function given(test: Parameters<typeof scratch>[0]) {
  const modules = scratch(test)
  const folder = join(modules, 'sockets')
  mkdirSync(join(folder, 'dist'), { recursive: true })
  const write = (version: string) =>
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ version }))
  write('1.0.0')
  const sha256: Record<string, string> = {}
  for (const file of [USED, OTHER]) {
    writeFileSync(join(folder, 'dist', file), `build ${file}`)
    sha256[file] = createHash('sha256').update(`build ${file}`).digest('hex')
  }
  const wanted = { folder: 'sockets', name: 's', version: '1.0.0', builds: 'dist', nodes: [20] }
  const faults = (node = NODE, released?: ReadonlySet<string>): string[] =>
    faultsOf(modules, [{ ...wanted, sha256 }], node, released)
  return { faults, write, path: (file: string) => join(folder, 'dist', file) }
}

t.test('accepts the recorded builds', async (t) => {
  t.same(given(t).faults(), [])
})

t.test('finds a changed byte, also in a build for another platform', async (t) => {
  const { faults, path } = given(t)
  writeFileSync(path(OTHER), `Build ${OTHER}`)
  t.match(faults(), [new RegExp(`^s 1.0.0: ${OTHER} differs: SHA-256 \\w{64}$`)])
})

t.test('finds an unknown version, a missing build and one that is not recorded', async (t) => {
  const { faults, write, path } = given(t)
  t.same(faults({ ...NODE, abi: '137' }), [
    's 1.0.0: no build uws_linux_x64_137.node for this Node',
  ])
  t.same(faults({ ...NODE, abi: '137', major: 24 }), [], 'Node 24 uses the other package')
  rmSync(path(USED))
  t.same(faults(), [`s 1.0.0: no ${USED}`])
  writeFileSync(path('uws_linux_x64_999.node'), '')
  t.same(faults(), [`s 1.0.0: no ${USED}`, 's 1.0.0: uws_linux_x64_999.node is not recorded'])
  write('1.0.1')
  t.same(faults(), ['s 1.0.1: unknown, recorded is 1.0.0'])
})

t.test('finds a build that the author has not released', async (t) => {
  const blob = createHash('sha1').update(`blob ${`build ${USED}`.length}\0build ${USED}`)
  const released = new Set([`${blob.digest('hex')} ${USED}`])
  t.match(given(t).faults(NODE, released), [new RegExp(`^s 1.0.0: ${OTHER} is in no release`)])
})
