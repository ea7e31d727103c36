// A FIX 4.4 provider for tests, on Node 20, 22 or 24: node price-provider.mjs
// Its name is PROVIDER. It accepts the client OPENFLOOR, invents prices, and fills the whole order at these prices or nothing.
// It stores nothing: message numbers begin with 1 at each Logon, and the provider forgets all orders when it stops.
import { createServer } from 'node:net'

const { PORT = '9880', SENDER = 'PROVIDER', TARGET = 'OPENFLOOR', EVERY_MS = '250' } = process.env
const PRICES = { EURUSD: 1.1, GBPUSD: 1.3, USDJPY: 150 }
const SOH = '\u0001'

const orders = new Map()
let executions = 0

const time = () => new Date().toISOString().replace(/[-Z]/g, '').replace('T', '-')
const digits = (symbol) => (symbol.endsWith('JPY') ? 3 : 5)
const SPREAD = 12
const priceOf = (symbol, points) => (PRICES[symbol] + points * 10 ** -digits(symbol)).toFixed(digits(symbol))

function frame(type, seq, fields) {
  const head = [[35, type], [49, SENDER], [56, TARGET], [34, seq], [52, time()]]
  const body = [...head, ...fields].map(([tag, value]) => `${tag}=${value}${SOH}`).join('')
  const text = `8=FIX.4.4${SOH}9=${body.length}${SOH}${body}`
  const sum = [...text].reduce((all, character) => all + character.charCodeAt(0), 0) % 256
  return `${text}10=${String(sum).padStart(3, '0')}${SOH}`
}

const server = createServer((socket) => {
  const subscribed = new Map()
  let [text, seq] = ['', 0]
  const say = (type, ...fields) => socket.write(frame(type, ++seq, fields), 'latin1')

  const quote = (symbol) => {
    PRICES[symbol] *= 1 + (Math.random() - 0.5) / 10_000
    const entry = (type, at, size) => [[269, type], [270, at], [271, size]]
    say('W', [262, subscribed.get(symbol)], [55, symbol], [268, 2], ...entry(0, priceOf(symbol, 0), 1_000_000), ...entry(1, priceOf(symbol, SPREAD), 1_000_000))
  }

  // Sends an ExecutionReport (8) of an order. The `type` F reports a trade, and I answers a status request.
  const report = (type, { id, symbol, side, quantity, status, price = 0, text = '' }, ...more) => {
    const filled = status === 2 ? quantity : 0
    say('8', [37, `P-${id}`], [11, id], [17, `E${Date.now()}-${++executions}`], [150, type], [39, status], [55, symbol], [54, side],
      [38, quantity], [14, filled], [151, status === 0 ? quantity : 0], [6, price], ...more, ...(text ? [[58, text]] : []))
  }

  // Fills at the current price. Cancels a limit order (40=2) whose price the market has not reached.
  const trade = (get) => {
    const order = { id: get(11), symbol: get(55), side: get(54), quantity: get(38), status: 8 }
    orders.set(order.id, order)
    if (!(order.symbol in PRICES)) return report(8, Object.assign(order, { text: 'no such symbol' }))
    const price = priceOf(order.symbol, order.side === '1' ? SPREAD : 0)
    const isWorse = get(40) === '2' && (order.side === '1' ? Number(price) > Number(get(44)) : Number(price) < Number(get(44)))
    if (isWorse) return report(4, Object.assign(order, { status: 4, text: 'the price is worse' }))
    report('F', Object.assign(order, { status: 2, price }), [31, price], [32, order.quantity])
    console.log(`filled ${order.id}: ${order.side === '1' ? 'buy' : 'sell'} ${order.quantity} ${order.symbol} at ${price}`)
  }

  const answers = {
    A: () => say('A', [98, 0], [108, 30], [141, 'Y']),
    1: (get) => say('0', [112, get(112)]),
    5: () => (say('5'), socket.end()),
    D: trade,
    F: (get) => say('9', [37, `P-${get(41)}`], [11, get(11)], [41, get(41)], [39, orders.get(get(41))?.status ?? 8], [434, 1], [102, orders.has(get(41)) ? 0 : 1]),
    H: (get) => report('I', orders.get(get(11)) ?? { id: get(11), symbol: get(55), side: get(54), quantity: 0, status: 8, text: 'unknown' }, ...(orders.has(get(11)) ? [] : [[103, 5]])),
    x: (get) => say('y', [320, get(320)], [322, 1], [560, 0], [146, 3],
      ...Object.keys(PRICES).flatMap((symbol) => [[55, symbol], [107, `${symbol} made up`], [562, 1_000]])),
    V: (get) => {
      const [id, symbol] = [get(262), get(55)]
      if (!(symbol in PRICES)) return say('Y', [262, id], [281, 0], [58, 'EURUSD, GBPUSD and USDJPY are quoted here'])
      if (get(263) === '2') return subscribed.delete(symbol)
      subscribed.set(symbol, id)
      quote(symbol)
    },
  }

  socket.setEncoding('latin1').on('data', (more) => {
    text += more
    for (let end; (end = text.search(/\u000110=\d{3}\u0001/)) >= 0; text = text.slice(end + 8)) {
      const fields = text.slice(0, end).split(SOH).map((field) => field.split('='))
      const get = (tag) => fields.find(([name]) => name === String(tag))?.[1]
      if (get(49) !== TARGET || get(56) !== SENDER) return socket.destroy()
      answers[get(35)]?.(get)
    }
  })
  const timer = setInterval(() => [...subscribed.keys()].forEach(quote), Number(EVERY_MS))
  socket.on('error', () => {}).on('close', () => clearInterval(timer))
})
server.listen(Number(PORT), '127.0.0.1', () => console.log(`prices and orders on 127.0.0.1:${server.address().port}`))
