import { setFlagsFromString } from 'node:v8'
import { threadError } from '../actors/thread-error.js'
import { type Drill, startServer } from '../http/main.js'
import { readSettings } from '../http/settings.js'
import { settingsOrFaults } from './settings-or-faults.js'

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/**
 * Little is left of what a turn made when the collector looks: helping threads find nothing to do, and
 * take their time from threads that have. Measured on two cores: 1 µs of processor less an order, of 24.
 */
const COLLECT_ALONE = '--no-parallel-scavenge'

/** Runs the server until a signal asks it to stop. */
export async function start(drill: Drill = {}): Promise<number> {
  const settings = settingsOrFaults(readSettings(process.env))
  if (settings === undefined) return 1
  setFlagsFromString(COLLECT_ALONE)
  // Before it is ready nothing was accepted, so there is nothing to finish.
  let stop = async (): Promise<void> => undefined
  let stopping = false
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      void stop().then(() => process.exit(0))
    })
  }
  try {
    const server = await startServer(settings, drill)
    stop = () => server.stop()
    process.stdout.write(`Openfloor listens on http://${settings.host}:${server.port}\n`)
    return 0
  } catch (error) {
    process.stderr.write(`openfloor: ${threadError(error).message}\n`)
    process.exit(1)
  }
}
