import { setTimeout } from 'node:timers/promises'
import { volumeFromText } from '../../engine/numbers/decimal.js'
import type { Prng } from '../../engine/numbers/prng.js'
import { newestArchive } from '../../storage/backup/archives.js'
import { openLogFile } from '../../storage/log/open-file.js'
import { logDirectory, sqlitePath } from '../../storage/paths.js'
import { accountStatesRepo } from '../../storage/repos/accounts/account-states.js'
import { openOrdersRepo } from '../../storage/repos/trades/open-orders.js'
import { openReader } from '../../storage/sqlite/open.js'
import { verify } from '../../storage/verify/verify.js'
import type { View } from './account-fold.js'
import { minor } from './account-fold.js'
import { isFleeting, type Load, type LoadRequest } from './load.js'
import type { LogAudit } from './log-audit.js'
import { serverNow } from './server-clock.js'
import { pause, type ServerProcess, type Signature } from './server-process.js'
import type { Terminal } from './terminal.js'

/**
 * Holds a restarted server against what its clients were told before: nothing lost, nothing done
 * twice, and the ledger adds up. The clients have connected and resumed, and nobody trades meanwhile.
 */
export interface AuditOptions {
  readonly server: ServerProcess
  readonly staff: Signature
  readonly load: Load
  readonly log: LogAudit
  readonly shards: number
  readonly prng: Prng
  /** Replays all of the log as `openfloor verify` does. */
  readonly isThorough: boolean
}

export interface Findings {
  /** Requests of the round that had their answer before the crash, and that had none. */
  readonly answered: number
  readonly unknown: number
  readonly lost: readonly string[]
  readonly doubled: readonly string[]
  readonly gaps: readonly string[]
  readonly differences: readonly string[]
}

const OLD_REPEATS = 100
const REPEATS_AT_ONCE = 256
/** Far beyond the time after which whatever a provider does not answer is given up or asked for again. */
const BUSY_MAX_MS = 60_000
const BUSY_LOOK_MS = 50
const LOOKS_MAX = 5
const REMEMBERED_MS = 6 * 86_400_000
const PROJECTED_MAX_MS = 120_000

export async function audit(options: AuditOptions): Promise<Findings> {
  const { load, log } = options
  const before = load.round.filter(({ told }) => told !== undefined)
  const unknown = load.round.length - before.length
  await log.advance()
  const lost = before.flatMap((asked) => missing(asked, load, log))
  lost.push(...(await missingAccounts(options)))
  const gaps = load.terminals.flatMap((terminal) => gapsOf(terminal, load))

  // Once more each, then those that had no answer a second time.
  await repeatAll(options, [...load.round, ...someOld(options)])
  await repeatAll(
    options,
    load.round.filter((asked) => !before.includes(asked)),
  )
  // Some were answered that another one of the same order or position waits, for its provider, say.
  const mute = () => load.round.filter(({ told }) => told === undefined)
  const until = performance.now() + BUSY_MAX_MS
  while (mute().length > 0 && performance.now() < until) {
    await repeatAll(options, mute())
    if (mute().length > 0) await setTimeout(BUSY_LOOK_MS)
  }
  lost.push(...load.problems.splice(0))
  lost.push(...mute().map(({ key }) => `${key} mute`))

  await log.advance()
  lost.push(...load.round.flatMap((asked) => missing(asked, load, log)))
  const doubled = log.problems.splice(0)
  let differences: string[] = []
  // An order may expire while it is looked: then the log that was read is not the newest.
  for (let looks = 0; looks < LOOKS_MAX; looks++) {
    const { records } = log
    differences = (await Promise.all(load.terminals.map((one) => compare(one, log)))).flat()
    differences.push(...strangers(options))
    differences.push(...(await projectionDifferences(options)))
    await log.advance()
    if (log.records === records) break
  }
  doubled.push(...log.problems.splice(0))
  return { answered: before.length, unknown, lost, doubled, gaps, differences }
}

