import type { FieldWords } from './field-words.js'

/** Fields of orders, deals, positions, and of the answers to trade requests. */
export const commonTradesFields: FieldWords = {
  activated_at: {
    en: [
      'Activated at',
      'Time at which the trigger price of a stop limit came and its limit began to rest; null before, and for other orders.',
    ],
    de: [
      'Ausgelöst am',
      'Zeitpunkt, zu dem der Auslösepreis einer Stop-Limit-Order kam und ihr Limit zu ruhen begann; vorher und bei anderen Orders null.',
    ],
  },
  ask: {
    en: [
      'Ask',
      'Price at which the market lets buy, for an account as its group has it; null where there is none.',
    ],
    de: [
      'Brief',
      'Preis, zu dem am Markt gekauft wird, für ein Konto der seiner Gruppe; null, wo es keinen gibt.',
    ],
  },
  bid: {
    en: [
      'Bid',
      'Price at which the market lets sell, for an account as its group has it; null where there is none.',
    ],
    de: [
      'Geld',
      'Preis, zu dem am Markt verkauft wird, für ein Konto der seiner Gruppe; null, wo es keinen gibt.',
    ],
  },
  by: {
    en: [
      'By',
      'Login of who caused it: the holder, or the staff user who dealt; null is the server itself.',
    ],
    de: [
      'Durch',
      'Login dessen, der es veranlasst hat: der Inhaber oder der handelnde Mitarbeiter; null ist der Server selbst.',
    ],
  },
  by_position_id: {
    en: [
      'Opposite position',
      'Id of the position of the other side against which `close_by` closes; null for everything else.',
    ],
    de: [
      'Gegenposition',
      'Id der Position der Gegenseite, gegen die `close_by` schließt; bei allem anderen null.',
    ],
  },
  client_order_id: {
    en: [
      'Client order id',
      'Name that the sender gives a trade request, unique in the account for 7 days: sent again it answers the first result and changes nothing; null in rows of the server’s own and of staff.',
    ],
    de: [
      'Client-Order-Id',
      'Name, den der Absender einer Handelsanfrage gibt, 7 Tage lang im Konto eindeutig: Erneut gesendet liefert er das erste Ergebnis und ändert nichts; null in Zeilen des Servers und von Mitarbeitern.',
    ],
  },
  comment: {
    en: [
      'Comment',
      'Free text that stays with the trade and that traders see; routing rules may look for it; null or empty is none.',
    ],
    de: [
      'Kommentar',
      'Freier Text, der beim Geschäft bleibt und den Trader sehen; Routing-Regeln können danach suchen; null oder leer ist keiner.',
    ],
  },
  contract_size: {
    en: [
      'Contract size',
      'Units of the underlying in one lot, like 100000 of the base currency for most currency pairs; null without a symbol.',
    ],
    de: [
      'Kontraktgröße',
      'Einheiten des Basiswerts in einem Lot, etwa 100000 der Basiswährung bei den meisten Währungspaaren; ohne Symbol null.',
    ],
  },
  dealer: {
    en: ['Dealer', 'Login of the staff user who asked for it or dealt it; null where none did.'],
    de: [
      'Händler',
      'Login des Mitarbeiters, der es verlangt oder gehandelt hat; null, wo es keiner war.',
    ],
  },
  digits: {
    en: [
      'Digits',
      'Decimals of the symbol’s prices; the last one is a point; null without a symbol.',
    ],
    de: [
      'Nachkommastellen',
      'Nachkommastellen der Preise des Symbols; die letzte ist ein Punkt; ohne Symbol null.',
    ],
  },
  done_at: {
    en: [
      'Done at',
      'Time at which the order ended: filled, cancelled, rejected or expired; null while it is open.',
    ],
    de: [
      'Beendet am',
      'Zeitpunkt, zu dem die Order endete: ausgeführt, gelöscht, abgelehnt oder verfallen; null, solange sie offen ist.',
    ],
  },
  execution_id: {
    en: ['Execution', 'Id that the provider gave the fill; null where there is none.'],
    de: ['Ausführung', 'Id, die der Anbieter der Ausführung gegeben hat; null, wo es keine gibt.'],
  },
  external_id: {
    en: [
      'External id',
      'Id that the order has at the provider it was sent to; null where it was sent to none, and of positions.',
    ],
    de: [
      'Externe Id',
      'Id, die die Order bei dem Anbieter hat, an den sie ging; null, wenn sie an keinen ging, und bei Positionen.',
    ],
  },
  gateway_id: {
    en: ['Gateway', 'Id of the gateway by which the provider is reached.'],
    de: ['Gateway', 'Id des Gateways, über das der Anbieter erreicht wird.'],
  },
  kind: {
    en: [
      'Kind',
      'Of an order `market`, `limit`, `stop` or `stop_limit`; in `origin`, where it came from: `terminal`, `dealer`, `api`, `gateway` or `system`.',
    ],
    de: [
      'Art',
      'Bei einer Order `market`, `limit`, `stop` oder `stop_limit`; in `origin`, woher es kam: `terminal`, `dealer`, `api`, `gateway` oder `system`.',
    ],
  },
  order_id: {
    en: ['Order', 'Id of the order that it is about or that came of it; null where there is none.'],
    de: ['Order', 'Id der Order, um die es geht oder die daraus entstand; null, wo es keine gibt.'],
  },
  orders: {
    en: [
      'Orders',
      'Orders concerned: sent, the ids of those that are picked; answered, the orders themselves.',
    ],
    de: [
      'Orders',
      'Betroffene Orders: gesendet die Ids der ausgewählten, in der Antwort die Orders selbst.',
    ],
  },
  origin: {
    en: ['Origin', 'Where it came from and by whom.'],
    de: ['Herkunft', 'Woher es kam und durch wen.'],
  },
  point_value: {
    en: [
      'Point value',
      'What one point of the whole volume is worth now in the account’s currency, at the rate of a loss; null while a price for it is missing.',
    ],
    de: [
      'Punktwert',
      'Was ein Punkt des gesamten Volumens jetzt in Kontowährung wert ist, zum Kurs eines Verlustes; null, solange ein Kurs dafür fehlt.',
    ],
  },
  position_id: {
    en: [
      'Position',
      'Id of the position that it opens, changes or closes; null where there is none.',
    ],
    de: [
      'Position',
      'Id der Position, die es öffnet, ändert oder schließt; null, wo es keine gibt.',
    ],
  },
  positions: {
    en: [
      'Positions',
      'Positions concerned: sent, the ids of those that are picked; answered, the positions themselves.',
    ],
    de: [
      'Positionen',
      'Betroffene Positionen: gesendet die Ids der ausgewählten, in der Antwort die Positionen selbst.',
    ],
  },
  price: {
    en: [
      'Price',
      'Price of the order or the deal, that of its limit for a stop limit; null at the market, and where there is none yet.',
    ],
    de: [
      'Preis',
      'Preis der Order oder des Deals, bei einer Stop-Limit-Order der ihres Limits; null bei Orders zum Markt und solange es keinen gibt.',
    ],
  },
  price_current: {
    en: [
      'Current price',
      'Price at which a position would be closed, or an order of this side filled, now; null while there is none.',
    ],
    de: [
      'Aktueller Preis',
      'Preis, zu dem eine Position jetzt geschlossen oder eine Order dieser Seite jetzt ausgeführt würde; null, solange es keinen gibt.',
    ],
  },
  reason: {
    en: [
      'Reason',
      'What caused it: the client, a program (`api`), a dealer, a stop (`sl`, `tp`, `stop_out`), a price that came (`activation`), or the server.',
    ],
    de: [
      'Grund',
      'Was es veranlasst hat: der Kunde, ein Programm (`api`), ein Händler, ein Stop (`sl`, `tp`, `stop_out`), ein erreichter Preis (`activation`) oder der Server.',
    ],
  },
  side: {
    en: [
      'Side',
      'Direction: `buy` gains when the price rises, `sell` when it falls; null without a trade.',
    ],
    de: [
      'Seite',
      'Richtung: `buy` gewinnt bei steigendem, `sell` bei fallendem Preis; ohne Geschäft null.',
    ],
  },
  volume: {
    en: [
      'Volume',
      'Volume in lots, between the least and the most that the symbol allows and in its steps; a close without it takes the whole position.',
    ],
    de: [
      'Volumen',
      'Volumen in Lots, zwischen dem kleinsten und größten des Symbols und in dessen Schritten; ohne Angabe schließt `close` die ganze Position.',
    ],
  },
  volume_current: {
    en: ['Open volume', 'Lots of the order that are not filled yet; `0` when nothing is left.'],
    de: [
      'Offenes Volumen',
      'Lots der Order, die noch nicht ausgeführt sind; `0`, wenn nichts übrig ist.',
    ],
  },
  volume_initial: {
    en: ['Initial volume', 'Lots for which the order was placed.'],
    de: ['Anfangsvolumen', 'Lots, über die die Order aufgegeben wurde.'],
  },
  why: {
    en: [
      'Why',
      'Of a held fill `price`, too far from the market, or `money`, too much to be counted; of a routing rule why it fits or does not.',
    ],
    de: [
      'Warum',
      'Bei einer angehaltenen Ausführung `price`, zu weit vom Markt, oder `money`, zu viel, um es zu zählen; bei einer Routing-Regel, warum sie passt oder nicht.',
    ],
  },
}
