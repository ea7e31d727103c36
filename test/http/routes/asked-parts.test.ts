import t from 'tap'
import { refuse } from '../../../engine/code.js'
import { attachmentHeaders } from '../../../wire/answer/attachment.js'
import { JsonText } from '../../../wire/answer/envelope.js'
import { CANDLES_DEFAULT } from '../../../wire/schema/candle.js'
import type { StoredJob } from '../../../wire/stored/stored-job.js'
import { givenBook, HEDGING } from '../../given/book.js'
import { ACTOR, givenParts, handled } from '../../given/handled.js'
import { session } from '../given.js'

// What routes ask of the parts behind them, to the letter, and what they make of the answers.

type Answers = Readonly<Record<string, unknown>>
const done = (value: unknown) => ({ ok: true, value })
const AWAY = refuse('unavailable', 'This part is starting again.')
const readable = (answer: unknown): unknown =>
  answer instanceof JsonText ? JSON.parse(String(answer.text)) : answer

interface Row {
  readonly context?: object
  readonly answers?: Answers
  readonly parts?: object
  readonly asked: readonly unknown[]
  readonly data: unknown
}

async function look(test: Pick<typeof t, 'strictSame'>, name: string, row: Row): Promise<void> {
  const { answers = {}, parts = {}, context = {} } = row
  const { asked, services } = givenParts(answers, parts)
  test.strictSame(readable(await handled(name, { services, ...context })), row.data, name)
  test.strictSame(asked, row.asked, name)
}

const MEMBER = {
  ...{ login: 501, active: true, group: 'managers\\dealers', name: 'Ada', email: 'a@example.com' },
  ...{ rights: ['journal'], group_scope: ['real\\*'], ip_allow: ['10.0.0.0/8'], logs_months: 1 },
  ...{ reports_months: 2, otp_enabled: true, last_access: null, last_ip: '' },
  ...{ created_at: 1000, updated_at: 2000, version: 3 },
}
const MEMBER_VIEW = {
  ...{ ...MEMBER, created_at: '1970-01-01T00:00:01.000Z', updated_at: '1970-01-01T00:00:02.000Z' },
}
const ONE = { actor: ACTOR, login: 501 }
const params = { login: 501 }

t.test('routes of staff users', async (t) => {
  const seen = { ...MEMBER, last_access: 3000 }
  const seenView = { ...MEMBER_VIEW, last_access: '1970-01-01T00:00:03.000Z' }
  const list = { answers: { 'staff.list': done({ items: [MEMBER, seen], total: 9 }) } }
  await look(t, 'GET /admin/v1/staff', {
    ...list,
    context: { query: { group: 'managers\\*' } },
    asked: [['desk staff.list', { actor: ACTOR, group: 'managers\\*', page: 1, limit: 100 }]],
    data: { items: [MEMBER_VIEW, seenView], page: 1, total: 9 },
  })
  await look(t, 'GET /admin/v1/staff', {
    ...list,
    context: { query: { page: 2, limit: 5 } },
    asked: [['desk staff.list', { actor: ACTOR, page: 2, limit: 5 }]],
    data: { items: [MEMBER_VIEW, seenView], page: 2, total: 9 },
  })
  const profile = { rights: ['journal'], group_scope: ['real\\*'] }
  const keyed = { once: { key: 'k' } }
  await look(t, 'POST /admin/v1/staff', {
    context: { body: { login: 501, ...profile }, keyed },
    answers: { 'staff.create': done(MEMBER) },
    asked: [['desk staff.create', { ...ONE, ...keyed, profile }]],
    data: MEMBER_VIEW,
  })
  await look(t, 'GET /admin/v1/staff/{login}', {
    context: { params },
    answers: { 'staff.get': done(seen) },
    asked: [['desk staff.get', ONE]],
    data: seenView,
  })
  await look(t, 'POST /admin/v1/staff/{login}/disable', {
    context: { params },
    answers: { 'staff.disable': done(MEMBER) },
    asked: [['desk staff.disable', ONE]],
    data: MEMBER_VIEW,
  })
  const lines = [{ path: 'Daily*', view: true, export: false, depth_days: 30 }]
  const reports = done({ version: 4, lines })
  await look(t, 'GET /admin/v1/staff/{login}/reports', {
    context: { params },
    answers: { 'staff.reports': reports },
    asked: [['desk staff.reports', ONE]],
    data: reports.value,
  })
  await look(t, 'PUT /admin/v1/staff/{login}/reports', {
    context: { params, body: { version: 3, lines } },
    answers: { 'staff.set_reports': reports },
    asked: [['desk staff.set_reports', { ...ONE, version: 3, lines }]],
    data: reports.value,
  })
  await look(t, 'POST /admin/v1/staff/{login}/reset-otp', {
    context: { params },
    answers: { 'staff.reset_otp': done(MEMBER) },
    asked: [['desk staff.reset_otp', ONE]],
    data: null,
  })
})

