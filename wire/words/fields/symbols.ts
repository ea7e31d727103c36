import type { FieldWords } from './field-words.js'
import { symbolTermsFields } from './symbol-terms.js'

/** Fields of `symbols`, but for the terms that a group may have otherwise. */
export const symbolsFields: FieldWords = {
  ...symbolTermsFields,
  ask_high: {
    en: [
      'Highest ask',
      'Highest ask of the candle’s period; all other prices of a candle are bids.',
    ],
    de: [
      'Höchster Briefkurs',
      'Höchster Briefkurs (Ask) im Zeitraum der Kerze; ihre übrigen Preise sind Geldkurse.',
    ],
  },
  ask_low: {
    en: ['Lowest ask', 'Lowest ask of the candle’s period; all other prices of a candle are bids.'],
    de: [
      'Tiefster Briefkurs',
      'Tiefster Briefkurs (Ask) im Zeitraum der Kerze; ihre übrigen Preise sind Geldkurse.',
    ],
  },
  at: {
    en: [
      'Time',
      'Of a candle the moment at which its period begins; of quotes the time of the last one, null while there was none.',
    ],
    de: [
      'Zeit',
      'Bei einer Kerze der Beginn ihres Zeitraums; bei Kursen die Zeit des letzten, null, solange es keinen gab.',
    ],
  },
  base_currency: {
    en: [
      'Base currency',
      'Currency that a lot of a forex symbol is counted in; left out, it is taken from the name of a pair, else it is the profit currency, and it is fixed once the symbol has been traded.',
    ],
    de: [
      'Basiswährung',
      'Währung, in der ein Lot eines Forex-Symbols gezählt wird; ohne Angabe folgt sie aus dem Namen des Paares, sonst ist sie die Gewinnwährung, und nach dem ersten Handel steht sie fest.',
    ],
  },
  calc_mode: {
    en: [
      'Calculation',
      'Formula by which margin and profit of the symbol are found; the default is forex, and it is fixed once the symbol has been traded.',
    ],
    de: [
      'Berechnungsart',
      'Formel, nach der Margin und Gewinn des Symbols berechnet werden; Standard ist forex, und nach dem ersten Handel steht sie fest.',
    ],
  },
  close: {
    en: [
      'Close',
      'Last bid of the candle’s period, so far the last one while the candle is not complete.',
    ],
    de: [
      'Schluss',
      'Letzter Geldkurs (Bid) im Zeitraum der Kerze, bei einer unfertigen der bisher letzte.',
    ],
  },
  complete: {
    en: [
      'Complete',
      'Whether the candle’s period is over; false of the one that still changes with each quote.',
    ],
    de: [
      'Fertig',
      'Ob der Zeitraum der Kerze vorbei ist; false bei der, die sich noch mit jedem Kurs ändert.',
    ],
  },
  contract_size: {
    en: [
      'Contract size',
      'Units of the underlying in one lot, as 100000 of a currency pair; it is above zero, and fixed once the symbol has been traded.',
    ],
    de: [
      'Kontraktgröße',
      'Einheiten des Basiswerts in einem Lot, etwa 100000 bei einem Währungspaar; sie ist größer als null und steht nach dem ersten Handel fest.',
    ],
  },
  day: {
    en: ['Weekday', 'Day of the session on the server’s clock, from 1 for Monday to 7 for Sunday.'],
    de: ['Wochentag', 'Tag der Sitzung auf der Serveruhr, von 1 für Montag bis 7 für Sonntag.'],
  },
  description: {
    en: [
      'Description',
      'What the symbol is, in words that traders see beside its name; empty is none.',
    ],
    de: [
      'Beschreibung',
      'Was das Symbol ist, in Worten, die Händler neben dem Namen sehen; leer heißt keine.',
    ],
  },
  digits: {
    en: [
      'Digits',
      'Decimals of the symbol’s prices, 0 to 10: the last one is a point; the number is fixed once the symbol has been traded.',
    ],
    de: [
      'Nachkommastellen',
      'Stellen der Preise hinter dem Komma, 0 bis 10: die letzte ist ein Punkt; nach dem ersten Handel steht die Zahl fest.',
    ],
  },
  expiration: {
    en: [
      'Expirations',
      'Times for which pending orders of the symbol may be placed; one that is not listed is refused, and an order that names none needs gtc here.',
    ],
    de: [
      'Gültigkeiten',
      'Wie lange Pending Orders auf das Symbol gelten dürfen; was nicht aufgeführt ist, wird abgelehnt, und eine Order ohne Angabe braucht hier gtc.',
    ],
  },
  filling: {
    en: [
      'Fillings',
      'Ways in which an order may ask to be filled, bound by the execution as well; an order that names none is always taken.',
    ],
    de: [
      'Ausführungsarten',
      'Wie eine Order ausgeführt werden darf, begrenzt auch durch den Ausführungsmodus; eine Order ohne Angabe geht immer.',
    ],
  },
  filter_max_jump_pts: {
    en: [
      'Largest jump',
      'Points by which a quote may differ from the last one taken; a larger jump waits until three quotes in a row agree or 10 seconds have passed, and 0 takes every quote.',
    ],
    de: [
      'Größter Sprung',
      'Punkte, um die ein Kurs vom zuletzt angenommenen abweichen darf; ein größerer Sprung wartet, bis drei Kurse nacheinander übereinstimmen oder 10 Sekunden um sind, und 0 nimmt jeden Kurs an.',
    ],
  },
  freeze_level_pts: {
    en: [
      'Freeze level',
      'Points from the market within which traders can no longer change, delete or close an order or position whose price, stop loss or take profit is that near; staff still can, and 0 freezes nothing.',
    ],
    de: [
      'Sperrabstand',
      'Punkte vom Markt, innerhalb derer Händler eine Order oder Position mit so nahem Preis, Stop-Loss oder Take-Profit nicht mehr ändern, löschen oder schließen; Mitarbeiter dürfen es, und 0 sperrt nichts.',
    ],
  },
  from: {
    en: [
      'From',
      'Earliest start of a candle that is answered, included; left out, the last candles up to the end are answered. Of ticks the first moment, never left out.',
    ],
    de: [
      'Von',
      'Frühester Beginn einer Kerze in der Antwort, einschließlich; ohne Angabe kommen die letzten Kerzen bis zum Ende. Bei Ticks der erste Zeitpunkt, nie ohne Angabe.',
    ],
  },
  'query.group': {
    en: [
      'Group',
      'Path of the group in whose prices ticks are told; left out, they are the symbol’s own.',
    ],
    de: [
      'Gruppe',
      'Pfad der Gruppe, in deren Preisen Ticks genannt werden; ohne Angabe sind es die des Symbols selbst.',
    ],
  },
  'data.group': {
    en: [
      'Group',
      'Path of the group in whose prices the ticks are told; null is the symbol’s own.',
    ],
    de: [
      'Gruppe',
      'Pfad der Gruppe, in deren Preisen die Ticks genannt werden; null sind die des Symbols selbst.',
    ],
  },
  next: {
    en: ['Next', 'Moment from which the ticks go on that did not fit; null where all did.'],
    de: [
      'Weiter',
      'Zeitpunkt, ab dem die Ticks weitergehen, die nicht passten; null, wenn alle passten.',
    ],
  },
  from_min: {
    en: [
      'From',
      'Minute of the day, on the server’s clock, at which the session begins; 0 is midnight.',
    ],
    de: [
      'Von',
      'Minute des Tages auf der Serveruhr, mit der die Sitzung beginnt; 0 ist Mitternacht.',
    ],
  },
  high: {
    en: [
      'High',
      'Highest bid of the candle’s period, or of the day on the server’s clock; null where that day has had no quote.',
    ],
    de: [
      'Hoch',
      'Höchster Geldkurs (Bid) im Zeitraum der Kerze oder des Tages auf der Serveruhr; null, wenn der Tag noch keinen Kurs hatte.',
    ],
  },
  initial: {
    en: [
      'Initial',
      'Factor by which the margin of a new or pending order of this kind is multiplied; 0 charges none.',
    ],
    de: [
      'Anfänglich',
      'Faktor, mit dem die Margin einer neuen oder wartenden Order dieser Art multipliziert wird; 0 verlangt keine.',
    ],
  },
  kind: {
    en: [
      'Kind',
      'In sessions what is open then, quotes or trading; in margin rates the kind of order that the row is for.',
    ],
    de: [
      'Art',
      'Bei Sitzungen, was dann offen ist, Kurse oder Handel; bei Margin-Sätzen die Art der Order, für die die Zeile gilt.',
    ],
  },
  limit: {
    en: [
      'Limit',
      'Most rows of one answer: of symbols 100 unless said, at most 1,000; of candles 500 unless said, at most 5,000; of ticks 1,000 unless said, at most 10,000, and those of one moment together.',
    ],
    de: [
      'Anzahl',
      'Höchste Zahl der Zeilen einer Antwort: bei Symbolen 100 ohne Angabe, höchstens 1.000; bei Kerzen 500 ohne Angabe, höchstens 5.000; bei Ticks 1.000 ohne Angabe, höchstens 10.000, die eines Zeitpunkts zusammen.',
    ],
  },
  low: {
    en: [
      'Low',
      'Lowest bid of the candle’s period, or of the day on the server’s clock; null where that day has had no quote.',
    ],
    de: [
      'Tief',
      'Tiefster Geldkurs (Bid) im Zeitraum der Kerze oder des Tages auf der Serveruhr; null, wenn der Tag noch keinen Kurs hatte.',
    ],
  },
  maintenance: {
    en: [
      'Maintenance',
      'Factor by which the margin of open positions of this side is multiplied; 0 takes the initial factor.',
    ],
    de: [
      'Erhaltung',
      'Faktor, mit dem die Margin offener Positionen dieser Seite multipliziert wird; bei 0 gilt der anfängliche Faktor.',
    ],
  },
  margin_currency: {
    en: [
      'Margin currency',
      'Currency in which the margin is found before it is converted to the account’s; left out, it is the base currency of forex and else the profit currency, and it is fixed once the symbol has been traded.',
    ],
    de: [
      'Margin-Währung',
      'Währung, in der die Margin entsteht, bevor sie in die Kontowährung umgerechnet wird; ohne Angabe bei Forex die Basiswährung, sonst die Gewinnwährung, und nach dem ersten Handel steht sie fest.',
    ],
  },
  mask: {
    en: [
      'Mask',
      'Names or paths of the symbols to list, with commas between; `*` stands for any characters, a leading `!` leaves out, and without a mask all are listed.',
    ],
    de: [
      'Maske',
      'Namen oder Pfade der Symbole, mit Kommas getrennt; `*` steht für beliebige Zeichen, ein `!` davor schließt aus, und ohne Maske kommen alle.',
    ],
  },
  name: {
    en: [
      'Symbol',
      'Name of the symbol, which is the last part of its path and unique in any case.',
    ],
    de: [
      'Symbol',
      'Name des Symbols, der letzte Teil seines Pfads; er ist eindeutig, Groß- und Kleinschreibung zählt nicht.',
    ],
  },
  open: {
    en: ['Open', 'First bid of the candle’s period.'],
    de: ['Eröffnung', 'Erster Geldkurs (Bid) im Zeitraum der Kerze.'],
  },
  order_kinds: {
    en: [
      'Order kinds',
      'Kinds of orders that the symbol takes; any other is refused, and all are listed by default.',
    ],
    de: [
      'Orderarten',
      'Arten von Orders, die das Symbol annimmt; andere werden abgelehnt, und ohne Angabe sind es alle.',
    ],
  },
  path: {
    en: [
      'Path',
      'Folders and name of the symbol with backslashes between, as Forex\\Majors\\EURUSD; masks fit it, and the last part is the name.',
    ],
    de: [
      'Pfad',
      'Ordner und Name des Symbols, mit umgekehrten Schrägstrichen getrennt, etwa Forex\\Majors\\EURUSD; Masken greifen darauf, und der letzte Teil ist der Name.',
    ],
  },
  position: {
    en: [
      'Position',
      'Place of the symbol in lists, also in those of traders; it is changed by putting all symbols in order.',
    ],
    de: [
      'Platz',
      'Platz des Symbols in Listen, auch in denen der Händler; geändert wird er, indem alle Symbole geordnet werden.',
    ],
  },
  profit_currency: {
    en: [
      'Profit currency',
      'Currency in which profit arises before it is converted to the account’s; left out, it is the second currency of a pair, else USD, and it is fixed once the symbol has been traded.',
    ],
    de: [
      'Gewinnwährung',
      'Währung, in der der Gewinn entsteht, bevor er in die Kontowährung umgerechnet wird; ohne Angabe die zweite Währung eines Paares, sonst USD, und nach dem ersten Handel steht sie fest.',
    ],
  },
  quote_markup_ask_pts: {
    en: [
      'Markup on the ask',
      'Points added to the ask of the symbol named as quote source; below zero it lowers it, and without a quote source it has no effect.',
    ],
    de: [
      'Aufschlag auf den Briefkurs',
      'Punkte, die zum Briefkurs der Kursquelle kommen; negativ senken sie ihn, und ohne Kursquelle wirken sie nicht.',
    ],
  },
  quote_markup_bid_pts: {
    en: [
      'Markup on the bid',
      'Points added to the bid of the symbol named as quote source; below zero it lowers it, and without a quote source it has no effect.',
    ],
    de: [
      'Aufschlag auf den Geldkurs',
      'Punkte, die zum Geldkurs der Kursquelle kommen; negativ senken sie ihn, und ohne Kursquelle wirken sie nicht.',
    ],
  },
  offer_move_pts: {
    en: [
      'Offer bound',
      'Points by which an offered price may be better for the client than the market when the client takes it; beyond them the server offers anew. 0, the default, is twice the spread at the moment of the offer.',
    ],
    de: [
      'Spielraum eines Angebots',
      'Punkte, um die ein angebotener Preis beim Annehmen für den Kunden besser sein darf als der Markt; darüber bietet der Server neu an. 0, der Standard, ist das Doppelte des Spreads beim Angebot.',
    ],
  },
  quote_max_age_sec: {
    en: [
      'Oldest quote',
      'Seconds after which a price is no longer traded at: requests are refused and stops wait, while values go by the last price; 120 by default, and 0 sets no such age.',
    ],
    de: [
      'Höchstalter des Kurses',
      'Sekunden, nach denen zu einem Preis nicht mehr gehandelt wird: Aufträge werden abgelehnt und Stops warten, Werte folgen dem letzten Preis; Standard 120, und 0 setzt keine Grenze.',
    ],
  },
  quote_source: {
    en: [
      'Quote source',
      'Path of another symbol whose quotes this one takes, with the markups; empty is its own quotes from datafeeds.',
    ],
    de: [
      'Kursquelle',
      'Pfad eines anderen Symbols, dessen Kurse dieses mit den Aufschlägen übernimmt; leer heißt eigene Kurse aus Datafeeds.',
    ],
  },
  sessions: {
    en: [
      'Sessions',
      'Hours of the week on the server’s clock in which quotes are taken and trades are made, less holidays; a kind without any session is always open.',
    ],
    de: [
      'Handelszeiten',
      'Stunden der Woche auf der Serveruhr, in denen Kurse angenommen werden und gehandelt wird, ohne die Feiertage; eine Art ohne Sitzung ist immer offen.',
    ],
  },
  spread_balance_pts: {
    en: [
      'Spread balance',
      'Points by which a fixed spread moves the bid away from the feed’s, below zero downwards; a floating spread does not use it.',
    ],
    de: [
      'Spread-Ausgleich',
      'Punkte, um die ein fester Spread den Geldkurs gegenüber dem Feed verschiebt, negativ nach unten; bei variablem Spread ohne Wirkung.',
    ],
  },
  spread_pts: {
    en: [
      'Spread',
      'Fixed distance of the ask from the bid, in points; 0 leaves the spread floating, as the feed has it.',
    ],
    de: [
      'Spread',
      'Fester Abstand des Briefkurses vom Geldkurs in Punkten; bei 0 ist der Spread variabel, wie im Feed.',
    ],
  },
  status: {
    en: [
      'Status',
      'What the server knows of the symbol now: not traded at all, with fresh quotes, or without; it is not stored.',
    ],
    de: [
      'Status',
      'Was der Server gerade vom Symbol weiß: gar nicht handelbar, mit frischen Kursen oder ohne; er wird nicht gespeichert.',
    ],
  },
  tick_size: {
    en: [
      'Tick size',
      'Step of the symbol’s prices, in whole points; 0 is one point, but futures and cfd_index need it together with the tick value.',
    ],
    de: [
      'Tick-Größe',
      'Schrittweite der Preise des Symbols, in ganzen Punkten; 0 heißt ein Punkt, doch futures und cfd_index brauchen sie zusammen mit dem Tick-Wert.',
    ],
  },
  tick_value: {
    en: [
      'Tick value',
      'Worth of one tick of a lot in the profit currency; with forex, cfd and cfd_leverage it has to be tick size x contract size, or 0 for none.',
    ],
    de: [
      'Tick-Wert',
      'Wert eines Ticks je Lot in der Gewinnwährung; bei forex, cfd und cfd_leverage muss er Tick-Größe x Kontraktgröße sein oder 0 für keinen.',
    ],
  },
  ticks: {
    en: ['Ticks', 'Number of quotes in the candle’s period.'],
    de: ['Ticks', 'Anzahl der Kurse im Zeitraum der Kerze.'],
  },
  timeframe: {
    en: [
      'Timeframe',
      'Length of a candle; days, weeks and months begin at midnight of the server’s clock.',
    ],
    de: [
      'Zeiteinheit',
      'Dauer einer Kerze; Tage, Wochen und Monate beginnen um Mitternacht der Serveruhr.',
    ],
  },
  to: {
    en: [
      'To',
      'Latest start of a candle that is answered; left out, it is now. Of ticks the latest moment, a day after the first when left out, and no later.',
    ],
    de: [
      'Bis',
      'Spätester Beginn einer Kerze in der Antwort; ohne Angabe ist es jetzt. Bei Ticks der späteste Zeitpunkt, ohne Angabe und höchstens einen Tag nach dem ersten.',
    ],
  },
  to_min: {
    en: [
      'To',
      'Minute of the day, on the server’s clock, at which the session ends; 1440 is the midnight that ends the day.',
    ],
    de: [
      'Bis',
      'Minute des Tages auf der Serveruhr, mit der die Sitzung endet; 1440 ist die Mitternacht am Ende des Tages.',
    ],
  },
  trading_closes_at: {
    en: [
      'Trading closes',
      'Next moment at which trading of the symbol closes, holidays counted; null where it does not within 400 days.',
    ],
    de: [
      'Handel schließt',
      'Nächster Zeitpunkt, zu dem der Handel des Symbols schließt, Feiertage mitgerechnet; null, wenn binnen 400 Tagen keiner kommt.',
    ],
  },
  trading_opens_at: {
    en: [
      'Trading opens',
      'Next moment at which trading of the symbol opens, while it is open the one after the close; null where it does not within 400 days, as of a symbol that is always open.',
    ],
    de: [
      'Handel öffnet',
      'Nächster Zeitpunkt, zu dem der Handel des Symbols öffnet, bei offenem Handel der nach dem Schluss; null, wenn binnen 400 Tagen keiner kommt, etwa bei einem immer offenen Symbol.',
    ],
  },
}
