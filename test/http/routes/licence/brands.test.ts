import { randomUUID } from 'node:crypto'
import t, { type Test } from 'tap'
import { licensedFront } from '../../../given/fronts/licensed-front.js'

// Brands as staff see and change them.

const PATH = '/admin/v1/licence/brands'
const WRONG = { status: 400, code: 'invalid_input' }
const CONFLICT = { status: 409, code: 'conflict' }

async function given(test: Test) {
  const front = await licensedFront(test)
  const create = (more: object = {}, as = 'admin') =>
    front.ask(`POST ${PATH}`, as, { company: 'Bay Trading', ...more })
  const patch = (id: number, change: object) => front.ask(`PATCH ${PATH}/${id}`, 'admin', change)
  return { front, create, patch }
}

t.test('a brand has its defaults, and says nothing of what is not its own', async (t) => {
  const { front, create, patch } = await given(t)
  const made = await create()
  t.match(made.data, {
    id: 2,
    company: 'Bay Trading',
    enabled: true,
    is_default: false,
    is_licenced: false,
    domains: [],
    default_symbols: [],
    links: [],
    color_primary: '',
    has_logo: false,
    has_banner: false,
    has_icon: false,
    version: 1,
  })
  t.notOk('images' in made.data)
  t.match(await create(), CONFLICT, 'a company has one')
  t.match(await create({ company: 'Nobody' }), { ...WRONG, fields: ['company'] })
  t.match(await front.ask(`POST ${PATH}`, 'admin', {}), { ...WRONG, fields: ['company'] })
  for (const field of ['id', 'company', 'is_licenced', 'has_logo', 'has_banner', 'has_icon']) {
    t.match(await patch(2, { version: 1, [field]: made.data[field] }), WRONG, field)
  }
  t.match(await patch(2, { version: 1, phone: '1' }), { status: 200, data: { version: 2 } })
  t.match(await patch(2, { version: 1, phone: '2' }), CONFLICT)
  t.match(front.lines.at(-1), { kind: 'config', text: 'Brand Bay Trading was changed: phone' })
  t.match(await front.ask(`DELETE ${PATH}/1`), CONFLICT, 'shipped by the licence')
  t.match(await front.ask(`DELETE ${PATH}/2`), { status: 200, data: null })
  t.match(await front.ask(`GET ${PATH}/2`), { status: 404, code: 'not_found' })
})

t.test('a creation that is repeated under its key makes nothing', async (t) => {
  const { front } = await given(t)
  const key = { 'idempotency-key': randomUUID() }
  const create = () => front.ask(`POST ${PATH}`, 'admin', { company: 'Bay Trading' }, key)
  const first = await create()
  t.match(first, { status: 200, data: { id: 2 } })
  const lines = front.lines.length
  t.same((await create()).data, first.data)
  t.equal(front.lines.length, lines)
})

t.test('one brand is the default, and it is enabled', async (t) => {
  const { front, create, patch } = await given(t)
  await create({ enabled: false })
  t.match(await front.ask(`POST ${PATH}/2/default`), CONFLICT, 'disabled')
  t.match(await front.ask(`POST ${PATH}/9/default`), { status: 404 })
  t.match(await front.ask(`POST ${PATH}/1/default`), { data: { is_default: true, version: 2 } })
  t.match(await front.ask(`POST ${PATH}/1/default`), { data: { version: 2 } }, 'nothing changed')
  t.match(await patch(1, { version: 2, enabled: false }), { ...WRONG, fields: ['enabled'] })
  await patch(2, { version: 1, enabled: true })
  t.match(await front.ask(`POST ${PATH}/2/default`), { data: { is_default: true } })
  t.match(front.lines.at(-1)?.text, /Brand Harbour Markets is not the default any more/)
  const { data } = await front.ask(`GET ${PATH}`)
  t.same(
    data.map(({ id, is_default }: Record<string, unknown>) => [id, is_default]),
    [
      [2, true],
      [1, false],
    ],
  )
})

t.test('what a brand may be', async (t) => {
  const { create } = await given(t)
  for (const [field, ...values] of [
    ['domains', ['a.example:443'], ['https://a.example'], ['a..example'], [''], ['-a.example']],
    ['color_primary', 'red', '#12345'],
    ['support_email', 'Desk <a@b.example>'],
    ['website', 'javascript:alert(1)', 'example.com'],
    ['links', [{ name: 'Terms' }], [{ name: '', url: 'https://a.example' }]],
    ['default_symbols', ['']],
    ['program_name', 'n'.repeat(129)],
  ] as const) {
    for (const value of values) {
      const refused = await create({ [field]: value })
      t.match(refused, WRONG, `${field} ${JSON.stringify(value)}`)
      t.match(refused.fields[0], field)
    }
  }
  const taken = { domains: ['b.example', 'HARBOUR.example'] }
  t.match(await create(taken), { ...WRONG, fields: ['domains[1]'] }, 'a domain is of one brand')
  t.match(await create({ links: [{ name: 'Terms', url: 'https://a.example/terms' }] }), {
    status: 200,
  })
})
