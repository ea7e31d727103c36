import type { Prng } from '../../../engine/numbers/prng.js'
import { LINE_WAYS, type LineWay } from '../../given/peers/held-line.js'
import { pause } from '../server-process.js'
import type { TwoNodes } from './two-nodes.js'

/**
 * What happens to two nodes and their databases in a drill. A harm is drawn whole before it begins, so a seed draws the same ones whatever
 * comes of them.
 */
export interface Harm {
  readonly what: string
  /** Bounds of what it may take until a payment is confirmed again. */
  readonly backWithinSec: number
  /** The active node is gone for certain. */
  readonly takesNode: boolean
  /** Begins it. */
  readonly begin: (given: TwoNodes) => Promise<void>
  /** From its beginning to its end, which comes by itself; 0 is at once. */
  readonly lastsMs: number
  readonly end: (given: TwoNodes) => Promise<void>
  /** When all is at rest, so that the next one meets whole nodes and databases. */
  readonly mend: (given: TwoNodes) => Promise<void>
}

export type HarmKind = 'kill' | 'freeze' | 'cut' | 'database' | 'cancel' | 'two'

/** So often of two hundred. */
export const HARM_KINDS: Readonly<Record<HarmKind, number>> = {
  kill: 60,
  freeze: 40,
  cut: 40,
  database: 40,
  cancel: 10,
  two: 10,
}

const NODE_SEC = 15
const DATABASE_SEC = 10
const MACHINE_SEC = 30
/** Shorter than what a take-over takes, and much longer. */
const FROZEN_MS = [6_000, 20_000] as const
const CUT_MS = [2_000, 20_000] as const
const CANCELS = 40
const CANCELS_LAST_MS = 2_000
/** A primary of the past that woke up is asked by whoever looks for one. */
const PAST_MS = 2_000

const nothing = async (): Promise<void> => undefined

export function drawHarm(prng: Prng, kinds: readonly HarmKind[]): Harm {
  const all = kinds.reduce((sum, kind) => sum + HARM_KINDS[kind], 0)
  let draw = prng.below(all)
  const kind = kinds.find((one) => {
    draw -= HARM_KINDS[one]
    return draw < 0
  })
  return DRAWN[kind ?? 'kill'](prng)
}

const DRAWN: Readonly<Record<HarmKind, (prng: Prng) => Harm>> = {
  kill: () => killed(),
  freeze: (prng) => frozen(prng),
  cut: (prng) => cutOff(prng),
  database: (prng) => (prng.below(3) === 0 ? databaseFrozen() : databaseKilled()),
  cancel: (prng) => brokenOff(prng),
  two: (prng) => {
    const ofNode = [killed, frozen, cutOff][prng.below(3)] ?? killed
    const ofDatabase = [databaseKilled, databaseFrozen, brokenOff][prng.below(3)] ?? databaseKilled
    return both(ofNode(prng), ofDatabase(prng))
  },
}

function killed(): Harm {
  return {
    what: 'SIGKILL of the active node',
    backWithinSec: NODE_SEC,
    takesNode: true,
    lastsMs: 0,
    begin: async ({ active, killed: known }) => {
      known.add(active.server)
      await active.server.kill()
    },
    end: nothing,
    mend: nothing,
  }
}

function frozen(prng: Prng): Harm {
  const lastsMs = within(prng, FROZEN_MS)
  let pid = 0
  return {
    what: `SIGSTOP of the active node for ${seconds(lastsMs)}`,
    backWithinSec: NODE_SEC,
    takesNode: false,
    lastsMs,
    begin: async ({ active }) => {
      pid = active.server.pid
      process.kill(pid, 'SIGSTOP')
    },
    end: async () => {
      process.kill(pid, 'SIGCONT')
    },
    mend: nothing,
  }
}

