import { FileKeeper } from '../actors/files/file-keeper.js'
import { Uploads } from '../actors/files/uploads.js'
import { AccountImports } from '../actors/jobs/account-import.js'
import { JobRunner } from '../actors/jobs/job-runner.js'
import { ResultReaders } from '../actors/jobs/result-reader.js'
import { QueryPool } from '../actors/queries/pool.js'
import type { HeldStep } from '../actors/server/account-keeper.js'
import { prepareDataDir } from '../actors/server/data-dir.js'
import { Supervisor } from '../actors/server/supervisor.js'
import { PASSWORD_COST, Passwords } from '../actors/sign-in/passwords.js'
import { SignInClient } from '../actors/sign-in/sign-in-client.js'
import { createClockMemory, systemClock } from '../actors/thread/clock.js'
import { createLogger } from '../actors/thread/logger.js'
import { requestId } from '../actors/thread/random.js'
import { RIGHTS } from '../engine/access/rights.js'
import { OPEN_ACCESS, type ServerAccess } from '../engine/access/server-access.js'
import { CARRIED_OUT_RATE, STAFF_FRAME_RATE, TRADER_FRAME_RATE } from '../engine/limits/rates.js'
import { configChanged } from '../wire/frame/plain-frame.js'
import { bulkServices } from './bulk/bulk-services.js'
import { catalog } from './catalog.js'
import { documentsOf } from './docs/documents.js'
import { setFirstPassword, setUpDemoTrader } from './first-logins.js'
import { connectionMetrics } from './metrics/connection-metrics.js'
import { frontMetrics } from './metrics/front-metrics.js'
import { healthOf } from './metrics/health-notes.js'
import { jobMetrics } from './metrics/job-metrics.js'
import { FrontMetrics } from './metrics/metrics.js'
import { scheduleMetrics } from './metrics/schedule-metrics.js'
import { serverMetrics } from './metrics/server-metrics.js'
import { Pipeline } from './pipeline/pipeline.js'
import { prepareChecks } from './pipeline/prepared-checks.js'
import { frontRates } from './pipeline/rates/front-rates.js'
import type { Route } from './pipeline/route.js'
import { type FrontServices, serverServices } from './pipeline/services.js'
import { WindowProofs } from './pipeline/window-proofs.js'
import { AccountReader } from './readers/account-reader.js'
import { DealingDesk } from './readers/dealing-desk.js'
import { MarketReader } from './readers/market-reader.js'
import type { Documents } from './routes/system/system.js'
import { systemRoutes } from './routes/system/system.js'
import { scheduledWork } from './scheduled-work.js'
import { ClientAddress } from './server/client-address.js'
import { Connections, connectionBounds, openFilesMax } from './server/connections.js'
import { Door, type Phase } from './server/door.js'
import { HttpServer } from './server/server.js'
import { Presence } from './sessions/presence.js'
import { loadSessions, SessionStore } from './sessions/session-store.js'
import { defaultShards, type Settings } from './settings.js'
import { LivePrices } from './socket/live-prices.js'
import type { LiveSocketsOptions } from './socket/live-sockets.js'
import { LoginEvents } from './socket/login-events.js'
import { marketSourceOf } from './socket/market-frames.js'
import { SocketCounts } from './socket/socket-counts.js'
import { AccountWatchers } from './socket/staff/account-watchers.js'
import { configOps } from './socket/staff/config-ops.js'
import { dealingOps } from './socket/staff/dealing-ops.js'
import { exposureOps } from './socket/staff/exposure-ops.js'
import { JobEvents } from './socket/staff/job-events.js'
import { journalOps } from './socket/staff/journal-ops.js'
import { marketOps } from './socket/staff/market-ops.js'
import { newsOps } from './socket/staff/news-ops.js'
import { namesFrom, onlineOps } from './socket/staff/online-ops.js'
import { StaffSockets } from './socket/staff/staff-sockets.js'
import { watchOps } from './socket/staff/watch-ops.js'
import { TraderSettings } from './socket/trader-settings.js'
import { TraderSockets } from './socket/trader-sockets.js'
import { addLiveSocket } from './socket/upgrade.js'
import { VERSION } from './version.js'

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