/** Everything that was told is in the log, as it was told; but not what was refused at once. */
function missing(asked: LoadRequest, load: Load, log: LogAudit): string[] {
  const { login, key, told } = asked
  if (told === undefined || told.code === 'invalid_input') return []
  const logged = log.account(login).keys.get(key)
  // One that was refused long ago may have been decided anew, and that answer lost.
  if (isFleeting(told) && (logged === undefined || load.isForgotten(asked))) return []
  if (logged === undefined) return [`${login} ${key} was told ${told.code} and is not in the log`]
  const dealId = Number(told.data?.['deal_id'] ?? 0)
  const orderId = Number(told.data?.['order_id'] ?? 0)
  const seq = Number(told.data?.['projection_seq'] ?? logged.recordSeq)
  const isSame = logged.code === told.code && logged.recordSeq === seq
  const isOfIt = told.data === null || (logged.dealId === dealId && logged.orderId === orderId)
  if (isSame && isOfIt) return []
  return [`${login} ${key} was told ${JSON.stringify(told)}, logged ${JSON.stringify(logged)}`]
}

async function missingAccounts({ load, server, staff }: AuditOptions): Promise<string[]> {
  const lost: string[] = []
  for (const login of load.opened) {
    const { code } = await server.ask(`GET /admin/v1/accounts/${login}`, staff)
    if (code !== 'ok') lost.push(`account ${login} was opened, and reads as ${code}`)
  }
  return lost
}

function gapsOf(terminal: Terminal, load: Load): string[] {
  const { fold, login } = terminal
  const toldSeq = load.toldSeq.get(login) ?? 0
  const problems = fold.problems.splice(0).map((what) => `${login}: ${what}`)
  if (fold.seq >= toldSeq) return problems
  return [...problems, `${login} stands at ${fold.seq}, ${toldSeq} was told`]
}

/** Some of the requests whose ids are remembered for certain. */
function someOld({ load, prng }: AuditOptions): LoadRequest[] {
  const since = serverNow() - REMEMBERED_MS
  const all = [...load.asked.values()].filter(({ at }) => at > since)
  return Array.from({ length: OLD_REPEATS }, () => all[prng.below(all.length)] as LoadRequest)
}

async function repeatAll(options: AuditOptions, requests: readonly LoadRequest[]): Promise<void> {
  const { load, server, staff } = options
  const waiting = [...requests]
  const lane = async (): Promise<void> => {
    for (let asked = waiting.pop(); asked !== undefined; asked = waiting.pop()) {
      if (asked.kind === 'balance') await load.repeatBalance(asked, server, staff)
      else await load.repeat(asked, terminalOf(options, asked.login))
    }
  }
  await Promise.all(Array.from({ length: REPEATS_AT_ONCE }, lane))
}

function terminalOf({ load, prng }: AuditOptions, login: number): Terminal {
  const own = load.terminals.filter((terminal) => terminal.login === login)
  return own[prng.below(own.length)] as Terminal
}

/** The client's fold, the server's snapshot and the log say the same. */
async function compare(terminal: Terminal, log: LogAudit): Promise<string[]> {
  const snapshot = await terminal.snapshot()
  const { login } = terminal
  const found = terminal.fold.differences(snapshot)
  const logged = log.account(login)
  const { money } = snapshot['account'] as { readonly money: View }
  const volumes = new Map(
    (snapshot['positions'] as View[]).map((position) => [
      Number(position['id']),
      volumeFromText(String(position['volume'])),
    ]),
  )
  const orders = new Map(
    (snapshot['orders'] as View[]).map((order) => [Number(order['id']), order['version']]),
  )
  const pairs: [string, unknown, unknown][] = [
    ['seq', Number(snapshot['seq']), logged.seq],
    ['balance', minor(money['balance']), logged.balance],
    ['credit', minor(money['credit']), logged.credit],
    ['positions', volumes.size, logged.volumes.size],
    ['orders', orders.size, logged.orders.size],
    ...[...orders].map(([id, version]): [string, unknown, unknown] => [
      `order ${id}`,
      version,
      logged.orders.get(id)?.version,
    ]),
    ...[...volumes].map(([id, volume]): [string, unknown, unknown] => [
      `position ${id}`,
      volume,
      logged.volumes.get(id),
    ]),
  ]
  for (const [what, shown, summed] of pairs) {
    if (shown !== summed) found.push(`${what}: the snapshot says ${shown}, the log ${summed}`)
  }
  return found.map((what) => `${login}: ${what}`)
}

