import { strict as assert } from 'node:assert'
import { Prng } from '../../../../engine/numbers/prng.js'
import { SimulatedDatabase } from './simulated-database.js'
import { type Sabotage, SimulatedNode, SimulatedReader } from './simulated-nodes.js'

/**
 * Three nodes that want to own one log, and two readers that follow it, over a database that may do anything. After each
 * step nothing may be wrong:
 *
 *   S1. When an entry is told as confirmed, or a node as open, the quorum has all that the node knows of the log, and
 *       nothing else: so nothing told is lost, doubled, or decided on what is not there.
 *   S2. The confirmed log has no gap, and epochs do not fall.
 *   S3. A node that may tell what needs no entry is the one that the confirmed lease names.
 *   S4. A reader has what is confirmed, and it alone.
 *
 * Every other seed's database forgets what it confirmed, now and then: S3 and S4 cannot be promised from then on.
 */
export interface SimulationRun {
  readonly confirmed: number
  readonly takings: number
  readonly failOvers: number
  readonly forgotten: number
}

export class LogSimulationFailed extends Error {
  override readonly name = 'LogSimulationFailed'
  readonly step: number

  constructor(seed: number, step: number, cause: unknown) {
    super(`seed ${seed}, step ${step}: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    })
    this.step = step
  }
}

const NODES = ['a', 'b', 'c']
const READERS = 2
/** One step in so many has the database forget, in every other seed. */
const FORGETS_EVERY = 300

export function simulateLog(
  seed: number,
  steps: number,
  plant: () => Sabotage = () => ({}),
): SimulationRun {
  const prng = new Prng(seed)
  const database = new SimulatedDatabase(prng, plant().faults)
  const nodes = NODES.map((name) => new SimulatedNode(name, prng, database, plant()))
  const readers = Array.from(
    { length: READERS },
    () => new SimulatedReader(prng, database, plant()),
  )
  let forgotten = 0
  let now = 0
  for (let step = 1; step <= steps; step++) {
    now += prng.below(500) === 0 ? prng.below(8_000) : prng.below(30)
    try {
      const who = prng.below(10)
      if (who < 3) database.step(now)
      else if (who < 9) nodes[prng.below(nodes.length)]?.step(now)
      else readers[prng.below(readers.length)]?.step()
      if (seed % 2 === 0 && prng.below(FORGETS_EVERY) === 0) {
        database.forget()
        // What takes the database takes the owner with it, often.
        if (prng.below(2) === 0) for (const node of nodes) node.freeze(now)
        forgotten++
      }
    } catch (error) {
      throw new LogSimulationFailed(seed, step, error)
    }
  }
  try {
    checkLog(database)
    if (!database.hasForgotten) checkAnswers(database, nodes)
  } catch (error) {
    throw new LogSimulationFailed(seed, steps, error)
  }
  return {
    confirmed: nodes.reduce((sum, { confirmed }) => sum + confirmed.length, 0),
    takings: nodes.reduce((sum, { takings }) => sum + takings, 0),
    failOvers: database.failOvers,
    forgotten,
  }
}

/** S2. */
function checkLog({ primary }: SimulatedDatabase): void {
  for (let n = 1; n <= primary.confirmedN; n++) {
    const [before, entry] = [primary.log[n - 1], primary.log[n]]
    assert.equal(entry?.n, n, `entry ${n} is missing`)
    assert.ok((before?.epoch ?? 0) <= (entry?.epoch ?? 0), `the epoch falls at ${n}`)
  }
}

/** S1 at the end: every answer is in the log. */
function checkAnswers({ primary }: SimulatedDatabase, nodes: readonly SimulatedNode[]): void {
  for (const { name, confirmed } of nodes) {
    for (const entry of confirmed) {
      assert.equal(primary.log[entry.n], entry, `entry ${entry.n} of ${name} is lost`)
      assert.ok(entry.n <= primary.confirmedN, `entry ${entry.n} of ${name} is not confirmed`)
    }
  }
}
