import type { readSettings, Settings } from '../http/settings.js'

/** Returns the settings, or undefined after printing one line per error. */
export function settingsOrFaults(read: ReturnType<typeof readSettings>): Settings | undefined {
  if (read.ok) return read.settings
  for (const fault of read.faults) process.stderr.write(`openfloor: ${fault}\n`)
  return undefined
}
