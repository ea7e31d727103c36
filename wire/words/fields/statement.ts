import type { FieldWords } from './field-words.js'

/** Fields of `statement`. */
export const statementFields: FieldWords = {
  from: {
    en: [
      'From',
      'Beginning of the period, included: a UTC time, or a day on the server clock; left out it goes back to the account’s first deal.',
    ],
    de: [
      'Von',
      'Beginn des Zeitraums, eingeschlossen: eine UTC-Zeit oder ein Tag auf der Serveruhr; ohne Angabe reicht er bis zum ersten Deal des Kontos zurück.',
    ],
  },
  to: {
    en: [
      'To',
      'End of the period, included: a UTC time, or a day on the server clock; left out it is now, and what is open is shown as of now in any case.',
    ],
    de: [
      'Bis',
      'Ende des Zeitraums, eingeschlossen: eine UTC-Zeit oder ein Tag auf der Serveruhr; ohne Angabe bis jetzt, und Offenes steht immer mit dem jetzigen Stand da.',
    ],
  },
}
