import t from 'tap'
import { startServer } from '../../http/main.js'
import { readSettings, type Settings } from '../../http/settings.js'
import { scratch } from '../given/desk.js'
import { STAFF_PATH } from '../given/fronts/socket-front.js'
import { WsClient } from '../given/fronts/ws-client.js'

// A restart costs no client its session: in each phase clients ask what clients ask, and what they hold is
// good afterwards.

const PASSWORD = 'Admin12!x'
const ACCOUNT = { group: 'demo\\standard', name: 'Ada' }
const PASSWORDS = { master_password: 'Abcd12!x', investor_password: 'Look34?y' }
const UNAVAILABLE = { status: 503, body: { code: 'unavailable', success: false } }

function settings(dataDir: string): Settings {
  const env = { DATA_DIR: dataDir, PORT: '0', ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'silent' }
  const read = readSettings({ ...env, SHARDS: '1', DEMO_PROVIDER: 'dde' })
  if (!read.ok) throw new Error(read.faults.join())
  return read.settings
}

interface Answer {
  readonly status: number
  readonly retryAfter: string | null
  readonly cookies: readonly string[]
  readonly body: { readonly code: string; readonly data: Record<string, unknown> }
}

async function ask(
  port: number,
  what: string,
  headers: Record<string, string> = {},
  body?: object,
): Promise<Answer> {
  const [method = '', path = ''] = what.split(' ')
  const media = body === undefined ? {} : { 'content-type': 'application/json' }
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { ...headers, ...media },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    cookies: answer.headers.getSetCookie(),
    body: (await answer.json()) as Answer['body'],
  }
}

interface Tokens {
  readonly access: string
  readonly refresh: string
}

function tokensOf({ body: { data } }: Answer): Tokens {
  return { access: String(data['access_token']), refresh: String(data['refresh_token']) }
}

const bearer = ({ access }: Tokens) => ({ authorization: `Bearer ${access}` })

/** The questions of a terminal that finds its server restarting. */
async function knock(port: number, { access, refresh }: Tokens): Promise<Answer[]> {
  const headers = { authorization: `Bearer ${access}` }
  const login = { login: 1001, password: PASSWORDS.master_password, terminal: 'desktop' }
  return [
    await ask(port, 'GET /trader/v1/account', headers),
    await ask(port, 'GET /trader/v1/account', { authorization: 'Bearer nonsense' }),
    await ask(port, 'GET /trader/v1/auth/me'),
    await ask(port, 'POST /trader/v1/auth/refresh', {}, { refresh_token: refresh }),
    await ask(port, 'POST /trader/v1/auth/logout', headers),
    await ask(port, 'POST /trader/v1/auth/login', {}, login),
    await ask(port, 'POST /trader/v1/auth/login', {}, { ...login, password: 'Wrong12!x' }),
  ]
}

async function knockAtSockets(port: number, tokens: Tokens): Promise<unknown[]> {
  const cookie = { cookie: 'of_access_t=x; of_access_s=x', origin: 'https://evil.example' }
  return [
    await WsClient.refused({ port, headers: bearer(tokens) }),
    await WsClient.refused({ port }),
    await WsClient.refused({ port, headers: cookie }),
    await WsClient.refused({ port, path: STAFF_PATH, headers: cookie }),
  ]
}

