import type { QuorumEvents } from '../actors/server/quorum-watch.js'
import { Supervisor } from '../actors/server/supervisor.js'
import { ThreadMemories } from '../actors/server/thread-memories.js'
import { COMMON_PASSWORDS } from '../actors/sign-in/common-passwords.js'
import { RIGHTS } from '../engine/access/rights.js'
import type { BookRecords } from '../engine/config/book-records.js'
import { CARRIED_OUT_RATE } from '../engine/limits/rates.js'
import { catalog } from './catalog.js'
import { type Documents, documentsOf } from './docs/documents.js'
import { setFirstPassword, setUpDemoTrader } from './first-logins.js'
import { deskIsThere, lookAtSignUps, subscribeToDesk } from './front/desk-events.js'
import { type Drill, type Foundations, foundationsOf } from './front/foundations.js'
import { servicesOf } from './front/handler-services.js'
import { type Front, frontOf } from './front/parts.js'
import { stopWebhooks } from './front/webhooks.js'
import { connectionMetrics } from './metrics/connection-metrics.js'
import { diskMetrics, keptDirectories } from './metrics/disk-metrics.js'
import { eventMetrics } from './metrics/event-metrics.js'
import { frontMetrics } from './metrics/front-metrics.js'
import { frontNotes, healthOf } from './metrics/health-notes.js'
import { jobMetrics } from './metrics/job-metrics.js'
import { mailMetrics } from './metrics/mail-metrics.js'
import { memoryMetrics } from './metrics/memory-metrics.js'
import { FrontMetrics } from './metrics/metrics.js'
import { quorumMetrics } from './metrics/quorum-metrics.js'
import { scheduleMetrics } from './metrics/schedule-metrics.js'
import { serverMetrics } from './metrics/server-metrics.js'
import { signUpMetrics } from './metrics/sign-up-metrics.js'
import { webhookMetrics } from './metrics/webhook-metrics.js'
import { DocsFiles, pageFiles } from './page-files.js'
import { docsRoutes } from './pages/docs-routes.js'
import { pageRoutes } from './pages/page-routes.js'
import { Pipeline } from './pipeline/pipeline.js'
import { prepareChecks } from './pipeline/prepared-checks.js'
import { allowedOrigins } from './reach/allowed-origins.js'
import { webhookNotes } from './readers/webhook-notes.js'
import type { FrontRoute } from './routes/route.js'
import { systemRoutes } from './routes/system/system.js'
import { HttpServer } from './server/server.js'
import type { Settings } from './settings.js'
import { STAFF_OPS } from './socket/staff/staff-catalog.js'
import { addLiveSocket } from './socket/upgrade.js'
import { BUILD, VERSION } from './version.js'

export type { Drill }

/**
 * The composition root. It creates every part once, in order of dependency, and stops them in
 * reverse order.
 */
export interface RunningServer {
  readonly port: number
  /**
   * Passwords created in this start, as text. The caller has to show them, since they cannot be
   * read again.
   */
  readonly firstLogins: string
  /** Stops accepting requests, finishes those in progress, and closes everything. */
  stop(): Promise<void>
}

/**
 * How the process ends when a quorum keeps the log: at once if this node was shut out, because
 * nothing it does counts any more, or in order for a takeover.
 */
export type Ends = Pick<QuorumEvents, 'onShutOut' | 'onHandOver'>

const SOCKETS_GRACE_MS = 1_000
const REQUESTS_GRACE_MS = 1_000
const SWEEP_MS = 1_000
/** How often the front collects uses of API keys. At most one use per key and minute is stored. */
const KEY_USES_MS = 5_000
const DESK_SWEEP_MS = 60_000
const CONNECTIONS_LOOK_MS = 10_000

/**
 * `front` is a function because the front is created later. It is first needed when threads send
 * messages, which begins after the start.
 */
