import type { FieldWords } from './field-words.js'

/** Fields of the rows and the commissions of groups: on which terms their accounts trade. */
export const groupTerms: FieldWords = {
  charge: {
    en: [
      'Charged',
      'per_side charges each deal that opens or closes, per_deal a trade once when it opens, daily is as per_side but gathered for one deal at the day’s end.',
    ],
    de: [
      'Erhebung',
      'per_side belastet jeden öffnenden und schließenden Deal, per_deal einen Handel einmal bei der Eröffnung, daily wie per_side, aber gesammelt als ein Deal zum Tagesende.',
    ],
  },
  commissions: {
    en: [
      'Commissions',
      'What trading costs: the first row whose masks take the symbol counts; a symbol without a row, and an empty list, costs nothing.',
    ],
    de: [
      'Kommissionen',
      'Was das Handeln kostet: Die erste Zeile, deren Masken das Symbol nehmen, zählt; ein Symbol ohne Zeile und eine leere Liste kosten nichts.',
    ],
  },
  execution: {
    en: [
      'Execution',
      'How market orders find their price: request is offered one, instant offers a new one when it moved, market and exchange fill at the market; left out, the symbol’s own.',
    ],
    de: [
      'Ausführungsmodus',
      'Wie Market-Orders zu ihrem Kurs kommen: request bekommt einen angeboten, instant bei Bewegung einen neuen, market und exchange nehmen den Marktkurs; weggelassen gilt die des Symbols.',
    ],
  },
  from: {
    en: [
      'From volume',
      'Lots from which the tier counts, this volume included; left out it begins where the tier before ended.',
    ],
    de: [
      'Ab Volumen',
      'Lots, ab denen die Stufe gilt, dieses Volumen eingeschlossen; weggelassen beginnt sie, wo die vorige endet.',
    ],
  },
  initial: {
    en: [
      'Initial rate',
      'Factor on the margin of orders of this kind, 0 to 999999; 1 changes nothing, 0 charges nothing.',
    ],
    de: [
      'Anfangsfaktor',
      'Faktor auf die Margin von Orders dieser Art, 0 bis 999999; 1 ändert nichts, 0 berechnet nichts.',
    ],
  },
  kind: {
    en: [
      'Order kind',
      'Which orders the rate is for, each kind once; a pending kind without a rate takes the one of buy or sell.',
    ],
    de: [
      'Orderart',
      'Für welche Orders der Faktor gilt, jede Art einmal; eine ruhende Art ohne Faktor nimmt den von buy oder sell.',
    ],
  },
  maintenance: {
    en: [
      'Maintenance rate',
      'Factor on the margin of open positions, 0 to 999999; 0 takes the initial rate.',
    ],
    de: [
      'Haltefaktor',
      'Faktor auf die Margin offener Positionen, 0 bis 999999; 0 nimmt den Anfangsfaktor.',
    ],
  },
  margin_hedged: {
    en: [
      'Hedged margin',
      'What the covered part of a hedge is charged: money for each lot where an initial margin is set, else the contract size to reckon with; 0 charges nothing.',
    ],
    de: [
      'Gehedgte Margin',
      'Was für den gedeckten Teil eines Hedges berechnet wird: Geld je Lot, wo eine anfängliche Margin gesetzt ist, sonst die anzusetzende Kontraktgröße; 0 berechnet nichts.',
    ],
  },
  margin_initial: {
    en: [
      'Initial margin',
      'Money for each lot of an order, in the symbol’s margin currency and in the mode forex divided by the leverage, in place of the formula; 0 leaves the formula.',
    ],
    de: [
      'Anfängliche Margin',
      'Geld je Lot einer Order, in der Margin-Währung des Symbols und bei forex durch den Hebel geteilt, anstelle der Formel; bei 0 gilt die Formel.',
    ],
  },
  margin_maintenance: {
    en: [
      'Maintenance margin',
      'Money for each lot of an open position, in the margin currency of the symbol; 0 takes the initial margin.',
    ],
    de: [
      'Erhaltungs-Margin',
      'Geld je Lot einer offenen Position, in der Margin-Währung des Symbols; 0 nimmt die anfängliche Margin.',
    ],
  },
  margin_rates: {
    en: [
      'Margin rates',
      'Factors on the margin by kind of order; a list replaces all of the symbol’s, and without one of buy or sell that is 1.',
    ],
    de: [
      'Margin-Sätze',
      'Faktoren auf die Margin je Orderart; eine Liste ersetzt alle des Symbols, ohne den von buy oder sell ist dieser 1.',
    ],
  },
  mask: {
    en: [
      'Symbols',
      'Masks of symbol names or paths between commas, * for any characters, ! excludes; the first row that fits a symbol counts, and no later one.',
    ],
    de: [
      'Symbole',
      'Masken von Symbolnamen oder -pfaden, durch Kommas getrennt, * für beliebige Zeichen, ! schließt aus; die erste passende Zeile zählt, keine spätere.',
    ],
  },
  max: {
    en: [
      'Maximum',
      'The most that one deal is charged, in the currency of the group; 0, the default, is no maximum.',
    ],
    de: [
      'Höchstbetrag',
      'Das meiste, was ein Deal kostet, in der Währung der Gruppe; 0 (Vorgabe) heißt kein Höchstbetrag.',
    ],
  },
  min: {
    en: [
      'Minimum',
      'The least that one deal is charged, in the currency of the group; 0, the default, is no minimum.',
    ],
    de: [
      'Mindestbetrag',
      'Das wenigste, was ein Deal kostet, in der Währung der Gruppe; 0 (Vorgabe) heißt kein Mindestbetrag.',
    ],
  },
  mode: {
    en: [
      'Reckoned as',
      'per_lot is money of the group’s currency for each lot, percent a share of the value, points so many points of the price.',
    ],
    de: [
      'Berechnung',
      'per_lot ist Geld je Lot in der Währung der Gruppe, percent ein Anteil am Wert, points so viele Punkte des Kurses.',
    ],
  },
  spread_diff_pts: {
    en: [
      'Spread difference',
      'Points that the spread of the group’s accounts is wider, half of it off the bid, the rest onto the ask; below zero it is narrower, at the most to nothing; default 0.',
    ],
    de: [
      'Spread-Differenz',
      'Punkte, um die der Spread der Konten weiter ist, die Hälfte unter dem Geldkurs, der Rest über dem Briefkurs; unter null ist er enger, höchstens bis null; Vorgabe 0.',
    ],
  },
  stops_level_pts: {
    en: [
      'Stops level',
      'Points that stops and the prices of pending orders must keep from the market; 0 asks for one point, left out the symbol’s own counts.',
    ],
    de: [
      'Mindestabstand der Stops',
      'Punkte, die Stops und Kurse ruhender Orders vom Markt entfernt sein müssen; 0 verlangt einen Punkt, weggelassen gilt der des Symbols.',
    ],
  },
  swap_days: {
    en: [
      'Nights',
      'Seven factors, 0 to 10, Monday first: for how many nights the midnight after that day counts; the triple night is a 3.',
    ],
    de: [
      'Nächte',
      'Sieben Faktoren, 0 bis 10, Montag zuerst: für wie viele Nächte die Mitternacht nach dem Tag zählt; die dreifache Nacht ist eine 3.',
    ],
  },
  swap_long: {
    en: [
      'Swap of buys',
      'What a lot that was bought gets for a night, below zero what it pays, in the unit of the swap mode.',
    ],
    de: [
      'Swap für Käufe',
      'Was ein gekauftes Lot je Nacht erhält, unter null was es zahlt, in der Einheit des Swap-Modus.',
    ],
  },
  swap_mode: {
    en: [
      'Swap mode',
      'Unit of the swaps: disabled has none, points of the price, a currency for each lot, or interest in per cent a year on the current or the open price.',
    ],
    de: [
      'Swap-Modus',
      'Einheit der Swaps: disabled hat keine, points Punkte des Kurses, eine Währung je Lot, oder Jahreszins in Prozent auf den aktuellen oder den Eröffnungskurs.',
    ],
  },
  swap_short: {
    en: [
      'Swap of sells',
      'What a lot that was sold gets for a night, below zero what it pays, in the unit of the swap mode.',
    ],
    de: [
      'Swap für Verkäufe',
      'Was ein verkauftes Lot je Nacht erhält, unter null was es zahlt, in der Einheit des Swap-Modus.',
    ],
  },
  swap_year_days: {
    en: [
      'Days of the year',
      'Days that interest of a year is divided by, 1 to 366; of no account for swaps that are no interest.',
    ],
    de: [
      'Tage des Jahres',
      'Tage, durch die der Jahreszins geteilt wird, 1 bis 366; ohne Bedeutung für Swaps, die kein Zins sind.',
    ],
  },
  symbols: {
    en: [
      'Symbol terms',
      'Rows of symbols whose terms the accounts of the group have otherwise: the first that fits counts, and what it leaves out stays the symbol’s own.',
    ],
    de: [
      'Symbolkonditionen',
      'Zeilen von Symbolen, deren Bedingungen für die Konten der Gruppe anders sind: Die erste passende zählt, und was sie auslässt, bleibt beim Symbol.',
    ],
  },
  tiers: {
    en: [
      'Tiers',
      'Tiers by the lots of a deal, rising, the last open-ended: the whole volume is charged at the tier that it falls into; a gap between two costs nothing.',
    ],
    de: [
      'Stufen',
      'Stufen nach den Lots eines Deals, steigend, die letzte offen: Das ganze Volumen wird nach der Stufe berechnet, in die es fällt; eine Lücke dazwischen kostet nichts.',
    ],
  },
  to: {
    en: [
      'To volume',
      'Lots at which the tier ends, this volume excluded; 0, which the last tier has, is open-ended.',
    ],
    de: [
      'Bis Volumen',
      'Lots, bei denen die Stufe endet, dieses Volumen ausgeschlossen; 0, wie in der letzten Stufe, ist offen.',
    ],
  },
  trade_access: {
    en: [
      'Trading',
      'What the accounts may do with the symbol: full, long_only, short_only, close_only, or disabled, which hides it from them; left out, the symbol’s own.',
    ],
    de: [
      'Handel',
      'Was die Konten mit dem Symbol dürfen: full (alles), long_only, short_only, close_only (nur schließen) oder disabled, das es ihnen verbirgt; weggelassen gilt das des Symbols.',
    ],
  },
  value: {
    en: [
      'Commission',
      'What the tier costs, in the unit of the mode: money for each lot, per cent up to 100, or points.',
    ],
    de: [
      'Kommission',
      'Was die Stufe kostet, in der Einheit der Berechnung: Geld je Lot, Prozent bis 100 oder Punkte.',
    ],
  },
  volume_limit: {
    en: [
      'Volume limit',
      'Most lots that an account may hold on one side of the symbol, positions and pending orders together; 0 sets none.',
    ],
    de: [
      'Volumengrenze',
      'Höchste Zahl Lots, die ein Konto auf einer Seite des Symbols haben darf, Positionen und ruhende Orders zusammen; 0 setzt keine.',
    ],
  },
  volume_max: {
    en: ['Largest volume', 'Most lots of one order; left out, the symbol’s own counts.'],
    de: ['Höchstvolumen', 'Höchste Zahl Lots einer Order; weggelassen gilt die des Symbols.'],
  },
  volume_min: {
    en: ['Smallest volume', 'Least lots of one order; left out, the symbol’s own counts.'],
    de: ['Mindestvolumen', 'Kleinste Zahl Lots einer Order; weggelassen gilt die des Symbols.'],
  },
  volume_step: {
    en: [
      'Volume step',
      'Lots by which the volume of an order may rise from the smallest; left out, the symbol’s own counts.',
    ],
    de: [
      'Volumenschritt',
      'Lots, um die das Volumen einer Order vom kleinsten an steigen darf; weggelassen gilt der des Symbols.',
    ],
  },
}