/** The figures that a server tells of itself, beside those of its process. */
const FIGURES = [
  'accounts_set_aside',
  'api_keys',
  'api_keys_unknown',
  'config_version',
  'datafeed_bytes_in',
  'datafeed_bytes_out',
  'datafeed_last_quote_seconds',
  'datafeed_online',
  'datafeed_quotes_per_second',
  'disk_free_bytes',
  'disk_size_bytes',
  'emails_failed',
  'emails_queued',
  'emails_sending',
  'emails_sent',
  'event_followers',
  'event_reads',
  'event_reads_waiting',
  'flooding_addresses',
  'flooding_connections',
  'gateway_bytes_in',
  'gateway_bytes_out',
  'gateway_fill_seconds',
  'gateway_fills',
  'gateway_logons',
  'gateway_messages_in',
  'gateway_messages_out',
  'gateway_online',
  'gateway_orders_open',
  'gateway_orders_sent',
  'gateway_outbox',
  'gateway_rejects',
  'gateway_transactions_dropped',
  'gateway_transactions_kept',
  'http_answers_cut',
  'http_answers_packed',
  'http_answers_passed',
  'http_connections',
  'http_connections_refused',
  'http_packing_bytes',
  'http_rate_callers',
  'http_rate_refused',
  'http_request_seconds',
  'http_unread_forwarded',
  'http_unsent_bytes',
  'intake_pause_seconds',
  'job_result_bytes',
  'job_results_read',
  'job_slices',
  'jobs_open',
  'live_sockets',
  'live_sockets_unsigned',
  'log_lines_dropped_total',
  'log_seq',
  'news_dropped',
  'news_kept',
  'passwords_waiting',
  'projection_lag',
  'projection_seq',
  'provider_fills_held',
  'queries_waiting',
  'report_schedules_failing',
  'resident_memory_bytes',
  'rule_refusals_total',
  'schedule_done_at_seconds',
  'schedule_due_at_seconds',
  'schedule_runs_done',
  'schedule_runs_failed',
  'schedule_unwell',
  'sessions',
  'shard_waiting_bytes',
  'shards_ready',
  'sign_up_accounts',
  'sign_ups_at_bound',
  'symbols_off_quotes',
  'thread_memory_bytes',
  'trade_refusals_total',
  'troubles',
  'uploads_open',
  'webhook_delivered',
  'webhook_disabled_by_server',
  'webhook_failed',
  'webhook_lag',
]

async function figuresOf(port: number): Promise<string[]> {
  const page = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const names = [...page.matchAll(/^# TYPE openfloor_(\S+) /gm)].map(([, name = '']) => name)
  return names.filter((name) => !/^(process|nodejs)_/.test(name)).sort()
}

t.test('neither recovering nor draining costs a client its session', async (t) => {
  const dataDir = scratch(t)
  let tokens: Tokens = { access: '', refresh: '' }
  const health: Record<string, Answer> = {}
  const seen: Record<string, Answer[]> = {}
  const sockets: Record<string, unknown[]> = {}
  const holdPhase = async (phase: string, port: number): Promise<void> => {
    health[phase] = await ask(port, 'GET /health')
    seen[phase] = await knock(port, tokens)
    sockets[phase] = await knockAtSockets(port, tokens)
  }
  const first = await startServer(settings(dataDir), { holdPhase })
  const admin = await ask(
    first.port,
    'POST /admin/v1/auth/login',
    {},
    { login: 1, password: PASSWORD },
  )
  const cookie = admin.cookies.map((line) => line.split(';')[0]).join('; ')
  const staff = { cookie, 'x-csrf-token': String(admin.body.data['csrf_token']) }
  const opened = await ask(first.port, 'POST /admin/v1/accounts', staff, {
    ...ACCOUNT,
    ...PASSWORDS,
  })
  t.equal(opened.body.data['login'], 1001)
  const login = { login: 1001, password: PASSWORDS.master_password, terminal: 'desktop' }
  tokens = tokensOf(await ask(first.port, 'POST /trader/v1/auth/login', {}, login))

  await first.stop()
  const second = await startServer(settings(dataDir), { holdPhase })
  t.teardown(() => second.stop())
  for (const [phase, retryAfter] of [
    ['draining', '2'],
    ['recovering', '1'],
  ] as const) {
    t.match(health[phase], { status: 503, body: { status: phase } })
    t.equal(seen[phase]?.length, 7)
    for (const answer of seen[phase] ?? []) t.match(answer, { ...UNAVAILABLE, retryAfter }, phase)
    t.equal(sockets[phase]?.length, 4)
    for (const answer of sockets[phase] ?? []) t.match(answer, UNAVAILABLE, phase)
  }

  const { port } = second
  t.same(await figuresOf(port), FIGURES)
  t.match(await ask(port, 'GET /trader/v1/account', bearer(tokens)), { status: 200 })
  const socket = await WsClient.open({ port, headers: bearer(tokens) })
  socket.send({ id: 1, op: 'ping', args: {} })
  t.match(await socket.reply(1), { code: 'ok' })
  const body = { refresh_token: tokens.refresh }
  const refreshed = await ask(port, 'POST /trader/v1/auth/refresh', {}, body)
  t.equal(refreshed.status, 200, 'no refresh was carried out and not answered')
  const again = bearer(tokensOf(refreshed))
  t.match(await ask(port, 'GET /trader/v1/account', again), { status: 200 })
  t.match(await ask(port, 'GET /admin/v1/auth/me', staff), { status: 200 })
  socket.destroy()
})
