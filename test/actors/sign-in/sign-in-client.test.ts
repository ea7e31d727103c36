import t from 'tap'
import { type Passwords, passwordsFull } from '../../../actors/sign-in/passwords.js'
import { SignInClient } from '../../../actors/sign-in/sign-in-client.js'
import { systemClock } from '../../../actors/thread/clock.js'
import { startFront } from '../../given/front.js'

const PASSWORD = 'Abcd12!x'
const NEXT = 'Next34?y'

t.test('a new password that finds no place to be hashed changes nothing', async (t) => {
  const front = await startFront(t)
  const login = await front.openAccount({ master: PASSWORD })
  const { passwords } = front
  let isFull = true
  const busy = {
    check: passwords.check.bind(passwords),
    refuseTaken: passwords.refuseTaken.bind(passwords),
    hasRoom: passwords.hasRoom.bind(passwords),
    hash: async (...asked: Parameters<Passwords['hash']>) =>
      isFull ? passwordsFull() : passwords.hash(...asked),
  } as unknown as Passwords
  const signIn = new SignInClient(front.desk, busy, systemClock())
  const origin = { ip: '192.0.2.1', requestId: 'r-1' }
  const enter = (password: string) =>
    signIn.login({
      ...{ side: 'trader', terminal: 'web', login, password, otp: '', keepSignedIn: false },
      ...{ userAgent: '', origin },
    })
  const signedIn = await enter(PASSWORD)
  if (!signedIn.ok) throw new Error(signedIn.message)
  const session = signedIn.session.id
  const change = () =>
    signIn.changePassword({
      ...{ login, session, terminal: 'web', current: PASSWORD, next: NEXT },
      ...{ groupMinimum: 8, origin },
    })
  t.same(await change(), passwordsFull())
  t.match(await enter(PASSWORD), { ok: true })
  t.match(await enter(NEXT), { code: 'auth.invalid_credentials' })
  isFull = false
  t.equal(await change(), null, 'and later it is changed')
  t.match(await enter(NEXT), { ok: true })
})
