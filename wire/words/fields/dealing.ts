import type { FieldWords } from './field-words.js'

/** Fields of `dealing`. */
export const dealingFields: FieldWords = {
  ask: {
    en: [
      'Ask',
      'Ask of the symbol now, in the prices of the account’s group; null while there is none.',
    ],
    de: [
      'Briefkurs',
      'Briefkurs des Symbols jetzt, in den Preisen der Kontogruppe; null, solange es keinen gibt.',
    ],
  },
  bid: {
    en: [
      'Bid',
      'Bid of the symbol now, in the prices of the account’s group; null while there is none.',
    ],
    de: [
      'Geldkurs',
      'Geldkurs des Symbols jetzt, in den Preisen der Kontogruppe; null, solange es keinen gibt.',
    ],
  },
  expires_at: {
    en: [
      'Waits until',
      'Time at which the request is answered trade.timeout: 30 seconds after it came, or 20 after a dealer took it.',
    ],
    de: [
      'Wartet bis',
      'Zeit, zu der der Auftrag mit trade.timeout endet: 30 Sekunden nach Eingang oder 20, nachdem ein Dealer ihn nahm.',
    ],
  },
  id: {
    en: [
      'Request',
      'Number by which dealers take and answer the request; it is that of its order.',
    ],
    de: [
      'Auftrag',
      'Nummer, unter der Dealer den Auftrag nehmen und beantworten; es ist die seiner Order.',
    ],
  },
  request: {
    en: ['Request', 'What is asked for, in the fields of a trade request.'],
    de: ['Auftragsinhalt', 'Was verlangt wird, in den Feldern eines Handelsauftrags.'],
  },
  taken_by: {
    en: ['Taken by', 'Login of the dealer who has taken the request; null while it waits for one.'],
    de: [
      'Genommen von',
      'Login des Dealers, der den Auftrag genommen hat; null, solange er auf einen wartet.',
    ],
  },
}
