import { ACCESS_MS } from '../../../engine/access/session.js'
import { codeOf } from '../../given/codes.js'
import { WsClient } from '../../given/fronts/ws-client.js'
import { pause } from '../raw-http.js'
import { found, type Scenario } from '../scenario.js'
import { originOf } from './frames.js'

/** The attempts of staff with few rights and a narrow scope, and of a feed that is gone. */
const OPEN = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' }

export const poisonedPosition: Scenario = {
  name: 'poisoned-position',
  tries: 'a clerk who may edit trades corrects open prices to what no market has',
  async attack(field) {
    const clerk = await field.clerk(['trades.edit', 'trades.manager', 'trades.view'], 'demo\\*')
    const session = await field.trader('10000')
    const client = await WsClient.open({ port: field.server.port, headers: session.headers })
    client.send({ id: 1, op: 'trade', args: { ...OPEN, side: 'sell' } })
    const id = Number((await client.reply(1)).data?.['position_id'])
    const taken: string[] = []
    const prices = ['-5', '0', '1000000', '90071992547.40991', '900719926.64202', '9'.repeat(40)]
    for (const price_open of prices) {
      const seen = await field.server.ask<{ version: number }>(
        `GET /admin/v1/positions/${id}`,
        clerk,
      )
      if (seen.code !== 'ok') break
      const { version } = seen.data
      const answer = await field.server.ask(`PATCH /admin/v1/positions/${id}`, clerk, {
        price_open,
        version,
      })
      if (answer.code === 'ok') taken.push(price_open)
      if (answer.status >= 500) taken.push(`${price_open} (${answer.code})`)
    }
    await pause(field.size(3_000, 500))
    client.destroy()
    return found(taken.length > 0 && `taken: ${taken.join(', ')}`)
  },
}

export const beyondScope: Scenario = {
  name: 'beyond-scope',
  tries:
    'a clerk of demo groups reaches for real ones: switches, colleagues, routing tests, watching',
  async attack(field) {
    const rights = ['config.leverage', 'config.staff', 'config.routing', 'accounts.view']
    const clerk = await field.clerk([...rights, 'trades.view'], 'demo\\*', 'managers\\*')
    const colleague = await field.clerk(rights, '*')
    const real = await field.trader('1000', 'real\\standard')
    const { server } = field
    const profile = await server.ask<{ id: number }>(
      'POST /admin/v1/leverage-profiles',
      field.staff,
      { name: `Attack ${colleague.login}`, rules: [] },
    )
    const tried = [
      await server.ask('POST /admin/v1/leverage-switches', clerk, {
        group: 'real\\standard',
        leverage_profile_id: profile.data?.id ?? null,
        at: '2030-01-01T00:00:00Z',
      }),
      await server.ask(`POST /admin/v1/staff/${colleague.login}/password`, clerk, {
        password: 'Taken#2026xx',
      }),
      await server.ask(`POST /admin/v1/staff/${colleague.login}/disable`, clerk, {}),
    ]
    const got = tried.flatMap((answer, n) => (answer.code === 'ok' ? [`attempt ${n + 1}`] : []))
    const test = { kind: 'close', position_id: 1 }
    const there = await server.ask('POST /admin/v1/routing/test', clerk, {
      login: real.login,
      ...test,
    })
    const nowhere = await server.ask('POST /admin/v1/routing/test', clerk, {
      login: 999_999_999,
      ...test,
    })
    const socket = await WsClient.open({
      port: server.port,
      path: '/admin/v1/socket',
      headers: { ...originOf(field), ...clerk.headers },
    })
    socket.send({ id: 1, op: 'watch', args: { logins: [real.login] } })
    const watched = await socket.reply(1)
    socket.destroy()
    return found(
      got.length > 0 && `${got.join(', ')} went through`,
      there.code !== nowhere.code && `routing/test tells ${there.code} from ${nowhere.code}`,
      watched.code === 'ok' && 'an account out of scope was watched',
    )
  },
}

