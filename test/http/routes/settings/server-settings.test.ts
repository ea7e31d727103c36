import t from 'tap'
import { ConfigFront } from '../../../given/fronts/config-front.js'

const PATH = '/admin/v1/settings'

t.test('the settings are one record from the first start on', async (t) => {
  const demo = await new ConfigFront(t).ask(`GET ${PATH}`)
  t.match(demo.data, {
    demo: true,
    demo_group: 'demo\\standard',
    real: false,
    real_group: 'real\\standard',
    utc_offset_min: 0,
    daylight_saving: 'none',
    allowed_origins: [],
    blocked_signups: [],
    dealing_deviation_pct: '5',
    terminal_url: '',
    version: 1,
  })
  const bare = await new ConfigFront(t, { demo: false }).ask(`GET ${PATH}`)
  t.match(bare.data, { demo: false, demo_group: '', real_group: '', default_watchlist: [] })
})

t.test(
  'PUT replaces the whole with version: what is left out goes back to its default',
  async (t) => {
    const front = new ConfigFront(t)
    const body = { version: 1, daylight_saving: 'eu', utc_offset_min: 120 }
    const put = await front.ask(`PUT ${PATH}`, 'admin', body)
    t.match(put.data, { daylight_saving: 'eu', utc_offset_min: 120, demo: false, demo_group: '' })
    t.match(put.data, { version: 2, default_watchlist: [] })
    t.same(front.book.clock, { daylight_saving: 'eu', utc_offset_min: 120 }, 'the clock goes by it')
    t.match(await front.ask(`PUT ${PATH}`, 'admin', body), { status: 409 })
    t.match(await front.ask(`PUT ${PATH}`, 'admin', { ...body, version: undefined }), {
      status: 400,
    })
    const lines = front.lines.length
    t.match((await front.ask(`PUT ${PATH}`, 'admin', { ...body, version: 2 })).data, { version: 2 })
    t.equal(front.lines.length, lines, 'the same again writes nothing')
  },
)

t.test('PUT takes back what GET answered', async (t) => {
  const front = new ConfigFront(t)
  const { data } = await front.ask(`GET ${PATH}`)
  const back = await front.ask(`PUT ${PATH}`, 'admin', { ...data, utc_offset_min: 60 })
  t.match(back, { status: 200, data: { ...data, utc_offset_min: 60, version: 2, updated_at: /T/ } })
  const odd = { ...back.data, id: 77, created_at: null, updated_at: [{}] }
  t.match(await front.ask(`PUT ${PATH}`, 'admin', odd), { status: 200, data: { id: data['id'] } })
  const more = { ...back.data, made_at: 'now' }
  t.match(
    await front.ask(`PUT ${PATH}`, 'admin', more),
    { status: 400 },
    'what no answer has is unknown',
  )
})

t.test('every setting within its bounds, at the bound and one past it', async (t) => {
  const front = new ConfigFront(t)
  let version = 1
  const origin = (n: number) => Array.from({ length: n }, (_, i) => `https://h${i}.example`)
  for (const [field, value, status] of [
    ['utc_offset_min', -720, 200],
    ['utc_offset_min', -721, 400],
    ['utc_offset_min', 840, 200],
    ['utc_offset_min', 841, 400],
    ['daylight_saving', 'us', 200],
    ['daylight_saving', 'mars', 400],
    ['demo_group', 'DEMO\\Standard', 200],
    ['demo_group', 'nosuch', 400],
    ['demo_group', 'real\\standard', 400],
    ['demo_group', 'managers\\dealers', 400],
    ['real_group', 'real\\ecn', 200],
    ['real_group', 'demo\\standard', 400],
    ['demo_deposit', '0', 200],
    ['demo_deposit', '-1', 400],
    ['demo_deposit', '1.5', 200],
    ['demo_deposit', '1.000000001', 400],
    ['default_watchlist', ['EURUSD', 'eurusd', 'EURUSD'], 200],
    ['default_watchlist', ['NOSUCH'], 400],
    ['dealing_deviation_pct', '0', 200],
    ['dealing_deviation_pct', '0.0001', 200],
    ['dealing_deviation_pct', '0.00001', 400],
    ['dealing_deviation_pct', '100', 200],
    ['dealing_deviation_pct', '100.0001', 400],
    ['dealing_deviation_pct', '-1', 400],
    ['demo_sign_ups_max', 1_000_000, 200],
    ['demo_sign_ups_max', 1_000_001, 400],
    ['demo_sign_ups_hour_max', -1, 400],
    ['allowed_origins', origin(64), 200],
    ['allowed_origins', origin(65), 400],
    ['allowed_origins', ['https://a.example/path'], 400],
    ['terminal_url', 'https://trade.example/go', 200],
    ['terminal_url', 'ftp://a.example', 400],
    ['allowed_origins', ['ftp://a.example'], 400],
    ['demo', true, 400],
    ['real', true, 400],
    ['nonsense', 1, 400],
  ] as const) {
    const answer = await front.ask(`PUT ${PATH}`, 'admin', { version, [field]: value })
    t.equal(answer.status, status, `${field} ${JSON.stringify(value).slice(0, 60)}`)
    if (status === 200) version = answer.data.version
    else t.match(answer.fields[0], field.startsWith('d') || field === 'real' ? /./ : field)
  }
})
