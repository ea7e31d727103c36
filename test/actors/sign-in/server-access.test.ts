import t from 'tap'
import { SignInClient } from '../../../actors/sign-in/sign-in-client.js'
import { systemClock } from '../../../actors/thread/clock.js'
import { refuse } from '../../../engine/code.js'
import { startFront } from '../../given/fronts/front.js'
import { signInFrom } from '../../given/sign-in.js'

const PASSWORD = 'Abcd12!x'
const FLOODING = '198.51.100.9'

t.test('the server is asked before a password is looked at, and told what failed', async (t) => {
  const front = await startFront(t)
  const login = await front.openAccount({ master: PASSWORD })
  const told: string[] = []
  const signIn = new SignInClient(front.desk, front.passwords, systemClock(), {
    server: {
      isOpen: () => true,
      refuseTry(address) {
        told.push(`try ${address}`)
        if (address !== FLOODING) return null
        return refuse('auth.too_many_attempts', 'This address floods.')
      },
      failed: (address) => told.push(`failed ${address}`),
    },
  })
  const ask = async (password: string, ip: string): Promise<string> => {
    const answer = await signIn.login(signInFrom(ip, login, { password }))
    return answer.ok ? 'ok' : answer.code
  }
  t.equal(await ask(PASSWORD, FLOODING), 'auth.too_many_attempts')
  t.equal(await ask('Wrong1!x', '192.0.2.1'), 'auth.invalid_credentials')
  t.equal(await ask(PASSWORD, '192.0.2.1'), 'ok')
  const tries = [`try ${FLOODING}`, 'try 192.0.2.1', 'failed 192.0.2.1', 'try 192.0.2.1']
  t.same(told, tries)
})
