import { administratorWeakness } from '../../actors/desk/start/administrator.js'
import type { HeldStep } from '../../actors/server/account-keeper.js'
import { isNewDataDir, isOpenToOthers, prepareDataDir } from '../../actors/server/data-dir.js'
import { PASSWORD_COST, Passwords } from '../../actors/sign-in/passwords.js'
import { createClockMemory, systemClock } from '../../actors/thread/clock.js'
import { createLogger } from '../../actors/thread/logger.js'
import { LiveNetworkAccess } from '../../engine/access/network-access.js'
import { accessWithout } from '../../engine/access/server-access.js'
import type { Terminal } from '../../engine/access/session.js'
import { Door, type Phase } from '../exchange/door.js'
import { frontRates } from '../pipeline/rates/front-rates.js'
import { ClientAddress } from '../server/client-address.js'
import { Connections, connectionBounds, openFilesMax } from '../server/connections.js'
import { FloodGuard } from '../server/flood-guard.js'
import { SessionStore } from '../sessions/session-store.js'
import { defaultShards, type Settings } from '../settings.js'
import { SocketCounts } from '../socket/socket-counts.js'

/** Replacements that tests inject for parts of the server. */
export interface Drill {
  /** The FIX session module that gateways load instead of the standard one. */
  readonly sessionModule?: string
  /** The shared memory by which a test moves the machine's wall clock (actors/thread/clock.ts). */
  readonly clockMemory?: SharedArrayBuffer
  /**
   * Holds up recovery and draining until this promise resolves. The server is already listening on
   * the port.
   */
  readonly holdPhase?: (phase: Phase, port: number) => Promise<void>
  /** Called at the steps of a change that desk and shard make together. */
  readonly onHeldStep?: (step: HeldStep) => void
  /** Terminals that are closed to everybody, also at the desk. */
  readonly closedTerminals?: readonly Terminal[]
  /** A cheaper password hash, for tests that are not about passwords. */
  readonly passwordCost?: typeof PASSWORD_COST
}

/**
 * Checks the configured password before anything is created, because a new data directory gets its
 * administrator in this start.
 */
function refuseWeakFirstPassword({ dataDir, adminPassword }: Settings): void {
  if (adminPassword === undefined || !isNewDataDir(dataDir)) return
  const weakness = administratorWeakness(adminPassword)
  if (weakness !== undefined) throw new Error(weakness)
}

/** The parts that everything else needs and that do not depend on threads. */
export function foundationsOf(settings: Settings, drill: Drill) {
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
  for (const [name, kept] of [
    ['BACKUP_DIR', settings.backup],
    ['LOG_ARCHIVE_DIR', settings.logArchive],
  ] as const) {
    if (kept === undefined || !isOpenToOthers(kept.directory)) continue
    const why = `others may remove what lies in ${name}: take their rights away (chmod go-w)`
    logger.warn({ directory: kept.directory }, why)
  }
  refuseWeakFirstPassword(settings)
  const { clusterNode } = settings
  const prepared = prepareDataDir(settings.dataDir, settings.secretKey, clusterNode !== undefined)
  const { cluster } = prepared
  const addresses = new ClientAddress(settings.trustedProxies, (proxy) => {
    const why =
      'X-Forwarded-For of this proxy cannot be read: all behind it count as one address. Have it send plain addresses'
    logger.warn({ proxy }, why)
  })
  const isShared = (address: string): boolean => addresses.isShared(address)
  const rates = frontRates(settings.rateLimits, isShared)
  const bounds = connectionBounds(openFilesMax())
  const floods = new FloodGuard(clock, addresses)
  const access = new LiveNetworkAccess(accessWithout(drill.closedTerminals ?? []), isShared)
  return {
    settings,
    drill,
    logger,
    clock,
    clockMemory,
    clockOffsetMs,
    addresses,
    isShared,
    rates,
    secretKey: prepared.secretKey,
    quorum: clusterNode && cluster && { url: clusterNode.url, holder: clusterNode.node, cluster },
    shards: settings.shards ?? prepared.shards ?? defaultShards(),
    door: new Door(),
    passwords: new Passwords(drill.passwordCost ?? PASSWORD_COST, {
      secretKey: prepared.secretKey,
    }),
    access,
    sessions: new SessionStore(clock, access),
    floods,
    connections: new Connections(bounds.plain, clock, addresses, rates.connections, floods),
    counts: new SocketCounts({
      all: bounds.live,
      keptForStaff: bounds.liveKept,
      isHeld: settings.rateLimits,
      isShared,
    }),
    rateOf: <Rate>(rate: Rate): Rate | null => (settings.rateLimits ? rate : null),
  }
}

export type Foundations = ReturnType<typeof foundationsOf>
