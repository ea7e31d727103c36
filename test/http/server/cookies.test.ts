import t from 'tap'
import {
  accessCookie,
  authPath,
  clearedCookies,
  refreshCookie,
  tokenCookies,
} from '../../../http/server/cookies.js'

t.test('each side has cookies of its own, and the refresh token goes to its sign-in alone', (t) => {
  const tokens = { access: 'A', refresh: 'R' }
  const rest = 'HttpOnly; SameSite=Strict'
  t.same(tokenCookies('staff', tokens, { secure: true, accessSec: 900, refreshSec: 86_400 }), [
    `of_access_s=A; Path=/admin/v1; Max-Age=900; ${rest}; Secure`,
    `of_refresh_s=R; Path=/admin/v1/auth; Max-Age=86400; ${rest}; Secure`,
  ])
  t.same(tokenCookies('trader', tokens, { secure: false, accessSec: null, refreshSec: null }), [
    `of_access_t=A; Path=/trader/v1; ${rest}`,
    `of_refresh_t=R; Path=/trader/v1/auth; ${rest}`,
  ])
  t.same(clearedCookies('trader', true), [
    `of_access_t=; Path=/trader/v1; Max-Age=0; ${rest}; Secure`,
    `of_refresh_t=; Path=/trader/v1/auth; Max-Age=0; ${rest}; Secure`,
  ])
  t.same(clearedCookies('staff', false), [
    `of_access_s=; Path=/admin/v1; Max-Age=0; ${rest}`,
    `of_refresh_s=; Path=/admin/v1/auth; Max-Age=0; ${rest}`,
  ])
  t.same([accessCookie('staff'), refreshCookie('trader')], ['of_access_s', 'of_refresh_t'])
  t.equal(authPath('staff'), '/admin/v1/auth')
  t.end()
})
