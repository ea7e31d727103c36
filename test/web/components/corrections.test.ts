import t from 'tap'
import type { FrameSchemas, Schemas } from '../../../web/link/contract.js'
import { ComponentDesk } from '../../given/components/component-desk.js'
import { type Answers, inTurn, LOST, Refusal } from '../../given/components/fake-server.js'
import {
  ACCOUNT,
  CHECKED,
  CODE,
  countOf,
  DEAL,
  line,
  MAIL,
  ONE_TRADE,
  POSITION,
  pageOf,
  typeCode,
  windowOf,
} from '../../given/components/records.js'

// Staff correct and delete positions, correct prices of deals, repair accounts, and decide about held fills.

const CORRECTED = { ...POSITION, price_open: '1.15000', comment: 'agreed', version: 2 }
const ONE_POSITION: Answers = {
  'GET /admin/v1/trades/{kind}/{id}': ONE_TRADE,
  'GET /admin/v1/positions/{id}/changes': { ...pageOf([]), is_complete: true },
  'GET /admin/v1/journal': pageOf([]),
  'GET /admin/v1/symbols/{id}/ticks': {
    symbol: 'EURUSD',
    digits: 5,
    group: null,
    items: [],
    next: null,
  },
}
const ONE_ACCOUNT: Answers = {
  'GET /admin/v1/accounts/window': windowOf([]),
  'GET /admin/v1/accounts/window/count': countOf(0),
  'GET /admin/v1/accounts/{login}': ACCOUNT,
  'GET /admin/v1/accounts/{login}/positions': [],
}

t.test('a position is corrected once, though the answer is lost', async (t) => {
  const desk = await ComponentDesk.open(t, '/desk/positions/501', {
    answers: {
      ...ONE_POSITION,
      // The first attempt was executed: the repeat finds a newer version.
      'PATCH /admin/v1/positions/{id}': inTurn(LOST, new Refusal('conflict', 409)),
    },
  })
  await desk.button('Correct…').click()
  const { dialog } = desk
  const act = dialog.button(/^Correct \d field/)
  t.ok(await act.isOff(), 'nothing is changed yet')
  await dialog.label('Open price').fill('1.1,5')
  await dialog.text(/Enter a number/).shown()
  await dialog.text(/^Balance and deals stay as they are/).shown()
  await dialog.label('Open price').fill('1.15000')
  await dialog.text(/If the margin level falls to stop out/).shown()
  t.equal(await dialog.text(/^Balance and deals stay/).count(), 0)
  await dialog.label(/^Comment/).fill('agreed')
  await dialog.label(/^Reason/).fill('ticket 77')
  t.same((await dialog.role('table').rows()).slice(1), [
    ['Open price', '1.14000', '1.15000'],
    ['Comment', '–', 'agreed'],
    ['Current profit', '+50.00 USD', '≈ −50.00 USD'],
  ])
  await act.doubleClick()
  await dialog.role('alert').shown()
  t.ok(await dialog.label('Open price').isOff(), 'nothing of it can be changed')
  desk.answer({
    'GET /admin/v1/trades/{kind}/{id}': { ...ONE_TRADE, position: CORRECTED, deals: [DEAL] },
    'GET /admin/v1/journal': pageOf([line('position 501 is corrected to open price 1.15000')]),
  })
  await dialog.button('Send again').click()
  await desk.text('Position 501 corrected').first.shown()
  const body = { price_open: '1.15000', comment: 'agreed', version: 1, reason: 'ticket 77' }
  t.same(desk.sent('PATCH /admin/v1/positions/{id}'), [
    { params: { id: 501 }, body },
    { params: { id: 501 }, body },
  ])
  await dialog.text(/is corrected to open price 1\.15000/).shown()
  await dialog.button('Close').last.click()
  await dialog.gone()
})

t.test('a correction that was not executed is refused as before', async (t) => {
  const desk = await ComponentDesk.open(t, '/desk/positions/501', {
    answers: {
      ...ONE_POSITION,
      'PATCH /admin/v1/positions/{id}': inTurn(
        LOST,
        new Refusal('conflict', 409, 'The position has changed.'),
      ),
    },
  })
  await desk.button('Correct…').click()
  await desk.dialog.label(/^Stop loss/).fill('1.1')
  await desk.dialog.button('Correct 1 field').click()
  await desk.dialog.button('Send again').click()
  await desk.dialog.role('alert').with('The position has changed.').shown()
  t.notOk(await desk.dialog.label(/^Stop loss/).isOff(), 'it can be changed again')
})

