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
import type { WebhookRunner } from '../../actors/webhooks/webhook-runner.js'
import type { WebhookThread } from '../../actors/webhooks/webhook-thread.js'
import type { ServerClock } from '../../engine/calendar/server-clock.js'
import type { ProgressEvents } from '../bulk/bulk-progress.js'
import type { BulkRequests } from '../bulk/bulk-requests.js'
import type { PaymentIds } from '../bulk/payment-ids.js'
import type { Confirmations } from '../pipeline/confirmations.js'
import type { PipelineServices } from '../pipeline/context.js'
import {
  type AnyContext,
  type Audience,
  type Context,
  type Route,
  routeForms,
} from '../pipeline/route.js'
import type { WindowProofs } from '../pipeline/window-proofs.js'
import type { AccountReader } from '../readers/account-reader.js'
import type { DealingDesk } from '../readers/dealing-desk.js'
import type { MailStats } from '../readers/mail-stats.js'
import type { MarginEffects } from '../readers/margin-effects.js'
import type { MarketReader } from '../readers/market-reader.js'
import type { Overviews } from '../readers/overviews.js'
import type { Presence } from '../sessions/presence.js'
import type { SessionStore } from '../sessions/session-store.js'

/** The parts of the server that deliver webhooks. */
export interface Webhooks {
  readonly runner: WebhookRunner
  readonly thread: WebhookThread
}

/** All services that handlers may use. Each handler declares the services that it needs. */
export interface FrontServices extends PipelineServices {
  // The desk, which stores the server's records, and services that change records.
  readonly desk: Pick<Supervisor, 'ask'>
  /** The current settings in their compiled form. */
  readonly settings: Pick<Supervisor, 'book'>
  /** Anchors of the journal's hash chain in the logs. */
  readonly anchors: Pick<Supervisor, 'journalAnchor'>
  /** Changes accounts in agreement with their shard. */
  readonly accountKeeper: Pick<AccountKeeper, 'change'>
  readonly imports: Pick<AccountImports, 'items' | 'handOver' | 'drive'>
  /** The shards, and the progress of their projections. */
  readonly trading: Pick<Supervisor, 'shardOf' | 'shards' | 'counters'>

  // Requests with many items, and confirmation codes.
  readonly bulk: BulkRequests
  readonly paymentIds: PaymentIds
  readonly confirmations: Confirmations

  // Prices and the connections to providers.
  readonly board: Supervisor['board']
  readonly feeds: Supervisor['feeds']
  readonly gateways: Supervisor['gateways']
  readonly market: MarketReader

  // Read access to data.
  readonly effects: MarginEffects
  readonly overviews: Pick<Overviews, 'of' | 'money'>
  readonly queries: QueryPool
  readonly accounts: AccountReader
  readonly eventStream: Pick<EventStream, 'read'>
  readonly webhooks: Webhooks
  /** The number of days for which trade logs are kept. */
  readonly logRetentionDays: number
  /** Sends results as downloads. */
  readonly results: ResultReaders
  /** Receives uploaded files. */
  readonly uploads: Uploads
  /** Public images of brands, such as logos. */
  readonly images: Pick<KeptContents, 'read'>
  readonly windowProofs: WindowProofs
  /** True if the operator has configured a directory for archived logs. */
  readonly keepsLogArchive: boolean
  /** The current time zone of the server. */
  readonly serverClock: () => ServerClock

  // Load of the machine.
  readonly machine: Machine

  // Outgoing e-mail.
  readonly mailer: Pick<Mailer, 'send'>
  readonly mailStats: MailStats

  // Sessions and sign-in.
  readonly passwords: Passwords
  readonly signIn: SignInClient
  readonly sessions: SessionStore
  readonly presence: Presence
  readonly events: ProgressEvents
  /** Whether the session of this token may be refreshed now; true if there is no such session. */
  readonly mayRefresh: (refreshToken: string) => boolean
  /** The number of a session's open WebSocket connections. */
  readonly socketsOf: (sessionId: string) => number
  readonly dealing: DealingDesk
}

/** A route of this server, and the context of its handler. */
export type FrontRoute = Route<FrontServices>
export type FrontContext<A extends Audience, P, Q, B> = Context<FrontServices, A, P, Q, B>
export type AnyFrontContext = AnyContext<FrontServices>

export const { route, rawRoute, uploadRoute } = routeForms<FrontServices>()
