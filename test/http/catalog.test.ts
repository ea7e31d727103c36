import t from 'tap'
import { catalog } from '../../http/catalog.js'
import { nameOf, type Route } from '../../http/pipeline/route.js'

// What routes say of themselves beside their shapes: those that differ from most, by name.

const PER_MINUTE = (max: number) => ({ per: 'login', max, seconds: 60 })
const SIDES = ['/admin/v1', '/trader/v1']
const TABLE = ['POST /admin/v1/accounts/import', 'POST /admin/v1/accounts/import/file']
const BULK = ['POST /admin/v1/positions/bulk-close', 'POST /admin/v1/positions/payments']

/** The routes for which `holds` does, by name and in order. */
function those(holds: (route: Route) => boolean): string[] {
  return catalog.filter(holds).map(nameOf).sort()
}

/** The same of both sides. */
function onBoth(...names: readonly string[]): string[] {
  return names.flatMap((name) => SIDES.map((side) => name.replace(' ', ` ${side}`)))
}

const sorted = (...names: readonly string[]): string[] => [...names].sort()

t.test('each route has a name of its own and a summary', async (t) => {
  t.equal(new Set(catalog.map(nameOf)).size, catalog.length)
  t.same(
    those(({ summary }) => summary.length < 5),
    [],
  )
})

t.test('what anybody may ask is signing in and its upkeep, and it counts', async (t) => {
  const open = onBoth('POST /auth/login', 'POST /auth/refresh')
  t.same(
    those(({ audience }) => audience === 'public'),
    sorted(...open),
  )
  t.same(
    those(({ cost }) => cost !== 1),
    [],
  )
  t.same(
    those(({ alwaysOpen }) => alwaysOpen),
    [],
  )
})

t.test('a side is that of its path, and a trader route takes the account header', async (t) => {
  for (const route of catalog) {
    const { audience, path, accountHeader } = route
    const side = path.startsWith('/trader/') ? 'trader' : 'staff'
    if (audience !== 'public') t.equal(audience, side, nameOf(route))
    t.equal(accountHeader, audience === 'trader', nameOf(route))
  }
})

t.test('restricted sessions sign out, and lift what restricts them', async (t) => {
  const codes = ['GET /auth/otp', 'POST /auth/otp/enrol', 'POST /auth/otp/confirm']
  const expected = {
    open: sorted(...onBoth('POST /auth/logout', 'GET /auth/me')),
    password: sorted(...onBoth('POST /auth/change-password')),
    otp: sorted(...onBoth(...codes)),
  }
  for (const [way, names] of Object.entries(expected)) {
    t.same(
      those(({ restricted }) => restricted === way),
      names,
    )
  }
  t.same(
    those(({ proof }) => proof === 'access_or_refresh'),
    sorted(...onBoth('POST /auth/logout')),
  )
})

t.test('who only looks on changes neither trades nor preferences', async (t) => {
  t.same(
    those(({ refusesReadOnly }) => refusesReadOnly),
    ['POST /trader/v1/trade', 'PUT /trader/v1/me/preferences'],
  )
})

t.test('what makes something is done once under a key', async (t) => {
  const kinds = ['accounts', 'datafeeds', 'gateways', 'groups', 'holidays', 'leverage-profiles']
  const made = [...kinds, 'leverage-switches', 'routing', 'symbols', 'staff', 'logs/archive']
  t.same(
    those(({ idempotent }) => idempotent),
    sorted(
      ...made.map((kind) => `POST /admin/v1/${kind}`),
      ...['POST /admin/v1/accounts/export', ...TABLE, ...BULK],
    ),
  )
  t.same(
    those(({ besidesKey }) => besidesKey.length > 0),
    BULK,
  )
  for (const { besidesKey } of catalog) {
    if (besidesKey.length > 0) t.same(besidesKey, ['confirm_token', 'confirm_code'])
  }
})

t.test('answers that open something are never packed', async (t) => {
  const tokens = onBoth('POST /auth/login', 'POST /auth/refresh', 'GET /auth/me')
  const codes = onBoth('POST /auth/otp/enrol', 'POST /auth/otp/confirm')
  t.same(
    those(({ answersSecrets }) => answersSecrets),
    sorted(
      ...[...tokens, ...codes, ...TABLE, 'POST /admin/v1/accounts/{login}/passwords'],
      'POST /admin/v1/confirmations',
    ),
  )
})

