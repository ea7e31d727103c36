import { setFlagsFromString } from 'node:v8'
import { NEEDS_RESTART } from '../actors/cluster/standby/standby-thread.js'
import { startIdleClass } from '../actors/thread/idle-class.js'
import { createLogger } from '../actors/thread/logger.js'
import { threadError } from '../actors/thread/thread-error.js'
import { type Drill, startServer } from '../http/main.js'
import { readSettings } from '../http/settings.js'
import { LEASE_HELD } from '../storage/log/quorum/log-owner.js'
import { settingsOrFaults } from './settings-or-faults.js'
import { warnOfOldNode } from './wanted-node.js'

/**
 * The exit code `EX_TEMPFAIL` of a node that is no longer active. After a restart it follows the
 * active one.
 */
const WORKS_NO_LONGER = 75
const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/**
 * Flags of the garbage collector for all threads started after this.
 *
 * Without parallel scavenging: little survives a turn, so helper threads find no work and only take
 * processor time. Measured on two cores: 1 µs less per order, of 24.
 *
 * Old space may grow to 64 MB before a full collection, which would use the cores that orders need.
 * Measured: rarely instead of every second or two, and 4.4 ms instead of 5.4 ms for the 99th
 * percentile at 15,500 orders/s.
 */
const COLLECTOR = ['--no-parallel-scavenge', '--initial-old-space-size=64']

/** Runs the server until a signal stops it. */
export async function start(drill: Drill = {}): Promise<number> {
  const settings = settingsOrFaults(readSettings(process.env))
  if (settings === undefined) return 1
  warnOfOldNode(process.versions.node, createLogger(settings.logLevel, 'front'))
  startIdleClass()
  for (const flag of COLLECTOR) setFlagsFromString(flag)
  // Before the server is ready it has accepted nothing, so there is nothing to finish.
  let stop = async (): Promise<void> => undefined
  let stopping = false
  const end = (code: number): void => {
    if (stopping) return
    stopping = true
    void stop().then(() => process.exit(code))
  }
  for (const signal of SIGNALS) process.on(signal, () => end(0))
  try {
    const server = await startServer(settings, drill, {
      onShutOut: () => process.exit(WORKS_NO_LONGER),
      onHandOver: () => end(WORKS_NO_LONGER),
    })
    stop = () => server.stop()
    const address = `http://${settings.host}:${server.port}`
    process.stdout.write(`\nOpenfloor listens on ${address}\n${server.firstLogins}\n`)
    return 0
  } catch (error) {
    const { message } = threadError(error)
    process.stderr.write(`openfloor: ${message}\n`)
    // The one that it wanted to take over from has come back meanwhile; or a newer version is to be started here.
    const isToStartAgain = message.endsWith(LEASE_HELD) || message.endsWith(NEEDS_RESTART)
    process.exit(isToStartAgain ? WORKS_NO_LONGER : 1)
  }
}
