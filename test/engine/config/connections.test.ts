import t from 'tap'
import type { Content } from '../../../engine/config/config-records.js'
import { BUILT_IN_SIMULATOR } from '../../../engine/config/demo-set.js'
import { SECRET_MASK } from '../../../engine/config/kinds/connection.js'
import { datafeedKind } from '../../../engine/config/kinds/datafeed.js'
import { GATEWAY_MODULES, gatewayKind } from '../../../engine/config/kinds/gateway.js'
import { importPlan } from '../../../engine/config/kinds/imported-symbol.js'
import { configWorld } from '../../../engine/config/kinds.js'
import type { ConnectionParameter } from '../../../engine/config/records/connection.js'
import { faultsOf } from '../../../engine/config/references.js'
import type { ConfigFacts } from '../../../engine/config/world.js'
import { bookRecords, feedRecord, symbolRecord } from '../../actors/links/feeds/given-feed.js'
import { NO_FACTS } from '../../given/config-facts.js'
import { whole } from '../../given/whole.js'

const FACTS: ConfigFacts = {
  ...NO_FACTS,
  isCertificate: (pem) => pem.startsWith('CERT'),
  keyFit: (certificate, key) =>
    key.startsWith('KEY') ? (key.endsWith(certificate) ? 'pair' : 'strangers') : 'no_key',
}
const RECORDS = bookRecords([
  ['Forex\\EURUSD', 5],
  ['Forex\\GBPUSD', 5],
])
const WORLD = configWorld(RECORDS, FACTS)

type Given = Record<string, unknown>

function feed(given: Given): Content<'datafeeds'> {
  const base = { name: 'Feed', server: 'host:1', has_password: true, login: 'desk', ...given }
  const content = datafeedKind.defaults(datafeedKind.given?.(base, null, null) ?? base)
  return datafeedKind.normal?.(content) ?? content
}

function gateway(given: Given): Content<'gateways'> {
  const base = { name: 'Gate', server: 'host:1', ...given }
  const content = gatewayKind.defaults(gatewayKind.given?.(base, null, null) ?? base)
  return gatewayKind.normal?.(content) ?? content
}

const feedFaults = (given: Given): string[] =>
  faultsOf(datafeedKind, feed(given), WORLD, null).map(({ path }) => path)
const gatewayFaults = (given: Given): string[] =>
  faultsOf(gatewayKind, gateway(given), WORLD, null).map(({ path }) => path)

const COMP = [
  { name: 'SenderCompID', value: 'US' },
  { name: 'TargetCompID', value: 'THEM' },
]
const withParam = (name: string, value: string, more: Given = {}): Given => ({
  params: [...COMP, { name, value, ...more }],
})

t.test('while enabled, a fix44 feed needs SenderCompID and TargetCompID', async (t) => {
  t.same(feedFaults({ module: 'fix44', params: COMP }), [])
  t.same(feedFaults({ module: 'fix44' }), ['params[0].value', 'params[1].value'])
  t.same(feedFaults({ module: 'fix44', params: [COMP[0]] }), ['params'])
  t.same(feedFaults({ module: 'fix44', enabled: false }), [])
})

t.test('a DDE feed needs login and password, or the parameter Token', async (t) => {
  const token = [{ name: 'Token', value: 'opens' }]
  t.same(feedFaults({ module: 'dde' }), [])
  t.same(feedFaults({ module: 'dde', has_password: false }), ['password'])
  t.same(feedFaults({ module: 'dde', login: '' }), ['login'])
  t.same(feedFaults({ module: 'dde', login: '', has_password: false, params: token }), [])
  t.same(feedFaults({ module: 'dde', login: '', enabled: false }), [])
  const builtIn = { module: 'dde', login: '', has_password: false, server: '127.0.0.1:0' }
  t.same(feedFaults(builtIn), [], 'the built-in simulator has credentials of its own')
})