t.test('what costs much, or could be guessed at, has a rate of its own', async (t) => {
  const codes = onBoth('POST /auth/otp/enrol', 'POST /auth/otp/confirm', 'POST /auth/otp/disable')
  const checked = 'POST /admin/v1/accounts/{login}/passwords/check'
  const account = ['check', 'repair'].map((act) => `POST /admin/v1/accounts/{login}/${act}`)
  const preferences = ['PATCH /admin/v1', 'PUT /admin/v1', 'PUT /trader/v1']
  const rates: readonly (readonly [rate: object, names: readonly string[]])[] = [
    [PER_MINUTE(20), [...codes, 'GET /admin/v1/accounts/export', checked]],
    [
      PER_MINUTE(30),
      [
        ...['GET /admin/v1/accounts/{login}/statement', 'GET /admin/v1/online'],
        'GET /trader/v1/statement',
      ],
    ],
    [
      PER_MINUTE(60),
      [
        ...[...account, 'GET /admin/v1/jobs/{id}/result'],
        ...preferences.map((side) => `${side}/me/preferences`),
      ],
    ],
    [{ per: 'login', max: 100, seconds: 10 }, ['GET /admin/v1/online/window']],
    [{ per: 'login', max: 20, seconds: 3600 }, ['POST /admin/v1/logs/archive']],
  ]
  for (const [rate, names] of rates) {
    const told = JSON.stringify(rate)
    t.same(
      those((route) => JSON.stringify(route.rate) === told),
      sorted(...names),
      told,
    )
  }
  t.equal(those(({ rate }) => rate !== null).length, rates.flatMap(([, names]) => names).length)
})

t.test('bodies are what most are: JSON of a megabyte that must be there', async (t) => {
  const MIB = 1_048_576
  t.same(
    those(({ bodyBytesMax }) => bodyBytesMax === 4 * MIB),
    sorted(
      ...['POST /admin/v1/accounts/balance/bulk', 'POST /admin/v1/confirmations'],
      ...['POST /admin/v1/accounts/import', 'POST /admin/v1/positions/payments'],
    ),
  )
  const file = ['POST /admin/v1/accounts/import/file']
  t.same(
    those(({ bodyBytesMax }) => ![MIB, 4 * MIB].includes(bodyBytesMax)),
    file,
  )
  t.same(
    those(({ bodyMedia, upload }) => bodyMedia !== null || upload !== null),
    file,
  )
  t.same(
    those(({ bodyOptional }) => bodyOptional),
    sorted('POST /admin/v1/logs/archive', ...onBoth('POST /auth/refresh')),
  )
  t.same(
    those(({ marksBadBytes }) => marksBadBytes),
    ['POST /admin/v1/accounts/import'],
  )
  t.same(
    those(({ refusesEmptyQuery }) => refusesEmptyQuery),
    sorted(
      ...['GET /admin/v1/accounts/window', 'GET /admin/v1/accounts/window/count'],
      'GET /admin/v1/online/window',
    ),
  )
})

t.test('answers are what most are: an envelope, and ok when it is done', async (t) => {
  const of = (media: string) => those((route) => route.media === `${media}; charset=utf-8`)
  t.same(of('text/csv'), ['GET /admin/v1/accounts/export', 'GET /admin/v1/jobs/{id}/result'])
  t.same(of('text/html'), [
    ...['GET /admin/v1/accounts/{login}/statement', 'GET /trader/v1/statement'],
  ])
  t.equal(those(({ media }) => media !== null).length, 4)
  const trading = those(({ successes }) => successes.length > 1)
  t.same(trading, [
    ...['GET /trader/v1/orders/by-client-id/{id}', 'POST /admin/v1/accounts/{login}/trade'],
    'POST /trader/v1/trade',
  ])
  for (const { successes } of catalog) {
    const placed = ['ok', 'trade.placed', 'trade.partial']
    t.same(successes, successes.length > 1 ? placed : ['ok'])
  }
})

t.test('the example of a change names the record that is changed', async (t) => {
  const changed = catalog.filter(({ method, path }) => method === 'PATCH' && path.endsWith('/{id}'))
  t.ok(changed.length > 5)
  for (const route of changed) t.strictSame(route.example.params, { id: '1' }, nameOf(route))
})
