import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { processorSec } from './processor-time.js'
import { inSources } from './source-places.js'
import { Tally } from './tally.js'

/**
 * One test file in a process of its own.
 *
 *   F1. The file's process leads a group; whatever it started and did not end is ended with it.
 *   F2. A file that tests nothing, ends badly or does not end has failed, and says how.
 */
export interface FileRun {
  readonly file: string
  readonly seconds: number
  /** Of processor; with those of another file that ended in the same moment. */
  readonly processor: number | undefined
  readonly tally: Tally
  /** The last lines that a file which failed printed there. */
  readonly stderr: readonly string[]
  /** So many in one process; one when it is not said. */
  readonly files?: number
  /** It failed beside others, and passed by itself. */
  readonly isUnsteady?: boolean
}

export interface FileRunOptions {
  readonly directory: string
  /** Far beyond what any file takes: it ends what hangs, and nothing that is slow. */
  readonly hangsSec: number
  /** The seed from which properties draw their cases. */
  readonly seed: number
  readonly env?: Readonly<Record<string, string>>
  /** Run in the place of the file, which it was made of. */
  readonly program?: string
  /** Called before a failure is told. */
  readonly onFailed?: () => Promise<void>
}

const SEEDED = fileURLToPath(new URL('./seeded.js', import.meta.url))

const FAST_CHECK = /(['"])fast-check\1/
const STDERR_LINES_MAX = 60
const STDERR_MAX = 64 * 1024
/** The library tells what hangs; when that has been told, or cannot be, the file is ended. */
const LATER = 1.5

/**
 * The processes that run now, each with its file: of two copies of the product the same file may run at
 * once.
 */
const running = new Map<ChildProcess, string>()

export async function runFile(file: string, options: FileRunOptions): Promise<FileRun> {
  const begun = performance.now()
  const { tally, parser } = Tally.of(file)
  const { directory, hangsSec, seed } = options
  const hasProperties = readFileSync(resolve(directory, file), 'utf8').match(FAST_CHECK) !== null
  const { program = file } = options
  const args = hasProperties ? [SEEDED, String(seed), program] : [program]
  const child = spawn(process.execPath, args, {
    cwd: directory,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TAP: '1', TAP_TIMEOUT: String(hangsSec), ...options.env },
  })
  running.set(child, file)
  let stderr = ''
  child.stderr?.on('data', (bytes: Buffer) => {
    stderr = (stderr + bytes.toString('utf8')).slice(-STDERR_MAX)
  })
  child.stdout?.pipe(parser)
  const complete = once(parser, 'complete')
  const late = setTimeout(() => end(child), hangsSec * LATER * 1000)
  let processor: number | undefined
  child.once('exit', () => {
    processor = processorSince()
  })
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  clearTimeout(late)
  end(child)
  running.delete(child)
  await complete
  const isBad = code !== 0
  const ended = isBad ? `the file ended with ${signal ?? `exit code ${code}`}` : ''
  if (tally.failed === 0 && (isBad || parser.count === 0)) {
    tally.fail([file, ended || 'the file tests nothing'], [])
  }
  const seconds = (performance.now() - begun) / 1000
  if (tally.failed > 0) await options.onFailed?.()
  const said = tally.failed > 0 ? inSources(stderr, directory) : ''
  tally.failures.splice(0, Infinity, ...tally.failures.map((one) => inSources(one, directory)))
  const lines = said.split('\n').filter((line) => line.trim() !== '')
  return { file, seconds, processor, tally, stderr: lines.slice(-STDERR_LINES_MAX) }
}

let processorSoFar = 0

/** What the kernel has added up since this was asked last: the processes that ended meanwhile. */
function processorSince(): number | undefined {
  const all = processorSec()
  if (all === undefined) return undefined
  const since = all - processorSoFar
  processorSoFar = all
  return since
}

/** Ends what runs now; answers which files those were. */
export function endAll(): string[] {
  for (const child of running.keys()) end(child)
  return [...running.values()]
}

function end({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All of the group is gone.
  }
}