t.test('the server is host:port', async (t) => {
  for (const [server, isRight] of [
    ['fix.example.com:1', true],
    ['10.0.0.1:65535', true],
    ['[2001:db8::1]:9876', true],
    ['host:0', false],
    ['host:65536', false],
    ['host', false],
    ['', false],
    ['ho st:1', false],
    ['127.0.0.2:0', false],
  ] as const) {
    t.equal(gatewayFaults({ params: COMP, server }).length, isRight ? 0 : 1, server)
    const gateway_server = server
    const faults = gatewayFaults({ params: COMP, gateway_server })
    t.same(faults, isRight || server === '' ? [] : ['gateway_server'], server)
  }
  t.same(gatewayFaults({ params: COMP, server: BUILT_IN_SIMULATOR }), [])
})

t.test('balances are not imported: a gateway that is to do so is not taken', async (t) => {
  t.same(gatewayFaults({ params: COMP, allow_import_balances: true }), ['allow_import_balances'])
  t.same(gatewayFaults({ params: COMP, allow_import_balances: false }), [])
})

t.test('a parameter is used once, and its value is of its type', async (t) => {
  const params = [...COMP, { name: 'sendercompid', value: 'X' }]
  t.same(gatewayFaults({ params }), ['params[2].name'])
  for (const [type, value, isRight] of [
    ['int', '12', true],
    ['int', '-3', true],
    ['int', '', true],
    ['int', '1.5', false],
    ['int', '1e3', false],
    ['int', 'x', false],
    ['bool', 'true', true],
    ['bool', 'N', true],
    ['bool', 'maybe', false],
    ['time', '23:59', true],
    ['time', '23:59:59', true],
    ['time', '24:00', false],
    ['time', 'noon', false],
    ['string', 'any text', true],
    ['string', 'two\nlines', false],
    ['secret', 'two\nlines', true],
  ] as const) {
    const faults = gatewayFaults(withParam('Own', value, { type }))
    t.same(faults, isRight ? [] : ['params[2].value'], `${type} ${value}`)
  }
})

t.test("a parameter's type, default and description are its module's", async (t) => {
  const spec = GATEWAY_MODULES[0]?.params.find(({ name }) => name === 'FIX SSL Private Key')
  const given = withParam('fix ssl private key', 'x', { type: 'string', description: 'mine' })
  const key = gateway(given).params[2] as ConnectionParameter
  t.match(key, { name: 'FIX SSL Private Key', type: 'secret', description: spec?.description })
  t.match(gateway(withParam('FIX SSL Enabled', 'Y')).params[2], { type: 'bool', value: 'true' })
})

t.test('a parameter that the module does not know is kept as it was given', async (t) => {
  const own = { type: 'int', default: '7', description: 'mine' } as const
  const kept = gateway(withParam('Own Window', '9', own)).params[2]
  t.same(kept, { name: 'Own Window', value: '9', ...own })
  const bare = gateway(withParam('Own Window', '9')).params[2]
  t.same(bare, { name: 'Own Window', value: '9', type: 'string', default: '', description: '' })
})

t.test('another module starts from its own parameters, unless they are named', async (t) => {
  const before = feed({ module: 'fix44', params: COMP })
  const paramsOf = (input: Given) =>
    datafeedKind.given?.(input, before, null)?.['params'] as ConnectionParameter[] | undefined
  const names = (input: Given) => paramsOf(input)?.map(({ name }) => name)
  t.same(names({ module: 'dde' }), ['Token', 'Encoding'])
  t.same(names({ module: 'dde', params: [{ name: 'Token', value: 'x' }] }), ['Token'])
  t.equal(paramsOf({ name: 'Other' }), undefined)
})

t.test('FIX Quantity Mode is Units or Lots; coverage is Gateway, Limit or Market', async (t) => {
  for (const value of ['Units', 'Lots', '']) {
    t.same(gatewayFaults(withParam('FIX Quantity Mode', value)), [], value)
  }
  t.same(gatewayFaults(withParam('FIX Quantity Mode', 'Contracts')), ['params[2].value'])
  for (const value of ['Gateway', 'Limit', 'Market']) {
    t.same(gatewayFaults(withParam('Limit Orders Coverage Mode', value)), [], value)
  }
  t.same(gatewayFaults(withParam('Limit Orders Coverage Mode', 'Stop')), ['params[2].value'])
})

t.test('Order Placement Timeout is 1 to 3600 seconds', async (t) => {
  for (const [value, isRight] of [
    ['0', false],
    ['1', true],
    ['3600', true],
    ['3601', false],
  ] as const) {
    const faults = gatewayFaults(withParam('Order Placement Timeout', value))
    t.same(faults, isRight ? [] : ['params[2].value'], value)
  }
})

