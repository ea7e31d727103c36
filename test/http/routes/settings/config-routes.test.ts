import { setImmediate as nextTurn } from 'node:timers/promises'
import t from 'tap'
import { refuse } from '../../../../engine/code.js'
import { CONFIG_BATCH_ITEMS_MAX } from '../../../../engine/limits/settings.js'
import { changedInBatch } from '../../../../http/routes/settings/config-batch.js'
import { configRoutes } from '../../../../http/routes/settings/config-routes.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'

// The abilities of the maker of settings routes beyond those that the families of the catalog show.

const PATH = '/admin/v1/kept'

t.test('a record is replaced whole, by who holds both rights', async (t) => {
  const routes = configRoutes(
    {
      kind: 'settings',
      path: PATH,
      one: 'a kept one',
      many: 'kept ones',
      right: 'config.servers',
      writesAlsoNeed: ['config.white_labels'],
      examples: { replace: { version: 1 } },
    },
    'list',
    'read',
    'replace',
  )
  t.same(routes.at(-1)?.example, { params: { id: '1' }, body: { version: 1 } })
  const front = new ConfigFront(t, { routes })
  const reader = 'only config.servers'
  const writer = 'only config.servers config.white_labels'
  const [kept] = (await front.ask(`GET ${PATH}`, reader)).data
  const one = `${PATH}/${kept.id}`
  t.same((await front.ask(`GET ${one}`, reader)).data, kept)
  const put = (as: string, body: object, at = one) => front.ask(`PUT ${at}`, as, body)
  t.match(await put(reader, { version: 1 }), { status: 403, code: 'forbidden' })
  t.match(await put('only config.white_labels', { version: 1 }), { status: 403 })
  t.match(await put(writer, { ...kept, utc_offset_min: 60 }), {
    status: 200,
    data: { utc_offset_min: 60, version: kept.version + 1 },
  })
  t.match(await put(writer, { version: kept.version }), { status: 409, code: 'conflict' })
  t.match(await put(writer, { version: kept.version + 1 }), { data: { utc_offset_min: 0 } })
  t.match(await put(writer, { version: 1 }, `${PATH}/77`), { status: 404, code: 'not_found' })
  t.match(await put(writer, {}), { status: 400, fields: ['version'] })
})

t.test('what a family says may not become so is refused of a replacement, too', async (t) => {
  const routes = configRoutes(
    {
      kind: 'settings',
      path: PATH,
      one: 'a kept one',
      many: 'kept ones',
      right: 'config.servers',
      examples: { replace: { version: 1 } },
      refuseChange: async ({ utc_offset_min: offset }, { id }) =>
        offset === 90 ? refuse('forbidden', `Not ${id}.`) : undefined,
    },
    'list',
    'replace',
  )
  const front = new ConfigFront(t, { routes })
  const [{ id, version }] = (await front.ask(`GET ${PATH}`)).data
  const put = (offset: number) =>
    front.ask(`PUT ${PATH}/${id}`, 'admin', { version, utc_offset_min: offset })
  t.match(await put(90), { status: 403, code: 'forbidden', message: `Not ${id}.` })
  t.match(await put(60), { status: 200, data: { utc_offset_min: 60, version: version + 1 } })
})

type Asked = Parameters<typeof changedInBatch>[0]

/** A desk that answers when it is told to, or not at all. */
function slowDesk(clock: { monotonic(): number }) {
  const waiting: ((outcome: unknown) => void)[] = []
  const desk = {
    ask: () => new Promise((resolve) => waiting.push(resolve)),
  }
  const asked = (login: number) =>
    ({
      actor: { login, ip: '', requestId: 'r' },
      session: { login },
      request: { headers: {} },
      services: { clock, desk, events: { toLogin: () => undefined } },
    }) as unknown as Asked
  return { asked, waiting }
}

const ITEM = { do: 'remove', id: 1 } as const
const DONE = { did: 'removed', id: 1, fields: [], code: null, message: '', field: null }

t.test('batches have a bound in items', async (t) => {
  const { asked } = slowDesk({ monotonic: () => 0 })
  const items = Array.from({ length: CONFIG_BATCH_ITEMS_MAX + 1 }, () => ITEM)
  const refused = await changedInBatch(asked(1), { kind: 'symbols', items })
  t.match(refused, { ok: false, code: 'too_large' })
})

t.test('what was not reached is said', async (t) => {
  let now = 0
  const { asked, waiting } = slowDesk({ monotonic: () => now })
  const items = Array.from({ length: 3 }, () => ITEM)
  const late = changedInBatch(asked(1), { kind: 'symbols', items })
  now = 60_000
  waiting.shift()?.({ ok: true, value: [DONE] })
  for (const wait = (): boolean => waiting.length === 0; wait(); ) await nextTurn()
  waiting.shift()?.({ ok: true, value: [] })
  const unreached = { did: 'refused', code: 'unavailable', message: /not reached in 60 seconds/ }
  t.match(await late, [DONE, unreached, unreached])
  const gone = changedInBatch(asked(1), { kind: 'symbols', items })
  waiting.shift()?.({ ok: false, code: 'unavailable', message: 'The desk is starting again.' })
  t.match(await gone, [{ did: 'refused', code: 'unavailable', message: /starting/ }, {}, {}])
})
