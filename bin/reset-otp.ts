import { resetOtp } from '../actors/desk/start/reset-otp.js'
import { systemClock } from '../actors/thread/clock.js'
import { oneLogin } from './one-login.js'
import { stoppedQuorum } from './stopped-quorum.js'

export async function resetOtpCommand(args: readonly string[]): Promise<number> {
  const given = oneLogin(args, 'reset-otp')
  if (typeof given === 'number') return given
  const { login, settings } = given
  const quorum = await stoppedQuorum(settings)
  const done = resetOtp(settings.dataDir, login, systemClock(), quorum)
  if (!done.ok) {
    process.stderr.write(`openfloor: ${done.message}\n`)
    return 1
  }
  const what = done.value ? 'signs in without one-time codes now' : 'had no one-time codes'
  process.stdout.write(`Login ${login} ${what}\n`)
  return 0
}
