import t from 'tap'
import { AccountFront } from '../../../given/fronts/account-front.js'
import { checkLedger, replay } from '../../../given/records/ledger.js'
import { funded, OPEN, recordsOf, trade } from '../../../given/records/trades.js'

// What an account must cover, symbol by symbol.

const front = await AccountFront.shared()
const [euro, yen] = [await front.quoted('EURUSD'), await front.quoted('USDJPY')]
front.price(euro.id, 110_000, 110_010)
front.price(yen.id, 150_000, 150_010)

interface Margin {
  readonly money: Readonly<Record<string, string | null>>
  readonly items: readonly Readonly<Record<string, string | null>>[]
}

async function margin(login: number): Promise<Margin> {
  const { data, status, message } = await front.ask(
    `GET /admin/v1/accounts/${login}/margin`,
    'admin',
  )
  if (status !== 200) throw new Error(message)
  return data as unknown as Margin
}

async function must(login: number, body: object): Promise<void> {
  const done = await trade(front, login, body)
  if (done.status !== 200) throw new Error(done.message)
}

t.test(
  'each symbol has its volumes and its margin, which add up to that of the money',
  async (t) => {
    const login = await funded(front)
    t.match(await margin(login), { items: [], money: { margin: '0.00', balance: '10000.00' } })
    await must(login, OPEN)
    await must(login, { ...OPEN, side: 'sell', volume: '0.04' })
    await must(login, { ...OPEN, symbol: 'USDJPY', volume: '0.03' })
    await must(login, {
      ...OPEN,
      kind: 'place',
      order_kind: 'limit',
      price: '1.05',
      volume: '0.02',
    })
    const { money, items } = await margin(login)
    t.match(items, [
      { symbol: 'EURUSD', volume_buy: '0.1', volume_sell: '0.04', volume_orders: /^0/ },
      {
        symbol: 'USDJPY',
        volume_buy: '0.03',
        volume_sell: '0',
        volume_orders: '0',
        margin: '30.00',
      },
    ])
    const sum = items.reduce((cents, row) => cents + Math.round(Number(row['margin']) * 100), 0)
    t.equal((sum / 100).toFixed(2), money['margin'])
    const { data } = await front.ask(`GET /admin/v1/accounts/${login}`, 'admin')
    t.equal((data['money'] as { margin: string }).margin, money['margin'])
    const records = await recordsOf(front, login)
    checkLedger(records, replay(records, login))
  },
)

t.test('tiers of a leverage profile are in it, too', async (t) => {
  const rules = [
    {
      name: 'Pairs',
      mask: 'Forex\\*',
      range_basis: 'volume',
      tiers: [{ range_to: '0', initial: '2', maintenance: '2' }],
    },
  ]
  const profile = await front.ask('POST /admin/v1/leverage-profiles', 'admin', {
    name: 'Twice',
    rules,
  })
  t.equal(profile.status, 200, profile.message)
  const group = 'demo\\twice'
  const read = await front.ask('GET /admin/v1/groups/demo%5Cstandard', 'admin')
  const { id: _i, version: _v, created_at: _c, updated_at: _u, ...body } = read.data
  const made = { ...body, path: group, leverage_profile_id: profile.data['id'] }
  const created = await front.ask('POST /admin/v1/groups', 'admin', made)
  t.equal(created.status, 200, created.message)
  const login = await funded(front, { group })
  await must(login, { ...OPEN, symbol: 'USDJPY', volume: '0.03' })
  t.match(await margin(login), { money: { margin: '60.00' }, items: [{ margin: '60.00' }] })
})
