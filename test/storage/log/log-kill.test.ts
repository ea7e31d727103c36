import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { checkLog, lastAnswered } from '../../crash/log-check.js'

/** `node dist/test/storage/log/log-kill.test.js 1000` kills that often. */
const ROUNDS = Number(process.argv[2] ?? 20)
const WRITER = fileURLToPath(new URL('../../crash/log-writer.js', import.meta.url))
const TURNS = 1_000_000

t.test('a killed writer loses nothing that it had answered', async (t) => {
  const directory = t.testdir()
  let answered = 0
  for (let round = 0; round < ROUNDS; round++) {
    const said = lastAnswered(await killedAfter(directory, 1 + ((round * 37) % 60)))
    const checked = await checkLog(directory, Math.max(said, answered))
    if (checked.problem !== '' || checked.cuts > 0) t.fail(`round ${round}`, { checked })
    answered = checked.lastSeq
  }
  t.ok(answered > 0, 'something was answered')
})

/** Kills a writer `answers` answers after it opened the log, and waits until it is gone. */
function killedAfter(directory: string, answers: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const writer = spawn(process.execPath, [WRITER, directory, String(TURNS)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    let lines = 0
    writer.stdout.on('data', (bytes: Buffer) => {
      output += bytes.toString()
      lines += bytes.toString().split('\n').length - 1
      if (lines > answers) writer.kill('SIGKILL')
    })
    writer.on('error', reject)
    writer.on('close', (_code, signal) => {
      if (signal === 'SIGKILL') resolve(output)
      else reject(new Error(`the writer ended by itself: ${output.slice(-200)}`))
    })
  })
}