t.test('a position is deleted with a code, once though the answer is lost', async (t) => {
  const desk = await ComponentDesk.open(t, '/desk/positions/501', {
    answers: {
      ...ONE_POSITION,
      'POST /admin/v1/confirmations': CODE,
      'POST /admin/v1/positions/delete': inTurn(LOST, {
        deleted: 1,
        items: [{ id: 501, login: 1001, result: 'deleted', error: null }],
      }),
    },
  })
  await desk.button('Delete…').click()
  const { dialog } = desk
  const remove = dialog.button('Delete position')
  await dialog.label(/^Reason/).fill('never meant')
  t.ok(await remove.isOff(), 'without the code')
  await typeCode(dialog)
  await remove.click()
  desk.answer({
    'GET /admin/v1/trades/{kind}/{id}': { ...ONE_TRADE, position: null, deals: [DEAL] },
    'GET /admin/v1/journal': pageOf([line('position 501 was deleted, its deals stay')]),
  })
  await dialog.button('Send again').click()
  await desk.text('Position 501 deleted').first.shown()
  const [first, second] = desk.sent('POST /admin/v1/positions/delete')
  const body = {
    ids: [501],
    reason: 'never meant',
    confirm_token: CODE.confirm_token,
    confirm_code: CODE.code,
  }
  t.same(first?.body, body)
  t.same(first, second, 'under the same key')
  t.ok(first?.key)
  await dialog.text(/was deleted, its deals stay/).shown()
  await dialog.button('Close').last.click()
  await desk.text('no longer exists').shown()
})

const TWO_DEALS = [DEAL, { ...DEAL, id: 702, login: 1002, position_id: 502 }]
const PLANNED = {
  login: 1001,
  group: 'demo\\usd',
  currency: 'USD',
  position_id: 501,
  symbol: 'EURUSD',
  side: 'buy',
  volume: '0.1',
  deals: [{ id: 701, side: 'buy', price_before: '1.14000', price: '1.16000' }],
  price_open_before: '1.14000',
  price_open: '1.16000',
  amount: '0.00',
  deal_id: null,
  status: 'planned',
  code: '',
  message: '',
} as const
const REFUSED = { ...PLANNED, login: 1002, status: 'rejected', code: 'conflict' } as const

t.test('prices of many deals are previewed, confirmed by a code and corrected once', async (t) => {
  const plan = { preview: true, total: 2, missing: [], results: [PLANNED, REFUSED] }
  const done = { ...plan, preview: false, results: [{ ...PLANNED, status: 'done' }] } as const
  const desk = await ComponentDesk.open(t, '/desk/deals?symbol=EURUSD', {
    answers: {
      'GET /admin/v1/deals/window': windowOf(TWO_DEALS),
      'GET /admin/v1/deals/window/count': countOf(2),
      'GET /admin/v1/deals': pageOf(TWO_DEALS),
      'POST /admin/v1/confirmations': CODE,
      'POST /admin/v1/deals/correct': inTurn(LOST, plan, LOST, done),
    },
  })
  await desk.role('grid', 'Deals').focus()
  await desk.keys('Control+a')
  await desk.text('2 selected').shown()
  await desk.button('Correct prices…').click()
  const { dialog } = desk
  const look = dialog.button('Preview')
  t.ok(await look.isOff(), 'no price is typed')
  await dialog.label(/^Price of buys/).fill('1.1,6')
  t.ok(await look.isOff(), 'no number')
  await dialog.label(/^Price of buys/).fill('1,16000')
  await look.doubleClick()
  await dialog.role('alert').shown()
  await look.click()
  await dialog.text('Positions: 1 of 1').shown()
  const refusals = dialog.role('table', 'Not corrected, with reason')
  t.match(await refusals.rows(), [['1002', '501', /Correct it individually/]])
  t.same((await dialog.role('table', 'Totals').rows()).at(-1), ['USD', '1', '1', '0.00'])
  const send = dialog.button('Correct 1 position')
  await typeCode(dialog)
  t.ok(await send.isOff(), 'no reason is given')
  await dialog.label('Reason, for the journal').fill('a spike')
  await typeCode(dialog)
  await send.doubleClick()
  await desk.text('1 done · 0 refused · 0 left').shown()
  const items = [{ id: 701, price: '1.16000' }]
  const [, , first, second] = desk.sent('POST /admin/v1/deals/correct')
  t.match(first?.body, { items, reason: 'a spike', confirm_code: CODE.code })
  t.same(first, second, 'asked for again by itself, under the same key')
  t.equal(desk.sent('POST /admin/v1/deals/correct').length, 4)
  const link = desk.role('link', 'Write to these clients')
  t.equal(await link.attribute('href'), '/desk/mail/write?to=1001')
})

