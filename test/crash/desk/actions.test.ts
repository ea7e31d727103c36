import t, { type Test } from 'tap'
import { scratch } from '../../given/desk.js'
import { verifyAll } from '../audit.js'
import {
  type Answer,
  CHEAP_SERVER,
  pause,
  ServerProcess,
  type StaffSession,
} from '../server-process.js'
import { type DeskAction, deskActions } from './actions.js'

// All actions of the desk at the same time, cut short by `kill -9` at another moment in each round: each has happened once
// or not at all, and its repeat finishes it. `node dist/test/crash/desk/actions.test.js 20` kills so often.

const KILLS = Number(process.argv[2] ?? 2)
const SHARDS = 2
const LOOK_MS = 10
const OPEN: ReadonlySet<string> = new Set([
  'unavailable',
  'trade.timeout',
  'trade.busy',
  'trade.off_quotes',
])

t.setTimeout(0)

const dataDir = scratch(t)
let server: ServerProcess
let staff: StaffSession

async function start(): Promise<void> {
  const env = { DEMO_TICKS_PER_SEC: '1' }
  server = await ServerProcess.start({ dataDir, shards: SHARDS, env, script: CHEAP_SERVER })
  staff = await server.signInStaff()
}

/** The tables have all that is durable. */
async function settled(): Promise<void> {
  for (;;) {
    const { seq, projection_seq: tables } = (await server.health()).body
    if (BigInt(tables ?? 0) >= BigInt(seq ?? 0)) return
    await pause(LOOK_MS)
  }
}

/** Sends it until its outcome is known. */
async function over(action: DeskAction): Promise<Answer> {
  for (;;) {
    const answer = await action.send()
    if (!OPEN.has(answer.code)) return answer
    await pause(LOOK_MS)
  }
}

/** The success of a trade has a code of its own. */
const codeOf = ({ status, code }: Answer): string => (status === 200 ? 'ok' : code)

async function happensOnce(t: Test, action: DeskAction): Promise<void> {
  const { name, whole = 1, refusedAgain = [] } = action
  const before = await action.count()
  t.ok(before <= whole, `${name}: ${before} of ${whole} after the kill`)
  const answer = await over(action)
  const codes = before === whole ? ['ok', ...refusedAgain] : ['ok']
  t.ok(codes.includes(codeOf(answer)), `${name}: ${answer.code} ${answer.message}`)
  await settled()
  t.equal((await action.check?.(answer)) ?? '', '', name)
  t.equal(await action.count(), whole, `${name}: once`)
  const again = await over(action)
  t.ok(['ok', ...refusedAgain].includes(codeOf(again)), `${name}, repeated: ${again.code}`)
  await settled()
  t.equal(await action.count(), whole, `${name}: still once`)
}

t.test(`all actions of the desk happen once, with ${KILLS} kills among them`, async (t) => {
  t.teardown(() => server.kill())
  await start()
  const actions = async (round: number) => {
    const made = await deskActions(() => ({ server, staff }), round)
    await settled()
    for (const { name, count } of made) t.equal(await count(), 0, `${name}: not yet`)
    return made
  }
  const all = async (made: readonly DeskAction[]) => {
    for (const one of made) await happensOnce(t, one)
    for (const one of made) await one.end?.()
  }
  await all(await actions(0))
  for (let kill = 0; kill < KILLS; kill++) {
    const made = await actions(kill + 1)
    let answered = 0
    const sent = made.map((one) =>
      one.send().then(
        () => answered++,
        () => undefined,
      ),
    )
    while (answered < (made.length * kill) / KILLS) await pause(1)
    await server.kill()
    await Promise.all(sent)
    await start()
    await settled()
    t.comment(`${answered} of ${made.length} were answered before the kill`)
    await all(made)
  }
  await server.terminate()
  t.same(await verifyAll(dataDir, SHARDS), [])
})
