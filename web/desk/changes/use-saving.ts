import { useState } from 'preact/hooks'
import type { Answer } from '../../link/answer.js'
import { type Effects, effectsOf, typedCount } from '../effects/effects.js'
import { type SaveResult, triedWords } from './save-result.js'
import { useOneAtATime } from './use-one-at-a-time.js'

/**
 * Tries or saves a record, one request at a time. If a save would stop accounts out, it only sets
 * `effects`; `send(false, true)` then saves anyway.
 */
export function useSaving(props: {
  /** Whether a save first requests its effect on margin. */
  isLooked: boolean
  /** Whether the change may move prices. */
  canMovePrices: boolean
  result: SaveResult
  ask: (isDryRun: boolean) => Promise<Answer<unknown>>
  onRefused: (answer: Answer<unknown>) => void
  onSaved: (data: unknown) => Promise<void> | void
}) {
  const { result, ask } = props
  const [effects, setEffects] = useState<Effects | null>(null)
  const { start: send } = useOneAtATime(async (isDryRun: boolean, isSure = false) => {
    result.clear()
    const looked = props.isLooked && !isDryRun && !isSure ? await ask(true) : null
    const found = looked === null ? null : effectsOf(looked.data)
    if (found !== null && typedCount(found) > 0) {
      setEffects(found)
      return
    }
    setEffects(null)
    const answer = looked?.ok === false ? looked : await ask(isDryRun)
    if (!answer.ok) props.onRefused(answer)
    else if (isDryRun) result.say(triedWords(answer.data, props.canMovePrices))
    else await props.onSaved(answer.data)
  })
  return { send, effects, dropEffects: () => setEffects(null) }
}
