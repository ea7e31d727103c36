import { subscribe } from '../connection/link.js'

/**
 * Calls `run` with the login and version of each changed account whose money is watched
 * (`money.ts`), while the connection is live. Returns a function that unsubscribes.
 */
export function onAccountChange(run: (login: number, version: number) => void): () => void {
  return subscribe('config_changed', ({ kind, id, version }) => {
    if (kind === 'accounts') run(id, version)
  })
}