t.test('an account is held for a change of the group of its user alone, who is seen', async (t) => {
  const name = 'PATCH /admin/v1/staff/{login}'
  const held: unknown[] = []
  const accountKeeper = {
    change: (login: number, commit: (isFresh: boolean) => unknown) => {
      held.push(login)
      return commit(true)
    },
  }
  const parts = { accountKeeper }
  const answers = { 'staff.get': done(MEMBER), 'staff.update': done(MEMBER) }
  const update = (change: object, isFresh: boolean) => [
    'desk staff.update',
    { ...ONE, version: 3, change, isFresh },
  ]
  await look(t, name, {
    ...{ parts, answers, context: { params, body: { version: 3, active: false } } },
    ...{ asked: [update({ active: false }, false)], data: MEMBER_VIEW },
  })
  t.same(held, [])
  const context = { params, body: { version: 3, group: 'managers\\heads' } }
  await look(t, name, {
    ...{ parts, answers, context, data: MEMBER_VIEW },
    asked: [['desk staff.get', ONE], update({ group: 'managers\\heads' }, true)],
  })
  t.same(held, [501])
  await look(t, name, {
    ...{ parts, context, answers: { ...answers, 'staff.get': AWAY }, data: AWAY },
    asked: [['desk staff.get', ONE]],
  })
  t.same(held, [501])
})

const JOB: StoredJob = {
  ...{ id: 4, owner: 7, kind: 'accounts.export', state: 'done', done: 2, total: null, error: '' },
  ...{ created_at: 1000, started_at: 2000, finished_at: null, request: {}, rights: [], scope: [] },
  ...{ place: '', bytes: 10, file: 'f1' },
}
const JOB_VIEW = {
  ...{ id: 4, owner: 7, kind: 'accounts.export', state: 'done', done: 2, total: null, error: '' },
  ...{ created_at: '1970-01-01T00:00:01.000Z', started_at: '1970-01-01T00:00:02.000Z' },
  finished_at: null,
}
const OTHER = session({ login: 8, rights: new Set() })
const HEAD = session({ login: 8, rights: new Set(['config.servers']) })
const NO_JOB = refuse('not_found', 'There is no job 4.')

t.test('jobs are listed to their owner, and of all to who runs the servers', async (t) => {
  const rows: [context: object, filter: object, more?: object][] = [
    [{}, { owner: 7 }],
    [
      { query: { owner: 7, state: 'done', page: 2, limit: 3 } },
      { owner: 7, state: 'done' },
      { page: 2, limit: 3 },
    ],
    [{ session: HEAD }, {}],
    [{ session: HEAD, query: { owner: 9 } }, { owner: 9 }],
  ]
  for (const [context, filter, more = { page: 1, limit: 50 }] of rows) {
    const { page } = more as { page: number }
    await look(t, 'GET /admin/v1/jobs', {
      ...{ context, answers: { 'jobs.page': done({ rows: [JOB], total: 1 }) } },
      asked: [['queries jobs.page', { filter, ...more }]],
      data: { items: [JOB_VIEW], page, total: 1 },
    })
  }
  await look(t, 'GET /admin/v1/jobs', {
    ...{ context: { query: { owner: 8 } }, asked: [] },
    data: refuse('forbidden', 'The jobs of others need the right config.servers.'),
  })
})

t.test('a job is read by its owner, and by who runs the servers', async (t) => {
  const answers = { 'job.get': done(JOB) }
  const asked = [['queries job.get', { id: 4 }]]
  for (const [session, data] of [
    [undefined, JOB_VIEW],
    [HEAD, JOB_VIEW],
    [OTHER, NO_JOB],
  ] as const) {
    const context = { params: { id: 4 }, ...(session && { session }) }
    await look(t, 'GET /admin/v1/jobs/{id}', { context, answers, asked, data })
  }
  await look(t, 'POST /admin/v1/jobs/{id}/cancel', {
    context: { params: { id: 4 } },
    answers: { 'jobs.cancel': done({ ...JOB, state: 'cancelled' }) },
    asked: [['desk jobs.cancel', { actor: ACTOR, id: 4 }]],
    data: { ...JOB_VIEW, state: 'cancelled' },
  })
})

