import { signal } from '@preact/signals'
import type { Answer } from '../link/answer.js'
import { every, takeServerClock } from '../link/clock.js'
import type { Data } from '../link/contract.js'
import { call, forget, knownLogin, onSessionEnd, refreshSoon, remember } from '../link/rest.js'
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
  /**
   * The name of the person; undefined until `who()` has loaded it, because the answer to a sign-in
   * contains no name.
   */
  readonly name?: string
}

/** `unknown` until the server has answered who is signed in. */
type Phase = 'unknown' | 'out' | 'in'

export const phase = signal<Phase>('unknown')
export const session = signal<Session | null>(null)
/** Whether the session has ended while the page was in use, so that it shows a sign-in dialog. */
export const mustSignInAgain = signal(false)

const LOOK_MS = 15_000

onSessionEnd(
  () => {
    mustSignInAgain.value = phase.value === 'in'
    if (phase.value !== 'in') phase.value = 'out'
  },
  () => location.reload(),
  () => {
    // A user has signed in in another tab. The page reads the session, since it may be an
    // investor's.
    if (mustSignInAgain.value) {
      void who().then((isIn) => {
        if (isIn) mustSignInAgain.value = false
      })
    }
  },
)
every(LOOK_MS, () => {
  if (phase.value === 'in' && !mustSignInAgain.value) void refreshSoon()
})
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible' && phase.value === 'in') void refreshSoon()
})

/** Asks the server who is signed in: at the start, and after a socket was refused. */
export async function who(): Promise<boolean> {
  if (knownLogin() === null) {
    phase.value = 'out'
    return false
  }
  await refreshSoon()
  const me = await call(own('GET /trader/v1/auth/me'))
  if (me.ok) {
    session.value = me.data
    takeServerClock(me.data.server_clock)
    phase.value = 'in'
    return true
  }
  // Keeps the current state while the server is unavailable.
  if (me.status === 0 || me.status >= 500) return true
  if (phase.value === 'in') mustSignInAgain.value = true
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

/**
 * Link sign-in happens before the page shows any data, so no data of another account has to be
 * cleared.
 */
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
  takeServerClock(data.session.server_clock)
  mustSignInAgain.value = false
  phase.value = 'in'
}

/**
 * A new password ends every session. Signs in with it, or shows the sign-in page if a one-time code
 * is needed.
 */
export async function signInAgain(login: number, password: string, keep: boolean): Promise<void> {
  const answer = await signIn({ login, password, keep_signed_in: keep })
  if (answer.ok) return
  forget()
  session.value = null
  phase.value = 'out'
}

/** Resolves when no sign-in dialog is shown any more. */
export function signedInAgain(): Promise<void> {
  return new Promise((resolve) => {
    const stop = mustSignInAgain.subscribe((isRequired) => {
      if (isRequired) return
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
