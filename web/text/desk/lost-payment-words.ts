import { byLanguage } from '../by-language.js'

/** Words of payments whose answer was lost. */
const en = {
  title: 'Payment without an answer',
  says: (what: string, login: number, time: string) =>
    `${what}, account ${login}, sent at ${time}: no answer arrived. It may have been booked.`,
  again: 'Send again',
  againHelp: 'The same payment is booked once, however often it is sent.',
  deals: 'Show deals',
  forget: 'Dismiss',
  done: (what: string, login: number) => `${what}, account ${login}: booked once`,
  receipt: (deal: number) => `Deal #${deal}`,
  refused: (what: string, login: number) => `${what}, account ${login}: not booked`,
  still: 'No answer again. Try again when the connection is back.',
}

const de: typeof en = {
  title: 'Zahlung ohne Antwort',
  says: (what, login, time) =>
    `${what}, Konto ${login}, gesendet um ${time}: Es kam keine Antwort. Die Zahlung kann gebucht sein.`,
  again: 'Erneut senden',
  againHelp: 'Dieselbe Zahlung wird nur einmal gebucht, auch wenn Sie sie mehrmals senden.',
  deals: 'Deals anzeigen',
  forget: 'Verwerfen',
  done: (what, login) => `${what}, Konto ${login}: einmal gebucht`,
  receipt: (deal) => `Deal #${deal}`,
  refused: (what, login) => `${what}, Konto ${login}: nicht gebucht`,
  still: 'Wieder keine Antwort. Versuchen Sie es erneut, sobald die Verbindung steht.',
}

export const lostPaymentWords = byLanguage(en, de)
