import t from 'tap'
import { WholeServer } from '../../../given/fronts/whole-server.js'

t.test(
  'a terminal that the server has closed begins no session, which is the desk’s to say',
  async (t) => {
    const server = await WholeServer.start(t, { drill: { closedTerminals: ['web'] } })
    const { login } = await server.account()
    const at = (terminal: string) =>
      server.ask('POST /trader/v1/auth/login', {}, { login, password: 'Abcd12!x', terminal })
    t.match(await at('web'), { status: 403, code: 'auth.terminal_not_allowed' })
    t.match(await at('desktop'), { status: 200, code: 'ok' })
  },
)
