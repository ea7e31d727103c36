// A FIX 4.4 price provider to try things with, on Node 20 or 22: node price-provider.mjs
// It calls itself PROVIDER, takes whoever calls itself OPENFLOOR, and makes prices up. It keeps no numbers: each Logon begins with 1.
import { createServer } from 'node:net'

const { PORT = '9880', SENDER = 'PROVIDER', TARGET = 'OPENFLOOR', EVERY_MS = '250' } = process.env
const PRICES = { EURUSD: 1.1, GBPUSD: 1.3, USDJPY: 150 }
const SOH = '\u0001'

const time = () => new Date().toISOString().replace(/[-Z]/g, '').replace('T', '-')
const digits = (symbol) => (symbol.endsWith('JPY') ? 3 : 5)

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
    const price = (spread) => (PRICES[symbol] + spread * 10 ** -digits(symbol)).toFixed(digits(symbol))
    const entry = (type, at, size) => [[269, type], [270, at], [271, size]]
    say('W', [262, subscribed.get(symbol)], [55, symbol], [268, 2], ...entry(0, price(0), 1_000_000), ...entry(1, price(12), 1_000_000))
  }

  const answers = {
    A: () => say('A', [98, 0], [108, 30], [141, 'Y']),
    1: (get) => say('0', [112, get(112)]),
    5: () => (say('5'), socket.end()),
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
server.listen(Number(PORT), '127.0.0.1', () => console.log(`prices on 127.0.0.1:${server.address().port}`))
