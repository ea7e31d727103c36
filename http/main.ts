import { readFileSync } from 'node:fs'
import { ensureAdministrator } from '../actors/desk/start/administrator.js'
import { QueryPool } from '../actors/queries/pool.js'
import { prepareDataDir } from '../actors/server/data-dir.js'
import { Retention, RetentionPool } from '../actors/server/retention.js'
import { Supervisor } from '../actors/server/supervisor.js'
import { Passwords } from '../actors/sign-in/passwords.js'
import { SignInClient } from '../actors/sign-in/sign-in-client.js'
import { createClockMemory, systemClock } from '../actors/thread/clock.js'
import { createLogger } from '../actors/thread/logger.js'
import { requestId } from '../actors/thread/random.js'
import { RIGHTS } from '../engine/access/rights.js'
import { compileBook } from '../engine/book/book.js'
import { NO_RECORDS } from '../engine/config/records.js'
import { CARRIED_OUT_RATE, STAFF_FRAME_RATE, TRADER_FRAME_RATE } from '../engine/limits.js'
import { catalog } from './catalog.js'
import { documentsOf } from './docs/documents.js'
import { frontMetrics } from './metrics/front-metrics.js'
import { healthNotes } from './metrics/health-notes.js'
import { FrontMetrics } from './metrics/metrics.js'
import { serverMetrics } from './metrics/server-metrics.js'
import { frontRates } from './pipeline/front-rates.js'
import { Pipeline } from './pipeline/pipeline.js'
import { SESSION_RATE } from './pipeline/rate.js'
import type { Route } from './pipeline/route.js'
import type { FrontServices } from './pipeline/services.js'
import { AccountReader } from './routes/accounts/account-reader.js'
import { MarketReader } from './routes/symbols/market-reader.js'
import type { Documents, Health } from './routes/system/system.js'
import { systemRoutes } from './routes/system/system.js'
import { ClientAddress } from './server/client-address.js'
import { Connections, connectionBounds, openFilesMax } from './server/connections.js'
import { Door, type Phase } from './server/door.js'
import { HttpServer } from './server/server.js'
import { loadSessions, SessionStore } from './sessions/session-store.js'
import { defaultShards, type Settings } from './settings.js'
import type { LiveSocketsOptions } from './socket/live-sockets.js'
import { Quotes } from './socket/quotes.js'
import { SocketCounts } from './socket/socket-counts.js'
import { AccountWatchers } from './socket/staff/account-watchers.js'
import { configOps } from './socket/staff/config-ops.js'
import { DealingDesk } from './socket/staff/dealing-desk.js'
import { dealingOps } from './socket/staff/dealing-ops.js'
import { journalOps } from './socket/staff/journal-ops.js'
import { StaffSockets } from './socket/staff/staff-sockets.js'
import { watchOps } from './socket/staff/watch-ops.js'
import { TraderSettings } from './socket/trader-settings.js'
import { TraderSockets } from './socket/trader-sockets.js'
import { addLiveSocket } from './socket/upgrade.js'

/**
 * The composition root: builds every part once, in the order in which it is needed, and takes it down
 * in the reverse order.
 */
export interface RunningServer {
  readonly port: number
  /** Stops accepting, finishes what was accepted, closes everything. */
  stop(): Promise<void>
}

const SOCKETS_GRACE_MS = 1_000
const REQUESTS_GRACE_MS = 1_000
const SWEEP_MS = 1_000
const DESK_SWEEP_MS = 60_000
const VERSION = version()

/** What tests put in the place of a part. */
export interface Drill {
  /** What gateways speak with in place of their own modules. */
  readonly sessionModule?: string
  /** By which the test moves the machine's wall clock (actors/thread/clock.ts). */
  readonly clockMemory?: SharedArrayBuffer
  /** Recovering and draining go on when this resolves; the server listens on the port. */
  readonly holdPhase?: (phase: Phase, port: number) => Promise<void>
}

