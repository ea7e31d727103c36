import t from 'tap'
import { sharedTerminal, untilInPage } from '../given/terminal.js'

// The first thing a trader checks: rows add up to their total, which the head of the page shows too, and which is the
// equity less balance and credit, at every moment while prices move.

t.setTimeout(180_000)

const LOOKS = 250

/** One look at all of it, in hundredths. */
const LOOK = `(() => {
  const cents = (text) => {
    const plain = (text ?? '').replaceAll('−', '-').replaceAll(/[^0-9.-]/g, '')
    return /\\d/.test(plain) ? Math.round(Number(plain) * 100) : null
  }
  const table = [...document.querySelectorAll('.bottom table')].find((one) => one.offsetWidth > 0)
  const names = [...table.querySelectorAll('thead th')].map((one) => one.textContent.trim())
  const place = names.findIndex((name) => name.startsWith('Net'))
  const cell = (row) => cents(row.children[place]?.textContent)
  const rows = [...table.querySelectorAll('tbody tr')].map(cell)
  const total = cell(table.querySelector('tfoot tr'))
  const figure = (name) => {
    const own = [...document.querySelectorAll('.figures .figure')]
    return cents(own.find((one) => one.querySelector('dt').textContent === name)?.querySelector('dd').textContent)
  }
  return { rows, total, net: figure('Net profit'), equity: figure('Equity'), balance: figure('Balance') }
})()`

interface Look {
  readonly rows: readonly (number | null)[]
  readonly total: number | null
  readonly net: number | null
  readonly equity: number
  readonly balance: number
}

t.test('rows, total and the head of the page agree at every look while prices move', async (t) => {
  const set = await sharedTerminal(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visitTerminal } = set
  const { login, headers } = await server.account()
  const { page } = await visitTerminal(login)
  for (const [symbol, side, volume] of [
    ['EURUSD', 'buy', '1.03'],
    ['EURUSD', 'sell', '0.47'],
    ['USDJPY', 'buy', '0.71'],
    ['USDJPY', 'sell', '0.33'],
    ['GBPUSD', 'buy', '0.29'],
  ] as const) {
    const open = { kind: 'open', symbol, side, volume }
    t.match(await server.ask('POST /trader/v1/trade', headers, open), { code: 'ok' }, symbol)
  }
  await page.locator('.bottom table tbody tr').nth(4).waitFor()
  await untilInPage(page, `${LOOK}.rows.length === 5 && !${LOOK}.rows.includes(null)`)
  // A look a frame, and until prices have moved a few times.
  const looks = await page.evaluate<Look[]>(`(async () => {
    const looks = []
    const totals = new Set()
    while (looks.length < ${LOOKS} || totals.size < 3) {
      await new Promise(requestAnimationFrame)
      const look = ${LOOK}
      looks.push(look)
      totals.add(look.total)
    }
    return looks
  })()`)
  const wrong = looks.filter(({ rows, total, net, equity, balance }) => {
    const sum = rows.reduce<number>((all, row) => all + (row ?? 0), 0)
    return sum !== total || net !== total || equity - balance !== sum
  })
  t.same(wrong, [], `${wrong.length} of ${looks.length} looks`)
})
