import { fileURLToPath } from 'node:url'
import t from 'tap'
import { killedAfter } from '../../crash/killed-writer.js'
import { checkLog, lastAnswered } from '../../crash/log-check.js'

/** `node dist/test/storage/log/log-kill.test.js 1000` kills that often. */
const ROUNDS = Number(process.argv[2] ?? 8)
const WRITER = fileURLToPath(new URL('../../crash/log-writer.js', import.meta.url))
const TURNS = 1_000_000

t.test('a killed writer loses nothing that it had answered', async (t) => {
  const directory = t.testdir()
  let answered = 0
  for (let round = 0; round < ROUNDS; round++) {
    const said = lastAnswered(
      await killedAfter(WRITER, [directory, String(TURNS)], 2 + ((round * 37) % 60)),
    )
    const checked = await checkLog(directory, Math.max(said, answered))
    if (checked.problem !== '' || checked.cuts > 0) t.fail(`round ${round}`, { checked })
    answered = checked.lastSeq
  }
  t.ok(answered > 0, 'something was answered')
})
