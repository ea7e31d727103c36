import { systemClock } from '../actors/clock.js'
import { Passwords } from '../actors/jobs/passwords.js'
import { resetPassword } from '../actors/reset-password.js'
import { readSettings } from '../http/settings.js'
import { settingsOrFaults } from './settings-or-faults.js'

export async function resetPasswordCommand(args: readonly string[]): Promise<number> {
  const login = Number(args[0])
  if (args.length !== 1 || !Number.isSafeInteger(login) || login < 1) {
    process.stderr.write('openfloor: name one login, like: openfloor admin reset-password 1\n')
    return 2
  }
  const settings = settingsOrFaults(readSettings(process.env))
  if (settings === undefined) return 1
  const passwords = new Passwords()
  const done = await resetPassword(settings.dataDir, login, passwords, systemClock())
  await passwords.close()
  if (!done.ok) {
    process.stderr.write(`openfloor: ${done.message}\n`)
    return 1
  }
  process.stdout.write(`Login ${login} has the new password ${done.value}\n`)
  return 0
}
