import type { FieldWords } from './field-words.js'

/** The terms of a symbol that the rows of a group may have otherwise (`wire/schema/settings/symbol-terms.ts`). */
export const symbolTermsFields: FieldWords = {
  execution: {
    en: [
      'Execution',
      'How a market order gets its price: offered first, at the client’s price, or at the market’s; the default is market.',
    ],
    de: [
      'Ausführungsmodus',
      'Wie eine Market-Order zu ihrem Preis kommt: erst angeboten, zum Preis des Kunden oder zum Marktpreis; Standard ist market.',
    ],
  },
  margin_hedged: {
    en: [
      'Hedged margin',
      'What volume that is bought and sold at once is charged on hedging accounts: with an initial margin, and for futures, an amount for each lot, else the contract size to reckon with; 0 makes it free.',
    ],
    de: [
      'Gehedgte Margin',
      'Was auf Hedging-Konten für zugleich gekauftes und verkauftes Volumen gilt: mit anfänglicher Margin und bei Futures ein Betrag je Lot, sonst die Kontraktgröße der Rechnung; 0 macht es frei.',
    ],
  },
  margin_initial: {
    en: [
      'Initial margin',
      'Margin of a lot of new and pending orders, in the margin currency, in place of the formula (forex divides it by the leverage); 0 keeps to the formula, and futures have none.',
    ],
    de: [
      'Anfängliche Margin',
      'Margin je Lot für neue und wartende Orders in der Margin-Währung, anstelle der Formel (forex teilt sie durch den Hebel); 0 bleibt bei der Formel, die Futures nicht haben.',
    ],
  },
  margin_maintenance: {
    en: [
      'Maintenance margin',
      'Margin of a lot of open positions, in the margin currency; 0 takes the initial margin.',
    ],
    de: [
      'Erhaltungs-Margin',
      'Margin je Lot für offene Positionen in der Margin-Währung; bei 0 gilt die anfängliche Margin.',
    ],
  },
  margin_rates: {
    en: [
      'Margin rates',
      'Factors on the margin by kind of order; a pending kind without a row takes that of its market order, and a market order without one 1.',
    ],
    de: [
      'Margin-Sätze',
      'Faktoren auf die Margin nach Art der Order; eine wartende Art ohne Zeile nimmt den der Market-Order, und eine Market-Order ohne Zeile 1.',
    ],
  },
  stops_level_pts: {
    en: [
      'Stops level',
      'Points that stop loss, take profit and the price of a pending order keep from the market at least; with 0 it is one point.',
    ],
    de: [
      'Mindestabstand der Stops',
      'Punkte, die Stop-Loss, Take-Profit und der Preis einer Pending Order mindestens vom Markt entfernt sind; bei 0 ist es ein Punkt.',
    ],
  },
  swap_days: {
    en: [
      'Nights',
      'Seven factors from 0 to 10, Monday first: so many nights of swap the midnight after that day counts for; a 3 is the triple night, a 0 charges none.',
    ],
    de: [
      'Nächte',
      'Sieben Faktoren von 0 bis 10, Montag zuerst: so viele Nächte Swap zählt die Mitternacht nach dem Tag; eine 3 ist die dreifache Nacht, eine 0 kostet nichts.',
    ],
  },
  swap_long: {
    en: [
      'Swap of buys',
      'Swap of a lot bought for a night, in the unit of the swap mode; above zero the client gets it, below zero the client pays.',
    ],
    de: [
      'Swap für Käufe',
      'Swap je gekauftem Lot und Nacht in der Einheit des Swap-Modus; positiv erhält ihn der Kunde, negativ zahlt er ihn.',
    ],
  },
  swap_mode: {
    en: [
      'Swap mode',
      'Unit of the two swaps: points, money of a currency for each lot, or per cent a year; the default is disabled, which charges none.',
    ],
    de: [
      'Swap-Modus',
      'Einheit der beiden Swaps: Punkte, Geld einer Währung je Lot oder Prozent im Jahr; Standard ist disabled, ohne Swap.',
    ],
  },
  swap_short: {
    en: [
      'Swap of sells',
      'Swap of a lot sold for a night, in the unit of the swap mode; above zero the client gets it, below zero the client pays.',
    ],
    de: [
      'Swap für Verkäufe',
      'Swap je verkauftem Lot und Nacht in der Einheit des Swap-Modus; positiv erhält ihn der Kunde, negativ zahlt er ihn.',
    ],
  },
  swap_year_days: {
    en: [
      'Days of the year',
      'Days by which a year’s interest is divided into nights, 360 by default; only the interest modes use it.',
    ],
    de: [
      'Tage des Jahres',
      'Tage, durch die der Jahreszins in Nächte geteilt wird, Standard 360; nur die Zins-Modi verwenden es.',
    ],
  },
  trade_access: {
    en: [
      'Trading',
      'Whether the symbol is traded, on both sides, on one, or only to close what is open; disabled takes it out of traders’ lists.',
    ],
    de: [
      'Handel',
      'Ob das Symbol gehandelt wird, auf beiden Seiten, auf einer oder nur zum Schließen; disabled nimmt es aus den Listen der Händler.',
    ],
  },
  volume_limit: {
    en: [
      'Volume limit',
      'Most lots that an account may hold and have resting on one side of the symbol; 0 is no limit of its own.',
    ],
    de: [
      'Volumengrenze',
      'Höchste Zahl von Lots, die ein Konto auf einer Seite des Symbols halten und ruhen lassen darf; 0 heißt keine eigene Grenze.',
    ],
  },
  volume_max: {
    en: ['Largest volume', 'Most lots of one order; 100 by default.'],
    de: ['Höchstvolumen', 'Höchste Zahl von Lots einer Order; Standard ist 100.'],
  },
  volume_min: {
    en: [
      'Smallest volume',
      'Fewest lots of one order, from which the steps are counted; 0.01 by default.',
    ],
    de: [
      'Mindestvolumen',
      'Kleinste Zahl von Lots einer Order, von der an die Schritte zählen; Standard ist 0.01.',
    ],
  },
  volume_step: {
    en: [
      'Volume step',
      'Lots by which volumes rise from the smallest; whole steps lead exactly to the largest, and 0.01 is the default.',
    ],
    de: [
      'Volumenschritt',
      'Lots, um die Volumen vom kleinsten an steigen; ganze Schritte führen genau zum größten, Standard ist 0.01.',
    ],
  },
}