export const lockOut: Scenario = {
  name: 'lock-out',
  tries: 'one-time codes are switched on for the administrators, who have none',
  async attack({ server, staff }) {
    const path = '/admin/v1/groups/managers%5Cadministrators'
    const auth = '/admin/v1/auth/otp'
    // By the server's clock: the codes of this moment and of the next step are right.
    const { expiresAt } = await server.signInStaff()
    const now = expiresAt - ACCESS_MS
    await server.change(path, staff, { otp_required: true })
    const held = await server.ask('GET /admin/v1/accounts?limit=1', staff)
    const enrolled = await server.ask(`POST ${auth}/enrol`, staff)
    const { secret } = enrolled.data
    const confirmed = await server.ask(`POST ${auth}/confirm`, staff, {
      code: codeOf(secret, 0, now),
    })
    const free = await server.ask('GET /admin/v1/accounts?limit=1', staff)
    await server.change(path, staff, { otp_required: false })
    const off = await server.ask(`POST ${auth}/disable`, staff, { code: codeOf(secret, 1, now) })
    return found(
      held.code !== 'auth.otp_enrol_required' && `who has none was answered ${held.code}`,
      confirmed.code !== 'ok' && `confirming was answered ${confirmed.code}`,
      free.code !== 'ok' && `who has them was answered ${free.code}`,
      off.code !== 'ok' && `turning them off was answered ${off.code}`,
    )
  },
}

export const innerHosts: Scenario = {
  name: 'inner-hosts',
  tries: 'a datafeed is pointed at this machine and at a metadata service',
  async attack(field) {
    const taken: string[] = []
    for (const server of ['169.254.169.254:80', '127.0.0.1:22', '[::1]:22', '0.0.0.0:80']) {
      const answer = await field.server.ask('POST /admin/v1/datafeeds', field.staff, {
        name: `Inner ${server}`,
        module: 'dde',
        server,
        login: 'x',
        password: 'x',
      })
      if (answer.code === 'ok') taken.push(server)
    }
    return found(taken.length > 0 && `taken: ${taken.join(', ')}`)
  },
}

export const movedSecrets: Scenario = {
  name: 'moved-secrets',
  tries: 'clerks who may not read a password send it to hosts of their own',
  async attack(field) {
    const { server, staff } = field
    const comp = ['SenderCompID', 'TargetCompID'].map((name) => ({ name, value: 'X' }))
    const records = [
      ['mail-servers', 'config.mail', { sender_email: 'desk@example.com' }],
      ['gateways', 'config.gateways', { enabled: false, params: comp }],
      ['datafeeds', 'config.datafeeds', { enabled: false, module: 'dde', login: 'x' }],
    ] as const
    const moved: string[] = []
    for (const [path, right, more] of records) {
      const made = await server.ask<{ id: number }>(`POST /admin/v1/${path}`, staff, {
        name: 'Of the company',
        server: 'a.example.com:1',
        password: 'Sesame-open-7',
        ...more,
      })
      const clerk = await field.clerk([right], 'demo\\*')
      const { id } = made.data
      const answer = await server.ask(`PATCH /admin/v1/${path}/${id}`, clerk, {
        version: 1,
        server: 'thief.example.com:1',
      })
      if (answer.code === 'ok') moved.push(path)
      await server.ask(`DELETE /admin/v1/${path}/${id}`, staff)
    }
    return found(moved.length > 0 && `moved with their passwords: ${moved.join(', ')}`)
  },
}

