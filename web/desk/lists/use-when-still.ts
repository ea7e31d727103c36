import { useEffect, useState } from 'preact/hooks'
import { after } from '../../link/clock.js'
import type { Answer } from '../../link/rest.js'

/** What the server said of something that is being typed. */
export interface StillAnswer<T> {
  readonly data: T | null
  readonly refused: Answer<unknown> | null
  /** It is of what was typed before. */
  readonly isOld: boolean
}

/** Typing stands still for so long before it is asked. */
const STILL_MS = 400

/** Asks each time that `key` stands still, and again whenever `count` is another; nothing is asked for an empty one. */
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
  useEffect(() => {
    if (key === '') return undefined
    let isGone = false
    const stop = after(STILL_MS, () => {
      void ask().then((answer) => {
        if (isGone) return
        const { ok, data } = answer
        setKnown({ key, data: ok ? data : null, refused: ok ? null : answer })
      })
    })
    return () => {
      isGone = true
      stop()
    }
  }, [key, count])
  if (key === '') return { data: null, refused: null, isOld: false }
  return { data: known.data, refused: known.refused, isOld: known.key !== key }
}
