import { type ExecFileOptions, execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { endAtExit } from '../../bench/at-exit.js'
import { whyNodeDoesNotFit } from '../../bin/wanted-node.js'
import { nodeWithNewerLibc } from './newer-libc.js'

/**
 * The other versions of Node that the server runs on, from the npm registry: a package for each platform has the
 * program and its headers. `better-sqlite3`, which is built for one version, is built in a copy of the repository,
 * so that the working tree stays as it is.
 */
export const OTHER_NODES = ['22.23.3', '24.21.0']

/** Node 24 loads another version of this package, which has builds for every Node (wire/native-parts.ts). */
const BUILT_AT_INSTALL = 'better-sqlite3'
const PACKAGES = ['package.json', 'package-lock.json', 'node_modules']
/** What a copy does without, or has already. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  '.git',
  '.tap',
  'release',
  'data',
  'bench-results',
  ...PACKAGES,
])
const OUTPUT_MAX = 64 * 1024 * 1024
const SAID_LINES = 20

const execute = promisify(execFile)

/** A Node that is ready, and the copy of the repository with packages for it. */
export interface OtherNode {
  readonly program: string
  readonly copy: string
}

/** Makes it in `directory`; a text says why this Node cannot be had. */
export async function makeOtherNode(
  root: string,
  directory: string,
  version: string,
): Promise<OtherNode | string> {
  const name = `node-${process.platform}-${process.arch}`
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts']
  const wanted = `${name}@${version}`
  const said = await npm(['install', '--prefix', directory, ...quiet, wanted], {})
  if (said !== undefined) {
    const code = said.match(/^npm error code (\S+)$/m)?.[1] ?? said
    return `npm does not get ${wanted} (${code})`
  }
  const folder = join(directory, 'node_modules', name)
  let program = join(folder, 'bin', 'node')
  if (!existsSync(program)) return `${name} has no program`
  if (whyNodeDoesNotFit(version, ownGlibc()) !== undefined) {
    try {
      program = await nodeWithNewerLibc(directory, program)
    } catch (error) {
      return `its C library cannot be had: ${String(error)}`
    }
  }
  const copy = join(directory, 'copy')
  await layPackages(root, copy, { folder, program, version })
  writeFileSync(join(directory, READY), program)
  return { program, copy }
}

/** A file that stands beside the copy once it is whole, and names the program. */
const READY = 'ready'

/** What was made in `directory` before; undefined if that was not finished. */
export function preparedNode(directory: string): OtherNode | undefined {
  const ready = join(directory, READY)
  if (!existsSync(ready)) return undefined
  return { program: readFileSync(ready, 'utf8'), copy: join(directory, 'copy') }
}

/** The repository's packages in `copy`, with native ones for that version. */
async function layPackages(
  root: string,
  copy: string,
  node: { readonly folder: string; readonly program: string; readonly version: string },
): Promise<void> {
  mkdirSync(copy, { recursive: true })
  await copyInto(copy, root, PACKAGES)
  if (Number.parseInt(node.version, 10) >= 24) return
  // Behind the package's own flags: these tests measure nothing, and so it compiles in a fraction of the time.
  const flags = { CFLAGS: '-O0', CXXFLAGS: '-O0' }
  const env = { ...environmentOf(node.program), ...flags, npm_config_nodedir: node.folder }
  const said = await npm(['rebuild', BUILT_AT_INSTALL], { cwd: copy, env })
  if (said === undefined) return
  const last = said.trim().split('\n').slice(-SAID_LINES).join('\n')
  throw new Error(`${BUILT_AT_INSTALL} could not be built:\n${last}`)
}

/** All else of the repository, as it was built. */
export async function layRepository(root: string, copy: string): Promise<void> {
  const names = readdirSync(root).filter((name) => !LEFT_OUT.has(name))
  await copyInto(copy, root, names)
}

/**
 * Keeps the times of the files, because a test run builds a bundle again if it is older than its sources. Copies the
 * folder that a link leads to: packages built in the copy must not replace those behind the link.
 */
async function copyInto(copy: string, root: string, names: readonly string[]): Promise<void> {
  await execute('cp', ['-aH', ...names.map((name) => join(root, name)), copy])
}

/** What it said when it failed; undefined when it did what it was asked. */
async function npm(args: readonly string[], options: ExecFileOptions): Promise<string | undefined> {
  const run = execute('npm', [...args], { ...options, maxBuffer: OUTPUT_MAX })
  endAtExit(run.child, 'SIGTERM')
  try {
    await run
    return undefined
  } catch (error) {
    return String((error as { stderr?: unknown }).stderr ?? error)
  }
}

function ownGlibc(): string | undefined {
  const { header } = process.report.getReport() as unknown as {
    readonly header: { readonly glibcVersionRuntime?: string }
  }
  return header.glibcVersionRuntime
}

/** `program` is the Node of whatever is started there. */
export function environmentOf(program: string): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${dirname(program)}${delimiter}${process.env['PATH'] ?? ''}` }
}
