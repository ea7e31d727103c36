// A bot that you may kill at any moment: it holds one EURUSD position at a time and replaces it every HOLD_SEC seconds.
// API_PASSWORD='…' node restart-safe-bot.mjs, in a folder with the package openfloor-client.
// docs/build/restart-safe-bot.md explains it. The bot must be the only program that trades EURUSD on the account.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isError, TraderClient } from 'openfloor-client'
import { nodeSocket } from 'openfloor-client/node'

const { BASE = 'http://127.0.0.1:8080', LOGIN = '100', API_PASSWORD = '' } = process.env
const { ORDER_FILE = 'orders.json', HOLD_SEC = '10' } = process.env

// The client stores each order here before it sends the order, and removes the order after its end.
const intents = {
  kept: () => (existsSync(ORDER_FILE) ? JSON.parse(readFileSync(ORDER_FILE, 'utf8')) : []),
  keep: (intent) => write([...intents.kept(), intent]),
  drop: (id) => write(intents.kept().filter((intent) => intent.id !== id)),
}

function write(list) {
  writeFileSync(`${ORDER_FILE}.new`, JSON.stringify(list), { flush: true })
  renameSync(`${ORDER_FILE}.new`, ORDER_FILE)
}

async function finish({ end, id, code = '' }) {
  console.log(end, id, code)
  if (end !== 'done') await sleep(1000)
}

const client = new TraderClient({ base: BASE, platform: { socket: nodeSocket() } })
const AWAY = ['network', 'timeout', 'protocol', 'unavailable', 'too_many_requests']
for (let isIn = false; !isIn; ) {
  try {
    await client.signIn({ login: Number(LOGIN), password: API_PASSWORD, terminal: 'api' })
    isIn = true
  } catch (error) {
    if (!isError(error, ...AWAY)) throw error
    await sleep(2000)
  }
}

const live = client.live({ intents })
live.start()
await live.whenLive()
for (const end of await live.orders.settleKept()) await finish(end)
for (;;) {
  await live.whenLive()
  const isEurusd = ({ symbol }) => symbol === 'EURUSD'
  const position = [...live.picture.positions.values()].find(isEurusd)
  if ([...live.picture.orders.values()].some(isEurusd)) await sleep(1000) // An order still waits at a provider.
  else if (position === undefined) {
    await finish(await live.orders.place({ kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' }))
  } else {
    await sleep(Number(HOLD_SEC) * 1000)
    await finish(await live.orders.place({ kind: 'close', position_id: position.id }))
  }
}
