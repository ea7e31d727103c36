import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { postgresPrograms } from '../given/postgres.js'
import { HARM_KINDS, type HarmKind } from './failover/harms.js'
import { runFailovers } from './failover/rounds.js'

/**
 * `npm run failover -- --rounds N --seed S`: two nodes, three databases, and what may happen to them, under load. A line a round, and one of JSON
 * at the end; exit 1 when anything was found. With `--kinds kill,freeze` only those. SIGINT makes the round that is under way the last one.
 */
const KINDS = Object.keys(HARM_KINDS) as HarmKind[]
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    kinds: { type: 'string', default: KINDS.join() },
    keep: { type: 'boolean', default: false },
  },
})
const wanted = values.kinds.split(',')
const kinds = KINDS.filter((kind) => wanted.includes(kind))
const programs = postgresPrograms()
if (programs === undefined || kinds.length !== wanted.length) {
  const why = programs === undefined ? 'PostgreSQL is not installed' : `kinds are ${KINDS.join()}`
  process.stderr.write(`${why}\n`)
  process.exit(2)
}
const directory = mkdtempSync(join(tmpdir(), 'openfloor-failover-'))
let isOver = false
process.once('SIGINT', () => {
  isOver = true
})
const summary = await runFailovers({
  programs,
  directory,
  rounds: Number(values.rounds),
  seed: Number(values.seed),
  kinds,
  isOver: () => isOver,
  onRound: (line) => process.stdout.write(`${line}\n`),
})
const isClean = summary.findings.length === 0
process.stdout.write(
  `${JSON.stringify({ ...summary, verify: isClean ? 'clean' : 'see findings' })}\n`,
)
if (values.keep || !isClean) process.stderr.write(`the data is in ${directory}\n`)
else rmSync(directory, { recursive: true, force: true })
process.exit(isClean ? 0 : 1)