t.test('what a job has made goes to who may have asked for it', async (t) => {
  const read: unknown[] = []
  const source = { bytes: 10 }
  const results = {
    read: async (...what: unknown[]) => {
      read.push(what)
      return done(source)
    },
    hold: (login: number, text: string, shown: () => void) => {
      read.push([login, text])
      shown()
      return done(source)
    },
  }
  const result = (
    job: Partial<StoredJob>,
    data: unknown,
    over: object = {},
    more: unknown[] = [],
  ) =>
    look(t, 'GET /admin/v1/jobs/{id}/result', {
      answers: {
        ...{ 'job.get': done({ ...JOB, ...job }), 'imports.result': done('rows') },
        'imports.shown': done(null),
      },
      context: { params: { id: 4 }, session: session(over) },
      ...{ parts: { results }, asked: [['queries job.get', { id: 4 }], ...more], data },
    })
  for (const kind of ['accounts.export', 'accounts.import'] as const) {
    const away = { results: { read: async () => AWAY, hold: () => AWAY } }
    const answers = { 'job.get': done({ ...JOB, kind }), 'imports.result': done('rows') }
    const { services } = givenParts(answers, away)
    const context = { params: { id: 4 }, services }
    t.equal(await handled('GET /admin/v1/jobs/{id}/result', context), AWAY, kind)
    const lost = givenParts({ ...answers, 'imports.result': AWAY }, { results })
    if (kind === 'accounts.export') continue
    const asked = { params: { id: 4 }, services: lost.services }
    t.equal(await handled('GET /admin/v1/jobs/{id}/result', asked), AWAY)
    t.same(read, [])
  }
  const file = (name: string, isSecret: boolean) => ({
    ...{ mediaType: 'text/csv; charset=utf-8', body: '', source, isSecret },
    headers: attachmentHeaders(name),
  })
  const rights = ['accounts.view', 'accounts.name']
  const needs = refuse('forbidden', 'This result needs the right accounts.name.')
  const beyond = refuse('forbidden', 'This result reaches beyond your scope.')
  const conflict = (state: string) => refuse('conflict', `The job 4 has no result: it is ${state}.`)
  await result({}, file('accounts-4.csv', false))
  t.same(read.splice(0), [[7, { id: 'f1', bytes: 10 }]])
  const seesAll = { rights: new Set(['config.servers']) }
  await result({ owner: 9 }, file('accounts-4.csv', false), seesAll)
  t.same(read.splice(0).length, 1)
  await result({ rights }, needs)
  await result({ rights: ['accounts.view'], scope: ['real\\*'] }, file('accounts-4.csv', false))
  await result({ scope: ['real\\*'] }, beyond, { groupScope: ['demo\\*'] })
  for (const state of ['waiting', 'running', 'failed', 'cancelled'] as const) {
    await result({ state }, conflict(state))
  }
  t.equal(read.splice(0).length, 1)
  const asked = [
    ['desk imports.result', { id: 4 }],
    ['desk imports.shown', { actor: ACTOR, id: 4 }],
  ]
  const made: Partial<StoredJob> = { kind: 'accounts.import' }
  for (const state of ['done', 'failed', 'cancelled'] as const) {
    await result({ ...made, state }, file('import-4.csv', true), {}, asked)
  }
  t.same(
    read.splice(0),
    [1, 2, 3].map(() => [7, 'rows']),
  )
  await result({ ...made, state: 'failed', bytes: 0 }, conflict('failed'))
  await result({ ...made, state: 'running' }, conflict('running'))
  const owners = refuse('forbidden', "What the job 4 has made is its owner's alone.")
  await result({ ...made, owner: 9 }, owners, { rights: new Set(['config.servers']) })
  t.same(read, [])
})

t.test('jobs are begun with the rights and the scope of who asks', async (t) => {
  const answers = { 'jobs.create': done({ ...JOB, state: 'waiting' }) }
  const data = { ...JOB_VIEW, state: 'waiting' }
  const keyed = { once: { key: 'k' } }
  const rights = new Set(['accounts.view', 'accounts.email', 'config.staff', 'journal'])
  const own = session({ rights, groupScope: ['real\\*'] })
  await look(t, 'POST /admin/v1/accounts/export', {
    ...{ context: { body: { email: 'a' }, keyed, session: own }, answers, data },
    asked: [
      [
        'desk jobs.create',
        {
          ...{ actor: ACTOR, ...keyed, kind: 'accounts.export', request: { email: 'a' } },
          ...{ rights: ['accounts.view', 'accounts.email', 'config.staff'], scope: ['real\\*'] },
        },
      ],
    ],
  })
  const archive = { actor: ACTOR, kind: 'log.archive', rights: ['config.servers'], scope: [] }
  const until = { until: '2026-01-31T09:30:00Z' }
  for (const body of [null, until]) {
    await look(t, 'POST /admin/v1/logs/archive', {
      ...{ context: { body, keyed }, answers, data, parts: { keepsLogArchive: true } },
      asked: [['desk jobs.create', { ...archive, ...keyed, request: body ?? {} }]],
    })
  }
  const none = 'The server keeps no archive of its logs: set LOG_ARCHIVE_DIR.'
  await look(t, 'POST /admin/v1/logs/archive', {
    ...{ context: { body: null }, answers, parts: { keepsLogArchive: false }, asked: [] },
    data: refuse('conflict', none),
  })
})