/** Parts that tests put in the place of the server's own. */
export interface Drill {
  /** The session that gateways speak with in place of their own modules. */
  readonly sessionModule?: string
  /** By which the test moves the machine's wall clock (actors/thread/clock.ts). */
  readonly clockMemory?: SharedArrayBuffer
  /** Recovering and draining go on when this resolves; the server listens on the port. */
  readonly holdPhase?: (phase: Phase, port: number) => Promise<void>
  /** Hears of the steps of a change that desk and shard make together. */
  readonly onHeldStep?: (step: HeldStep) => void
  /** The cost of a password's hash, where passwords are not what is looked at. */
  readonly passwordCost?: typeof PASSWORD_COST
}

/** The foundations of everything else: none of them knows the threads. */
function foundationsOf(settings: Settings, drill: Drill) {
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
  const addresses = new ClientAddress(settings.trustedProxies)
  const isShared = (address: string): boolean => addresses.isShared(address)
  const rates = frontRates(settings.rateLimits, isShared)
  const bounds = connectionBounds(openFilesMax())
  const access: ServerAccess = OPEN_ACCESS
  return {
    settings,
    drill,
    logger,
    clock,
    clockMemory,
    clockOffsetMs,
    isShared,
    rates,
    secretKey: prepared.secretKey,
    shards: settings.shards ?? prepared.shards ?? defaultShards(),
    door: new Door(),
    passwords: new Passwords(drill.passwordCost ?? PASSWORD_COST, {
      secretKey: prepared.secretKey,
    }),
    access,
    sessions: new SessionStore(clock, access),
    connections: new Connections(bounds.plain, clock, addresses, rates.connections),
    counts: new SocketCounts({
      all: bounds.live,
      keptForStaff: bounds.liveKept,
      isHeld: settings.rateLimits,
      isShared,
    }),
    rateOf: <Rate>(rate: Rate): Rate | null => (settings.rateLimits ? rate : null),
  }
}

type Foundations = ReturnType<typeof foundationsOf>

/** `front` is asked once threads say something, which none does before they are started. */
function supervisorOf(base: Foundations, front: () => Front, port: () => number): Supervisor {
  const { settings, drill, clock, logger, clockMemory, clockOffsetMs, shards, secretKey } = base
  const supervisor: Supervisor = new Supervisor(
    {
      dataDir: settings.dataDir,
      shards,
      demo: settings.demo,
      demoProvider: settings.demoProvider,
      simulatorTicksPerSec: settings.demoTicksPerSec,
      secretKey,
      administratorRights: RIGHTS,
      utcOffsetMin: settings.utcOffsetMin,
      clockOffsetMs,
      diskReserveBytes: settings.diskReserveBytes,
      projectionLagMax: settings.projectionLagMax,
      outboundAllow: settings.outboundAllow,
      ...(settings.rateLimits ? { requestRate: CARRIED_OUT_RATE } : {}),
      priceRetention: { ticks: settings.tickRetentionDays, minutes: settings.candleRetentionDays },
      newsKept: settings.newsKept,
      clock,
      logger,
      ...drill,
      clockMemory,
      holdRecovery: async () => drill.holdPhase?.(base.door.phase, port()),
    },
    {
      onBatch: (_shard, batch) => front().sockets.onBatch(batch),
      onDealing: (shard, event) => front().dealing.onDealing(shard, event),
      onWatched: (frames) => front().watchers.onWatched(frames),
      onShardReady: (shard) => {
        front().dealing.onShardReady(shard)
        front().sockets.onShardReady(shard)
      },
      onShardDeath: (shard) => {
        front().dealing.onShardDeath(shard)
        front().watchers.onShardDeath(shard)
        front().sockets.onShardDeath(shard)
      },
      onMoved: () => front().prices.quotes.moved(),
      onBook: (book) => {
        front().prices.setBook(book)
        front().schedule.arm()
      },
      onDesk: async () => front().signIn.know(await loadSessions(supervisor, base.sessions)),
      onDeskEvent: (event) => {
        if (event.type === 'auth') base.sessions.take(event.event)
        if (event.type === 'profile') {
          front().accounts.forget(event.profile.login)
          base.sessions.take({ type: 'access', facts: event.access })
          const { login } = event.profile
          // Its terms may be others: its terminals read them again.
          const told = configChanged('accounts', login, event.version)
          front().events.toLogin('trader', login, told)
        }
        if (event.type === 'config') front().traderSettings.tell(event.change, supervisor.book)
        if (event.type === 'news') front().sockets.news.tell(event.items, supervisor.book)
        if (event.type === 'job') {
          front().jobs.heard(event.job)
          front().jobEvents.heard(event.job)
        }
        front().staffSockets.onDeskEvent(event)
      },
    },
  )
  return supervisor
}

