import t from 'tap'
import { STAFF } from '../../../given/desk.js'
import { AccountFront } from '../../../given/fronts/account-front.js'
import { funded } from '../../../given/records/trades.js'

// The terms that an account trades on, as its holder reads them.

const front = await AccountFront.shared()
const login = await funded(front)

async function terms(): Promise<Record<string, unknown>> {
  const { data } = await front.ask('GET /trader/v1/account', login)
  return data['terms'] as Record<string, unknown>
}

t.test("they are the group's, and the account's own where it has any", async (t) => {
  const { data } = await front.ask(`GET /admin/v1/accounts/${login}`, 'admin')
  t.notOk(Object.hasOwn(data, 'terms'), 'staff read the group')
  const group = [...front.supervisor.book.groups.values()].find(
    ({ path }) => path === data['group'],
  )
  t.ok(group)
  const record = group?.record
  const before = await terms()
  t.match(before, {
    currency: record?.currency,
    currency_digits: record?.currency_digits,
    margin_mode: record?.margin_mode,
    margin_call_level: record?.margin_call_level,
    stop_out_level: record?.stop_out_level,
    stop_out_mode: record?.stop_out_mode,
    free_margin_mode: record?.free_margin_mode,
    company: record?.company,
    limit_orders: record?.limit_orders,
    limit_positions: record?.limit_positions,
    trade_enabled: true,
    deposit_url: '',
    withdraw_url: '',
    negative_balance_protection: record?.negative_balance_protection,
  })
  t.equal(before['leverage'], data['leverage'], 'the effective one')
  const { version = 0, id = 0 } = record ?? {}
  const input = { margin_call_level: '90', limit_orders: 11, company: 'House' }
  const asked = { actor: STAFF, kind: 'groups', id, version, input } as const
  t.match(await front.supervisor.ask('config.update', asked), { ok: true })
  t.match(await terms(), { margin_call_level: '90', limit_orders: 11, company: 'House' })
  const own = await front.open({ leverage: 7, limit_orders: 5, limit_positions: 3 })
  const { data: opened } = await front.ask('GET /trader/v1/account', own)
  t.match(opened['terms'], { leverage: 7, limit_orders: 5, limit_positions: 3 })
})
