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

/** Messages to and from the desk and its projector. What the front asks the desk is in actors/desk. */

/** The days for which news are kept, and the number of them. */
export interface NewsBounds {
  readonly days: number
  readonly count: number
}

/** What the desk has to know to bring its changes to a quorum of databases. */
export interface DeskQuorum {
  readonly start: QuorumStart
  /** The server runs, and this desk follows one that ended. */
  readonly isAgain: boolean
}

/** Worker data of the desk. */
export interface DeskData {
  /** Undefined of a server alone. */
  readonly quorum?: DeskQuorum | undefined
  readonly dataDir: string
  readonly shards: number
  readonly buffers: SharedBuffers
  /** Added to the wall time by every thread (`CLOCK_START`). */
  readonly clockOffsetMs: number
  /** True to fill an empty data directory with the demo set, false for the bare administrator. */
  readonly demo: boolean
  /** The protocol of the demo set's provider; FIX 4.4 when left out. */
  readonly demoProvider?: DemoProvider | undefined
  readonly administratorRights: readonly string[]
  /** The wall clock of an empty data directory; from then on the settings have it. */
  readonly utcOffsetMin: number
  /** 32 bytes: seals stored secrets. */
  readonly secretKey: Uint8Array
  /** The same as in `ShardStart`. */
  readonly projectionLagMax?: number
  /** Addresses and networks that providers may have beside those that are open. */
  readonly outboundAllow: readonly string[]
  /** The Ed25519 key of whoever signs licences, as PEM. */
  readonly licencePublicKey?: string | undefined
  /** Bytes of the disk that trading keeps for itself; none when left out. */
  readonly diskReserveBytes?: number
  /** Terminals that nobody may use, as the front knows them, too. */
  readonly closedTerminals?: readonly Terminal[]
  /** News that are kept; left out, as `NEWS_KEPT_DEFAULT` says. */
  readonly newsKept?: NewsBounds | undefined
  /** The number of the last change of an account that was told; left out, what is stored was told. */
  readonly accountsSent?: number | undefined
}

export type ToDesk =
  /** Every shard's log can be read from now on: start projecting. */
  | { readonly type: 'project' }
  /** Close the logs until the next `project`: a shard cannot open its own as long as others hold it. */
  | { readonly type: 'release' }
  /** New records are there; without this message the projector looks a little later by itself. */
  | { readonly type: 'wake' }
  /** For drills: the thread ends as a crash would end it, at once or when it has changed an account and told nobody. */
  | { readonly type: 'fail'; readonly beforeNews: boolean }
  | { readonly type: 'stop' }

/** The messages that the desk hands on to its projector's thread. */
export type ToProjector = Exclude<ToDesk, { readonly type: 'fail' }>

export type FromProjector = Extract<FromDesk, { readonly type: 'projection_halted' | 'journal' }>

export type FromDesk =
  | { readonly type: 'ready'; readonly state: DeskReady }
  /** The projection cannot be written (disk full), or can again (empty reason). */
  | { readonly type: 'projection_halted'; readonly reason: string }
  | DeskEvent
  | { readonly type: 'stopped' }

/** The news that the desk tells by itself, after it is on disk. */
export type DeskEvent =
  /** Sessions were closed, or what a login may do has changed. */
  | { readonly type: 'auth'; readonly event: AuthEvent }
  | { readonly type: 'config'; readonly change: ConfigChange }
  | AccountNews
  /** News that have just been kept. */
  | { readonly type: 'news'; readonly items: readonly KeptNews[] }
  /** Messages of staff that have just been kept. */
  | { readonly type: 'notifications'; readonly items: readonly StoredNotification[] }
  /** Mails that have just come into mailboxes. */
  | { readonly type: 'mails'; readonly items: readonly ToldMail[] }
  /** A mail to groups is new, or further. */
  | { readonly type: 'mail_delivery'; readonly login: Login; readonly progress: MailProgress }
  /** E-mails wait, went or were given up; how many, by mail server. */
  | { readonly type: 'outbox'; readonly stats: readonly MailServerStats[] }
  /** Strangers came to a bound of demo accounts, or it holds no more. */
  | { readonly type: 'sign_up'; readonly standing: SignUpStanding }
  /** Schedules of reports are others. */
  | { readonly type: 'report_schedules' }
  /** A job is new, or further. */
  | { readonly type: 'job'; readonly job: JobFacts }
  | {
      readonly type: 'journal'
      readonly line: JournalLine
      /**
       * The group of the account concerned, as it is now; null for a line about nobody, or about one that is
       * no more.
       */
      readonly group: string | null
    }

/** A mail that came into the mailbox of a login. */
export interface ToldMail {
  readonly login: Login
  readonly view: MailView
}

/** How far a mail to groups has been delivered. */
export interface MailProgress {
  /** Its sender's copy. */
  readonly id: number
  readonly delivered: number
  readonly total: number
}

export interface DeskReady {
  readonly serverId: string
  readonly migrated: number
  readonly seeded: boolean
  /** Login 1 has no password yet: hand one to `system.administrator_password`. */
  readonly needsAdministratorPassword: boolean
  /** The demo set's trader is not there, or not whole. */
  readonly needsDemoTrader: boolean
  /** Every change of an account up to this number was told, or is read by whoever starts after this. */
  readonly accountsSent: number
  /** The number of changes that a quorum had and the tables lacked. */
  readonly pulled: number
}
