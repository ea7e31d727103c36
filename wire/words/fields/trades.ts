import type { FieldWords } from './field-words.js'

/** Fields of `trades`: one trade with all that belongs to it. */
export const tradesFields: FieldWords = {
  acknowledged_at: {
    en: [
      'Acknowledged at',
      'When the gateway first heard of the order from its provider, to the microsecond; null where nothing tells.',
    ],
    de: [
      'Bestätigt am',
      'Wann das Gateway zuerst vom Anbieter von der Order hörte, auf die Mikrosekunde; null, wo nichts davon bekannt ist.',
    ],
  },
  ask: {
    en: [
      'Ask',
      'Of a deal the ask of its moment, of an order that waited the ask at which it began to wait, as the account’s group had them; null elsewhere.',
    ],
    de: [
      'Brief',
      'Bei einem Deal der Briefkurs seines Augenblicks, bei einer wartenden Order der, zu dem sie zu warten begann, wie die Gruppe des Kontos sie hatte; sonst null.',
    ],
  },
  bid: {
    en: [
      'Bid',
      'Of a deal the bid of its moment, of an order that waited the bid at which it began to wait, as the account’s group had them; null elsewhere.',
    ],
    de: [
      'Geld',
      'Bei einem Deal der Geldkurs seines Augenblicks, bei einer wartenden Order der, zu dem sie zu warten begann, wie die Gruppe des Kontos sie hatte; sonst null.',
    ],
  },
  closed: {
    en: [
      'Closed position',
      'The position as it was closed; null while it is open, or where there was none.',
    ],
    de: [
      'Geschlossene Position',
      'Die Position, wie sie geschlossen wurde; null, solange sie offen ist oder es keine gab.',
    ],
  },
  deals: {
    en: ['Deals', 'Deals of the trade, the oldest first, each with the market of its moment.'],
    de: ['Deals', 'Deals des Handels, der älteste zuerst, jeder mit dem Markt seines Augenblicks.'],
  },
  decided_at: {
    en: [
      'Decided at',
      'When all that came in the same turn was decided, to the microsecond; null where nothing tells.',
    ],
    de: [
      'Entschieden am',
      'Wann alles entschieden war, was in derselben Runde kam, auf die Mikrosekunde; null, wo nichts davon bekannt ist.',
    ],
  },
  digits: {
    en: [
      'Digits',
      'Decimals of the symbol’s prices; the last one is a point; null for a balance operation.',
    ],
    de: [
      'Nachkommastellen',
      'Nachkommastellen der Preise des Symbols; die letzte ist ein Punkt; null bei einer Geldbuchung.',
    ],
  },
  durable_at: {
    en: [
      'On disk at',
      'When it was on disk, and so could not be lost any more, to the microsecond; null where nothing tells.',
    ],
    de: [
      'Auf der Platte am',
      'Wann es auf der Platte war, also nicht mehr verloren gehen konnte, auf die Mikrosekunde; null, wo nichts davon bekannt ist.',
    ],
  },
  id: {
    en: ['Number', 'Number that was asked for: of an order, a deal or a position, as kind says.'],
    de: [
      'Nummer',
      'Nummer, nach der gefragt wurde: einer Order, eines Deals oder einer Position, wie kind sagt.',
    ],
  },
  is_complete: {
    en: [
      'Complete',
      'Whether these are all orders and deals of the trade; false where the oldest are left out.',
    ],
    de: [
      'Vollständig',
      'Ob dies alle Orders und Deals des Handels sind; false, wo die ältesten fehlen.',
    ],
  },
  kind: {
    en: ['Kind', 'What the number is of: `orders`, `deals` or `positions`.'],
    de: ['Art', 'Wovon die Nummer ist: `orders`, `deals` oder `positions`.'],
  },
  orders: {
    en: ['Orders', 'Orders of the trade, the oldest first, those that wait as well.'],
    de: ['Orders', 'Orders des Handels, die älteste zuerst, auch wartende.'],
  },
  position: {
    en: ['Position', 'The position as it is open now, with live figures; null where it is not.'],
    de: [
      'Position',
      'Die Position, wie sie jetzt offen ist, mit laufenden Werten; null, wo sie es nicht ist.',
    ],
  },
  position_id: {
    en: ['Position', 'Number of the position that the trade is about; null where none came of it.'],
    de: ['Position', 'Nummer der Position, um die es geht; null, wo keine daraus wurde.'],
  },
  price_asked: {
    en: [
      'Price asked',
      'Price or offer that a market order named, or the level that closed its position; null where the market’s was asked for.',
    ],
    de: [
      'Verlangter Preis',
      'Preis oder Angebot, das eine Marktorder nannte, oder die Schwelle, die ihre Position schloss; null, wo der Marktpreis verlangt war.',
    ],
  },
  provider_filled_at: {
    en: [
      'Filled at the provider',
      'When the gateway heard of the first fill, to the microsecond; null where nothing tells.',
    ],
    de: [
      'Beim Anbieter ausgeführt',
      'Wann das Gateway von der ersten Ausführung hörte, auf die Mikrosekunde; null, wo nichts davon bekannt ist.',
    ],
  },
  received_at: {
    en: [
      'Received at',
      'When the server had the request, to the microsecond; null where the server acted by itself, or nothing tells.',
    ],
    de: [
      'Empfangen am',
      'Wann der Server den Auftrag hatte, auf die Mikrosekunde; null, wo der Server von selbst handelte oder nichts davon bekannt ist.',
    ],
  },
  rule: {
    en: [
      'Rule',
      'Name of the routing rule that decided the order; null where it is gone, or none did.',
    ],
    de: [
      'Regel',
      'Name der Routing-Regel, die die Order entschied; null, wo es sie nicht mehr gibt oder keine entschied.',
    ],
  },
  rule_id: {
    en: [
      'Rule id',
      'Id of the routing rule that decided the order; null where none did, or nothing tells.',
    ],
    de: [
      'Regel-Id',
      'Id der Routing-Regel, die die Order entschied; null, wo keine entschied oder nichts davon bekannt ist.',
    ],
  },
  sent_at: {
    en: [
      'Sent at',
      'When the gateway sent the order to its provider, to the microsecond; null where nothing tells.',
    ],
    de: [
      'Gesendet am',
      'Wann das Gateway die Order an den Anbieter sandte, auf die Mikrosekunde; null, wo nichts davon bekannt ist.',
    ],
  },
  slippage: {
    en: [
      'Slippage',
      'Money of the slippage in `slippage_currency`, above 0 where the price is better for the client than asked for; null where there is none.',
    ],
    de: [
      'Slippage',
      'Geld der Slippage in `slippage_currency`, über 0, wo der Preis für den Kunden besser ist als verlangt; null, wo es keine gibt.',
    ],
  },
  slippage_currency: {
    en: [
      'Slippage currency',
      'Currency of the slippage: the one in which the symbol’s profit is counted; null without slippage.',
    ],
    de: [
      'Währung der Slippage',
      'Währung der Slippage: die, in der der Gewinn des Symbols gezählt wird; null ohne Slippage.',
    ],
  },
  slippage_pts: {
    en: [
      'Slippage in points',
      'Points between the price that was asked for and the one that was given, above 0 where that is better for the client; null where nothing was asked for.',
    ],
    de: [
      'Slippage in Punkten',
      'Punkte zwischen dem verlangten und dem gegebenen Preis, über 0, wo dieser für den Kunden besser ist; null, wo nichts verlangt war.',
    ],
  },
  symbol: {
    en: ['Symbol', 'Name of the symbol; null for a balance operation.'],
    de: ['Symbol', 'Name des Symbols; null bei einer Geldbuchung.'],
  },
  symbol_id: {
    en: [
      'Symbol id',
      'Id of the symbol, by which its ticks are read; null for a balance operation.',
    ],
    de: [
      'Symbol-Id',
      'Id des Symbols, mit der seine Ticks gelesen werden; null bei einer Geldbuchung.',
    ],
  },
  told_at: {
    en: [
      'Told at',
      'When the answer left for the client’s connection, to the microsecond; null where nothing tells.',
    ],
    de: [
      'Gemeldet am',
      'Wann die Antwort zur Verbindung des Kunden abging, auf die Mikrosekunde; null, wo nichts davon bekannt ist.',
    ],
  },
}
