import { signal } from '@preact/signals'
import { every, serverClockSaid } from '../link/clock.js'
import type { Data } from '../link/contract.js'
import {
  type Answer,
  call,
  forget,
  knownLogin,
  onSessionGone,
  refreshSoon,
  remember,
} from '../link/rest.js'
import { isDesk, own } from '../link/side.js'

export type Session = Pick<
  Data<'GET /trader/v1/auth/me'>,
  | 'login'
  | 'rights'
  | 'group_scope'
  | 'group'
  | 'read_only'
  | 'keep_signed_in'
  | 'must_change_password'
  | 'must_enrol_otp'
  | 'server_clock'
> & {
  /** Undefined until `who()` has read it: the answer to a sign-in has no name. */
  readonly name?: string
}

/** `unknown` until the server has said who is signed in. */
type Phase = 'unknown' | 'out' | 'in'

export const phase = signal<Phase>('unknown')
export const session = signal<Session | null>(null)
/** The session ended while somebody worked: they sign in over the page. */
export const isAskedAgain = signal(false)

const LOOK_MS = 15_000

onSessionGone(
  () => {
    isAskedAgain.value = phase.value === 'in'
    if (phase.value !== 'in') phase.value = 'out'
  },
  () => location.reload(),
  () => {
    // Somebody has signed in again in another tab: the server says who, since it may be an investor by now.
    if (isAskedAgain.value) {
      void who().then((isIn) => {
        if (isIn) isAskedAgain.value = false
      })
    }
  },
)
every(LOOK_MS, () => {
  if (phase.value === 'in' && !isAskedAgain.value) void refreshSoon()
})
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible' && phase.value === 'in') void refreshSoon()
})

/** Looks who is signed in; asked at the start, and where a socket was refused. */
export async function who(): Promise<boolean> {
  if (knownLogin() === null) {
    phase.value = 'out'
    return false
  }
  await refreshSoon()
  const me = await call(own('GET /trader/v1/auth/me'))
  if (me.ok) {
    session.value = me.data
    serverClockSaid(me.data.server_clock)
    phase.value = 'in'
    return true
  }
  // Nothing is known while the server is not there.
  if (me.status === 0 || me.status >= 500) return true
  if (phase.value === 'in') isAskedAgain.value = true
  else phase.value = 'out'
  return false
}

export interface SignIn {
  readonly login: number
  readonly password: string
  readonly otp?: string
  readonly keep_signed_in: boolean
}

export async function signIn(body: SignIn): Promise<Answer<unknown>> {
  const answer = await call(own('POST /trader/v1/auth/login'), {
    body: { ...body, ...(isDesk ? {} : { terminal: 'web' as const }) },
  })
  if (answer.ok) {
    const isOther = session.value !== null && session.value.login !== answer.data.session.login
    entered(answer.data)
    if (isOther) location.reload()
  }
  return answer
}

/** Nothing of another account is on the page yet: links are dealt with before it shows anything. */
export async function signInByLink(body: LinkSignIn): Promise<Answer<unknown>> {
  const answer = await call('POST /trader/v1/auth/link', { body: { ...body, terminal: 'web' } })
  if (answer.ok) entered(answer.data)
  return answer
}

interface LinkSignIn {
  readonly code: string
  readonly otp?: string
}

function entered(data: Data<'POST /trader/v1/auth/login'>): void {
  remember(data)
  session.value = data.session
  serverClockSaid(data.session.server_clock)
  isAskedAgain.value = false
  phase.value = 'in'
}

/** The new password has ended every session: it signs in with it, or shows the door where a code is asked for, too. */
export async function signInAgain(login: number, password: string, keep: boolean): Promise<void> {
  const answer = await signIn({ login, password, keep_signed_in: keep })
  if (answer.ok) return
  forget()
  session.value = null
  phase.value = 'out'
}

/** Resolves when nobody is asked to sign in again any more. */
export function signedInAgain(): Promise<void> {
  return new Promise((resolve) => {
    const stop = isAskedAgain.subscribe((isAsked) => {
      if (isAsked) return
      resolve()
      queueMicrotask(() => stop())
    })
  })
}

export async function signOut(): Promise<void> {
  await call(own('POST /trader/v1/auth/logout'))
  forget()
  session.value = null
  phase.value = 'out'
  location.reload()
}
