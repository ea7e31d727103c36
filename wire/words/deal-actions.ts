import type { DealAction } from '../../engine/account/event.js'
import type { Words } from './words.js'

/** What a deal did. */
export const DEAL_ACTION_WORDS: Readonly<Record<DealAction, Words>> = {
  buy: {
    en: ['Buy', 'A purchase of a symbol.'],
    de: ['Kauf', 'Ein Kauf eines Symbols.'],
  },
  sell: {
    en: ['Sell', 'A sale of a symbol.'],
    de: ['Verkauf', 'Ein Verkauf eines Symbols.'],
  },
  deposit: {
    en: ['Deposit', 'Money that came to the balance.'],
    de: ['Einzahlung', 'Geld, das zum Saldo kam.'],
  },
  withdraw: {
    en: ['Withdrawal', 'Money that left the balance.'],
    de: ['Auszahlung', 'Geld, das vom Saldo abging.'],
  },
  credit_in: {
    en: ['Credit in', 'Credit that was given: it counts to equity and cannot be withdrawn.'],
    de: [
      'Kredit gegeben',
      'Kredit, der gegeben wurde: Er zählt zum Eigenkapital und ist nicht auszahlbar.',
    ],
  },
  credit_out: {
    en: ['Credit out', 'Credit that was taken back.'],
    de: ['Kredit genommen', 'Kredit, der zurückgenommen wurde.'],
  },
  bonus: {
    en: ['Bonus', 'A gift of the broker, booked to the balance.'],
    de: ['Bonus', 'Ein Geschenk des Brokers, auf den Saldo gebucht.'],
  },
  charge: {
    en: ['Charge', 'A fee outside of trading.'],
    de: ['Gebühr', 'Eine Gebühr außerhalb des Handels.'],
  },
  correction: {
    en: ['Correction', 'A booking that puts an earlier one right.'],
    de: ['Korrektur', 'Eine Buchung, die eine frühere richtigstellt.'],
  },
  commission: {
    en: ['Commission', 'Commission that is booked by itself, at the end of a day or month.'],
    de: ['Kommission', 'Kommission, die für sich gebucht wird, am Ende eines Tages oder Monats.'],
  },
  compensation: {
    en: ['Compensation', 'What lifted a negative balance to nought.'],
    de: ['Ausgleich', 'Was einen negativen Saldo auf null gehoben hat.'],
  },
}