t.test('an account that differs from its deals is repaired, with the deal of it', async (t) => {
  const stored = { field: 'balance', stored: '100700.00', computed: '100000.00' }
  const desk = await ComponentDesk.open(t, '/desk/accounts/1001', {
    answers: {
      ...ONE_ACCOUNT,
      'POST /admin/v1/accounts/{login}/check': inTurn(
        { differences: [] },
        { differences: [stored] },
      ),
      'POST /admin/v1/accounts/{login}/repair': {
        differences: [{ ...stored, deal_id: 709 }],
        projection_seq: '9',
      },
      'GET /admin/v1/trades/{kind}/{id}': ONE_TRADE,
      'GET /admin/v1/journal': pageOf([line('account 1001 was repaired')]),
    },
  })
  await desk.button('More').click()
  await desk.button('Compare with deals…').click()
  const { dialog } = desk
  await dialog.text(/^No differences/).shown()
  await dialog.button('Compare again').click()
  t.same((await dialog.role('table').rows()).at(-1), ['balance', '100700.00', '100000.00'])
  await dialog.button('Repair 1 difference').doubleClick()
  await desk.text('Account 1001 repaired').first.shown()
  await dialog.role('link', 'Deal 709').shown()
  await dialog.text(/account 1001 was repaired/).shown()
  t.equal(desk.sent('POST /admin/v1/accounts/{login}/repair').length, 1)
})

t.test('a message goes out once from the card, as a mail and as a notification', async (t) => {
  const mail = { delivered: 1, emailed: 0, skipped: 0, mail: MAIL }
  const desk = await ComponentDesk.open(t, '/desk/accounts/1001', {
    answers: {
      ...ONE_ACCOUNT,
      'POST /admin/v1/mail': inTurn(LOST, mail),
      'POST /admin/v1/notifications': [{ login: 1001, sent: true, code: '', id: 1, message: '' }],
    },
  })
  await desk.role('tab', 'Positions').focus()
  await desk.keys('m')
  const { dialog } = desk
  const send = dialog.button('Send message')
  t.ok(await send.isOff(), 'an empty mail')
  await dialog.label('Subject').fill('Your stop')
  await dialog.label('Text').fill('It was not reached.')
  await send.click()
  await dialog.button('Send again').click()
  await desk.text('Message sent to account 1001').shown()
  const [first, second] = desk.sent('POST /admin/v1/mail')
  t.match(first?.body, { subject: 'Your stop', body: 'It was not reached.', to_logins: [1001] })
  t.same(first, second, 'under the same key')
  await desk.button(/^Message/).click()
  await dialog.button('Notification').click()
  await dialog.label('Text').fill('Markets close early.')
  await dialog.button('Send notification').doubleClick()
  await desk.text('Notification sent to account 1001').shown()
  t.match(desk.sent('POST /admin/v1/notifications'), [
    { body: { logins: '1001', message: 'Markets close early.' } },
  ])
  t.equal(desk.sent('POST /admin/v1/notifications').length, 1)
})

