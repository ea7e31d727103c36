import { REPORT_MODULES } from '../../engine/reports/modules.js'
import type { SmtpPeer } from '../../test/given/peers/smtp-peer.js'
import { getRequest } from '../load/http-client.js'
import { bearer, type Product, type StaffSession, type Trader } from '../server.js'

/** The work of staff, mail and reports in a soak, besides the orders of traders. */
const STAFF_READS = [
  '/admin/v1/accounts?limit=100',
  '/admin/v1/accounts/window?sort=name&edge=first',
  '/admin/v1/deals?limit=100',
  '/admin/v1/positions?limit=100',
  '/admin/v1/positions/closed?limit=100',
  '/admin/v1/reports/exposure',
  '/admin/v1/journal?limit=100',
  '/admin/v1/jobs',
]
const TRADER_READS = [
  '/trader/v1/symbols/EURUSD/candles?timeframe=M1',
  '/trader/v1/symbols/XAUUSD/candles?timeframe=M1',
  '/trader/v1/account',
  '/trader/v1/auth/me',
]
const FORMATS = ['csv', 'json', 'xlsx', 'html'] as const
const JOBS = '/admin/v1/reports/jobs'
const LOOK_MS = 50
const REST_MS = 500
const MAIL_MS = 2_000

export function readRequests(
  { port }: Pick<Product, 'port'>,
  staff: StaffSession,
  trader: Trader,
): string[] {
  const heads = Object.entries(staff.headers).map(([name, value]) => `${name}: ${value}`)
  return [
    ...STAFF_READS.map((path) => getRequest(port, path, heads)),
    ...TRADER_READS.map((path) => getRequest(port, path, [bearer(trader)])),
  ]
}

/** A mail server of the broker's, and a report that it sends to ten addresses each minute. */
export async function setUpMail(
  product: Product,
  staff: StaffSession,
  peer: SmtpPeer,
): Promise<number> {
  const post = async (path: string, body: object): Promise<number> =>
    Number((await product.send('POST', path, body, staff.headers)).data['id'])
  const server = await post('/admin/v1/mail-servers', {
    name: 'Soak',
    server: `127.0.0.1:${peer.port}`,
    security: 'none',
    sender_email: 'desk@broker.example',
    is_default: true,
  })
  const config = await post('/admin/v1/reports/configs', {
    name: 'Soak\\Money',
    module: 'balance_operations',
    params: { period: 'today' },
  })
  const addresses = Array.from({ length: 10 }, (_, i) => `reader${i}@example.com`)
  await post('/admin/v1/reports/schedules', {
    config_id: config,
    cron: '* * * * *',
    format: 'csv',
    email_to: addresses.join(','),
  })
  return server
}

/** Runs until the soak is over. */
export interface Until {
  readonly isOver: () => boolean
  readonly staff: () => StaffSession
}

/** Runs, reads and deletes reports of every module in every format, one after the other. */
export async function makeReports(
  product: Product,
  login: number,
  { isOver, staff }: Until,
  onReport: () => void,
): Promise<void> {
  for (let n = 0; !isOver(); n++) {
    const module = REPORT_MODULES[n % REPORT_MODULES.length] as string
    const format = FORMATS[Math.floor(n / REPORT_MODULES.length) % FORMATS.length]
    // Of one account: a report of all would grow with the history, and no figure beside it were flat.
    const params = module === 'exposure' ? {} : { login }
    const asked = { module, format, params }
    const path = `${JOBS}/${await begunReport(product, asked, staff)}`
    for (let state = ''; state !== 'done'; ) {
      await pause(LOOK_MS)
      const text = await product.getText(path, staff().headers)
      const job = (JSON.parse(text) as { data: { state: string; error: string } }).data
      state = job.state
      if (state === 'failed') throw new Error(`a report of ${module} failed: ${job.error}`)
    }
    await product.getText(`${path}/download`, staff().headers)
    await product.send('DELETE', path, undefined, staff().headers)
    onReport()
    await pause(REST_MS)
  }
}

/** The server refuses reports while the tables are behind, so they are requested again. */
async function begunReport(
  product: Product,
  asked: object,
  staff: Until['staff'],
): Promise<number> {
  for (;;) {
    try {
      const { data } = await product.send('POST', JOBS, asked, staff().headers)
      return Number(data['id'])
    } catch (error) {
      if (!String(error).includes('answered 503')) throw error
      await pause(LOOK_MS)
    }
  }
}

/** A letter now and then, beside those of the schedule. */
export async function sendMails(
  product: Product,
  server: number,
  { isOver, staff }: Until,
): Promise<void> {
  while (!isOver()) {
    const path = `/admin/v1/mail-servers/${server}/test`
    await product.send('POST', path, { to: 'ada@example.com' }, staff().headers)
    await pause(MAIL_MS)
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
