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

/** The options that the threads of a server are started with. */
export interface SupervisorOptions {
  readonly dataDir: string
  /** The server's, for the line of an upgrade. */
  readonly version?: string
  readonly shards: number
  readonly demo: boolean
  readonly demoProvider?: DemoProvider
  readonly simulatorTicksPerSec?: number
  /** The module that gateways speak with in place of their own, for drills. */
  readonly sessionModule?: string
  readonly secretKey: Uint8Array
  /** Addresses and networks that may be dialled beside those that are open (engine/names/outbound.ts). */
  readonly outboundAllow?: readonly string[]
  /** As in `DeskData`. */
  readonly licencePublicKey?: string | undefined
  /** Terminals that nobody may use; none when left out. */
  readonly closedTerminals?: readonly Terminal[]
  readonly administratorRights: readonly string[]
  /** The server's offset from UTC in an empty data directory. */
  readonly utcOffsetMin?: number
  readonly clockOffsetMs: number
  /** The memory of `clock`: all threads go by one time. */
  readonly clockMemory?: SharedArrayBuffer
  readonly diskReserveBytes: number
  readonly projectionLagMax?: number
  /** The rate of requests that an account may have carried out; as many as it asks for when left out. */
  readonly requestRate?: RequestRate
  readonly priceRetention?: PriceRetentionDays
  readonly newsKept?: NewsBounds
  /** The quorum that keeps the logs; undefined of a box alone. */
  readonly quorum?: QuorumStart | undefined
  readonly onQuorum?: Partial<QuorumEvents>
  readonly clock: Clock
  readonly logger: Logger
  /** The shards start when this resolves, for drills. */
  readonly holdRecovery?: () => Promise<void>
  /** Hears of the steps of a change that desk and shard make together, for drills. */
  readonly onHeldStep?: (step: HeldStep) => void
}
