import { type ExecFileOptions, execFile } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { delimiter, join, sep } from 'node:path'
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
/** What a copy does without. */
const LEFT_OUT: ReadonlySet<string> = new Set(['.git', '.tap', 'release', 'data', 'bench-results'])
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
  const folder = join(directory, 'node_modules', name)
  return existsSync(join(folder, 'bin', 'node')) ? { folder } : `${name} has no program`
}

/** The repository as it was built, in `copy`, with native packages for the second version. */
export async function copyForSecondNode(
  root: string,
  copy: string,
  { folder }: NodeFolder,
): Promise<void> {
  cpSync(root, copy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !LEFT_OUT.has(path.slice(root.length + 1).split(sep)[0] ?? ''),
  })
  const env = { ...environmentOf({ folder }), npm_config_nodedir: folder }
  const said = await npm(['rebuild', ...BUILT_AT_INSTALL], { cwd: copy, env })
  if (said === undefined) return
  const last = said.trim().split('\n').slice(-SAID_LINES).join('\n')
  throw new Error(`${BUILT_AT_INSTALL.join(', ')} could not be built:\n${last}`)
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
