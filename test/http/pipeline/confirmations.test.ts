import t from 'tap'
import { isRefusal } from '../../../engine/code.js'
import {
  CONFIRMATION_MS,
  CONFIRMATION_TRIES,
  CONFIRMATIONS_MAX,
  CONFIRMATIONS_PER_CALLER_MAX,
} from '../../../engine/limits/bulk.js'
import { Confirmations, type IssuedConfirmation } from '../../../http/pipeline/confirmations.js'
import { HandClock } from '../../given/hand-clock.js'

// Codes that are typed again before something large is done.

const PARAMS = { close_positions: true, symbol: 'EURUSD' }
const NEEDED = { ok: false, code: 'confirmation_required' }
const given = () => {
  const clock = new HandClock()
  return { clock, all: new Confirmations(clock) }
}

function issue(all: Confirmations, caller = 1, params: object = PARAMS): IssuedConfirmation {
  const issued = all.issue(caller, 'bulk_close', params)
  if (isRefusal(issued)) throw new Error(issued.message)
  return issued
}

/** Another code of six digits. */
function wrong(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

t.test('a confirmation is of six digits, for two minutes, and used once', async (t) => {
  const { clock, all } = given()
  const { token, code, expiresAt } = issue(all)
  t.match(code, /^\d{6}$/)
  t.equal(expiresAt, clock.now() + 120_000)
  t.equal(all.use(1, 'bulk_close', PARAMS, token, code), null)
  t.match(all.use(1, 'bulk_close', PARAMS, token, code), NEEDED, 'it is used')
  const late = issue(all)
  clock.at += CONFIRMATION_MS
  t.match(all.use(1, 'bulk_close', PARAMS, late.token, late.code), NEEDED, 'it has expired')
  const last = issue(all)
  clock.at += CONFIRMATION_MS - 1
  t.equal(all.use(1, 'bulk_close', PARAMS, last.token, last.code), null)
})

t.test('it is bound to the caller, the action and the digest of params', async (t) => {
  const { all } = given()
  const { token, code } = issue(all)
  t.match(all.use(2, 'bulk_close', PARAMS, token, code), NEEDED, 'a foreign one')
  t.match(all.use(1, 'payments', PARAMS, token, code), NEEDED)
  t.match(all.use(1, 'bulk_close', { ...PARAMS, symbol: 'GBPUSD' }, token, code), NEEDED)
  t.match(all.use(1, 'bulk_close', { ...PARAMS, clear_stops: true }, token, code), NEEDED)
  t.match(all.use(1, 'bulk_close', PARAMS), NEEDED)
  const sent = {
    symbol: 'EURUSD',
    close_positions: true,
    preview: false,
    confirm_token: token,
    confirm_code: code,
  }
  t.equal(all.use(1, 'bulk_close', sent, token, code), null, 'in any order, confirmed as sent')
})

t.test('three wrong codes burn it, and those of somebody else do not', async (t) => {
  const { all } = given()
  const { token, code } = issue(all)
  const guess = (caller: number) => all.use(caller, 'bulk_close', PARAMS, token, wrong(code))
  for (let tries = 0; tries < 10; tries++) t.match(guess(2), NEEDED)
  for (let tries = 1; tries < CONFIRMATION_TRIES; tries++) t.match(guess(1), NEEDED)
  t.equal(all.use(1, 'bulk_close', PARAMS, token, code), null, 'the third is right')
  const burnt = issue(all)
  for (let tries = 0; tries < CONFIRMATION_TRIES; tries++) {
    t.match(all.use(1, 'bulk_close', PARAMS, burnt.token, wrong(burnt.code)), NEEDED)
  }
  t.match(all.use(1, 'bulk_close', PARAMS, burnt.token, burnt.code), NEEDED)
})

t.test('one code confirms several requests, each once, one after the other', async (t) => {
  const { clock, all } = given()
  const parts = ['EURUSD', 'GBPUSD', 'XAUUSD'].map((symbol) => ({ ...PARAMS, symbol }))
  const issued = all.issue(1, 'bulk_close', ...parts)
  if (isRefusal(issued)) throw new Error(issued.message)
  const use = (n: number) => all.use(1, 'bulk_close', parts[n] ?? {}, issued.token, issued.code)
  const step = CONFIRMATION_MS - 1
  clock.at += step
  t.equal(use(1), null)
  t.match(use(1), NEEDED, 'each once')
  clock.at += step
  t.equal(use(0), null, 'two minutes from one to the next')
  t.match(use(9), NEEDED)
  clock.at += CONFIRMATION_MS
  t.match(use(2), NEEDED, 'it has expired')
  t.equal(all.waiting, 0)
})

t.test("a caller's oldest goes, and of all there are so many", async (t) => {
  const { clock, all } = given()
  const own = Array.from({ length: CONFIRMATIONS_PER_CALLER_MAX + 1 }, () => issue(all))
  t.equal(all.waiting, CONFIRMATIONS_PER_CALLER_MAX)
  const use = ({ token, code }: IssuedConfirmation) => all.use(1, 'bulk_close', PARAMS, token, code)
  t.match(use(own[0] as IssuedConfirmation), NEEDED)
  t.equal(use(own[1] as IssuedConfirmation), null)
  for (let caller = 2; all.waiting < CONFIRMATIONS_MAX; caller++) issue(all, caller)
  t.match(all.issue(99_999, 'bulk_close', PARAMS), { ok: false, code: 'unavailable' })
  t.equal(use(own[2] as IssuedConfirmation), null, 'those that wait may be used')
  issue(all, 99_999)
  clock.at += CONFIRMATION_MS
  issue(all, 99_999)
  t.equal(all.waiting, 1, 'what has expired is forgotten')
})
