import type { Answer } from '../../crash/server-process.js'
import { type Field, found, type Scenario } from '../scenario.js'

/** One who holds a network of IPv6 asks for codes and opens demo accounts, and wants nobody else to have any. */
const MAIL_SERVER = {
  name: 'Attack',
  sender_email: 'desk@example.com',
  server: 'smtp.example.com:587',
  is_default: true,
}
/** More than one network may ask for. */
const CODES = 60
const CODES_OF_NETWORK_MAX = 40
const ACCOUNTS_OF_NETWORK_MAX = 20
const ACCOUNTS_MAX = 8

export const signUpCrowd: Scenario = {
  name: 'sign-up-crowd',
  tries: 'one /48 asks for codes and opens demo accounts until nobody else can',
  needsOwnServer: true,
  async attack(field) {
    const { server, staff } = field
    const mail = await server.ask<{ id: number }>('POST /admin/v1/mail-servers', staff, MAIL_SERVER)
    const codes = await crowd(CODES, (n) => code(field, addressIn(n), n))
    const other = await code(field, field.address(), CODES)
    await server.ask(`DELETE /admin/v1/mail-servers/${mail.data.id}`, staff)
    const { data: before } = await server.ask('GET /admin/v1/settings', staff)
    const asked = { ...before, demo: true, confirm_demo: false, demo_sign_ups_max: ACCOUNTS_MAX }
    await server.ask('PUT /admin/v1/settings', staff, asked)
    const count = field.size(ACCOUNTS_OF_NETWORK_MAX + 5, ACCOUNTS_MAX + 2)
    const accounts = await crowd(count, (n) => signUp(field, addressIn(n), n))
    const health = await server.health()
    const opened = await server.openBareAccount(staff, 'real\\standard').catch(String)
    const { data } = await server.ask('GET /admin/v1/settings', staff)
    const { demo_sign_ups_max } = before
    await server.ask('PUT /admin/v1/settings', staff, { ...data, demo_sign_ups_max })
    return found(
      codes !== CODES_OF_NETWORK_MAX && `one network was sent ${codes} codes`,
      other !== 'ok' && `somebody elsewhere who asked for a code was answered ${other}`,
      accounts !== ACCOUNTS_MAX && `${accounts} demo accounts were opened`,
      typeof opened === 'string' && `staff opened no account: ${opened}`,
      !JSON.stringify(health.body).includes('Nobody can sign up') && '/health has no note of it',
    )
  },
}

/** Another /64 of one /48 each time. */
function addressIn(n: number): string {
  return `2001:db8:9:${(n + 1).toString(16)}::1`
}

/** How many of them went through. */
async function crowd(count: number, one: (n: number) => Promise<string>): Promise<number> {
  let done = 0
  for (let n = 0; n < count; n++) if ((await one(n)) === 'ok') done++
  return done
}

async function code(field: Field, address: string, n: number): Promise<string> {
  return ask(field, 'POST /trader/v1/register/code', address, { email: `c${n}@example.com` })
}

async function signUp(field: Field, address: string, n: number): Promise<string> {
  return ask(field, 'POST /trader/v1/register', address, {
    type: 'demo',
    name: 'Ada L',
    email: `s${n}@example.com`,
    country: 'GB',
    language: 'en',
    password: 'Crash#2026ma',
  })
}

async function ask(
  { server }: Field,
  what: string,
  address: string,
  body: object,
): Promise<string> {
  const answer: Answer = await server.ask(what, { headers: { 'x-forwarded-for': address } }, body)
  return answer.code
}