function supervisorOf(
  base: Foundations,
  front: () => Front,
  port: () => number,
  ends: Ends,
): Supervisor {
  const { settings, drill, clock, logger, clockMemory, clockOffsetMs, shards, secretKey } = base
  const supervisor: Supervisor = new Supervisor(
    {
      dataDir: settings.dataDir,
      version: VERSION,
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
      licencePublicKey: settings.licencePublicKey,
      ...(settings.rateLimits ? { requestRate: CARRIED_OUT_RATE } : {}),
      priceRetention: { ticks: settings.tickRetentionDays, minutes: settings.candleRetentionDays },
      newsKept: settings.newsKept,
      clock,
      logger,
      quorum: base.quorum,
      onQuorum: {
        ...ends,
        onFollowing: (isFollowing) => {
          base.door.phase = isFollowing ? 'following' : 'recovering'
          if (!isFollowing) return
          const url = addressOf(settings, port())
          logger.info({ url }, 'it follows: /health tells how far it is')
        },
        onFollowed: ({ records, ...people }) => {
          if (records !== undefined) {
            supervisor.setFollowedBook(records)
            takeAccess(base, records)
          }
          base.sessions.load(people)
        },
        onSilence: (silence) => {
          const { door } = base
          if (door.phase !== 'ok' && door.phase !== 'silent') return
          door.phase = silence === 'none' ? 'ok' : 'silent'
          const { sockets, staffSockets, prices } = front()
          for (const { live } of [sockets, staffSockets]) live.silenced(silence)
          // Signals sent during the silence were dropped.
          // No further signal comes until this one is handled, so it is raised here.
          if (silence === 'none') prices.quotes.moved()
        },
      },
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
      onMoved: () => {
        if (base.door.phase !== 'silent') front().prices.quotes.moved()
      },
      onBook: (book) => {
        front().prices.setBook(book)
        takeAccess(base, book.records)
        front().schedule.arm()
      },
      onDesk: () => deskIsThere(front(), supervisor, base.sessions),
      onDeskEvent: (event) =>
        subscribeToDesk({ front: front(), sessions: base.sessions, supervisor }, event),
    },
  )
  base.door.answersLists = () => supervisor.quorum?.answersLists === true
  return supervisor
}

/** Applies the settings that restrict terminals and client addresses. */
function takeAccess({ access }: Foundations, { network }: Pick<BookRecords, 'network'>): void {
  access.set(network.find((server) => server.access !== null)?.access ?? null)
}

function httpServerOf(
  base: Foundations,
  supervisor: Supervisor,
  front: Front,
  metrics: FrontMetrics,
): { readonly server: HttpServer; readonly routes: readonly FrontRoute[] } {
  const { settings, clock, sessions, rates, door, connections, floods, logger } = base
  const routes: readonly FrontRoute[] = [
    ...catalog,
    ...systemRoutes({
      health: () => {
        const notes = () => [
          ...frontNotes(front, supervisor.book.records),
          ...front.neverOnline.notes,
          ...webhookNotes(front.webhooks.runner.lines),
        ]
        return healthOf(door.phase, supervisor, BUILD, clock.now(), notes)
      },
      metrics,
      authenticator: sessions,
      documents: () => documents,
    }),
  ]
  const documents: Documents = documentsOf(routes, STAFF_OPS, VERSION)
  const pipeline = new Pipeline({
    routes: [...routes, ...pageRoutes(pageFiles()), ...docsRoutes(new DocsFiles())],
    authenticator: sessions,
    door,
    strangers: rates.strangers,
    services: servicesOf(base, supervisor, front),
    onFailure: (error, route, request) => logger.error({ err: error, route, request }, 'failed'),
    rate: rates.session,
    routeRates: rates.routes,
    onFlood: (address) => floods.ends(address),
    observe: (route, status, ms) => {
      front.served.requests++
      metrics.observe(route, status, ms)
    },
  })
  const { host, port, tls } = settings
  const server = new HttpServer({
    host,
    port,
    tls,
    addresses: base.addresses,
    pipeline,
    clock,
    connections,
    floods,
    sockets: (app, edge) => {
      front.prices.quotes.attach(app)
      front.traderSettings.attach(app)
      const origins = (isSecure: boolean) => allowedOrigins(supervisor.book.records, isSecure)
      const refuseTry = (address: string) => base.access.refuseTry(address, clock.monotonic())
      const common = { sessions, refuseTry, allowedOrigins: origins }
      addLiveSocket(app, edge, { ...common, sockets: front.sockets.live })
      addLiveSocket(app, edge, { ...common, sockets: front.staffSockets.live })
    },
  })
  return { server, routes }
}

/** Starts the periodic cleanup. Returns a function that stops it. */
function sweeping(
  { clock, sessions }: Foundations,
  supervisor: Supervisor,
  front: Front,
): () => void {
  const timers = [
    clock.every(SWEEP_MS, () => sessions.sweep()),
    clock.every(KEY_USES_MS, () => {
      const uses = sessions.keys.takeUses((id) => front.presence.socketsOf(id) > 0)
      if (uses.length > 0) void supervisor.ask('api_keys.used', { uses })
    }),
    clock.every(DESK_SWEEP_MS, () => {
      void supervisor.ask('auth.sweep', null)
      void supervisor.ask('once.sweep', null)
      void supervisor.ask('payments.sweep', null)
      void lookAtSignUps(front, supervisor)
    }),
    clock.every(CONNECTIONS_LOOK_MS, () => {
      const { book, feeds, gateways } = supervisor
      const connections = { records: book.records, feeds, gateways }
      front.neverOnline.look(connections, clock.monotonic(), clock.now())
    }),
  ]
  return () => {
    for (const timer of timers) timer.cancel()
  }
}

