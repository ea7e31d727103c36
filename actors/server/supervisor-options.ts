import type { Terminal } from '../../engine/access/session.js'
import type { DemoProvider } from '../../engine/config/demo-set.js'
import type { RequestRate } from '../../engine/limits/rates.js'
import type { NewsBounds } from '../../wire/thread/messages.js'
import type { QuorumStart } from '../../wire/thread/quorum-messages.js'
import type { PriceRetentionDays } from '../history/price-retention.js'
import type { Clock } from '../thread/clock.js'
import type { Logger } from '../thread/logger.js'
import type { HeldStep } from './account-keeper.js'
import type { QuorumEvents } from './quorum-watch.js'

/** The options with which a server starts its threads. */
export interface SupervisorOptions {
  readonly dataDir: string
  /** The server's version, for the journal line about an upgrade. */
  readonly version?: string
  readonly shards: number
  readonly demo: boolean
  readonly demoProvider?: DemoProvider
  readonly simulatorTicksPerSec?: number
  /** The module that gateways use instead of the standard session code, for drills. */
  readonly sessionModule?: string
  readonly secretKey: Uint8Array
  /**
   * Addresses and networks that may be dialled in addition to public ones
   * (engine/names/outbound.ts).
   */
  readonly outboundAllow?: readonly string[]
  /** See `DeskData`. */
  readonly licencePublicKey?: string | undefined
  /** Terminals that nobody may use; none by default. */
  readonly closedTerminals?: readonly Terminal[]
  readonly administratorRights: readonly string[]
  /** The server's offset from UTC for an empty data directory. */
  readonly utcOffsetMin?: number
  readonly clockOffsetMs: number
  /** The memory of `clock`, which all threads share so that they have the same time. */
  readonly clockMemory?: SharedArrayBuffer
  readonly diskReserveBytes: number
  readonly projectionLagMax?: number
  /** The rate limit of requests per account; unlimited by default. */
  readonly requestRate?: RequestRate
  readonly priceRetention?: PriceRetentionDays
  readonly newsKept?: NewsBounds
  /** The quorum that keeps the logs; undefined for a single node. */
  readonly quorum?: QuorumStart | undefined
  readonly onQuorum?: Partial<QuorumEvents>
  readonly clock: Clock
  readonly logger: Logger
  /** The shards start after this resolves. Drills use it to stop before. */
  readonly holdRecovery?: () => Promise<void>
  /** Called for drills at each step of a change that desk and shard make together. */
  readonly onHeldStep?: (step: HeldStep) => void
}
