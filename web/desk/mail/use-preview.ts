import { useEffect, useState } from 'preact/hooks'
import { after } from '../../link/clock.js'
import type { Data, Schemas } from '../../link/contract.js'
import { type Answer, call } from '../../link/rest.js'
import { lives } from '../../staff/link.js'

export type PreviewAsk = Schemas['PreviewMailBody']

/** What the server says of a mail before it is sent. */
export interface Previewed {
  readonly data: Data<'POST /admin/v1/mail/preview'> | null
  readonly refused: Answer<unknown> | null
  /** It is of what was written before. */
  readonly isOld: boolean
  again(): void
}

/** Typing stands still for so long before it is asked. */
const STILL_MS = 400

/** Asks what a mail comes to, each time what is written stands still; nothing is asked for `null`. */
export function usePreview(asked: PreviewAsk | null): Previewed {
  const key = asked === null ? '' : JSON.stringify(asked)
  const [count, setCount] = useState(0)
  const [known, setKnown] = useState<{
    readonly key: string
    readonly data: Previewed['data']
    readonly refused: Previewed['refused']
  }>({ key: '', data: null, refused: null })
  useEffect(() => {
    if (key === '') return undefined
    let isGone = false
    const stop = after(STILL_MS, () => {
      const body = JSON.parse(key) as PreviewAsk
      void call('POST /admin/v1/mail/preview', { body }).then((answer) => {
        if (isGone) return
        setKnown({
          key,
          data: answer.ok ? answer.data : null,
          refused: answer.ok ? null : answer,
        })
      })
    })
    return () => {
      isGone = true
      stop()
    }
  }, [key, count, lives.value])
  if (key === '') return { data: null, refused: null, isOld: false, again: () => undefined }
  const { data, refused } = known
  return { data, refused, isOld: known.key !== key, again: () => setCount((n) => n + 1) }
}
