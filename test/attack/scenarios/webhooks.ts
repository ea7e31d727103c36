import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { pause } from '../raw-http.js'
import { type Field, found, type Scenario } from '../scenario.js'

export const HOOKS = '/admin/v1/webhooks'
const INNER = [
  'https://10.0.0.1/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://[::ffff:10.0.0.1]/',
  'https://[fd00:ec2::254]/',
  'http://8.8.8.8/',
  'file:///etc/passwd',
]

interface Answer {
  readonly delivered: boolean
  readonly answer: string
}

let names = 0

export async function hook({ server, staff }: Field, url: string) {
  const body = { name: `Attacked ${++names}`, url, kinds: ['deal'] }
  return server.ask<{ id: number }>(`POST ${HOOKS}`, staff, body)
}

/** A receiver that redirects to a page of its own network, never answers, or takes everything. */
export async function receiver(react: 'redirect' | 'hang' | 'take') {
  const sockets = new Set<Socket>()
  const paths: string[] = []
  const ids: string[] = []
  const server = createServer((request, response) => {
    paths.push(request.url ?? '')
    ids.push(String(request.headers['webhook-id']))
    if (react === 'hang') return
    if (react === 'take') {
      request.resume()
      response.end()
      return
    }
    response.writeHead(request.url === '/inner' ? 200 : 307, { location: '/inner' }).end('secret')
  })
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}/`, paths, ids, stop }
}

/** Requests to one receiver at a time. */
export const HANGS_MAX = 4
/** Shorter than the fifteen seconds until a timeout and the five until the next attempt. */
const SILENCE_MS = 18_000

export const innerWebhooks: Scenario = {
  name: 'inner-webhooks',
  tries:
    'staff have webhooks sent to inner addresses, by a redirect too, and to one that is silent',
  async attack(field) {
    const { server, staff } = field
    const taken: string[] = []
    for (const url of INNER) if ((await hook(field, url)).code === 'ok') taken.push(url)
    const redirecting = await receiver('redirect')
    const silent = await receiver('hang')
    try {
      const { data } = await hook(field, redirecting.url)
      const tested = await server.ask<Answer>(`POST ${HOOKS}/${data.id}/test`, staff)
      await hook(field, silent.url)
      await field.trader('1000')
      while (silent.paths.length === 0) await pause(50)
      await pause(field.size(SILENCE_MS, 500))
      for (const { id } of (await server.ask<{ id: number }[]>(`GET ${HOOKS}`, staff)).data) {
        await server.ask(`DELETE ${HOOKS}/${id}`, staff)
      }
      return found(
        taken.length > 0 && `taken: ${taken.join(', ')}`,
        redirecting.paths.includes('/inner') && 'a redirect was followed',
        tested.data.delivered && 'a redirect counted as delivered',
        silent.paths.length > HANGS_MAX && `${silent.paths.length} requests hang at a time`,
        new Set(silent.ids).size < silent.ids.length && 'a silent receiver was asked again at once',
      )
    } finally {
      redirecting.stop()
      silent.stop()
    }
  },
}
