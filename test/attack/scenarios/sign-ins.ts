import { WsClient } from '../../given/fronts/ws-client.js'
import { pause } from '../raw-http.js'
import { type Field, found, type Scenario } from '../scenario.js'

/** Whoever signs in, refreshes or asks for lists all the time, and the others who want to as well. */
const STAFF_MAX_MS = 5_000

export const signInFlood: Scenario = {
  name: 'sign-in-flood',
  tries: 'one address signs in to an account of its own, rightly, on 70 connections at once',
  async attack(field) {
    const own = await field.trader('1000')
    const other = await field.trader('1000')
    const attacker = field.address()
    const until = performance.now() + field.size(10_000, 2_000)
    let tried = 0
    const flood = Array.from({ length: field.size(70, 30) }, async () => {
      while (performance.now() < until) {
        tried++
        await signIn(field, own.login, attacker)
        await pause(5)
      }
    })
    const late: string[] = []
    while (performance.now() < until) {
      const begun = performance.now()
      const trader = await signIn(field, other.login, field.address())
      const staff = await staffSignIn(field, field.address())
      const ms = performance.now() - begun
      if (trader !== 200) late.push(`another trader was answered ${trader}`)
      if (staff !== 200) late.push(`staff were answered ${staff}`)
      if (ms > STAFF_MAX_MS) late.push(`others signed in within ${Math.round(ms)} ms`)
      await pause(500)
    }
    await Promise.all(flood)
    return found(late.length > 0 && `${late[0]} (${late.length} times), beside ${tried} attempts`)
  },
}

export const sharedAddress: Scenario = {
  name: 'shared-address',
  tries:
    'with antiflood on, one behind an address has it blocked for those who are signed in there',
  async attack(field) {
    const { server, staff } = field
    const victim = await field.trader('1000')
    const address = field.address()
    const path = '/admin/v1/network/servers/api'
    const access = { antiflood_enabled: true, antiflood_errors: 3, antiflood_connections: 10 }
    await server.change(path, staff, { access })
    let blocked = 0
    for (let n = 0; n < 8; n++) {
      const status = await signIn(field, 999_999_999, address, `Wrong${n}!x`)
      if (status === 429) blocked++
    }
    const headers = { ...victim.headers, 'x-forwarded-for': address }
    const client = await WsClient.open({ port: server.port, headers }).catch(() => null)
    client?.destroy()
    await server.change(path, staff, { access: { antiflood_enabled: false } })
    return found(
      blocked === 0 && 'the address was not blocked',
      client === null && 'who was signed in there could open no socket',
    )
  },
}

export const guessing: Scenario = {
  name: 'guessing',
  tries: 'an address guesses passwords of many logins',
  async attack(field) {
    const victim = await field.trader('1000')
    const attacker = field.address()
    let answered = 0
    let blocked = 0
    for (let n = 0; n < field.size(200, 30); n++) {
      const status = await signIn(field, victim.login + (n % 10), attacker, `Wrong${n}!x`)
      if (status === 429) blocked++
      else answered++
    }
    const owner = await signIn(field, victim.login, field.address())
    return found(
      blocked === 0 && `all ${answered} guesses were looked at`,
      owner !== 200 && `the owner was answered ${owner} from elsewhere`,
    )
  },
}

export const refreshFlood: Scenario = {
  name: 'refresh-flood',
  tries: 'refreshes without end, with a good token and with nonsense',
  async attack(field) {
    let session = await field.trader('1000')
    const address = field.address()
    const until = performance.now() + field.size(5_000, 1_000)
    let taken = 0
    while (performance.now() < until) {
      const answer = await field.server.ask<{ access_token: string; refresh_token: string }>(
        'POST /trader/v1/auth/refresh',
        { headers: { 'x-forwarded-for': address } },
        { refresh_token: session.refreshToken },
      )
      if (answer.code === 'ok') {
        taken++
        session = { ...session, refreshToken: answer.data.refresh_token }
      }
      await field.server.ask(
        'POST /trader/v1/auth/refresh',
        { headers: { 'x-forwarded-for': address } },
        { refresh_token: 'A'.repeat(60) },
      )
    }
    const seconds = field.size(5, 1)
    return found(taken > 150 + 50 * seconds && `${taken} refreshes in ${seconds} s`)
  },
}

export const candleFlood: Scenario = {
  name: 'query-flood',
  tries: 'one account asks for candles on all its sockets, as many as may be in flight',
  async attack(field) {
    const session = await field.trader('1000')
    const clients: WsClient[] = []
    for (let n = 0; n < field.size(16, 4); n++) {
      clients.push(await WsClient.open({ port: field.server.port, headers: session.headers }))
    }
    const until = performance.now() + field.size(8_000, 1_500)
    const args = { symbol: 'EURUSD', timeframe: 'M1', limit: 5000 }
    let slowest = 0
    let failed = ''
    let id = 0
    while (performance.now() < until) {
      for (const client of clients) {
        if (client.closed !== null) continue
        for (let n = 0; n < 200; n++) client.send({ id: ++id, op: 'candles', args })
      }
      const begun = performance.now()
      const list = await field.server.ask('GET /admin/v1/accounts?limit=100', field.staff)
      slowest = Math.max(slowest, performance.now() - begun)
      if (list.code !== 'ok') failed = `staff were answered ${list.code}`
      await pause(50)
      for (const client of clients) client.frames.length = 0
    }
    for (const client of clients) client.destroy()
    return found(failed, slowest > 2_000 && `a list of staff took ${Math.round(slowest)} ms`)
  },
}

async function signIn(
  { server }: Field,
  login: number,
  address: string,
  password = 'Crash#2026ma',
): Promise<number> {
  const { status } = await server.ask(
    'POST /trader/v1/auth/login',
    { headers: { 'x-forwarded-for': address } },
    { login, password, terminal: 'desktop' },
  )
  return status
}

async function staffSignIn({ server }: Field, address: string): Promise<number> {
  const { status } = await server.ask(
    'POST /admin/v1/auth/login',
    { headers: { 'x-forwarded-for': address } },
    { login: 1, password: 'Crash#2026ad', terminal: 'manager' },
  )
  return status
}
