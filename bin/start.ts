import { setFlagsFromString } from 'node:v8'
import { NEEDS_RESTART } from '../actors/cluster/standby/standby-thread.js'
import { threadError } from '../actors/thread/thread-error.js'
import { type Drill, startServer } from '../http/main.js'
import { readSettings } from '../http/settings.js'
import { LEASE_HELD } from '../storage/log/replicated/log-owner.js'
import { settingsOrFaults } from './settings-or-faults.js'

/** As `EX_TEMPFAIL`, of a node that works no longer: another start follows the one that does. */
const WORKS_NO_LONGER = 75
const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/**
 * The flags of the garbage collector in the threads that are started after this.
 *
 * Little is left of what a turn made when it looks: helping threads find nothing to do, and take their time
 * from threads that have. Measured on two cores: 1 µs of processor less an order, of 24.
 *
 * It lets old memory grow to 64 MB before it looks at all of it, and not only by a few: looking takes
 * the cores that orders wait for. Measured: seldom instead of every second or two, and 4.4 ms instead of 5.4
 * for the slowest hundredth of 15,500 orders/s.
 */
const COLLECTOR = ['--no-parallel-scavenge', '--initial-old-space-size=64']

/** Runs the server until a signal asks it to stop. */
export async function start(drill: Drill = {}): Promise<number> {
  const settings = settingsOrFaults(readSettings(process.env))
  if (settings === undefined) return 1
  for (const flag of COLLECTOR) setFlagsFromString(flag)
  // Before it is ready nothing was accepted, so there is nothing to finish.
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
