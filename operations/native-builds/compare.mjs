#!/usr/bin/env node
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Compares the installed native builds of uWebSockets.js, which third parties packaged
 * (docs/dependencies.md), with the digests in `builds.json`. Exits with 1 if a build differs, is
 * missing or is not recorded.
 *
 *   node operations/native-builds/compare.mjs [--author CLONE]
 *
 * With `--author` it also looks for each build in all releases of the author. CLONE is a clone of the
 * author's repository; the files themselves are not needed:
 *
 *   git clone --bare --filter=blob:none https://github.com/uNetworking/uWebSockets.js CLONE
 */
const here = dirname(fileURLToPath(import.meta.url))

/**
 * What is wrong with the builds below `modules`, a folder `node_modules`. `node` is a version of
 * Node with its platform, and `released` the author's builds as git names them, if known.
 */
export function faultsOf(modules, packages, node, released) {
  return packages.flatMap((wanted) => {
    const folder = join(modules, wanted.folder)
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const name = `${wanted.name} ${version}`
    if (version !== wanted.version) return [`${name}: unknown, recorded is ${wanted.version}`]
    const builds = join(folder, wanted.builds)
    const found = readdirSync(builds).filter((file) => file.endsWith('.node'))
    const recorded = Object.keys(wanted.sha256)
    const used = `uws_${node.platform}_${node.arch}_${node.abi}.node`
    const isUsed = wanted.nodes.includes(node.major)
    return [
      ...(isUsed && !recorded.includes(used) ? [`${name}: no build ${used} for this Node`] : []),
      ...recorded.filter((file) => !found.includes(file)).map((file) => `${name}: no ${file}`),
      ...found.flatMap((file) => {
        const fault = faultOf(readFileSync(join(builds, file)), file, wanted.sha256[file], released)
        return fault === undefined ? [] : [`${name}: ${file} ${fault}`]
      }),
    ]
  })
}

function faultOf(bytes, file, recorded, released) {
  if (recorded === undefined) return 'is not recorded'
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if (sha256 !== recorded) return `differs: SHA-256 ${sha256}`
  if (released === undefined) return undefined
  const blob = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
  return released.has(`${blob} ${file}`) ? undefined : `is in no release of the author: ${blob}`
}

/** All builds in the releases of a clone, as `BLOB FILE`. */
function releasedIn(clone) {
  const git = (...words) =>
    execFileSync('git', ['-C', clone, ...words], { encoding: 'utf8', maxBuffer: 2 ** 28 })
  const tags = git('tag').split('\n').filter(Boolean)
  const lines = tags.flatMap((tag) => git('ls-tree', '-r', tag).split('\n'))
  const builds = lines.map((line) => / blob (\w+)\t(?:.*\/)?(.+\.node)$/.exec(line))
  return new Set(builds.map((build) => `${build?.[1]} ${build?.[2]}`))
}

/** The nearest folder with installed packages: the repository's, or that of an installed package. */
function modulesFrom(folder) {
  const modules = join(folder, 'node_modules')
  if (existsSync(join(modules, 'uWebSockets.js'))) return modules
  if (dirname(folder) === folder) throw new Error('uWebSockets.js is not installed')
  return modulesFrom(dirname(folder))
}

if (realpathSync(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  const clone = process.argv[2] === '--author' ? process.argv[3] : undefined
  const { packages } = JSON.parse(readFileSync(join(here, 'builds.json'), 'utf8'))
  const { platform, arch, versions } = process
  const node = { platform, arch, abi: versions.modules, major: Number.parseInt(versions.node, 10) }
  const released = clone === undefined ? undefined : releasedIn(clone)
  const faults = faultsOf(modulesFrom(here), packages, node, released)
  for (const fault of faults) process.stderr.write(`${fault}\n`)
  if (faults.length === 0) process.stdout.write('The native builds are as recorded.\n')
  process.exitCode = faults.length === 0 ? 0 : 1
}
