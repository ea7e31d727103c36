import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { postgresPrograms, startPostgres } from '../given/postgres.js'
import { runDayEnds } from './day-end/rounds.js'
import { runRounds } from './rounds.js'

/**
 * `npm run crash -- --rounds N --seed S`: prints one line of JSON; exit 1 when anything was found.
 * With `--day-end` the kills come in the middle of day ends, of `--accounts` accounts; with `--provider` all
 * orders go to a second party, which lives on; with `--fix` it speaks FIX 4.4 by QuickFIX, and its line is cut
 * `--cuts` times a round with orders on it, and what it tells is late, doubled, and behind gaps. With `--cluster` a
 * PostgreSQL of the run's own keeps the logs, and each start finds the directory without its own.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    /** Milliseconds from the first answer to the kill, at the most. */
    within: { type: 'string', default: '600' },
    /** 4000, but none where there is a provider, which knows nothing of theirs. */
    sleepers: { type: 'string' },
    'day-end': { type: 'boolean', default: false },
    accounts: { type: 'string', default: '5000' },
    keep: { type: 'boolean', default: false },
    provider: { type: 'boolean', default: false },
    fix: { type: 'boolean', default: false },
    cuts: { type: 'string', default: '20' },
    cluster: { type: 'boolean', default: false },
  },
})
const hasProvider = values.provider || values.fix
const dataDir = mkdtempSync(join(tmpdir(), 'openfloor-crash-'))
const database = values.cluster ? await startPostgres(postgresPrograms() ?? '') : undefined
if (values['day-end']) await dayEnds()
const running = runRounds({
  dataDir,
  rounds: Number(values.rounds),
  seed: Number(values.seed),
  killWithinMs: Number(values.within),
  database,
  sleepers: Number(values.sleepers ?? (hasProvider || values.cluster ? 0 : 4_000)),
  ...(hasProvider ? { hasProvider, inFlight: 2, silentEvery: 20 } : {}),
  ...(values.fix ? { fixCuts: Number(values.cuts) } : {}),
  onRound: ({ rounds: round, answered, lost, doubled, gaps, differences }) => {
    if (!process.stderr.isTTY) return
    const found = lost + doubled + gaps + differences
    process.stderr.write(`\rround ${round}: ${answered} answered, ${found} findings `)
  },
})
const summary = await running.finally(() => database?.stop())
const { lost, doubled, gaps, differences } = summary
const isClean = lost + doubled + gaps + differences === 0
finish(summary, isClean)

async function dayEnds(): Promise<never> {
  const found = await runDayEnds({
    dataDir,
    rounds: Number(values.rounds),
    seed: Number(values.seed),
    accounts: Number(values.accounts),
    whales: 2,
    onRound: ({ rounds: round, killsInside, findings }) => {
      if (!process.stderr.isTTY) return
      process.stderr.write(`\rround ${round}: ${killsInside} kills, ${findings.length} findings `)
    },
  })
  return finish(found, found.findings.length === 0)
}

function finish(found: object, isGood: boolean): never {
  const verify = isGood ? 'clean' : 'see findings'
  process.stdout.write(`${JSON.stringify({ ...found, verify })}\n`)
  if (values.keep || !isGood) process.stderr.write(`the data is in ${dataDir}\n`)
  else
    for (const path of [dataDir, `${dataDir}-peer`]) rmSync(path, { recursive: true, force: true })
  process.exit(isGood ? 0 : 1)
}