t.test('news are told as far as a group has them', async (t) => {
  const news = { id: 3, feed: 2, at: 1000, receivedAt: 2000, headline: 'Up', isCut: false }
  const view = { id: 3, at: '1970-01-01T00:00:01.000Z', headline: 'Up' }
  const staff = { ...view, feed_id: 2, received_at: '1970-01-01T00:00:02.000Z' }
  const page = { 'news.page': done({ rows: [news], hasMore: true }) }
  const query = { from: '1970-01-02T00:00:00Z', text: 'u', before: 9, limit: 2 }
  const filter = { from: 86_400_000, text: 'u', before: 9 }
  await look(t, 'GET /admin/v1/news', {
    ...{ context: { query: { ...query, feed_id: 2 } }, answers: page },
    asked: [['queries news.page', { limit: 2, filter: { ...filter, feed: 2 } }]],
    data: { items: [staff], has_more: true },
  })
  await look(t, 'GET /admin/v1/news', {
    ...{ answers: page, data: { items: [staff], has_more: true } },
    asked: [['queries news.page', { limit: 100, filter: {} }]],
  })
  const one = { 'news.get': done({ ...news, text: 'It went up.', isCut: true }) }
  const asked = [['queries news.get', { id: 3 }]]
  await look(t, 'GET /admin/v1/news/{id}', {
    ...{ context: { params: { id: 3 } }, answers: one, asked },
    data: { ...staff, text: 'It went up.', truncated: true },
  })
  const none = refuse('forbidden', 'There are no news for the accounts of your group.')
  const modes = [
    ['full', 'It went up.'],
    ['headlines', null],
    ['disabled', none],
    ['gone', none],
  ] as const
  for (const [mode, text] of modes) {
    const group = mode === 'gone' ? 'demo\\gone' : HEDGING
    const groups = { [HEDGING]: { news_mode: mode === 'gone' ? 'full' : mode } }
    const parts = { settings: { book: givenBook({ groups } as object) } }
    const trader = session({ audience: 'trader', group })
    const isOpen = text !== none
    await look(t, 'GET /trader/v1/news', {
      ...{ context: { query, session: trader }, parts, answers: page },
      asked: isOpen ? [['queries news.page', { limit: 2, filter }]] : [],
      data: isOpen ? { items: [view], has_more: true } : none,
    })
    await look(t, 'GET /trader/v1/news/{id}', {
      ...{ context: { params: { id: 3 }, session: trader }, parts, answers: one },
      asked: isOpen ? asked : [],
      data: isOpen ? { ...view, text, truncated: true } : none,
    })
  }
})

t.test('preferences are of the login and the side', async (t) => {
  const kept = { content: '{"a":1}', version: 4, updated_at: 1000 }
  for (const [side, path] of [
    ['staff', '/admin/v1'],
    ['trader', '/trader/v1'],
  ] as const) {
    const one = { login: 7, side }
    const { asked, services } = givenParts({ 'preferences.get': done(kept) })
    t.match(readable(await handled(`GET ${path}/me/preferences`, { services })), { version: 4 })
    t.same(asked, [['desk preferences.get', one]])
    for (const method of side === 'staff' ? ['PUT', 'PATCH'] : ['PUT']) {
      const { asked, services } = givenParts({ 'preferences.save': done(kept) })
      const body = { content: { a: 1 }, expected_version: 3 }
      const saved = await handled(`${method} ${path}/me/preferences`, { services, body })
      t.match(readable(saved), { content: { a: 1 }, version: 4 })
      const more = { content: '{"a":1}', expected: 3, isMerged: method === 'PATCH' }
      t.same(asked, [['desk preferences.save', { ...one, ...more }]])
    }
  }
})

