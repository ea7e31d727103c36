import t from 'tap'
import { MOVES_PER_REQUEST_MAX } from '../../../../engine/limits/bulk.js'
import { AccountFront, CLOSED, DEALER, YEN } from '../../../given/fronts/account-front.js'
import { funded } from '../../../given/records/trades.js'

// Many accounts go to another group, each by itself, on real threads.

const REAL = 'real\\standard'
const front = await AccountFront.shared()

const PLAIN = front.plain()

const move = (logins: readonly unknown[], group: string, as = PLAIN, more: object = {}) =>
  front.ask('POST /admin/v1/accounts/move', as, { logins, group, ...more })

async function group(login: number): Promise<unknown> {
  return (await front.ask(`GET /admin/v1/accounts/${login}`, 'admin')).data['group']
}

async function lines(login: number): Promise<number> {
  const path = `GET /admin/v1/journal?login=${login}&kind=account.group`
  return ((await front.ask(path, 'admin')).data['items'] as unknown[]).length
}

t.test('each login has its row, in the order of logins, and its line', async (t) => {
  const [one, two, rich] = [await front.open(), await front.open(), await funded(front)]
  const answer = await move([two, 99_999, rich, one, two, DEALER], YEN)
  t.match(answer.data, [
    { login: two, code: 'ok', message: '' },
    { login: 99_999, code: 'not_found', message: /no account/ },
    { login: rich, code: 'conflict', message: /./ },
    { login: one, code: 'ok' },
    { login: DEALER, code: 'conflict' },
  ])
  t.equal((answer.data as unknown as unknown[]).length, 5)
  t.same([await group(one), await group(two), await group(rich)], [YEN, YEN, 'demo\\standard'])
  t.same([await lines(one), await lines(two), await lines(rich)], [1, 1, 0])
  t.match((await move([one, two], YEN)).data, [{ code: 'ok' }, { code: 'ok' }])
  t.same([await lines(one), await lines(two)], [1, 1], 'a repeat changes nothing')
})

t.test('a group that nobody can be moved to is refused for all', async (t) => {
  const login = await front.open()
  t.match(await move([login], 'real\\none'), { status: 400, fields: ['group'] })
  t.match(await move([login], CLOSED), { status: 400, fields: ['group'] })
  for (const name of ['demo\\standard', 'demo\\none']) {
    t.match(await move([login], name, 'real only'), { status: 403, code: 'forbidden' })
  }
  t.match((await move([login], REAL, 'real only')).data, [{ login, code: 'not_found' }])
  t.equal(await group(login), 'demo\\standard')
  t.match(await move([login], 'managers\\dealers', 'without staff'), { status: 403 })
})

t.test('1,000 logins at most, which count once; the body is closed', async (t) => {
  const some = Array.from({ length: MOVES_PER_REQUEST_MAX }, (_, i) => 500_000 + i)
  const answer = await move([...some, ...some], REAL)
  t.equal(answer.status, 200, 'limits count after repeats are dropped')
  t.equal((answer.data as unknown as unknown[]).length, MOVES_PER_REQUEST_MAX)
  t.match(await move([...some, 1], REAL), { status: 400, fields: ['logins'] })
  t.match(await move([], REAL), { status: 400, fields: ['logins'] })
  t.match(await move([0], REAL), { status: 400, fields: ['logins[0]'] })
  t.match(await move([1001], REAL, PLAIN, { version: 1 }), { status: 400, fields: ['version'] })
})

t.test('many accounts move at once while they are moved one by one', async (t) => {
  const logins: number[] = []
  for (let n = 0; n < 40; n++) logins.push(await front.open())
  const single = (login: number) =>
    front.ask(`POST /admin/v1/accounts/${login}/group`, 'admin', { group: REAL })
  const one = Promise.all(logins.map(single))
  const many = await Promise.all([move(logins, REAL), move(logins, REAL)])
  await one
  const codes = many.flatMap(({ data }) =>
    (data as unknown as { code: string }[]).map(({ code }) => code),
  )
  t.same(
    codes.filter((code) => code !== 'ok' && code !== 'conflict'),
    [],
  )
  t.match(
    (await move(logins, REAL)).data,
    logins.map((login) => ({ login, code: 'ok' })),
  )
  for (const login of logins) {
    t.equal(await group(login), REAL)
    t.equal(await lines(login), 1)
  }
})

t.test('who holds confirm_actions confirms moves of more than one account', async (t) => {
  const body = { logins: [await front.open(), await front.open()], group: REAL }
  const ask = (more: object) => front.ask('POST /admin/v1/accounts/move', 'careful', more)
  const needed = { status: 403, code: 'confirmation_required' }
  t.match(await ask(body), needed)
  const confirmed = await front.confirmation('move', body)
  t.match((await ask({ ...body, ...confirmed })).data, [{ code: 'ok' }, { code: 'ok' }])
  t.match(await ask({ ...body, ...confirmed }), needed, 'it is used')
  t.match((await ask({ ...body, logins: [await front.open()] })).data, [{ code: 'ok' }])
})
