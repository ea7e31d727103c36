import { type ExecFileOptions, execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { endAtExit } from '../../bench/at-exit.js'

/**
 * The second version of Node that the server runs on, from the npm registry: a package for each platform has the
 * program and its headers. Packages with native parts for one version alone are built for it in a copy of the repository,
 * so that the working tree stays as it is.
 */
export const SECOND_NODE = '22.23.3'

/** Built for the version of Node that they are installed with; the other native packages have builds of both versions. */
const BUILT_AT_INSTALL = ['better-sqlite3']
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
const COPYING = { recursive: true, verbatimSymlinks: true }
/** A file that stands beside the copy once it is whole. */
const READY = 'ready'
const OUTPUT_MAX = 64 * 1024 * 1024
const SAID_LINES = 20

const execute = promisify(execFile)

/** A folder that has Node's program in `bin` and its headers in `include`. */
export interface NodeFolder {
  readonly folder: string
}

/** It is put into `directory`; a text says why it cannot be had. */
export async function installSecondNode(directory: string): Promise<NodeFolder | string> {
  const name = `node-${process.platform}-${process.arch}`
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts']
  const wanted = `${name}@${SECOND_NODE}`
  const said = await npm(['install', '--prefix', directory, ...quiet, wanted], {})
  if (said !== undefined) {
    const code = said.match(/^npm error code (\S+)$/m)?.[1] ?? said
    return `npm does not get ${wanted} (${code})`
  }
  return nodeIn(directory) ?? `${name} has no program`
}

/** What was made in `directory` before; undefined where that was not finished. */
export function preparedNode(directory: string): NodeFolder | undefined {
  return existsSync(join(directory, READY)) ? nodeIn(directory) : undefined
}

function nodeIn(directory: string): NodeFolder | undefined {
  const folder = join(directory, 'node_modules', `node-${process.platform}-${process.arch}`)
  return existsSync(join(folder, 'bin', 'node')) ? { folder } : undefined
}

/** The repository's packages in `copy`, with native ones for the second version. */
export async function packagesForSecondNode(
  root: string,
  copy: string,
  { folder }: NodeFolder,
): Promise<void> {
  mkdirSync(copy, { recursive: true })
  for (const name of PACKAGES) cpSync(join(root, name), join(copy, name), COPYING)
  const env = { ...environmentOf({ folder }), npm_config_nodedir: folder }
  const said = await npm(['rebuild', ...BUILT_AT_INSTALL], { cwd: copy, env })
  if (said === undefined) {
    writeFileSync(join(dirname(copy), READY), '')
    return
  }
  const last = said.trim().split('\n').slice(-SAID_LINES).join('\n')
  throw new Error(`${BUILT_AT_INSTALL.join(', ')} could not be built:\n${last}`)
}

/** All else of the repository, as it was built. */
export function copyForSecondNode(root: string, copy: string): void {
  cpSync(root, copy, {
    ...COPYING,
    filter: (path) => !LEFT_OUT.has(path.slice(root.length + 1).split(sep)[0] ?? ''),
  })
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

/** `node` is the second version for whatever is started there. */
export function environmentOf({ folder }: NodeFolder): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH'] ?? ''}` }
}
