import { startServer } from '../http/main.js'
import { readSettings } from '../http/settings.js'

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/** Runs the server until a signal asks it to stop. */
export async function start(): Promise<void> {
  const read = readSettings(process.env)
  if (!read.ok) {
    for (const fault of read.faults) process.stderr.write(`openfloor: ${fault}\n`)
    process.exitCode = 1
    return
  }
  try {
    const server = await startServer(read.settings)
    process.stdout.write(`Openfloor listens on http://${read.settings.host}:${server.port}\n`)
    let stopping = false
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        if (stopping) return
        stopping = true
        void server.stop().then(() => process.exit(0))
      })
    }
  } catch (error) {
    process.stderr.write(`openfloor: ${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
}
