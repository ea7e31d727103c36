import t from 'tap'
import { CONFIG_KINDS } from '../../../../engine/config/config-records.js'
import { catalog } from '../../../../http/catalog.js'
import { DESK_RECORDS } from '../../../../http/routes/meta/desk-records.js'
import { bodyDefaults } from '../../../../wire/schema/body-defaults.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'

// What forms are made of: every field of what people edit, as staff read it in either language.

interface Field {
  readonly kind: string
  readonly name: string
  readonly label: string
  readonly text: string
  readonly type: string
  readonly unit: { readonly name: string; readonly label: string } | null
  readonly unit_by: readonly { readonly field: string; readonly value: string }[]
  readonly values: readonly { readonly name: string; readonly label: string }[]
  readonly [other: string]: unknown
}

const front = new ConfigFront(t)
async function fieldsIn(lang: string): Promise<readonly Field[]> {
  const { data } = await front.ask(`GET /admin/v1/meta?lang=${lang}`, 'only journal')
  return data.fields
}
const [english, german] = [await fieldsIn('en'), await fieldsIn('de')]
const nameOf = ({ kind, name }: Field): string => `${kind}.${name}`
const byName = new Map(english.map((field) => [nameOf(field), field]))

t.test('without a language it is English', async (t) => {
  t.same((await front.ask('GET /admin/v1/meta', 'only journal')).data.fields, english)
})

t.test('every kind of settings is there, under the tag of its routes', async (t) => {
  const kinds = DESK_RECORDS.map(({ kind }) => kind)
  t.same(kinds, [...CONFIG_KINDS, 'accounts', 'staff', 'report_schedules', 'report_jobs'])
  for (const { kind, tag, create, change } of DESK_RECORDS) {
    const routes = catalog.filter(({ body }) => body !== null && [create, change].includes(body))
    t.same([...new Set(routes.map((route) => route.tag))], [tag], kind)
  }
})

t.test('every field that a body takes is told once, and those of its rows', async (t) => {
  t.equal(byName.size, english.length)
  const set = /^(id|version|created_at|updated_at)$/
  for (const { kind, create, change } of DESK_RECORDS) {
    const taken = new Set<string>()
    const visit = (schema: object | null, row: string): void => {
      const { properties = {} } = (schema ?? {}) as { properties?: Record<string, Shape> }
      for (const [name, field] of Object.entries(properties)) {
        if (field.description === 'Ignored.' || (row === '' && set.test(name))) continue
        taken.add(`${kind}.${row}${name}`)
        const rows = (field.anyOf?.[0] ?? field).items
        visit(rows ?? null, `${row}${name}[].`)
        visit(rows === undefined ? field : null, `${row}${name}.`)
      }
    }
    visit(create, '')
    visit(change, '')
    t.ok(taken.size > 0, kind)
    t.same(
      [...taken].filter((name) => !byName.has(name)),
      [],
    )
  }
})

interface Shape {
  readonly description?: string
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
}

t.test('each has its words in both languages, its choices and units too', async (t) => {
  t.same(german.map(nameOf), english.map(nameOf))
  const wordless = [...english, ...german].filter(({ label, text, values, unit }) => {
    const labels = [label, text, ...values.map((value) => value.label), unit?.label]
    return labels.includes('')
  })
  t.same(wordless.map(nameOf), [])
  const same = english.filter(({ text }, i) => text === german[i]?.text)
  t.same(same.map(nameOf), [], 'another sentence in German')
})

t.test('a field says what a form needs', async (t) => {
  const field = (name: string) => byName.get(name)
  t.match(field('holidays.to_min'), {
    type: 'whole',
    default: 1440,
    min: 0,
    max: 1440,
    unit: { name: 'minutes_of_day' },
    required: false,
    nullable: false,
    secret: false,
    settable: true,
    changeable: true,
  })
  t.match(field('holidays.month'), { required: true })
  t.notOk('default' in (field('holidays.month') ?? {}))
  t.match(field('groups.path'), { type: 'group', settable: true, changeable: false })
  t.match(field('groups.leverage_profile_id'), { nullable: true, default: null, max: null })
  t.match(field('mail_servers.password'), { type: 'line', secret: true })
  t.match(field('network.demo.period_days'), {
    type: 'whole',
    settable: false,
    unit: { name: 'days' },
  })
  t.match(field('groups.symbols[].volume_min'), { type: 'decimal', min: 0, unit: { name: 'lots' } })
  t.match(field('accounts.language'), { type: 'language', settable: true, pattern: /a-z/ })
  const modes = field('groups.margin_mode')?.values.map(({ name }) => name)
  t.same(modes, ['hedging', 'netting'])
  t.match(field('groups.stop_out_level'), {
    unit: { name: 'percent' },
    unit_by: [{ field: 'stop_out_mode', value: 'money', unit: { name: 'deposit_currency' } }],
  })
})

t.test('defaults are those that a new record starts from', async (t) => {
  for (const { kind, create, change } of DESK_RECORDS) {
    const started = { ...bodyDefaults(change ?? {}), ...bodyDefaults(create ?? {}) }
    for (const [name, value] of Object.entries(started)) {
      const told = byName.get(`${kind}.${name}`)
      // What a body needs is never left out.
      if (told?.['settable'] !== (create !== null) || told['required'] === true) continue
      t.same(told['default'], value, `${kind}.${name}`)
    }
  }
})

t.test(
  'a figure whose name ends in a unit has it, and what follows another field finds it',
  async (t) => {
    for (const [end, unit] of [
      ['_pts', 'points'],
      ['_sec', 'seconds'],
      ['_months', 'months'],
    ] as const) {
      const found = english.filter(({ name }) => name.endsWith(end))
      t.ok(found.length > 1, end)
      for (const one of found) t.equal(one.unit?.name, unit, nameOf(one))
    }
    for (const { kind, unit_by: by } of english) {
      for (const { field, value } of by) {
        const choices = byName.get(`${kind}.${field}`)?.values.map(({ name }) => name)
        t.ok(choices?.includes(value), `${kind}.${field} may be ${value}`)
      }
    }
  },
)