/** From all databases, one way or both, the active node or the one that follows. */
function cutOff(prng: Prng): Harm {
  const lastsMs = within(prng, CUT_MS)
  const which = prng.below(4) === 0 ? 'spare' : 'active'
  const choices: readonly (readonly LineWay[])[] = [['there'], ['back'], LINE_WAYS]
  const ways = choices[prng.below(choices.length)] ?? LINE_WAYS
  let held: TwoNodes['active'] | undefined
  const node = which === 'active' ? 'the active node' : 'the node that follows'
  const way =
    ways.length === 2 ? 'both ways' : ways[0] === 'there' ? 'what it says' : 'what it hears'
  return {
    what: `${node} cut from the databases for ${seconds(lastsMs)}, ${way}`,
    backWithinSec: which === 'active' ? NODE_SEC : DATABASE_SEC,
    takesNode: false,
    lastsMs,
    begin: async (given) => {
      held = given[which]
      for (const line of held.lines) line.hold(ways)
    },
    end: async () => {
      for (const line of held?.lines ?? []) line.letGo()
    },
    mend: nothing,
  }
}

function databaseKilled(): Harm {
  let gone: TwoNodes['databases']['primary'] | undefined
  return {
    what: 'SIGKILL of the primary database, a standby promoted',
    backWithinSec: DATABASE_SEC,
    takesNode: false,
    lastsMs: 0,
    begin: async ({ databases }) => {
      gone = databases.primary
      await databases.signal(gone, 'SIGKILL')
      await databases.promote()
    },
    end: nothing,
    mend: async ({ databases }) => {
      if (gone !== undefined) await databases.rejoin(gone)
    },
  }
}

/** It wakes up as a primary of the past, while there is another one. */
function databaseFrozen(): Harm {
  let past: TwoNodes['databases']['primary'] | undefined
  return {
    what: 'SIGSTOP of the primary database, a standby promoted, and SIGCONT',
    backWithinSec: MACHINE_SEC,
    takesNode: false,
    lastsMs: 0,
    begin: async ({ databases }) => {
      past = databases.primary
      await databases.signal(past, 'SIGSTOP')
      await databases.promote()
    },
    end: nothing,
    mend: async ({ databases }) => {
      if (past === undefined) return
      await databases.signal(past, 'SIGCONT')
      await pause(PAST_MS)
      await databases.rejoin(past)
    },
  }
}

/** Statements and sessions of the nodes, most of them while they wait for the quorum. */
function brokenOff(prng: Prng): Harm {
  const calls = ['pg_cancel_backend', 'pg_terminate_backend']
  const draws = Array.from({ length: CANCELS }, () => calls[prng.below(calls.length)] ?? '')
  const next = (call: string): string =>
    `SELECT ${call}(pid) FROM pg_stat_activity WHERE application_name = 'openfloor'
     ORDER BY wait_event = 'SyncRep' DESC NULLS LAST, random() LIMIT 1`
  return {
    what: `${CANCELS} of pg_cancel_backend and pg_terminate_backend`,
    backWithinSec: DATABASE_SEC,
    takesNode: false,
    lastsMs: 0,
    begin: async ({ databases }) => {
      for (const call of draws) {
        await databases.sql(next(call))
        await pause(CANCELS_LAST_MS / CANCELS)
      }
    },
    end: nothing,
    mend: nothing,
  }
}

function both(one: Harm, other: Harm): Harm {
  return {
    what: `${one.what}, and ${other.what}`,
    backWithinSec: MACHINE_SEC,
    takesNode: one.takesNode || other.takesNode,
    lastsMs: Math.max(one.lastsMs, other.lastsMs),
    begin: async (given) => {
      await one.begin(given)
      await other.begin(given)
    },
    end: async (given) => {
      await one.end(given)
      await other.end(given)
    },
    mend: async (given) => {
      await one.mend(given)
      await other.mend(given)
    },
  }
}

function within(prng: Prng, [least, most]: readonly [number, number]): number {
  return least + prng.below(most - least)
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
