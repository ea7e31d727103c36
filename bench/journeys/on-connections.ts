import { pause } from '../../test/crash/server-process.js'
import { FIX_IDS } from '../../test/given/floors/provider-house.js'
import type { Ground } from './ground.js'
import { expectText, type Journey } from './journey.js'
import { openRecord } from './on-settings.js'

const LOOK_MS = 200

/** Journeys of those who look after feeds, mail servers and long work of the server. */
export const ON_CONNECTIONS: readonly Journey[] = [
  {
    number: 32,
    name: 'Reconnect a feed, and read why it failed',
    designed: null,
    elsewhere: '8',
    async walk(hand) {
      await openRecord(hand, 'Datafeeds', 'Morning')
      await hand.click(hand.button('Reconnect…'))
      await hand.click(hand.dialog.getByRole('button', { name: 'Reconnect Morning' }))
      await hand.text('Morning is reconnecting').waitFor()
      await hand.click(hand.button('Log'))
      await hand.dialog.getByRole('table').waitFor()
    },
  },
  {
    number: 33,
    name: 'Take the symbols of a new provider',
    designed: null,
    elsewhere: '20 a symbol',
    prepare: listed,
    async walk(hand, { asStaff }) {
      await openRecord(hand, 'Datafeeds', 'Lister')
      await hand.click(hand.button('Import symbols…'))
      await hand.dialog.getByText('2 symbols would be created').first().waitFor()
      await hand.click(hand.dialog.getByRole('button', { name: 'Create 2 symbols' }))
      await hand.dialog.getByText('2 symbols created').first().waitFor()
      const { items } = await asStaff<{ items: { path: string; trade_access: string }[] }>(
        'GET /admin/v1/symbols?limit=100',
      )
      const symbol = items.find(({ path }) => path.endsWith('NOKSEK'))
      expectText(symbol?.trade_access, 'disabled')
    },
  },
  {
    number: 34,
    name: 'Try the mail server, and see what waits',
    designed: null,
    elsewhere: 'not there',
    async walk(hand, { mailbox }) {
      const before = mailbox.taken.length
      await openRecord(hand, 'Mail servers', 'Main')
      await hand.click(hand.button('Send test e-mail…'))
      await hand.dialog.waitFor()
      await hand.type('ada@example.com')
      await hand.press('Enter')
      await hand.text('Test e-mail to ada@example.com sent').waitFor()
      await mailbox.until(before + 1)
      await hand.click(hand.button('Outbox'))
      await hand.dialog.getByRole('table').waitFor()
    },
  },
  {
    number: 35,
    name: 'All accounts as a table, made by a job',
    designed: null,
    elsewhere: '4',
    async walk(hand) {
      await hand.go('a')
      const saved = hand.page.waitForEvent('download')
      await hand.click(hand.button('CSV'))
      await saved
    },
  },
]

/** A feed whose provider has sent the names of two symbols. */
async function listed({ asStaff, lister, server, staff }: Ground): Promise<void> {
  const { id } = await asStaff<{ id: number }>('POST /admin/v1/datafeeds', {
    name: 'Lister',
    module: 'fix44',
    server: lister.address,
    params: FIX_IDS,
    reconnect_sec: 1,
  })
  await lister.admit()
  await lister.until(() => lister.of('x').length > 0)
  const request = lister.of('x')[0]
  lister.send('y', [
    [320, request?.text(320) ?? ''],
    [322, '1'],
    [560, '0'],
    [146, '2'],
    [55, 'NOKSEK'],
    [55, 'NZDCHF'],
  ])
  const preview = `POST /admin/v1/datafeeds/${id}/import-symbols?dry_run=true`
  for (;;) {
    const { data } = await server.ask<{ planned?: object[] } | null>(preview, staff)
    if (data?.planned?.length === 2) return
    await pause(LOOK_MS)
  }
}
