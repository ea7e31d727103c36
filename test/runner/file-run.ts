import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Parser } from 'tap-parser'
import { processorSec } from './processor-time.js'
import { inSources } from './source-places.js'
import { Tally } from './tally.js'

/**
 * One test file, or a lane of them, in a process of its own.
 *
 *   F1. The process leads a group; whatever it started and did not end is ended with it.
 *   F2. A file that tests nothing, ends badly or does not end has failed, and says how.
 */
export interface FileRun {
  readonly file: string
  readonly seconds: number
  /** Seconds of processor. If two files ended in the same moment, the first one has the sum. */
  readonly processor: number | undefined
  readonly tally: Tally
  /** The last lines that a file which failed printed to stderr. */
  readonly stderr: readonly string[]
  /** The file failed beside others, and passed alone. */
  readonly isUnsteady?: boolean
}

export interface FileRunOptions {
  readonly directory: string
  /** Far beyond what any file takes: it ends what hangs, and nothing that is slow. */
  readonly hangsSec: number
  /** The seed from which properties draw their cases. */
  readonly seed: number
  readonly env?: Readonly<Record<string, string>>
  /** Run in place of the file, which it was made of. */
  readonly program?: string
  /** Called before a failure is reported. */
  readonly onFailed?: () => Promise<void>
}

const SEEDED = fileURLToPath(new URL('./seeded.js', import.meta.url))
const FAST_CHECK = /(['"])fast-check\1/
const STDERR_LINES_MAX = 60
const STDERR_MAX = 64 * 1024
/** The library reports what hangs; if it has reported nothing by then, the process is ended. */
const LATER = 1.5

/** The processes that run now, each with its files. */
const running = new Map<ChildProcess, readonly string[]>()

export async function runFile(file: string, options: FileRunOptions): Promise<FileRun> {
  const begun = performance.now()
  const { tally, parser } = Tally.of(file)
  const { directory, program = file } = options
  const hasProperties = FAST_CHECK.test(readFileSync(resolve(directory, file), 'utf8'))
  const ran = await runProgram(program, [file], parser, hasProperties, options)
  if (tally.failed === 0 && (ran.ended !== '' || parser.count === 0)) {
    tally.fail([file, ran.ended || 'the file tests nothing'], [])
  }
  const seconds = (performance.now() - begun) / 1000
  if (tally.failed > 0) await options.onFailed?.()
  tally.failures.splice(0, Infinity, ...tally.failures.map((one) => inSources(one, directory)))
  const stderr = tally.failed > 0 ? linesOf(inSources(ran.stderr, directory)) : []
  return { file, seconds, processor: ran.processor, tally, stderr }
}

/** Runs the program of a lane (lanes.ts) and reports each of its files when it has ended, a file that is cut off at the end. */
export async function runLaneFiles(
  program: string,
  files: readonly string[],
  options: FileRunOptions,
  onRun: (run: FileRun) => void,
): Promise<void> {
  const parser = new Parser()
  const left = new Set(files)
  const done: { name: string; tally: Tally; count: number }[] = []
  let reported = performance.now()
  const report = (
    name: string,
    tally: Tally,
    seconds: number,
    processor?: number,
    stderr: readonly string[] = [],
  ): void => {
    left.delete(name)
    reported = performance.now()
    onRun({ file: `dist/${name}`, seconds, processor, tally, stderr })
  }
  parser.on('child', (child: Parser) => {
    if (!left.has(child.name)) return
    const tally = new Tally(child, [`dist/${child.name}`])
    child.on('complete', () => done.push({ name: child.name, tally, count: child.count }))
  })
  // The lane counts the seconds itself: the parser may hand on a comment only when the next file writes.
  parser.on('comment', (comment: string) => {
    const [, processor, seconds] = /^# processor (\S+) of (\S+) s/.exec(comment) ?? []
    const last = done.pop()
    if (processor === undefined || last === undefined) return
    if (last.count === 0 && last.tally.failed === 0)
      last.tally.fail([`dist/${last.name}`, 'the file tests nothing'], [])
    report(last.name, last.tally, Number(seconds), Number(processor))
  })
  const { ended, stderr } = await runProgram(program, files, parser, true, options)
  for (const name of left) {
    const { tally } = Tally.of(`dist/${name}`)
    tally.fail([`dist/${name}`, ended || 'its lane ended before it'], [])
    report(name, tally, (performance.now() - reported) / 1000, undefined, linesOf(stderr))
  }
}

interface Ran {
  /** How the process ended, if not well. */
  readonly ended: string
  readonly stderr: string
  readonly processor: number | undefined
}

async function runProgram(
  program: string,
  files: readonly string[],
  parser: Parser,
  hasProperties: boolean,
  { directory, hangsSec, seed, env }: FileRunOptions,
): Promise<Ran> {
  const args = hasProperties ? [SEEDED, String(seed), program] : [program]
  const child = spawn(process.execPath, args, {
    cwd: directory,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TAP: '1', TAP_TIMEOUT: String(hangsSec), ...env },
  })
  running.set(child, files)
  let stderr = ''
  child.stderr?.on('data', (bytes: Buffer) => {
    stderr = (stderr + bytes.toString('utf8')).slice(-STDERR_MAX)
  })
  child.stdout?.pipe(parser)
  const complete = once(parser, 'complete')
  const late = setTimeout(() => end(child), hangsSec * LATER * 1000)
  parser.on('child', () => late.refresh())
  let processor: number | undefined
  child.once('exit', () => {
    processor = processorSince()
  })
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  clearTimeout(late)
  end(child)
  running.delete(child)
  await complete
  const ended = code === 0 ? '' : `the file ended with ${signal ?? `exit code ${code}`}`
  return { ended, stderr, processor }
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-STDERR_LINES_MAX)
}

let processorSoFar = 0

/** Seconds of processor that the kernel has added since the last call, of the processes that ended meanwhile. */
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
  return [...running.values()].flat()
}

function end({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All of the group is gone.
  }
}
