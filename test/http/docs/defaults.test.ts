import t from 'tap'
import { catalog } from '../../../http/catalog.js'
import { type ApiSchema, apiSchema } from '../../../http/docs/api-schema.js'
import { type FieldPlace, placeWithin, sentenceOf } from '../../../http/docs/field-sentences.js'
import { shapeName } from '../../../http/docs/shapes.js'
import type { Route } from '../../../http/pipeline/route.js'
import { findErrors } from '../../../wire/check/validate.js'
import { bodyDefaults } from '../../../wire/schema/body-defaults.js'
import {
  Body,
  Choice,
  Default,
  Defaults,
  FlagText,
  Page,
  Query,
  Text,
  type TSchema,
} from '../../../wire/types/scalars.js'
import { isOptional } from '../../../wire/types/type.js'
import { AccountFront, account } from '../../given/fronts/account-front.js'
import { ConfigFront } from '../../given/fronts/config-front.js'
import { licensedFront } from '../../given/fronts/licensed-front.js'

// The default that documents name is what a server takes where a field is left out.

/** What differs between two records that were made alike. */
const APART = ['id', 'created_at', 'updated_at', 'version']

function alike(
  record: object,
  apart: readonly string[] = APART,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !apart.includes(name)))
}

/** The defaults of a body's fields, as documents tell them. */
function toldDefaults({ body }: Route): Readonly<Record<string, unknown>> {
  const { properties = {} } = body === null ? {} : apiSchema(body)
  const told = Object.entries(properties).filter(([, field]) => 'default' in field)
  return Object.fromEntries(told.map(([name, field]) => [name, field['default']]))
}

/** What a body needs that says as little as it can. */
function leastOf({ body, example }: Route): object {
  const { required = [] } = body as ApiSchema
  const said = Object.entries(example.body as object)
  return Object.fromEntries(said.filter(([name]) => required.includes(name)))
}

function routeOf(method: string, path: string): Route {
  const found = catalog.find((one) => one.method === method && one.path === path)
  if (found === undefined) throw new Error(`there is no route ${method} ${path}`)
  return found
}

const CREATED = catalog.filter(
  (route) =>
    route.method === 'POST' &&
    route.body !== null &&
    Object.keys(bodyDefaults(route.body)).some((name) => name in toldDefaults(route)),
)

/** The kinds of settings, and what a record of some needs beside the fields that its body needs. */
const KINDS: Readonly<Record<string, object>> = {
  '/admin/v1/account-allocations': {},
  // A connection that is enabled needs what its module requires.
  '/admin/v1/datafeeds': { enabled: false },
  '/admin/v1/gateways': { enabled: false },
  '/admin/v1/groups': {},
  '/admin/v1/holidays': {},
  '/admin/v1/leverage-profiles': {},
  '/admin/v1/licence/brands': { company: 'Bay Trading' },
  '/admin/v1/mail-servers': {},
  '/admin/v1/reports/configs': {},
  '/admin/v1/routing': {},
  '/admin/v1/symbols': { path: 'Forex\\NZDCHF' },
}

t.test('each route that creates something with defaults is tried', async (t) => {
  // Webhooks begin in the stream of events: test/http/routes/webhooks tries them.
  const tried = ['/admin/v1/accounts', '/admin/v1/webhooks', ...Object.keys(KINDS)]
  // Trades, payments and bulk actions read the very constants that are told.
  const ofMoney = /\/trade(\/check)?$|\/balance(\/bulk)?$|\/(positions|deals)\//
  const made = CREATED.filter(({ path }) => !ofMoney.test(path))
  t.same(made.map(({ path }) => path).sort(), tried.sort())
})

for (const [path, besides] of Object.entries(KINDS)) {
  t.test(`${path}: left out or said, a default makes the same record`, async (t) => {
    const route = routeOf('POST', path)
    const least = { ...leastOf(route), ...besides }
    const made = async (body: object) => {
      const front = await licensedFront(t)
      const answer = await front.ask(`POST ${path}`, 'admin', body)
      t.equal(answer.status, 200, answer.message)
      return alike(answer.data)
    }
    const record = await made(least)
    t.same(record, await made({ ...toldDefaults(route), ...least }))
    for (const [field, value] of Object.entries(toldDefaults(route))) {
      // The place that nought stands for is a number in the record.
      if (field !== 'position' && !(field in besides)) t.same(record[field], value, field)
    }
  })
}

for (const path of ['/admin/v1/settings', '/admin/v1/account-allocations/settings']) {
  t.test(`${path}: a replacement that says nothing is one of all defaults`, async (t) => {
    const front = new ConfigFront(t)
    const route = routeOf('PUT', path)
    const put = async (body: object) => {
      const { version } = (await front.ask(`GET ${path}`)).data
      const answer = await front.ask(`PUT ${path}`, 'admin', { ...body, version })
      t.equal(answer.status, 200, answer.message)
      return alike(answer.data)
    }
    t.not(Object.keys(toldDefaults(route)).length, 0)
    const emptied = await put({})
    t.same(emptied, await put(toldDefaults(route)))
    t.match(emptied, toldDefaults(route))
  })
}

