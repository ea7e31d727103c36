import type { FieldWords } from './field-words.js'
import { tradeWindowFields } from './trade-windows.js'

/** Fields of `deals`. */
export const dealsFields: FieldWords = {
  ...tradeWindowFields,
  ask: {
    en: [
      'Ask',
      'Ask at the moment of the deal, as the account’s group had it; null where there was none.',
    ],
    de: [
      'Brief',
      'Briefkurs (Ask) im Augenblick des Deals, wie ihn die Gruppe des Kontos hatte; null, wo es keinen gab.',
    ],
  },
  bid: {
    en: [
      'Bid',
      'Bid at the moment of the deal, as the account’s group had it; null where there was none.',
    ],
    de: [
      'Geld',
      'Geldkurs (Bid) im Augenblick des Deals, wie ihn die Gruppe des Kontos hatte; null, wo es keinen gab.',
    ],
  },
  execution_id: {
    en: [
      'Execution',
      'The provider’s id of the execution; `here` where the rest of its order filled here, null where all did.',
    ],
    de: [
      'Ausführung',
      'Kennung der Ausführung beim Anbieter; `here`, wo der Rest ihrer Order hier ausgeführt wurde, null, wo alles hier war.',
    ],
  },
  action: {
    en: ['Action', 'What the deal did: bought, sold, or the balance operation that it is.'],
    de: ['Aktion', 'Was der Deal tat: Kauf, Verkauf oder der Kontovorgang, der er ist.'],
  },
  by: {
    en: [
      'By',
      'Login that the deal goes back to: the account’s own or that of staff; null where the server did it by itself.',
    ],
    de: [
      'Von',
      'Login, auf den der Deal zurückgeht: das Konto selbst oder ein Mitarbeiter; null, wenn der Server es selbst tat.',
    ],
  },
  commission: {
    en: [
      'Commission',
      'Commission that the deal was charged, in the account’s currency; costs are below zero.',
    ],
    de: ['Kommission', 'Kommission des Deals in Kontowährung; Kosten sind negativ.'],
  },
  credit: {
    en: [
      'Credit',
      'Amount that the deal adds to the account’s credit, below zero what it takes; 0 of all but credit operations.',
    ],
    de: [
      'Kredit',
      'Betrag, den der Deal dem Kredit des Kontos zufügt, negativ nimmt er; 0 außer bei Kreditvorgängen.',
    ],
  },
  entry: {
    en: [
      'Entry',
      'Whether the deal opened or added to a position, closed of it, turned it round, or moved money alone.',
    ],
    de: [
      'Richtung',
      'Ob der Deal eine Position eröffnet oder vergrößert, von ihr geschlossen, sie umgedreht oder nur Geld bewegt hat.',
    ],
  },
  kind: {
    en: ['Origin', 'Who asked for what led to the deal.'],
    de: ['Herkunft', 'Wer das veranlasst hat, was zum Deal führte.'],
  },
  price: {
    en: ['Price', 'Price at which it was dealt; null of a balance operation.'],
    de: ['Preis', 'Preis, zu dem gehandelt wurde; null bei einem Kontovorgang.'],
  },
  profit: {
    en: [
      'Profit',
      'Profit that the deal realised without swap and costs, or the amount of the balance operation, in the account’s currency; 0 of one that only opens.',
    ],
    de: [
      'Gewinn',
      'Realisierter Gewinn ohne Swap und Kosten oder der Betrag des Kontovorgangs in Kontowährung; 0, wenn er nur eröffnet.',
    ],
  },
  side: {
    en: [
      'Side',
      'Side of the deal itself: a sell closes a bought position; null of a balance operation.',
    ],
    de: [
      'Seite',
      'Seite des Deals selbst: ein Verkauf schließt eine gekaufte Position; null bei einem Kontovorgang.',
    ],
  },
  swap: {
    en: [
      'Swap',
      'Swap of the closed part that the deal realised, in the account’s currency; what was paid is below zero.',
    ],
    de: [
      'Swap',
      'Swap des geschlossenen Teils, den der Deal realisiert hat, in Kontowährung; Gezahltes ist negativ.',
    ],
  },
  volume: {
    en: ['Volume', 'Lots that were dealt; null of a balance operation.'],
    de: ['Volumen', 'Gehandelte Lots; null bei einem Kontovorgang.'],
  },
}
