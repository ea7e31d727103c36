import { ServerProcess, type Signature, type TraderSession } from '../../crash/server-process.js'
import { SmallDisk } from '../../crash/small-disk.js'
import { found, type Scenario } from '../scenario.js'

/** Strangers store what they can, on a small disk that others have filled nearly up to where they are stopped. */
const DISK_MIB = 220
const RESERVE_MIB = 64
const LEFT_FREE_MIB = 140
const BELOW_MARK_MIB = 110
const STRANGERS = 4
const PASSWORD = 'Crash#2026ma'
const FILE = new Blob([Buffer.alloc(1024 * 1024, 'x')])
const BODY = 'ab'.repeat(32_000)
const LATEST_MS = 120_000
const NOTED_WITHIN_MS = 20_000
/** The server with the small disk is another than the bystander's, and takes of the same processor. */
const BYSTANDER_LATEST_MS = 2_000

export const fullDisk: Scenario = {
  name: 'full-disk',
  tries: 'strangers open demo accounts, store drafts and files and trade until the disk is full',
  needsOwnServer: true,
  latestMs: BYSTANDER_LATEST_MS,
  async attack() {
    let faults: string | null = null
    const isMounted = await SmallDisk.use(DISK_MIB, async (disk) => {
      const env = { DISK_RESERVE_MB: String(RESERVE_MIB) }
      const server = await ServerProcess.start({ dataDir: disk.directory, env })
      try {
        faults = await filled(server, disk)
      } finally {
        await server.kill()
      }
    })
    if (!isMounted) process.stderr.write('full-disk: left out, a small disk may not be mounted\n')
    return faults
  },
}

async function filled(server: ServerProcess, disk: SmallDisk): Promise<string | null> {
  const staff = await server.signInStaff()
  const other = await server.openAccount(staff, 'real\\standard', '10000')
  const bystander = await server.signInTrader(other)
  const strangers: TraderSession[] = []
  for (let n = 0; n < STRANGERS; n++) strangers.push(await signedUp(server, n))
  disk.fill(LEFT_FREE_MIB)
  const until = performance.now() + LATEST_MS
  const taken = await Promise.all(strangers.map((one) => storesAll(server, one, until)))
  const freeMib = disk.freeMib
  const order = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' }
  const traded = await server.ask('POST /trader/v1/trade', bystander, order)
  const strangersTrade = await stopped(server, strangers[0] as TraderSession, order)
  const draft = await server.ask('POST /admin/v1/mail/drafts', staff, { subject: 'x' })
  const path = `/admin/v1/mail/drafts/${draft.data['id']}/attachments`
  const upload = await sendFile(server, path, staff)
  // What was refused last may have wanted more than was left above the mark.
  disk.fill(BELOW_MARK_MIB)
  const health = await noted(server)
  return found(
    taken.some((code) => code !== 'unavailable') && `strangers were last told ${taken}`,
    freeMib < RESERVE_MIB && `${Math.floor(freeMib)} MiB are left`,
    strangersTrade !== 'unavailable' && `an order of a stranger: ${strangersTrade}`,
    traded.code !== 'ok' && `an order of another trader: ${traded.code} ${traded.message}`,
    upload !== 'ok' && `an upload of staff was answered ${upload}`,
    health.status !== 200 && `/health: ${health.body.reason}`,
    !isNoted(health) && '/health has no note of it',
  )
}

type Health = Awaited<ReturnType<ServerProcess['health']>>

const isNoted = ({ body }: Health): boolean => JSON.stringify(body).includes('traders and visitors')

/** The server looks at its disk every second: answers what an order is told in the end. */
async function stopped(
  server: ServerProcess,
  stranger: TraderSession,
  order: object,
): Promise<string> {
  const until = performance.now() + NOTED_WITHIN_MS
  for (;;) {
    const { code } = await server.ask('POST /trader/v1/trade', stranger, order)
    if (code === 'unavailable' || performance.now() > until) return code
  }
}

/** The server looks at its disk every second. */
async function noted(server: ServerProcess): Promise<Health> {
  const until = performance.now() + NOTED_WITHIN_MS
  for (;;) {
    const health = await server.health()
    if (isNoted(health) || performance.now() > until) return health
  }
}

async function signedUp(server: ServerProcess, n: number): Promise<TraderSession> {
  const opened = await server.ask<{ login: number }>('POST /trader/v1/register', undefined, {
    type: 'demo',
    name: 'Ada L',
    email: `stranger${n}@example.com`,
    country: 'GB',
    language: 'en',
    password: PASSWORD,
  })
  if (opened.code !== 'ok') throw new Error(`sign-up was refused: ${opened.message}`)
  return server.signInTrader(opened.data.login)
}

/** Until not even a text is stored any more; answers why. */
async function storesAll(
  server: ServerProcess,
  stranger: TraderSession,
  until: number,
): Promise<string> {
  const drafts = '/trader/v1/mail/drafts'
  for (;;) {
    const saved = await server.ask(`POST ${drafts}`, stranger, { subject: 'x', body: BODY })
    if (saved.code !== 'ok') return saved.code
    if (performance.now() > until) return 'nothing'
    await sendFile(server, `${drafts}/${saved.data['id']}/attachments`, stranger)
  }
}

async function sendFile(
  server: ServerProcess,
  path: string,
  { headers }: Signature,
): Promise<string> {
  const body = new FormData()
  body.append('file', FILE, 'a.txt')
  const url = `http://127.0.0.1:${server.port}${path}`
  const answer = await fetch(url, { method: 'POST', headers, body })
  return ((await answer.json()) as { code: string }).code
}
