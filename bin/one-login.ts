import { readSettings, type Settings } from '../http/settings.js'
import { settingsOrFaults } from './settings-or-faults.js'

/** The arguments of a command for a single login: the login and the settings, or the exit code. */
export function oneLogin(
  args: readonly string[],
  command: string,
): { readonly login: number; readonly settings: Settings } | number {
  const login = Number(args[0])
  if (args.length !== 1 || !Number.isSafeInteger(login) || login < 1) {
    process.stderr.write(`openfloor: name one login, like: openfloor admin ${command} 1\n`)
    return 2
  }
  const settings = settingsOrFaults(readSettings(process.env))
  return settings === undefined ? 1 : { login, settings }
}
