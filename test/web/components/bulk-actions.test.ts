import t, { type Test } from 'tap'
import type { Schemas } from '../../../web/link/contract.js'
import { ComponentDesk } from '../../given/components/component-desk.js'
import {
  type Answers,
  type Data,
  inTurn,
  LOST,
  Refusal,
  refused,
  type Sent,
} from '../../given/components/fake-server.js'
import {
  ACCOUNT,
  CODE,
  countOf,
  POSITION,
  pageOf,
  typeCode,
  windowOf,
} from '../../given/components/records.js'

// Bulk actions on accounts and positions: preview, confirmation, sending in parts, stop and result.

const row = (login: number) => ({
  ...ACCOUNT,
  login: String(login),
  agent: null,
  client_id: null,
  policy_revision: null,
  money: null,
  balance: '1.00',
  credit: '0.00',
  balance_prev_day: '0.00',
  balance_prev_month: '0.00',
})
const LOOK: Data<'POST /admin/v1/accounts/batch'> = { total: 2, refused: [], rows: [], job: null }
const JOB: Schemas['JobView'] = {
  id: 9,
  owner: 1,
  kind: 'accounts.batch',
  state: 'running',
  done: 0,
  total: 2,
  error: '',
  created_at: '2026-11-30T12:00:00.000Z',
  starts_at: null,
  started_at: null,
  finished_at: null,
}
const TWO_ACCOUNTS: Answers = {
  'GET /admin/v1/accounts/window': windowOf([row(1001), row(1002)]),
  'GET /admin/v1/accounts/window/count': countOf(2),
  'POST /admin/v1/confirmations': CODE,
}

async function leverageDialog(test: Test, answers: Answers): Promise<ComponentDesk> {
  const desk = await ComponentDesk.open(test, '/desk/accounts?q=city%3DKiel', {
    answers: { ...TWO_ACCOUNTS, ...answers },
  })
  await desk.text('2 accounts').shown()
  await desk.role('grid', 'Accounts').focus()
  await desk.keys('Control+a')
  await desk.text('2 selected').shown()
  await desk.button('Actions…').click()
  await desk.dialog.label('Action').fill('Set leverage')
  return desk
}

t.test('a preview tells what is wrong, who loses positions, and who is refused', async (t) => {
  const worst = [{ login: 1001, level_before: '500', level_after: '20' }]
  const stopped = { accounts: 1, margin_call: 0, stop_out: 1, unpriced: 0, worst }
  const desk = await leverageDialog(t, {
    'POST /admin/v1/accounts/batch': inTurn(
      refused({ 'params.leverage': 'must be a whole number' }),
      { ...LOOK, effects: stopped },
      LOOK,
    ),
  })
  const { dialog } = desk
  const look = dialog.button('Preview')
  await dialog.label(/^Leverage/).fill('1,5')
  await look.click()
  await dialog
    .role('alert')
    .with(/^Leverage: /)
    .shown()
  await dialog.label(/^Leverage/).fill('1')
  await look.click()
  await dialog.text(/below stop out and lose positions at once: 1\./).shown()
  const act = dialog.button('Apply to 2 accounts')
  t.ok(await act.isOff(), 'without the code')
  await typeCode(dialog)
  await act.enabled()
  await dialog.label(/^Leverage/).fill('25')
  await look.click()
  await dialog.text(/No account would be refused\.$/).shown()
  t.match(desk.sent('POST /admin/v1/accounts/batch').at(-1)?.body, {
    act: 'patch',
    params: { leverage: 25 },
    dry_run: true,
  })
})

const CITY = JSON.stringify([{ field: 'city', op: 'eq', value: 'Kiel' }])
const BATCH = 'POST /admin/v1/accounts/batch'
/** Previews, and begins the job when it is confirmed. */
const batch = ({ body }: Sent<typeof BATCH>) =>
  body.dry_run === true ? LOOK : { ...LOOK, job: JOB }

async function apply(desk: ComponentDesk, name: string | RegExp): Promise<void> {
  await desk.dialog.button('Preview').click()
  await typeCode(desk.dialog)
  await desk.dialog.button(name).doubleClick()
}

t.test('a job is sent once with its count, followed, and found again after a reload', async (t) => {
  const desk = await leverageDialog(t, {
    [BATCH]: batch,
    'GET /admin/v1/jobs/{id}': { ...JOB, done: 1 },
    'GET /admin/v1/jobs/{id}/result': 'login,code,message\r\n1001,ok,\r\n1002,ok,\r\n' as never,
    'GET /admin/v1/jobs': pageOf([JOB, { ...JOB, id: 8, kind: 'accounts.export' }]),
  })
  await desk.dialog.label(/^Leverage/).fill('25')
  await apply(desk, 'Apply to 2 accounts')
  await desk.role('progressbar').first.shown()
  const [, begun, ...more] = desk.sent(BATCH)
  t.same(more, [], 'once')
  t.match(begun?.body, { params: { leverage: 25 }, filter: CITY, total: 2 })
  t.match(begun?.body, { dry_run: false, confirm_code: CODE.code })
  desk.answer({ 'GET /admin/v1/jobs/{id}': { ...JOB, state: 'done', done: 2 } })
  desk.tell('job', { ...JOB, state: 'done', done: 2 })
  await desk.text('2 done · 0 refused · 0 left').shown()
  const again = await desk.reload()
  await again.text('2 done · 0 refused · 0 left').shown()
  await again.role('link', '← All bulk actions').click()
  const jobs = again.role('region', 'Jobs of the server')
  await jobs.text('Bulk action on accounts').shown()
  await jobs.text('Export of accounts').shown()
})