export async function startServer(
  settings: Settings,
  drill: Drill = {},
  ends: Ends = { onShutOut: () => undefined, onHandOver: () => undefined },
): Promise<RunningServer> {
  const base = foundationsOf(settings, drill)
  const { door, logger, sessions, passwords, connections, floods, counts, shards } = base
  let port = settings.port
  const supervisor: Supervisor = supervisorOf(
    base,
    () => front,
    () => port,
    ends,
  )
  const front: Front = frontOf(base, supervisor)
  const metrics = new FrontMetrics()
  const { server, routes } = httpServerOf(base, supervisor, front, metrics)
  // The server listens before recovery, so that `/health` can report its progress.
  port = await server.listen()
  const stopPreparing = prepareChecks(routes, base.clock, () => COMMON_PASSWORDS.prepare())
  const ready = await supervisor.start().catch(async (why: unknown) => {
    // Terminating a thread while it opens its log would end the process, so the threads end by
    // themselves after a message.
    await supervisor.stop()
    throw why
  })
  const needsTrader = settings.demo && ready.needsDemoTrader
  if (needsTrader && settings.demoProvider === 'fix44') {
    await supervisor.history.fill(supervisor.book)
  }
  const { queries, sockets, staffSockets, schedule, jobs, results, files, uploads } = front
  serverMetrics(metrics.registry, supervisor, sessions, settings.projectionLagMax, {
    passwords,
    queries,
  })
  const { quorum } = supervisor
  if (quorum !== undefined) quorumMetrics(metrics.registry, quorum)
  frontMetrics(metrics.registry, {
    connections,
    floods,
    addresses: base.addresses,
    counts,
    unsent: server.unsent,
    packed: server.packed,
    rates: base.rates.routes,
  })
  jobMetrics(metrics.registry, { jobs, results, uploads })
  eventMetrics(metrics.registry, front.eventStream)
  mailMetrics(metrics.registry, front)
  webhookMetrics(metrics.registry, front.webhooks.runner)
  signUpMetrics(metrics.registry, front.signUps)
  connectionMetrics(metrics.registry, supervisor, () => base.clock.now())
  await files.start()
  jobs.start()
  front.outbox.start()
  front.machine.start()
  front.deliveries.start()
  await front.webhooks.runner.start(supervisor.book.records.webhooks)
  scheduleMetrics(metrics.registry, schedule, front.reportSchedules)
  diskMetrics(metrics.registry, keptDirectories(settings))
  const memories = new ThreadMemories(base.clock)
  memoryMetrics(metrics.registry, memories)
  const stopSweeping = sweeping(base, supervisor, front)
  await schedule.start()
  const url = addressOf(settings, port)
  let firstLogins = ''
  if (ready.needsAdministratorPassword) {
    firstLogins += await setFirstPassword(settings, supervisor, passwords)
  }
  if (needsTrader) firstLogins += await setUpDemoTrader(supervisor, passwords, logger, url)
  door.phase = (supervisor.quorum?.silence ?? 'none') === 'none' ? 'ok' : 'silent'
  logger.info({ host: settings.host, port, url, shards, version: VERSION }, 'ready')
  return {
    port,
    firstLogins,
    async stop() {
      door.phase = 'draining'
      await drill.holdPhase?.(door.phase, port)
      front.eventStream.endWaits()
      stopSweeping()
      memories.close()
      front.machine.stop()
      stopPreparing()
      await Promise.all([jobs.stop(), front.outbox.stop(), front.deliveries.stop()])
      await stopWebhooks(front.webhooks)
      await Promise.all([sockets, staffSockets].map((all) => all.drain(SOCKETS_GRACE_MS)))
      await server.stop(REQUESTS_GRACE_MS)
      // The schedule stops while the desk still runs, because the desk stores the results of runs.
      await schedule.stop()
      await files.stop()
      const pools = [
        passwords.close(),
        queries.close(),
        front.eventStream.stop(),
        front.mailer.stop(),
      ]
      await Promise.all([supervisor.stop(), ...pools])
      logger.info({}, 'stopped')
    },
  }
}

/** The URL of the web pages for a browser on this machine. */
function addressOf({ host, tls }: Settings, port: number): string {
  const isAny = host === '0.0.0.0' || host === '::'
  const shown = isAny ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `${tls === undefined ? 'http' : 'https'}://${shown}:${port}`
}
