import type { Words } from '../words.js'

/** Values of the terms of symbols and groups. */
export const symbolValues: Readonly<Record<string, Words>> = {
  'calc_mode.cfd': {
    en: ['CFD', 'Margin is lots x contract size x price, without leverage.'],
    de: ['CFD', 'Margin ist Lots x Kontraktgröße x Preis, ohne Hebel.'],
  },
  'calc_mode.cfd_index': {
    en: [
      'CFD on an index',
      'Margin is lots x contract size x price x tick value / tick size, without leverage.',
    ],
    de: [
      'CFD auf einen Index',
      'Margin ist Lots x Kontraktgröße x Preis x Tick-Wert / Tick-Größe, ohne Hebel.',
    ],
  },
  'calc_mode.cfd_leverage': {
    en: ['CFD with leverage', 'Margin is lots x contract size x price / leverage.'],
    de: ['CFD mit Hebel', 'Margin ist Lots x Kontraktgröße x Preis / Hebel.'],
  },
  'calc_mode.forex': {
    en: [
      'Forex',
      'Margin is lots x contract size / leverage, profit the move of the price x contract size x lots.',
    ],
    de: [
      'Forex',
      'Margin ist Lots x Kontraktgröße / Hebel, Gewinn die Preisbewegung x Kontraktgröße x Lots.',
    ],
  },
  'calc_mode.forex_no_leverage': {
    en: ['Forex without leverage', 'As forex, but the leverage does not lower the margin.'],
    de: ['Forex ohne Hebel', 'Wie Forex, doch der Hebel senkt die Margin nicht.'],
  },
  'calc_mode.futures': {
    en: [
      'Futures',
      'Margin is the initial or maintenance margin of each lot, profit is counted in ticks.',
    ],
    de: [
      'Futures',
      'Margin ist die anfängliche oder die Erhaltungs-Margin je Lot, Gewinn wird in Ticks gezählt.',
    ],
  },
  'charge.daily': {
    en: [
      'At day end',
      'Each deal that opens or closes counts, and the sum is charged at the end of the day.',
    ],
    de: [
      'Zum Tagesende',
      'Jeder eröffnende und jeder schließende Deal zählt, belastet wird die Summe am Ende des Tages.',
    ],
  },
  'charge.per_deal': {
    en: ['Once', 'A trade is charged once, when it opens.'],
    de: ['Einmal', 'Ein Trade wird einmal belastet, bei der Eröffnung.'],
  },
  'charge.per_side': {
    en: [
      'Each side',
      'Each deal that opens or closes is charged, a reversal once by its whole volume.',
    ],
    de: [
      'Je Seite',
      'Jeder eröffnende und jeder schließende Deal wird belastet, eine Umkehr einmal mit ihrem ganzen Volumen.',
    ],
  },
  'execution.exchange': {
    en: ['Exchange', 'As market, and orders may leave a rest that goes on resting.'],
    de: ['Börse', 'Wie Markt, und ein nicht ausgeführter Rest darf weiter ruhen.'],
  },
  'execution.instant': {
    en: [
      'Instant',
      'The client’s price is filled within the deviation; where the market is worse, a new one is offered.',
    ],
    de: [
      'Sofort',
      'Der Preis des Kunden gilt innerhalb der Abweichung; ist der Markt schlechter, wird ein neuer angeboten.',
    ],
  },
  'execution.market': {
    en: [
      'Market',
      'The market’s price is filled; beyond the client’s price and deviation the request is refused.',
    ],
    de: [
      'Markt',
      'Ausgeführt wird zum Marktpreis; jenseits von Preis und Abweichung des Kunden wird abgelehnt.',
    ],
  },
  'execution.request': {
    en: ['Request', 'The client asks for a price, is offered one for 10 seconds and takes it.'],
    de: [
      'Anfrage',
      'Der Kunde fragt nach einem Preis, erhält ein Angebot für 10 Sekunden und nimmt es an.',
    ],
  },
  'kind.quote': {
    en: ['Quotes', 'Hours in which quotes are taken.'],
    de: ['Kurse', 'Zeiten, in denen Kurse angenommen werden.'],
  },
  'kind.trade': {
    en: ['Trading', 'Hours in which trades are made.'],
    de: ['Handel', 'Zeiten, in denen gehandelt wird.'],
  },
  'mode.per_lot': {
    en: ['Per lot', 'An amount of the account’s currency for each lot.'],
    de: ['Je Lot', 'Ein Betrag der Kontowährung je Lot.'],
  },
  'mode.percent': {
    en: ['Per cent', 'Per cent of what the volume is worth.'],
    de: ['Prozent', 'Prozent vom Wert des Volumens.'],
  },
  'mode.points': {
    en: ['Points', 'So many points of the price, as a loss of them would be.'],
    de: ['Punkte', 'So viele Punkte des Preises, wie ein Verlust in dieser Höhe.'],
  },
  'news_mode.disabled': {
    en: ['None', 'Accounts of the group read no news.'],
    de: ['Keine', 'Konten der Gruppe lesen keine Nachrichten.'],
  },
  'news_mode.full': {
    en: ['Full', 'Accounts of the group read news whole.'],
    de: ['Vollständig', 'Konten der Gruppe lesen Nachrichten ganz.'],
  },
  'news_mode.headlines': {
    en: ['Headlines', 'Accounts of the group read headlines alone.'],
    de: ['Schlagzeilen', 'Konten der Gruppe lesen nur Schlagzeilen.'],
  },
  'status.disabled': {
    en: ['Not traded', 'Trade access of the symbol is disabled.'],
    de: ['Kein Handel', 'Das Symbol ist vom Handel ausgenommen.'],
  },
  'status.quoted': {
    en: ['Quoted', 'The symbol has a fresh quote.'],
    de: ['Mit Kurs', 'Das Symbol hat einen frischen Kurs.'],
  },
  'status.silent': {
    en: [
      'Silent',
      'The symbol has had no quote for as long as a feed may be silent (datafeeds_timeout_sec).',
    ],
    de: [
      'Ohne Kurs',
      'Das Symbol hatte so lange keinen Kurs, wie ein Feed schweigen darf (datafeeds_timeout_sec).',
    ],
  },
  'swap_mode.base_currency': {
    en: ['Base currency', 'An amount of the base currency for each lot and night.'],
    de: ['Basiswährung', 'Ein Betrag der Basiswährung je Lot und Nacht.'],
  },
  'swap_mode.deposit_currency': {
    en: ['Account currency', 'An amount of the account’s currency for each lot and night.'],
    de: ['Kontowährung', 'Ein Betrag der Kontowährung je Lot und Nacht.'],
  },
  'swap_mode.disabled': {
    en: ['None', 'No swap is charged or paid.'],
    de: ['Kein Swap', 'Es wird kein Swap berechnet oder gezahlt.'],
  },
  'swap_mode.interest_current': {
    en: [
      'Interest on the current price',
      'Per cent a year of what the volume is worth at the price that would close it now.',
    ],
    de: [
      'Zins auf den aktuellen Preis',
      'Prozent im Jahr auf den Wert des Volumens zum jetzigen Schließpreis.',
    ],
  },
  'swap_mode.interest_open': {
    en: [
      'Interest on the open price',
      'Per cent a year of what the volume was worth at its open price.',
    ],
    de: [
      'Zins auf den Eröffnungspreis',
      'Prozent im Jahr auf den Wert des Volumens zum Eröffnungspreis.',
    ],
  },
  'swap_mode.margin_currency': {
    en: ['Margin currency', 'An amount of the margin currency for each lot and night.'],
    de: ['Margin-Währung', 'Ein Betrag der Margin-Währung je Lot und Nacht.'],
  },
  'swap_mode.points': {
    en: ['Points', 'So many points of the price for each night, as a profit of them would be.'],
    de: ['Punkte', 'So viele Punkte des Preises je Nacht, wie ein Gewinn in dieser Höhe.'],
  },
  'trade_access.close_only': {
    en: ['Close only', 'Open positions may be closed, and nothing new is opened.'],
    de: ['Nur schließen', 'Offene Positionen dürfen geschlossen werden, neue entstehen nicht.'],
  },
  'trade_access.disabled': {
    en: ['Not traded', 'The symbol is neither shown to traders nor traded.'],
    de: ['Kein Handel', 'Das Symbol wird Händlern nicht gezeigt und nicht gehandelt.'],
  },
  'trade_access.full': {
    en: ['Full', 'Buys and sells open positions.'],
    de: ['Voll', 'Käufe und Verkäufe eröffnen Positionen.'],
  },
  'trade_access.long_only': {
    en: ['Buys only', 'Only buys open positions.'],
    de: ['Nur Käufe', 'Nur Käufe eröffnen Positionen.'],
  },
  'trade_access.short_only': {
    en: ['Sells only', 'Only sells open positions.'],
    de: ['Nur Verkäufe', 'Nur Verkäufe eröffnen Positionen.'],
  },
  value: {
    en: [
      'Value',
      'Tiers go by the value of all symbols of the rule together, in the rule’s currency.',
    ],
    de: [
      'Wert',
      'Die Stufen richten sich nach dem Wert aller Symbole der Regel zusammen, in der Währung der Regel.',
    ],
  },
  value_per_symbol: {
    en: [
      'Value by symbol',
      'Tiers go by the value of each symbol for itself, in the rule’s currency.',
    ],
    de: [
      'Wert je Symbol',
      'Die Stufen richten sich nach dem Wert jedes Symbols für sich, in der Währung der Regel.',
    ],
  },
  volume: {
    en: ['Lots', 'Tiers go by the lots of all symbols of the rule together.'],
    de: ['Lots', 'Die Stufen richten sich nach den Lots aller Symbole der Regel zusammen.'],
  },
  volume_per_symbol: {
    en: ['Lots by symbol', 'Tiers go by the lots of each symbol for itself.'],
    de: ['Lots je Symbol', 'Die Stufen richten sich nach den Lots jedes Symbols für sich.'],
  },
}
