import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
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
  readonly tally: Tally
  /** Of a file that failed: the last of what it printed there. */
  readonly stderr: readonly string[]
}

/** Far beyond what any file takes: it ends what hangs, and nothing that is slow. */
const HANGS_SEC = 900
const STDERR_LINES_MAX = 60
const STDERR_MAX = 64 * 1024

const running = new Set<ChildProcess>()

export async function runFile(file: string, root: string): Promise<FileRun> {
  const begun = performance.now()
  const { tally, parser } = Tally.of(file)
  const env = { ...process.env, TAP: '1', TAP_TIMEOUT: String(HANGS_SEC) }
  const child = spawn(process.execPath, ['--enable-source-maps', file], {
    ...{ cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
  })
  running.add(child)
  let stderr = ''
  child.stderr?.on('data', (bytes: Buffer) => {
    stderr = (stderr + bytes.toString('utf8')).slice(-STDERR_MAX)
  })
  child.stdout?.pipe(parser)
  const complete = once(parser, 'complete')
  const late = setTimeout(() => end(child), (HANGS_SEC + 30) * 1000)
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  clearTimeout(late)
  end(child)
  running.delete(child)
  await complete
  const ended = code === 0 ? '' : `the file ended with ${signal ?? `exit code ${code}`}`
  if (tally.failed === 0 && (ended !== '' || parser.count === 0)) {
    tally.fail([file, ended || 'the file tests nothing'], [])
  }
  const lines = tally.failed > 0 ? stderr.trimEnd().split('\n').slice(-STDERR_LINES_MAX) : []
  const seconds = (performance.now() - begun) / 1000
  return { file, seconds, tally, stderr: lines.filter(Boolean).map((line) => `    | ${line}`) }
}

/** Ends what runs now. */
export function endAll(): void {
  for (const child of running) end(child)
}

function end({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All of the group is gone.
  }
}