export const foreignMail: Scenario = {
  name: 'foreign-mail',
  tries: 'a clerk of demo groups reads in the journal of mails, notices and settings of real ones',
  async attack(field) {
    const { server, staff } = field
    const clerk = await field.clerk(['journal'], 'demo\\*')
    const real = await field.trader('1000', 'real\\standard')
    const SECRET = 'Not for clerks of demo groups'
    const mail = { subject: SECRET, body: 'x' }
    await server.sure('POST /admin/v1/mail', staff, { ...mail, to_logins: [real.login] })
    await server.sure('POST /admin/v1/mail', staff, { ...mail, to_group: 'real\\*' })
    await server.sure('POST /admin/v1/notifications', staff, {
      logins: String(real.login),
      message: SECRET,
    })
    const config = { name: SECRET, module: 'deals', params: { groups: 'real\\standard' } }
    const made = await server.ask<{ id: number }>('POST /admin/v1/reports/configs', staff, config)
    await server.ask(`DELETE /admin/v1/reports/configs/${made.data?.id}`, staff)
    const count = async (as: typeof staff): Promise<number> => {
      const path = `/admin/v1/journal?limit=1000&text=${encodeURIComponent(SECRET)}`
      return (await server.ask<{ total: number }>(`GET ${path}`, as)).data.total
    }
    const [seen, all] = [await count(clerk), await count(staff)]
    return found(
      seen > 0 && `${seen} lines about real groups were read`,
      all < 4 && `the administrator reads ${all} of them`,
    )
  },
}

export const deadFeed: Scenario = {
  name: 'dead-feed',
  tries: 'an account trades on the last prices of a feed that is gone',
  async attack(field) {
    const session = await field.trader('1000')
    const client = await WsClient.open({ port: field.server.port, headers: session.headers })
    const feeds = await field.server.ask<{ id: number }[]>('GET /admin/v1/datafeeds', field.staff)
    const id = feeds.data[0]?.id ?? 0
    const path = `/admin/v1/datafeeds/${id}`
    await field.server.change(path, field.staff, { enabled: false })
    let filled = 0
    let last = ''
    const until = performance.now() + field.size(5_000, 2_000)
    for (let n = 1; performance.now() < until; n++) {
      client.send({ id: n, op: 'trade', args: { ...OPEN, volume: '0.01' } })
      last = (await client.reply(n)).code ?? ''
      filled = last === 'ok' ? filled + 1 : 0
      await pause(50)
    }
    await field.server.change(path, field.staff, { enabled: true })
    client.destroy()
    return found(filled > 0 && `filled to the end, at last with ${last}`)
  },
}

export const stopOutOfMany: Scenario = {
  name: 'stop-out-of-many',
  tries: 'an account with thousands of positions is stopped out at once',
  async prepare(field) {
    if (field.kept.has('stop-out-of-many')) return
    const path = '/admin/v1/groups/demo%5Cstandard'
    await field.server.change(path, field.staff, { limit_positions: 0 })
    const session = await field.trader('1000000')
    const client = await WsClient.open({ port: field.server.port, headers: session.headers })
    const count = field.size(5_000, 300)
    const AT_ONCE = 100
    for (let from = 0; from < count; from += AT_ONCE) {
      const ids = Array.from({ length: AT_ONCE }, (_, n) => from + n)
      for (const id of ids) client.send({ id, op: 'trade', args: { ...OPEN, volume: '0.01' } })
      for (const id of ids) {
        const reply = await client.reply(id)
        if (reply.code !== 'ok') throw new Error(`${reply.code} ${reply.message}`)
      }
      client.frames.length = 0
    }
    client.destroy()
    field.kept.set('stop-out-of-many', session.login)
  },
  async attack(field) {
    const login = field.kept.get('stop-out-of-many') as number
    await field.server.sure(`POST /admin/v1/accounts/${login}/balance`, field.staff, {
      action: 'correction',
      amount: field.isSmall ? '-999800.00' : '-997000.00',
      request_id: '00000000-0000-4000-8000-0000000057ab',
      skip_margin_check: true,
    })
    const until = performance.now() + field.size(60_000, 20_000)
    for (;;) {
      // A count: to read thousands of rows again and again would be an attack of its own.
      const path = `GET /admin/v1/positions/count?login=${login}`
      const { total } = (await field.server.ask<{ total: number }>(path, field.staff)).data
      if (total < field.size(5_000, 300) / 2) return null
      if (performance.now() > until) return `${total} positions are still open`
      await pause(100)
    }
  },
}
