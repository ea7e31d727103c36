import t from 'tap'
import type { HeldStep } from '../../actors/server/account-keeper.js'
import { Prng } from '../../engine/numbers/prng.js'
import { scratch } from '../given/desk.js'
import { drillProgram } from '../given/drill-program.js'
import {
  type ArchivedHolder,
  archiveProblems,
  archiveWhilePlacing,
  openHolders,
} from './archived-accounts.js'
import { verifyAll } from './audit.js'
import { pause, ServerProcess, type Signature } from './server-process.js'

// An account moves to a group of another currency whole or not at all, at whichever step of desk and shard
// the server is killed, while somebody sends it money; accounts are archived so, too.
// `node dist/test/crash/account-moves.test.js 20` kills it so often at each step.

const ROUNDS = Number(process.argv[2] ?? 1)
const SHARDS = 2
const SCRIPT = [drillProgram(new URL('./move-server.js', import.meta.url))]
const [STANDARD, REAL, YEN] = ['demo\\standard', 'real\\standard', 'real\\yen'] as const
const FRESH = 4
const FUNDED = 1
/** The longest wait between the two requests. */
const PAID_LATER_MS_MAX = 12
/** With how much later the kill comes: between the shard's word and the desk's the desk commits. */
const STEPS: readonly (readonly [step: HeldStep, laterMsMax: number])[] = [
  ['asked', 0],
  ['held', 0],
  ['held', 12],
  ['committed', 0],
  ['let_go', 0],
]

t.setTimeout(0)

interface Mover {
  readonly login: number
  readonly to: string
  /** The money that it was given before. */
  readonly had: string
  wasAnswered: boolean
  wasPaid: boolean
}

function start(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  return ServerProcess.start({ dataDir, shards: SHARDS, script: SCRIPT, env })
}

function deposit(
  server: ServerProcess,
  staff: Signature,
  login: number,
  amount: string,
  no: number,
) {
  const request_id = `00000000-0000-4000-8000-${String(login * 10 + no).padStart(12, '0')}`
  const body = { action: 'deposit', amount, request_id }
  return server.ask(`POST /admin/v1/accounts/${login}/balance`, staff, body)
}

/** Accounts that are to go to a group of yen, and one with money that is to go to another one of dollars. */
async function openMovers(server: ServerProcess, staff: Signature): Promise<Mover[]> {
  const movers: Mover[] = []
  for (let i = 0; i < FRESH + FUNDED; i++) {
    const isFresh = i < FRESH
    const login = await server.openBareAccount(staff, STANDARD)
    if (!isFresh) await deposit(server, staff, login, '7', 1)
    const [to, had] = isFresh ? ([YEN, '0'] as const) : ([REAL, '7'] as const)
    movers.push({ login, to, had, wasAnswered: false, wasPaid: false })
  }
  return movers
}

/** Everybody moves and is paid at about the same time, until the server is gone: as it was started to be. */
async function killedWhileMoving(
  server: ServerProcess,
  staff: Signature,
  movers: readonly Mover[],
  holders: readonly ArchivedHolder[],
  prng: Prng,
): Promise<void> {
  const gone = () => undefined
  const work = movers.map(async (mover) => {
    const path = `POST /admin/v1/accounts/${mover.login}/group`
    const moving = server.ask(path, staff, { group: mover.to }).then((answer) => {
      mover.wasAnswered = answer.code === 'ok'
    }, gone)
    await pause(prng.below(PAID_LATER_MS_MAX))
    const paying = deposit(server, staff, mover.login, '100', 2).then((answer) => {
      mover.wasPaid = answer.code === 'ok'
    }, gone)
    await Promise.all([moving, paying])
  })
  const archived = holders.map((holder) => archiveWhilePlacing(server, staff, holder, prng))
  await Promise.all([...work, ...archived])
  const { signal } = await server.exited
  if (signal !== 'SIGKILL') throw new Error(`it ended by itself:\n${server.output}`)
}

