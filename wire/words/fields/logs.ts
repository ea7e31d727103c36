import type { FieldWords } from './field-words.js'
import { jobFields } from './jobs.js'

/** Fields of `logs`. */
export const logsFields: FieldWords = {
  ...jobFields,
  until: {
    en: [
      'Until',
      'Archives only what was finished before this UTC time; left out: all that the logs have as the job begins.',
    ],
    de: [
      'Bis',
      'Archiviert nur, was vor diesem UTC-Zeitpunkt abgeschlossen war; ohne Angabe alles, was die Logs bei Beginn des Auftrags haben.',
    ],
  },
}
