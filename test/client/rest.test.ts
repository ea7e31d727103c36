import t from 'tap'
import { isError, OpenfloorError, StaffClient, TraderClient } from '../../client/index.js'
import type { Fetch } from '../../client/platform.js'
import type { Tokens } from '../../client/rest/access.js'
import { codeOf } from '../given/codes.js'
import { clientServer, PASSWORD, signedIn } from './client-server.js'

t.setTimeout(0)
const { server, login } = await clientServer(t)
const { origin } = server

/** The runtime's fetch, with a list of what was asked; `lose` says whose answers never come. */
function counted(lose: (what: string) => boolean = () => false) {
  const asked: string[] = []
  const send: Fetch = async (url, request) => {
    const what = `${request.method} ${new URL(url).pathname}`
    asked.push(what)
    const answer = await fetch(url, request as RequestInit)
    if (lose(what)) throw new TypeError('the line was lost')
    return answer
  }
  return { asked, send }
}

/** A browser's cookies, as far as these tests need them. */
function withCookies(send: Fetch): Fetch {
  const jar = new Map<string, string>()
  return async (url, request) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await send(url, { ...request, headers: { ...request.headers, cookie } })
    for (const line of (answer as unknown as Response).headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    return answer
  }
}

async function staff(send: Fetch): Promise<StaffClient> {
  const client = new StaffClient({ base: origin, platform: { fetch: withCookies(send) } })
  await client.signIn({ login: 1, password: 'Admin12!x' })
  return client
}

t.test('many requests at an access token that has ended make one refresh', async (t) => {
  const { tokens } = await signedIn(origin, login)
  const { asked, send } = counted()
  let kept: Tokens | null = { ...(tokens as Tokens), accessToken: 'ended' }
  const save = (next: Tokens | null) => {
    kept = next
  }
  const store = { load: () => kept, save }
  const client = new TraderClient({ base: origin, tokens: store, platform: { fetch: send } })
  t.ok(await client.restore())
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => client.request('GET /trader/v1/account')),
  )
  t.same(new Set(answers.map((one) => one.login)), new Set([login]))
  t.equal(asked.filter((what) => what.endsWith('/refresh')).length, 1)
  t.equal(kept?.refreshToken, client.tokens?.refreshToken, 'the store has the new ones')

  const ahead = await signedIn(origin, login, { fetch: send, now: () => Date.now() + 86_400_000 })
  await ahead.request('GET /trader/v1/account')
  t.equal(asked.filter((what) => what.endsWith('/refresh')).length, 1, 'a wrong clock makes none')

  const old = new TraderClient({ base: origin, tokens: { load: () => tokens, save: () => {} } })
  await old.restore()
  let why = ''
  old.on('signed-out', (code) => (why = code))
  await t.rejects(old.refresh(), { code: 'auth.refresh_reused' })
  t.equal(why, 'auth.refresh_reused')
  await t.rejects(client.request('GET /trader/v1/account'), { code: 'auth.session_expired' })
})

t.test('refusals are one kind of error, with the field that is wrong', async (t) => {
  const client = await signedIn(origin, login)
  const wrong = client.request('GET /trader/v1/deals', { query: { limit: 5000 } })
  const error = await wrong.catch((thrown: unknown) => thrown)
  t.ok(error instanceof OpenfloorError)
  t.match(error, { code: 'invalid_input', status: 400, field: 'limit', isUnknown: false })
  await t.rejects(
    client.request('POST /trader/v1/trade', { body: { kind: 'close', position_id: 1 } }),
    {
      code: 'trade.position_unknown',
      status: 409,
    },
  )
  const away = new TraderClient({ base: 'http://127.0.0.1:1' })
  await t.rejects(away.request('GET /trader/v1/news', { retries: 0 }), {
    code: 'network',
    isUnknown: true,
  })
})

t.test('another account than the one that the client knows is refused', async (t) => {
  const { tokens } = await signedIn(origin, login)
  const other = { ...(tokens as Tokens), login: login + 1 }
  const client = new TraderClient({ base: origin, tokens: { load: () => other, save: () => {} } })
  await client.restore()
  await t.rejects(client.request('GET /trader/v1/account'), { code: 'auth.account_changed' })
})

t.test('what is created under a key is created once, though its answer is lost', async (t) => {
  let left = 1
  const { asked, send } = counted((what) => what === 'POST /admin/v1/accounts' && left-- > 0)
  const client = await staff(send)
  t.equal(client.tokens?.accessToken, null, 'its tokens are in cookies')
  const body = {
    group: 'demo\\standard',
    name: 'Grace',
    master_password: PASSWORD,
    investor_password: 'Look34?y',
  }
  const { login: opened } = await client.request('POST /admin/v1/accounts', { body })
  t.equal(asked.filter((what) => what === 'POST /admin/v1/accounts').length, 2)
  const { items } = await client.request('GET /admin/v1/accounts', { query: { name: 'Grace' } })
  t.same(
    items.map((one) => one.login),
    [opened],
  )
  await client.refresh()
  await client.request('GET /admin/v1/auth/me')
  await client.signOut()
  t.equal(client.tokens, null)
})

t.test('a trade whose answer is lost is not repeated, but where it has an end', async (t) => {
  let left = 2
  const lost = counted((what) => what === 'POST /trader/v1/trade' && left-- > 0)
  const client = await signedIn(origin, login, { fetch: lost.send })
  const body = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' } as const
  const error = await client.request('POST /trader/v1/trade', { body }).catch((thrown) => thrown)
  t.ok(isError(error, 'network') && error.isUnknown)
  const not_after = new Date(Date.now() + 60_000).toISOString()
  const named = { body: { ...body, not_after, client_order_id: undefined } }
  const { data } = await client.answer('POST /trader/v1/trade', named)
  const query = { min_projection_seq: data.projection_seq }
  let deals = await client.request('GET /trader/v1/deals', { query })
  while (deals.consistency !== 'current')
    deals = await client.request('GET /trader/v1/deals', { query })
  t.equal(deals.items.filter(({ entry }) => entry === 'in').length, 2, 'one each')
  t.type(data.deal_id, 'number')
})

t.test('a one-time code is asked for when the server wants it', async (t) => {
  const first = await signedIn(origin, login)
  const { secret } = await first.request('POST /trader/v1/auth/otp/enrol')
  await first.request('POST /trader/v1/auth/otp/confirm', { body: { code: codeOf(secret) } })
  const client = new TraderClient({ base: origin })
  const asked = { login, password: PASSWORD, terminal: 'desktop' } as const
  await t.rejects(client.signIn(asked), { code: 'auth.otp_required' })
  let questions = 0
  const otp = async () => {
    questions++
    return codeOf(secret, 1)
  }
  t.match(await client.signIn({ ...asked, otp }), { login })
  t.equal(questions, 1)
})