/** The parts that serve clients, live and over REST. */
function frontOf(base: Foundations, supervisor: Supervisor) {
  const { settings, clock, sessions, passwords, counts, isShared, logger, rateOf, shards } = base
  const { access } = base
  const dealing = new DealingDesk(supervisor.shards, requestId)
  const watchers = new AccountWatchers(supervisor.shards, () => supervisor.book)
  const prices = new LivePrices(supervisor.board, clock)
  const hasRates = settings.rateLimits
  const rules = { hasRates, isShared, server: access }
  const signIn = new SignInClient(supervisor, passwords, clock, rules)
  const traderSettings = new TraderSettings(clock)
  const queries = new QueryPool({ dataDir: settings.dataDir, clock })
  const { dataDir, diskReserveBytes: reserveBytes } = settings
  const book = () => supervisor.book
  const { logArchive: archived } = settings
  const logArchive = archived && { directory: archived.directory, shards }
  const files = new FileKeeper({ dataDir, desk: supervisor, logger })
  const onLeftFile = () => files.removeSoon()
  const kept = { dataDir, reserveBytes, desk: supervisor, onLeftFile }
  const imports = new AccountImports({ desk: supervisor, passwords, book })
  const jobs = new JobRunner({ ...kept, imports, book, clock, logger, logArchive })
  const { history } = supervisor
  const accounts = new AccountReader(
    {
      stored: (login) => supervisor.ask('accounts.get', { login }),
      shardOf: (login) => supervisor.shardOf(login),
    },
    clock,
  )
  const market = new MarketReader({ book: () => supervisor.book, clock, queries, history })
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
  const marketSource = marketSourceOf(market, logger)
  const sockets: TraderSockets = new TraderSockets({
    ...signedInSockets,
    shards: supervisor.shards,
    settings: traderSettings,
    quotes: prices.quotes,
    depths: prices.depths,
    market: marketSource,
    rate: rateOf(TRADER_FRAME_RATE),
  })
  const presence = new Presence({ clock, sessions, sides: () => Object.values(lives) })
  const staffSockets: StaffSockets = new StaffSockets({
    ...signedInSockets,
    families: [
      configOps(() => supervisor.book),
      journalOps,
      newsOps,
      onlineOps({ clock, sessions, presence, names: namesFrom(queries) }),
      dealingOps(dealing),
      watchOps(watchers, () => supervisor.counters.sequence),
      marketOps({ prices, market: marketSource, book }),
      exposureOps({ shards: supervisor.shards, clock, book }),
    ],
    rate: rateOf(STAFF_FRAME_RATE),
  })
  const lives = { trader: sockets.live, staff: staffSockets.live }
  const events = new LoginEvents({ sessions, sockets: (side) => lives[side] })
  return {
    events,
    jobEvents: new JobEvents(clock, events),
    accounts,
    dealing,
    watchers,
    prices,
    signIn,
    traderSettings,
    queries,
    market,
    sockets,
    staffSockets,
    jobs,
    imports,
    files,
    uploads: new Uploads(kept),
    presence,
    results: new ResultReaders(dataDir),
    schedule: scheduledWork({ settings, supervisor, files, shards, clock, logger }),
  }
}

type Front = ReturnType<typeof frontOf>

function servicesOf(base: Foundations, supervisor: Supervisor, front: Front): FrontServices {
  const { clock, passwords, sessions, rates } = base
  const { accounts, signIn, queries, market, dealing } = front
  const { results, uploads, imports } = front
  return {
    ...serverServices(supervisor),
    clock,
    passwords,
    sessions,
    signIn,
    queries,
    market,
    dealing,
    accounts,
    results,
    uploads,
    imports,
    keepsLogArchive: base.settings.logArchive !== undefined,
    windowProofs: new WindowProofs(base.secretKey),
    ...bulkServices(clock, supervisor, (error, name) =>
      base.logger.error({ err: error, name }, 'an item failed'),
    ),
    presence: front.presence,
    serverClock: () => supervisor.book.clock,
    mayRefresh: (token) => rates.mayRefresh(token, clock.monotonic()),
    socketsOf: (session) => front.presence.socketsOf(session),
  }
}