t.test('Trading Calendar Holidays are signed days between double semicolons', async (t) => {
  for (const [value, isRight] of [
    ['+25 Dec;;-01 Jan', true],
    ['+25 Dec', true],
    ['-1 jan', true],
    ['+29 Feb', true],
    ['+30 Feb', false],
    ['25 Dec', false],
    ['+25 Dec;-01 Jan', false],
    ['+25 Dec;;', false],
    ['+25 December', false],
    ['+25Dec', false],
    ['+00 Jan', false],
  ] as const) {
    const faults = gatewayFaults(withParam('Trading Calendar Holidays', value))
    t.same(faults, isRight ? [] : ['params[2].value'], value)
  }
})

t.test(
  'FIX SSL Certificate and FIX SSL Private Key are set together and form a pair',
  async (t) => {
    const certificate = { name: 'FIX SSL Certificate', value: 'CERT a' }
    const key = { name: 'FIX SSL Private Key', value: SECRET_MASK }
    const authority = { name: 'FIX SSL CA', value: 'nonsense' }
    const params = (...more: Given[]): Given => ({ params: [...COMP, ...more] })
    t.same(gatewayFaults(params(certificate, key)), [])
    t.same(gatewayFaults(params(certificate)), ['params'])
    t.same(gatewayFaults(params(key)), ['params'])
    const says = (one: Given): string[] =>
      faultsOf(gatewayKind, gateway(params(one)), WORLD, null).map(({ message }) => message)
    const together = 'FIX SSL Certificate and FIX SSL Private Key must be set together'
    t.same(says(certificate), [`${together}, but FIX SSL Private Key is missing`])
    t.same(says(key), [`${together}, but FIX SSL Certificate is missing`])
    t.same(gatewayFaults(params({ ...certificate, value: 'x\ny' }, key)), ['params[2].value'])
    t.same(gatewayFaults(params(authority)), ['params[2].value'])
    const opened = (value: string): string[] =>
      (gatewayKind.checkOpened?.(gateway(params(certificate, { ...key, value })), FACTS) ?? []).map(
        ({ path, message }) => `${path} ${message}`,
      )
    t.same(opened('KEY of CERT a'), [])
    t.match(opened('KEY of CERT b'), [/^params\[3\]\.value does not belong to/])
    t.match(opened('junk'), [/^params\[3\]\.value must be a private key/])
    t.same(opened(''), [], 'a key that cannot be opened any more does not block other changes')
  },
)

t.test('each symbol is translated once, and exists', async (t) => {
  const translates = (...ids: number[]): Given => ({
    params: COMP,
    translates: ids.map((symbol_id) => ({ symbol_id, source: 'X' })),
  })
  t.same(gatewayFaults(translates(1, 2)), [])
  t.same(gatewayFaults(translates(1, 1)), ['translates[1].symbol_id'])
  t.same(gatewayFaults(translates(3)), ['translates[0].symbol_id'])
  t.same(gateway(translates(1)).translates, [
    { symbol_id: 1, source: 'X', source_digits: null, bid_markup_pts: 0, ask_markup_pts: 0 },
  ])
})

t.test('of repeated masks the last stays, because the last that fits decides', async (t) => {
  const symbols = ['*', '!EUR*', '*', ' XAU* , !XAUEUR ', '']
  t.same(gateway({ params: COMP, symbols }).symbols, ['!EUR*', '*', 'XAU*', '!XAUEUR'])
})

t.test('a group of a gateway is one that exists or a mask, once', async (t) => {
  const groups = (...names: string[]): Given => ({
    params: COMP,
    groups: names.map((group) => ({ group })),
  })
  t.same(gatewayFaults(groups('real\\*', '*')), [])
  t.same(gatewayFaults(groups('real\\none')), ['groups[0].group'])
  t.same(gatewayFaults(groups('real\\*', 'REAL\\*')), ['groups[1].group'])
  t.same(gatewayFaults(groups('!real\\*')), ['groups[0].group'])
  t.same(gateway(groups('Real/*')).groups, [{ group: 'Real\\*', symbols: ['*'] }])
})

