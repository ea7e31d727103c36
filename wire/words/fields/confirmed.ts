import type { FieldWords } from './field-words.js'

/** Fields of acts that are looked at first and confirmed. */
export const confirmedFields: FieldWords = {
  confirm_code: {
    en: [
      'Code',
      'Six digits of the confirmation, typed again by whoever holds confirm_actions; others need none, and three wrong ones end it.',
    ],
    de: [
      'Code',
      'Sechs Ziffern der Bestätigung, neu eingetippt von allen mit dem Recht confirm_actions; andere brauchen sie nicht, und drei falsche beenden sie.',
    ],
  },
  confirm_token: {
    en: [
      'Confirmation',
      'Token of the confirmation that was asked for with the same parameters; only holders of confirm_actions need one.',
    ],
    de: [
      'Bestätigung',
      'Token der Bestätigung, die mit denselben Parametern angefordert wurde; nur mit dem Recht confirm_actions nötig.',
    ],
  },
  preview: {
    en: ['Preview', 'Whether what would be done is only listed; a preview needs no confirmation.'],
    de: [
      'Vorschau',
      'Ob nur aufgelistet wird, was getan würde; eine Vorschau braucht keine Bestätigung.',
    ],
  },
}
