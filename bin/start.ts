import { startServer } from '../http/main.js'
import { readSettings } from '../http/settings.js'
import { settingsOrFaults } from './settings-or-faults.js'

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/** Runs the server until a signal asks it to stop. */
export async function start(): Promise<number> {
  const settings = settingsOrFaults(readSettings(process.env))
  if (settings === undefined) return 1
  try {
    const server = await startServer(settings)
    process.stdout.write(`Openfloor listens on http://${settings.host}:${server.port}\n`)
    let stopping = false
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        if (stopping) return
        stopping = true
        void server.stop().then(() => process.exit(0))
      })
    }
    return 0
  } catch (error) {
    process.stderr.write(`openfloor: ${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
}
