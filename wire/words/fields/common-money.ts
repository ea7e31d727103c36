import type { FieldWords } from './field-words.js'

/** Fields of money and of the terms of accounts. */
export const commonMoneyFields: FieldWords = {
  action: {
    en: [
      'Action',
      'What the deal or payment is: `buy` or `sell` of a trade, else the balance operation, such as `deposit` or `correction`.',
    ],
    de: [
      'Vorgang',
      'Was der Deal oder die Zahlung ist: `buy` oder `sell` bei einem Geschäft, sonst die Saldobuchung, etwa `deposit` oder `correction`.',
    ],
  },
  amount: {
    en: [
      'Amount',
      'Amount in the account’s currency: above zero for an operation with a sign of its own, like `withdraw`; with either sign for `correction` and `compensation`.',
    ],
    de: [
      'Betrag',
      'Betrag in der Kontowährung: über null bei einer Buchung mit eigenem Vorzeichen wie `withdraw`; mit beiderlei Vorzeichen bei `correction` und `compensation`.',
    ],
  },
  at: {
    en: ['At', 'Time at which it happened, or at which the figures were taken, in UTC.'],
    de: ['Zeitpunkt', 'Zeitpunkt in UTC, zu dem es geschah oder die Zahlen genommen wurden.'],
  },
  balance: {
    en: [
      'Balance',
      'Sum of all deals of the account, without credit and without what is open; null while trading does not answer.',
    ],
    de: [
      'Saldo',
      'Summe aller Deals des Kontos, ohne Kredit und ohne das, was offen ist; null, solange der Handel nicht antwortet.',
    ],
  },
  balance_prev_day: {
    en: [
      'Balance, day before',
      'Balance at the end of the last day that ended on the server’s clock; of a daily row, of the day before it.',
    ],
    de: [
      'Saldo am Vortag',
      'Saldo am Ende des letzten Tages, der auf der Serveruhr beendet ist; bei einer Tageszeile des Tages davor.',
    ],
  },
  balance_prev_month: {
    en: [
      'Balance, month before',
      'Balance at the end of the last month that ended on the server’s clock; of a daily row, of the month before it.',
    ],
    de: [
      'Saldo am Vormonat',
      'Saldo am Ende des letzten Monats, der auf der Serveruhr beendet ist; bei einer Tageszeile des Monats davor.',
    ],
  },
  commission: {
    en: [
      'Commission',
      'Of an account the commissions that the next day end will charge and that are not in the balance yet; of deals and closed positions what they were charged; costs are negative.',
    ],
    de: [
      'Kommission',
      'Bei einem Konto die Kommissionen, die das nächste Tagesende berechnet und die noch nicht im Saldo sind; bei Deals und geschlossenen Positionen die berechneten; Kosten sind negativ.',
    ],
  },
  credit: {
    en: [
      'Credit',
      'Money that the broker lends the account: it counts as equity and cannot be withdrawn; of a deal what it adds to or takes from it.',
    ],
    de: [
      'Kredit',
      'Geld, das der Broker dem Konto leiht: Es zählt zum Eigenkapital und kann nicht ausgezahlt werden; bei einem Deal, was er hinzufügt oder wegnimmt.',
    ],
  },
  currency: {
    en: [
      'Currency',
      'Deposit currency of the account or its group, like `USD`, in which its money is counted.',
    ],
    de: [
      'Währung',
      'Währung des Kontos oder seiner Gruppe, etwa `USD`, in der sein Geld gezählt wird.',
    ],
  },
  deal_id: {
    en: ['Deal', 'Id of the deal that it made; null where it made none.'],
    de: ['Deal', 'Id des Deals, der daraus entstand; null, wo keiner entstand.'],
  },
  deposit_url: {
    en: [
      'Deposit page',
      'Page on which traders pay in, opened by their terminals; that of a group comes before the server’s, and empty is none of its own.',
    ],
    de: [
      'Einzahlungsseite',
      'Seite, auf der Trader einzahlen, von ihren Terminals geöffnet; die einer Gruppe geht der des Servers vor, leer ist keine eigene.',
    ],
  },
  equity: {
    en: [
      'Equity',
      'Balance, credit, floating profit, swap and commissions due together: what the account would be worth if everything were closed now; null while a price is missing; among sessions it is `0` then, and for staff.',
    ],
    de: [
      'Eigenkapital',
      'Saldo, Kredit, offener Gewinn, Swap und fällige Kommissionen zusammen: der Wert des Kontos, würde jetzt alles geschlossen; null, solange ein Kurs fehlt; bei Sitzungen steht dann `0`, ebenso bei Mitarbeitern.',
    ],
  },
  fee: {
    en: [
      'Fee',
      'Costs beside the commission, negative; this server charges none, so that deals have zero; of a check it is all commission of the request.',
    ],
    de: [
      'Gebühr',
      'Kosten neben der Kommission, negativ; dieser Server berechnet keine, bei Deals steht daher 0; bei einer Prüfung ist es die gesamte Kommission der Anfrage.',
    ],
  },
  leverage: {
    en: [
      'Leverage',
      'Leverage as the second figure of 1:100, by which margin is divided; where 0 may be sent it stands for the group’s.',
    ],
    de: [
      'Hebel',
      'Hebel als zweite Zahl von 1:100, durch die die Margin geteilt wird; wo 0 gesendet werden darf, steht sie für den der Gruppe.',
    ],
  },
  limit_orders: {
    en: [
      'Order limit',
      'Most orders that an account may have resting at once; of an account 0 takes its group’s limit, of a group 0 is no limit.',
    ],
    de: [
      'Orderlimit',
      'Höchstzahl der Orders, die bei einem Konto zugleich ruhen dürfen; bei einem Konto steht 0 für das Limit der Gruppe, bei einer Gruppe für kein Limit.',
    ],
  },
  limit_positions: {
    en: [
      'Position limit',
      'Most positions that an account may hold at once; of an account 0 takes its group’s limit, of a group 0 is no limit.',
    ],
    de: [
      'Positionslimit',
      'Höchstzahl der Positionen, die ein Konto zugleich halten darf; bei einem Konto steht 0 für das Limit der Gruppe, bei einer Gruppe für kein Limit.',
    ],
  },
  links: {
    en: [
      'Links',
      'Links to pages of the company that terminals show, in this order; an empty list is none.',
    ],
    de: [
      'Links',
      'Links zu Seiten der Firma, die Terminals in dieser Reihenfolge zeigen; eine leere Liste ist keine.',
    ],
  },
  margin: {
    en: [
      'Margin',
      'Money of the account that positions and orders hold; of one position what it would hold alone, of a check the account’s after it; null while a price or rate for it is missing.',
    ],
    de: [
      'Margin',
      'Geld des Kontos, das Positionen und Orders binden; bei einer einzelnen Position, was sie allein bände, bei einer Prüfung die des Kontos danach; null, solange ein Kurs dafür fehlt.',
    ],
  },
  margin_free: {
    en: [
      'Free margin',
      'Money that is left for new positions, by the way in which the group counts open profit and credit; null while a price for it is missing.',
    ],
    de: [
      'Freie Margin',
      'Geld, das für neue Positionen frei ist, je nachdem, wie die Gruppe offenen Gewinn und Kredit zählt; null, solange ein Kurs dafür fehlt.',
    ],
  },
  margin_mode: {
    en: [
      'Margin mode',
      '`hedging`: any number of positions of a symbol, on both sides; `netting`: one position of each symbol, which orders add to, reduce or reverse.',
    ],
    de: [
      'Margin-Modus',
      '`hedging`: beliebig viele Positionen eines Symbols, auf beiden Seiten; `netting`: eine Position je Symbol, die Orders vergrößern, verkleinern oder drehen.',
    ],
  },
  profit: {
    en: [
      'Profit',
      'Profit or loss in the account’s currency, without swap and commission: of what is open at the prices of now, null while one is missing; of what is closed, and of deals, as it was booked.',
    ],
    de: [
      'Gewinn',
      'Gewinn oder Verlust in Kontowährung, ohne Swap und Kommission: bei Offenem zu den jetzigen Kursen, null, solange einer fehlt; bei Geschlossenem und bei Deals wie gebucht.',
    ],
  },
  request_id: {
    en: [
      'Request id',
      'Of a payment a UUID of the sender’s: sent again it answers the first result and moves nothing, with other content it is a conflict; of a journal line the id of the request that caused it.',
    ],
    de: [
      'Anfrage-Id',
      'Bei einer Zahlung eine UUID des Senders: Erneut gesendet liefert sie das erste Ergebnis und bewegt nichts, mit anderem Inhalt ist sie ein Konflikt; bei einer Journalzeile die Id der auslösenden Anfrage.',
    ],
  },
  seq: {
    en: [
      'Event number',
      'Number of the account’s own event that told it; it rises by one with each event of the account.',
    ],
    de: [
      'Ereignisnummer',
      'Nummer des kontoeigenen Ereignisses, das davon berichtet hat; sie steigt mit jedem Ereignis des Kontos um eins.',
    ],
  },
  skip_margin_check: {
    en: [
      'Skip the margin check',
      'When on, an operation that takes money away is booked even where the balance goes below zero or open positions are no longer covered; off by default.',
    ],
    de: [
      'Ohne Margin-Prüfung',
      'Eingeschaltet wird eine Buchung, die Geld wegnimmt, auch ausgeführt, wenn der Saldo negativ wird oder offene Positionen nicht mehr gedeckt sind; standardmäßig aus.',
    ],
  },
  swap: {
    en: [
      'Swap',
      'Interest for positions held over night, in the account’s currency, negative where it costs: of what is open it is gathered and not in the balance yet, of what is closed, and of deals, as it was booked.',
    ],
    de: [
      'Swap',
      'Zins für über Nacht gehaltene Positionen in Kontowährung, negativ, wo er kostet: bei Offenem angesammelt und noch nicht im Saldo, bei Geschlossenem und bei Deals wie gebucht.',
    ],
  },
  url: {
    en: ['Page', 'Address of the page that the link opens.'],
    de: ['Seite', 'Adresse der Seite, die der Link öffnet.'],
  },
  withdraw_url: {
    en: [
      'Withdrawal page',
      'Page on which traders ask for money to be paid out, opened by their terminals; that of a group comes before the server’s, and empty is none of its own.',
    ],
    de: [
      'Auszahlungsseite',
      'Seite, auf der Trader Auszahlungen beantragen, von ihren Terminals geöffnet; die einer Gruppe geht der des Servers vor, leer ist keine eigene.',
    ],
  },
}
