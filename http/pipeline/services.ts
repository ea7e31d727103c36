import type { Mailer } from '../../actors/email/mailer.js'
import type { EventStream } from '../../actors/events/event-stream.js'
import type { KeptContents } from '../../actors/files/kept-contents.js'
import type { Uploads } from '../../actors/files/uploads.js'
import type { AccountImports } from '../../actors/jobs/account-import.js'
import type { ResultReaders } from '../../actors/jobs/result-reader.js'
import type { Machine } from '../../actors/machine/machine.js'
import type { QueryPool } from '../../actors/queries/pool.js'
import type { AccountKeeper } from '../../actors/server/account-keeper.js'
import type { Supervisor } from '../../actors/server/supervisor.js'
import type { Passwords } from '../../actors/sign-in/passwords.js'
import type { SignInClient } from '../../actors/sign-in/sign-in-client.js'
import type { Clock } from '../../actors/thread/clock.js'
import type { WebhookDeliverer } from '../../actors/webhooks/deliverer.js'
import type { WebhookRunner } from '../../actors/webhooks/webhook-runner.js'
import type { ServerClock } from '../../engine/calendar/server-clock.js'
import type { BulkRequests } from '../bulk/bulk-requests.js'
import type { PaymentIds } from '../bulk/payment-ids.js'
import type { AccountReader } from '../readers/account-reader.js'
import type { DealingDesk } from '../readers/dealing-desk.js'
import type { MailStats } from '../readers/mail-stats.js'
import type { MarketReader } from '../readers/market-reader.js'
import type { Overviews } from '../readers/overviews.js'
import type { Presence } from '../sessions/presence.js'
import type { SessionStore } from '../sessions/session-store.js'
import type { LoginEvents } from '../socket/login-events.js'
import type { Confirmations } from './confirmations.js'
import { MarginEffects } from './margin-effects.js'
import type { WindowProofs } from './window-proofs.js'

/** What delivers webhooks. */
export interface Webhooks {
  readonly runner: WebhookRunner
  readonly deliverer: WebhookDeliverer
}

/** All services that handlers may call; each handler takes only the parts that it needs. */
export interface FrontServices {
  readonly clock: Clock

  // The keepers of the server's records, and those who change them.
  readonly desk: Pick<Supervisor, 'ask'>
  /** The settings as they are now, compiled. */
  readonly settings: Pick<Supervisor, 'book'>
  /** What the logs know of the journal. */
  readonly anchors: Pick<Supervisor, 'journalAnchor'>
  /** Changes of an account that its shard has to agree to. */
  readonly accountKeeper: Pick<AccountKeeper, 'change'>
  /** Accounts that come as a table. */
  readonly imports: Pick<AccountImports, 'items' | 'handOver' | 'drive'>
  /** The shards, in which accounts trade, and how far their records have come. */
  readonly trading: Pick<Supervisor, 'shardOf' | 'shards' | 'counters'>

  // Requests with many items, and what is confirmed before it is done.
  readonly bulk: BulkRequests
  readonly paymentIds: PaymentIds
  readonly confirmations: Confirmations

  // Prices and providers.
  readonly board: Supervisor['board']
  readonly feeds: Supervisor['feeds']
  readonly gateways: Supervisor['gateways']
  readonly market: MarketReader

  // Readers.
  readonly effects: MarginEffects
  readonly overviews: Pick<Overviews, 'of' | 'money'>
  readonly queries: QueryPool
  readonly accounts: AccountReader
  readonly eventStream: Pick<EventStream, 'read'>
  readonly webhooks: Webhooks
  /** Days for which the logs of trades are kept. */
  readonly logRetentionDays: number
  /** Files on their way to clients. */
  readonly results: ResultReaders
  /** Files on their way from clients. */
  readonly uploads: Uploads
  /** Pictures that everybody sees. */
  readonly images: Pick<KeptContents, 'read'>
  readonly windowProofs: WindowProofs
  /** Whether the operator has named a directory for it. */
  readonly keepsLogArchive: boolean
  /** The server's clock as the settings have it now. */
  readonly serverClock: () => ServerClock

  // The machine under the server.
  readonly machine: Machine

  // Outgoing e-mail.
  readonly mailer: Pick<Mailer, 'send'>
  readonly mailStats: MailStats

  // Sessions, and those who sign in.
  readonly passwords: Passwords
  readonly signIn: SignInClient
  readonly sessions: SessionStore
  readonly presence: Presence
  /** Sends events to a person's own sockets. */
  readonly events: Pick<LoginEvents, 'toLogin'>
  /** Whether the session of this token may be refreshed once more now, if there is one. */
  readonly mayRefresh: (refreshToken: string) => boolean
  /** The number of a session's open live sockets. */
  readonly socketsOf: (sessionId: string) => number
  readonly dealing: DealingDesk
}

/** The server's own part of it. */
export function serverServices(
  supervisor: Supervisor,
): Pick<
  FrontServices,
  | 'desk'
  | 'settings'
  | 'anchors'
  | 'accountKeeper'
  | 'trading'
  | 'board'
  | 'feeds'
  | 'gateways'
  | 'effects'
> {
  const { accounts: accountKeeper, board, feeds, gateways } = supervisor
  const [desk, settings, trading, anchors] = [supervisor, supervisor, supervisor, supervisor]
  const effects = new MarginEffects(supervisor)
  return { effects, desk, settings, trading, anchors, accountKeeper, board, feeds, gateways }
}
