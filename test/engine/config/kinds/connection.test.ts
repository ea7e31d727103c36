import t from 'tap'
import { exportedConnection, givenConnection } from '../../../../engine/config/kinds/connection.js'
import { DATAFEED_MODULES } from '../../../../engine/config/kinds/datafeed.js'
import type { ConnectionParameter } from '../../../../engine/config/records/connection.js'

// Goal: parameters are kept in one way to say them, and exported without their secrets.

t.test('a flag is kept as true or false, and what is none as it was given', async (t) => {
  const name = 'Username in Logon'
  const kept = (value: string) => {
    const input = { module: 'fix44', params: [{ name, value }] }
    const params = givenConnection(DATAFEED_MODULES, input, null)['params']
    return (params as readonly ConnectionParameter[]).find((one) => one.name === name)?.value
  }
  for (const value of ['true', 'Y', 'yes', '1']) t.equal(kept(value), 'true', value)
  for (const value of ['False', 'n', 'NO', '0']) t.equal(kept(value), 'false', value)
  t.same(['', 'Maybe'].map(kept), ['', 'Maybe'])
})

t.test('secrets are left out of an export, and those that were set are named', async (t) => {
  const param = (name: string, type: ConnectionParameter['type'], value: string) => ({
    name,
    type,
    value,
    default: '',
    description: '',
  })
  const row = { source: 'EUR/USD', source_digits: 5, bid_markup_pts: 1, ask_markup_pts: 2 }
  const { fields, removed } = exportedConnection(
    {
      params: [
        param('Key', 'secret', 'sEcReT'),
        param('Other Key', 'secret', ''),
        param('Host', 'string', 'a'),
        param('Empty', 'string', ''),
      ],
      translates: [{ ...row, symbol_id: 7 }],
    },
    ((kind: string, id: number) => `${kind} ${id}`) as unknown as Parameters<
      typeof exportedConnection
    >[1],
  )
  t.same(removed, ['params/Key'])
  t.same(fields, {
    params: [
      param('Key', 'secret', ''),
      param('Other Key', 'secret', ''),
      param('Host', 'string', 'a'),
      param('Empty', 'string', ''),
    ],
    translates: [{ symbol: 'symbols 7', ...row }],
  })
})