function httpServerOf(
  base: Foundations,
  supervisor: Supervisor,
  front: Front,
  metrics: FrontMetrics,
): { readonly server: HttpServer; readonly routes: readonly Route[] } {
  const { settings, clock, sessions, rates, door, connections, logger } = base
  const routes: readonly Route[] = [
    ...catalog,
    ...systemRoutes({
      health: () => healthOf(door.phase, supervisor, VERSION),
      metrics,
      authenticator: sessions,
      documents: () => documents,
    }),
  ]
  const documents: Documents = documentsOf(routes, VERSION)
  const pipeline = new Pipeline({
    routes,
    authenticator: sessions,
    door,
    strangers: rates.strangers,
    services: servicesOf(base, supervisor, front),
    onFailure: (error, route, request) => logger.error({ err: error, route, request }, 'failed'),
    rate: rates.session,
    routeRates: rates.routes,
    observe: (route, status, ms) => metrics.observe(route, status, ms),
  })
  const { host, port, tls, trustedProxies } = settings
  const server = new HttpServer({
    host,
    port,
    tls,
    trustedProxies,
    pipeline,
    clock,
    connections,
    sockets: (app, edge) => {
      front.prices.quotes.attach(app)
      front.traderSettings.attach(app)
      // Pages beside the server's own that may open sockets with cookies; none before there is a book.
      const allowedOrigins = () => new Set(supervisor.book.records.settings[0]?.allowed_origins)
      const refuseTry = (address: string) => base.access.refuseTry(address, clock.monotonic())
      const common = { sessions, refuseTry, allowedOrigins }
      addLiveSocket(app, edge, { ...common, sockets: front.sockets.live })
      addLiveSocket(app, edge, { ...common, sockets: front.staffSockets.live })
    },
  })
  return { server, routes }
}

/** Sweeps now and then; answers how to stop it. */
function sweeping({ clock, sessions }: Foundations, supervisor: Supervisor): () => void {
  const timers = [
    clock.every(SWEEP_MS, () => sessions.sweep()),
    clock.every(DESK_SWEEP_MS, () => {
      void supervisor.ask('auth.sweep', null)
      void supervisor.ask('once.sweep', null)
      void supervisor.ask('payments.sweep', null)
    }),
  ]
  return () => {
    for (const timer of timers) timer.cancel()
  }
}

export async function startServer(settings: Settings, drill: Drill = {}): Promise<RunningServer> {
  const base = foundationsOf(settings, drill)
  const { door, logger, sessions, passwords, connections, counts, shards } = base
  let port = settings.port
  const supervisor: Supervisor = supervisorOf(
    base,
    () => front,
    () => port,
  )
  const front: Front = frontOf(base, supervisor)
  const metrics = new FrontMetrics()
  const { server, routes } = httpServerOf(base, supervisor, front, metrics)
  // Listening begins before recovery, so that /health can say what is going on.
  port = await server.listen()
  const stopPreparing = prepareChecks(routes, base.clock)
  const ready = await supervisor.start().catch(async (why: unknown) => {
    // A thread that is ended in the middle of opening its log takes the process with it: they end by themselves.
    await supervisor.stop()
    throw why
  })
  if (ready.needsAdministratorPassword) await setFirstPassword(settings, supervisor, passwords)
  if (settings.demo && ready.needsDemoTrader) await setUpDemoTrader(supervisor, passwords, logger)
  const { queries, sockets, staffSockets, schedule, jobs, results, files, uploads } = front
  serverMetrics(metrics.registry, supervisor, sessions, settings.projectionLagMax, {
    passwords,
    queries,
  })
  frontMetrics(metrics.registry, {
    connections,
    counts,
    unsent: server.unsent,
    packed: server.packed,
    rates: base.rates.routes,
  })
  jobMetrics(metrics.registry, { jobs, results, uploads })
  connectionMetrics(metrics.registry, supervisor, () => base.clock.now())
  await files.start()
  jobs.start()
  scheduleMetrics(metrics.registry, schedule)
  const stopSweeping = sweeping(base, supervisor)
  await schedule.start()
  door.phase = 'ok'
  logger.info({ host: settings.host, port, shards, version: VERSION }, 'ready')
  return {
    port,
    async stop() {
      door.phase = 'draining'
      await drill.holdPhase?.(door.phase, port)
      stopSweeping()
      stopPreparing()
      await jobs.stop()
      await Promise.all([sockets, staffSockets].map((all) => all.drain(SOCKETS_GRACE_MS)))
      await server.stop(REQUESTS_GRACE_MS)
      // While the desk is there to keep what became of a run.
      await schedule.stop()
      await files.stop()
      await Promise.all([supervisor.stop(), passwords.close(), queries.close()])
      logger.info({}, 'stopped')
    },
  }
}
