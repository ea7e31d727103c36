// A trading program without a library. Node 22: node trading-program.mjs; Node 20: node --experimental-websocket trading-program.mjs
// Set PASSWORD. RUN names the orders: if you start the program again with the same RUN, it places no order twice.
// Of each three positions, the program closes two and leaves one open.
const { BASE = 'http://127.0.0.1:8080', LOGIN = '100', PASSWORD = '', RUN = `run-${Date.now()}` } = process.env
const { ORDERS = '10', LIFE_MS = '5000', TERMINAL = 'desktop' } = process.env // for TERMINAL=api, PASSWORD is the API password

const account = { seq: 0, cents: 0, positions: new Map(), orders: new Map() }
const waiting = new Map()
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const cents = (text) => Math.round(Number(text) * 100)
let token, socket, connecting, lastId = 0, isSynced = false

async function signIn() {
  const body = JSON.stringify({ login: Number(LOGIN), password: PASSWORD, terminal: TERMINAL })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${BASE}/trader/v1/auth/login`, { method: 'POST', headers, body }).then((r) => r.json())
  if (answer.code === 'auth.invalid_credentials') throw new Error(answer.message)
  return answer.data?.access_token
}

// Returns the answer, or undefined if the connection is lost. `heard` runs before the program reads the next frame.
function ask(op, args = {}, heard = () => {}) {
  return new Promise((resolve) => {
    if (socket?.readyState !== WebSocket.OPEN) return resolve(undefined)
    waiting.set(++lastId, (frame) => resolve((frame && heard(frame), frame)))
    socket.send(JSON.stringify({ id: lastId, op, args }))
  })
}

function take({ event, seq, data }) {
  if (!isSynced || seq === undefined) return
  if (Number(seq) !== account.seq + 1) return socket.close() // The next connection resumes after account.seq.
  account.seq = Number(seq)
  if (event === 'deal') for (const part of ['profit', 'swap', 'commission', 'fee']) account.cents += cents(data[part] ?? 0)
  else if (event === 'position') data.volume === '0' ? account.positions.delete(data.id) : account.positions.set(data.id, data)
  else if (event === 'order') data.done_at ? account.orders.delete(data.id) : account.orders.set(data.id, data)
}

function ground({ code, data }) {
  if (code !== 'ok') return
  Object.assign(account, { seq: Number(data.seq), cents: cents(data.account.money.balance) })
  for (const list of ['positions', 'orders']) account[list] = new Map(data[list].map((row) => [row.id, row]))
  isSynced = true
}

function open() {
  return new Promise((resolve) => {
    const line = new WebSocket(`${BASE.replace('http', 'ws')}/trader/v1/socket`, 'openfloor.json')
    const lost = () => {
      resolve(false)
      if (line !== socket) return
      isSynced = false
      for (const [id, tell] of waiting) waiting.delete(id) && tell(undefined)
    }
    line.onopen = () => resolve(true)
    line.onerror = line.onclose = lost
    line.onmessage = ({ data }) => {
      const frame = JSON.parse(data)
      if (frame.event !== undefined) return take(frame)
      const tell = waiting.get(frame.id)
      waiting.delete(frame.id)
      tell?.(frame)
    }
    socket = line
  })
}

// Signs in and resumes the copy of the account. Takes a snapshot if there is no copy, or if it is too old.
async function connect() {
  for (; !isSynced; await sleep(250)) {
    token ??= await signIn().catch((error) => (error.cause ? undefined : Promise.reject(error)))
    if (token === undefined || !(await open())) continue
    const signed = await ask('auth', { access_token: token })
    if (signed?.code.startsWith('auth.')) token = undefined
    const synced = ({ code }) => (isSynced = code === 'ok')
    const resumed = account.seq > 0 ? await ask('resume', { seq: String(account.seq) }, synced) : undefined
    if (account.seq === 0 || ['resume_gone', 'invalid_input'].includes(resumed?.code)) await ask('snapshot', {}, ground)
    if (!isSynced) socket.close()
  }
}

// Places one order and returns its first answer, or null if the server can no longer place it.
const UNDECIDED = ['trade.timeout', 'trade.busy', 'trade.too_many_requests', 'too_many_requests', 'unavailable']
async function place(name, request) {
  const client_order_id = `${RUN}-${name}`
  let not_after
  for (;; await sleep(100)) {
    await (connecting ??= connect().finally(() => (connecting = undefined)))
    const now = Date.parse((await ask('ping'))?.data?.at) // not_after goes by the server's clock.
    if (Number.isNaN(now)) continue
    not_after ??= new Date(now + Number(LIFE_MS)).toISOString()
    const first = await ask('outcome', { client_order_id })
    const isUnknown = first?.code === 'trade.order_unknown' && first.data === null
    const isFinal = first?.data?.client_order_id === client_order_id || (isUnknown && now > Date.parse(not_after))
    const answer = isFinal || !isUnknown ? first : await ask('trade', { ...request, client_order_id, not_after })
    if (!isFinal && (!isUnknown || answer === undefined || UNDECIDED.includes(answer.code))) continue
    console.log(JSON.stringify({ client_order_id, not_after, code: isFinal && isUnknown ? 'given up' : answer.code }))
    return isFinal && isUnknown ? null : answer
  }
}

let newest = 0
for (let i = 0; i < Number(ORDERS); i++) {
  const opened = await place(i, { kind: 'open', symbol: 'EURUSD', side: i % 2 ? 'sell' : 'buy', volume: '0.01' })
  const id = opened?.code === 'ok' && i % 3 > 0 ? opened.data.position_id : undefined
  const closed = id && (await place(`${i}-close`, { kind: 'close', position_id: id }))
  for (const answer of [opened, closed]) newest = Math.max(newest, Number(answer?.data?.seq ?? 0))
}
while (account.seq < newest) await connect().then(() => sleep(20))
const rows = { positions: [...account.positions.values()], orders: [...account.orders.values()] }
console.log(JSON.stringify({ seq: String(account.seq), balance: (account.cents / 100).toFixed(2), ...rows }))
socket.close()
