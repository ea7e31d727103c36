import t, { type Test } from 'tap'
import { letterHead } from '../../../../actors/desk/people/letter-head.js'
import { allowedOrigins } from '../../../../http/reach/allowed-origins.js'
import { outboxRepo } from '../../../../storage/repos/people/outbox.js'
import { licensedFront } from '../../../given/fronts/licensed-front.js'

// Brands as traders meet them: by the host of their page.

const GET = 'GET /trader/v1/brand'
const BRANDS = '/admin/v1/licence/brands'
const BAY = {
  company: 'Bay Trading',
  domains: ['bay.example', 'trade.bay.example'],
  color_primary: '#0a7a5c',
  support_email: 'help@bay.example',
  website: 'https://bay.example',
  default_symbols: ['USDJPY', 'NOSUCH'],
}

async function given(test: Test) {
  const front = await licensedFront(test)
  await front.ask(`POST ${BRANDS}`, 'admin', BAY)
  const at = (what: string, host: string, as = 'nobody', body?: unknown) =>
    front.ask(what, as, body, { host })
  return { front, at }
}

t.test('a page has the brand of its host, else the default', async (t) => {
  const { front, at } = await given(t)
  const NONE = { id: null, company: '', color_primary: '', links: [], logo_url: null }
  t.match((await at(GET, 'other.example')).data, NONE)
  for (const host of ['bay.example', 'BAY.example:8443', 'trade.bay.example.']) {
    const { data } = await at(GET, host)
    t.match(data, { ...BAY, domains: undefined, id: 2, icon_url: null }, host)
  }
  t.match((await at(GET, 'www.bay.example')).data, NONE, 'not below it')
  await front.ask(`POST ${BRANDS}/1/default`)
  t.match((await at(GET, 'other.example')).data, { id: 1, short_name: 'Harbour' })
  t.match((await front.ask(GET, 'nobody')).data, { id: 1 }, 'without a host')
  front.change('brands', 2, { enabled: false })
  t.match((await at(GET, 'bay.example')).data, { id: 1 }, 'disabled')
})

t.test('sign-up offers what is of the brand', async (t) => {
  const { front, at } = await given(t)
  const paths = ['real\\standard', 'demo\\standard', 'demo\\netting']
  const companies = ['bay trading', 'Harbour Markets', '']
  const groups = front.book.records.groups
  for (const [i, company] of companies.entries()) {
    front.change('groups', groups.find(({ path }) => path === paths[i])?.id ?? 0, { company })
    const rule = { group_path: paths[i], description: `rule ${i}` }
    await front.ask('POST /admin/v1/account-allocations', 'admin', rule)
  }
  const own = { group_path: 'demo\\standard', description: 'for Bay', white_label_id: 2 }
  await front.ask('POST /admin/v1/account-allocations', 'admin', own)
  const offered = async (host: string) =>
    (await at('GET /trader/v1/register', host)).data.allocations
      .map(({ description }: { description: string }) => description)
      .sort()
  t.same(await offered('bay.example'), ['for Bay', 'rule 0'])
  t.same(await offered('harbour.example'), ['rule 1', 'rule 2'], 'no company is the main one')
  t.same(await offered('other.example'), ['rule 0', 'rule 1', 'rule 2'])
  const settings = (await front.ask('GET /admin/v1/settings')).data
  await front.ask('PUT /admin/v1/settings', 'admin', { ...settings, demo: true })
  const signUp = { type: 'demo', name: 'Ada Lovelace', email: 'ada@example.com', allocation_id: 4 }
  const refused = await at('POST /trader/v1/register', 'harbour.example', 'nobody', signUp)
  t.match(refused, { status: 400, fields: ['allocation_id'] })
})

t.test("letters have the brand's head, a new terminal its symbols", async (t) => {
  const { front, at } = await given(t)
  const body = { email: 'ada@example.com' }
  const server = { name: 'Main', sender_email: 'no@bay.example', server: 'smtp.bay.example:587' }
  await front.ask('POST /admin/v1/mail-servers', 'admin', { ...server, is_default: true })
  await at('POST /trader/v1/register/code', 'bay.example', 'nobody', body)
  const { desk } = front
  const row = outboxRepo(desk.db).due(0, front.now, 1).at(-1)
  const letter = desk.seal.open(row?.body ?? '', `outbox/${row?.message_id}/body`)
  for (const part of ['Bay Trading', '#0a7a5c', 'help@bay.example', 'https://bay.example']) {
    t.ok(letter.includes(part), part)
  }
  front.change('settings', 1, { terminal_url: 'https://other.example' })
  const terminalOf = (company: string) => letterHead(desk, '', company).terminal
  t.equal(terminalOf('Bay Trading'), 'https://bay.example')
  t.equal(terminalOf('Nobody'), 'https://other.example')
  front.name('ada', { audience: 'trader', login: 1001, group: 'demo\\standard' })
  const symbols = async (host: string) =>
    (await at('GET /trader/v1/watchlists', host, 'ada')).data[0].symbols
  t.same(await symbols('bay.example'), ['USDJPY'])
  t.match(await symbols('other.example'), ['EURUSD', 'GBPUSD'])
})

t.test(
  'pages at domains of brands may open sockets, over TLS unless the server is without',
  async (t) => {
    const { front } = await given(t)
    const { settings, brands } = front.book.records
    const records = {
      settings: settings.map((one) => ({ ...one, allowed_origins: ['http://x'] })),
      brands,
    }
    const own = [
      'http://x',
      ...['bay', 'trade.bay', 'harbour'].map((name) => `https://${name}.example`),
    ]
    t.same([...allowedOrigins(records, true)], own)
    t.ok(allowedOrigins(records, false).has('http://bay.example'))
    t.same([...allowedOrigins({ settings: [], brands: [] }, false)], [])
  },
)
