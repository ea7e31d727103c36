import { Mailer } from '../../actors/email/mailer.js'
import { OutboxRunner } from '../../actors/email/outbox-runner.js'
import { EventStream } from '../../actors/events/event-stream.js'
import { FileKeeper } from '../../actors/files/file-keeper.js'
import { QuorumContents } from '../../actors/files/quorum-contents.js'
import { Uploads } from '../../actors/files/uploads.js'
import { AccountImports } from '../../actors/jobs/account-import.js'
import { JobRunner } from '../../actors/jobs/job-runner.js'
import { ResultReaders } from '../../actors/jobs/result-reader.js'
import { Machine } from '../../actors/machine/machine.js'
import { type QueryAsker, QueryPool } from '../../actors/queries/pool.js'
import { DeliveryRunner } from '../../actors/schedule/delivery-runner.js'
import type { Supervisor } from '../../actors/server/supervisor.js'
import { SignInClient } from '../../actors/sign-in/sign-in-client.js'
import { requestId } from '../../actors/thread/random.js'
import { isRefusal } from '../../engine/code.js'
import { networkServer } from '../../engine/config/network-servers.js'
import { STAFF_FRAME_RATE, TRADER_FRAME_RATE } from '../../engine/limits/rates.js'
import { AccountActs } from '../bulk/account-acts.js'
import { AccountReader } from '../readers/account-reader.js'
import { DealingDesk } from '../readers/dealing-desk.js'
import { MailStats } from '../readers/mail-stats.js'
import { MarketReader } from '../readers/market-reader.js'
import { NeverOnline } from '../readers/never-online.js'
import { Overviews } from '../readers/overviews.js'
import { SignUpStats } from '../readers/sign-up-stats.js'
import { auditsOf } from '../routes/accounts/account-audit.js'
import { scheduledWork } from '../scheduled-work.js'
import { Presence } from '../sessions/presence.js'
import { LivePrices } from '../socket/live-prices.js'
import type { LiveSocketsOptions } from '../socket/live-sockets.js'
import { LoginEvents } from '../socket/login-events.js'
import { marketSourceOf } from '../socket/market-frames.js'
import { AccountWatchers } from '../socket/staff/account-watchers.js'
import { configOps } from '../socket/staff/config-ops.js'
import { dealingOps } from '../socket/staff/dealing-ops.js'
import { exposureOps } from '../socket/staff/exposure/exposure-ops.js'
import { followOps } from '../socket/staff/follow-ops.js'
import { JobEvents } from '../socket/staff/job-events.js'
import { journalOps } from '../socket/staff/journal-ops.js'
import { linkOps } from '../socket/staff/link-ops.js'
import { marginOps } from '../socket/staff/margin-ops.js'
import { marketOps } from '../socket/staff/market-ops.js'
import { newsOps } from '../socket/staff/news-ops.js'
import { namesFrom, onlineOps } from '../socket/staff/online-ops.js'
import { overviewOps } from '../socket/staff/overview-ops.js'
import { StaffSockets } from '../socket/staff/staff-sockets.js'
import { waitingOps } from '../socket/staff/waiting-ops.js'
import { watchOps } from '../socket/staff/watch-ops.js'
import { TraderSettings } from '../socket/trader-settings.js'
import { TraderSockets } from '../socket/trader-sockets.js'
import type { Foundations } from './foundations.js'
import { webhooksOf } from './webhooks.js'

/** The query queue to use when an account is looked up on a node without a desk. */
const FOLLOWED: QueryAsker = { audience: 'staff', login: 0 }

/** Builds the parts that serve clients over REST and WebSocket. */
export function frontOf(base: Foundations, supervisor: Supervisor) {
  const { settings, clock, sessions, passwords, counts, floods, isShared, logger, rateOf, shards } =
    base
  const watchers = new AccountWatchers(supervisor.shards, () => supervisor.book)
  const prices = new LivePrices(supervisor.board, clock)
  const rules = { hasRates: settings.rateLimits, isShared, server: base.access }
  const signIn = new SignInClient(supervisor, passwords, clock, rules)
  const traderSettings = new TraderSettings(clock)
  const queries = new QueryPool({ dataDir: settings.dataDir, clock })
  const { dataDir, logArchive: archived } = settings
  const book = () => supervisor.book
  const logArchive = archived && { directory: archived.directory, shards }
  const { files, kept } = filesOf(base, supervisor)
  const imports = new AccountImports({ desk: supervisor, passwords, book })
  const audit = auditsOf({ queries, clock, trading: supervisor })
  const acts = new AccountActs({ desk: supervisor, keeper: supervisor.accounts, audit })
  const jobs = new JobRunner({ ...kept, imports, acts, book, clock, logger, logArchive })
  const mailer = new Mailer({ dataDir, outboundAllow: settings.outboundAllow })
  const accounts = accountsOf(base, supervisor, queries)
  const dealing = dealingOf(base, supervisor, accounts)
  const market = new MarketReader({ book, clock, queries, history: supervisor.history })
  const signedInSockets: LiveSocketsOptions = {
    clock,
    sessions,
    counts,
    floods,
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
  const overviews = overviewsOf(base, supervisor, queries)
  const stream = readersOfEvents(base, supervisor)
  const { eventStream } = stream
  const read = { presence, queries, overviews, eventStream }
  const seen = { dealing, watchers, prices, market: marketSource, ...read }
  const staffSockets: StaffSockets = staffSocketsOf(base, supervisor, signedInSockets, seen)
  const served = { requests: 0 }
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
    overviews,
    ...stream,
    market,
    sockets,
    staffSockets,
    jobs,
    imports,
    files,
    uploads: new Uploads(kept),
    machine: machineOf(base, supervisor, served),
    served,
    mailer,
    mailStats: new MailStats(),
    signUps: new SignUpStats(),
    neverOnline: new NeverOnline(),
    deliveries: new DeliveryRunner({ desk: supervisor, clock, logger }),
    outbox: new OutboxRunner({ desk: supervisor, mailer, clock, logger }),
    presence,
    results: new ResultReaders(dataDir),
    ...scheduledWork({ settings, supervisor, files, shards, clock, logger }),
  }
}

