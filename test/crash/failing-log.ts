import { writeSync } from 'node:fs'
import { openLmdbLog, openLmdbLogForReading } from '../../storage/log/lmdb-log.js'
import { openLog } from '../../storage/log/open.js'
import { openFastLog } from '../given/fast-log.js'
import { turnOf } from '../wire/record/sample-records.js'

/**
 * A process in which a commit fails by an injected error while something else in it reads the log.
 * Says what each step answered.
 *
 *     node failing-log.js DIRECTORY beside|alone [ring|begun]   the log is opened again beside the reader or not;
 *                                            the commit is one into the ring, or one by the ring's own thread
 */
const directory = process.argv[2] ?? ''

function step(name: string, run: () => unknown): void {
  let answer: string
  try {
    answer = String(run())
  } catch (error) {
    answer = error instanceof Error ? error.name : String(error)
  }
  writeSync(1, `${name}: ${answer}\n`)
}

const isRing = process.argv[4] !== undefined
const log = isRing ? openFastLog({ directory }) : openLmdbLog({ directory })
const reader = openLmdbLogForReading({ directory })
if (process.argv[4] === 'begun') {
  log.commit(2, turnOf(2, 1))
  // The log behind the ring has it, too.
  for (const _ of log.read(0));
  step('commit', () => {
    log.begin(3, turnOf(3, 1))
    log.settle()
  })
} else step('commit', () => log.commit(2, turnOf(2, 1)))
step('commit again', () => log.commit(4, turnOf(4, 1)))
step('own look', () => log.last()?.firstSeq)
step('other look', () => reader.last()?.firstSeq)
step('other search', () => reader.entryHolding(1)?.firstSeq)
await log.close()
if (process.argv[3] === 'alone') await reader.close()
step('reopen', () => {
  const again = isRing ? openLog({ directory }) : openLmdbLog({ directory })
  again.commit(10, turnOf(10, 1))
  return again.last()?.firstSeq
})
