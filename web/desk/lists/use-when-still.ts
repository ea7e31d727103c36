import { useState } from 'preact/hooks'
import type { Answer } from '../../link/answer.js'
import { useAfterPause } from '../../look/typing/pause.js'

/** The server's answer about something the user types. */
export interface StillAnswer<T> {
  readonly data: T | null
  readonly refused: Answer<unknown> | null
  /** True if the user has changed the input since the answer. */
  readonly isOld: boolean
}

/** How long typing has to pause before the request. */
const STILL_MS = 400

/**
 * Sends a request when `key` has not changed for a while, and again when `count` changes. An empty
 * key sends none.
 */
export function useWhenStill<T>(
  key: string,
  ask: () => Promise<Answer<T>>,
  count = 0,
): StillAnswer<T> {
  const [known, setKnown] = useState<Omit<StillAnswer<T>, 'isOld'> & { readonly key: string }>({
    key: '',
    data: null,
    refused: null,
  })
  useAfterPause(STILL_MS, key === '' ? '' : `${count} ${key}`, async (isNewest) => {
    const answer = await ask()
    const { ok, data } = answer
    if (isNewest()) setKnown({ key, data: ok ? data : null, refused: ok ? null : answer })
    return undefined
  })
  if (key === '') return { data: null, refused: null, isOld: false }
  return { data: known.data, refused: known.refused, isOld: known.key !== key }
}