t.test('who may only look is offered nothing to correct, in German', async (t) => {
  const desk = await ComponentDesk.open(t, '/desk/accounts/1001', {
    rights: ['trades.view', 'accounts.view'],
    language: 'de-DE',
    answers: {
      ...ONE_ACCOUNT,
      'GET /admin/v1/accounts/{login}/positions': [POSITION],
      'POST /admin/v1/accounts/{login}/check': {
        differences: [{ field: 'balance', stored: '1.00', computed: '2.00' }],
      },
    },
  })
  await desk.button('Mehr').click()
  await desk.button('Mit Deals vergleichen…').click()
  t.same((await desk.dialog.role('table').rows()).at(-1), ['balance', '1.00', '2.00'])
  t.equal(desk.button(/^Korrigieren|^Löschen|beheben/).count(), 0)
  t.equal(desk.role('link', /^Zurückgehaltene/).count(), 0)
})

const NOTHING_WAITS: FrameSchemas['WaitingView'] = {
  applications: null,
  held_fills: null,
  dealing: null,
  mail: null,
  outbox_failed: null,
  jobs_failed: null,
  applications_since: null,
  held_fills_since: null,
  dealing_since: null,
  mail_since: null,
  outbox_failed_since: null,
  jobs_failed_since: null,
}
const HELD: Schemas['HeldFillView'] = {
  login: 1001,
  group: 'demo\\usd',
  order_id: 601,
  number: 1,
  version: 3,
  gateway_id: 1,
  sent_order_id: 601,
  symbol: 'EURUSD',
  digits: 5,
  side: 'buy',
  volume: '0.5',
  price: '1.18000',
  bid: '1.16990',
  ask: '1.17000',
  why: 'price',
  at: '2026-11-30T11:00:00.000Z',
  execution_id: 'E-1',
  external_id: null,
  decision: null,
}

t.test('held fills are booked at a price or refused with a reason, each once', async (t) => {
  const other = { ...HELD, order_id: 602, execution_id: 'E-2' }
  const decide = 'POST /admin/v1/accounts/{login}/held-fills/{order_id}/{number}'
  const opened = { ...ONE_TRADE, kind: 'orders', deals: [{ ...DEAL, price: '1.17005' }] } as const
  const desk = await ComponentDesk.open(t, '/desk/held', {
    answers: {
      'GET /admin/v1/held-fills': pageOf([]),
      'POST /admin/v1/accounts/{login}/trade/check': CHECKED,
      'GET /admin/v1/trades/{kind}/{id}': opened,
      'GET /admin/v1/journal': pageOf([]),
      [decide]: HELD,
    },
  })
  await desk.text('No held fills.').shown()
  desk.answer({ 'GET /admin/v1/held-fills': pageOf([HELD, other]) })
  desk.tell('waiting', { ...NOTHING_WAITS, held_fills: 2 })
  const rows = desk.role('row').with('far from the market')
  await rows.counts(2)
  await rows.first.click()
  t.equal(desk.place, '/desk/held/601/1')
  await desk.text('1000 points worse for the client · −500.00 USD').shown()
  await desk.button('Book at a price…').click()
  const { dialog } = desk
  await dialog.label('Price').fill('1.17005')
  await dialog.label('Reason').fill('as agreed')
  desk.answer({ 'GET /admin/v1/held-fills': pageOf([other]) })
  await dialog.button('Book at 1.17005').doubleClick()
  await dialog.text('Fill booked').shown()
  await dialog.text(/Opened: Buy 0.10 EURUSD at 1.17005/).shown()
  t.match(desk.sent(decide), [
    {
      params: { login: 1001, order_id: 601, number: 1 },
      body: { action: 'book', version: 3, price: '1.17005', reason: 'as agreed' },
    },
  ])
  t.equal(desk.sent(decide).length, 1)
  await dialog.button('Close').last.click()
  await desk.text('This fill is no longer held.').shown()
  await rows.counts(1)
  await rows.click()
  await desk.button('Refuse…').click()
  const refuse = dialog.button('Refuse fill')
  t.ok(await refuse.isOff(), 'a reason is needed')
  await dialog.label(/^Reason/).fill('a slip of the provider')
  desk.answer({ [decide]: inTurn(LOST, other), 'GET /admin/v1/held-fills': pageOf([]) })
  await refuse.click()
  await dialog.button('Send again').click()
  await dialog.text('Fill refused').shown()
  const [, first, second] = desk.sent(decide)
  t.match(first?.body, { action: 'refuse', reason: 'a slip of the provider' })
  t.same(first, second, 'under the same key')
  await dialog.button('Close').last.click()
  await desk.text('No held fills.').shown()
})