/** The faults of the account by what anybody says of it; none when its move is whole. */
async function problems(server: ServerProcess, staff: Signature, mover: Mover): Promise<string[]> {
  const { login, to, had } = mover
  const found: string[] = []
  const lines = await server.ask<{ items: unknown[] }>(
    `GET /admin/v1/journal?login=${login}&kind=account.group`,
    staff,
  )
  const hasMoved = lines.data.items.length === 1
  const group = hasMoved ? to : STANDARD
  const { data } = await server.ask(`GET /admin/v1/accounts/${login}`, staff)
  if (lines.data.items.length > 1) found.push('moved twice')
  if (data['group'] !== group) found.push(`in ${data['group']} by its row, in ${group} by its line`)
  if (data['version'] !== (hasMoved ? 2 : 1)) found.push(`version ${data['version']}`)
  if (mover.wasAnswered && !hasMoved) found.push('its answered move is lost')
  const digits = group === YEN ? 0 : 2
  const amounts = [had, String(Number(had) + 100)].map((text) => Number(text).toFixed(digits))
  const balance = String(data['balance'])
  // Cents that are read as yen would show here: the shard writes by the group that it has.
  if (!amounts.includes(balance)) found.push(`${balance} in ${group}`)
  if (mover.wasPaid && balance !== amounts[1]) found.push('its answered deposit is lost')
  const session = await server.signInTrader(login)
  const own = (await server.ask('GET /trader/v1/account', session)).data
  if (own['group'] !== group) found.push(`a session says ${own['group']}`)
  if (own['currency'] !== (group === YEN ? 'JPY' : 'USD')) found.push(`in ${own['currency']}`)
  const { code } = await deposit(server, staff, login, '1', 3)
  if (code !== 'ok') found.push(`a deposit is answered ${code}: it is held for ever`)
  return found.map((what) => `${login}: ${what}`)
}

t.test(
  `a move, or an archiving, is whole or not made, killed at each step ${ROUNDS} times`,
  async (t) => {
    const dataDir = scratch(t)
    const prng = new Prng(20261121)
    const total = ROUNDS * STEPS.length
    const at = (round: number) => STEPS[round % STEPS.length] as (typeof STEPS)[number]
    /** The settings that kill it at the round's step; nothing else than moves and archivings comes there. */
    const killedIn = (round: number): Readonly<Record<string, string>> => {
      if (round === total) return {}
      const [step, laterMsMax] = at(round)
      return {
        KILL_AT: step,
        KILL_TIMES: String(1 + prng.below(FRESH + FUNDED - 1)),
        KILL_LATER_MS: String(laterMsMax === 0 ? 0 : 1 + prng.below(laterMsMax)),
      }
    }
    let server = await start(dataDir, killedIn(0))
    let staff = await server.signInStaff()
    await server.sure('POST /admin/v1/groups', staff, {
      path: YEN,
      currency: 'JPY',
      currency_digits: 0,
    })
    const answered = { moves: 0, archived: 0, deposits: 0 }
    for (let round = 0; round < total; round++) {
      const [step, laterMsMax] = at(round)
      const movers = await openMovers(server, staff)
      const holders = await openHolders(server, staff)
      await killedWhileMoving(server, staff, movers, holders, prng)
      server = await start(dataDir, killedIn(round + 1))
      staff = await server.signInStaff()
      const found: string[] = []
      for (const mover of movers) found.push(...(await problems(server, staff, mover)))
      for (const holder of holders) found.push(...(await archiveProblems(server, staff, holder)))
      t.same(found, [], `killed at ${step}${laterMsMax === 0 ? '' : ', and some ms'}`)
      answered.moves += movers.filter(({ wasAnswered }) => wasAnswered).length
      answered.archived += holders.filter(({ wasArchived }) => wasArchived).length
      answered.deposits += movers.filter(({ wasPaid }) => wasPaid).length
    }
    t.comment(JSON.stringify(answered))
    await server.terminate()
    t.same(await verifyAll(dataDir, SHARDS), [])
  },
)
