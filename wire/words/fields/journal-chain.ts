import type { FieldWords } from './field-words.js'

/** Fields of the chain of the journal. */
export const journalChainFields = {
  at: {
    en: ['Anchored at', 'Time at which a log was told of the line; null before the first one.'],
    de: ['Verankert am', 'Zeit, zu der ein Log von der Zeile erfuhr; null vor der ersten.'],
  },
  id: {
    en: ['Line', 'Number of the newest line that a log was told of; null before the first one.'],
    de: ['Zeile', 'Nummer der neuesten Zeile, von der ein Log erfuhr; null vor der ersten.'],
  },
  ok: {
    en: [
      'Chain holds',
      'Whether the journal still has that line as it was and the lines before it fit each other; null before the first one.',
    ],
    de: [
      'Kette hält',
      'Ob das Journal diese Zeile noch so hat und die Zeilen davor aneinander passen; null vor der ersten.',
    ],
  },
} satisfies FieldWords
