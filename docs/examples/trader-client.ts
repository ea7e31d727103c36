// A trader with the client library: signs in, follows prices, opens a position and closes it.
// docs/clients.md shows how to compile it. Then: API_PASSWORD='…' node trader-client.js
// BASE and LOGIN choose another server and account.
import { OpenfloorError, TraderClient } from 'openfloor-client'
import { nodeSocket } from 'openfloor-client/node'

const { BASE = 'http://127.0.0.1:8080', LOGIN = '100', API_PASSWORD = '' } = process.env

// In a browser, leave out `platform` and set `base` to ''.
const client = new TraderClient({ base: BASE, platform: { socket: nodeSocket() } })
await client.signIn({ login: Number(LOGIN), password: API_PASSWORD, terminal: 'api' })
const { money } = await client.request('GET /trader/v1/account')
console.log('balance', money?.balance)

const live = client.live({ codec: 'msgpack' })
live.on('state', ({ state, why }) => console.log('state', state, why))
live.on('problem', (problem) => console.error('problem', problem))
live.subscribe(['EURUSD'], 4)
live.start()
await live.whenLive()

// If the connection fails, the client finds out what became of the order. It never places it twice.
const opened = await live.orders.place({
  kind: 'open',
  symbol: 'EURUSD',
  side: 'buy',
  volume: '0.01',
})
console.log('opened', opened.end, opened.end === 'done' ? opened.data.price : opened)
for (const { id, symbol, side, volume } of live.picture.positions.values()) {
  console.log('position', id, symbol, side, volume, live.quotes.of(symbol)?.bid)
}
const position_id = opened.end === 'done' ? opened.data.position_id : null
if (position_id !== null) {
  const closed = await live.orders.place({ kind: 'close', position_id })
  console.log('closed', closed.end)
}

try {
  await client.request('GET /trader/v1/deals', { query: { limit: 0 } })
} catch (error) {
  if (error instanceof OpenfloorError) console.log('refused', error.code, error.field)
}
live.stop()
await client.signOut()
