// A CRM in one file: it opens an account, books a deposit, keeps balances by events and webhooks, and makes a sign-in link.
// OPENFLOOR_KEY='ofk_…' node crm.mjs, in a folder with the package openfloor-client.
// docs/build/connect-a-crm.md explains it. You may kill the program at any moment and start it again.
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { isError, OpenfloorError, StaffClient, verifyWebhook } from 'openfloor-client'

const { BASE = 'http://127.0.0.1:8080', OPENFLOOR_KEY, STATE_FILE = 'crm.json' } = process.env
const { CUSTOMER = 'ada@example.com', GROUP = 'demo\\standard', AMOUNT = '500.00' } = process.env
const { WEBHOOK_PORT, WEBHOOK_SECRETS = '' } = process.env
const BODY_BYTES_MAX = 1_000_000
const PAGE = 1000

const staff = new StaffClient({ base: BASE, apiKey: OPENFLOOR_KEY })

// The CRM's database: the cursor of the last event, the customers, and each deal by its id.
const state = existsSync(STATE_FILE)
  ? JSON.parse(readFileSync(STATE_FILE, 'utf8'))
  : { cursor: null, customers: {}, deals: {} }

// Replaces the file in one step: after a crash, the file has the old state or the new one.
function save() {
  writeFileSync(`${STATE_FILE}.new`, JSON.stringify(state), { flush: true })
  renameSync(`${STATE_FILE}.new`, STATE_FILE)
}

// Step 1: the customer with all keys of the requests that follow, stored before the first request.
function customerOf(email) {
  state.customers[email] ??= {
    email,
    login: null,
    open: { key: randomUUID(), master_password: newPassword(), investor_password: newPassword() },
    payment: { id: randomUUID(), amount: AMOUNT, deal: null },
  }
  save()
  return state.customers[email]
}

function newPassword() {
  return `Aa1-${randomBytes(9).toString('base64url')}`
}

// Step 2: opens the account. A repeat under the same key finds the account that exists.
async function openAccount(customer) {
  if (customer.login !== null) return
  const { key, ...passwords } = customer.open
  const body = { group: GROUP, name: 'Ada', email: customer.email, ...passwords }
  const account = await staff.request('POST /admin/v1/accounts', { body, idempotencyKey: key })
  customer.login = account.login
  delete customer.open
  save()
  console.log('account', account.login)
}

// Step 3: books the deposit. The server books each request_id once.
async function deposit({ login, payment }) {
  if (payment.deal !== null) return
  const body = { action: 'deposit', amount: payment.amount, request_id: payment.id }
  const { deal_id } = await staff.request('POST /admin/v1/accounts/{login}/balance', {
    params: { login },
    body,
  })
  payment.deal = deal_id
  save()
  console.log('deposit', deal_id)
}

// Step 4: takes a deal into the books. A deal that comes twice changes nothing.
function takeDeal({ id, login, profit, swap, commission, fee }) {
  const amounts = [profit, swap, commission, fee].map((amount) => Math.round(Number(amount) * 100))
  state.deals[id] = { login, cents: amounts.reduce((sum, cents) => sum + cents, 0) }
}

function balanceOf(login) {
  const deals = Object.values(state.deals).filter((deal) => deal.login === login)
  return (deals.reduce((sum, { cents }) => sum + cents, 0) / 100).toFixed(2)
}

function take({ kind, data }) {
  if (kind !== 'deal') return
  takeDeal(data)
  console.log('balance', data.login, balanceOf(data.login))
}

async function readAllDeals() {
  for (let page = 1; ; page++) {
    const list = await staff.request('GET /admin/v1/deals', { query: { page, limit: PAGE } })
    for (const deal of list.items) takeDeal(deal)
    if (page * PAGE >= list.total) break
  }
  save()
}

// The first time: the place in the stream first, and then everything that happened before it.
async function begin() {
  if (state.cursor !== null) return
  const query = { latest: true, limit: 1 }
  const { next } = await staff.request('GET /admin/v1/events', { query })
  await readAllDeals()
  state.cursor = next
  save()
}

// Step 5: follows the events, and stores each event together with its cursor.
async function follow() {
  for (;;) {
    const events = staff.events({ after: state.cursor, kinds: ['account', 'deal'], onRetry })
    process.once('SIGTERM', () => events.stop())
    try {
      for await (const event of events) {
        take(event)
        state.cursor = event.id
        save()
      }
      return
    } catch (error) {
      if (!isError(error, 'resume_gone')) throw error
      // The cursor is too old, or the server was restored from a backup: the lists have everything.
      state.deals = {}
      await readAllDeals()
      state.cursor = error.data.oldest
    }
  }
}

function onRetry(error) {
  console.error('retry', error.code)
}

// Step 6: receives webhooks. They bring the same events, so the CRM needs only one of both.
function receiveWebhooks(port, secrets) {
  const server = createServer(async (request, response) => {
    response.writeHead(await statusFor(request, secrets)).end()
  })
  server.listen(Number(port), '127.0.0.1', () => console.log('webhooks', server.address().port))
  return server
}

async function statusFor(request, secrets) {
  try {
    const body = await bodyOf(request)
    if (body === null) return 413
    const { data } = await verifyWebhook(secrets, request.headers, body)
    take(data)
    save()
    return 204
  } catch (error) {
    console.error('webhook', error.code ?? error)
    return error instanceof OpenfloorError ? 401 : 500
  }
}

async function bodyOf(request) {
  const parts = []
  let size = 0
  for await (const part of request) {
    size += part.length
    if (size > BODY_BYTES_MAX) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}

// Step 7: a link that opens the customer's terminal, for one minute and one use.
async function signInLink(login) {
  const body = { ttl_sec: 60, language: 'en' }
  const link = await staff.request('POST /admin/v1/accounts/{login}/sign-in-link', {
    params: { login },
    body,
  })
  return link.url
}

const customer = customerOf(CUSTOMER)
await begin()
await openAccount(customer)
await deposit(customer)
const link = await signInLink(customer.login).catch((error) => `refused: ${error.message}`)
console.log('link', link)
const secrets = WEBHOOK_SECRETS.split(' ').filter((one) => one !== '')
const server = WEBHOOK_PORT === undefined ? null : receiveWebhooks(WEBHOOK_PORT, secrets)
await follow()
server?.close()