export async function startServer(settings: Settings, drill: Drill = {}): Promise<RunningServer> {
  const logger = createLogger(settings.logLevel, 'front')
  const offset = settings.clockStartMs
  const { clockMemory = createClockMemory() } = drill
  const clockOffsetMs = offset === undefined ? 0 : offset - systemClock().now()
  const clock = systemClock(clockOffsetMs, clockMemory)
  if (offset !== undefined) {
    logger.warn(
      { now: new Date(clock.now()).toISOString() },
      'CLOCK_START is a drill: this is not the time',
    )
  }
  if (!settings.rateLimits) logger.warn({}, 'RATE_LIMITS is off: nobody is held to a rate')
  const prepared = prepareDataDir(settings.dataDir, settings.secretKey)
  const shards = settings.shards ?? prepared.shards ?? defaultShards()
  const passwords = new Passwords()
  const sessions = new SessionStore(clock)
  const door = new Door()
  const addresses = new ClientAddress(settings.trustedProxies)
  const rates = frontRates(settings.rateLimits, (address) => addresses.isShared(address))
  const bounds = connectionBounds(openFilesMax())
  const connections = new Connections(bounds.plain, clock, addresses, rates.connections)
  const counts = new SocketCounts({
    ...{ all: bounds.live, keptForStaff: bounds.liveKept, isHeld: settings.rateLimits },
    isShared: (address) => addresses.isShared(address),
  })
  let port = settings.port
  // Of pages beside the server's own that may open sockets with cookies; none before there is a book.
  let origins: ReadonlySet<string> = new Set()
  const supervisor: Supervisor = new Supervisor(
    {
      dataDir: settings.dataDir,
      shards,
      demo: settings.demo,
      simulatorTicksPerSec: settings.demoTicksPerSec,
      secretKey: prepared.secretKey,
      administratorRights: RIGHTS,
      utcOffsetMin: settings.utcOffsetMin,
      clockOffsetMs,
      diskReserveBytes: settings.diskReserveBytes,
      projectionLagMax: settings.projectionLagMax,
      outboundAllow: settings.outboundAllow,
      ...(settings.rateLimits ? { requestRate: CARRIED_OUT_RATE } : {}),
      priceRetention: { ticks: settings.tickRetentionDays, minutes: settings.candleRetentionDays },
      clock,
      logger,
      ...drill,
      clockMemory,
      holdRecovery: async () => drill.holdPhase?.(door.phase, port),
    },
    {
      onBatch: (_shard, batch) => sockets.onBatch(batch),
      onDealing: (shard, event) => dealing.onDealing(shard, event),
      onWatched: (frames) => watchers.onWatched(frames),
      onShardReady: (shard) => {
        dealing.onShardReady(shard)
        sockets.onShardReady(shard)
      },
      onShardDeath: (shard) => {
        dealing.onShardDeath(shard)
        watchers.onShardDeath(shard)
        sockets.onShardDeath(shard)
      },
      onMoved: () => quotes.moved(),
      onBook: (book) => {
        quotes.setBook(book)
        origins = new Set(book.records.settings[0]?.allowed_origins)
      },
      onDesk: async () => signIn.know(await loadSessions(supervisor, sessions)),
      onDeskEvent: (event) => {
        if (event.type === 'auth') sessions.take(event.event)
        if (event.type === 'config') traderSettings.tell(event.change, supervisor.book)
        staffSockets.onDeskEvent(event)
      },
    },
  )
  const dealing = new DealingDesk(supervisor.shards, requestId)
  const watchers = new AccountWatchers(supervisor.shards, () => supervisor.book)
  const quotes = new Quotes(supervisor.board, compileBook(NO_RECORDS))
  const signIn = new SignInClient(supervisor, passwords, clock, {
    hasRates: settings.rateLimits,
    isShared: (address) => addresses.isShared(address),
  })
  const traderSettings = new TraderSettings()
  const rateOf = <Rate>(rate: Rate): Rate | null => (settings.rateLimits ? rate : null)
  const signedInSockets: LiveSocketsOptions = {
    clock,
    sessions,
    counts,
    logout: async (session, address) => {
      const origin = { ip: address, requestId: requestId() }
      const refusal = await signIn.logout(session.id, origin)
      if (refusal === null) sessions.close(session.id)
      return refusal
    },
  }
  const sockets: TraderSockets = new TraderSockets({
    ...signedInSockets,
    shards: supervisor.shards,
    quotes,
    settings: traderSettings,
    market: {
      symbols: (...asked) => market.symbols(...asked),
      candles: (...asked) => market.candles(...asked),
      failed: (error) => logger.error({ err: error }, 'a question about the market failed'),
    },
    rate: rateOf(TRADER_FRAME_RATE),
  })
  const staffSockets = new StaffSockets({
    ...signedInSockets,
    families: [
      configOps(() => supervisor.book),
      journalOps,
      dealingOps(dealing),
      watchOps(watchers, () => supervisor.counters.sequence),
    ],
    rate: rateOf(STAFF_FRAME_RATE),
  })
  const queries = new QueryPool({ dataDir: settings.dataDir, clock })
  const { history } = supervisor
  const market = new MarketReader({ book: () => supervisor.book, clock, queries, history })
  const services: FrontServices = {
    clock,
    supervisor,
    passwords,
    sessions,
    signIn,
    queries,
    market,
    dealing,
    accounts: new AccountReader(
      {
        stored: (login) => supervisor.ask('accounts.get', { login }),
        shardOf: (login) => supervisor.shardOf(login),
      },
      clock,
    ),
    serverClock: () => supervisor.book.clock,
    mayRefresh: (token) => rates.mayRefresh(token, clock.monotonic()),
    socketsOf: (session) => sockets.live.ofSession(session) + staffSockets.live.ofSession(session),
  }
  const metrics = new FrontMetrics()
  let documents: Documents | undefined
  const routes: readonly Route[] = [
    ...catalog,
    ...systemRoutes({
      health: () => healthOf(door.phase, supervisor),
      metrics,
      authenticator: sessions,
      documents: () => (documents ??= documentsOf(routes, VERSION)),
    }),
  ]
  const pipeline = new Pipeline({
    routes,
    authenticator: sessions,
    services,
    ...{ door, rate: rates.session, strangers: rates.strangers },
    onFailure: (error, route, request) => logger.error({ err: error, route, request }, 'failed'),
    rate: rateOf(SESSION_RATE),
    observe: (route, status, ms) => metrics.observe(route, status, ms),
  })
  const server = new HttpServer({
    host: settings.host,
    port: settings.port,
    ...(settings.tls === undefined ? {} : { tls: settings.tls }),
    trustedProxies: settings.trustedProxies,
    pipeline,
    clock,
    connections,
    sockets: (app, edge) => {
      quotes.attach(app)
      traderSettings.attach(app)
      const common = { sessions, allowedOrigins: () => origins }
      addLiveSocket(app, edge, { ...common, sockets: sockets.live })
      addLiveSocket(app, edge, { ...common, sockets: staffSockets.live })
    },
  })
  // Listening begins before recovery, so that /health can say what is going on.
  port = await server.listen()
  const ready = await supervisor.start()
  if (ready.needsAdministratorPassword) await setFirstPassword(settings, supervisor, passwords)
  serverMetrics(metrics.registry, supervisor, sessions, settings.projectionLagMax, {
    passwords,
    queries,
  })
  frontMetrics(metrics.registry, { connections, counts, unsent: server.unsent })
  const timers = [
    clock.every(SWEEP_MS, () => sessions.sweep()),
    clock.every(DESK_SWEEP_MS, () => {
      void supervisor.ask('auth.sweep', null)
      void supervisor.ask('once.sweep', null)
    }),
  ]
  const { dataDir, logRetentionDays: retentionDays, diskReserveBytes: reserveBytes } = settings
  const looks = new RetentionPool({ dataDir, shards, retentionDays, reserveBytes })
  const trimming = {
    bounds: (now: number) => looks.bounds(now),
    isClockTrusted: () => supervisor.isClockTrusted,
    trim: (shard: number, beforeSeq: number) =>
      supervisor.shards[shard]?.post({ type: 'trim', beforeSeq }),
  }
  const retention = new Retention(trimming, clock, logger)
  door.phase = 'ok'
  logger.info({ host: settings.host, port, shards, version: VERSION }, 'ready')
  return {
    port,
    async stop() {
      door.phase = 'draining'
      await drill.holdPhase?.(door.phase, port)
      for (const timer of timers) timer.cancel()
      await Promise.all([sockets, staffSockets].map((all) => all.drain(SOCKETS_GRACE_MS)))
      await server.stop(REQUESTS_GRACE_MS)
      retention.stop()
      await Promise.all([supervisor.stop(), looks.stop(), passwords.close(), queries.close()])
      logger.info({}, 'stopped')
    },
  }
}

function healthOf(phase: Phase, supervisor: Supervisor): Health {
  if (phase === 'recovering') return { status: phase, reason: 'The accounts are being recovered.' }
  if (phase === 'draining') return { status: phase, reason: 'The server is stopping.' }
  const [reason] = supervisor.condition.troubles
  if (reason !== undefined) {
    return { status: 'unhealthy', reason: 'A part of the server is unwell.', inner: reason }
  }
  return {
    status: 'ok',
    details: {
      version: VERSION,
      seq: String(supervisor.counters.sequence),
      projection_seq: String(supervisor.counters.projectionSeq),
      notes: healthNotes(supervisor),
    },
  }
}

/** First run: the administrator's password is the given one, or a random one that is shown once. */
async function setFirstPassword(
  settings: Settings,
  supervisor: Supervisor,
  passwords: Passwords,
): Promise<void> {
  const made = await ensureAdministrator(supervisor, passwords, settings.adminPassword)
  if (!made.ok) throw new Error(made.message)
  if (made.value === null) return
  process.stdout.write(`Administrator: login 1, password ${made.value} (shown only this once)\n`)
}

function version(): string {
  const file = new URL('../../package.json', import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
