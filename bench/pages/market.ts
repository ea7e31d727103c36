import {
  pause,
  type ServerOptions,
  ServerProcess,
  type StaffSession,
} from '../../test/crash/server-process.js'

const ROWS = 30

/** A new server with its demo set, once its charts have their past. */
export async function demoServer(options: ServerOptions): Promise<ServerProcess> {
  const env = { ...options.env, DEMO_PROVIDER: 'fix44' }
  const server = await ServerProcess.start({ ...options, env })
  while (!server.output.includes('Demo trader')) await pause(20)
  return server
}

/** The demo set's symbols and as many more that follow their prices, on a watchlist of the account: thirty rows. */
export async function thirtyRows(
  server: ServerProcess,
  staff: StaffSession,
  login: number,
): Promise<void> {
  const { data } = await server.ask<{ items: readonly Symbol[] }>(
    'GET /admin/v1/symbols?limit=100',
    staff,
  )
  const first = data.items ?? (data as unknown as readonly Symbol[])
  const names = first.map(({ path }) => path.split('\\').at(-1) ?? '')
  for (let i = 0; names.length < ROWS; i++) {
    const of = first[i % first.length]
    if (of === undefined) throw new Error('there are no symbols')
    const { id, version, created_at, updated_at, position, status, ...fields } = of
    const name = `${of.path.split('\\').at(-1)}.${i}`
    const path = `Bench\\${name}`
    await server.sure('POST /admin/v1/symbols', staff, { ...fields, path, quote_source: of.path })
    names.push(name)
  }
  const trader = await server.signInTrader(login)
  await server.sure('POST /trader/v1/watchlists', trader, { name: 'Thirty', symbols: names })
}

interface Symbol {
  readonly path: string
  readonly [field: string]: unknown
}
