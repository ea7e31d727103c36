import t, { type Test } from 'tap'
import { ConfigFront } from '../../../given/fronts/config-front.js'

// A stored secret stays with who gets it: what sends it elsewhere takes the secret itself, whichever way it comes.

const COMP = [
  { name: 'SenderCompID', value: 'US' },
  { name: 'TargetCompID', value: 'THEM' },
]
const GATEWAY = {
  name: 'Prime',
  server: 'fix.example.com:1',
  enabled: false,
  gateway_server: 'fix.example.com:2',
  params: [...COMP, { name: 'Own', type: 'secret', value: 'third' }],
  password: 'first',
  gateway_password: 'second',
}
const FEED = { ...GATEWAY, name: 'Feed', module: 'fix44' }
const MAIL = {
  name: 'Main',
  sender_email: 'desk@example.com',
  server: 'smtp.example.com:587',
  password: 'first',
}
type Row = Readonly<Record<string, unknown>>

async function given(test: Test, path: string, record: object) {
  const front = new ConfigFront(test, { demo: false })
  const { data } = await front.ask(`POST /admin/v1/${path}`, 'admin', record)
  const stored = async () => (await front.ask(`GET /admin/v1/${path}/1`)).data
  const patch = async (change: object) =>
    front.ask(`PATCH /admin/v1/${path}/1`, 'admin', {
      version: (await stored()).version,
      ...change,
    })
  return { front, params: data.params as Row[], patch, stored }
}

/** The parameters of a record as they are read, one of them set. */
function withParam(params: readonly Row[], name: string, value: string) {
  return params
    .filter((param) => param['name'] !== name)
    .concat({ name, value })
    .map(({ name, type, value }) => ({ name, type, value }))
}

t.test('each field that says where a mail server is takes the password along', async (t) => {
  const { patch, stored } = await given(t, 'mail-servers', MAIL)
  for (const change of [
    { server: 'mx.example.org:587' },
    { server: 'smtp.example.com:25' },
    { security: 'none' },
  ]) {
    const refused = await patch(change)
    t.match(refused, { status: 400, code: 'invalid_input', fields: ['password'] })
    t.match((await patch({ ...change, password: 'first' })).data, { ...change, has_password: true })
    t.match(await patch({ server: MAIL.server, security: 'starttls', password: 'first' }), {
      status: 200,
    })
  }
  t.match((await patch({ login: 'desk', name: 'Other' })).data, { has_password: true })
  t.match((await patch({ security: 'none', password: '' })).data, { has_password: false })
  t.match(await patch({ server: 'mx.example.org:587' }), { status: 200 }, 'there is none to move')
  t.match(await stored(), { server: 'mx.example.org:587', has_password: false })
})

t.test(
  'a feed and a gateway hold each secret to the server and the TLS it was given for',
  async (t) => {
    for (const [path, record] of [
      ['gateways', GATEWAY],
      ['datafeeds', FEED],
    ] as const) {
      const { front, params, patch, stored } = await given(t, path, record)
      const own = `params[${params.findIndex(({ name }) => name === 'Own')}].value`
      const { pass, all } = { pass: 'password', all: ['password', 'gateway_password'] }
      t.match(await patch({ server: 'evil.example.com:1' }), { status: 400, fields: [pass, own] })
      t.match(await patch({ server: 'fix.example.com:9' }), { status: 400, fields: [pass, own] })
      t.match(await patch({ gateway_server: 'evil.example.com:1' }), {
        status: 400,
        fields: ['gateway_password'],
      })
      for (const [name, value] of [
        ['FIX SSL Enabled', 'true'],
        ['FIX SSL Verify', 'false'],
        ['FIX SSL Server Name', 'evil.example.com'],
        ['FIX SSL CA', 'x'],
      ] as const) {
        const refused = await patch({ params: withParam(params, name, value) })
        t.match(refused, { status: 400, code: 'invalid_input' }, name)
        t.match(refused.fields?.slice(0, 2), all, name)
      }
      if (path === 'gateways') t.match((await patch({ ssl: true })).fields, [...all, own])
      else t.match((await patch({ module: 'dde' })).fields, all)
      const version = 1
      t.match(await stored(), { version, server: record.server, has_password: true })
      const plain = withParam(params, 'HeartBtInt', '10')
      t.match(await patch({ login: 'x', params: plain }), { status: 200 }, 'what moves nothing')
      const opened = front.desk.config.opened(path, front.desk.seal)[0]
      t.match(opened, { password: 'first', gateway_password: 'second' })
      const moved = await patch({
        server: 'new.example.com:1',
        password: 'first',
        params: withParam(plain, 'Own', 'third').map((param) =>
          param.name === 'Own' ? { ...param, type: 'secret' } : param,
        ),
      })
      t.match(moved.data, { server: 'new.example.com:1', has_password: true }, 'with the secrets')
    }
  },
)

t.test('a file that moves a gateway has its row refused, and the secret stays', async (t) => {
  const { front, stored } = await given(t, 'gateways', GATEWAY)
  const transfer = '/admin/v1/config/transfer'
  const { data: file } = await front.ask(`POST ${transfer}/export`, 'admin', {
    kinds: { gateways: null },
  })
  const [record] = file.kinds.gateways
  const take = async (change: object) =>
    (
      await front.ask(`POST ${transfer}/import`, 'admin', {
        file: { ...file, kinds: { gateways: [{ ...record, ...change }] } },
      })
    ).data.items[0]
  t.match(await take({}), { action: 'unchanged' })
  const moved = await take({ server: 'evil.example.com:1' })
  t.match(moved, { action: 'error', error: /^invalid_input: .*password.*must be sent again/ })
  t.match(await take({ ssl: true }), { action: 'error', error: /must be sent again/ })
  t.match(await stored(), { server: GATEWAY.server, ssl: false, has_password: true })
})