/** Nothing is in the log that nobody asked for. What a provider traded too late has a key of its own. */
function strangers({ load, log }: AuditOptions): string[] {
  return load.round.length === 0
    ? []
    : [...log.accounts].flatMap(([login, account]) =>
        [...account.keys.keys()]
          .filter((key) => !/^(b:00000000-|x:)/.test(key) && !load.asked.has(`${login} ${key}`))
          .map((key) => `${login}: nobody asked ${key}`),
      )
}

async function projectionDifferences(options: AuditOptions): Promise<string[]> {
  const { server, log, shards, isThorough } = options
  if (!(await isProjected(server, log.newest))) {
    const { body } = await server.health()
    return [`the projection stays, the log has ${log.newest}: ${JSON.stringify(body)}`]
  }
  const db = openReader(sqlitePath(server.dataDir))
  const states = accountStatesRepo(db)
  const found: string[] = []
  for (const [login, { seq, recordSeq, balance, credit, deals }] of log.accounts) {
    const stored = states.get(login)
    const shown = JSON.stringify({
      seq: stored?.seq,
      recordSeq: stored?.recordSeq,
      balance: stored?.balance,
      credit: stored?.credit,
      deals: stored?.deals,
    })
    const summed = JSON.stringify({ seq, recordSeq, balance, credit, deals })
    if (shown !== summed) found.push(`${login}: the tables say ${shown}, the log ${summed}`)
  }
  found.push(...orderDifferences(options, openOrdersRepo(db)))
  if (isThorough) found.push(...(await verifyAll(server.dataDir, shards)))
  db.close()
  return found
}

/** The orders that rest by the tables and by the log. */
function orderDifferences(
  { log, shards }: AuditOptions,
  tables: ReturnType<typeof openOrdersRepo>,
): string[] {
  const found: string[] = []
  const logged = new Map<string, number>()
  for (const [login, { orders }] of log.accounts) {
    for (const [id, { version }] of orders) logged.set(`${login} ${id}`, version)
  }
  for (let shard = 0; shard < shards; shard++) {
    for (const [login, { id, version }] of tables.ofShard(shard, shards)) {
      const key = `${login} ${id}`
      const own = logged.get(key)
      logged.delete(key)
      if (own !== version) found.push(`order ${key}: version ${version}, by the log ${own}`)
    }
  }
  for (const key of logged.keys()) found.push(`order ${key} rests and is not in the tables`)
  return found
}

export async function isProjected(server: ServerProcess, seq: number): Promise<boolean> {
  const giveUpAt = performance.now() + PROJECTED_MAX_MS
  while (performance.now() < giveUpAt) {
    const { body } = await server.health()
    if (Number(body.projection_seq ?? 0) >= seq) return true
    await pause(5)
  }
  return false
}

/** `openfloor verify`, on a directory whose server may run. */
export async function verifyAll(dataDir: string, shards: number): Promise<string[]> {
  const db = openReader(sqlitePath(dataDir))
  const logs = Array.from({ length: shards }, (_, shard) =>
    openLogFile(logDirectory(dataDir, shard)),
  )
  // Of a log that was trimmed the replay begins with the copy that was taken before.
  const path = newestArchive(dataDir)
  const archive = path === undefined ? undefined : openReader(path)
  const { differences } = verify({ db, logs, ...(archive === undefined ? {} : { archive }) })
  await Promise.all(logs.map((log) => log.close()))
  for (const tables of [db, archive]) tables?.close()
  return differences.map((one) => `verify: ${JSON.stringify(one)}`)
}
