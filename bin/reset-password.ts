import { resetPassword } from '../actors/desk/start/reset-password.js'
import { Passwords } from '../actors/sign-in/passwords.js'
import { systemClock } from '../actors/thread/clock.js'
import { oneLogin } from './one-login.js'
import { stoppedQuorum } from './stopped-quorum.js'

export async function resetPasswordCommand(args: readonly string[]): Promise<number> {
  const given = oneLogin(args, 'reset-password')
  if (typeof given === 'number') return given
  const { login, settings } = given
  const quorum = await stoppedQuorum(settings)
  const passwords = new Passwords()
  const done = await resetPassword(settings.dataDir, login, passwords, systemClock(), quorum)
  await passwords.close()
  if (!done.ok) {
    process.stderr.write(`openfloor: ${done.message}\n`)
    return 1
  }
  process.stdout.write(`Login ${login} has the new password ${done.value}\n`)
  return 0
}
