import { Prng } from '../../engine/prng.js'
import { audit, type Findings } from './audit.js'
import { Load } from './load.js'
import { LogAudit } from './log-audit.js'
import {
  pause,
  ServerProcess,
  type StaffSession,
  serverNow,
  type TraderSession,
} from './server-process.js'

/** A server, the clients that load it, and the auditor of its log: what every crash test begins with. */
export interface RigOptions {
  readonly dataDir: string
  readonly seed: number
  readonly accounts?: number
  /** Requests that each of an account's two sockets keeps in flight. */
  readonly inFlight?: number
  readonly env?: Readonly<Record<string, string>>
}

export const SHARDS = 2
const GROUPS = ['demo\\standard', 'real\\standard'] as const
const DEPOSIT = '1000000.00'
/** Busy, so that orders fill and stops fire all the time. */
const MARKET = { DEMO_TICKS_PER_SEC: '500' } as const
/** Longer than a tick takes from the feed to the log. */
const QUIET_MS = 100
const REFRESH_BEFORE_MS = 5 * 60_000

export class Rig {
  readonly load: Load
  readonly log: LogAudit
  readonly prng: Prng
  server: ServerProcess
  staff: StaffSession
  readonly #options: RigOptions
  readonly #traders: Map<number, TraderSession>

  private constructor(
    options: RigOptions,
    server: ServerProcess,
    staff: StaffSession,
    traders: Map<number, TraderSession>,
  ) {
    const { seed, inFlight = 8 } = options
    this.#options = options
    this.server = server
    this.staff = staff
    this.#traders = traders
    this.prng = new Prng(seed + 1)
    this.load = new Load({ seed, logins: [...traders.keys()], inFlight })
    this.log = new LogAudit(options.dataDir, SHARDS)
  }

  /** Accounts with money, signed in and connected. */
  static async begin(options: RigOptions): Promise<Rig> {
    const { dataDir, env = {} } = options
    const server = await ServerProcess.start({ dataDir, env: { ...MARKET, ...env } })
    const staff = await server.signInStaff()
    const traders = new Map<number, TraderSession>()
    for (let i = 0; i < (options.accounts ?? 4); i++) {
      const login = await server.openAccount(staff, GROUPS[i % GROUPS.length] as string, DEPOSIT)
      traders.set(login, await server.signInTrader(login))
    }
    const rig = new Rig(options, server, staff, traders)
    await rig.connect()
    return rig
  }

  get dataDir(): string {
    return this.#options.dataDir
  }

  /** Load until it has been answered for so long. */
  async loadFor(ms: number): Promise<void> {
    await this.load.start(this.server, this.staff)
    await new Promise((resolve) => setTimeout(resolve, ms))
  }

  /** After the server's end: it starts again on the same data. */
  async start(awaitHealth = true): Promise<void> {
    const { dataDir, env = {} } = this.#options
    const market = { ...MARKET, ...env }
    this.server = await ServerProcess.start({ dataDir, env: market, awaitHealth })
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

  /** With the market at rest, so that no order fills and no stop fires meanwhile. */
  async audit(isThorough: boolean): Promise<Findings> {
    const { server, staff, load, log, prng } = this
    await this.#quote(false)
    const found = await audit({ server, staff, load, log, shards: SHARDS, prng, isThorough })
    await this.#quote(true)
    return found
  }

  /** Switches the datafeed, and waits until nothing comes of its last ticks any more. */
  async #quote(enabled: boolean): Promise<void> {
    const { server, staff, log } = this
    const path = '/admin/v1/datafeeds/1'
    const { data } = await server.ask(`GET ${path}`, staff)
    const change = { enabled, version: data['version'] }
    const { code, message } = await server.ask(`PATCH ${path}`, staff, change)
    if (code !== 'ok') throw new Error(`the datafeed was not switched: ${code} ${message}`)
    for (let before = -1; !enabled && before < log.records; ) {
      before = log.records
      await pause(QUIET_MS)
      await log.advance()
    }
  }

  trader(login: number): TraderSession {
    return this.#traders.get(login) as TraderSession
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
  }
}
