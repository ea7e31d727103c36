import t from 'tap'
import { refuse } from '../../../../engine/code.js'
import type { FrontServices } from '../../../../http/pipeline/services.js'
import { tradesPage } from '../../../../http/routes/trades/trades-page.js'
import { JsonText } from '../../../../wire/answer/envelope.js'
import { jsonOf } from '../../../../wire/answer/json-parts.js'
import { givenBook, HEDGING, NETTING, symbolIn } from '../../../given/book.js'
import { session } from '../../given.js'

// Lists of trades over accounts, from the question to the page, without a server.

const book = givenBook({ groups: { 'managers\\dealers': {} } })
const READER = session({ groupScope: ['demo\\*'] })
const REACH = { groups: [HEDGING, NETTING], others: ['managers\\dealers'] }
const FOUND = { rows: [jsonOf({ id: 1 })], total: 7, projectionSeq: 90, isPending: false }

/** Accounts by login, and the questions that the tables were asked. */
function given(answer: object = { ok: true, value: FOUND }) {
  const asked: unknown[] = []
  const groups: Readonly<Record<number, string>> = { 1001: HEDGING, 502: 'managers\\dealers' }
  const services = {
    settings: { book },
    accounts: {
      stored: async (login: number) => {
        if (login === 999) return refuse('unavailable', 'The desk is starting again.')
        const group = groups[login]
        return group === undefined ? refuse('not_found', 'none') : { login, group }
      },
    },
    queries: {
      of: (asker: unknown) => ({
        run: async (...question: unknown[]) => {
          t.equal(asker, READER)
          asked.push(question)
          return answer
        },
      }),
    },
  } as unknown as FrontServices
  const page = (query: Parameters<typeof tradesPage>[3], range: object = {}) =>
    tradesPage(services, READER, 'deals', query, range)
  return { page, asked }
}

function told(answer: Awaited<ReturnType<typeof tradesPage>>): unknown {
  if (!(answer instanceof JsonText)) throw new Error(answer.message)
  return JSON.parse(answer.text)
}

t.test('all accounts of the scope are asked for, page by page', async (t) => {
  const { page, asked } = given()
  t.same(told(await page({})), { items: [{ id: 1 }], page: 1, total: 7 })
  t.same(told(await page({ page: 3, limit: 2 }, { from: 5 })), {
    items: [{ id: 1 }],
    page: 3,
    total: 7,
  })
  t.same(asked, [
    ['trades.deals', { page: 1, limit: 100, reach: REACH }],
    ['trades.deals', { from: 5, page: 3, limit: 2, reach: REACH }],
  ])
})

t.test('one account is asked for by itself, and one out of reach has no rows', async (t) => {
  const { page, asked } = given()
  for (const login of [1001, 502, 77]) {
    const rows = { items: [{ id: 1 }], page: 1, total: 7 }
    t.same(told(await page({ login, symbol: 'eurusd' })), rows)
  }
  await page({ login: 1001, group: NETTING, symbol: 'NONE' })
  const { id: symbolId } = symbolIn(book, 'EURUSD')
  const of = (login: number, symbol = symbolId) => [
    'account.deals',
    { page: 1, limit: 100, symbolId: symbol, login },
  ]
  t.same(asked, [of(1001), of(0), of(0), of(0, -1)])
  t.match(await page({ login: 999 }), { ok: false, code: 'unavailable' })
  t.equal(asked.length, 4)
})

t.test('totals, and how far the tables are, are told to who asks for them', async (t) => {
  const { page, asked } = given({ ok: true, value: { ...FOUND, totals: jsonOf({ profit: '1' }) } })
  t.same(told(await page({ min_projection_seq: '80' })), {
    items: [{ id: 1 }],
    page: 1,
    total: 7,
    totals: { profit: '1' },
    consistency: 'current',
    projection_seq: '90',
  })
  t.same(asked, [['trades.deals', { page: 1, limit: 100, minProjectionSeq: 80, reach: REACH }]])
  const late = given({ ok: true, value: { ...FOUND, isPending: true } })
  t.same(told(await late.page({ min_projection_seq: '95' })), {
    items: [{ id: 1 }],
    page: 1,
    total: 7,
    consistency: 'projection_pending',
    projection_seq: '90',
    retry_after_ms: 1000,
  })
  const most = '9223372036854775807'
  await page({ min_projection_seq: most })
  t.equal(asked.length, 2)
  t.match(await page({ min_projection_seq: '9223372036854775808' }), {
    ok: false,
    code: 'invalid_input',
    message: 'min_projection_seq: must fit a signed 64-bit integer',
  })
  t.equal(asked.length, 2, 'and nothing is asked')
  const away = given(refuse('unavailable', 'busy'))
  t.match(await away.page({}), { ok: false, code: 'unavailable' })
})
