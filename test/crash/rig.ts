import { Prng } from '../../engine/numbers/prng.js'
import { clusterEnv, forgetLogs, makeCluster } from '../given/cluster.js'
import type { Postgres } from '../given/postgres.js'
import { audit, type Findings } from './audit.js'
import { Load } from './load.js'
import { LogAudit } from './log-audit.js'
import { SecondParty } from './second-party.js'
import { serverNow } from './server-clock.js'
import {
  CHEAP_SERVER,
  pause,
  ServerProcess,
  type StaffSession,
  type TraderSession,
} from './server-process.js'
import { addSleepers } from './sleepers.js'
import { undoneDays } from './undone-days.js'

/** A server, the clients that load it, and the auditor of its log: what every crash test begins with. */
export interface RigOptions {
  readonly dataDir: string
  readonly seed: number
  readonly accounts?: number
  /** Accounts beside those that trade. */
  readonly sleepers?: number
  /** Requests that each of an account's two sockets keeps in flight. */
  readonly inFlight?: number
  /** Orders go to a second party, which lives on. */
  readonly hasProvider?: boolean
  /** It speaks FIX, and its line is cut so often while there is load. */
  readonly fixCuts?: number | undefined
  /** Only orders of this group go to it. */
  readonly providerGroup?: string | undefined
  readonly env?: Readonly<Record<string, string>>
  /** A file that the first start writes its output to. */
  readonly outputFile?: string | undefined
  /** A database keeps the logs, and each start finds the directory without its own. */
  readonly database?: Pick<Postgres, 'url'> | undefined
}

export const SHARDS = 2
/** Hedging and netting, commissions at once and by the day; the poor come to their margin call. */
const ACCOUNTS = [
  ['demo\\standard', '1000000.00'],
  ['real\\standard', '1000000.00'],
  ['demo\\netting', '1000000.00'],
  ['real\\ecn', '1000000.00'],
  ['demo\\standard', '900.00'],
  ['demo\\netting', '300.00'],
] as const
const DAILY = {
  mask: '*',
  mode: 'percent',
  charge: 'daily',
  tiers: [{ from: '0', to: '0', value: '0.004', min: '0', max: '0' }],
}
/** So that a kill meets orders that are started and not decided. */
const DELAY = {
  name: 'Wait a moment',
  position: 1,
  action: 'delay',
  action_value: '40',
  request_kinds: ['open', 'close', 'close_by', 'place'],
  conditions: [{ field: 'symbol', op: 'eq', value: 'EURJPY' }],
}
/** Busy, so that orders fill and stops fire all the time. */
const MARKET = { DEMO_TICKS_PER_SEC: '500' } as const
/** Longer than a tick takes from the feed to the log. */
const QUIET_MS = 100
const SWITCH_TRIES = 200
const REFRESH_BEFORE_MS = 5 * 60_000
/** Where a provider is away half of the time, most of what is asked is refused. */
const REFUSED_REST_MS = 20

export class Rig {
  readonly load: Load
  readonly log: LogAudit
  readonly prng: Prng
  readonly provider: SecondParty | undefined
  server: ServerProcess
  staff: StaffSession
  readonly #options: RigOptions
  readonly #traders: Map<number, TraderSession>

  private constructor(
    options: RigOptions,
    server: ServerProcess,
    staff: StaffSession,
    traders: Map<number, TraderSession>,
    provider: SecondParty | undefined,
  ) {
    const { seed, inFlight = 8 } = options
    this.#options = options
    this.server = server
    this.staff = staff
    this.provider = provider
    this.#traders = traders
    this.prng = new Prng(seed + 1)
    const restMs = options.fixCuts === undefined ? undefined : REFUSED_REST_MS
    this.load = new Load({ seed, logins: [...traders.keys()], inFlight, restMs })
    this.log = new LogAudit(options.dataDir, SHARDS)
  }

  /** Accounts with money, signed in and connected. */
  static async begin(options: RigOptions): Promise<Rig> {
    const { dataDir, sleepers = 0, seed, database } = options
    if (database !== undefined) await makeCluster(dataDir, database, SHARDS, CHEAP_SERVER)
    if (sleepers > 0) await addSleepers(dataDir, SHARDS, sleepers)
    const provider = options.hasProvider
      ? await SecondParty.start({
          dataDir,
          shards: SHARDS,
          seed,
          speaksFix: options.fixCuts !== undefined,
          group: options.providerGroup,
        })
      : undefined
    const server = await ServerProcess.start({
      dataDir,
      shards: SHARDS,
      env: envOf(options),
      script: provider?.script,
      outputFile: options.outputFile,
    })
    const staff = await server.signInStaff()
    const traders = new Map<number, TraderSession>()
    await server.change('/admin/v1/groups/real%5Cstandard', staff, { commissions: [DAILY] })
    await provider?.attach(server, staff)
    await server.sure('POST /admin/v1/routing', staff, DELAY)
    for (let i = 0; i < (options.accounts ?? ACCOUNTS.length); i++) {
      const [group, deposit] = ACCOUNTS[i % ACCOUNTS.length] as (typeof ACCOUNTS)[number]
      const login = await server.openAccount(staff, group, deposit)
      traders.set(login, await server.signInTrader(login))
      provider?.opened(login, group)
    }
    const rig = new Rig(options, server, staff, traders, provider)
    await rig.connect()
    return rig
  }

