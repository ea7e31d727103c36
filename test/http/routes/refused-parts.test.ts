import t from 'tap'
import { refuse } from '../../../engine/code.js'
import { catalog } from '../../../http/catalog.js'
import { bodyExample } from '../../../http/docs/openapi.js'
import { nameOf } from '../../../http/pipeline/route.js'
import { WindowProofs } from '../../../http/pipeline/window-proofs.js'
import type { FrontServices } from '../../../http/routes/route.js'
import { ConfigFront } from '../../given/fronts/config-front.js'

// A part of the server that is starting again refuses what it is asked, and the routes that ask it answer
// just that: they neither go on without it nor tell of a success.

const AWAY = refuse('unavailable', 'This part is starting again.')
const GROUP = 'demo\\standard'
const PARAMS: Readonly<Record<string, string>> = { login: '1001', id: '1' }
type Test = ConstructorParameters<typeof ConfigFront>[0]

/** A server of which one part refuses, and how often it was asked. */
function given(test: Test, part: (away: () => Promise<typeof AWAY>) => object) {
  let asked = 0
  const away = async () => {
    asked++
    return AWAY
  }
  const account = { login: 1001, group: GROUP, status: 'active' }
  const parts = {
    accounts: { stored: async () => account },
    windowProofs: new WindowProofs(Buffer.alloc(32)),
    confirmations: { use: () => null },
    sessions: { bySessionId: () => undefined, keys: { bySessionId: () => undefined } },
    ...part(away),
  }
  const front = new ConfigFront(test, { services: parts as unknown as FrontServices })
  front.name('trader', { audience: 'trader', login: 1001, group: GROUP, rights: new Set() })
  const asks = async (name: string): Promise<unknown[]> => {
    const route = catalog.find((one) => nameOf(one) === name)
    if (route === undefined) throw new Error(`there is no ${name}`)
    const before = asked
    const params = { ...PARAMS, ...route.example.params } as Readonly<Record<string, string>>
    const path = route.path.replace(/\{([a-z_]+)\}/g, (_, one: string) => params[one] ?? '1')
    const as = route.audience === 'trader' ? 'trader' : 'admin'
    const { status, code, message, data } = await front.ask(
      `${route.method} ${path}`,
      as,
      bodyExample(route),
    )
    return [asked - before, status, code, message, data]
  }
  return { asks }
}

const ONCE = [1, 503, AWAY.code, AWAY.message, null]
const staff = (text: string): string[] =>
  text.split('\n').map((line) => line.trim().replace(' ', ' /admin/v1/'))
const trader = (text: string): string[] =>
  text.split('\n').map((line) => line.trim().replace(' ', ' /trader/v1/'))

t.test('tables that cannot be read are told to whoever asks for rows', async (t) => {
  const { asks } = given(t, (run) => ({ queries: { of: () => ({ run }) } }))
  const names = [
    ...staff(`GET accounts
      GET accounts/count
      GET accounts/export
      GET accounts/window
      GET accounts/window/count
      GET accounts/{login}/journal
      GET accounts/{login}/daily
      GET accounts/{login}/statement
      GET accounts/{login}/deals
      GET accounts/{login}/orders/history
      GET accounts/{login}/positions/closed
      GET positions
      GET positions/count
      GET positions/closed
      GET deals
      GET orders/history
      GET orders
      GET jobs
      GET jobs/{id}
      GET jobs/{id}/result
      GET journal
      GET news
      GET news/{id}`),
    ...trader(`GET statement
      GET deals
      GET orders/history
      GET positions/closed
      GET news
      GET news/{id}`),
  ]
  for (const name of names) t.same(await asks(name), ONCE, name)
})

t.test(
  'a desk that does not answer is told to whoever asks it or has it change something',
  async (t) => {
    const { asks } = given(t, (ask) => ({ desk: { ask } }))
    const kinds = ['datafeeds', 'routing', 'symbols'].flatMap((kind) => [
      `POST ${kind}`,
      `PUT ${kind}/order`,
      `PATCH ${kind}/{id}`,
      `DELETE ${kind}/{id}`,
    ])
    const names = [
      ...staff(kinds.join('\n')),
      ...staff(`POST datafeeds/{id}/restart
      POST gateways/{id}/restart
      POST gateways
      PUT gateways/order
      POST groups
      PATCH groups/{path}
      DELETE groups/{path}
      POST holidays
      PUT holidays/order
      POST leverage-profiles
      POST leverage-switches
      POST routing/{id}/dealers
      PUT settings
      POST online/kick
      POST online/{session}/kick
      GET me/preferences
      PUT me/preferences
      PATCH me/preferences
      GET staff
      POST staff
      GET staff/{login}
      PATCH staff/{login}
      DELETE staff/{login}
      POST staff/{login}/disable
      POST staff/{login}/password
      POST staff/{login}/reset-otp
      GET staff/{login}/reports
      PUT staff/{login}/reports
      POST accounts/export
      POST accounts/import
      POST accounts/{login}/reset-otp
      POST accounts/{login}/group
      POST accounts/{login}/leverage
      GET accounts/{login}/clients
      PUT accounts/{login}/clients
      PATCH accounts/{login}
      DELETE accounts/{login}
      POST accounts/{login}/enable
      POST accounts/{login}/disable
      POST accounts/{login}/passwords
      POST accounts/{login}/passwords/check
      POST jobs/{id}/cancel
      POST logs/archive`),
      ...trader(`GET me/preferences
      PUT me/preferences`),
    ]
    for (const name of names) t.same(await asks(name), ONCE, name)
  },
)

t.test('a shard that is away is told to whoever trades or looks at what it holds', async (t) => {
  const { asks } = given(t, (ask) => {
    const shard = { ask }
    return { trading: { shards: [shard], shardOf: () => shard } }
  })
  const names = [
    ...staff(`POST accounts/{login}/check
      POST accounts/{login}/repair
      POST accounts/{login}/trade
      POST accounts/{login}/trade/check
      GET accounts/{login}/margin
      GET accounts/{login}/positions
      GET accounts/{login}/orders`),
    ...trader(`POST trade
      POST trade/check
      GET positions
      GET orders
      GET orders/by-client-id/{id}`),
  ]
  for (const name of names) t.same(await asks(name), ONCE, name)
})
