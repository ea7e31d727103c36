import { connect, type Socket } from 'node:net'
import t from 'tap'
import { CLIENTS_MAX, LoopbackServer } from '../../../../actors/links/simulator/loopback-server.js'

/** Its end, with an error or without. */
const end = (socket: Socket): Promise<void> =>
  new Promise((resolve) => socket.once('close', () => resolve()))

// Goal: so many connections and no more, and none of them is left at the end.

t.test('the connection beyond the bound is dropped, and one that goes makes room', async (t) => {
  const accepted: Socket[] = []
  const waiting: (() => void)[] = []
  const server = new LoopbackServer((socket) => {
    accepted.push(socket.on('error', () => undefined))
    for (const resolve of waiting.splice(0)) resolve()
  })
  const until = async (count: number): Promise<void> => {
    while (accepted.length < count) await new Promise<void>((resolve) => waiting.push(resolve))
  }
  t.equal(server.address, '127.0.0.1:0', 'it does not listen yet')
  await server.listen()
  const port = Number(/^127\.0\.0\.1:([1-9]\d*)$/.exec(server.address)?.[1])
  const dial = (): Socket =>
    connect(port, '127.0.0.1')
      .on('error', () => undefined)
      .resume()
  const clients = Array.from({ length: CLIENTS_MAX }, dial)
  await until(CLIENTS_MAX)
  await end(dial())
  t.equal(accepted.length, CLIENTS_MAX)
  const [gone] = accepted
  clients[0]?.destroy()
  if (gone?.destroyed === false) await end(gone)
  clients[0] = dial()
  await until(CLIENTS_MAX + 1)
  const ends = clients.map((client) => end(client))
  await server.stop()
  await Promise.all(ends)
  t.ok(accepted.every(({ destroyed }) => destroyed))
  const late = dial()
  await end(late)
  t.equal(accepted.length, CLIENTS_MAX + 1, 'nobody is let in any more')
})
