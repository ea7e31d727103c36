import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runRounds } from './rounds.js'

/** `npm run crash -- --rounds N --seed S`: prints one line of JSON; exit 1 when anything was found. */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    /** Milliseconds from the first answer to the kill, at the most. */
    within: { type: 'string', default: '600' },
    sleepers: { type: 'string', default: '4000' },
    keep: { type: 'boolean', default: false },
  },
})
const dataDir = mkdtempSync(join(tmpdir(), 'openfloor-crash-'))
const summary = await runRounds({
  dataDir,
  rounds: Number(values.rounds),
  seed: Number(values.seed),
  killWithinMs: Number(values.within),
  sleepers: Number(values.sleepers),
  onRound: ({ rounds: round, answered, lost, doubled, gaps, differences }) => {
    if (!process.stderr.isTTY) return
    const found = lost + doubled + gaps + differences
    process.stderr.write(`\rround ${round}: ${answered} answered, ${found} findings `)
  },
})
const { lost, doubled, gaps, differences } = summary
const isClean = lost + doubled + gaps + differences === 0
process.stdout.write(
  `${JSON.stringify({ ...summary, verify: isClean ? 'clean' : 'see findings' })}\n`,
)
if (values.keep || !isClean) process.stderr.write(`the data is in ${dataDir}\n`)
else rmSync(dataDir, { recursive: true, force: true })
process.exit(isClean ? 0 : 1)
