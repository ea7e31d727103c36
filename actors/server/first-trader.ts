import { DEMO_TRADER_LOGIN } from '../desk/start/demo-trader.js'
import { ADMINISTRATOR_LOGIN } from '../desk/start/seed.js'
import { OWN_PASSWORDS, type Passwords } from '../sign-in/passwords.js'
import { accept, type Outcome } from '../thread/ask.js'
import { randomPassword, requestId } from '../thread/random.js'
import type { Supervisor } from './supervisor.js'

export interface FirstTrader {
  readonly login: number
  readonly password: string
}

const DEPOSIT = '10000.00'
const DEPOSIT_ID = '00000000-0000-4000-8000-000000000100'

/**
 * First run of the demo set: creates its trader with money and a password, which the caller prints
 * once. Steps of an earlier start are not repeated.
 */
export async function ensureDemoTrader(
  server: Pick<Supervisor, 'ask' | 'shardOf'>,
  passwords: Passwords,
): Promise<Outcome<FirstTrader>> {
  const login = DEMO_TRADER_LOGIN
  const opened = await server.ask('demo_trader.open', null)
  if (!opened.ok) return opened
  const paid = await ensureMoney(server)
  if (!paid.ok) return paid
  const password = randomPassword()
  const hash = await passwords.hash(password, OWN_PASSWORDS)
  if (typeof hash !== 'string') return hash
  const set = await server.ask('demo_trader.password', { hash })
  return set.ok ? accept({ login, password }) : set
}

/** A normal deposit by the account's shard. An account with a record has had it already. */
async function ensureMoney(server: Pick<Supervisor, 'ask' | 'shardOf'>): Promise<Outcome<unknown>> {
  const login = DEMO_TRADER_LOGIN
  const shard = server.shardOf(login)
  const held = await shard.ask('held', { login })
  if (!held.ok || held.value.recordSeq > 0) return held
  const by = { login: ADMINISTRATOR_LOGIN, ip: '', request_id: requestId() }
  const actor = { login: by.login, ip: by.ip, requestId: by.request_id }
  const claimed = await server.ask('payments.claim', { actor, payments: [[DEPOSIT_ID, login]] })
  if (!claimed.ok) return claimed
  return shard.ask('balance', {
    login,
    action: 'deposit',
    amount: DEPOSIT,
    comment: 'Demo money',
    by,
    request_id: DEPOSIT_ID,
    skip_margin_check: false,
  })
}
