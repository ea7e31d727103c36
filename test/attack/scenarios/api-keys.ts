import { randomBytes } from 'node:crypto'
import { WsClient } from '../../given/fronts/ws-client.js'
import { type Field, found, type Scenario } from '../scenario.js'

const KEYS = '/admin/v1/api-keys'
const ROUTE = 'GET /admin/v1/accounts?limit=1'

interface Made {
  readonly id: number
  readonly key: string
}

let names = 0

async function makeKey({ server, staff }: Field, address: string): Promise<Made> {
  const body = { name: `Attacked ${++names}`, ip_allow: [address] }
  const { data } = await server.ask<{ id: number; key: string }>(`POST ${KEYS}`, staff, body)
  return data
}

function headersOf(key: string, address: string) {
  return { authorization: `Bearer ${key}`, 'x-forwarded-for': address }
}

async function statusOf({ server }: Field, key: string, address: string): Promise<number> {
  return (await server.ask(ROUTE, { headers: headersOf(key, address) })).status
}

const guess = () => `ofk_${randomBytes(32).toString('base64url')}`

export const guessedKeys: Scenario = {
  name: 'guessed-keys',
  tries: 'an address guesses API keys beside a program with a good one, and others use a known key',
  async attack(field) {
    const [address, elsewhere] = [field.address(), field.address()]
    const good = await makeKey(field, address)
    let blocked = 0
    for (let n = 0; n < field.size(2_000, 40); n++) {
      if ((await statusOf(field, guess(), address)) === 429) blocked++
    }
    const [owner, thief, stranger] = [
      await statusOf(field, good.key, address),
      await statusOf(field, good.key, elsewhere),
      await statusOf(field, guess(), elsewhere),
    ]
    return found(
      blocked === 0 && 'no guess was refused for its number',
      owner !== 200 && `the good key at the guesser's address was answered ${owner}`,
      thief !== 403 && `the good key from elsewhere was answered ${thief}`,
      stranger !== 401 && `the first guess of another address was answered ${stranger}`,
      await keptAfterRevoking(field, good, address),
    )
  },
}

/** What a thief keeps of a key that is revoked while a socket of it is open. */
async function keptAfterRevoking(
  field: Field,
  { id, key }: Made,
  address: string,
): Promise<string | null> {
  const { port } = field.server
  const headers = headersOf(key, address)
  const socket = await WsClient.open({ port, path: '/admin/v1/socket', headers })
  await field.server.ask(`DELETE ${KEYS}/${id}`, field.staff)
  const from = performance.now()
  const { code } = await socket.closing()
  const ms = performance.now() - from
  const late = await statusOf(field, key, address)
  return found(
    code !== 4001 && `its socket was closed with ${code}`,
    ms > 2_000 && `its socket was open for ${Math.round(ms)} ms more`,
    late === 200 && 'a revoked key was let in',
  )
}
