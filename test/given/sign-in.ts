import type { SignInRequest } from '../../actors/sign-in/sign-in-client.js'

/** A trader who signs in to the web terminal from there. */
export function signInFrom(
  ip: string,
  login: number,
  over: Partial<SignInRequest> = {},
): SignInRequest {
  return {
    side: 'trader',
    terminal: 'web',
    login,
    password: 'x',
    otp: '',
    keepSignedIn: false,
    userAgent: '',
    origin: { ip, requestId: 'r-1' },
    ...over,
  }
}
