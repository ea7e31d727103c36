import { useState } from 'preact/hooks'
import type { Answer } from '../../link/answer.js'
import type { SettingsRecord } from '../../staff/settings/settings-records.js'
import { settingsWords } from '../../text/desk/settings-words.js'
import { type Faults, faultsOf, NO_FAULTS } from '../../text/faults.js'
import { answerWords } from '../../text/refusals.js'
import { affectsOf, affectsWords } from '../effects/affects.js'
import { effectsLines, effectsOf } from '../effects/effects.js'

/** The server's answer to the last dry run or save, as the form shows it. */
export function useSaveResult() {
  const [wrong, setWrong] = useState('')
  const [faults, setFaults] = useState<Faults>(NO_FAULTS)
  const [said, setSaid] = useState('')
  return {
    wrong,
    faults,
    said,
    clear() {
      setWrong('')
      setFaults(NO_FAULTS)
      setSaid('')
    },
    say: setSaid,
    tell: setWrong,
    /** Shows errors at their fields, and above them `said` or else the server's message. */
    refused(answer: Answer<unknown>, said: string | null) {
      setWrong(said ?? answerWords(answer))
      setFaults(faultsOf(answer.data))
    },
  }
}

export type SaveResult = ReturnType<typeof useSaveResult>

/** The result of a dry run: that the record can be saved, the accounts it affects, and its effect on margin. */
export function triedWords(data: unknown, canMovePrices: boolean): string {
  const [affects, effects] = [affectsOf(data), effectsOf(data)]
  return [
    settingsWords.value.fine,
    ...(affects === null ? [] : [affectsWords(affects)]),
    ...(effects === null ? [] : effectsLines(effects, canMovePrices)),
  ].join(' ')
}

/**
 * The newer record from a version conflict, with its author; null if the request was refused for
 * another reason.
 */
export function staleOf({ status, data }: Answer<unknown>) {
  if (status !== 409 || typeof data !== 'object' || data === null || !('record' in data))
    return null
  const {
    version,
    updated_by: by,
    record,
  } = data as unknown as {
    version: number
    updated_by: number | null
    record: SettingsRecord
  }
  const text = settingsWords.value
  const who = by === null ? text.server : text.staff({ login: by })
  return { record, words: text.laidUnder({ version, who }) }
}
