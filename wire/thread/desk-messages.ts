import type { Terminal } from '../../engine/access/session.js'
import type { ConfigChange } from '../../engine/config/book-records.js'
import type { DemoProvider } from '../../engine/config/demo-set.js'
import type { Login } from '../../engine/units.js'
import type { JournalLine } from '../stored/journal-line.js'
import type { JobFacts } from '../stored/stored-job.js'
import type { MailView } from '../stored/stored-mail.js'
import type { StoredNotification } from '../stored/stored-notification.js'
import type { AccountNews } from './account-news.js'
import type { AuthEvent } from './auth-messages.js'
import type { SharedBuffers } from './common-messages.js'
import type { MailServerStats } from './mail-messages.js'
import type { KeptNews } from './provider-records.js'
import type { QuorumStart } from './quorum-messages.js'
import type { SignUpStanding } from './sign-up-messages.js'

/**
 * Messages to and from the desk and its projector. Requests of the front to the desk are in
 * actors/desk.
 */

/** How many days news are kept, and how many items at most. */
export interface NewsBounds {
  readonly days: number
  readonly count: number
}

/** The data that the desk needs to write its changes to a database quorum. */
export interface DeskQuorum {
  readonly start: QuorumStart
  /** True if this desk replaces one that ended while the server runs. */
  readonly isAgain: boolean
}

export interface DeskData {
  /** The quorum of the desk's log; undefined for a single server. */
  readonly quorum?: DeskQuorum | undefined
  readonly dataDir: string
  readonly shards: number
  readonly buffers: SharedBuffers
  /** The offset that every thread adds to the wall time (`CLOCK_START`). */
  readonly clockOffsetMs: number
  /** Whether an empty data directory gets the demo data, or only an administrator. */
  readonly demo: boolean
  /** The protocol of the demo provider; FIX 4.4 if omitted. */
  readonly demoProvider?: DemoProvider | undefined
  readonly administratorRights: readonly string[]
  /** The time zone for an empty data directory. Afterwards the settings contain it. */
  readonly utcOffsetMin: number
  /** A key of 32 bytes that encrypts stored secrets. */
  readonly secretKey: Uint8Array
  /** See `ShardStart`. */
  readonly projectionLagMax?: number
  /** Addresses and networks that providers may use in addition to public ones. */
  readonly outboundAllow: readonly string[]
  /** The public Ed25519 key for verifying licences, in PEM format. */
  readonly licencePublicKey?: string | undefined
  /** The disk space in bytes reserved for trading; none if omitted. */
  readonly diskReserveBytes?: number
  /** Terminals that are closed to everybody. */
  readonly closedTerminals?: readonly Terminal[]
  /** How much news is kept; `NEWS_KEPT_DEFAULT` if omitted. */
  readonly newsKept?: NewsBounds | undefined
  /**
   * The number of the last change of an account that was sent; left out if all stored changes were
   * sent.
   */
  readonly accountsSent?: number | undefined
}

export type ToDesk =
  /** Starts projecting, because all shard logs can be read. */
  | { readonly type: 'project' }
  /**
   * Close the logs until the next `project`, because a shard cannot open its log while it is open
   * elsewhere.
   */
  | { readonly type: 'release' }
  /** Reports new records. Without this message the projector notices them a little later. */
  | { readonly type: 'wake' }
  /**
   * Ends the thread like a crash, for drills: at once or after changing an account without
   * informing other threads.
   */
  | { readonly type: 'fail'; readonly beforeNews: boolean }
  | { readonly type: 'stop' }

/** The messages that the desk passes on to its projector. */
export type ToProjector = Exclude<ToDesk, { readonly type: 'fail' }>

export type FromProjector = Extract<FromDesk, { readonly type: 'projection_halted' | 'journal' }>

export type FromDesk =
  | { readonly type: 'ready'; readonly state: DeskReady }
  /**
   * The projection cannot be written, for example because the disk is full. An empty reason means
   * that it works again.
   */
  | { readonly type: 'projection_halted'; readonly reason: string }
  | DeskEvent
  | { readonly type: 'stopped' }

/** Events that the desk sends by itself, after they are on disk. */
export type DeskEvent =
  /** Sessions were closed, or the permissions of a login have changed. */
  | { readonly type: 'auth'; readonly event: AuthEvent }
  | { readonly type: 'config'; readonly change: ConfigChange }
  | AccountNews
  | { readonly type: 'news'; readonly items: readonly KeptNews[] }
  | { readonly type: 'notifications'; readonly items: readonly StoredNotification[] }
  /** New messages arrived in mailboxes. */
  | { readonly type: 'mails'; readonly items: readonly MailNews[] }
  /** Delivery of a message to groups has started or progressed. */
  | { readonly type: 'mail_delivery'; readonly login: Login; readonly progress: MailProgress }
  /** E-mails were queued, sent or given up; their numbers by mail server. */
  | { readonly type: 'outbox'; readonly stats: readonly MailServerStats[] }
  /** A limit of public sign-ups was reached, or no longer applies. */
  | { readonly type: 'sign_up'; readonly standing: SignUpStanding }
  | { readonly type: 'report_schedules' }
  /** A job is new or has progressed. */
  | { readonly type: 'job'; readonly job: JobFacts }
  | {
      readonly type: 'journal'
      readonly line: JournalLine
      /**
       * The current group of the account concerned; null for a line about no account or a deleted
       * one.
       */
      readonly group: string | null
    }

/** A message that arrived in the mailbox of a login. */
export interface MailNews {
  readonly login: Login
  readonly view: MailView
}

/** How far a message to groups has been delivered. */
export interface MailProgress {
  /** The id of the sender's copy. */
  readonly id: number
  readonly delivered: number
  readonly total: number
}

export interface DeskReady {
  readonly serverId: string
  readonly migrated: number
  readonly seeded: boolean
  /** True if login 1 has no password yet: `system.administrator_password` sets one. */
  readonly needsAdministratorPassword: boolean
  /** The trader of the demo data is missing or incomplete. */
  readonly needsDemoTrader: boolean
  /**
   * Every change of an account up to this number was sent, or is read by a thread that starts
   * later.
   */
  readonly accountsSent: number
  /** The number of changes that a quorum had and the tables lacked. */
  readonly pulled: number
}
