import { randomBytes } from 'node:crypto'
import { type Field, found, type Scenario } from '../scenario.js'

const PAGE = 'https://trade.example'

async function issue({ server, staff }: Field, login: number, body: object = {}): Promise<string> {
  const path = `POST /admin/v1/accounts/${login}/sign-in-link`
  const { data } = await server.ask<{ url: string }>(path, staff, body)
  return data.url.slice(data.url.indexOf('#link=') + '#link='.length).replace(/&.*/, '')
}

async function exchange({ server }: Field, code: string, address: string): Promise<number> {
  const signature = { headers: { 'x-forwarded-for': address } }
  const body = { code, terminal: 'desktop' }
  return (await server.ask('POST /trader/v1/auth/link', signature, body)).status
}

/** Sets the terminal's address; answers the one before. */
async function nameTerminal({ server, staff }: Field, terminal_url: unknown): Promise<unknown> {
  const { data } = await server.ask('GET /admin/v1/settings', staff)
  await server.sure('PUT /admin/v1/settings', staff, { ...data, terminal_url })
  return data['terminal_url']
}

export const guessedLinks: Scenario = {
  name: 'guessed-links',
  tries:
    'an address guesses sign-in links; others use a stolen one elsewhere and one twice at once',
  async attack(field) {
    const before = await nameTerminal(field, PAGE)
    const { login } = await field.trader('1000')
    const [guesser, client, thief] = [field.address(), field.address(), field.address()]
    const bound = await issue(field, login, { ip: client })
    let blocked = 0
    let opened = 0
    for (let n = 0; n < field.size(1_000, 30); n++) {
      const status = await exchange(
        field,
        `${login}.${randomBytes(32).toString('base64url')}`,
        guesser,
      )
      if (status === 429) blocked++
      if (status === 200) opened++
    }
    const [stolen, used] = [
      await exchange(field, bound, thief),
      await exchange(field, bound, client),
    ]
    const code = await issue(field, login)
    const both = Array.from({ length: 10 }, () => exchange(field, code, field.address()))
    const won = (await Promise.all(both)).filter((status) => status === 200).length
    await nameTerminal(field, before)
    return found(
      opened > 0 && `${opened} guesses opened a session`,
      blocked === 0 && 'no guess was refused for its number',
      stolen !== 401 && `the link of another address was answered ${stolen}`,
      used !== 200 && `the client was answered ${used} after the thief`,
      won !== 1 && `of exchanges at once ${won} opened a session`,
    )
  },
}