t.test('sizes that a provider lists become lots, where they are that', async (t) => {
  const record = feedRecord({ name: 'Prime', import_symbol_settings: true })
  const listed = {
    name: 'GBPUSD',
    digits: 5,
    description: ' Cable ',
    currency: 'USD',
    contractSize: '',
    minVolume: '1000',
    maxVolume: '5000000',
    volumeStep: '0.5',
  }
  const imported = (change: object, from = record) => {
    const seen = { name: 'GBPUSD', digits: 4, ...change }
    const one = { ...seen, listed: { ...listed, ...change } }
    return whole(importPlan(from, new Map(), [one])).create[0]?.input
  }
  const common = { path: 'Prime\\GBPUSD', trade_access: 'disabled', digits: 5 }
  const sizes = { volume_min: '0.01', volume_max: '50', volume_step: '0.000005' }
  t.same(imported({}), { ...common, description: 'Cable', ...sizes }, 'of 100,000 units')
  const own = imported({ contractSize: '1000', description: '' })
  t.same(own, {
    ...common,
    contract_size: '1000',
    volume_min: '1',
    volume_max: '5000',
    volume_step: '0.0005',
  })
  const none = { minVolume: '0', maxVolume: '', volumeStep: '0.0001', description: '' }
  t.same(imported(none), common, 'none, or none that lots can say')
  t.same(imported({ ...none, contractSize: '0', minVolume: '1' }), {
    ...common,
    contract_size: '0',
  })
  const params = [{ name: 'FIX Quantity Mode', type: 'string', value: 'Lots' }]
  const lots = { ...record, params: params as unknown as ConnectionParameter[] }
  t.match(imported({ minVolume: '0.01', maxVolume: '7' }, lots), {
    volume_min: '0.01',
    volume_max: '7',
    volume_step: '0.5',
  })
  const cfd = { path: 'Prime\\DE40', calc_mode: 'cfd', contract_size: '1', volume_min: '1000' }
  t.match(imported({ name: 'DE40' }), { ...cfd, profit_currency: 'USD' }, 'no pair says it')
  t.notOk('profit_currency' in (imported({ name: 'DE40', currency: 'euro' }) ?? {}))
})

t.test(
  'what a provider quotes and nobody takes becomes symbols that cannot be traded',
  async (t) => {
    const record = feedRecord({
      name: 'Prime',
      import_symbol_settings: true,
      symbols: ['*', '!BTC*'],
      translates: [
        { symbol_id: 1, source: 'EUR/USD', source_digits: 5, bid_markup_pts: 0, ask_markup_pts: 0 },
      ],
    })
    const symbols = new Map([['eurusd', symbolRecord(1, 'Forex\\EURUSD', 5)]])
    const seen = ['EURUSD', 'EUR/USD', 'BTCUSD', 'GBPUSD', 'gbpusd', 'DE40.c', 'A,B', 'A\\B']
    const names = seen.map((name) => ({ name, digits: 3 }))
    const plan = whole(importPlan(record, symbols, names))
    t.same(plan.create, [
      { source: 'GBPUSD', input: { path: 'Prime\\GBPUSD', trade_access: 'disabled', digits: 3 } },
      {
        source: 'DE40.c',
        input: {
          path: 'Prime\\DE40.c',
          trade_access: 'disabled',
          digits: 3,
          calc_mode: 'cfd',
          contract_size: '1',
        },
      },
    ])
    t.match(
      plan.skipped.map(({ source, reason }) => `${source}: ${reason}`),
      [
        'EURUSD: this name already belongs to symbol 1, Forex\\EURUSD',
        'EUR/USD: a translation already maps this name to symbol 1',
        'BTCUSD: the symbol masks of Prime exclude it',
        'gbpusd: the import has another symbol with the same name in other letter case',
        'A,B: the name is not valid for a symbol: add a translation to a valid name',
        'A\\B: the name is not valid for a symbol: add a translation to a valid name',
      ],
    )
    const without = { ...record, import_symbol_settings: false }
    const plain = whole(importPlan(without, symbols, names))
    t.notOk('digits' in (plain.create[0]?.input ?? {}), 'without it the digits are the defaults')
  },
)