t.test('connections are restarted where they are, and tell what happened to them', async (t) => {
  const restarted: unknown[] = []
  const keeper = (name: string) => ({
    restart: async (id: number) => {
      restarted.push([name, id])
      return id === 1 ? done(null) : AWAY
    },
    lines: (id: number) => [{ at: 1000, level: 'info', text: `${name} ${id}` }],
  })
  const records = { datafeeds: [{ id: 1 }], gateways: [{ id: 1 }] }
  const parts = {
    ...{ feeds: keeper('feed'), gateways: keeper('gateway') },
    settings: { book: { records } },
  }
  const answers = { 'connections.restart': done(null) }
  for (const [kind, name, noun] of [
    ['datafeeds', 'feed', 'datafeed'],
    ['gateways', 'gateway', 'gateway'],
  ] as const) {
    for (const id of [1, 2]) {
      const context = { params: { id } }
      await look(t, `POST /admin/v1/${kind}/{id}/restart`, {
        ...{ context, parts, answers, data: id === 1 ? null : AWAY },
        asked: [['desk connections.restart', { actor: ACTOR, kind, id }]],
      })
      const lines = [{ at: '1970-01-01T00:00:01.000Z', level: 'info', text: `${name} 1` }]
      const none = refuse('not_found', `There is no ${noun} 2.`)
      const data = id === 1 ? lines : none
      await look(t, `GET /admin/v1/${kind}/{id}/log`, { context, parts, asked: [], data })
    }
    t.same(restarted.splice(0), [
      [name, 1],
      [name, 2],
    ])
    await look(t, `POST /admin/v1/${kind}/{id}/restart`, {
      ...{ context: { params: { id: 1 } }, parts, answers: { 'connections.restart': AWAY } },
      ...{ asked: [['desk connections.restart', { actor: ACTOR, kind, id: 1 }]], data: AWAY },
    })
    t.same(restarted, [])
  }
})

t.test('sessions are ended by the desk', async (t) => {
  for (const answer of [done(null), AWAY]) {
    const data = answer.ok ? null : AWAY
    await look(t, 'POST /admin/v1/online/kick', {
      ...{ context: { body: { login: 1001 } }, answers: { 'sessions.kick_login': answer } },
      ...{ asked: [['desk sessions.kick_login', { actor: ACTOR, login: 1001 }]], data },
    })
    await look(t, 'POST /admin/v1/online/{session}/kick', {
      ...{ context: { params: { session: 's9' } }, answers: { 'sessions.kick': answer } },
      ...{ asked: [['desk sessions.kick', { actor: ACTOR, id: 's9' }]], data },
    })
  }
})

t.test('a trader is shown the market as the group sees it', async (t) => {
  const asked: unknown[] = []
  const given = (answer: unknown) => {
    const ask = async (...question: unknown[]) => {
      asked.push(question)
      return answer
    }
    return { market: { symbols: ask, candles: ask } }
  }
  const trader = session({ audience: 'trader', group: HEDGING })
  const query = { timeframe: 'M1', limit: CANDLES_DEFAULT }
  const context = { session: trader, params: { name: 'EURUSD' }, query }
  for (const [answer, data] of [
    [done('[1]'), [1]],
    [AWAY, AWAY],
  ]) {
    const row = { context, parts: given(answer), asked: [], data }
    await look(t, 'GET /trader/v1/symbols', row)
    await look(t, 'GET /trader/v1/symbols/{name}/candles', row)
    t.same(asked.splice(0), [
      [HEDGING, 'json'],
      [trader, { symbol: 'EURUSD', ...query }, 'json'],
    ])
  }
})

t.test('a code is issued for an action to who may do it', async (t) => {
  const issued: unknown[] = []
  const given = (answer: unknown) => ({
    confirmations: {
      issue: (...asked: unknown[]) => {
        issued.push(asked)
        return answer
      },
    },
  })
  const name = 'POST /admin/v1/confirmations'
  const code = { token: 't', code: '123456', expiresAt: 1000 }
  const view = { confirm_token: 't', code: '123456', expires_at: '1970-01-01T00:00:01.000Z' }
  for (const [action, right] of [
    ['bulk_close', 'trades.edit'],
    ['payments', 'accounts.balance'],
  ] as const) {
    const body = { action, params: { a: action } }
    const may = { context: { body, session: session({ rights: new Set([right]) }) }, asked: [] }
    await look(t, name, { ...may, parts: given(code), data: view })
    await look(t, name, { ...may, parts: given(AWAY), data: AWAY })
    t.same(
      issued.splice(0),
      [1, 2].map(() => [7, action, { a: action }]),
    )
    const without = await handled(name, {
      ...{ body, session: session({ rights: new Set() }) },
      services: given(code),
    })
    t.match(without, { ok: false, code: 'forbidden', message: new RegExp(right) })
    t.same(issued, [])
  }
})
