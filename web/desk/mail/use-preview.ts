import { useState } from 'preact/hooks'
import type { Data, Schemas } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { lives } from '../../staff/connection/link.js'
import { type StillAnswer, useWhenStill } from '../lists/use-when-still.js'

export type PreviewAsk = Schemas['PreviewMailBody']

export interface MessagePreview extends StillAnswer<Data<'POST /admin/v1/mail/preview'>> {
  again(): void
}

/** Requests a preview of the message when the user pauses typing. `null` sends no request. */
export function usePreview(asked: PreviewAsk | null): MessagePreview {
  const key = asked === null ? '' : JSON.stringify(asked)
  const [count, setCount] = useState(0)
  const known = useWhenStill(
    key,
    () => call('POST /admin/v1/mail/preview', { body: JSON.parse(key) as PreviewAsk }),
    count + lives.value,
  )
  return { ...known, again: () => setCount((n) => n + 1) }
}
