import t, { type Test } from 'tap'
import { deskHandlers } from '../../../../actors/desk/operations.js'
import { signUpRepo } from '../../../../storage/repos/people/sign-up.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'

// Attempts of strangers count for their network and their region, so that nobody closes sign-up to all.

const HOUR = 3_600_000
const BLOCKED = { ok: false, code: 'auth.too_many_attempts' }
const OK = { ok: true }

async function given(test: Test, settings: object = {}) {
  const front = new ConfigFront(test)
  const server = { name: 'Main', sender_email: 'desk@example.com', server: 'smtp.example.com:587' }
  await front.ask('POST /admin/v1/mail-servers', 'admin', { ...server, is_default: true })
  const { data } = await front.ask('GET /admin/v1/settings')
  const asked = { ...data, confirm_real: true, ...settings }
  const put = await front.ask('PUT /admin/v1/settings', 'admin', asked)
  if (put.status !== 200) throw new Error(put.message)
  const ask = deskHandlers(front.desk)
  let sent = 0
  const code = (ip: string) => {
    const email = `a${sent++}@example.com`
    const actor = { login: null, ip, requestId: '' }
    return ask['sign_up.code']({ actor, email, language: '', company: '' })
  }
  const begin = (ip: string, type: 'demo' | 'real' = 'demo') => {
    const actor = { login: null, ip, requestId: '' }
    const email = `b${sent++}@example.com`
    return ask['sign_up.begin']({ actor, type, email, phone: '', code: '000000' })
  }
  /** As many attempts of others, at this moment. */
  const others = (kind: string, who: string, count: number) =>
    front.desk.db.transaction(() => {
      for (let n = 0; n < count; n++) signUpRepo(front.desk.db).add(kind, who, front.now)
    })()
  return { front, code, begin, others }
}

t.test('a /48 has four times what a /64 of it has', async (t) => {
  const { front, code, begin } = await given(t, { confirm_demo: false })
  const from = (n: number, net = 9) => `2001:db8:${net}:${n.toString(16)}::1`
  for (let n = 0; n < 10; n++) t.match(code(from(0)), OK)
  t.match(code(from(0)), BLOCKED, 'a /64')
  for (let n = 10; n < 40; n++) t.match(code(from(n)), OK)
  t.match(code(from(99)), BLOCKED, 'its /48')
  t.match(code(from(99, 10)), OK, 'another /48')
  for (let n = 0; n < 20; n++) t.match(begin(from(n)), OK)
  t.match(begin(from(99)), BLOCKED)
  t.match(begin(from(99, 10)), OK)
  front.now += HOUR
  t.match([code(from(99)), begin(from(99))], [OK, OK])
})

t.test('wrong codes count by /48, too', async (t) => {
  const { front, begin, others } = await given(t)
  const ip = '2001:db8:9:1::1'
  others('wrong_codes_of_network', '6:20010db80009::', 79)
  t.match(begin(ip, 'real'), { code: 'auth.code_invalid' })
  t.match(begin(ip, 'real'), BLOCKED)
  t.match(begin('2001:db8:a::1', 'real'), { code: 'auth.code_invalid' })
  front.now += HOUR
  t.match(begin(ip, 'real'), { code: 'auth.code_invalid' })
})

t.test(
  'a region has a tenth of the codes of its family, and each family half of all',
  async (t) => {
    const { code, others } = await given(t)
    others('codes_of_region', '6:20010db8', 249)
    others('codes_of_region', '4:cb00', 249)
    t.match([code('2001:db8:1::1'), code('203.0.113.7')], [OK, OK])
    t.match([code('2001:db8:2::1'), code('203.0.7.8')], [BLOCKED, BLOCKED])
    t.match([code('2001:db9::1'), code('203.1.113.7')], [OK, OK])
    others('codes_of_family', '6', 2500 - 2)
    const full = { ok: false, code: 'unavailable', retryAfterMs: HOUR }
    t.match(code('2a00:1::1'), full)
    t.match(code('198.51.100.7'), OK, 'IPv4 goes on')
  },
)

t.test('a region has a quarter of the demo accounts of an hour, and 50 at the most', async (t) => {
  const hour = { confirm_demo: false, demo_sign_ups_hour_max: 7 }
  const few = await given(t, hour)
  for (const ip of ['203.0.113.1', '203.0.7.1']) t.match(few.begin(ip), OK)
  t.match(few.begin('203.0.9.1'), BLOCKED)
  t.match(few.begin('203.1.9.1'), OK)
  const many = await given(t, { ...hour, demo_sign_ups_hour_max: 0 })
  many.others('sign_ups_of_region', '4:cb00', 49)
  t.match([many.begin('203.0.7.1'), many.begin('203.0.8.1')], [OK, BLOCKED])
})
