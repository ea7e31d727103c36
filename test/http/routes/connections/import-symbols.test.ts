import t from 'tap'
import { refuse } from '../../../../engine/code.js'
import { because } from '../../../../engine/reasons/reasons.js'
import { HandClock } from '../../../given/hand-clock.js'
import { ACTOR, givenParts, handled } from '../../../given/handled.js'

// The symbols that a provider has become ours: what is asked of its connection and of the desk, without either.

const AWAY = refuse('unavailable', 'This part is starting again.')
const done = (value: unknown) => ({ ok: true, value })
const SOURCE = {
  id: 1,
  name: 'Prime',
  params: [],
  symbols: ['*', '!No*'],
  import_symbol_settings: false,
  translates: [{ source: 'T', symbol_id: 5 }],
}
const NONE = { description: '', currency: '', contractSize: '', minVolume: '', maxVolume: '' }
const listed = (name: string) => ({ ...NONE, name, digits: undefined, volumeStep: '' })

interface Given {
  readonly state?: string
  readonly lastError?: string
  readonly names?: unknown
  readonly results?: unknown
}

function given(name: 'datafeeds' | 'gateways', over: Given = {}) {
  const { state = 'online', lastError = '', names, results = done([]) } = over
  const told = (): object => ({ state, lastError })
  const seen = ['A', 'T', 'No1'].map((one) => ({ name: one, digits: 0 }))
  const keepers = {
    feeds: { status: told, names: async () => names ?? done(seen) },
    gateways: {
      status: told,
      instruments: async () => names ?? done(['No1', 'T', 'A'].map(listed)),
    },
  }
  const records = { datafeeds: [SOURCE], gateways: [SOURCE], symbols: [{ id: 3, path: 'X\\A1' }] }
  const settings = { book: { records } }
  const events = { toLogin: () => undefined }
  const more = { ...keepers, settings, events, clock: new HandClock() }
  const parts = givenParts({ 'config.batch': results }, more)
  const ask = (what: string, id = 1, isDryRun = false) =>
    handled(`${what.replace('/', `/admin/v1/${name}/{id}/`)}`, {
      params: { id },
      query: { dry_run: isDryRun },
      services: parts.services,
    })
  return { ...parts, ask }
}

/** A name that an import leaves out, with the key of its reason. */
function leftOut(source: string, reason: string, [reason_key, reason_params]: [string, object]) {
  return { source, reason, reason_key, reason_params }
}

for (const kind of ['datafeeds', 'gateways'] as const) {
  t.test(
    `${kind}: what nobody takes is created, and the rest is told with its reason`,
    async (t) => {
      const created = { did: 'created', id: 9, fields: [], code: null, message: '', field: null }
      const same = { ...created, did: 'same', id: 4 }
      const refused = { ...created, did: 'refused', id: null, code: 'conflict', message: 'Taken.' }
      const left = { ...refused, code: 'unavailable', message: 'Not reached.' }
      const skipped = [
        leftOut('T', 'a translation already maps this name to symbol 5', [
          'field.import_translated',
          { id: '5' },
        ]),
        leftOut('No1', 'the symbol masks of Prime exclude it', [
          'field.import_masks',
          { name: 'Prime' },
        ]),
      ].toSorted((a, b) => (kind === 'gateways' ? (a.source < b.source ? -1 : 1) : 0))
      const rows: [result: object, answer: object][] = [
        [created, { created: [{ id: 9, path: 'Prime\\A', source: 'A' }], skipped, left: 0 }],
        [
          same,
          {
            created: [],
            skipped: [
              ...skipped,
              leftOut('A', 'this name already belongs to symbol 4, Prime\\A', [
                'field.import_known',
                { id: '4', path: 'Prime\\A' },
              ]),
            ],
            left: 0,
          },
        ],
        [
          refused,
          { created: [], skipped: [...skipped, leftOut('A', 'Taken.', ['', {}])], left: 0 },
        ],
        [left, refuse('unavailable', 'Not reached.')],
      ]
      for (const [result, answer] of rows) {
        const { ask, asked } = given(kind, { results: done([result]) })
        t.strictSame(await ask('POST /import-symbols'), answer)
        const [[what, question] = []] = asked as [string, object][]
        t.equal(what, 'desk config.batch')
        t.match(question, { actor: ACTOR, kind: 'symbols', isLast: true, dryRun: null })
        t.match(question, { items: [{ do: 'create', input: { path: 'Prime\\A' } }] })
      }
    },
  )

  t.test(
    `${kind}: a dry run says what would be created, and asks the desk for nothing`,
    async (t) => {
      const { ask, asked } = given(kind)
      t.match(await ask('POST /import-symbols', 1, true), {
        created: [],
        planned: [{ path: 'Prime\\A', source: 'A' }],
        skipped: { length: 2 },
        left: 0,
      })
      t.same(asked, [])
    },
  )

  t.test(`${kind}: one that is not there, not online or does not answer is said`, async (t) => {
    const noun = kind === 'datafeeds' ? 'datafeed' : 'gateway'
    const asks = ['POST /import-symbols', ...(kind === 'gateways' ? ['GET /instruments'] : [])]
    const reason = (
      { datafeeds: 'conflict.feed_away', gateways: 'conflict.gateway_away' } as const
    )[kind]
    for (const what of asks) {
      const missing =
        noun === 'datafeed'
          ? because('not_found.record', { noun: 'datafeed', id: 2 })
          : because('not_found.record', { noun: 'gateway', id: 2 })
      t.same(await given(kind).ask(what, 2), missing)
      for (const [lastError, why] of [
        ['', 'stopped'],
        ['no route', 'stopped, no route'],
      ] as const) {
        const { ask, asked } = given(kind, { state: 'stopped', lastError })
        t.same(await ask(what), because(reason, { name: 'Prime', why }))
        t.same(asked, [])
      }
      const { ask, asked } = given(kind, { names: AWAY })
      t.equal(await ask(what), AWAY)
      t.same(asked, [])
    }
  })
}

t.test('instruments are by name, with the symbol that is theirs', async (t) => {
  const names = done([{ ...listed('T'), digits: 2 }, listed('A1'), listed('B')])
  const row = { description: '', currency: '', digits: null, contract_size: '' }
  t.strictSame(await given('gateways', { names }).ask('GET /instruments'), [
    { ...row, name: 'A1', symbol_id: 3 },
    { ...row, name: 'B', symbol_id: null },
    { ...row, name: 'T', digits: 2, symbol_id: 5 },
  ])
})