t.test('a replaced allocation rule is off where nothing is said, unlike a new one', async (t) => {
  const path = '/admin/v1/account-allocations'
  const front = new ConfigFront(t)
  const least = leastOf(routeOf('POST', path))
  const { id } = (await front.ask(`POST ${path}`, 'admin', least)).data
  const route = routeOf('PUT', `${path}/{id}`)
  const replaced = await front.ask(`PUT ${path}/${id}`, 'admin', { ...least, version: 1 })
  t.match(replaced.data, toldDefaults(route))
  t.equal(toldDefaults(route)['enabled'], false)
  t.equal(toldDefaults(routeOf('POST', path))['enabled'], true)
})

t.test('an account that says nothing is one of all defaults', async (t) => {
  const front = await AccountFront.start(t)
  const opened = async (body: object) => {
    const answer = await front.ask('POST /admin/v1/accounts', 'admin', { ...account(), ...body })
    t.equal(answer.status, 200, answer.message)
    return alike(answer.data, [...APART, 'login', 'money'])
  }
  const route = routeOf('POST', '/admin/v1/accounts')
  const plain = await opened({})
  t.same(plain, await opened(toldDefaults(route)))
  // A leverage of nought is shown as the group's, and an e-mail is no field of an account.
  const shown = alike(toldDefaults(route), ['login', 'leverage', 'welcome_email'])
  for (const [field, value] of Object.entries(shown)) {
    t.same(plain[field], value, field)
  }
})

t.test('a default that the check puts in is the one that is told', async (t) => {
  const query = Query({
    page: Default(Page, 1),
    all: Default(FlagText, false),
    edge: Default(Choice(['first', 'last']), 'first'),
    options: Defaults(Body({ mode: Default(Text(9), 'new') })),
  })
  const told = apiSchema(query)
  t.notOk('required' in told)
  const taken: Record<string, unknown> = {}
  t.equal(findErrors(query, taken, 0), null)
  t.same(taken, { page: 1, all: false, edge: 'first', options: { mode: 'new' } })
  const { page, all, edge } = told.properties ?? {}
  t.same([page?.['default'], all?.['default'], edge?.['default']], [1, false, 'first'])
  const said = { page: '7', all: 'true', edge: 'last', options: { mode: 'old' } }
  t.equal(findErrors(query, said, 0), null)
  t.same(said, { page: 7, all: true, edge: 'last', options: { mode: 'old' } })
})

/** Fields whose words name what holds without them, which is no one value: why there is no default. */
const NO_ONE_VALUE: readonly (readonly [field: RegExp, why: string])[] = [
  [/^LoginBody\.terminal$/, 'another one of staff than of traders'],
  [/^CreateStaffBody\.(ip_allow|logs_months|reports_months)$/, 'the creator’s own'],
  [/^GroupSymbol\./, 'the symbol’s own'],
  [/^CreateSymbolBody\.(base|profit|margin)_currency$/, 'found from the symbol’s name'],
  [/^Create(Datafeed|Gateway)Body\.params$/, 'the module’s'],
  [/\.(from|to|date)$/, 'the time of the request, or as far as there is something'],
  [/_was$/, 'not looked at'],
  [/^RoutingTestBody\.deviation_pts$/, 'not looked at without a price'],
  [/^ConnectionParameter\.default$/, 'describes the default of another field'],
  [/^RoutingDraftBody\./, 'the stored rule’s, or those of a new one'],
  [/^ApproveApplicationBody\.|^SignUpBody\./, 'by the application, or the offer'],
  [/\.expiration$/, 'by the kind of the request'],
  [/^BatchParams\./, 'left as it is'],
  [/^SendMailBody\.email$/, 'as the draft has it'],
  [
    /(\.filling|password|\.fields|^RunReportBody\..*|^ReportDailyQuery\.login|^AccountExportBody\..*)$/,
    'none',
  ],
  [/\.(buy|sell)$|^PaymentTerms\.currency$/, 'none, or the account’s'],
]

t.test('whatever words call a default is told as one', async (t) => {
  const missing: string[] = []
  const seen = new Set<string>()
  const visit = (schema: unknown, place: FieldPlace, around: string): void => {
    if (typeof schema !== 'object' || schema === null) return
    const { properties = {}, items, anyOf = [] } = schema as Shape
    const name = shapeName(schema) ?? around
    const within = placeWithin(schema, place)
    const told = apiSchema(schema as TSchema).properties ?? {}
    for (const [field, one] of Object.entries(properties)) {
      const whole = `${name}.${field}`
      if (isOptional(one) && !('default' in (told[field] ?? {})) && !seen.has(whole)) {
        seen.add(whole)
        const says = NAMES_DEFAULT.test(sentenceOf(within, field) ?? '')
        const isMeant = NO_ONE_VALUE.some(([exception]) => exception.test(whole))
        if (says && !isMeant) missing.push(whole)
      }
      visit(one, within, name)
    }
    for (const one of [items, ...anyOf]) visit(one, within, name)
  }
  for (const { tag, query, body, method } of catalog) {
    visit(query, { tag, part: 'query' }, '')
    // A change leaves what it does not name.
    if (method !== 'PATCH') visit(body, { tag, part: 'body' }, '')
  }
  t.same(missing, [])
})

// After "default:" words follow, such as "all accounts", which are no one value.
const NAMES_DEFAULT =
  /\bdefault\b(?!:)|(when|as|or) (it is )?left out|in a new|left out,? (it is|the)\b/

interface Shape {
  readonly properties?: Readonly<Record<string, object>>
  readonly items?: unknown
  readonly anyOf?: readonly unknown[]
}
