import type { Words } from '../words.js'

/** Values of routing rules. */
export const routingValues: Readonly<Record<string, Words>> = {
  'action.clear_stops': {
    en: [
      'Clear stops',
      'Stop loss and take profit are taken out of the request, and the walk goes on.',
    ],
    de: [
      'Stops entfernen',
      'Stop-Loss und Take-Profit werden aus dem Auftrag genommen, und es geht mit der nächsten Regel weiter.',
    ],
  },
  'action.dealer': {
    en: [
      'Named dealers',
      'The request waits for one of the rule’s dealers, who are asked in their order.',
    ],
    de: [
      'Bestimmte Dealer',
      'Der Auftrag wartet auf einen der Dealer der Regel, die der Reihe nach gefragt werden.',
    ],
  },
  'action.gateway': {
    en: [
      'Gateway',
      'The request goes to the provider of the first of the rule’s gateways that is online.',
    ],
    de: [
      'Gateway',
      'Der Auftrag geht an den Anbieter des ersten Gateways der Regel, das online ist.',
    ],
  },
  'action.reject': {
    en: ['Reject', 'The request is refused with the rule’s text.'],
    de: ['Ablehnen', 'Der Auftrag wird mit dem Text der Regel abgelehnt.'],
  },
  confirm_market_price: {
    en: ['Fill at the market', 'The request is filled at the market’s price of now.'],
    de: ['Zum Markt ausführen', 'Der Auftrag wird zum jetzigen Marktpreis ausgeführt.'],
  },
  confirm_request_price: {
    en: [
      'Fill at the client’s price',
      'The request is filled at the client’s price within its deviation, or at the market’s where that is better for the client.',
    ],
    de: [
      'Zum Kundenpreis ausführen',
      'Der Auftrag wird innerhalb der Abweichung zum Preis des Kunden ausgeführt, oder zum Markt, wenn der für ihn besser ist.',
    ],
  },
  delay: {
    en: ['Delay', 'The request waits for so many milliseconds, then the walk goes on.'],
    de: [
      'Verzögern',
      'Der Auftrag wartet so viele Millisekunden, dann geht es mit der nächsten Regel weiter.',
    ],
  },
  eq: {
    en: ['Is', 'The number is equal, or the text fits the list of masks.'],
    de: ['Ist', 'Die Zahl ist gleich, oder der Text passt zur Maskenliste.'],
  },
  'field.comment': {
    en: ['Comment', 'Comment of the request.'],
    de: ['Kommentar', 'Kommentar des Auftrags.'],
  },
  'field.deviation_pts': {
    en: ['Deviation', 'Points by which the market may be worse than the price asked for.'],
    de: ['Abweichung', 'Punkte, um die der Markt schlechter sein darf als der verlangte Preis.'],
  },
  'field.group': {
    en: ['Group', 'Path of the account’s group.'],
    de: ['Gruppe', 'Pfad der Gruppe des Kontos.'],
  },
  'field.hour': {
    en: ['Hour', 'Hour of the day on the server’s clock, 0 to 23.'],
    de: ['Stunde', 'Stunde des Tages auf der Serveruhr, 0 bis 23.'],
  },
  'field.kind': {
    en: ['Request kind', 'Kind of the request, as open or close.'],
    de: ['Auftragsart', 'Art des Auftrags, etwa open oder close.'],
  },
  'field.login': {
    en: ['Login', 'Login of the account that asks.'],
    de: ['Login', 'Login des Kontos, das den Auftrag gibt.'],
  },
  'field.side': {
    en: ['Side', 'Side of the request, buy or sell.'],
    de: ['Seite', 'Seite des Auftrags, buy oder sell.'],
  },
  'field.symbol': {
    en: ['Symbol', 'Name or path of the symbol.'],
    de: ['Symbol', 'Name oder Pfad des Symbols.'],
  },
  'field.volume': {
    en: ['Volume', 'Lots of the request.'],
    de: ['Volumen', 'Lots des Auftrags.'],
  },
  'field.weekday': {
    en: ['Weekday', 'Day of the week on the server’s clock, from 1 for Monday to 7 for Sunday.'],
    de: ['Wochentag', 'Wochentag auf der Serveruhr, von 1 für Montag bis 7 für Sonntag.'],
  },
  ge: {
    en: ['From', 'The number is greater or equal.'],
    de: ['Mindestens', 'Die Zahl ist größer oder gleich.'],
  },
  gt: {
    en: ['Above', 'The number is greater.'],
    de: ['Größer als', 'Die Zahl ist größer.'],
  },
  le: {
    en: ['Up to', 'The number is less or equal.'],
    de: ['Höchstens', 'Die Zahl ist kleiner oder gleich.'],
  },
  lt: {
    en: ['Below', 'The number is less.'],
    de: ['Kleiner als', 'Die Zahl ist kleiner.'],
  },
  ne: {
    en: ['Is not', 'The number is another, or the text does not fit the list of masks.'],
    de: ['Ist nicht', 'Die Zahl ist eine andere, oder der Text passt nicht zur Maskenliste.'],
  },
  number: {
    en: ['Number', 'The value is a decimal number.'],
    de: ['Zahl', 'Der Wert ist eine Dezimalzahl.'],
  },
  online_dealers: {
    en: [
      'Any dealer',
      'The request waits for any dealer who is online and has the account in scope.',
    ],
    de: [
      'Beliebiger Dealer',
      'Der Auftrag wartet auf einen beliebigen Dealer, der online ist und das Konto im Bereich hat.',
    ],
  },
  requote: {
    en: [
      'Requote',
      'The client is offered the market’s price for 10 seconds; who takes an offer is let through.',
    ],
    de: [
      'Requote',
      'Dem Kunden wird der Marktpreis für 10 Sekunden angeboten; wer ein Angebot annimmt, kommt durch.',
    ],
  },
  text: {
    en: ['Text', 'The value is a list of masks with commas between.'],
    de: ['Text', 'Der Wert ist eine Liste von Masken, mit Kommas getrennt.'],
  },
}
