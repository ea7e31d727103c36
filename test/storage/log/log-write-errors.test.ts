import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import t from 'tap'
import { openLmdbLog } from '../../../storage/log/lmdb-log.js'
import { checkLog, lastAnswered } from '../../crash/log-check.js'
import { TURN_MAX } from '../../crash/log-writer.js'
import { drillProgram } from '../../given/drill-program.js'
import { turnOf } from '../../wire/record/sample-records.js'

/** `node dist/test/storage/log/log-write-errors.test.js 40` lets a longer workload fail at every call. */
const TURNS = Number(process.argv[2] ?? 4)
const WRITER = drillProgram(new URL('../../crash/log-writer.js', import.meta.url))
const FAILING = drillProgram(new URL('../../crash/failing-log.js', import.meta.url))
const HANGS_MS = 60_000
/**
 * On a busy machine the log's own thread may still be opening it when a commit fails: it finds an environment
 * of which nothing can be read any more, and what it throws ends the process in the place of its own code.
 */
const REFUSED: ReadonlySet<number | null> = new Set([3, 1])
/**
 * On a busy machine, a call of the thread that empties the ring may fail after the last answer. The writer then ends
 * with 0. Until one error is refused, the same call is tried again, at most so often.
 */
const LATE_MAX = 10
const CALLS = [
  ['data.mdb', 'fdatasync'],
  ['data.mdb', 'pwrite64,writev'],
  ['data.mdb', 'fsync'],
  ['intake', 'pwritev'],
  ['intake', 'pwrite64'],
] as const

/** The filter in the kernel stops the process at the injected calls only. */
const FOLLOW = ['-f', '--seccomp-bpf', '-qq']
const strace = spawnSync('strace', [...FOLLOW, '-e', 'inject=fdatasync:error=EIO', 'true'])
const skip = strace.status === 0 ? false : 'strace with injection is not at hand here'

async function newLog(t: { testdir(): string }): Promise<string> {
  const directory = t.testdir()
  const log = openLmdbLog({ directory })
  log.commit(1, turnOf(1, 1))
  await log.close()
  return directory
}

/**
 * Runs a program with the `nth` such call of a thread on a file of the log failing. After a failed write, LMDB
 * overruns the buffer of its own message and may abort the process at any later moment
 * (docs/decisions/storage.md): that is a crash like another, and is told apart as `aborted`.
 */
function injected(
  path: string,
  call: string,
  nth: number,
  program: string,
  args: readonly string[],
) {
  const inject = ['-e', `trace=${call}`, '-e', `inject=${call}:error=EIO:when=${nth}`]
  const traced = [...FOLLOW, '-P', path, ...inject]
  const run = spawnSync('strace', [...traced, process.execPath, program, ...args], {
    encoding: 'utf8',
    timeout: HANGS_MS,
  })
  const { status, signal, stdout: output, stderr } = run
  return { status, aborted: signal === 'SIGABRT', output, hasFailed: stderr.includes('(INJECTED)') }
}

for (const [file, call] of CALLS) {
  t.test(
    `the nth ${call} of ${file} fails: no answer for it, and the log goes on`,
    { skip },
    async (t) => {
      const directory = await newLog(t)
      let errors = 0
      let before = 1
      let last = ''
      let late = 0
      for (let nth = 1; ; ) {
        const run = injected(join(directory, file), call, nth, WRITER, [directory, String(TURNS)])
        const { status, aborted, output, hasFailed } = run
        last = output
        const answered = Math.max(before, lastAnswered(output))
        const { lastSeq, problem, cuts } = await checkLog(directory, answered)
        if (problem !== '' || cuts > 0) t.fail(`error ${nth}: ${problem}`)
        if (!hasFailed) break
        const isLate = status === 0
        const refused = REFUSED.has(status) && output.includes('refused ')
        if (!refused && !aborted && !isLate) t.fail(`error ${nth}: ended with ${status}`)
        if (lastSeq > answered + TURN_MAX) t.fail(`error ${nth}: ${lastSeq} are more than one turn`)
        before = lastSeq + 1
        if (isLate) late += 1
        else errors += 1
        if (errors > 0 || late > LATE_MAX) nth += 1
      }
      t.ok(errors > 0, `${errors} errors, then: ${last}`)
    },
  )
}

// W2, E2, I4. The first such call of a thread is its first commit's sync, its root page, or its first write into the ring.
for (const [file, call, mode, ...others] of [
  ['data.mdb', 'fdatasync', 'beside', 'other look: 1', 'other search: 1', 'reopen: 10'],
  ['data.mdb', 'pwrite64', 'alone', 'other look: LogError', 'other search: LogError', 'reopen: 10'],
  [
    'data.mdb',
    'pwrite64',
    'beside',
    'other look: LogError',
    'other search: LogError',
    'reopen: LogError',
  ],
  ['intake', 'pwritev', 'beside ring', 'other look: 1', 'other search: 1', 'reopen: 10'],
  ['intake', 'pwrite64', 'beside begun', 'other look: 2', 'other search: 1', 'reopen: 10'],
] as const) {
  const name = `L1: after a failed ${call} of ${file} the log is closed (opened again: ${mode})`
  t.test(name, { skip }, async (t) => {
    const directory = await newLog(t)
    const { output, aborted } = injected(join(directory, file), call, 1, FAILING, [
      directory,
      ...mode.split(' '),
    ])
    const steps = ['commit', 'commit again', 'own look'].map((step) => `${step}: LogError`)
    const said = output.trim().split('\n')
    const expected = [...steps, ...others]
    t.strictSame(said, aborted ? expected.slice(0, said.length) : expected)
  })
}

// The same without any tool: a file that may not grow.
t.test('a file that may not grow: no answer for what did not fit', async (t) => {
  for (const blocks of [80, 200]) {
    const directory = t.testdir()
    const limited = `trap '' XFSZ; ulimit -f ${blocks}; exec "$0" "$@"`
    const run = spawnSync(
      'sh',
      ['-c', limited, process.execPath, WRITER, directory, '10000', '1'],
      {
        encoding: 'utf8',
      },
    )
    if (run.signal !== 'SIGABRT') {
      t.equal(run.status, 3)
      t.match(run.stdout, /refused entry/)
    }
    t.match(await checkLog(directory, lastAnswered(run.stdout)), { problem: '', cuts: 0 })
  }
})
