import { KeptContents } from '../../actors/files/kept-contents.js'
import type { Supervisor } from '../../actors/server/supervisor.js'
import { bulkServices } from '../bulk/bulk-services.js'
import { WindowProofs } from '../pipeline/window-proofs.js'
import { MarginEffects } from '../readers/margin-effects.js'
import type { FrontServices } from '../routes/route.js'
import type { Foundations } from './foundations.js'
import type { Front } from './parts.js'

/** Builds the services that route handlers use. */
export function servicesOf(base: Foundations, supervisor: Supervisor, front: Front): FrontServices {
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
    eventStream: front.eventStream,
    webhooks: front.webhooks,
    overviews: front.overviews,
    logRetentionDays: base.settings.logRetentionDays,
    results,
    uploads,
    imports,
    keepsLogArchive: base.settings.logArchive !== undefined,
    images: new KeptContents(base.settings.dataDir),
    windowProofs: new WindowProofs(base.secretKey),
    ...bulkServices(clock, supervisor, (error, name) =>
      base.logger.error({ err: error, name }, 'an item failed'),
    ),
    machine: front.machine,
    mailer: front.mailer,
    mailStats: front.mailStats,
    presence: front.presence,
    events: front.events,
    serverClock: () => supervisor.book.clock,
    mayRefresh: (token) => rates.mayRefresh(token, clock.monotonic()),
    socketsOf: (session) => front.presence.socketsOf(session),
  }
}

/** The services that the supervisor is or has. */
export function serverServices(supervisor: Supervisor) {
  const { accounts: accountKeeper, board, feeds, gateways } = supervisor
  const [desk, settings, trading, anchors] = [supervisor, supervisor, supervisor, supervisor]
  const effects = new MarginEffects(supervisor)
  return { effects, desk, settings, trading, anchors, accountKeeper, board, feeds, gateways }
}
