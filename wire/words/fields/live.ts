import type { FieldWords } from './field-words.js'
import { liveMailFields } from './live-mail.js'
import { liveMarketFields } from './live-market.js'

/** Fields of the live sockets. */
export const liveFields: FieldWords = {
  ...liveMarketFields,
  ...liveMailFields,
  access_token: {
    en: [
      'Access token',
      'Token of a sign-in that the socket works under; sent again while it is open, a fresh one of the same login takes its place.',
    ],
    de: [
      'Zugriffstoken',
      'Token einer Anmeldung, unter der der Socket arbeitet; ein frisches desselben Logins tritt an seine Stelle, solange er offen ist.',
    ],
  },
  account: {
    en: ['Account', 'Account of the session, with its terms and its money.'],
    de: ['Konto', 'Konto der Sitzung mit seinen Bedingungen und seinem Geld.'],
  },
  action: {
    en: ['Action', 'What the deal did: bought, sold, or the balance operation that it is.'],
    de: ['Aktion', 'Was der Deal tat: Kauf, Verkauf oder der Kontovorgang, der er ist.'],
  },
  actor: {
    en: ['Actor', 'Login of whoever did it; null where the server did.'],
    de: ['Akteur', 'Login dessen, der es getan hat; null, wenn es der Server war.'],
  },
  attempts: {
    en: ['Attempts', 'How often the report job was begun; 0 while it waits.'],
    de: ['Versuche', 'Wie oft der Berichtsauftrag begonnen wurde; 0, solange er wartet.'],
  },
  behind: {
    en: ['Behind', 'Whether changes were left out, so that the list has to be read again.'],
    de: [
      'Im Rückstand',
      'Ob Änderungen ausgelassen wurden, sodass die Liste neu gelesen werden muss.',
    ],
  },
  'body.events': {
    en: [
      'Events',
      'What is told of the accounts: money, trades (orders, deals and positions), standing (margin calls and stop outs) and record (that its data have changed); left out, all of it.',
    ],
    de: [
      'Ereignisse',
      'Was von den Konten gemeldet wird: money (Geld), trades (Orders, Deals und Positionen), standing (Margin Calls und Stop-Outs) und record (dass sich seine Daten geändert haben); ohne Angabe alles.',
    ],
  },
  closed_at: {
    en: ['Closed', 'Time at which the position ended; left out or null while it is open.'],
    de: [
      'Geschlossen',
      'Zeit, zu der die Position endete; fehlt oder null, solange sie offen ist.',
    ],
  },
  code: {
    en: [
      'Code',
      'Why an exposure is told no more, not_found or too_large; left out where anything else has ended.',
    ],
    de: [
      'Code',
      'Warum ein Exposure nicht mehr gemeldet wird, not_found oder too_large; fehlt, wenn anderes endet.',
    ],
  },
  currency_digits: {
    en: ['Currency decimals', 'Decimals of amounts in the account’s currency.'],
    de: ['Nachkommastellen der Währung', 'Nachkommastellen der Beträge in der Kontowährung.'],
  },
  deviation_pct: {
    en: [
      'Max. deviation',
      'Percent that a dealer’s price may be from the market without a reason; 0 is no bound.',
    ],
    de: [
      'Max. Abweichung',
      'Prozent, um die der Preis eines Dealers ohne Grund vom Markt abweichen darf; 0 ist keine Grenze.',
    ],
  },
  entered: {
    en: ['Entered', 'Whether the account has come to the level; false where it has left it.'],
    de: ['Erreicht', 'Ob das Konto die Schwelle erreicht hat; false, wenn es sie verlassen hat.'],
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
  events: {
    en: [
      'Events',
      'Names of the events that have ended for want of a right, while others go on; left out where all have.',
    ],
    de: [
      'Ereignisse',
      'Namen der Ereignisse, die mangels eines Rechts enden, während andere weitergehen; fehlt, wenn alle enden.',
    ],
  },
  finished: {
    en: ['Finished', 'Whether the request is over, so that its answer follows.'],
    de: ['Beendet', 'Ob die Anfrage beendet ist und ihre Antwort folgt.'],
  },
  free_margin_mode: {
    en: [
      'Free margin',
      'What of the floating profit counts as free margin: all, profits, losses, or none of it.',
    ],
    de: [
      'Freie Margin',
      'Was vom schwebenden Gewinn zur freien Margin zählt: alles, nur Gewinne, nur Verluste oder nichts.',
    ],
  },
  from: {
    en: [
      'From',
      'Of candles the earliest start, of a resume the event that it goes on from, of a mail its sender’s login, and of a change the value before.',
    ],
    de: [
      'Von',
      'Bei Kerzen der früheste Beginn, beim Fortsetzen das Ereignis, nach dem es weitergeht, bei einer Nachricht der Login des Absenders, bei einer Änderung der alte Wert.',
    ],
  },
  group: {
    en: [
      'Group',
      'Path of an account’s group; of watching and exposure a mask, and of the market the group whose terms and prices are shown.',
    ],
    de: [
      'Gruppe',
      'Pfad der Gruppe eines Kontos; beim Beobachten und beim Exposure eine Maske, beim Markt die Gruppe, deren Bedingungen und Preise gezeigt werden.',
    ],
  },
  group_scope: {
    en: [
      'Group scope',
      'Masks of the groups whose accounts you may see and change, `!` taking away.',
    ],
    de: [
      'Gruppenbereich',
      'Masken der Gruppen, deren Konten Sie sehen und ändern dürfen, `!` nimmt aus.',
    ],
  },
  groups: {
    en: ['Groups', 'Masks of groups that are watched, or of an event those that are no more.'],
    de: [
      'Gruppen',
      'Gruppenmasken, die beobachtet werden, in einem Ereignis die nicht mehr beobachteten.',
    ],
  },
  hash: {
    en: ['Hash', 'Digest by which the line is chained to the one before; null where it has none.'],
    de: [
      'Prüfsumme',
      'Prüfsumme, mit der die Zeile an die vorige gekettet ist; null, wenn sie keine hat.',
    ],
  },
  id: {
    en: [
      'Id',
      'Number of what is told of; in config_changed that of the record, 0 for all of its kind, and at the dealing desk that of the request.',
    ],
    de: [
      'Nummer',
      'Nummer dessen, worum es geht; in config_changed die des Datensatzes, 0 für alle seiner Art, am Dealing Desk die des Auftrags.',
    ],
  },
  kind: {
    en: [
      'Kind',
      'What sort it is: of a request, an order, an origin, a session, a job, a line of the journal, or a record of settings; in `pending` whom the request waits for: `dealer`, `provider` or `delay`.',
    ],
    de: [
      'Art',
      'Von welcher Art es ist: bei Auftrag, Order, Herkunft, Sitzung, Job, Journalzeile oder Einstellung; in `pending`, worauf die Anfrage wartet: `dealer`, `provider` oder `delay`.',
    ],
  },
  last_error: {
    en: [
      'Last error',
      'Why the connection is not online, or what went wrong last; empty where nothing has.',
    ],
    de: [
      'Letzter Fehler',
      'Warum die Verbindung nicht online ist oder was zuletzt schiefging; leer, wenn nichts.',
    ],
  },
  left: {
    en: [
      'Left out',
      'Logins that are watched in name only, since they are out of scope now; they are told of again once they are back.',
    ],
    de: [
      'Ausgelassen',
      'Logins, die zwar vorgemerkt, aber gerade außerhalb des Bereichs sind; sie werden wieder gemeldet, sobald sie zurück sind.',
    ],
  },
  level: {
    en: ['Level', 'Margin level of the account in per cent; null where it has no margin.'],
    de: ['Margin-Level', 'Margin-Level des Kontos in Prozent; null, wenn es keine Margin hat.'],
  },
  logins: {
    en: [
      'Logins',
      'Logins of the accounts to watch, up to 1,000; in an answer how many are watched, in an event those that are no more.',
    ],
    de: [
      'Logins',
      'Logins der zu beobachtenden Konten, bis zu 1.000; in einer Antwort die Anzahl der beobachteten, in einem Ereignis die nicht mehr beobachteten.',
    ],
  },
  margin_call_level: {
    en: [
      'Margin call level',
      'Level at which the account is told of a margin call, in per cent of the margin or as equity by the stop-out mode.',
    ],
    de: [
      'Margin-Call-Schwelle',
      'Schwelle, bei der das Konto einen Margin Call erhält, je nach Stop-Out-Modus in Prozent der Margin oder als Eigenkapital.',
    ],
  },
  margin_level: {
    en: [
      'Margin level',
      'Equity in per cent of the margin; null without margin or while a price is missing.',
    ],
    de: [
      'Margin-Level',
      'Eigenkapital in Prozent der Margin; null ohne Margin oder solange ein Preis fehlt.',
    ],
  },
  margins: {
    en: ['Margins', 'Lists of low margins that are told no more; left out where none has ended.'],
    de: [
      'Margins',
      'Listen niedriger Margin-Level, die nicht mehr gemeldet werden; fehlt, wenn keine endet.',
    ],
  },
  money: {
    en: ['Money', 'Figures of the account’s money at one moment.'],
    de: ['Geld', 'Zahlen zum Geld des Kontos in einem Moment.'],
  },
  name: {
    en: [
      'Name',
      'Name of a symbol, of a file, or of the person; null where the caller may not see names.',
    ],
    de: [
      'Name',
      'Name eines Symbols, einer Datei oder der Person; null, wenn der Anfragende Namen nicht sehen darf.',
    ],
  },
  negative_balance_protection: {
    en: [
      'Negative balance protection',
      'Whether a balance that a stop out has brought below zero is made good to zero.',
    ],
    de: ['Schutz vor Minus', 'Ob ein durch Stop-Out negativer Saldo auf null ausgeglichen wird.'],
  },
  net_volume: {
    en: ['Net', 'Lots of the symbol that the account has bought less those that it has sold.'],
    de: ['Netto', 'Lots des Symbols, die das Konto gekauft hat, abzüglich der verkauften.'],
  },
  online: {
    en: ['Online', 'Whether the session is in use; false where it has gone or is seen no more.'],
    de: [
      'Online',
      'Ob die Sitzung in Gebrauch ist; false, wenn sie gegangen oder nicht mehr zu sehen ist.',
    ],
  },
  opened_at: {
    en: [
      'Opened',
      'Time at which the position was opened; after a reversal on a netting account that of the reversal.',
    ],
    de: [
      'Eröffnet',
      'Zeit der Eröffnung der Position; nach einer Umkehr auf einem Netting-Konto die der Umkehr.',
    ],
  },
  order: {
    en: ['Order', 'Order as the request left it; null where it made none.'],
    de: ['Order', 'Order, wie der Auftrag sie hinterließ; null, wenn keine entstand.'],
  },
  orders: {
    en: ['Orders', 'Pending orders of the account.'],
    de: ['Orders', 'Wartende Orders des Kontos.'],
  },
  outcome: {
    en: [
      'Outcome',
      'Code that the client was answered with, or forbidden for a dealer who may see the request no more.',
    ],
    de: [
      'Ausgang',
      'Code, mit dem der Kunde beantwortet wurde, oder forbidden für einen Dealer, der den Auftrag nicht mehr sehen darf.',
    ],
  },
  positions: {
    en: [
      'Positions',
      'Open positions of the account; of a night how many of them have its swap by now.',
    ],
    de: [
      'Positionen',
      'Offene Positionen des Kontos; bei einer Nacht, wie viele ihren Swap schon haben.',
    ],
  },
  price_close: {
    en: ['Close price', 'Price of the last close; left out or null while the position is open.'],
    de: [
      'Schlusspreis',
      'Preis des letzten Schließens; fehlt oder null, solange die Position offen ist.',
    ],
  },
  price_open: {
    en: [
      'Open price',
      'Price at which the position was opened, on netting accounts the average by volume.',
    ],
    de: [
      'Eröffnungspreis',
      'Preis, zu dem die Position eröffnet wurde, auf Netting-Konten der Durchschnitt nach Volumen.',
    ],
  },
  reason: {
    en: [
      'Reason',
      'What it came from, as the client, a stop loss or a dealer; of a closed session why it is over.',
    ],
    de: [
      'Grund',
      'Woraus es entstand, etwa Kunde, Stop-Loss oder Dealer; bei einer beendeten Sitzung, warum sie endete.',
    ],
  },
  refused: {
    en: ['Refused', 'Number of items that were refused so far.'],
    de: ['Abgelehnt', 'Anzahl der bisher abgelehnten Einträge.'],
  },
  request: {
    en: ['Request', 'What is asked for, in the fields of a trade request.'],
    de: ['Auftragsinhalt', 'Was verlangt wird, in den Feldern eines Handelsauftrags.'],
  },
  request_id: {
    en: [
      'Request id',
      'Id of the request that it belongs to, as the X-Request-Id of its answer has it.',
    ],
    de: [
      'Anfragekennung',
      'Kennung der Anfrage, zu der es gehört, wie X-Request-Id ihrer Antwort sie nennt.',
    ],
  },
  rights: {
    en: ['Rights', 'Names of the rights that you hold from now on, such as `accounts.view`.'],
    de: ['Rechte', 'Namen der Rechte, die Sie ab jetzt haben, etwa `accounts.view`.'],
  },
  rule_id: {
    en: ['Rule', 'Id of the routing rule that gives the request to dealers.'],
    de: ['Regel', 'Nummer der Routing-Regel, die den Auftrag Dealern gibt.'],
  },
  since_ms: {
    en: ['Waits for', 'Milliseconds since dealers were first asked, as the server counts them.'],
    de: [
      'Wartet seit',
      'Millisekunden, seit zuerst Dealer gefragt wurden, wie der Server sie zählt.',
    ],
  },
  state: {
    en: ['State', 'How far the order or the job has come.'],
    de: ['Status', 'Wie weit die Order oder der Job ist.'],
  },
  stop_out_level: {
    en: [
      'Stop out level',
      'Level at which the server closes positions and deletes orders, in per cent of the margin or as equity by the stop-out mode.',
    ],
    de: [
      'Stop-Out-Schwelle',
      'Schwelle, bei der der Server Positionen schließt und Orders löscht, je nach Stop-Out-Modus in Prozent der Margin oder als Eigenkapital.',
    ],
  },
  stop_out_mode: {
    en: ['Stop out mode', 'Whether both levels are per cent of the margin, or amounts of equity.'],
    de: [
      'Stop-Out-Modus',
      'Ob beide Schwellen Prozent der Margin oder Beträge des Eigenkapitals sind.',
    ],
  },
  taken_by: {
    en: ['Taken by', 'Login of the dealer who has taken the request; null while it waits for one.'],
    de: [
      'Genommen von',
      'Login des Dealers, der den Auftrag genommen hat; null, solange er auf einen wartet.',
    ],
  },
  terms: {
    en: [
      'Terms',
      'What holds for the account now, its own where it has any and else its group’s; null when its group is no more.',
    ],
    de: [
      'Bedingungen',
      'Was für das Konto gerade gilt, eigenes, wo es welches hat, sonst das seiner Gruppe; null, wenn es die Gruppe nicht mehr gibt.',
    ],
  },
  text: {
    en: [
      'Text',
      'Words of a line of the journal, or why the dealer refuses, up to 128 characters, which the client is told.',
    ],
    de: [
      'Text',
      'Worte einer Journalzeile oder die Begründung des Dealers für eine Ablehnung, bis zu 128 Zeichen, die der Kunde erfährt.',
    ],
  },
  to: {
    en: [
      'To',
      'Of candles the latest start, of a resume the event at which the account stood, of a draft the login that a trader writes to (0 is none), and of a change the value after.',
    ],
    de: [
      'Bis / an',
      'Bei Kerzen der späteste Beginn, beim Fortsetzen das Ereignis, bei dem das Konto stand, bei einem Entwurf der Login, an den ein Händler schreibt (0 heißt keiner), bei einer Änderung der neue Wert.',
    ],
  },
  total: {
    en: ['Total', 'Number of items or recipients in all; null while it is not known.'],
    de: ['Gesamt', 'Anzahl aller Einträge oder Empfänger; null, solange sie nicht bekannt ist.'],
  },
  trade_enabled: {
    en: ['May trade', 'Whether both the account and its group may trade.'],
    de: ['Darf handeln', 'Ob das Konto und seine Gruppe handeln dürfen.'],
  },
  until: {
    en: [
      'Until',
      'Time on the server’s clock until which the request waits at most; told again when it changes.',
    ],
    de: [
      'Bis',
      'Zeit auf der Serveruhr, bis zu der die Anfrage höchstens wartet; wird bei jeder Änderung erneut gemeldet.',
    ],
  },
  version: {
    en: [
      'Version',
      'Version of the record, order, position or draft; in config_changed 0 says that the record is gone, and of watch_config it is that of all settings.',
    ],
    de: [
      'Version',
      'Version von Datensatz, Order, Position oder Entwurf; in config_changed heißt 0, dass es den Datensatz nicht mehr gibt, bei watch_config ist es die aller Einstellungen.',
    ],
  },
  volume: {
    en: [
      'Volume',
      'Lots; of a position those that are open, 0 once it is closed, and of a price in the depth null where the provider tells none.',
    ],
    de: [
      'Volumen',
      'Lots; bei einer Position die offenen, 0, sobald sie geschlossen ist, und bei einem Preis der Markttiefe null, wenn der Anbieter keins nennt.',
    ],
  },
  valid_sec: {
    en: [
      'Holds for',
      'Seconds, 1 to 60, for which the offered price holds; left out, it is offer_sec of the server settings.',
    ],
    de: [
      'Gilt',
      'Sekunden, 1 bis 60, die der angebotene Preis gilt; ohne Angabe gilt offer_sec der Servereinstellungen.',
    ],
  },
}
