import { join } from 'node:path'
import t from 'tap'
import { scratch } from '../given/desk.js'
import { postgresPrograms } from '../given/postgres.js'
import { HARM_KINDS, type HarmKind } from './failover/harms.js'
import { runFailovers } from './failover/rounds.js'

// In small what `npm run failover -- --rounds 200` does at length.
const programs = postgresPrograms()
const skip = programs === undefined ? 'PostgreSQL is not installed' : false
const ROUNDS = 4
t.setTimeout(0)

t.test(
  'whatever happens to one of two nodes or to a database, nothing is lost',
  { skip },
  async (t) => {
    const { findings, answered } = await runFailovers({
      programs: programs ?? '',
      directory: join(scratch(t), 'nodes'),
      rounds: ROUNDS,
      seed: 1,
      kinds: Object.keys(HARM_KINDS) as HarmKind[],
    })
    t.same(findings, [])
    t.ok(answered > ROUNDS, `${answered} answered`)
  },
)
