import { call } from '../../link/rest.js'
import { say } from '../../state/notes.js'
import { accountActsWords } from '../../text/desk/account-acts-words.js'
import { answerWords } from '../../text/refusals.js'

/**
 * Opens the client's terminal, view only, in a new tab. Call it inside a click handler, or the
 * browser blocks the tab.
 */
export async function openTerminal(login: number): Promise<void> {
  const { terminal: text } = accountActsWords.value
  // The tab opens before the request, because browsers block tabs that open after an answer.
  // The new tab opens the link when the answer arrives.
  const tab = open('about:blank', '_blank')
  if (tab === null) return say('bad', text.open, text.blocked)
  const answer = await call('POST /admin/v1/accounts/{login}/sign-in-link', {
    params: { login },
    body: { read_only: true },
  })
  if (!answer.ok) {
    tab.close()
    return say('bad', text.open, answerWords(answer))
  }
  tab.opener = null
  tab.location.replace(answer.data.url)
}
