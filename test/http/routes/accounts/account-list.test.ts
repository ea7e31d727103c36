import t from 'tap'
import { moment } from '../../../given/desk.js'
import { AccountFront, CAREFUL, DEALER } from '../../../given/fronts/account-front.js'

const front = await AccountFront.start(t)
const ada = await front.open({ name: 'Ada Lovelace', email: 'Ada@Example.com' })
const bob = await front.open({
  name: 'Bob 100%',
  email: 'bob@example.org',
  group: 'real\\standard',
})
const passwords = { master_password: 'Abcd12!xAbcd', investor_password: 'Look34?yLook' }
const cid = await front.open({ name: 'Cid_x', group: CAREFUL, ...passwords })

async function list(query: string, as = 'admin') {
  const answer = await front.ask(`GET /admin/v1/accounts?${query}`, as)
  const items = (answer.data?.['items'] ?? []) as { login: number; money: unknown }[]
  return {
    ...answer,
    items,
    logins: items.map(({ login }) => login),
    total: answer.data?.['total'],
  }
}

t.test('the list is by login, of every group in scope, each with live money', async (t) => {
  const all = await list('')
  t.match(all, { status: 200, logins: [1, DEALER, ada, bob, cid], total: 5 })
  t.match(all.data, { page: 1 })
  t.equal(all.data['consistency'], undefined)
  t.ok(all.items.every(({ money }) => money !== null))
})

t.test('only accounts whose group is in scope are listed and counted', async (t) => {
  t.match(await list('', 'real only'), { logins: [bob, cid], total: 2 })
  t.match(await list(`login=${ada}`, 'real only'), { logins: [], total: 0 })
  t.match(await list('group=demo*', 'real only'), { logins: [], total: 0 })
})

t.test('staff groups appear with config.staff', async (t) => {
  t.same((await list('', 'without staff')).logins, [ada, bob, cid])
})

t.test(
  'the count takes the filters of the list, needs what they need, and no page bounds it',
  async (t) => {
    const count = (query: string, as = 'admin') =>
      front.ask(`GET /admin/v1/accounts/count?${query}`, as)
    const queries = [
      '',
      'group=real\\*',
      'company=Other+Firm',
      `login=${bob}`,
      'name=LOVE',
      'login=77',
    ]
    for (const query of [...queries, 'email=example.COM', 'email=example.COM&name=bob']) {
      const { total } = await list(query)
      t.match(await count(query), { status: 200, data: { total } }, query)
    }
    t.match(await count('page=3&limit=1'), { data: { total: 5 } })
    t.match(await count('', 'real only'), { data: { total: 2 } })
    t.match(await count('', 'without staff'), { data: { total: 3 } })
    t.match(await count('name=Ada', 'without names'), { status: 403, code: 'forbidden' })
    t.match(await count('email=a', 'without e-mails'), { status: 403, code: 'forbidden' })
    for (const query of ['limit=1001', 'limit=0', 'page=0', 'min_projection_seq=1', 'other=1']) {
      t.match(await count(query), { status: 400, code: 'invalid_input' }, query)
    }
  },
)

t.test(
  'filters: group mask, company, exact login, parts of name and e-mail in any case',
  async (t) => {
    const cases: [string, number[]][] = [
      ['group=real\\*', [bob, cid]],
      ['group=REAL/standard', [bob]],
      ['company=Other+Firm', [cid]],
      ['company=other', []],
      [`login=${bob}`, [bob]],
      ['name=LOVE', [ada]],
      ['email=example.COM', [ada]],
      ['name=%25', [bob]],
      ['name=_', [cid]],
      ['group=real\\*&name=b', [bob]],
      ['name=', [1, DEALER, ada, bob, cid]],
    ]
    for (const [query, logins] of cases)
      t.match(await list(query), { logins, total: logins.length })
  },
)

t.test('filters on private fields need their field rights', async (t) => {
  t.match(await list('name=a', 'without names'), { status: 403, code: 'forbidden' })
  t.match(await list('email=a', 'without e-mails'), { status: 403, code: 'forbidden' })
  t.equal((await list('email=a', 'without names')).status, 200)
})

t.test('pages do not overlap, and total counts every match', async (t) => {
  t.match(await list('limit=2&page=1'), { logins: [1, DEALER], total: 5 })
  t.match(await list('limit=2&page=3'), { logins: [cid], total: 5 })
  t.match(await list('limit=2&page=4'), { logins: [], total: 5 })
})

t.test('parameters are taken up to their bounds and no further', async (t) => {
  const long = (length: number): string => 'x'.repeat(length)
  const fits = ['limit=1', 'limit=1000', 'page=1', `name=${long(128)}`, `group=${long(128)}`]
  for (const query of [...fits, 'min_projection_seq=9223372036854775807']) {
    t.equal((await list(query)).status, 200, query)
  }
  const faults = ['limit=0', 'limit=1001', 'limit=x', 'limit=1.5', 'page=0', 'page=-1', 'page=01']
  const texts = ['name', 'email', 'group', 'company'].map((name) => `${name}=${long(129)}`)
  const fences = ['-1', '01', '1.0', '9223372036854775808', '10000000000000000000']
  const logins = ['login=0', 'login=1.0', 'login=x', 'sort=login']
  for (const query of [...faults, ...texts, ...logins]) {
    const refused = await list(query)
    t.match(refused, { status: 400, fields: [query.split('=')[0]] }, query)
  }
  for (const fence of fences) {
    const refused = await list(`min_projection_seq=${fence}`)
    t.match(refused, { status: 400, code: 'invalid_input' }, fence)
  }
  t.match(await list('limit=1&limit=1'), { status: 400, fields: ['limit'] })
})

t.test('with the fence rows and checkpoint are one snapshot and money is null', async (t) => {
  const request_id = '00000000-0000-4000-8000-000000000001'
  const body = { action: 'deposit', amount: '1.00', request_id }
  const moved = await front.ask(`POST /admin/v1/accounts/${ada}/balance`, 'admin', body)
  const seq = String(moved.data['projection_seq'])
  let fenced = await list(`min_projection_seq=${seq}`)
  while (fenced.data['consistency'] !== 'current') {
    t.match(fenced, { status: 200, items: [], total: 0, data: { retry_after_ms: 1000 } })
    await moment()
    fenced = await list(`min_projection_seq=${seq}`)
  }
  t.match(fenced, { logins: [1, DEALER, ada, bob, cid], total: 5 })
  t.ok(fenced.items.every(({ money }) => money === null))
  t.ok(BigInt(String(fenced.data['projection_seq'])) >= BigInt(seq))
  t.equal(fenced.data['retry_after_ms'], undefined)
})

t.test('a fence ahead of the projection is pending: empty, and when to ask again', async (t) => {
  const ahead = await list('min_projection_seq=9223372036854775807')
  t.match(ahead, { status: 200, items: [], total: 0 })
  t.match(ahead.data, { consistency: 'projection_pending', retry_after_ms: 1000 })
  t.match(ahead.data['projection_seq'], /^\d+$/)
})

t.test('a name in any script is found in any case', async (t) => {
  const names = ['Jürgen Öztürk', 'Иван', 'Ζωή']
  const logins: number[] = []
  for (const name of names) logins.push(await front.open({ name, group: 'real\\standard' }))
  for (const [i, part] of ['ÖZTÜRK', 'иВАН', 'ζΩή'].entries()) {
    const found = await list(`name=${encodeURIComponent(part.normalize('NFD'))}`)
    t.match(found, { status: 200, logins: [logins[i]], total: 1 }, part)
  }
})