t.test('nothing is done if the filter has other accounts than the preview', async (t) => {
  const message = 'There are now 3 accounts instead of 2. Run the preview again.'
  const desk = await leverageDialog(t, {
    [BATCH]: ({ body }) => (body.dry_run === true ? LOOK : new Refusal('conflict', 409, message)),
  })
  await desk.dialog.label(/^Leverage/).fill('25')
  await apply(desk, 'Apply to 2 accounts')
  await desk.text(/^Nothing was done:/).shown()
  await desk.text(/There are now 3 accounts instead of 2\./).shown()
})

t.test('an action waits for its time, also after a reload, and is stopped before it', async (t) => {
  const waits = { ...JOB, state: 'waiting', starts_at: '2026-11-30T18:00:00.000Z' } as const
  const desk = await leverageDialog(t, {
    [BATCH]: inTurn(refused({ starts_at: 'must be in the future' }), LOOK, { ...LOOK, job: waits }),
    'GET /admin/v1/jobs/{id}': waits,
    'GET /admin/v1/jobs': pageOf([waits]),
    'POST /admin/v1/jobs/{id}/cancel': waits,
  })
  await desk.dialog.label(/^Leverage/).fill('50')
  await desk.dialog.label(/^Start/).fill('2020-01-01T23:30:00')
  await desk.dialog.button('Preview').click()
  await desk.dialog
    .role('alert')
    .with(/^Start: /)
    .shown()
  await desk.dialog.label(/^Start/).fill('2026-11-30T18:00:00')
  await apply(desk, /^Apply to 2 accounts at /)
  await desk.text(/^begins at /).first.shown()
  t.match(desk.sent(BATCH).at(-1)?.body, { starts_at: '2026-11-30T18:00:00Z' })
  const again = await desk.reload()
  await again.text(/^begins at /).first.shown()
  await again.button('Stop').click()
  t.same(again.sent('POST /admin/v1/jobs/{id}/cancel'), [{ params: { id: 9 } }])
  again.answer({ 'GET /admin/v1/jobs/{id}': { ...waits, state: 'cancelled' } })
  again.tell('job', { ...waits, state: 'cancelled' })
  await again.text(/^Stopped\. Completed items/).shown()
  t.equal(again.sent(BATCH).length, 3, 'it is not sent again')
})

const CLOSE = 'POST /admin/v1/positions/bulk-close'
const MANY = Array.from({ length: 1_020 }, (_, i) => ({ ...POSITION, id: i + 1 }))

t.test(
  'more than a request holds is closed in parts, by one code, and can be stopped',
  async (t) => {
    let letGo = (): void => undefined
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const done = ({ body }: Sent<typeof CLOSE>) => {
      const ids = body?.positions ?? []
      const of = { operation: 'close', kind: 'position', login: 1001, symbol: 'EURUSD' } as const
      return {
        preview: body?.preview === true,
        total: ids.length,
        positions: MANY.filter(({ id }) => ids.includes(id)),
        orders: [],
        results: ids.map((id) => ({ ...of, id, status: 'done' as const, code: 'ok', message: '' })),
      }
    }
    let isFirst = true
    const desk = await ComponentDesk.open(t, '/desk/positions?symbol=EURUSD', {
      answers: {
        'GET /admin/v1/positions/window': windowOf(MANY),
        'GET /admin/v1/positions/window/count': countOf(MANY.length),
        'GET /admin/v1/positions': ({ query }) => ({
          items: MANY.slice(((query?.page ?? 1) - 1) * 1_000, (query?.page ?? 1) * 1_000),
          page: query?.page ?? 1,
          total: MANY.length,
        }),
        'POST /admin/v1/confirmations': CODE,
        'GET /admin/v1/jobs': pageOf([]),
        [CLOSE]: done,
      },
    })
    await desk.text('1,020 positions').shown()
    await desk.role('grid', 'Positions').focus()
    await desk.keys('Control+a')
    await desk.button('Close…').click()
    const { dialog } = desk
    await dialog.text(/works in 2 parts/).shown()
    await typeCode(dialog)
    // Holds the answer to the first part, and then drops it.
    desk.answer({
      [CLOSE]: async (sent) => {
        if (!isFirst) return done(sent)
        isFirst = false
        await held
        return LOST
      },
    })
    const previews = desk.sent(CLOSE).length
    await dialog.button(/^Close 1,020/).doubleClick()
    await desk.button('Stop').click()
    await desk.text(/It stops after the current part/).shown()
    letGo()
    await desk.text(/^Stopped\. Completed items/).shown()
    await desk.text(/1,000 done · 0 refused/).shown()
    const [first, again, ...more] = desk.sent(CLOSE).slice(previews)
    t.same(first, again, 'it is the same part, under the same key')
    t.same(more, [])
    await desk.button('Continue with the 20 left…').click()
    await dialog.text(/^Number: 20 ·/).shown()
    await typeCode(dialog)
    await dialog.button('Close 20 positions').click()
    await desk.text(/20 done · 0 refused · 0 left/).shown()
    const sent = desk.sent(CLOSE).slice(previews + 1)
    const closed = sent
      .filter(({ body }) => body?.preview !== true)
      .flatMap(({ body }) => body?.positions ?? [])
    t.same(
      closed.toSorted((a, b) => a - b),
      MANY.map(({ id }) => id),
      'each once',
    )
  },
)