  get dataDir(): string {
    return this.#options.dataDir
  }

  get script(): readonly string[] {
    return this.provider?.script ?? CHEAP_SERVER
  }

  get env(): Readonly<Record<string, string>> {
    return envOf(this.#options)
  }

  /** Before a start: what a database keeps is nowhere else. */
  forgetLogs(): void {
    if (this.#options.database !== undefined) forgetLogs(this.dataDir)
  }

  /** Another node is at work. */
  moveTo(server: ServerProcess): void {
    this.server = server
    this.load.servers++
    this.load.hangUp()
    this.log.readFrom(server.dataDir)
    this.provider?.readFrom(server.dataDir)
  }

  /** Load until it has been answered for so long. */
  async loadFor(ms: number): Promise<void> {
    await this.provider?.begin(this.server, this.staff)
    await this.load.start(this.server, this.staff)
    await this.provider?.cut(this.#options.fixCuts ?? 0)
    await new Promise((resolve) => setTimeout(resolve, ms))
  }

  /** Starts the server on the same data, after its end. */
  async start(awaitHealth = true): Promise<void> {
    const { dataDir } = this.#options
    const { script, env } = this
    this.forgetLogs()
    this.provider?.clockMoved()
    this.server = await ServerProcess.start({
      dataDir,
      shards: SHARDS,
      env,
      awaitHealth,
      script,
    })
    this.load.servers++
  }

  async kill(): Promise<void> {
    await this.server.kill()
    this.provider?.abandoned()
  }

  /** Every terminal that is not connected resumes. */
  async connect(): Promise<void> {
    const { port } = this.server
    await this.load.connect(port, (login) => this.trader(login).accessToken)
  }

  /** One terminal hangs up and resumes while the others trade on. */
  async reconnectOne(): Promise<void> {
    const { terminals } = this.load
    terminals[this.prng.below(terminals.length)]?.hangUp()
    await this.connect()
  }

  /**
   * With the days ended that are over, and the market at rest, so that no order fills and no stop fires
   * meanwhile. `isSilent`: what the provider is silent to is given up before.
   */
  async audit(isThorough: boolean, isSilent = false): Promise<Findings> {
    const { server, staff, load, log, prng, provider } = this
    const undone = (isSilent && (await provider?.outlast(log))) || []
    undone.push(...((await provider?.settle(log)) ?? []))
    undone.push(...(await undoneDays(log)))
    await this.#quote(false)
    undone.push(...((await provider?.settle(log)) ?? []))
    const found = await audit({ server, staff, load, log, shards: SHARDS, prng, isThorough })
    undone.push(...((await provider?.settle(log)) ?? []))
    const differences = [...found.differences, ...((await provider?.audit()) ?? [])]
    await this.#quote(true)
    return { ...found, lost: [...undone, ...found.lost], differences }
  }

  /** Switches the datafeed, and waits until nothing comes of its last ticks any more. */
  async #quote(enabled: boolean): Promise<void> {
    const { server, staff, log } = this
    const change = () => server.change('/admin/v1/datafeeds/1', staff, { enabled })
    // Databases that were mended just now may be silent for a moment.
    for (let tries = 1; ; tries++) {
      const error = await change().then(
        () => undefined,
        (why: unknown) => why,
      )
      if (error === undefined) break
      if (tries === SWITCH_TRIES) throw error
      await pause(QUIET_MS)
    }
    for (let before = -1; !enabled && before < log.records; ) {
      before = log.records
      await pause(QUIET_MS)
      await log.advance()
    }
  }

  trader(login: number): TraderSession {
    return this.#traders.get(login) as TraderSession
  }

  /** Signs in after days in which nobody came. */
  async signInAgain(): Promise<void> {
    this.staff = await this.server.signInStaff()
    for (const login of this.#traders.keys()) {
      this.#traders.set(login, await this.server.signInTrader(login))
    }
  }

  /** Sessions outlive crashes; they only grow old. */
  async refreshSessions(): Promise<void> {
    const soon = serverNow() + REFRESH_BEFORE_MS
    if (this.staff.expiresAt < soon) this.staff = await this.server.refreshStaff(this.staff)
    for (const [login, session] of this.#traders) {
      if (session.expiresAt < soon) {
        this.#traders.set(login, await this.server.refreshTrader(session))
      }
    }
  }

  async end(): Promise<void> {
    this.load.hangUp()
    await this.server.kill()
    await this.provider?.stop()
  }
}

function envOf({ env, database }: RigOptions): Readonly<Record<string, string>> {
  const cluster = database === undefined ? {} : clusterEnv(database)
  return { ...MARKET, ...cluster, ...env }
}