function accountsOf(
  { clock }: Foundations,
  supervisor: Supervisor,
  queries: QueryPool,
): AccountReader {
  return new AccountReader(
    {
      stored: (login) =>
        supervisor.quorum?.following === undefined
          ? supervisor.ask('accounts.get', { login })
          : queries.of(FOLLOWED).run('accounts.stored', { login }),
      shardOf: (login) => supervisor.shardOf(login),
    },
    clock,
  )
}

function dealingOf(
  { clock }: Foundations,
  supervisor: Supervisor,
  accounts: AccountReader,
): DealingDesk {
  return new DealingDesk({
    shards: supervisor.shards,
    clock,
    requestId,
    nameOf: async (login) => {
      const account = await accounts.stored(login)
      return isRefusal(account) ? null : account.name
    },
  })
}

function overviewsOf(
  { clock }: Foundations,
  supervisor: Supervisor,
  queries: QueryPool,
): Overviews {
  return new Overviews({
    clock,
    queries,
    shards: supervisor.shards,
    prices: supervisor.board,
    projectionSeq: () => supervisor.counters.projectionSeq,
    book: () => supervisor.book,
  })
}

function readersOfEvents(base: Foundations, supervisor: Supervisor) {
  const { settings, shards, clock } = base
  const projectionSeq = () => supervisor.counters.projectionSeq
  const isStandby = () => supervisor.quorum?.following !== undefined
  const { dataDir } = settings
  const activeMs = () => performance.eventLoopUtilization().active
  const eventStream = new EventStream({
    dataDir,
    shards,
    clock,
    projectionSeq,
    isStandby,
    activeMs,
  })
  const webhooks = webhooksOf({ ...settings, ...base, supervisor, eventStream })
  return { eventStream, webhooks }
}

interface SeenByStaff {
  readonly dealing: DealingDesk
  readonly watchers: AccountWatchers
  readonly prices: LivePrices
  readonly market: ReturnType<typeof marketSourceOf>
  readonly presence: Presence
  readonly queries: QueryPool
  readonly eventStream: EventStream
  readonly overviews: Overviews
}

function staffSocketsOf(
  { clock, sessions, rateOf, settings, logger }: Foundations,
  supervisor: Supervisor,
  signedIn: LiveSocketsOptions,
  { dealing, watchers, prices, market, presence, queries, overviews, eventStream }: SeenByStaff,
): StaffSockets {
  const book = () => supervisor.book
  return new StaffSockets({
    ...signedIn,
    families: [
      configOps(book),
      journalOps(book),
      newsOps,
      onlineOps({ clock, sessions, presence, names: namesFrom(queries) }),
      dealingOps(dealing),
      watchOps(watchers, () => supervisor.counters.sequence),
      marketOps({ prices, market, book }),
      marginOps({ shards: supervisor.shards, clock, book }),
      waitingOps({
        clock,
        queries,
        dealing,
        heldFills: () => supervisor.counters.heldFills,
        book,
      }),
      followOps({
        stream: eventStream,
        clock,
        settings: supervisor,
        logRetentionDays: settings.logRetentionDays,
        onFailure: (error) => logger.error({ err: error }, 'a read of the event stream failed'),
      }),
      linkOps({ clock, feeds: supervisor.feeds, gateways: supervisor.gateways, book }),
      overviewOps({ shards: supervisor.shards, clock, book }, overviews),
      exposureOps({ shards: supervisor.shards, clock, prices: supervisor.board, book }),
    ],
    rate: rateOf(STAFF_FRAME_RATE),
  })
}

/** The figures of the machine. `served` counts the answered requests. */
function machineOf(
  { settings, clock, counts, shards }: Foundations,
  supervisor: Supervisor,
  served: { readonly requests: number },
): Machine {
  return new Machine({
    clock,
    dataDir: settings.dataDir,
    // Two threads per shard, and one each for front, desk, projection, prices, links and history.
    threads: 2 * shards + 6,
    // The load history is shown for the server that clients connect to.
    adapter: () => networkServer(supervisor.book, 'api')?.network_adapter ?? '',
    counts: () => ({
      requests: served.requests,
      sockets: counts.all,
      seq: supervisor.counters.sequence,
      durableSeq: supervisor.counters.newestDurable,
      projectionSeq: supervisor.counters.projectionSeq,
    }),
  })
}

export type Front = ReturnType<typeof frontOf>

/** The file store and the parts that create files. */
function filesOf({ settings, clock, logger, quorum }: Foundations, supervisor: Supervisor) {
  const { dataDir, diskReserveBytes: reserveBytes } = settings
  const contents = quorum && new QuorumContents(dataDir, quorum, clock)
  const files = new FileKeeper({ dataDir, desk: supervisor, logger, contents })
  const onLeftFile = (): void => files.removeSoon()
  return { files, kept: { dataDir, reserveBytes, desk: supervisor, contents, onLeftFile } }
}
