import t from 'tap'
import {
  type PasswordParty,
  type Passwords,
  passwordsFull,
} from '../../../actors/sign-in/passwords.js'
import {
  type AuthAsker,
  SignInClient,
  type SignInRequest,
} from '../../../actors/sign-in/sign-in-client.js'
import { systemClock } from '../../../actors/thread/clock.js'
import { addressBlock } from '../../../engine/access/address.js'
import { startFront } from '../../given/fronts/front.js'
import { HandClock } from '../../given/hand-clock.js'
import { signInFrom } from '../../given/sign-in.js'

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
      isFull ? passwordsFull('traders') : passwords.hash(...asked),
  } as unknown as Passwords
  const signIn = new SignInClient(front.desk, busy, systemClock())
  const origin = { ip: '192.0.2.1', requestId: 'r-1' }
  const enter = (password: string) => signIn.login(signInFrom(origin.ip, login, { password }))
  const signedIn = await enter(PASSWORD)
  if (!signedIn.ok) throw new Error(signedIn.message)
  const session = signedIn.session.id
  const change = () =>
    signIn.changePassword({
      login,
      session,
      terminal: 'web',
      current: PASSWORD,
      next: NEXT,
      groupMinimum: 8,
      origin,
    })
  t.same(await change(), passwordsFull('traders'))
  t.match(await enter(PASSWORD), { ok: true })
  t.match(await enter(NEXT), { code: 'auth.invalid_credentials' })
  isFull = false
  t.equal(await change(), null, 'and later it is changed')
  t.match(await enter(NEXT), { ok: true })
})

t.test('who has no place among the passwords that wait is told so before all else', async (t) => {
  const told: string[] = []
  const full = new Set([addressBlock('192.0.2.1')])
  const desk = {
    async ask(name: string) {
      told.push(name)
      return { ok: true, value: name === 'auth.credentials' ? [] : null }
    },
  } as unknown as AuthAsker
  const passwords = {
    hasRoom: ({ name }: PasswordParty) => !full.has(name),
    async check() {
      told.push('password')
      return { ok: true, fits: -1, rehash: null }
    },
  } as unknown as Passwords
  const signIn = new SignInClient(desk, passwords, new HandClock(), {
    server: {
      isOpen: () => true,
      refuseTry(address) {
        told.push(`try ${address}`)
        return null
      },
      failed: () => {},
    },
  })
  const from = (ip: string) => signIn.login(signInFrom(ip, 1001))
  for (let i = 0; i < 100; i++) t.same(await from('192.0.2.1'), passwordsFull('traders'))
  t.same(told, [], 'nobody was asked')
  t.match(await from('192.0.2.2'), { code: 'auth.invalid_credentials' })
  t.same(told.splice(0), ['try 192.0.2.2', 'auth.credentials', 'password', 'auth.failed'])
  full.clear()
  t.match(await from('192.0.2.1'), { code: 'auth.invalid_credentials' }, 'none of them was a try')
})

t.test(
  'who signed in from an address is known there, on his side, and waits among the known',
  async (t) => {
    const parties: PasswordParty[] = []
    const desk = {
      ask: async (name: string) => {
        const value = name === 'auth.credentials' ? [{ kind: 'master', hash: 'h' }] : {}
        return { ok: true, value }
      },
    } as unknown as AuthAsker
    const passwords = {
      hasRoom: (party: PasswordParty) => parties.push(party) > 0,
      check: async () => ({ ok: true, fits: 0, rehash: null }),
    } as unknown as Passwords
    const shared = '198.51.100.1'
    const isShared = (address: string) => address === shared
    const signIn = new SignInClient(desk, passwords, new HandClock(), { isShared })
    const party = async (side: SignInRequest['side'], login: number, ip: string) => {
      t.match(await signIn.login(signInFrom(ip, login, { side })), { ok: true })
      const { lane = '', name = '' } = parties.pop() ?? {}
      return [lane, name]
    }
    const home = '192.0.2.1'
    for (const [side, login, ip, lane, name] of [
      ['trader', 1001, home, 'traders', addressBlock(home)],
      ['trader', 1001, home, 'known_traders', addressBlock(home)],
      ['staff', 1001, home, 'staff', addressBlock(home)],
      ['staff', 1001, home, 'known_staff', addressBlock(home)],
      ['trader', 1001, '203.0.113.9', 'traders', addressBlock('203.0.113.9')],
      ['trader', 1002, shared, 'traders', 'login 1002'],
      ['trader', 1002, shared, 'known_traders', 'login 1002'],
    ] as const) {
      t.same(await party(side, login, ip), [lane, name], `${side} ${login} ${ip} ${lane}`)
    }
  },
)
