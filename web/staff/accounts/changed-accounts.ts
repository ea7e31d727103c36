import { hear } from '../connection/link.js'

/**
 * Runs when the record of an account has changed, with its login and version, until the function that it answers is called:
 * of those whose money is looked at (`money.ts`), and while the line is live.
 */
export function hearAccounts(run: (login: number, version: number) => void): () => void {
  return hear('config_changed', ({ kind, id, version }) => {
    if (kind === 'accounts') run(id, version)
  })
}
