import t from 'tap'
import { refuse } from '../../../../engine/code.js'
import {
  type PayingContext,
  payReached,
  rejected,
} from '../../../../http/routes/accounts/payments.js'
import { givenBook, HEDGING } from '../../../given/book.js'
import { session } from '../../given.js'

// A payment of one account, from the request to its row, without a server.

const ID = 'ABCDEF00-0000-4000-8000-000000000001'
const PAYMENT = { login: 1001, action: 'deposit', amount: '10.00', request_id: ID } as const
const AWAY = refuse('unavailable', 'This part is starting again.')
const DONE = { ok: true, value: { amount: '10.00', deal_id: 5, projection_seq: '90' } }

/** Parts that take the payment, but for those that are given. */
function given(parts: { stored?: object; claim?: object | null; shard?: object } = {}) {
  const { stored = { login: 1001, group: HEDGING }, claim = null, shard = DONE } = parts
  const asked: unknown[] = []
  const ask =
    (answer: unknown) =>
    async (...question: unknown[]) => {
      asked.push(question)
      return answer
    }
  const services = {
    settings: { book: givenBook() },
    accounts: { stored: async () => stored },
    paymentIds: { claim: ask(claim) },
    trading: { shardOf: (login: number) => ({ ask: login === 1001 ? ask(shard) : undefined }) },
  }
  const reader = session({ login: 7, groupScope: ['demo\\*'] })
  const actor = { login: 7, ip: '10.0.0.1', requestId: 'r' }
  const context = { services, session: reader, actor }
  return { context: context as unknown as PayingContext, asked }
}

t.test(
  'a payment is claimed by its id in lower case, made, and answered with its deal',
  async (t) => {
    const { context, asked } = given()
    const id = ID.toLowerCase()
    const row = {
      amount: '10.00',
      code: 'ok',
      deal_id: 5,
      login: 1001,
      message: '',
      request_id: id,
      side: null,
      status: 'done',
      projection_seq: '90',
    }
    t.strictSame(await payReached(context, PAYMENT, false), row)
    const sold = { ...PAYMENT, side: 'sell', comment: 'Prize' } as const
    t.strictSame(await payReached(context, sold, true), { ...row, side: 'sell' })
    const claim = [{ login: 7, ip: '10.0.0.1', requestId: 'r' }, [id, 1001]]
    const by = { login: 7, ip: '10.0.0.1', request_id: 'r' }
    const question = { login: 1001, action: 'deposit', amount: '10.00', request_id: id, by }
    t.strictSame(asked, [
      claim,
      ['balance', { ...question, comment: '', skip_margin_check: false }],
      claim,
      ['balance', { ...question, comment: 'Prize', skip_margin_check: true, side: 'sell' }],
    ])
  },
)

t.test('what one part refuses is the answer, and the next is not asked', async (t) => {
  const cases: readonly (readonly [Parameters<typeof given>[0], code: string, asked: number])[] = [
    [{ stored: AWAY }, 'unavailable', 0],
    [{ stored: { login: 1001, group: 'real\\standard' } }, 'not_found', 0],
    [{ claim: refuse('conflict', 'used') }, 'conflict', 1],
    [{ shard: refuse('trade.no_money', 'none') }, 'trade.no_money', 2],
  ]
  for (const [parts, code, count] of cases) {
    const { context, asked } = given(parts)
    t.match(await payReached(context, PAYMENT, false), { ok: false, code })
    t.equal(asked.length, count, code)
  }
})

t.test('the row of a payment that was refused says why, and has no deal', async (t) => {
  const row = {
    amount: '10.00',
    code: 'unavailable',
    deal_id: null,
    login: 1001,
    message: AWAY.message,
    request_id: ID.toLowerCase(),
    side: null,
    status: 'rejected',
    projection_seq: null,
  }
  t.strictSame(rejected(PAYMENT, AWAY), row)
  t.strictSame(rejected({ ...PAYMENT, side: 'buy' }, AWAY), { ...row, side: 'buy' })
})
